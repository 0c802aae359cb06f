#!/usr/bin/env python3
"""Names what ninja must build for some of the tests: tests/targets.py BUILD with|without SUITE
The programs of the tests with (without) the suite, and the programs of the project that shell tests run."""
import json
import os
import subprocess
import sys

build, wanted, suite = sys.argv[1], sys.argv[2] == "with", sys.argv[3]
root = os.path.abspath(build)
tests = json.loads(subprocess.check_output(["meson", "introspect", "--tests", build]))
targets = {"zermelo", "zermelo-verify"}
for test in tests:
    in_suite = any(name.split(":")[-1] == suite for name in test["suite"])
    program = test["cmd"][0]
    if in_suite == wanted and program.startswith(root + os.sep):
        targets.add(os.path.relpath(program, root))
print("\n".join(sorted(targets)))
