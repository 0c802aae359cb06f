#!/usr/bin/env python3
# The Python package as its users see it: docs/python.md, block by block (what is shown must come), and the promises
# that a page cannot show: Ctrl-C, threads, memory, games that misbehave.
import ctypes
import doctest
import gc
import itertools
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import traceback

SOURCE = os.environ["ZM_SOURCE"]
BUILD = os.environ["ZM_BUILD"]
os.environ["ZERMELO_LIBRARY"] = os.path.join(BUILD, "src", "libzermelo.so.0")
sys.path.insert(0, os.path.join(SOURCE, "python"))
checks = failures = 0


def result(good, name, details=""):
    global checks, failures
    checks += 1
    failures += not good
    print(f"{'ok' if good else 'not ok'} {checks} - {name}", flush=True)
    if not good:
        print("".join(f"# {line}\n" for line in str(details).splitlines()), end="", flush=True)


def skip(name, why):
    global checks
    checks += 1
    print(f"ok {checks} - {name} # SKIP {why}", flush=True)


def run_page(path):
    """Every block of the page is one test; names stay from block to block."""
    names, parser = {}, doctest.DocTestParser()
    page = open(path, encoding="utf-8").read()
    for number, match in enumerate(re.finditer(r"^```python\n(.*?)^```$", page, re.M | re.S), 1):
        came = []
        test = parser.get_doctest(match.group(1), names, f"block {number}", path, page[:match.start()].count("\n"))
        runner = doctest.DocTestRunner(verbose=False)
        runner.run(test, out=came.append, clear_globs=False)
        names.update(test.globs)
        result(runner.failures == 0 and runner.tries > 0, f"python.md, block {number}", "".join(came))


def raises(kind, call):
    """The exception of that kind which the call raises, or None."""
    try:
        call()
    except kind as error:
        return error
    return None


def games_that_misbehave(zermelo):
    class Raises(zermelo.Game):
        start = "5"
        def parse(self, text): return int(text)
        def moves(self, n):
            if n == 2:
                raise KeyError("two")
            return [n - 1]

    error = raises(zermelo.BadInput, lambda: zermelo.solve(Raises()))
    result(error is not None and "moves of '2': KeyError: 'two'" in str(error) and isinstance(error.__cause__, KeyError),
           "what a method raises comes back, with the position", error)
    error = raises(zermelo.BadInput, lambda: zermelo.solve(Raises(), "five"))
    result(error is not None and "five" in str(error), "so does what parse raises", error)

    class Nonsense(zermelo.Game):
        start = "5"
        def moves(self, text): return [None] if text == "5" else 7

    error = raises(zermelo.BadInput, lambda: zermelo.solve(Nonsense()))
    result(error is not None and "moves of 'None'" in str(error), "moves that are no list", error)

    class Lines(zermelo.Game):
        def moves(self, text): return ["a\nb"]

    error = raises(zermelo.BadInput, lambda: zermelo.solve(Lines()))
    result(error is not None and "cannot be printed" in str(error), "a position of two lines", error)

    class Illegal(zermelo.Game):
        start = "3"
        def parse(self, text):
            if int(text) < 0:
                raise ValueError("a heap below 0")
            return int(text)
        def moves(self, n): return [n - 2]

    error = raises(zermelo.BadInput, lambda: zermelo.solve(Illegal()))
    result(error is not None and "check of '-1'" in str(error) and isinstance(error.__cause__, ValueError),
           "a move to what is no position", error)

    class Flood(zermelo.Game):
        def moves(self, text): return itertools.count()

    error = raises(zermelo.BadInput, lambda: zermelo.solve(Flood()))
    result(error is not None and "moves of 'start': more than 100000 moves" in str(error), "moves without end", error)

    class Wrongly(zermelo.Game):
        start = "3"
        def parse(self, text): return int(text)
        def moves(self, n): return [n - 1] if n else []
        def ending(self, n): return "victory" if n == 1 else None

    error = raises(zermelo.BadInput, lambda: zermelo.solve(Wrongly()))
    result(error is not None and "ending of '1'" in str(error) and isinstance(error.__cause__, KeyError),
           "an ending that there is not", error)
    error = raises(zermelo.BadInput, lambda: zermelo.match(Raises(), "level=fair", "level=fair", games=2))
    result(error is not None and "KeyError: 'two'" in str(error), "a match in a game that fails", error)

    class Stuck(zermelo.Game):
        start, patience = "5", 0.5
        def parse(self, text): return int(text)
        def moves(self, n):
            while n == 2:
                pass
            return [n - 1] if n else []

    with zermelo.Session(Stuck()) as session:
        error = raises(zermelo.BadInput, session.solve)
        result(error is not None and "moves of '2': it takes longer" in str(error) and session.solve("1").result == "win",
               "a method that does not return, and the session goes on", error)

    class Turns(zermelo.Game):
        kind, start = "partisan", "3,1"
        def parse(self, text): return tuple(map(int, text.split(",")))
        def print(self, numbers): return "%d,%d" % numbers
        def moves(self, numbers, side):
            return [(numbers[0] - (n if side == 0 else 0), numbers[1] - (n if side == 1 else 0))
                    for n in range(1, numbers[side] + 1)]

    board = zermelo.board(Turns())
    result(board.play(board.moves()[1]).text == "1,1 R" and len(board.moves()) == 1, "in a partisan game the players take turns",
           board.text)

    class Strange(zermelo.Game):
        kind = "cooperative"

    result(raises(zermelo.BadInput, lambda: zermelo.Session(Strange())) is not None, "a kind that there is not")


