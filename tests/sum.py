#!/usr/bin/env python3
"""Adds up the TAP of all tests that meson ran: tests/sum.py FAILED testlog.json ...
FAILED is 1 when something outside the tests (a build) failed already."""
import json
import re
import sys


def reasons(test):
    """What a failed test printed of its failures: each line "not ok" with a few lines around it, and the end
    of its standard error."""
    lines = test.get("stdout", "").splitlines()
    near = sorted({k for i, line in enumerate(lines) if line.startswith("not ok") and "# SKIP" not in line
                   for k in range(max(0, i - 8), min(len(lines), i + 9))})
    text = [lines[k] for k in near] or lines[-8:]
    return [f"== {test['name']}: {test['result']}", *text[:40], *test.get("stderr", "").splitlines()[-8:]]


told = []  # why tests failed: said last, where it is read
passed, failed, skipped = 0, int(sys.argv[1]), 0
for path in sys.argv[2:]:
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            test = json.loads(line)
            text = test.get("stdout", "")
            lines_of = re.findall(r"^(not )?ok\b(.*)", text, re.M)
            skip = sum("# SKIP" in rest for _, rest in lines_of)  # cmocka says "not ok" of these
            good = sum(not no and "# SKIP" not in rest for no, rest in lines_of)
            bad = sum(bool(no) and "# SKIP" not in rest for no, rest in lines_of)
            if bad == 0 and test["result"] not in ("OK", "SKIP"):
                bad = 1  # a crash, a sanitizer, a timeout
            for _, rest in lines_of:
                if "# SKIP " in rest:  # with a reason: say it
                    print(f"skipped: {test['name']}: {rest.split('# SKIP ', 1)[1]}")
            for total in re.findall(r"^# in all: (.*)", text, re.M):  # how much an adversary looked at
                print(f"{test['name']}: {total}")
            if bad:
                print(f"FAILED: {test['name']} ({path})")
                told.append(reasons(test))
            passed, failed, skipped = passed + good, failed + bad, skipped + skip
for text in told[:5]:
    print("\n".join(line[:300] for line in text))
print(f"{passed} passed, {failed} failed, {skipped} skipped")
sys.exit(1 if failed or not passed else 0)
