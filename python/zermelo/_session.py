"""Questions about the positions of one game: solve, prove, verify, and boards to play on."""

from __future__ import annotations

import ctypes
import json
import threading
import weakref
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import Any, Callable, Iterator, Optional

from ._answers import Match, Quotient, Tree
from ._library import TELL, THOUGHT, Answer as _CAnswer, BadInput, Ending, byref, check, lib


def _bytes(text: Optional[str]) -> Optional[bytes]:
    if text is None:
        return None
    data = str(text).encode()
    if b"\0" in data:
        raise BadInput("a text has a zero byte in it")
    return data


def _strings(options: dict[str, Any]) -> Any:
    """{"play": "misere", "exact": True} as the library wants it."""
    words = []
    for name, value in options.items():
        if value is not None and value is not False:
            words.append(_bytes(f"{name.replace('_', '-')}={'' if value is True else value}"))
    return (ctypes.c_char_p * (len(words) + 1))(*words, None)


@dataclass(frozen=True)
class Answer:
    """What is known about a position. `result` is "win", a nimber, a score, ...; None when it was stopped."""

    game: str
    position: str
    compute: Optional[str]
    kind: str
    result: Any
    outcome: Optional[str]
    nodes: int
    seconds: float
    data: dict[str, Any] = field(repr=False, compare=False)

    @staticmethod
    def of(data: dict[str, Any]) -> "Answer":
        outcome = data["result"] if data["kind"] == "outcome" else data.get("outcome")
        return Answer(data["game"], data["position"], data["compute"], data["kind"], data["result"], outcome,
                      data["nodes"], data["seconds"], data)


class _Interruptible:
    """Runs a call of the library in a thread of its own, so that Ctrl-C stops it and not the program."""

    def __init__(self, stop: Callable[[], None], break_off: Optional[Callable[[], None]] = None) -> None:
        self._stop = stop
        self._break_off = break_off  # ends methods of a game that do not return
        self.broken = False

    def run(self, call: Callable[[], int]) -> int:
        if threading.current_thread() is not threading.main_thread():
            return call()
        result: list[int] = []
        done = threading.Event()  # Thread.join forgets a thread that still runs when Ctrl-C interrupts it (bpo-45274)

        def work() -> None:
            try:
                result.append(call())
            finally:
                done.set()

        threading.Thread(target=work, daemon=True).start()
        try:
            while not done.wait(0.05):
                pass
        except BaseException:
            self._stop()
            while not done.wait(1):
                if self._break_off is not None:
                    self.broken = True
                    self._break_off()
            raise
        return result[0]


class _Bar:
    """A line that shows how far a computation is: tqdm's, where it is installed."""

    def __init__(self, session: "Session") -> None:
        self._session = session
        self._own = session._tell is None  # somebody who listens already is left alone
        self._bar: Any = None

    def __enter__(self) -> None:
        try:
            from tqdm.auto import tqdm
        except ImportError:
            return
        if self._own:
            self._bar = tqdm(unit=" nodes", unit_scale=True)
            self._session.on_progress(lambda nodes, stored, seconds: self._bar.update(nodes - self._bar.n))

    def __exit__(self, *_: Any) -> None:
        if self._bar is not None:
            self._session.on_progress(None)
            self._session._tell = None
            self._bar.close()


