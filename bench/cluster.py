#!/usr/bin/env python3
"""What a cluster costs: one question by N workers of one thread each, through a real Redis server on this machine, against
the same question by one process with N threads. Prints a line for each run and a table of medians; it never fails.

    bench/cluster.py [--zermelo FILE] [--runs 5] [--workers 2] [--minutes 15] [--memory MIB] [--also OPTIONS] \\
        solve sprouts 32

The words after the options are the question; both sides are asked it with --search dfpn unless it names a search or
--own is given (then each side uses what it would). The runs of both sides alternate, so that what else the machine does
hits both. --only cluster|threads leaves out a side. Run it from a quiet machine with as many free cores as workers."""

import argparse
import json
import os
import signal
import statistics
import subprocess
import sys
import time

parser = argparse.ArgumentParser(usage=__doc__)
root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
parser.add_argument("--zermelo", default=os.path.join(root, "build/release/zermelo"))
parser.add_argument("--runs", type=int, default=5)
parser.add_argument("--workers", type=int, default=2)
parser.add_argument("--minutes", type=float, default=15)
parser.add_argument("--memory", type=int, default=512, help="MiB, of each worker; threads have as much in all")
parser.add_argument("--also", default="", help="options of the cluster's master alone, in one word")
parser.add_argument("--own", action="store_true")
parser.add_argument("--only", choices=("cluster", "threads"))
parser.add_argument("words", nargs=argparse.REMAINDER)
asked = parser.parse_args()
os.environ["ZERMELO"] = asked.zermelo
sys.path.insert(0, os.path.join(root, "tests/cluster"))
from support import Client, Server  # noqa: E402

WORDS = asked.words if asked.own or "--search" in asked.words else [*asked.words, "--search", "dfpn"]
signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # the server and the workers end, too
FIGURES = ("wall", "cpu", "nodes", "master", "server", "jobs", "in", "out")
over = time.time() + 60 * asked.minutes


def begin(*words):
    return subprocess.Popen([asked.zermelo, *map(str, words)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.DEVNULL)


def end(process):
    """Its standard output, and the processor seconds it took."""
    out = process.stdout.read()
    _, _, used = os.wait4(process.pid, 0)
    process.returncode = 0
    return out, used.ru_utime + used.ru_stime


def of_threads():
    began = time.time()
    # a process takes --memory twice, for numbers and for results; a worker once, half for each
    memory = "%dM" % (asked.memory * asked.workers // 2)
    process = begin(*WORDS, "--threads", asked.workers, "--memory", memory, "--json", "--quiet")
    out, cpu = end(process)
    answer = json.loads(out)
    return answer["result"], {"wall": time.time() - began, "cpu": cpu, "nodes": answer["nodes"]}


def ask_info(client, *names):
    lines = dict(line.split(":", 1) for line in client.ask("INFO", "all").decode().splitlines() if ":" in line)
    return [float(lines[name]) for name in names]


def of_cluster():
    server = Server()
    workers = [begin("worker", "--cluster", server.url, "--quiet", "--memory", "%dM" % asked.memory)
               for _ in range(asked.workers)]
    names = ("used_cpu_user", "used_cpu_sys", "total_net_input_bytes", "total_net_output_bytes")
    try:
        with Client(server.socket) as client:
            while ask_info(client, "connected_clients")[0] < 1 + 2 * asked.workers:
                time.sleep(0.05)
            before = ask_info(client, *names)
            began = time.time()
            out, master = end(begin(*WORDS, "--cluster", server.url, "--campaign", "measured", "--keep-campaign", "--json",
                                    "--quiet", *asked.also.split()))
            wall = time.time() - began
            after = ask_info(client, *names)
            jobs = client.ask("HLEN", "zermelo:measured:done")
        user, system, came, went = (b - a for a, b in zip(before, after))
        answer = json.loads(out)
    finally:
        for worker in workers:
            worker.terminate()
        spent = sum(end(worker)[1] for worker in workers)
        server.stop()
    return answer["result"], {"wall": wall, "cpu": master + spent + user + system, "nodes": answer["nodes"],
                              "master": master, "server": user + system, "jobs": jobs, "in": came, "out": went}


SIDES = [("threads", of_threads), ("cluster", of_cluster)]
SIDES = [side for side in SIDES if asked.only in (None, side[0])]


def show(name, figures):
    print("%-9s" % name + "".join(("%12.2f" if key in ("wall", "cpu", "master", "server") else "%12.0f") %
                                  figures[key] if key in figures else " " * 12 for key in FIGURES), flush=True)


print("zermelo %s\n%d threads against %d workers of one thread; seconds, and bytes to and from the server" %
      (" ".join(WORDS), asked.workers, asked.workers))
print("         " + "".join("%12s" % key for key in FIGURES), flush=True)
runs = {name: [] for name, _ in SIDES}
results = set()
longest = 0
while len(runs[SIDES[-1][0]]) < asked.runs and time.time() + longest < over:
    began = time.time()
    for name, measure in SIDES:
        result, figures = measure()
        results.add(result)
        runs[name].append(figures)
        show(name, figures)
    longest = time.time() - began
print("medians of %d; the answer: %s" % (len(runs[SIDES[-1][0]]), ", ".join(map(str, results))))
medians = {name: {key: statistics.median(run[key] for run in runs[name]) for key in runs[name][0]} for name in runs}
for name in medians:
    show(name, medians[name])
if "cluster" in medians:
    one = medians["cluster"]
    print("the server: %.1f %% of a core; %.1f bytes to it and %.1f from it a node; %.2f ms of the master a job" %
          (100 * one["server"] / one["wall"], one["in"] / one["nodes"], one["out"] / one["nodes"],
           1000 * one["master"] / max(1, one["jobs"])))
if len(medians) == 2:
    print("cluster / threads:" + "".join("  %s %.3f" % (key, medians["cluster"][key] / medians["threads"][key])
                                        for key in ("wall", "cpu", "nodes")))
