#!/usr/bin/env python3
# The binary interface of the library: its symbols with their versions against tests/library/abi/symbols.txt, and the
# types and functions of its header against tests/library/abi/zermelo.abi with abidiff, where that is installed. What
# programs were linked with must stay: a function that goes or changes needs another major version of the library.
#     abi.py --write     writes both descriptions anew, after something was added
import os
import re
import shutil
import subprocess
import sys
import tempfile

SOURCE = os.environ.get("ZM_SOURCE") or os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.environ.get("ZM_BUILD") or os.path.join(SOURCE, "build/test")
PLACE = os.path.join(SOURCE, "tests/library/abi")
WRITING = "--write" in sys.argv
HINT = "after an addition: tests/library/abi.py --write"
checks = failures = 0


def result(good, name, details=""):
    global checks, failures
    checks += 1
    failures += not good
    print(f"{'ok' if good else 'not ok'} {checks} - {name}", flush=True)
    if not good:
        print("".join(f"# {line}\n" for line in str(details).splitlines()), end="", flush=True)


def run(*words):
    return subprocess.run(words, capture_output=True, text=True)


def symbols():
    """The library's name for the linker, and every symbol with its version."""
    path = os.path.join(BUILD, "src/libzermelo.so")
    name = re.search(r"SONAME\s+(\S+)", run("objdump", "-p", path).stdout)[1]
    listed = run("nm", "-D", "--defined-only", "--with-symbol-versions", path).stdout
    return name + "\n" + "".join(sorted(line.split()[-1] + "\n" for line in listed.splitlines() if " A " not in line))


def compare_symbols():
    path, came = os.path.join(PLACE, "symbols.txt"), symbols()
    if WRITING:
        with open(path, "w", encoding="utf-8") as file:
            file.write(came)
    with open(path, encoding="utf-8") as file:
        known = file.read()
    gone, new = sorted(set(known.split()) - set(came.split())), sorted(set(came.split()) - set(known.split()))
    result(not gone, "no symbol is gone", "\n".join(gone))
    result(not new, "every symbol is in the description", "\n".join([*new, HINT]))


def stubs(folder):
    """A library with the functions of the header and nothing in them: its description is that of the header."""
    with open(os.path.join(SOURCE, "include/zermelo/zermelo.h"), encoding="utf-8") as file:
        header = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)
    functions = re.findall(r"^ZERMELO_API ([^;{]*\));", header, re.M | re.S)
    source, made = os.path.join(folder, "stubs.c"), os.path.join(folder, "libzermelo.so")
    with open(source, "w", encoding="utf-8") as file:
        file.write("#include <zermelo/zermelo.h>\n")
        file.writelines(f"{function}\n{{ __builtin_trap(); }}\n" for function in functions
                        if "zermelo_plugin" not in function)
    subprocess.run([os.environ.get("CC", "cc"), "-g", "-w", "-shared", "-fPIC", "-I", os.path.join(SOURCE, "include"),
                    source, "-Wl,-soname,libzermelo.so.0", "-o", made], check=True)
    return made


def describe(made, path):
    """Writes the description of a library, without the folders of this machine."""
    run("abidw", "--no-corpus-path", "--no-comp-dir-path", "--no-show-locs", "--out-file", path, made)
    with open(path, encoding="utf-8") as file:
        text = re.sub(r"path='[^']*/", "path='", file.read())
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def compare_types():
    if shutil.which("abidiff") is None:
        result(True, "types and functions # SKIP abidiff (abigail-tools) is not installed")
        return
    known = os.path.join(PLACE, "zermelo.abi")
    with tempfile.TemporaryDirectory(prefix="zermelo-abi-") as folder:
        made = stubs(folder)
        if WRITING:
            describe(made, known)
        done = run("abidiff", known, made)
    incompatible = done.returncode & 1 or done.returncode & 8 or " Removed" in re.sub(" 0 Removed", "", done.stdout)
    result(not incompatible, "abidiff finds nothing that breaks programs", done.stdout + done.stderr)
    result(done.returncode == 0, "abidiff finds nothing that is not in the description", f"{done.stdout}{done.stderr}{HINT}")


compare_symbols()
compare_types()
print(f"1..{checks}")
sys.exit(failures > 0)
