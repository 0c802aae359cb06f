#!/usr/bin/env python3
"""Campaigns of independent jobs: the same tables with any number of workers, orders, liars, and what is said when
something is wrong."""

import json
import os
import random
import shutil
import socket
import struct
import tempfile
import threading
import time

import support
from support import Client, Proxy, Server, Workers, begin, check, equal, run

support.need_redis()
server = Server()
URL = ["--cluster", server.url]
DEALS = ["table", "montana", "deal:{n}", "n=1..16", "--quiet"]
CRAM = ["table", "cram", "{n}x{m}", "n=2..4", "m=2..5", "--compute", "nimber", "--quiet"]


def tables():
    for words in (DEALS, CRAM):
        _, alone, _ = run(*words)
        for count in (1, 2, 4):
            workers = Workers(server.url, count)
            code, out, err = run(*words, *URL, "--recheck", 4)
            equal("%s with %d workers" % (words[1], count), (0, alone, ""), (code, out, err))
            workers.stop()
    workers = Workers(server.url, 1, "--threads", "3")
    equal("one worker of three threads", run(*DEALS)[1], run(*DEALS, *URL)[1])
    workers.stop()
    equal("campaigns that are over are forgotten", "no campaigns", run("cluster", "status", *URL)[1].split("\n")[0])
    _, alone, _ = run(*DEALS, "--nodes", 300)
    workers = Workers(server.url, 2)
    equal("open cells stay open", alone.count("?"), run(*DEALS, "--nodes", 300, *URL)[1].count("?"))
    workers.stop()


def tasks():
    """The complete search of Morpion solitaire: the same sums, whatever the tasks."""
    start = ["solve", "morpion", support.record(50), "--json", "--quiet"]
    keys = ("result", "kind", "proved", "status")
    alone = {what: json.loads(run(*start, "--compute", what)[1]) for what in ("count", "longest")}
    for count in (1, 2, 4):
        workers = Workers(server.url, count)
        for what, limit in (("count", 50), ("count", 5000), ("longest", 300)):
            came = json.loads(run(*start, "--compute", what, "--limit", limit, *URL, "--recheck", 5)[1])
            equal("morpion: %s with %d workers, tasks of %d" % (what, count, limit),
                  [alone[what].get(key) for key in keys] + [len(alone[what].get("line", []))],
                  [came.get(key) for key in keys] + [len(came.get("line", []))])
        workers.stop()


def piles():
    """A full pile: tasks are done whole, the sum is the same."""
    start = ["solve", "morpion", support.record(50), "--compute", "count", "--quiet", "--limit", 50, *URL,
             "--keep-campaign", "--recheck", 1]
    workers = Workers(server.url, 2)
    came = []
    for pile in (100000, 3):
        code, out, err = run(*start, "--pile", pile, "--campaign", "pile")
        status = json.loads(run("cluster", "status", "pile", *URL, "--json")[1])["campaigns"][0]
        came.append((code, out, err, status["done"]))
        run("cluster", "forget", "pile", *URL)
    workers.stop()
    equal("a pile that is full changes no sum", came[0][:3], came[1][:3])
    check(came[0][0] == 0 and came[1][3] < came[0][3], "and leaves fewer tasks", came)


def count_wrongly():
    """A worker that counts a task wrongly: the sum is right all the same."""
    start = ["solve", "morpion", support.record(50), "--compute", "count", "--quiet"]
    master = begin(*start, "--limit", 50, *URL, "--campaign", "sums", "--recheck", 1)
    p = "zermelo:sums:"
    with Client(server.socket) as client:
        while client.ask("LLEN", p + "wait") != 1:
            time.sleep(0.05)
        job = client.ask("LINDEX", p + "wait", 0)
        key = job[4:4 + struct.unpack(">I", job[:4])[0]]
        report = struct.pack("<QI", 12345, 0)
        client.ask("MULTI")
        client.ask("DEL", p + "wait", p + "known")
        client.ask("HSET", p + "done", key, b"liar\n" + report)
        client.ask("XADD", p + "reports", "*", "key", key, "who", "liar", "report", report)
        client.ask("EXEC")
    workers = Workers(server.url, 1)
    out, err = master.communicate(timeout=60 * support.SLOW)
    equal("the sum is right", (0, run(*start)[1]), (master.returncode, out))
    check("worker liar is refused, 1 reports dropped" in err, "and who counted wrongly is named", err)
    workers.stop()


