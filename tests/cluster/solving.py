#!/usr/bin/env python3
"""Positions solved by clusters: the same answers with any number of workers, certificates that verify, liars found."""

import json
import os
import subprocess
import tempfile
import time

import support
from support import Client, Server, Workers, begin, check, equal, run

support.need_redis()
server = Server()
URL = ["--cluster", server.url]
folder = tempfile.mkdtemp(prefix="zermelo-cluster-")


def answer(words, *more):
    """What a question is answered with, without what differs from run to run."""
    code, out, err = run("solve", *words, *more, "--json", "--quiet")
    result = json.loads(out) if out else {}
    return code, result.get("result"), result.get("kind"), result.get("outcome"), result.get("score"), err


QUESTIONS = [
    ["cram", "4x5", "--compute", "nimber"],
    ["cram", "3x5", "--play", "misere"],
    ["sprouts", "8"],
    ["sprouts", "5", "--play", "misere"],
    ["dots", "2x3"],
    ["dots", "3x3", "--compute", "outcome", "--contract", "4"],
    ["hex", "3x3"],
]


def answers():
    workers = Workers(server.url, 1)
    right = [answer(words, "--search", "dfpn") for words in QUESTIONS]
    for count, team in ((1, 8), (2, 8), (4, 8), (4, 2)):  # searching together, and more than may
        while len(workers.processes) < count:
            workers.processes.append(begin(*workers.words))
        for words, alone in zip(QUESTIONS, right):
            equal("%s with %d workers, %d together" % (" ".join(words), count, team), alone,
                  answer(words, *URL, "--job-nodes", 300, "--recheck", 5, "--team", team))
            if words[0] in ("cram", "dots") and count == 2:
                equal("and without its engine", alone,
                      answer(words, *URL, "--job-nodes", 300, "--search", "dfpn", "--recheck", 5))
    equal("nothing is left on the server", "no campaigns", run("cluster", "status", *URL)[1].split("\n")[0])
    proof = os.path.join(folder, "proof")
    for words in (["sprouts", "9"], ["cram", "4x5", "--compute", "nimber"], ["dots", "2x3"],
                  ["cram", "4x5", "--compute", "nimber", "--search", "dfpn"], ["cram", "3x4", "--play", "misere"],
                  ["dots", "3x3", "--compute", "outcome", "--contract", "4"]):
        code, _, err = run("solve", *words, *URL, "--proof", proof, "--quiet", "--job-nodes", 300)
        equal("%s with a certificate" % " ".join(words), (0, ""), (code, err))
        equal("which is verified", 0, run("verify", proof)[0])
        equal("and by zermelo-verify", 0, subprocess.run([os.environ["ZM_VERIFY"], proof], capture_output=True).returncode)
        os.unlink(proof)
    for share in ("proved", "all"):
        name = ["--campaign", share, "--keep-campaign", "--share", share, "--team", 1]
        code, _, _ = run("solve", "sprouts", 11, *URL, "--quiet", *name)
        with Client(server.socket) as client:  # the master may know the answer from results, before the report is in
            support.until(lambda: client.ask("HLEN", "zermelo:%s:done" % share) and
                          not client.ask("XLEN", "zermelo:%s:jobs" % share))
            told = [report.split(b"\n", 1)[1].split() for report in client.ask("HVALS", "zermelo:%s:done" % share)]
        found, sent = (sum(int(words[i]) for words in told) for i in (3, 4))
        check(code == 0 and 0 < sent and (sent < found if share == "proved" else sent == found),
              "workers send %s" % share, "%d bytes found, %d sent" % (found, sent))
        run("cluster", "forget", share, *URL)
    job = os.path.join(folder, "job")
    run("solve", "cram", "4x4", "--save-job", job, "--quiet")
    equal("a job file starts a campaign", answer(["cram", "4x4"]), answer(["--job", job], *URL))
    workers.stop()