class Session:
    """A game with its options. What is found is kept, so that later questions are answered sooner.

    >>> Session("cram").solve("5x6", "nimber").result
    2
    """

    def __init__(self, game: Any, **options: Any) -> None:
        error = ctypes.create_string_buffer(400)
        if isinstance(game, type):
            game = game()  # a class of the caller's own
        self._made = getattr(game, "_zermelo_made", None)
        self._handle = None
        progress = options.pop("progress", False)
        if self._made is not None:
            made = self._made()
            self._keep = made
            handle = lib.open_made(made.handle, _strings(options), error, len(error))
            made.raise_pending()
        else:
            handle = lib.open(_bytes(game), _strings(options), error, len(error))
        if not handle:
            raise BadInput(error.value.decode())
        self._handle = handle
        self._close = weakref.finalize(self, lib.close, handle)
        self._calls = _Interruptible(lambda: lib.stop(handle), self._keep.break_off if self._made else None)
        self._tell: Any = None
        self._progress = bool(progress)

    def _run(self, call: Callable[[], int]) -> None:
        """Does something that takes time, and raises what becomes of it."""
        if self._calls.broken:
            raise BadInput("a method of the game was broken off in this session: open another one")
        with _Bar(self) if self._progress else nullcontext():
            self._check(self._calls.run(call))

    def _check(self, status: int) -> None:
        if self._made is not None:
            self._keep.raise_pending(lib.error(self._handle))
            refused, self._keep.refused = self._keep.refused, None
            if status == 2 and refused is not None:
                raise BadInput(lib.error(self._handle).decode()) from refused
        check(status, lib.error(self._handle))

    def on_progress(self, tell: Optional[Callable[[int, int, float], None]]) -> None:
        """`tell(nodes, stored, seconds)` is called about ten times a second; None: nobody is told."""
        self._tell = TELL() if tell is None else TELL(
            lambda _, p: tell(p.contents.nodes, p.contents.stored, p.contents.seconds))
        lib.on_progress(self._handle, self._tell, None)

    def solve(self, position: Optional[str] = None, compute: Optional[str] = None) -> Answer:
        """Decides a position (the usual start when it is left out). Stopped by a limit: raises Stopped."""
        found = _CAnswer()
        self._run(lambda: lib.solve(self._handle, _bytes(position), _bytes(compute), byref(found)))
        return Answer.of(json.loads(lib.answer_json(self._handle)))

    def known(self) -> Optional[Answer]:
        """What was found about the last position, also when it was stopped: bounds, a line."""
        text = lib.answer_json(self._handle)
        return Answer.of(json.loads(text)) if text else None

    def prove(self, position: Optional[str] = None, compute: Optional[str] = None) -> str:
        """A certificate of the answer, checked already; `verify`, here or on the command line, checks it again."""
        text = ctypes.c_char_p()
        self._run(lambda: lib.prove(self._handle, _bytes(position), _bytes(compute), byref(text)))
        return (text.value or b"").decode()

    def verify(self, certificate: str) -> str:
        """What a certificate proves, in words; raises Wrong when it does not prove it."""
        claim = ctypes.c_char_p()
        self._run(lambda: lib.verify(self._handle, _bytes(certificate), byref(claim)))
        return (claim.value or b"").decode()

    def check(self, rounds: int = 0) -> str:
        """Tests whether the game keeps its promises (`zermelo check`); raises Wrong with the position when not."""
        report = ctypes.c_char_p()
        self._run(lambda: lib.check(self._handle, rounds, byref(report)))
        return (report.value or b"").decode()

    def tree(self, position: Optional[str] = None, kind: str = "solution", depth: int = 0, most: int = 0) -> "Tree":
        """The tree of a position: a proof of its answer ("solution"), all positions after it ("game"), its canonical
        tree ("canonical", "rct"). At most `depth` levels and `most` nodes."""
        return Tree(self, lambda: lib.tree_open(self._handle, _bytes(position), _bytes(kind), depth, most))

    def walk(self, certificate: str, most: int = 0) -> "Tree":
        """The tree of a certificate, which is checked."""
        return Tree(self, lambda: lib.tree_of_proof(self._handle, _bytes(certificate), most))

    def quotient(self, position: Optional[str] = None, order: int = 0) -> "Quotient":
        """The misère quotient of all sums of the components of a position; more than `order` elements: Stopped."""
        text = ctypes.c_char_p()
        self._run(lambda: lib.quotient(self._handle, _bytes(position), order, byref(text)))
        return Quotient.of(json.loads(text.value))

    def match(self, a: str, b: str, **options: Any) -> "Match":
        """Games between two players: match("player=alpha-beta,depth=4", "level=fair", games=20)."""
        text = ctypes.c_char_p()
        self._run(lambda: lib.match(self._handle, _bytes(a), _bytes(b), _strings(options), byref(text)))
        return Match.of(json.loads(text.value))

    def board(self, position: Optional[str] = None, **options: Any) -> "Board":
        """A board to play on; options: player="alpha-beta", level="fair"."""
        return Board(self, position, **options)

    def stop(self) -> None:
        """Stops what runs in another thread."""
        lib.stop(self._handle)

    def close(self) -> None:
        self._close()

    def __enter__(self) -> "Session":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()


