#!/usr/bin/env python3
# solve --watch through a pseudo-terminal: the branch is shown, keys pause, step, zap and stop.
import os, pty, re, select, time

from terminal import end, program, result


def read(fd, seconds, until=None):
    text, end = "", time.time() + seconds
    while time.time() < end:
        if select.select([fd], [], [], 0.1)[0]:
            try:
                text += os.read(fd, 65536).decode(errors="replace")
            except OSError:
                break
        if until and re.search(until, text):
            break
    return text


pid, fd = pty.fork()
if pid == 0:
    os.environ["TERM"] = "xterm"
    os.execv(program, [program, "solve", "cram", "8x9", "--search", "depth-first", "--watch", "--time", "300"])
seen = read(fd, 30, r"alive  node[\s\S]*\n>?\s+3 +\d+/\d+")
result("alive  node" in seen and re.search(r"  2 +\d+/\d+", seen), "the branch is shown, a row a level", seen)
result("0 - " in seen, "a row shows the heap and the position", seen)
os.write(fd, b"p")
seen = read(fd, 30, r"paused")
result("paused" in seen, "p pauses", seen)
shown = r"(\d+) nodes"
frames = r"nodes[\s\S]*" * 3 + shown  # the screen is drawn anew and anew
read(fd, 30, frames)  # what was on its way
counts = [re.findall(shown, read(fd, 30, frames))[-1] for _ in range(2)]
result(counts[0] == counts[1], "a paused search stands still", counts)
os.write(fd, b"s")
read(fd, 30, frames)
stepped = re.findall(shown, read(fd, 30, frames))[-1]
result(int(counts[1]) <= int(stepped) <= int(counts[1]) + 3, "s makes one step", (counts, stepped))
os.write(fd, b"\x1b[B")
before = re.findall(r">  2 +(\d+)/", read(fd, 30, r">  2 +\d+/"))
os.write(fd, b"z")
other = r">  2 +(?!%s/)(\d+)/" % before[-1] if before else r">  2 +(\d+)/"
after = re.findall(other, read(fd, 30, other))
result(before and after, "z leaves the child of the chosen level", (before, after))
os.write(fd, b"q")
rest = read(fd, 30, r"stopped before")
result("stopped before the answer was found" in rest, "q stops", rest)
result(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 3, "with exit status 3")
end()
