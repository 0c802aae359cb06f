#!/usr/bin/env python3
# docs/api-c.md: every program of the page is compiled with the public header and the shared library, run, and must
# print what the page says; its plugin is compiled and given to the program.
import os, re, subprocess, sys, tempfile

SOURCE = os.environ["ZM_SOURCE"]
BUILD = os.environ["ZM_BUILD"]
checks = failures = 0


def result(good, name, details=""):
    global checks, failures
    checks += 1
    failures += not good
    print(f"{'ok' if good else 'not ok'} {checks} - {name}", flush=True)
    if not good:
        print("".join(f"# {line}\n" for line in details.splitlines()), end="", flush=True)
    return good


done = subprocess.run([sys.executable, os.path.join(SOURCE, "tools/reference.py"), "--check"], capture_output=True, text=True)
result(done.returncode == 0, "the reference is made from the header as it is", done.stdout + done.stderr)
page = open(os.path.join(SOURCE, "docs/api-c.md"), encoding="utf-8").read()
programs = re.findall(r"^```c program=(\S+)\n(.*?)^```\n\n```text\n(.*?)^```$", page, re.M | re.S)
result(len(programs) == page.count("```c program"), "every program has its output", f"{len(programs)} programs")
with tempfile.TemporaryDirectory(prefix="zermelo-page-") as folder:
    for name, text, expected in programs:
        path = os.path.join(folder, name)
        with open(path + ".c", "w", encoding="utf-8") as file:
            file.write(text)
        command = [os.environ.get("CC", "cc"), "-Wall", "-Wextra", "-Werror", "-std=c17", "-D_POSIX_C_SOURCE=200809L",
                   "-I", os.path.join(SOURCE, "include"), path + ".c", os.path.join(BUILD, "src", "libzermelo.so"),
                   "-Wl,-rpath," + os.path.join(BUILD, "src"), "-o", path]
        done = subprocess.run(command, capture_output=True, text=True)
        if not result(done.returncode == 0, f"{name} compiles", done.stderr):
            continue
        done = subprocess.run([path], cwd=folder, capture_output=True, text=True)
        result(done.returncode == 0 and done.stdout == expected, f"{name} prints what the page says",
               f"expected:\n{expected}came:\n{done.stdout}{done.stderr}")
    for name, text, commands in re.findall(r"^```c plugin=(\S+)\n(.*?)^```\n\n```sh\n(.*?)^```$", page, re.M | re.S):
        with open(os.path.join(folder, name + ".c"), "w", encoding="utf-8") as file:
            file.write(text)
        for command, expected in re.findall(r"^\$ ([^\n]*)\n((?:(?!\$ )[^\n]*\n)*)", commands, re.M):
            real = command.replace("$(pkg-config --cflags zermelo)", "-I" + os.path.join(SOURCE, "include"))
            real = re.sub("^zermelo ", os.environ["ZERMELO"] + " ", real)
            done = subprocess.run(real, shell=True, cwd=folder, capture_output=True, text=True)
            result(done.returncode == 0 and done.stdout == expected, command,
                   f"expected:\n{expected}came:\n{done.stdout}{done.stderr}")
    faults = {"an old version": (text.replace(".size = sizeof take", ".size = 8"), "another version"),
              "a name that is taken": (text.replace('"take"', '"nim"'), "there is a game of that name"),
              "no function": (text.replace("zermelo_plugin", "plugin"), "no function 'zermelo_plugin'")}
    for fault, (changed, expected) in faults.items():
        with open(os.path.join(folder, "fault.c"), "w", encoding="utf-8") as file:
            file.write(changed)
        made = os.path.join(folder, fault.replace(" ", "-") + ".so")
        subprocess.run(["cc", "-shared", "-fPIC", "-I", os.path.join(SOURCE, "include"), os.path.join(folder, "fault.c"),
                        "-o", made], check=True)
        done = subprocess.run([os.environ["ZERMELO"], "--plugin", made, "games"], capture_output=True, text=True)
        result(done.returncode == 2 and expected in done.stderr and done.stderr.count("\n") == 1,
               f"a plugin with {fault} is refused", done.stderr)
    # A game that fails while it is used: its own line comes out, whatever the command, and nothing crashes.
    with open(os.path.join(folder, "failing.c"), "w", encoding="utf-8") as file:
        file.write(text.replace("int heap = atoi(position);", "int heap = atoi(position);\n"
                                "    if (heap == 4)\n        return zermelo_add_problem(sink, \"four is bad\");\n"
                                "    if (heap > 50)\n        return zermelo_add_move(sink, \"back\", heap == 51 ? \"52\" : \"51\");"))
    made = os.path.join(folder, "failing.so")
    subprocess.run(["cc", "-shared", "-fPIC", "-I", os.path.join(SOURCE, "include"), os.path.join(folder, "failing.c"),
                    "-o", made], check=True)
    for words, expected in [("solve take 10", "moves of '4': four is bad"), ("analyse take 9", "moves of '4': four is bad"),
                            ("check take", "moves of '4': four is bad"), ("solve take 51", "comes back"),
                            ("match take level=fair level=fair --games 2 --quiet --openings random:0", "four is bad"),
                            ("solve take 10 --play misere --json", "moves of '4': four is bad")]:
        done = subprocess.run([os.environ["ZERMELO"], "--plugin", made, *words.split()], capture_output=True, text=True)
        result(done.returncode == 2 and expected in done.stderr and done.stderr.count("\n") == 1,
               f"a plugin that fails: {words}", f"status {done.returncode}: {done.stderr}")
print(f"1..{checks}")
sys.exit(failures > 0)
