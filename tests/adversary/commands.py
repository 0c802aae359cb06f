#!/usr/bin/env python3
"""Every command on every game with every calculation in both plays, on small positions: it ends by itself,
with exit status 0, 2 (and one line that says why) or 3. Only what checks a spoilt file may say 1.

Games, positions, questions and their options come from adversary-draw, commands from `zermelo help`, routes of
the server from web/openapi.json, so that new ones fall under it by being registered. In the first round every
command meets every game with its defaults and with one question by lot (under the sanitizers every third game,
each command others); then all is drawn by lot.

    ZM_SEED=N      draws the same lots again
    ZM_SECONDS=N   of processor time that the programs may take, about (8 under the sanitizers, 7 without)
    ZM_LONG=1      a hundred times that
    ZM_GAME=NAME   that game alone
    ZM_FORM=NAME   that way of using the program alone
"""
import http.client, json, os, random, re, resource, shlex, shutil, signal, subprocess, sys, tempfile, time

program, checker = os.environ["ZERMELO"], os.environ["ZM_VERIFY"]
sanitized = os.environ.get("ZM_SANITIZE", "none") != "none"
seed = int(os.environ.get("ZM_SEED", "1913"))
seconds = float(os.environ.get("ZM_SECONDS", "8" if sanitized else "7")) * (100 if "ZM_LONG" in os.environ else 1)
CLOCK = 10 * seconds if "ZM_LONG" not in os.environ else 1.6 * seconds  # whatever else the machine does
HANG = 30  # seconds of processor time that one run may take; all are told to stop after one
lot = random.Random(seed)
forms, runs, failures = {}, {}, {}
current = None
began = time.monotonic()


class Failure(Exception):
    pass


def spent():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (HANG, HANG + 5))


def fail(steps, why, came=""):
    tail = "\n".join(came.splitlines()[:6])
    raise Failure("\n".join(steps) + f"\n{why}\n{tail}")


class Session:
    """Runs one after the other in a folder of their own; the commands so far are what reproduces a failure."""

    def __init__(self, folder):
        self.folder, self.steps = folder, []

    def run(self, *words, statuses=(0, 2, 3), given="", tool=program):
        words = [str(word) for word in words]
        shown = shlex.join(["zermelo" if tool == program else "zermelo-verify", *words])
        self.steps.append(f"printf {shlex.quote(given)} | {shown}" if given else shown)
        runs[current] = runs.get(current, 0) + 1
        try:
            done = subprocess.run([tool, *words], cwd=self.folder, input=given.encode(), capture_output=True,
                                  preexec_fn=limit, timeout=20 * HANG)
        except subprocess.TimeoutExpired:
            fail(self.steps, f"still at it after {20 * HANG} s")
        out, err = done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")
        if done.returncode == -signal.SIGXCPU:
            fail(self.steps, f"hangs: {HANG} s of processor time", err)
        if done.returncode not in statuses or "Sanitizer" in err or "runtime error" in err:
            fail(self.steps, f"exit status {done.returncode}", err)
        if done.returncode == 2 and len(err.strip().splitlines()) != 1:
            fail(self.steps, "exit status 2 with other than one line of error", err)
        self.out, self.err = out, err
        return done.returncode

    def path(self, name):
        return os.path.join(self.folder, name)


def form(function):
    forms[function.__name__.replace("_", "-")] = function
    return function


def told(command):
    """The help of a command."""
    if command not in told.texts:
        told.texts[command] = subprocess.run([program, "help", command], capture_output=True, text=True).stdout
    return told.texts[command]


told.texts = {}


def limits(command):
    """What keeps a run small, as far as the command knows it."""
    wanted = {"time": {"play": "0.3", "gtp": "0.03"}.get(command, "1"), "memory": "64M", "quiet": None}
    words = []
    for name, value in wanted.items():
        if re.search(rf"^  --{name}\b", told(command), re.M):
            words += [f"--{name}"] + ([value] if value else [])
    return words


