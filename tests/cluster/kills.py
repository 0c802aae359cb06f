#!/usr/bin/env python3
"""Workers, the master, the server and the network killed at random: the same answers every time, nothing counted twice.
A few seconds by default, ten minutes with ZM_LONG; ZM_SEED repeats a run."""

import json
import os
import random
import signal
import time

import support
from support import LONG, Client, Proxy, Server, Workers, begin, check, equal, run

support.need_redis()
SEED = int(os.environ.get("ZM_SEED", "0")) or random.SystemRandom().randrange(1, 10**6)
SECONDS = 600 if LONG else 10
print("# seed %d" % SEED, flush=True)
lots = random.Random(SEED)
server = Server()
proxy = Proxy(server)
CASES = [
    ["solve", "sprouts", "10" if LONG else "8", "--job-nodes", "200"],
    ["solve", "cram", "5x7" if LONG else "5x6", "--compute", "nimber", "--job-nodes", "1000"],
    ["solve", "cram", "4x5", "--compute", "nimber", "--search", "dfpn", "--job-nodes", "100"],
    ["solve", "dots", "2x5" if LONG else "2x4", "--job-nodes", "2000"],
    ["table", "montana", "deal:{n}", "n=1..24"],
    ["solve", "morpion", support.record(48 if LONG else 50), "--compute", "count", "--limit", "100"],
]
counts = {}


def alone(words):
    _, out, _ = run(*words[:-2] if "--job-nodes" in words else words, "--quiet")
    return out


def disturb(master, words, workers):
    """Does one bad thing; gives back the master, which may be another one."""
    what = lots.choice(["worker", "worker", "cut", "cut", "server", "master"])
    counts[what] = counts.get(what, 0) + 1
    if what == "worker":
        workers.kill_one(lots.randrange(16))
    elif what == "cut":
        proxy.cut()
    elif what == "server":
        server.kill()
        time.sleep(lots.random() * 0.3)
        server.start()
    elif master.poll() is None:
        master.send_signal(signal.SIGKILL)
        master.communicate()
        master = begin(*words)
    return master


def one_round(case, expected, workers):
    """A campaign under fire; says whether it came out right."""
    good = came_right(case, expected, workers)
    run("cluster", "forget", "fire", "--cluster", server.url)
    return good


def fight(words, workers):
    """Leads a campaign to its end: under fire for at most two minutes, then in peace for five. A master that was started
    while the server was down for seconds says so and ends; it is asked again, as by anybody."""
    begun = time.time()
    master = begin(*words)
    while time.time() - begun < 420 * support.SLOW:
        time.sleep(lots.random() * 0.4)
        if master.poll() is None and time.time() - begun < 120 * support.SLOW:
            master = disturb(master, words, workers)
        workers.revive()
        if master.poll() is not None:
            out, err = master.communicate()
            if master.returncode != 4 or "no Redis server answers" not in err:
                return master.returncode, out, err
            master = begin(*words)
    master.kill()
    out, err = master.communicate()
    return "none, after seven minutes", out, err


def came_right(case, expected, workers):
    words = [*case, "--quiet", "--cluster", proxy.url, "--lease", "1", "--campaign", "fire", "--keep-campaign"]
    code, out, err = fight(words, workers)
    if code != 0 or out != expected:
        check(False, " ".join(case[:3]), "exit status %s\nexpected: %s\ncame: %s\n%s" % (code, expected, out, err))
        return False
    status = json.loads(run("cluster", "status", "fire", "--cluster", server.url, "--json")[1])["campaigns"][0]
    told = sum(worker.get("jobs", 0) for worker in status["workers"])
    nodes = sum(worker.get("nodes", 0) for worker in status["workers"])
    if (told, nodes) != (status["done"], status["nodes"]):
        check(False, "nothing is counted twice", status)
        return False
    if case[0] == "table" and status["done"] != 24:
        check(False, "each deal is counted once", status)
        return False
    return True


try:
    right = [alone(case) for case in CASES]
    workers = Workers(proxy.url, 3)
    rounds = good = 0
    begun = time.time()
    while rounds < len(CASES) or time.time() - begun < SECONDS:
        good += one_round(CASES[rounds % len(CASES)], right[rounds % len(CASES)], workers)
        rounds += 1
    equal("all campaigns come out right", rounds, good)
    print("# %d campaigns; killed or cut: %s" % (rounds, counts), flush=True)
    workers.stop()
finally:
    proxy.close()
    server.stop()
support.end()
