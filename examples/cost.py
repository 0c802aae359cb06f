"""What a game in Python costs: Chomp as a class against the program's own, in positions looked at for each second of the
machine. The figures of docs/performance.md."""
import resource

import zermelo


class PythonChomp(zermelo.Game):
    """A bar of chocolate, as the lengths of its rows; a bite takes all above and to the right of it."""
    name, start = "python-chomp", "3,3,3"
    def parse(self, text): return tuple(int(row) for row in text.split(","))
    def print(self, rows): return ",".join(map(str, rows))
    def canonical(self, rows): return min(rows, tuple(sum(row > i for row in rows) for i in range(rows[0])))
    def moves(self, rows):
        for i, row in enumerate(rows):
            for left in range(i == 0, row):
                yield tuple(kept for kept in rows[:i] + tuple(min(row, left) for row in rows[i:]) if kept)


def used():
    """Seconds of the machine that this process has used."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


for game in ("chomp", PythonChomp):
    with zermelo.Session(game, search="dfpn") as session:
        before = used()
        answer = session.solve("8,8,8,8,8,8", "nimber")
        seconds = used() - before
    print(f"{answer.game}: nimber {answer.result}, {answer.nodes} nodes, {answer.nodes / seconds:.0f} a second")