class Case:
    """A position of a game under some rules, and a question about it."""

    def __init__(self, drawn, question):
        self.game, self.position, self.line = drawn["game"], drawn["position"], drawn["line"]
        self.rules, self.question = drawn["rules"], question

    def options(self, command, *more):
        words = limits(command)
        for name, value in self.rules + (self.question if re.search("^  --compute", told(command), re.M) else []):
            words += [f"--{name}"] + ([value] if value else [])
        return [*words, *more]

    def ask(self, session, command, *more, **how):
        return session.run(command, *self.options(command, *more), "--", self.game, self.position, **how)

    def asked(self, name):
        return dict(self.question).get(name)


@form
def solve(session, case):
    answered = case.ask(session, "solve") == 0
    result = session.out if answered else ""
    if case.ask(session, "solve", "--json") in (0, 3):
        json.loads(session.out)
    if result and case.ask(session, "solve", "--seed", 7) == 0 and session.out != result \
            and case.asked("compute") in (None, "outcome", "nimber", "grundy", "score"):
        fail(session.steps, f"another answer with another seed: {result.strip()} / {session.out.strip()}")


@form
def analyse(session, case):
    if case.ask(session, "analyse", *lot.choice(([], ["--json"]))) == 2:
        session.run("analyse", case.game, "--time", 1, "--memory", "64M")


@form
def proof(session, case):
    if case.ask(session, "solve", "--proof", "proof") != 0:
        return
    session.run("verify", "proof", "--time", 60, statuses=(0,))
    score = open(session.path("proof")).readline().startswith("zermelo scores")
    session.run("proof", statuses=(0, 2), tool=checker)
    session.run("proof", "shrink", "proof", "--passes", 1, "-o", "shrunk", statuses=(0, 2))
    if os.path.exists(session.path("shrunk")):
        session.run("verify", "shrunk", statuses=(0,))
    spoil(session, "proof", score)


def spoil(session, name, score):
    """One byte changed, or a line left out: what says so may say 1."""
    text = bytearray(open(session.path(name), "rb").read())
    lines = text.splitlines(keepends=True)
    if lot.random() < 0.5 and len(lines) > 1:
        del lines[lot.randrange(1, len(lines))]
        text = b"".join(lines)
    elif text:
        text[lot.randrange(len(text))] = lot.choice(b"019 ,+*\nAx\xff")
    open(session.path("spoilt"), "wb").write(bytes(text))
    session.steps.append(f"# with a byte or a line of {name} changed: {bytes(text[:3000])!r}")
    session.run("verify", "spoilt", "--time", 1, statuses=(0, 1, 2, 3))
    if not score:
        session.run("verify", "spoilt", "--plug", "-o", "plugged", "--time", 1, statuses=(0, 1, 2, 3))


@form
def store(session, case):
    if case.ask(session, "solve", "--store", "store") == 2:
        return
    case.ask(session, "analyse", "--store", "store")
    session.run("store", "info", "store")
    session.run("verify", "store", "--time", 10)
    if session.run("store", "export", "store", "-o", "text") == 0:
        session.run("store", "import", "other", "text")
        session.run("store", "merge", "other", "store")
        session.run("verify", "other", "--time", 10)
    session.run("store", "compact", "store", case.game, case.position, "--time", 2)
    session.run("verify", "store", "--time", 10)
    session.run("store", "purge", "store")


@form
def job(session, case):
    if case.ask(session, "solve", "--save-job", "job") in (0, 3):
        session.run("solve", "--job", "job", *limits("solve"))


@form
def tree(session, case):
    kind = lot.choice(("solution", "solution", "game", "canonical", "rct"))
    drawn = ["-o", "tree.svg"] if shutil.which("dot") else ["-o", "tree.dot"]
    where = lot.choice(([], ["-o", "tree.txt"], ["-o", "tree.dot"], drawn))
    case.ask(session, "tree", "--kind", kind, *where, *lot.choice(([], ["--depth", "2"], ["--nodes", "50"])))


