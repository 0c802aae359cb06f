"""A new game in ten lines: its nimbers, a misère answer, a proof, and a game against the program.

Fair shares: a heap is cut into any number of equal parts, at least two; who cannot cut loses.
"""
import zermelo


class FairShares(zermelo.Game):
    """Cut a heap into equal parts, at least two of them."""
    start = "12"
    def parse(self, text): return [int(heap) for heap in text.split("+")]
    def print(self, heaps): return "+".join(map(str, heaps))
    def split(self, heaps): return [[heap] for heap in heaps if heap > 1]
    def moves(self, heaps):
        for i, heap in enumerate(heaps):
            for parts in range(2, heap + 1):
                if heap % parts == 0:
                    yield heaps[:i] + [heap // parts] * parts + heaps[i + 1:]


with zermelo.Session(FairShares) as session:
    print("nimbers of 1 to 16:", *[session.solve(str(n), "nimber").result for n in range(1, 17)])
    print("12, misère play:", zermelo.solve(FairShares, "12", play="misere").result)
    proof = session.prove("12+8", "nimber")
    print("proved:", session.verify(proof))
    board = session.board("12+8")
    while not board.over:
        board.play(board.think())
    print("perfect play:", len(board.played), "moves, player", board.winner, "wins")