def games():
    """A match: the same games whoever plays them."""
    words = ["match", "hex", "player=monte-carlo,nodes=50", "player=monte-carlo,nodes=5", "--start", "3x3", "--games",
             12, "--json", "--quiet"]
    alone = run(*words)
    for count in (1, 3):
        workers = Workers(server.url, count)
        equal("a match by %d workers" % count, alone, run(*words, *URL))
        workers.stop()
    code, _, err = run(*words[:3], "gtp:true", *words[4:], *URL)
    check(code == 2 and "workers start no other programs" in err, "no other programs", err)
    says("no files", 2, "weights", "match", "othello", "player=patterns,weights=/etc/hostname", "player=patterns", "--games", 2,
         *URL)


def simulations():
    folder = tempfile.mkdtemp(prefix="zermelo-cluster-")
    path, svg = os.path.join(folder, "jobs"), os.path.join(folder, "curve.svg")
    with open(path, "w") as file:
        file.write("# ten jobs of a second, the last after the first\n")
        file.write("".join("job %d 0 1 100 won\n" % i for i in range(1, 10)) + "job 10 1 1 100 won\n")
    words = ["cluster", "simulate", path, "--latency", "0.0000001", "--master", "0.0000001", "--svg", svg]
    code, out, _ = run(*words)
    rows = {int(row[0]): (float(row[1]), float(row[2])) for row in map(str.split, out.splitlines()[2:])}
    equal("ten jobs of a second", (0, (10.0, 1.0), (5.0, 2.0), (3.0, 3.3), (2.0, 5.0), 11),
          (code, rows[1], rows[2], rows[4], rows[1024], len(rows)))
    with open(svg) as file:
        picture = file.read()
    check(picture.startswith("<svg") and "SPOTS: 332.9" in picture and picture.count('class="dot"') == 11, "and drawn")
    with open(path, "w") as file:
        file.write("".join("job %d 0 1 1 open\n" % i for i in range(1, 5)) + "job 5 4 3 1 won\n")
    free = ["cluster", "simulate", path, "--latency", "0.0000001", "--master", "0.0000001"]
    equal("the longest chain first", ("5.000", "4.000"),
          tuple(run(*free, "--order", order)[1].splitlines()[3].split()[1] for order in ("recorded", "longest")))
    for text in ("", "job 2 0 1 1 won\n", "job 1 1 1 1 won\n", "job 1 0 x 1 won\n", "job 1 0 -1 1 won\n"):
        with open(path, "w") as file:
            file.write(text)
        says("the record %r" % text, 2, path, "cluster", "simulate", path)
    says("no record", 2, "cluster simulate", "cluster", "simulate")
    workers = Workers(server.url, 2)
    code, _, _ = run("solve", "sprouts", 8, "--quiet", "--record", path, "--job-nodes", 200, *URL)
    workers.stop()
    code2, out, _ = run("cluster", "simulate", path)
    check(code == 0 and code2 == 0 and int(out.split()[0]) > 0, "jobs are recorded as they are simulated", out)
    shutil.rmtree(folder)


def othello_game(lots):
    """The squares of a game of Othello played at random, as WTHOR files write them."""
    board, mover, moves = {(3, 3): -1, (4, 4): -1, (3, 4): 1, (4, 3): 1}, 1, []

    def flips(square):
        found = []
        for step in ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)):
            row, here = [], (square[0] + step[0], square[1] + step[1])
            while board.get(here) == -mover:
                row.append(here)
                here = (here[0] + step[0], here[1] + step[1])
            found += row if board.get(here) == mover else []
        return found if square not in board else []

    for _ in range(2 * 60):
        legal = [(r, c) for r in range(8) for c in range(8) if flips((r, c))]
        if legal:
            square = lots.choice(legal)
            for each in flips(square):
                board[each] = mover
            board[square] = mover
            moves.append(10 * (square[0] + 1) + square[1] + 1)
        mover = -mover
    return moves


