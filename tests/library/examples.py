#!/usr/bin/env python3
# The worked examples of examples/: each is run, and must print what is in examples/output; the notebook cell by cell here,
# and by jupyter-nbconvert where that is installed; the games of three_games.py against the program's own.
import ast
import contextlib
import inspect
import io
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile

SOURCE = os.environ["ZM_SOURCE"]
BUILD = os.environ["ZM_BUILD"]
EXAMPLES = os.path.join(SOURCE, "examples")
os.environ["ZERMELO_LIBRARY"] = os.path.join(BUILD, "src", "libzermelo.so.0")
os.environ["PYTHONPATH"] = os.path.join(SOURCE, "python")
os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
sys.dont_write_bytecode = True
sys.path[:0] = [os.path.join(SOURCE, "python"), EXAMPLES]
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


def read(*path):
    with open(os.path.join(EXAMPLES, *path), encoding="utf-8") as file:
        return file.read()


def run_programs(folder):
    for name in ("new_game", "three_games", "walk_proof", "match", "nimber_plot"):
        drawn = os.path.join(folder, "nimbers.svg")
        words = [drawn] if name == "nimber_plot" else []
        done = subprocess.run([sys.executable, os.path.join(EXAMPLES, name + ".py"), *words], capture_output=True, text=True)
        expected = read("output", name + ".txt")
        result(done.returncode == 0 and done.stdout == expected, f"{name}.py prints what is expected",
               f"expected:\n{expected}came:\n{done.stdout}{done.stderr}")
    with open(drawn, encoding="utf-8") as file:
        result(file.read() == read("output", "nimbers.svg"), "nimber_plot.py draws what is expected")


def shown(cell):
    """What a cell of a notebook prints and shows as text."""
    texts = []
    for output in cell["outputs"]:
        text = output["text"] if output["output_type"] == "stream" else output["data"]["text/plain"]
        texts.append("".join(text))
    return "\n".join(texts).rstrip("\n")


def run_cell(text, names):
    """Runs a cell as a notebook does: what is printed, and the value of its last expression."""
    printed, value, parsed, last = io.StringIO(), None, ast.parse(text), None
    if isinstance(parsed.body[-1], ast.Expr):
        last = ast.Expression(parsed.body.pop().value)
    with contextlib.redirect_stdout(printed):
        exec(compile(parsed, "cell", "exec"), names)
        value = eval(compile(last, "cell", "eval"), names) if last else None
    return (printed.getvalue() + ("" if value is None else repr(value))).rstrip("\n")


def run_notebook(folder):
    cells = [cell for cell in json.loads(read("notebook.ipynb"))["cells"] if cell["cell_type"] == "code"]
    names = {}
    for number, cell in enumerate(cells, 1):
        came = run_cell("".join(cell["source"]), names)
        result(came == shown(cell), f"notebook, cell {number}", f"expected:\n{shown(cell)}\ncame:\n{came}")
    name = "notebook, run by jupyter-nbconvert"
    if shutil.which("jupyter-nbconvert") is None:
        skip(name, "jupyter-nbconvert is not installed")
        return
    made = os.path.join(folder, "made.ipynb")
    done = subprocess.run(["jupyter-nbconvert", "--to", "notebook", "--execute", "--output", made,
                           os.path.join(EXAMPLES, "notebook.ipynb")], capture_output=True, text=True)
    if done.returncode != 0:
        result(False, name, done.stderr)
        return
    with open(made, encoding="utf-8") as file:
        again = [cell for cell in json.load(file)["cells"] if cell["cell_type"] == "code"]
    result([shown(cell) for cell in again] == [shown(cell) for cell in cells], name)


def graph(lots):
    """A random graph as both games write it."""
    size = lots.randrange(2, 7)
    edges = [(a, b) for a in range(size) for b in range(a) if lots.random() < 0.5] or [(1, 0)]
    return " ".join(f"{b}{a}" for a, b in edges), ",".join(f"{b}-{a}" for a, b in edges)


def compare_games():
    import zermelo
    from three_games import GraphKayles, Subtraction, Tapatan
    for game in (Subtraction, GraphKayles, Tapatan):
        lines = len(inspect.getsource(game).splitlines())
        result(lines < 15, f"{game.__name__} has less than 15 lines", lines)
    with zermelo.Session(Subtraction) as own, zermelo.Session("octal") as other:
        pairs = [(own.solve(str(n), "nimber").result, other.solve(f"0.3033:{n}", "nimber").result) for n in range(40)]
        result(all(a == b for a, b in pairs), "subtraction: nimbers as those of octal 0.3033", pairs)
        mine, yours = own.quotient("14"), other.quotient("0.3033:14")
        result((mine.order, mine.relations, mine.outcome) == (yours.order, yours.relations, yours.outcome),
               "subtraction: the misère quotient is that of 0.3033", (mine, yours))
    seed = random.randrange(1 << 30)
    lots = random.Random(seed)
    for play, compute in (("normal", "nimber"), ("misere", "outcome"), ("normal", "distance")):
        with zermelo.Session(GraphKayles, play=play) as own, zermelo.Session("node-kayles", play=play) as other:
            texts = [graph(lots) for _ in range(25)]
            pairs = [(text, own.solve(text, compute).result, other.solve(edges, compute).result) for text, edges in texts]
        result(all(a == b for _, a, b in pairs), f"Kayles on random graphs, {play} play, {compute} (seed {seed})",
               [pair for pair in pairs if pair[1] != pair[2]])
    with zermelo.Session(Tapatan) as own, zermelo.Session("tapatan") as other:
        texts = [tapatan(lots, Tapatan.rows) for _ in range(25)]
        pairs = [(text, own.solve(text, "distance"), other.solve(text, "distance")) for text in texts]
    result(all((a.outcome, a.result) == (b.outcome, b.result) for _, a, b in pairs),
           f"tapatan: outcomes and distances (seed {seed})", pairs)


def tapatan(lots, rows):
    """A random position after six men were placed, in which the player to move has no row yet."""
    while True:
        points, turn = lots.sample("123456789", 6), lots.randrange(2)
        if not any(set(row) == set(points[3 * turn:3 * turn + 3]) for row in rows):
            return "".join(sorted(points[:3])) + "." + "".join(sorted(points[3:])) + f".{turn}"


with tempfile.TemporaryDirectory(prefix="zermelo-examples-") as place:
    run_programs(place)
    run_notebook(place)
compare_games()
print(f"1..{checks}")
sys.exit(failures > 0)
