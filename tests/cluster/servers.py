#!/usr/bin/env python3
"""A cluster with several servers: results lie on all of them, by their keys; one that goes away and comes back; one that
stays away (a minute, with ZM_LONG); one that was never there."""

import json
import time

import support
from support import LONG, Client, Server, Workers, begin, check, equal, run

support.need_redis()
first, second = Server(), Server()
BOTH = "%s,%s" % (first.url, second.url)
QUESTIONS = [["sprouts", "9", "--job-nodes", 300], ["cram", "5x5", "--compute", "nimber", "--job-nodes", 300]]


def answer(words, *more):
    code, out, err = run("solve", *words, *more, "--json", "--quiet")
    return code, json.loads(out).get("result") if out else None, err


def lengths(name):
    """How many results each server has."""
    found = []
    for server in (first, second):
        with Client(server.socket) as client:
            found.append(client.ask("HLEN", "zermelo:%s:results" % name))
    return found


def spread():
    workers = Workers(BOTH, 2)
    for words in QUESTIONS:
        alone = answer(words[:-2])
        equal("%s on two servers" % words[0], alone,
              answer(words, "--cluster", BOTH, "--campaign", "two", "--keep-campaign", "--recheck", 5))
        kept = lengths("two")
        check(min(kept) > 0 and min(kept) * 4 > max(kept), "both have results", kept)
        status = json.loads(run("cluster", "status", "two", "--cluster", BOTH, "--json")[1])
        check(status["campaigns"][0]["results"] >= sum(kept) and len(status["servers"]) == 2, "the status counts both", status)
        equal("it goes on from there", alone, answer(words, "--cluster", BOTH, "--campaign", "two", "--keep-campaign"))
        equal("it is forgotten", 0, run("cluster", "forget", "two", "--cluster", BOTH)[0])
        with Client(second.socket) as client:
            equal("on both", [], client.ask("KEYS", "zermelo:two:*"))
    equal("a table needs the first alone", run("table", "cram", "2x{n}", "n=1..4", "--quiet"),
          run("table", "cram", "2x{n}", "n=1..4", "--quiet", "--cluster", BOTH))
    workers.stop()


def refused():
    """Who knows of one server only is refused by name."""
    master = begin("solve", *QUESTIONS[0], "--cluster", BOTH, "--campaign", "two", "--quiet")
    support.until(lambda: run("cluster", "status", "two", "--cluster", first.url)[0] == 0)
    code, _, err = run("worker", "--cluster", first.url, "--campaign", "two", "--quiet")
    check(code == 2 and "2 servers'" in err and err.count("\n") == 1, "a worker that knows one server is refused", err)
    master.terminate()
    master.communicate()
    run("cluster", "forget", "two", "--cluster", BOTH)
    with Client(second.socket) as client:
        client.ask("SET", "zermelo:two:part", "somebody's")
        code, out, err = run("solve", *QUESTIONS[0], "--cluster", BOTH, "--campaign", "two", "--quiet")
        check(code == 2 and "no results of this program" in err and err.count("\n") == 1 and out == "",
              "keys of somebody else on the second server", err)
        client.ask("DEL", "zermelo:two:part")
    run("cluster", "forget", "two", "--cluster", BOTH)


def dropped():
    """Results that were found wrong are dropped on the further servers, too."""
    words = ["cram", "5x5", "--compute", "nimber", "--job-nodes", 20]
    on = ["--cluster", BOTH, "--campaign"]
    workers = Workers(BOTH, 1)
    right = answer(words[:-2])[:2]
    equal("before the lies", right, answer(words, *on, "true", "--keep-campaign")[:2])
    workers.stop()
    master = begin("solve", *words, *on, "two", "--quiet", "--json", "--recheck", 1)
    told = support.lie(first, second, "two", "true", master)
    workers = Workers(BOTH, 1, "--campaign", "two")
    out, err = master.communicate(timeout=120 * support.SLOW)
    workers.stop()
    check(told > 0 and "worker liar is refused" in err, "a liar at the second server is found", err)
    equal("and the answer is right", right, (master.returncode, json.loads(out)["result"]))
    run("cluster", "forget", "true", "--cluster", BOTH)


def away():
    """The second server dies in the middle."""
    words = ["solve", *QUESTIONS[0], "--cluster", BOTH, "--campaign", "two", "--quiet"]
    right = run(*words[:3], "--quiet")
    master = begin(*words)
    workers = Workers(BOTH, 2)
    with Client(first.socket) as client:
        while client.ask("HLEN", "zermelo:two:done") < 3 and master.poll() is None:
            time.sleep(0.02)
    second.kill()
    time.sleep(1)
    second.start()
    out, err = master.communicate(timeout=90 * support.SLOW)
    equal("it comes back, and nothing is lost", (right[0], right[1]), (master.returncode, out))
    workers.stop()
    path = second.socket
    if LONG:
        master = begin("solve", "sprouts", 14, "--cluster", BOTH, "--quiet")
        workers = Workers(BOTH, 2)
        time.sleep(1)
        second.kill()
        for process in (master, *workers.processes):
            out, err = process.communicate(timeout=200)
            check(process.returncode == 4 and path in err and err.count("\n") == 1 and out == "",
                  "it stays away: one line", "%s %s%s" % (process.returncode, out, err))
    else:
        second.kill()
    code, out, err = run("solve", "cram", "3x3", "--cluster", BOTH)
    check(code == 4 and path in err and err.count("\n") == 1 and out == "", "it was never there", err)
    code, out, err = run("worker", "--cluster", BOTH)
    check(code == 4 and path in err and err.count("\n") == 1, "nor for workers", err)
    code, out, err = run("cluster", "status", "--cluster", first.url + ",")
    check(code == 2 and "with commas" in err and err.count("\n") == 1, "a comma and no address", err)


try:
    spread()
    refused()
    dropped()
    away()
finally:
    first.stop()
    second.stop()
support.end()