def pieces():
    """Theoretical scores of an archive, and games to learn from."""
    lots = random.Random(7)
    games = [othello_game(lots) for _ in range(70)]
    games.append(games[0])
    folder = tempfile.mkdtemp()
    wthor, ours, theirs = (os.path.join(folder, name) for name in ("WTH_2001.wtb", "ours", "theirs"))
    with open(wthor, "wb") as file:
        file.write(bytes([20, 1, 1, 1]) + struct.pack("<IHHBBBB", len(games), 0, 2001, 8, 0, 12, 0))
        for moves in games:
            file.write(bytes([0] * 6 + [32, 33] + (moves + [0] * 60)[:60]))
    for archive in (ours, theirs):
        run("archive", "import", archive, wthor, "--quiet")
    workers = Workers(server.url, 2)
    alone, together = run("archive", "rescore", ours), run("archive", "rescore", theirs, *URL, "--recheck", 10)
    check(alone[0] == 0 and alone[1].startswith("71 scores computed, 0 known"), "an archive is rescored", alone)
    equal("a cluster finds the same scores", alone, together)
    equal("which are kept", run("archive", "rescore", ours)[1], run("archive", "rescore", theirs, *URL)[1])
    code, _, err = run("archive", "check", ours, *URL)
    check(code == 2 and "rescore" in err and err.count("\n") == 1, "nothing else of archives is for clusters", err)
    alone = run("train", "othello", ours + ".weights", wthor, "--rounds", 1)
    together = run("train", "othello", theirs + ".weights", wthor, "--rounds", 1, *URL)
    with open(ours + ".weights", "rb") as one, open(theirs + ".weights", "rb") as other:
        check(one.read() == other.read(), "the same is learned from games that a cluster solved", together)
    equal("and the same is said", (0, alone[1]), together[:2])
    workers.stop()
    shutil.rmtree(folder)


def orders():
    name = ["--campaign", "orders", *URL]

    def seen():
        campaigns = json.loads(run("cluster", "status", *URL, "--json")[1])["campaigns"]
        return campaigns[0] if campaigns else {}

    def under_way():
        """The campaign, once the master has begun it and nobody works."""
        campaign = seen()
        return campaign if campaign.get("state") == "run" and campaign["waiting"] == 16 else None

    master = begin(*DEALS, *name)
    campaign = support.until(under_way)
    equal("the status names the campaign", ("orders", "table", "montana", "run", 16, 0),
          tuple(campaign[key] for key in ("campaign", "kind", "game", "state", "waiting", "done")))
    equal("it is paused", 0, run("cluster", "pause", "orders", *URL)[0])
    workers = Workers(server.url, 2)
    check(support.until(lambda: len(seen()["workers"]) == 2), "both workers are seen", seen())
    time.sleep(0.7)
    campaign = seen()
    equal("and nothing is handed out", ("pause", 0, 0), tuple(campaign[k] for k in ("state", "done", "handed-out")))
    equal("the master tells how far it is", {"cells": 0, "of": 16}, support.until(lambda: seen().get("told")))
    check("orders: table of montana, pause" in run("cluster", "status", *URL)[1], "as text, too")
    run("cluster", "resume", "orders", *URL)
    out, _ = master.communicate(timeout=60 * support.SLOW)
    equal("it goes on", (0, run(*DEALS)[1]), (master.returncode, out))
    workers.stop()
    for order in ("stop", "drain"):
        master = begin(*DEALS, *name)
        check(support.until(under_way), "it is led again")
        run("cluster", order, "orders", *URL)
        _, err = master.communicate(timeout=60 * support.SLOW)
        equal("%s ends the master" % order, (3, True), (master.returncode, "campaign 'orders' was" in err))
    workers = Workers(server.url, 2)
    equal("and the same question goes on", (0, run(*DEALS)[1]), run(*DEALS, *name, "--keep-campaign")[:2])
    campaign = json.loads(run("cluster", "status", "orders", *URL, "--json")[1])["campaigns"][0]
    equal("kept when it is over", ("over", 16), (campaign["state"], campaign["done"]))
    rested = (campaign["seconds"], time.sleep(1.2),
              json.loads(run("cluster", "status", "orders", *URL, "--json")[1])["campaigns"][0]["seconds"])
    equal("and its time is over, too", rested[0], rested[2])
    equal("asked again, it is answered from there", run(*DEALS)[1], run(*DEALS, *name, "--keep-campaign")[1])
    workers.stop()
    code, _, err = run(*CRAM, *name)
    check(code == 2 and "another campaign 'orders'" in err and err.count("\n") == 1, "two campaigns of one name", err)
    equal("it is forgotten", 0, run("cluster", "forget", "orders", *URL)[0])
    code, _, err = run("cluster", "stop", "orders", *URL)
    equal("there is none then", (2, "zermelo: the server has no campaign 'orders'\n"), (code, err))