class Board:
    """A game being played."""

    def __init__(self, session: Session, position: Optional[str] = None, **options: Any) -> None:
        self._session = session
        handle = lib.board_open(session._handle, _bytes(position), _strings(options))
        if not handle:
            session._check(2)
        self._handle = handle
        self._close = weakref.finalize(self, _close_board, handle, session)

    def moves(self) -> list[str]:
        """The legal moves by name."""
        count = lib.board_moves(self._handle)
        self._pending()
        return [lib.board_move(self._handle, i).decode() for i in range(count)]

    def _pending(self) -> None:
        if self._session._made is not None:
            self._session._keep.raise_pending()

    def play(self, *moves: str) -> "Board":
        for move in moves:
            self._session._check(lib.board_play(self._handle, _bytes(move)))
        return self

    def undo(self) -> "Board":
        self._session._check(lib.board_undo(self._handle))
        return self

    @property
    def played(self) -> list[str]:
        return [lib.board_played_move(self._handle, i).decode() for i in range(lib.board_played(self._handle))]

    @property
    def turn(self) -> int:
        return lib.board_turn(self._handle)

    def _ending(self) -> Ending:
        ending = Ending()
        lib.board_ending(self._handle, byref(ending))
        self._pending()
        return ending

    @property
    def over(self) -> bool:
        return bool(self._ending().over)

    @property
    def winner(self) -> Optional[int]:
        """0 or 1; None: the game goes on, is a draw, or is for one player."""
        ending = self._ending()
        return ending.winner if ending.over and ending.winner >= 0 else None

    @property
    def points(self) -> Optional[tuple[float, float]]:
        ending = self._ending()
        return tuple(ending.points) if ending.over and ending.scored else None

    @property
    def text(self) -> str:
        """The position, as it can be set up again."""
        return lib.board_text(self._handle).decode()

    @property
    def svg(self) -> str:
        return lib.board_svg(self._handle).decode()

    def analyse(self, seconds: float = 0) -> dict[str, Any]:
        """The object of `zermelo analyse --json`: every move with its value."""
        text = ctypes.c_char_p()

        def call() -> int:
            status = lib.board_analyse(self._handle, seconds, byref(text))
            return 0 if status == 3 and text.value else status

        self._session._run(call)
        return json.loads(text.value)

    def think(self, seconds: float = 0, nodes: int = 0, depth: int = 0,
              tell: Optional[Callable[[list[dict[str, Any]]], None]] = None) -> str:
        """The move of the board's player, within limits (0: none); `tell(lines)` hears of every better thought."""
        text = ctypes.c_char_p()
        heard = THOUGHT() if tell is None else THOUGHT(lambda _, lines: tell(json.loads(lines)))
        lib.board_limit(self._handle, nodes, depth)
        lib.board_on_thought(self._handle, heard, None)
        self._session._run(lambda: lib.board_think(self._handle, seconds, byref(text)))
        return (text.value or b"").decode()

    def thought(self) -> list[dict[str, Any]]:
        """What the player thought of: lines, best first."""
        return json.loads(lib.board_thought(self._handle) or b"[]")

    def close(self) -> None:
        self._close()

    def __iter__(self) -> Iterator[str]:
        return iter(self.moves())

    def __str__(self) -> str:
        return lib.board_drawing(self._handle).decode().rstrip("\n") or self.text

    def __repr__(self) -> str:
        return f"<zermelo.Board {self.text!r}>"

    def _repr_svg_(self) -> Optional[str]:
        return self.svg or None


def _close_board(handle: int, session: Session) -> None:
    """Closes a board; its session lives as long as this is not done."""
    if session._close.alive:
        lib.board_close(handle)