def errors():
    for words, part in ((["montana", "deal:1"], "not searched by clusters"),
                        (["cram", "3x3", "--store", "x"], "--store"),
                        (["cram", "3x3", "--watch"], "--watch"),
                        (["cram", "3x3", "--search", "nothing"], "search"),
                        (["cram", "3x3", "--search", "retrograde"], "walks trees")):
        code, out, err = run("solve", *words, *URL)
        check(code == 2 and part in err and err.count("\n") == 1 and out == "", " ".join(words), err)
    code, out, err = run("solve", "cram", "5x5", *URL, "--time", 1, "--json")
    equal("nobody works", (3, None, "stopped"), (code, json.loads(out)["result"], json.loads(out)["status"]))
    check("can go on" in err, "and says that it can go on", err)


FALSE_REPORTS = """
local p, told = ARGV[1], 0
while true do
  local job = redis.call('LPOP', p .. 'wait')
  if not job then return told end
  local n = struct.unpack('>I4', job)
  local key = string.sub(job, 5, 4 + n)
  redis.call('HSET', p .. 'done', key, 'liar\\nlost 100')
  redis.call('XADD', p .. 'reports', '*', 'key', key, 'who', 'liar', 'report', 'lost 100')
  told = told + 1
end
"""

def false_reports(master):
    """Says of every job that waits that it is lost; says how often."""
    told = 0
    with Client(server.socket) as client:
        for _ in range(6000 * support.SLOW):
            told = client.ask("EVAL", FALSE_REPORTS, 0, "zermelo:lies:")
            if told or master.poll() is not None:
                break
            time.sleep(0.02)
    return told


def liars():
    lies = [*URL, "--job-nodes", 100, "--team", 1, "--campaign"]
    for what in ("reports", "results"):
        question = ["cram", "3x5" if what == "reports" else "5x5", "--compute", "nimber"]
        workers = Workers(server.url, 1)
        right = answer(question)[:3]
        equal("before the lies", right, answer(question, *lies, "true", "--keep-campaign")[:3])
        workers.stop()
        master = begin("solve", *question, *lies, "lies", "--recheck", 1, "--json", "--quiet")
        told = false_reports(master) if what == "reports" else support.lie(server, server, "lies", "true", master)
        check(told > 0, "a liar tells false " + what)
        workers = Workers(server.url, 1, "--campaign", "lies")
        out, err = master.communicate(timeout=120 * support.SLOW)
        workers.stop()
        check("worker liar is refused" in err, "a liar of %s is found and named" % what, err)
        result = json.loads(out)
        equal("and the answer is right", right, (master.returncode, result["result"], result["kind"]))
        run("cluster", "forget", "true", *URL)


def wrong_worker(spots, *how):
    """A worker whose own findings are wrong: its Sprouts has other rules."""
    words = ["sprouts", spots]
    master = begin("solve", *words, *URL, "--campaign", "wrong", "--json", "--quiet", *how)
    wrong = subprocess.Popen([os.environ["ZM_WRONG_WORKER"], server.url], stderr=subprocess.PIPE, text=True)
    dropped = False
    with Client(server.socket) as client:
        for _ in range(3000 * support.SLOW):
            dropped = client.ask("SCARD", "zermelo:wrong:banned") == 1
            if dropped or master.poll() is not None:
                break
            time.sleep(0.05)
        check(dropped, "a worker that is wrong is found")
        jobs, results = (client.ask("HLEN", "zermelo:wrong:" + key) for key in ("done", "results"))
        equal("its reports and results are dropped", (0, 0), (jobs, results))
    workers = Workers(server.url, 1)
    out, err = master.communicate(timeout=120 * support.SLOW)
    workers.stop()
    equal("and the answer is right", answer(words)[:2], (master.returncode, json.loads(out)["result"]))
    check("is refused" in err and ":%d:0 is refused" % wrong.pid in err, "it is named", err)
    wrong.terminate()
    _, err = wrong.communicate(timeout=20 * support.SLOW)
    check(err.strip() != "0 jobs done", "it had done jobs", err)


try:
    answers()
    errors()
    liars()
    wrong_worker(8, "--recheck", 2, "--job-nodes", 200, "--team", 1)
    wrong_worker(10, "--recheck", 1)
finally:
    server.stop()
    subprocess.run(["rm", "-rf", folder])
support.end()
