"""Games of your own: a class with a few methods, and everything that suits it can be computed."""

from __future__ import annotations

import ctypes
import re
import sys
import threading
import time
import weakref
from typing import Any, Callable, Iterable, Optional, Union

from ._library import CHECK, ENDING, MOVES, POSITIONS, Callbacks, BadInput, lib

__all__ = ["Game"]

_KINDS = {"impartial": 0, "partisan": 1, "loopy": 2}


class _DoesNotReturn(Exception):
    """Raised in a method of a game that takes longer than the game's patience."""

    def __str__(self) -> str:
        return "it takes longer than the game's patience"


class _Watchman:
    """A thread that looks every second whether a method of a game is in a loop without end."""

    def __init__(self) -> None:
        self._games: "weakref.WeakSet[_Made]" = weakref.WeakSet()
        self._lock = threading.Lock()
        self._thread: Optional[threading.Thread] = None

    def watch(self, made: "_Made") -> None:
        with self._lock:
            self._games.add(made)
            if self._thread is None or not self._thread.is_alive():  # none is left after a fork
                self._thread = threading.Thread(target=self._look, daemon=True)
                self._thread.start()

    def _look(self) -> None:
        while True:
            time.sleep(1)
            self._look_at_all()

    def _look_at_all(self) -> None:
        with self._lock:
            games = list(self._games)
        for made in games:
            made.lose_patience()


_watchman = _Watchman()


class _Made:
    """The library's game of a Python object, and the exception that a method raised, if one did."""

    def __init__(self, game: "Game") -> None:
        self._game = weakref.ref(game)
        self._lock = threading.Lock()
        self._raised: Optional[BaseException] = None
        self.refused: Optional[BaseException] = None  # by `parse`, the last time
        self._inside: dict[int, float] = {}  # threads that are in a method of the game, and since when
        self._patience = game.patience
        kind = _KINDS.get(game.kind)
        if kind is None:
            raise BadInput(f"{game.kind!r} is no kind of game; expected impartial, partisan or loopy")
        name = game.name or re.sub("(?<=[a-z])(?=[A-Z])", "-", type(game).__name__).lower()
        own = lambda method: getattr(type(game), method) is not getattr(Game, method)  # noqa: E731
        self._calls = Callbacks(
            ctypes.sizeof(Callbacks), name.encode(), (game.title or type(game).__name__).encode(),
            str(game.start).encode(), kind, None, MOVES(self._moves), CHECK(self._check),
            POSITIONS(self._split) if own("split") else POSITIONS(),
            POSITIONS(self._canonical) if own("canonical") else POSITIONS(),
            ENDING(self._ending) if own("ending") else ENDING(), game.longest)
        error = ctypes.create_string_buffer(400)
        self.handle = lib.game_new(ctypes.byref(self._calls), error, len(error))
        if not self.handle:
            raise BadInput(error.value.decode())
        weakref.finalize(self, lib.game_free, self.handle)
        if self._patience > 0:
            _watchman.watch(self)

    def raise_pending(self, line: Optional[bytes] = None) -> None:
        """Raises BadInput because of what a method raised; `line` is what the library says of it."""
        with self._lock:
            raised, self._raised = self._raised, None
        if raised is not None:
            text = line.decode() if line else f"{type(raised).__name__}: {raised}"
            raise BadInput(text) from raised

    def break_off(self, kind: type = KeyboardInterrupt, longer_than: float = 0) -> None:
        """Raises an exception in the methods that still run: one may be in a loop without end."""
        for thread, since in list(self._inside.items()):
            if time.monotonic() - since >= longer_than:
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(kind))

    def lose_patience(self) -> None:
        self.break_off(_DoesNotReturn, self._patience)

    def _guard(self, sink: Optional[int], call: Callable[[], int], failed: int = 1) -> int:
        thread = threading.get_ident()
        try:
            self._inside[thread] = time.monotonic()
            return call()
        except BaseException as raised:  # nothing may go through the C library
            with self._lock:
                self._raised = self._raised or raised
            if sink is not None:
                lib.add_problem(sink, self._line(raised))
            return failed
        finally:
            self._inside.pop(thread, None)

    def _parsed(self, text: bytes) -> Any:
        return self._game().parse(text.decode())

    def _written(self, position: Any) -> bytes:
        return self._game().print(position).encode()

    def _moves(self, _: Any, text: bytes, side: int, sink: int) -> int:
        def call() -> int:
            game, position = self._game(), self._parsed(text)
            moves = game.moves(position, side) if game.kind == "partisan" else game.moves(position)
            for number, move in enumerate(moves, 1):
                if isinstance(move, tuple) and len(move) == 2 and isinstance(move[0], str) and game.named:
                    name, after = move
                else:
                    name, after = None, move
                written = self._written(after)
                label = name.encode() if name is not None else f"{number}:".encode() + written.replace(b" ", b"_")[:50]
                if lib.add_move(sink, label, written):
                    return 1
            return 0

        return self._guard(sink, call)

    def _check(self, _: Any, text: bytes, sink: int) -> int:
        thread = threading.get_ident()
        try:
            self._inside[thread] = time.monotonic()
            self._parsed(text)
            return 0
        except BaseException as raised:
            self.refused = raised
            lib.add_problem(sink, self._line(raised))
            return 1
        finally:
            self._inside.pop(thread, None)

    @staticmethod
    def _line(raised: BaseException) -> bytes:
        """An exception as one line."""
        name = "" if isinstance(raised, _DoesNotReturn) else f"{type(raised).__name__}: "
        text = " ".join(f"{name}{raised}".split())
        return "".join(c if c.isprintable() else "?" for c in text)[:60].encode("utf-8", "replace")

    def _positions(self, sink: int, positions: Iterable[Any]) -> int:
        for position in positions:
            if lib.add_position(sink, self._written(position)):
                return 1
        return 0

    def _split(self, _: Any, text: bytes, sink: int) -> int:
        return self._guard(sink, lambda: self._positions(sink, self._game().split(self._parsed(text))))

    def _canonical(self, _: Any, text: bytes, sink: int) -> int:
        return self._guard(sink, lambda: self._positions(sink, [self._game().canonical(self._parsed(text))]))

    def _ending(self, _: Any, text: bytes) -> int:
        words = {None: 0, "win": 1, "loss": 2, "draw": 3}
        return self._guard(None, lambda: words[self._game().ending(self._parsed(text))], failed=-1)


