# What tests of prompts share: the program on the other side of a pseudo-terminal, results as TAP.
import os, pty, re, select, signal, sys, time

program = os.environ["ZERMELO"]
checks = 0


def result(good, name, came=""):
    global checks
    checks += 1
    print(("ok" if good else "not ok"), checks, "-", name)
    if not good:
        for line in str(came).splitlines()[-40:]:
            print("#", line)
    sys.stdout.flush()


class Terminal:
    """The program on the other side of a pseudo-terminal."""

    def __init__(self, *arguments):
        self.text = ""
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.environ["TERM"] = "xterm"
            os.execv(program, [program, *arguments])

    def expect(self, *patterns, seconds=60):
        """Reads until one of the patterns comes after what was matched before; gives its number."""
        end = time.time() + seconds
        while time.time() < end:
            plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|\r", "", self.text)
            found = [(m.start(), i, m.end()) for i, p in enumerate(patterns)
                     for m in [re.search(p, plain)] if m]
            if found:
                _, which, stop = min(found)
                self.matched, self.text = plain[:stop], plain[stop:]
                return which
            if select.select([self.fd], [], [], 0.2)[0]:
                try:
                    self.text += os.read(self.fd, 4096).decode(errors="replace")
                except OSError:
                    self.text += "\nEND OF INPUT\n"
        raise SystemExit(f"not ok - timeout waiting for {patterns} in:\n{self.text}")

    def type(self, line):
        os.write(self.fd, (line + "\n").encode())

    def status(self, keys=b"", seconds=60):
        """Types the keys that end the program until it has ended; gives its exit status.

        A terminal that is not yet in the mode of the line editor swallows a key such as control-D,
        so the keys are typed again now and then. What the program prints is read, or it could not
        end; a program that does not end is killed."""
        end = time.time() + seconds
        while time.time() < end:
            try:
                os.write(self.fd, keys)
            except OSError:
                pass
            again = time.time() + 1
            while time.time() < again:
                if select.select([self.fd], [], [], 0.05)[0]:
                    try:
                        self.text += os.read(self.fd, 4096).decode(errors="replace")
                    except OSError:
                        time.sleep(0.05)
                pid, status = os.waitpid(self.pid, os.WNOHANG)
                if pid != 0:
                    return os.waitstatus_to_exitcode(status)
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        return f"still running after {seconds} seconds"


def end():
    print(f"1..{checks}")