def lie():
    """A worker that reports wrong results without computing anything."""
    master = begin(*DEALS, *URL, "--campaign", "lies", "--recheck", 1)
    p = "zermelo:lies:"
    with Client(server.socket) as client:
        while client.ask("LLEN", p + "wait") != 16:
            time.sleep(0.05)
        jobs = client.ask("LRANGE", p + "wait", 0, -1)
        client.ask("MULTI")
        client.ask("DEL", p + "wait", p + "known")
        for job in jobs:
            key = job[4:4 + struct.unpack(">I", job[:4])[0]]
            client.ask("HSET", p + "done", key, b"liar\ntomorrow")
            client.ask("XADD", p + "reports", "*", "key", key, "who", "liar", "report", "tomorrow")
        client.ask("EXEC")
    workers = Workers(server.url, 1)
    out, err = master.communicate(timeout=60 * support.SLOW)
    equal("the table is right", (0, run(*DEALS)[1]), (master.returncode, out))
    check(err.count("worker liar is refused, 16 reports dropped") == 1 and "it said 'tomorrow'" in err, "and the liar is named", err)
    workers.stop()


def another_version():
    master = begin(*DEALS, *URL, "--campaign", "old")
    with Client(server.socket) as client:
        while not client.ask("EXISTS", "zermelo:old:head"):
            time.sleep(0.05)
        hello = client.ask("HGET", "zermelo:old:head", "hello").decode()
        check(hello.startswith("zermelo ") and "montana in form" in hello, "a campaign says its versions", hello)
        client.ask("HSET", "zermelo:old:head", "hello", "zermelo 0.0.1, protocol 1, montana in form 7")
        code, _, err = run("worker", *URL, "--campaign", "old", "--quiet")
        check(code == 2 and "'zermelo 0.0.1, protocol 1, montana in form 7'" in err and err.count("\n") == 1,
              "a worker of another version is refused", err)
        refused = json.loads(run("cluster", "status", "old", *URL, "--json")[1])["campaigns"][0]["workers"]
        equal("and listed by name", [hello], [worker.get("refused") for worker in refused])
        run("cluster", "stop", "old", *URL)
        master.communicate(timeout=60 * support.SLOW)
        code, _, err = run(*DEALS, *URL, "--campaign", "old")
        check(code == 2 and "begun by another version" in err, "nor is it led by one", err)
        run("cluster", "forget", "old", *URL)


