"""Conway's values with Python's operators: value("{2|-1}") + up, 2 * up + star, up > 0."""

from __future__ import annotations

import ctypes
import json
import threading
import weakref
from fractions import Fraction
from typing import Any, Iterable, Union

from ._library import byref, check, lib
from ._session import _bytes

__all__ = ["Value", "value", "game", "star", "up", "down"]


class _Universe:
    """Where values live. One for the whole program, used by one thread at a time."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.handle = lib.values_open()
        if not self.handle:
            raise MemoryError
        weakref.finalize(self, lib.values_close, self.handle)

    def make(self, function: Any, *arguments: Any) -> int:
        made = ctypes.c_uint()
        with self.lock:
            check(function(self.handle, *arguments, byref(made)), lib.values_error(self.handle))
        return made.value


_universe = _Universe()
Operand = Union["Value", int, Fraction, str]


class Value:
    """A short game up to equality. Made by `value`, `game`, and by arithmetic."""

    __slots__ = ("_number",)

    def __init__(self, what: Operand) -> None:
        if isinstance(what, Value):
            self._number = what._number
        else:
            self._number = _universe.make(lib.value_read, _bytes(str(what)))

    @staticmethod
    def _of(number: int) -> "Value":
        made = object.__new__(Value)
        made._number = number
        return made

    def __add__(self, other: Operand) -> "Value":
        return Value._of(_universe.make(lib.value_add, self._number, Value(other)._number))

    __radd__ = __add__

    def __neg__(self) -> "Value":
        return Value._of(_universe.make(lib.value_negate, self._number))

    def __sub__(self, other: Operand) -> "Value":
        return self + -Value(other)

    def __rsub__(self, other: Operand) -> "Value":
        return Value(other) - self

    def __mul__(self, times: int) -> "Value":
        if not isinstance(times, int):
            return NotImplemented
        return Value._of(_universe.make(lib.value_times, times, self._number))

    __rmul__ = __mul__

    def compare(self, other: Operand) -> str:
        """'<', '=', '>' or '|' (confused with)."""
        relation = ctypes.create_string_buffer(2)
        with _universe.lock:
            check(lib.value_compare(_universe.handle, self._number, Value(other)._number, relation),
                  lib.values_error(_universe.handle))
        return relation.value.decode()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (Value, int, Fraction, str)):
            return NotImplemented
        return self._number == Value(other)._number

    def __hash__(self) -> int:
        return hash(("zermelo.Value", self._number))

    def __lt__(self, other: Operand) -> bool:
        return self.compare(other) == "<"

    def __le__(self, other: Operand) -> bool:
        return self.compare(other) in "<="

    def __gt__(self, other: Operand) -> bool:
        return self.compare(other) == ">"

    def __ge__(self, other: Operand) -> bool:
        return self.compare(other) in ">="

    def confused(self, other: Operand) -> bool:
        return self.compare(other) == "|"

    def _options(self, side: int) -> list["Value"]:
        with _universe.lock:
            return [Value._of(lib.value_option(_universe.handle, self._number, side, i))
                    for i in range(lib.value_options(_universe.handle, self._number, side))]

    @property
    def left(self) -> list["Value"]:
        """Left's options in the canonical form."""
        return self._options(0)

    @property
    def right(self) -> list["Value"]:
        return self._options(1)

    def _text(self, function: Any) -> str:
        text = ctypes.c_char_p()
        with _universe.lock:
            check(function(_universe.handle, self._number, byref(text)), lib.values_error(_universe.handle))
            return (text.value or b"").decode()

    def about(self) -> dict[str, Any]:
        """Outcome, mean, temperature, stops, birthday."""
        return json.loads(self._text(lib.value_json))

    @property
    def outcome(self) -> str:
        return self.about()["outcome"]

    @property
    def mean(self) -> Fraction:
        return Fraction(self.about()["mean"])

    @property
    def temperature(self) -> Fraction:
        return Fraction(self.about()["temperature"])

    def thermograph(self) -> str:
        """An <svg> element."""
        return self._text(lib.value_thermograph)

    def __str__(self) -> str:
        with _universe.lock:
            return lib.value_text(_universe.handle, self._number).decode()

    def __repr__(self) -> str:
        return f"value({str(self)!r})"

    def _repr_svg_(self) -> str:
        return self.thermograph()

    def _repr_latex_(self) -> str:
        with _universe.lock:
            text = lib.value_unicode(_universe.handle, self._number).decode()
        return "$" + text.replace("{", r"\{").replace("}", r"\}") + "$"


def value(expression: Operand) -> Value:
    """Reads an expression of `zermelo value`: value("{2|-1/2} + ^*"), value("[domineering 4x3]")."""
    return Value(expression)


def game(left: Iterable[Operand] = (), right: Iterable[Operand] = ()) -> Value:
    """The game { left | right }."""
    sides = [[Value(option)._number for option in side] for side in (left, right)]
    arrays = [(ctypes.c_uint * max(1, len(side)))(*side) for side in sides]
    return Value._of(_universe.make(lib.value_make, arrays[0], len(sides[0]), arrays[1], len(sides[1])))


star = value("*")
up = value("^")
down = value("v")
