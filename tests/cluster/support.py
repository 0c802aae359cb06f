"""What the tests of clusters share: real Redis servers on sockets of their own, a proxy that cuts connections, workers,
a client for what no honest program does, and TAP."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

ZERMELO = os.environ["ZERMELO"]
LONG = os.environ.get("ZM_LONG", "") not in ("", "0")
SLOW = 6 if os.environ.get("ZM_SANITIZE", "none") not in ("", "none") else 1  # the sanitizers take their time

# All nimbers that a server has of a campaign, whose keys begin with ARGV[1], each one too large.
FALSE_RESULTS = """
local p, told = ARGV[1], 0
local all = redis.call('HGETALL', ARGV[2] .. 'results')
for i = 1, #all, 2 do
  if string.byte(all[i]) == 1 then
    local key = string.sub(all[i], 2)
    local value = struct.pack('<I4', struct.unpack('<I4', all[i + 1]) + 1)
    redis.call('XADD', p .. 'news', '*', 'who', 'liar', 'blob', string.char(1) .. struct.pack('<I4', #key) .. key .. value)
    told = told + 1
  end
end
return told
"""

checks = 0
failures = 0


def check(good, name, more=""):
    global checks, failures
    checks += 1
    failures += not good
    print(("ok" if good else "not ok") + " %d - %s" % (checks, name), flush=True)
    if not good:
        for line in str(more).splitlines():
            print("# " + line, flush=True)


def equal(name, expected, came):
    check(expected == came, name, "expected: %s\ncame: %s" % (expected, came))


def lie(first, second, name, source, master):
    """Tells what campaign `source` found, each nimber one more, as a worker of campaign `name`: at server `second`, till
    the master, who hears of it there, has barred the liar at server `first`. Says how much was told."""
    told = 0
    with Client(first.socket) as judge, Client(second.socket) as client:
        for _ in range(3000 * SLOW):
            if judge.ask("SISMEMBER", "zermelo:%s:banned" % name, "liar") or master.poll() is not None:
                break
            if judge.ask("EXISTS", "zermelo:%s:head" % name):
                told += client.ask("EVAL", FALSE_RESULTS, 0, "zermelo:%s:" % name, "zermelo:%s:" % source)
            time.sleep(0.05)
    return told


def until(happens, seconds=120):
    """Waits till something is true, whatever the machine does beside; says what it was at last."""
    over = time.time() + seconds * SLOW
    came = happens()
    while not came and time.time() < over:
        time.sleep(0.05)
        came = happens()
    return came


def end():
    print("1..%d" % checks, flush=True)
    sys.exit(failures > 0)


def need_redis():
    if shutil.which("redis-server") is None:
        print("1..0 # SKIP there is no redis-server")
        sys.exit(0)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """A Redis server of the test's own, with an append-only file."""

    def __init__(self, *options, port=0):
        self.folder = tempfile.mkdtemp(prefix="zermelo-redis-")
        self.socket = os.path.join(self.folder, "socket")
        self.url = "unix:" + self.socket
        self.options = list(options)
        self.port = port
        self.process = None
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--unixsocket", self.socket, "--dir",
             self.folder, "--save", "", "--appendonly", "yes", "--appendfsync", "everysec", *self.options],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(1200):
            try:
                with Client(self.socket) as client:
                    if not str(client.ask("PING")).startswith("LOADING"):
                        return
            except OSError:
                pass
            time.sleep(0.05)
        raise RuntimeError("redis-server does not start")

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


class Client:
    """Speaks to a server as no honest worker does."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(10)
        self.socket.connect(path)
        self.file = self.socket.makefile("rb")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.file.close()
        self.socket.close()

    def ask(self, *words):
        out = b"*%d\r\n" % len(words)
        for word in words:
            word = word if isinstance(word, bytes) else str(word).encode()
            out += b"$%d\r\n%s\r\n" % (len(word), word)
        self.socket.sendall(out)
        return self.read()

    def read(self):
        line = self.file.readline()
        if not line:
            raise OSError("the server hung up")
        kind, rest = line[:1], line[1:-2]
        if kind == b"$":
            size = int(rest)
            return None if size < 0 else self.file.read(size + 2)[:-2]
        if kind == b"*":
            return None if int(rest) < 0 else [self.read() for _ in range(int(rest))]
        return int(rest) if kind == b":" else rest.decode()


class Proxy:
    """A port that leads to a server's socket, until somebody cuts the connections."""

    def __init__(self, server):
        self.server = server
        self.listener = socket.socket()
        self.listener.bind(("127.0.0.1", 0))
        self.listener.listen(64)
        self.url = "redis://127.0.0.1:%d" % self.listener.getsockname()[1]
        self.open = []
        self.lock = threading.Lock()
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            far = socket.socket(socket.AF_UNIX)
            try:
                far.connect(self.server.socket)
            except OSError:
                near.close()
                continue
            with self.lock:
                self.open += [near, far]
            for a, b in ((near, far), (far, near)):
                threading.Thread(target=self.carry, args=(a, b), daemon=True).start()

    @staticmethod
    def carry(a, b):
        try:
            while True:
                data = a.recv(65536)
                if not data:
                    break
                b.sendall(data)
        except OSError:
            pass
        for one in (a, b):
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def cut(self):
        with self.lock:
            for one in self.open:
                try:
                    one.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass
            self.open = []

    def close(self):
        self.listener.close()
        self.cut()


def run(*words, timeout=300, **more):
    """The program: exit status, standard output, standard error."""
    done = subprocess.run([ZERMELO, *map(str, words)], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          timeout=timeout, **more)
    return done.returncode, done.stdout, done.stderr


def begin(*words, **more):
    return subprocess.Popen([ZERMELO, *map(str, words)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True, **more)


def record(moves):
    """The beginning of a published game of Morpion solitaire."""
    path = os.path.join(os.environ["ZM_SOURCE"], "tests/oracles/morpion-rosin82.txt")
    with open(path) as file:
        words = " ".join(line for line in file if not line.startswith("#")).split()
    return " ".join(words[:1 + moves])


class Workers:
    """So many workers, that can be killed and started again."""

    def __init__(self, url, count, *options):
        self.words = ["worker", "--cluster", url, "--quiet", "--memory", "64M", *options]
        self.processes = [begin(*self.words) for _ in range(count)]

    def kill_one(self, index):
        index %= len(self.processes)
        self.processes[index].send_signal(signal.SIGKILL)
        self.processes[index].communicate()
        self.processes[index] = begin(*self.words)

    def revive(self):
        """Starts those again that ended by themselves, as who met no server does."""
        for index, process in enumerate(self.processes):
            if process.poll() is not None:
                process.communicate()
                self.processes[index] = begin(*self.words)

    def stop(self):
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            try:
                process.communicate(timeout=20 * SLOW)
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
