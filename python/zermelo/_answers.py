"""Answers that are more than a line: trees and proofs to walk through, quotients, matches, tables."""

from __future__ import annotations

import ctypes
import weakref
from dataclasses import dataclass, field
from html import escape
from typing import Any, Callable, Iterator, Optional

from ._library import Failed, Node as _CNode, byref, check, lib

__all__ = ["Match", "Node", "Quotient", "Table", "Tree"]


class Node:
    """A node of a tree: `position`, `outcome` ("win", "loss", or None) for the player to move, and `why`."""

    __slots__ = ("tree", "number", "position", "outcome", "why", "_count")

    def __init__(self, tree: "Tree", number: int) -> None:
        found = _CNode()
        tree._ask(lambda: lib.tree_node(tree._handle, number, byref(found)))
        self.tree, self.number, self._count = tree, number, found.children
        self.position, self.why = found.position.decode(), found.why.decode()
        self.outcome = found.outcome.decode() or None

    @property
    def children(self) -> list["Node"]:
        numbers = [lib.tree_child(self.tree._handle, self.number, i) for i in range(self._count)]
        return [self.tree[number] for number in numbers]

    @property
    def moves(self) -> list[str]:
        """The names of the moves to the children, in the tree of a strategy; "" in others."""
        return [lib.tree_move(self.tree._handle, self.number, i).decode() for i in range(self._count)]

    def __iter__(self) -> Iterator["Node"]:
        return iter(self.children)

    def __repr__(self) -> str:
        return f"<{self.position}: {self.outcome or '?'}>"


class Tree:
    """A tree of positions; the root is number 0, and a position that several lead to is there once. Iterating visits
    every node once, parents before their children."""

    def __init__(self, session: Any, opened: Callable[[], Optional[int]]) -> None:
        self._session = session
        handles: list[Optional[int]] = []

        def call() -> int:
            handles.append(opened())
            return 0 if handles[0] else 2

        session._run(call)
        self._handle = handles[0]
        weakref.finalize(self, _close_tree, self._handle, session)
        self.claim: str = lib.tree_claim(self._handle).decode()

    def _ask(self, call: Callable[[], int]) -> None:
        check(call(), lib.error(self._session._handle))

    @property
    def root(self) -> Node:
        return self[0]

    def __getitem__(self, number: int) -> Node:
        if not 0 <= number < len(self):
            raise IndexError(f"the tree has {len(self)} nodes")
        return Node(self, number)

    def __len__(self) -> int:
        return lib.tree_size(self._handle)

    def __iter__(self) -> Iterator[Node]:
        return (self[number] for number in range(len(self)))

    def svg(self) -> str:
        """The tree as a picture; Graphviz must be installed."""
        text = ctypes.c_char_p()
        self._ask(lambda: lib.tree_svg(self._handle, byref(text)))
        return text.value.decode()

    def _repr_svg_(self) -> Optional[str]:
        try:
            return self.svg() if len(self) <= 500 else None
        except Failed:  # no Graphviz here
            return None

    def __str__(self) -> str:
        """An outline, with the moves of a strategy; a node that was shown before stands without its children."""
        lines, shown, left = [], set(), [(self.root, "", 0)]
        while left:
            node, move, depth = left.pop()
            text = f"{move}: {node.position}" if move else node.position
            lines.append("  " * depth + f"{text}  {node.outcome or ''}".rstrip())
            if node.number not in shown:
                shown.add(node.number)
                left += [(child, name, depth + 1)
                         for child, name in reversed(list(zip(node.children, node.moves)))]
        return "\n".join(lines)


def _close_tree(handle: int, session: Any) -> None:
    """Closes a tree; its session lives as long as this is not done."""
    if session._close.alive:
        lib.tree_close(handle)


@dataclass(frozen=True)
class Quotient:
    """A misère quotient: its order, generators and relations, and the element that the position is."""

    order: int
    generators: dict[str, str]
    relations: list[str]
    lost: list[str]
    value: str
    data: dict[str, Any] = field(repr=False, compare=False)

    @staticmethod
    def of(data: dict[str, Any]) -> "Quotient":
        return Quotient(data["order"], data["generators"], data["relations"], data["lost"], data["result"], data)

    @property
    def outcome(self) -> str:
        return "loss" if self.value in self.lost else "win"


@dataclass(frozen=True)
class Match:
    """What came of a match: games won by A and by B, drawn ones, the difference in Elo (estimate, low, high), and the
    record of each game."""

    games: int
    wins: tuple[int, int]
    draws: int
    elo: tuple[Optional[float], Optional[float], Optional[float]]
    records: list[dict[str, Any]] = field(repr=False)
    data: dict[str, Any] = field(repr=False, compare=False)

    @staticmethod
    def of(data: dict[str, Any]) -> "Match":
        for record in data["records"]:
            record["moves"] = record["moves"].split()
        elo = data["elo"]
        return Match(data["games"], tuple(data["wins"]), data["draws"],
                     (elo["estimate"], elo["low"], elo["high"]), data["records"], data)


class Table(list):
    """Results over a family: a list of rows, each a dictionary with the variables, "position" and "result"."""

    def __init__(self, rows: list[dict[str, Any]], names: list[str]) -> None:
        super().__init__(rows)
        self.names = names

    @property
    def results(self) -> list[Any]:
        return [row["result"] for row in self]

    def array(self) -> Any:
        """The results as an array of numpy, with an axis for each variable."""
        import numpy
        shape = [len(dict.fromkeys(row[name] for row in self)) for name in self.names]
        return numpy.array(self.results).reshape(shape)

    def frame(self) -> Any:
        """The rows as a frame of pandas."""
        import pandas
        return pandas.DataFrame(list(self))

    def _grid(self) -> list[list[str]]:
        """Cells with their heads: the last variable gives the columns, all others together the rows."""
        columns = list(dict.fromkeys(row[self.names[-1]] for row in self))
        heads = [",".join(f"{name}={row[name]}" for name in self.names[:-1]) for row in self[::len(columns)]]
        cells = [[str(value) for value in self.results[i:i + len(columns)]]
                 for i in range(0, len(self), len(columns))]
        return [[self.names[-1], *map(str, columns)]] + [[head, *row] for head, row in zip(heads, cells)]

    def __str__(self) -> str:
        grid = self._grid()
        first = max(len(row[0]) for row in grid)
        width = max(len(cell) for row in grid for cell in row[1:])
        return "\n".join((row[0].ljust(first) + "  " + " ".join(cell.rjust(width) for cell in row[1:])).rstrip()
                         for row in grid)

    def _repr_html_(self) -> str:
        head, *rows = self._grid()
        cells = lambda row, kind: "".join(f"<{kind}>{escape(cell)}</{kind}>" for cell in row)  # noqa: E731
        return (f"<table><tr>{cells(head, 'th')}</tr>" +
                "".join(f"<tr>{cells(row[:1], 'th')}{cells(row[1:], 'td')}</tr>" for row in rows) + "</table>")
