#!/usr/bin/env python3
# docs/api-c.md: every program of the page is compiled with the public header and the shared library,
# run, and must print what the page says.
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


page = open(os.path.join(SOURCE, "docs/api-c.md"), encoding="utf-8").read()
programs = re.findall(r"^```c program=(\S+)\n(.*?)^```\n\n```text\n(.*?)^```$", page, re.M | re.S)
result(len(programs) == page.count("```c"), "every program has its output", f"{len(programs)} of {page.count('```c')}")
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
        done = subprocess.run([path], capture_output=True, text=True)
        result(done.returncode == 0 and done.stdout == expected, f"{name} prints what the page says",
               f"expected:\n{expected}came:\n{done.stdout}{done.stderr}")
print(f"1..{checks}")
sys.exit(failures > 0)
