"""Zermelo: solves and plays games of perfect information.

>>> import zermelo
>>> zermelo.solve("cram", "5x6", compute="nimber").result
2
>>> zermelo.solve("sprouts", "11").result
'win'
"""

from __future__ import annotations

from typing import Any, Optional

from ._answers import Match, Node, Quotient, Table, Tree
from ._games import Game
from ._library import BadInput, Error, Failed, Stopped, Wrong, lib
from ._places import Archive, Entry, Server, Store, serve
from ._session import Answer, Board, Session
from ._values import Value, down, game, star, up, value

__all__ = ["Answer", "Archive", "BadInput", "Board", "Entry", "Error", "Failed", "Game", "Match", "Node", "Quotient",
           "Server", "Session", "Stopped", "Store", "Table", "Tree", "Value", "Wrong", "board", "down", "game",
           "games", "match", "prove", "quotient", "serve", "solve", "star", "table", "tree", "up", "value", "verify",
           "walk"]
__version__ = lib.version().decode()


def games() -> list[str]:
    """The names of the games."""
    names = []
    while (name := lib.game(len(names))) is not None:
        names.append(name.decode())
    return names


def solve(game: Any, position: Optional[str] = None, compute: Optional[str] = None, **options: Any) -> Answer:
    """Decides a position: solve("cram", "5x6", compute="nimber"), solve("kayles", "7", play="misere")."""
    with Session(game, **options) as session:
        return session.solve(position, compute)


def board(game: Any, position: Optional[str] = None, **options: Any) -> Board:
    """A board to play on: board("othello").moves()."""
    players = {name: options.pop(name) for name in ("player", "level") if name in options}
    return Session(game, **options).board(position, **players)


def prove(game: Any, position: Optional[str] = None, compute: Optional[str] = None, **options: Any) -> str:
    """A certificate of the answer."""
    with Session(game, **options) as session:
        return session.prove(position, compute)


def verify(certificate: str, game: Any = "nim") -> str:
    """What a certificate proves, in words; for a game of your own, name it."""
    with Session(game) as session:
        return session.verify(certificate)


def tree(game: Any, position: Optional[str] = None, kind: str = "solution", depth: int = 0, most: int = 0,
         **options: Any) -> Tree:
    """The tree of a position, to walk through: a proof, or kind="game", "canonical", "rct"."""
    return Session(game, **options).tree(position, kind, depth, most)


def walk(certificate: str, game: Any = "nim") -> Tree:
    """The tree of a certificate, which is checked; for a game of your own, name it."""
    return Session(game).walk(certificate)


def quotient(game: Any, position: Optional[str] = None, order: int = 0, **options: Any) -> Quotient:
    """The misère quotient of all sums of the components of a position."""
    with Session(game, **options) as session:
        return session.quotient(position, order)


def match(game: Any, a: str, b: str, **options: Any) -> Match:
    """Games between two players: match("hex", "level=easy", "level=strong", start="4x4", games=10)."""
    with Session(game) as session:
        return session.match(a, b, **options)


def table(game: Any, pattern: str, compute: Optional[str] = None, options: Optional[dict[str, Any]] = None,
          **ranges: Any) -> Table:
    """Results over a family: table("cram", "{n}x{m}", "nimber", n=range(1, 4), m=range(1, 8)), a row for each."""
    rows: list[dict[str, Any]] = [{}]
    for name, values in ranges.items():
        rows = [{**row, name: one} for row in rows for one in values]
    with Session(game, **(options or {})) as session:
        return Table([{**row, "position": pattern.format(**row),
                       "result": session.solve(pattern.format(**row), compute).result} for row in rows], list(ranges))