@form
def play(session, case):
    lines = ["moves", "hint", "who-wins", *case.line, "undo", "board", "save game", "again", "load game", "hint", "quit"]
    first = lot.choice(("both", "both", "program", "me"))
    if case.ask(session, "play", "--first", first, given="\n".join(lines) + "\n") == 0 \
            and os.path.exists(session.path("game")):
        given = "moves\nundo\nquit\n"
        rules = [word for name, value in case.rules for word in ([f"--{name}"] + ([value] if value else []))]
        session.run("play", case.game, *limits("play"), *rules, "--play", case.asked("play") or "normal",
                    "--load", "game", given=given, statuses=(0,))


@form
def gtp(session, case):
    """Every line gets one answer, which ends with an empty line."""
    lines = ["zermelo-moves", "genmove b", "genmove w", "showboard", "undo", "final_score", "komi 1", "nonsense",
             "list_commands", "quit"]
    if case.ask(session, "gtp", given="\n".join(lines) + "\n") == 0 and session.out.count("\n\n") != len(lines):
        fail(session.steps, f"{len(lines)} lines have other than so many answers", session.out)


@form
def study(session, case):
    case.ask(session, "study", *lot.choice(([], ["--json"], ["--export", "graph"], ["--strip", "strip.svg"],
                                            ["--classes", "classes.svg"], ["--long", "--steps", "1000"])))


@form
def equivalences(session, case):
    case.ask(session, "equivalences", *lot.choice(([], ["--by", "rct"])))


@form
def quotient(session, case):
    session.run("quotient", case.game, case.position, *limits("quotient"), "--order", 100)


@form
def check(session, case):
    rules = [word for name, value in case.rules for word in ([f"--{name}"] + ([value] if value else []))]
    session.run("check", case.game, *rules, "--rounds", 2, "--time", 1, "--seed", lot.randrange(1000))


@form
def value(session, case):
    term = f"[{case.game} {case.position}]"
    session.run("value", *limits("value"), *lot.choice(([], ["--json"], ["--thermograph"], ["--advise", "left"])),
                "--", lot.choice((term, f"{term} + *2", f"{term} - {term} = 0", f"mean({term})")))


@form
def table(session, case):
    digits = [found.span() for found in re.finditer(r"\d+", case.position)]
    start, end = lot.choice(digits) if digits else (0, 0)
    pattern = case.position[:start] + "{n}" + case.position[end:]
    formats = lot.choice(([], ["--format", "csv"], ["--format", "json"], ["--format", "markdown"]))
    session.run("table", *case.options("table", *formats), "--", case.game, pattern, "n=1..2")


@form
def other_commands(session, case):
    """Commands that nothing above knows, tools, help: with as many words as they take."""
    command = lot.choice(others)
    if command == "tool":
        session.run("tool", case.game)
        names = re.findall(r"^  (?:zermelo tool \S+ )?([a-z-]+)", session.out, re.M)
        if names:
            session.run("tool", case.game, lot.choice(names), *limits("tool"), statuses=(0, 2, 3))
    elif command == "help":
        session.run("help", case.game, statuses=(0,))
    else:
        words = [case.game, case.position][:lot.randrange(3)]
        session.run(command, *words, *limits(command), given="\n".join(["quit"] * 3) + "\n")