def deaf():
    """A server that is no Redis."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen(4)

    def answer():
        while True:
            try:
                visitor, _ = listener.accept()
            except OSError:
                return
            visitor.recv(100)
            visitor.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
            visitor.close()

    threading.Thread(target=answer, daemon=True).start()
    return listener


def says(name, code, part, *words, env=None):
    came, out, err = run(*words, env=env)
    check(came == code and part in err and err.count("\n") == 1 and out == "", name, "%s %s%s" % (came, out, err))


def errors():
    table = ["table", "nim", "{n}", "n=1..3", "--quiet"]
    says("no server", 4, "no Redis server answers", *table, "--cluster", "redis://127.0.0.1:%d" % support.free_port())
    says("no socket", 4, "no Redis server answers", *table, "--cluster", "unix:/no/such/socket")
    for bad in ("localhost", "http://localhost", "redis://", "redis://h:0", "redis://h:99999", "redis://h/x", "unix:",
                "redis://h:1:2"):
        says("'%s' is no address" % bad, 2, "expected the address", *table, "--cluster", bad)
    says("a password on the command line", 2, "ZERMELO_CLUSTER_PASSWORD", *table, "--cluster", "redis://:pw@localhost")
    listener = deaf()
    says("no Redis", 4, "is no Redis server", *table, "--cluster", "redis://127.0.0.1:%d" % listener.getsockname()[1])
    listener.close()
    says("a worker needs a server", 2, "expected --cluster", "worker")
    says("orders need a name", 2, "the name of a campaign", "cluster", "drain", *URL)
    says("no such order", 2, "expected status, pause", "cluster", "dance", *URL)
    says("a name with blanks", 2, "--campaign 'a b'", *table, *URL, "--campaign", "a b")
    says("a store beside it", 2, "--store", *table, *URL, "--store", "/tmp/none")
    says("a wrong question", 2, "expected", "table", "cram", "{n}x2", "n=1..3", *URL, "--compute", "nothing")
    with Client(server.socket) as client:
        client.ask("SET", "zermelo:mine:head", "1")
        client.ask("HSET", "zermelo:yours:head", "a", "b")
        says("keys of somebody else", 2, "no campaign of this program", *table, *URL, "--campaign", "mine")
        says("a hash of somebody else", 2, "no campaign of this program", *table, *URL, "--campaign", "yours")
        client.ask("RENAME", "zermelo:mine:head", "zermelo:campaigns")
        says("a name of somebody else", 2, "belong to somebody else", *table, *URL)
        client.ask("DEL", "zermelo:campaigns")
        client.ask("CONFIG", "SET", "maxmemory", "1")
        says("full memory", 4, "memory is full", *table, *URL)
        client.ask("CONFIG", "SET", "maxmemory", "0")


def passwords():
    port = support.free_port()
    locked = Server("--requirepass", "pa55", port=port)
    url = "redis://127.0.0.1:%d" % port
    table = ["table", "nim", "{n}", "n=1..3", "--quiet", "--cluster", url]
    bare = {key: value for key, value in os.environ.items() if key != "ZERMELO_CLUSTER_PASSWORD"}
    says("a password is wanted", 2, "wants a password", *table, env=bare)
    says("it is wrong", 2, "password is wrong", *table, env={**bare, "ZERMELO_CLUSTER_PASSWORD": "no"})
    path = os.path.join(locked.folder, "password")
    with open(path, "w") as file:
        file.write("pa55\n")
    code, out, _ = run("cluster", "status", "--cluster", url + "/3", "--password-file", path, env=bare)
    equal("from a file", (0, "no campaigns"), (code, out.split("\n")[0]))
    code, out, _ = run("cluster", "status", "--cluster", url, env={**bare, "ZERMELO_CLUSTER_PASSWORD": "pa55"})
    equal("from the environment", (0, "no campaigns"), (code, out.split("\n")[0]))
    says("no such database", 2, "no database 99", "cluster", "status", "--cluster", url + "/99", "--password-file", path,
         env=bare)
    locked.stop()


try:
    tables()
    tasks()
    piles()
    count_wrongly()
    games()
    simulations()
    pieces()
    orders()
    lie()
    another_version()
    errors()
    passwords()
finally:
    server.stop()
support.end()
