#!/usr/bin/env python3
"""Names what ninja must build for some of the tests: tests/targets.py BUILD with|without SUITE
The programs of the tests with (without) the suite, and what these depend on."""
import json
import os
import subprocess
import sys

build, wanted, suite = sys.argv[1], sys.argv[2] == "with", sys.argv[3]
root = os.path.abspath(build)
def ask(what):
    return json.loads(subprocess.check_output(["meson", "introspect", what, build]))


files = {target["id"]: target["filename"] for target in ask("--targets")}
targets = set()
for test in ask("--tests"):
    if any(name.split(":")[-1] == suite for name in test["suite"]) != wanted:
        continue
    for file in [test["cmd"][0]] + [file for name in test["depends"] for file in files.get(name, [])]:
        if file.startswith(root + os.sep):
            targets.add(os.path.relpath(file, root))
print("\n".join(sorted(targets)))
