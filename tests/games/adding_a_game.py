#!/usr/bin/env python3
# docs/adding-a-game.md, followed to the letter: its code goes into a copy of the tree, which is built from the objects
# that are there already; its commands are run, and what they print is compared with what the page says. Then one option
# of the game is taken away, and the check must say so.
#
# Blocks of the page: "```c file=PATH" is appended to that file; "```c add-to=PATH after=TEXT" goes below the line that has the
# text; in "```sh" every "$ command" is followed by what it prints, standard error included, where "…" stands for any rest.
import os, re, shutil, subprocess, sys, tempfile

SOURCE = os.environ["ZM_SOURCE"]
BUILD = os.environ["ZM_BUILD"]
checks = failures = 0


def result(good, name, details=""):
    global checks, failures
    checks += 1
    failures += not good
    print(f"{'ok' if good else 'not ok'} {checks} - {name}", flush=True)
    if not good:
        print("".join(f"# {line}\n" for line in details.splitlines()), end="")
    return good


def blocks(page):
    """The fenced blocks: what stands behind the three quotes, and the lines."""
    return re.findall(r"^```([^\n]*)\n(.*?)^```$", page, re.M | re.S)


def copy_tree(tree):
    """The sources, and of the build what is needed to go on building: objects and ninja's memory of them."""
    skipped = shutil.ignore_patterns("build", ".git", "node_modules", "dist", ".cache", "__pycache__")
    shutil.copytree(SOURCE, tree, ignore=skipped, symlinks=True)
    build = os.path.join(tree, "build", "test")
    os.makedirs(build)
    for name in os.listdir(BUILD):
        path = os.path.join(BUILD, name)
        if name in (".ninja_log", ".ninja_deps") or name.endswith(".a"):
            shutil.copy2(path, build)
        elif name == "src" or name.endswith(".p"):
            shutil.copytree(path, os.path.join(build, name), symlinks=True)
    return build


def add_code(tree, page):
    for info, text in blocks(page):
        made = re.search(r"file=(\S+)", info)
        added = re.search(r"add-to=(\S+) after=(.+)", info)
        path = os.path.join(tree, (made or added).group(1)) if made or added else None
        if made:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            new = not os.path.exists(path)
            with open(path, "a") as file:
                file.write(("" if new else "\n") + text)
        elif added:
            lines = open(path).read().splitlines(keepends=True)
            places = [i for i, line in enumerate(lines) if added.group(2) in line]
            result(len(places) == 1, f"one line of {added.group(1)} has {added.group(2)}", str(places))
            lines.insert(places[0] + 1, text)
            open(path, "w").write("".join(lines))


def options():
    """The options that the build was set up with, so that its objects are good for the copy."""
    text = open(os.path.join(BUILD, "meson-private", "cmd_line.txt")).read()
    pairs = re.findall(r"^([a-z_]+) = (.*)$", text.split("[options]")[1].split("[properties]")[0], re.M)
    return [f"-D{name}={value}" for name, value in pairs]


def run(command, folder):
    """Runs it as somebody at a terminal would: without what the runner of the tests says to its programs."""
    own = {name: text for name, text in os.environ.items() if not name.startswith(("CMOCKA_", "ZM_"))}
    done = subprocess.run(command, shell=isinstance(command, str), cwd=folder, stdin=subprocess.DEVNULL, text=True,
                          env=own, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode, done.stdout


def build_targets(tree, build, *targets):
    status, text = 0, ""
    if not os.path.exists(os.path.join(build, "build.ninja")):
        status, text = run(["meson", "setup", build, tree] + options(), tree)
    if status == 0:
        status, text = run(["ninja", "-C", build] + list(targets), tree)
    return status, text


def same(expected, came):
    """Line by line; a line that ends in "…" matches what begins so, and alone any lines."""
    came = came.splitlines()
    for line in expected.splitlines():
        if line == "…":
            return True
        if not came or not (came[0].startswith(line[:-1]) if line.endswith("…") else came[0] == line):
            return False
        came.pop(0)
    return not came


def run_commands(tree, build, folder, page):
    for info, text in blocks(page):
        if info != "sh":
            continue
        for command, expected in re.findall(r"^\$ ([^\n]*)\n((?:(?!\$ )[^\n]*\n)*)", text, re.M):
            real = command.replace("./zermelo", os.path.join(build, "zermelo") + " ")
            inside = tree if "build/test" in command else folder
            _, came = run(real, inside)
            came = re.sub(r"^[^\n]*(nodes?|stored in)[^\n]* s\n", "", came, flags=re.M)  # figures of time
            result(same(expected, came), command, f"expected:\n{expected}came:\n{came}")


def forget_an_option(tree, build):
    path = os.path.join(tree, "src/games/subtraction/subtraction.c")
    text = open(path).read()
    head, tail = text.split("static void subtraction_options", 1)
    less = tail.replace("i < s->count", "i + 1 < s->count", 1)
    result(less != tail, "there is an option to be forgotten")
    open(path, "w").write(head + "static void subtraction_options" + less)
    status, came = build_targets(tree, build, "zermelo")
    if result(status == 0, "it builds without the last option", came):
        status, came = run([os.path.join(build, "zermelo"), "check", "subtraction"], tree)
        result(status == 1, "a broken promise: status 1", came)
        result(came.splitlines()[-1] in open(os.path.join(SOURCE, "docs/adding-a-game.md")).read(),
               "and the line that the page shows", came)


def main():
    page = open(os.path.join(SOURCE, "docs/adding-a-game.md")).read()
    with tempfile.TemporaryDirectory(prefix="zermelo-game-") as folder:
        tree = os.path.join(folder, "tree")
        work = os.path.join(folder, "work")
        os.mkdir(work)
        build = copy_tree(tree)
        add_code(tree, page)
        status, came = build_targets(tree, build, "zermelo", "zermelo-verify")
        if result(status == 0, "the game builds", "\n".join(came.splitlines()[-30:])):
            run_commands(tree, build, work, page)
            status, came = run([os.path.join(build, "zermelo-verify"), os.path.join(work, "loss.proof")], work)
            result(status == 0, "zermelo-verify takes the proof", came)
            forget_an_option(tree, build)
    print(f"1..{checks}")
    sys.exit(failures > 0)


main()