class Game:
    """A game as a class. Positions are whatever `parse` makes of a text and `print` writes back; equal texts are the
    same position. `moves` gives the positions after the moves, or pairs (name, position) when `named` is True.

    >>> class Subtraction(Game):
    ...     start = "10"
    ...     def parse(self, text): return int(text)
    ...     def moves(self, heap): return [heap - n for n in (1, 2, 3) if n <= heap]
    >>> zermelo.solve(Subtraction(), "10", compute="nimber").result
    2
    """

    name: Optional[str] = None  # one word; None: the name of the class
    title: Optional[str] = None
    start: Any = "start"
    kind: str = "impartial"  # or "partisan", "loopy"
    named: bool = False
    longest: int = 0  # no play has more moves; 0: 10,000
    patience: float = 60  # seconds after which a method that has not returned is broken off; 0: never

    def __new__(cls, *words: Any, **options: Any) -> Any:
        """Game("cram", "5x6") is a board of one of the program's games."""
        if cls is not Game or not words:
            return super().__new__(cls)
        from . import board
        return board(*words, **options)

    def parse(self, text: str) -> Any:
        """The position of a text; raises an exception when it is none."""
        return text

    def print(self, position: Any) -> str:
        return str(position)

    def moves(self, position: Any, side: int = 0) -> Iterable[Union[Any, tuple[str, Any]]]:
        """The positions after the moves; in a partisan game those of one side, 0 (Left) or 1 (Right)."""
        raise NotImplementedError("a game needs a method 'moves'")

    def split(self, position: Any) -> Iterable[Any]:
        """The components of a position that is a sum."""
        return [position]

    def canonical(self, position: Any) -> Any:
        """The one position that stands for all that are alike."""
        return position

    def ending(self, position: Any) -> Optional[str]:
        """"win", "loss" or "draw" for the player to move, None while the game goes on."""
        return None

    def _zermelo_made(self) -> _Made:
        made = self.__dict__.get("_made")
        if made is None:
            made = self.__dict__["_made"] = _Made(self)
        return made