def against_games_of_the_program(zermelo):
    """A game in Python and the same in C give the same answers."""
    class Pins(zermelo.Game):
        start = "7"
        def parse(self, text): return tuple(int(row) for row in text.split("+"))
        def print(self, rows): return "+".join(map(str, rows))
        def split(self, rows): return [(row,) for row in rows if row]
        def canonical(self, rows): return tuple(sorted(rows))
        def moves(self, rows):
            for i, row in enumerate(rows):
                for taken in (1, 2):
                    for left in range(row - taken + 1):
                        yield rows[:i] + (left, row - taken - left) + rows[i + 1:]

    for play, compute in (("normal", "nimber"), ("misere", "outcome")):
        with zermelo.Session(Pins(), play=play) as own, zermelo.Session("octal", play=play) as other:
            pairs = [(own.solve(str(n), compute).result, other.solve(f"0.77:{n}", compute).result) for n in range(1, 16)]
        result(all(a == b for a, b in pairs), f"Kayles in Python and in C, {play} play", pairs)


def threads_and_memory(zermelo):
    found, lock = [], threading.Lock()

    def work():
        for n in range(20):
            got = zermelo.solve("nim", f"{n % 5},3", compute="nimber").result
            with lock:
                found.append(got == (n % 5) ^ 3)

    workers = [threading.Thread(target=work) for _ in range(8)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    result(len(found) == 160 and all(found), "eight threads, each with its own sessions", found)

    def rounds(count):
        board = zermelo.board("nim", "3,4,5")
        up = zermelo.up
        for _ in range(count):
            board.play("1-2").undo()
            board.moves()
            str(up + 1)
        gc.collect()
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    many = 75000 if os.environ.get("ZM_LONG") else 3000  # 14 calls each
    rounds(1000)
    before = rounds(1000)
    after = rounds(many)
    result(after - before < 4096, "memory does not grow with the calls", f"{before} KiB, then {after} KiB")


INTERRUPTED = """
import os, signal, sys, threading, time
sys.path.insert(0, sys.argv[1])
import zermelo
session = zermelo.Session("sprouts")
threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    session.solve("60")
except KeyboardInterrupt:
    print("stopped", session.solve("3").result)
"""


ENDLESS = """
import os, signal, sys, threading
sys.path.insert(0, sys.argv[1])
import zermelo
class Endless(zermelo.Game):
    def moves(self, text):
        while text:
            pass
session = zermelo.Session(Endless)
threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    session.solve()
except KeyboardInterrupt:
    try:
        session.solve()
    except zermelo.BadInput as error:
        print("stopped,", error)
"""


def interrupt_callback(zermelo):
    done = subprocess.run([sys.executable, "-c", ENDLESS, os.path.join(SOURCE, "python")], capture_output=True, text=True,
                          timeout=300)
    result(done.stdout.startswith("stopped, a method of the game was broken off"),
           "Ctrl-C ends a method that does not return", done.stdout + done.stderr)


def installed_by_pip(zermelo):
    """`pip install ./python`, without a network and without anything but pip."""
    name = "pip installs the package"
    if subprocess.run([sys.executable, "-c", "import pip"], capture_output=True).returncode != 0:
        skip(name, "pip is not installed")
        return
    with tempfile.TemporaryDirectory(prefix="zermelo-pip-") as folder:
        shutil.copytree(os.path.join(SOURCE, "python"), os.path.join(folder, "python"),
                        ignore=shutil.ignore_patterns("__pycache__", "build", "*.egg-info"))
        place = os.path.join(folder, "installed")
        done = subprocess.run([sys.executable, "-m", "pip", "install", "--no-index", "--quiet", "--target", place,
                               os.path.join(folder, "python")], capture_output=True, text=True)
        asked = subprocess.run([sys.executable, "-c", "import zermelo; print(zermelo.solve('nim', '3,5', 'nimber').result)"],
                               capture_output=True, text=True, cwd=folder, env={**os.environ, "PYTHONPATH": place})
        result(done.returncode == 0 and asked.stdout == "6\n", name, done.stderr + asked.stdout + asked.stderr)


def interrupt(zermelo):
    done = subprocess.run([sys.executable, "-c", INTERRUPTED, os.path.join(SOURCE, "python")], capture_output=True,
                          text=True, timeout=300)
    result(done.stdout == "stopped win\n", "Ctrl-C stops a computation, and the session goes on", done.stdout + done.stderr)


def main():
    import zermelo
    run_page(os.path.join(SOURCE, "docs/python.md"))
    for test in (games_that_misbehave, against_games_of_the_program, threads_and_memory, interrupt,
                 interrupt_callback, installed_by_pip):
        try:
            test(zermelo)
        except Exception:  # the next one may still tell something
            result(False, test.__name__, traceback.format_exc())
    print(f"1..{checks}")
    sys.exit(failures > 0)


main()
