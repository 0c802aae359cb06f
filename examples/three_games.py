"""Three games as Python classes of less than 15 lines each, and all that the program computes about them: nimbers,
misère quotients, outcomes with distances, certificates."""
import zermelo


class Subtraction(zermelo.Game):
    """Take 1, 3 or 4 from a heap."""
    start = "10"
    def parse(self, text): return int(text)
    def moves(self, heap): return [heap - taken for taken in (1, 3, 4) if taken <= heap]


class GraphKayles(zermelo.Game):
    """Take a vertex with its neighbours; a position is edges (01 is 0-1) and single vertices."""
    name, start = "graph-kayles", "01 12 23 34 40"
    def parse(self, text): return {frozenset(word) for word in text.split() if word != "-"}
    def print(self, edges): return " ".join(sorted("".join(sorted(edge)) for edge in edges)) or "-"
    def moves(self, edges):
        for vertex in sorted({end for edge in edges for end in edge}):
            gone = {end for edge in edges if vertex in edge for end in edge}
            left = {frozenset(edge - gone) for edge in edges} - {frozenset()}
            yield {edge for edge in left if not any(edge < other for other in left)}


class Tapatan(zermelo.Game):
    """Three men each are placed and then slide; three in a row win. A position is both sets of points and the turn."""
    name, kind, start, rows = "small-tapatan", "loopy", "0.0.0", "123 456 789 147 258 369 159 357".split()
    def parse(self, text): return [set(part) - {"0"} for part in text.split(".")[:2]] + [int(text[-1])]
    def print(self, p): return ".".join("".join(sorted(men)) or "0" for men in p[:2]) + f".{p[2]}"
    def ending(self, p): return "loss" if any(set(row) <= p[1 - p[2]] for row in self.rows) else None
    def moves(self, p):
        men, free = p[p[2]], set("123456789") - p[0] - p[1]
        for man in sorted(men) if len(men) == 3 else [""]:
            for point in sorted(free):
                if man == "" or any(man + point in row or point + man in row for row in self.rows):
                    after = men - {man} | {point}
                    yield [after, p[1], 1] if p[2] == 0 else [p[0], after, 0]


def main():
    with zermelo.Session(Subtraction) as session:
        print("subtraction, nimbers:", *[session.solve(str(n), "nimber").result for n in range(15)])
        print("subtraction, proved:", session.verify(session.prove("14", "nimber")))
        quotient = session.quotient("14")
        print(f"subtraction, misère quotient of order {quotient.order}: {', '.join(quotient.relations)}")
    with zermelo.Session(GraphKayles) as session:
        print("Kayles on a pentagon:", session.solve(compute="nimber").result)
        print("Kayles, proved:", session.verify(session.prove("01 12 23 34", "nimber")))
        quotient = session.quotient("01 12 23 34")
        print(f"Kayles on a path, misère quotient of order {quotient.order}, the path is {quotient.value}")
    with zermelo.Session(Tapatan) as session:
        answer = session.solve(compute="distance")
        print(f"tapatan: {answer.outcome} in {answer.result} plies")
        print("tapatan, proved:", session.verify(session.prove()))
        answer = session.solve("267.139.0", "distance")
        print(f"tapatan, 267 against 139: {answer.outcome}")


if __name__ == "__main__":
    main()