class Server:
    """The server, asked over HTTP; whoever kills it has found a defect."""

    def __init__(self, folder):
        self.process = subprocess.Popen([program, "serve", "--port", "0", "--rate", "0", "--memory", "256M"],
                                        cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        address = self.process.stdout.readline().strip()
        self.host = re.search(r"//([^/]+)/", address).group(1)

    def ask(self, method, path, body=None):
        connection = http.client.HTTPConnection(self.host, timeout=20 * HANG)
        connection.request(method, path, None if body is None else json.dumps(body),
                           {"Content-Type": "application/json"})
        reply = connection.getresponse()
        text = reply.read().decode(errors="replace")
        connection.close()
        return reply.status, text

    def close(self):
        self.process.send_signal(signal.SIGINT)
        out, err = self.process.communicate(timeout=20 * HANG)
        return self.process.returncode, err


server = None


@form
def serve(session, case):
    global server
    if server is None:
        server = Server(session.folder)
    path = lot.choice(paths)
    options = {name: value for name, value in case.rules + case.question if name not in ("labels", "threads")}
    options = {name: (True if value == "" else value) for name, value in options.items()}
    body = {"game": case.game, "position": case.position, "options": options}
    if lot.random() < 0.5:
        body["moves"] = case.line[:2]
    if path not in ("/api/position", "/api/table"):
        body["seconds"] = 0.3
    if path == "/api/table":
        body = {"game": case.game, "pattern": case.position, "options": options}
    steps = [f"POST {path} {json.dumps(body)}"]
    runs[current] = runs.get(current, 0) + 1
    try:
        status, text = server.ask("POST", path, body)
        if path == "/api/computations" and status < 300:
            number = json.loads(text)["id"]
            steps.append(f"DELETE {path}/{number}")
            server.ask("DELETE", f"{path}/{number}")
    except (OSError, http.client.HTTPException) as problem:
        _, err = server.close()
        server = None
        fail(steps, f"the server is gone: {problem}", err)
    if status >= 500 and status != 503:
        fail(steps, f"status {status}", text)


def attempt(name, case, folder):
    """One use of the program; its files are gone afterwards."""
    global current
    current = name
    session = Session(folder)
    try:
        forms[name](session, case)
    except Failure as failure:
        failures.setdefault(name, []).append(str(failure))
    for file in os.listdir(folder):
        path = os.path.join(folder, file)
        shutil.rmtree(path) if os.path.isdir(path) else os.unlink(path)


def draw(rounds):
    """Cases by lot: for each game so many positions, each with its questions."""
    made = subprocess.run([os.environ["ZM_DRAW"], str(lot.randrange(2**32)), str(rounds), "."], capture_output=True,
                          check=True, text=True, preexec_fn=limit)
    drawn = [json.loads(line) for line in made.stdout.splitlines()]
    return [one for one in drawn if os.environ.get("ZM_GAME", one["game"]) == one["game"]]


def over():
    return spent() > seconds or time.monotonic() - began > CLOCK


def main():
    global others, paths
    listed = re.findall(r"^  zermelo ([a-z-]+) ", subprocess.run([program, "help"], capture_output=True, text=True).stdout,
                        re.M)
    known = set(forms) | {"verify", "store", "bench"}
    others = [name for name in listed if name not in known]
    with open(os.path.join(os.environ["ZM_SOURCE"], "web/openapi.json")) as file:
        api = json.load(file)
    paths = [path for path, routes in api["paths"].items() if "post" in routes and "{" not in path]
    chosen = [name for name in forms if os.environ.get("ZM_FORM", name) == name]
    games, first = set(), draw(1)
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as home:
        os.environ["HOME"] = home
        for turn, drawn in enumerate(first):  # the defaults first: what most people use
            games.add(drawn["game"])
            for name in chosen[turn % 3 :: 3] if sanitized and len(chosen) > 3 else chosen:
                plain = {**drawn, "rules": []} if drawn["rules"] == [] else drawn
                attempt(name, Case(plain, []), folder)
        while not over():
            for drawn in draw(1):
                names = lot.sample(chosen, min(4, len(chosen)))
                for name in names if not over() else ():
                    attempt(name, Case(drawn, lot.choice(drawn["questions"])), folder)
        if server is not None:
            status, err = server.close()
            if status not in (0, 3) or "Sanitizer" in err:
                failures.setdefault("serve", []).append(f"the server ended with status {status}\n{err[:2000]}")
    for number, name in enumerate(chosen, 1):
        bad = failures.get(name, [])
        print("not ok" if bad else "ok", number, "-", f"{name}: {runs.get(name, 0)} runs")
        for text in bad[:5]:
            print("\n".join("#   " + line for line in text.splitlines()))
        if len(bad) > 5:
            print(f"#   and {len(bad) - 5} more")
    print(f"1..{len(chosen)}")
    print(f"# in all: {sum(runs.values())} runs of {len(games)} games in {spent():.0f} s, seed {seed}")
    sys.exit(1 if failures else 0)


main()
