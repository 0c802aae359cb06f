"""The C library (include/zermelo/zermelo.h) through ctypes: finding it, and the types of its functions."""

from __future__ import annotations

import ctypes
import ctypes.util
import os
from ctypes import POINTER, byref, c_char, c_char_p, c_double, c_int, c_longlong, c_size_t, c_uint, c_ulong, c_ulonglong
from ctypes import c_void_p
from pathlib import Path

__all__ = ["lib", "byref", "Answer", "Progress", "Ending", "Node", "Callbacks", "SEE", "THOUGHT", "MOVES", "CHECK",
           "POSITIONS", "ENDING", "TELL", "STRING", "Error", "BadInput", "Wrong", "Stopped", "Failed", "check"]

STRING = c_char_p


class Error(Exception):
    """What the library refuses or cannot do; the text is its one line."""


class Wrong(Error):
    """A proof or a store is wrong."""


class BadInput(Error, ValueError):
    """An unknown game or option, a position that cannot be read, a game that breaks its promises."""


class Stopped(Error):
    """A limit was reached, or somebody stopped the computation, before the answer was known."""


class Failed(Error, RuntimeError):
    """The machine failed: no memory, no disk."""


for _kind in (Error, Wrong, BadInput, Stopped, Failed):
    _kind.__module__ = "zermelo"  # as people see it
_ERRORS = {1: Wrong, 2: BadInput, 3: Stopped, 4: Failed}


def check(status: int, text: bytes) -> None:
    """Raises what a status says."""
    if status != 0:
        raise _ERRORS.get(status, Error)(text.decode())


class Answer(ctypes.Structure):
    _fields_ = [("kind", c_char * 16), ("outcome", c_char * 8), ("number", c_longlong), ("nodes", c_ulonglong),
                ("seconds", c_double)]


class Progress(ctypes.Structure):
    _fields_ = [("nodes", c_ulonglong), ("stored", c_ulonglong), ("seconds", c_double)]


class Ending(ctypes.Structure):
    _fields_ = [("over", c_int), ("winner", c_int), ("reached", c_int), ("scored", c_int), ("points", c_double * 2)]


class Node(ctypes.Structure):
    _fields_ = [("position", c_char_p), ("outcome", c_char_p), ("why", c_char_p), ("children", c_size_t)]


SEE = ctypes.CFUNCTYPE(c_int, c_void_p, c_char_p, c_char_p, c_char_p)
THOUGHT = ctypes.CFUNCTYPE(None, c_void_p, c_char_p)
TELL = ctypes.CFUNCTYPE(None, c_void_p, POINTER(Progress))
MOVES = ctypes.CFUNCTYPE(c_int, c_void_p, c_char_p, c_int, c_void_p)
CHECK = POSITIONS = ctypes.CFUNCTYPE(c_int, c_void_p, c_char_p, c_void_p)
ENDING = ctypes.CFUNCTYPE(c_int, c_void_p, c_char_p)


class Callbacks(ctypes.Structure):
    _fields_ = [("size", c_size_t), ("name", c_char_p), ("title", c_char_p), ("start", c_char_p), ("kind", c_int),
                ("context", c_void_p), ("moves", MOVES), ("check", CHECK), ("split", POSITIONS),
                ("canonical", POSITIONS), ("ending", ENDING), ("longest", c_ulong)]


_STRINGS = POINTER(c_char_p)
_OUT = POINTER(c_char_p)
_VALUE = POINTER(c_uint)

# name: result, arguments
_FUNCTIONS = {
    "version": (STRING, []),
    "game": (STRING, [c_size_t]),
    "open": (c_void_p, [STRING, _STRINGS, c_char_p, c_size_t]),
    "close": (None, [c_void_p]),
    "error": (STRING, [c_void_p]),
    "solve": (c_int, [c_void_p, STRING, STRING, POINTER(Answer)]),
    "answer_json": (STRING, [c_void_p]),
    "on_progress": (None, [c_void_p, TELL, c_void_p]),
    "stop": (None, [c_void_p]),
    "prove": (c_int, [c_void_p, STRING, STRING, _OUT]),
    "check": (c_int, [c_void_p, c_uint, _OUT]),
    "verify": (c_int, [c_void_p, STRING, _OUT]),
    "tree_open": (c_void_p, [c_void_p, STRING, STRING, c_size_t, c_size_t]),
    "tree_of_proof": (c_void_p, [c_void_p, STRING, c_size_t]),
    "tree_close": (None, [c_void_p]),
    "tree_claim": (STRING, [c_void_p]),
    "tree_size": (c_size_t, [c_void_p]),
    "tree_node": (c_int, [c_void_p, c_size_t, POINTER(Node)]),
    "tree_child": (c_size_t, [c_void_p, c_size_t, c_size_t]),
    "tree_move": (STRING, [c_void_p, c_size_t, c_size_t]),
    "tree_svg": (c_int, [c_void_p, _OUT]),
    "quotient": (c_int, [c_void_p, STRING, c_size_t, _OUT]),
    "match": (c_int, [c_void_p, STRING, STRING, _STRINGS, _OUT]),
    "store_open": (c_void_p, [STRING, c_char_p, c_size_t]),
    "store_close": (None, [c_void_p]),
    "store_error": (STRING, [c_void_p]),
    "store_info": (c_int, [c_void_p, _OUT]),
    "store_each": (c_int, [c_void_p, SEE, c_void_p]),
    "store_get": (c_int, [c_void_p, STRING, STRING, _OUT]),
    "store_check": (c_int, [c_void_p, _OUT]),
    "archive_import": (c_int, [STRING, STRING, STRING, c_char_p, c_size_t, c_char_p, c_size_t]),
    "archive_open": (c_void_p, [STRING, c_char_p, c_size_t]),
    "archive_close": (None, [c_void_p]),
    "archive_error": (STRING, [c_void_p]),
    "archive_size": (c_size_t, [c_void_p]),
    "archive_game": (c_int, [c_void_p, c_size_t, _OUT]),
    "archive_search": (c_int, [c_void_p, _STRINGS, c_size_t, _OUT]),
    "archive_position": (c_int, [c_void_p, STRING, _STRINGS, _OUT]),
    "serve": (c_void_p, [POINTER(c_void_p), _STRINGS, c_char_p, c_size_t]),
    "server_address": (STRING, [c_void_p]),
    "server_close": (None, [c_void_p]),
    "board_open": (c_void_p, [c_void_p, STRING, _STRINGS]),
    "board_close": (None, [c_void_p]),
    "board_moves": (c_size_t, [c_void_p]),
    "board_move": (STRING, [c_void_p, c_size_t]),
    "board_play": (c_int, [c_void_p, STRING]),
    "board_undo": (c_int, [c_void_p]),
    "board_played": (c_size_t, [c_void_p]),
    "board_played_move": (STRING, [c_void_p, c_size_t]),
    "board_turn": (c_int, [c_void_p]),
    "board_ending": (None, [c_void_p, POINTER(Ending)]),
    "board_text": (STRING, [c_void_p]),
    "board_drawing": (STRING, [c_void_p]),
    "board_svg": (STRING, [c_void_p]),
    "board_analyse": (c_int, [c_void_p, c_double, _OUT]),
    "board_think": (c_int, [c_void_p, c_double, _OUT]),
    "board_limit": (None, [c_void_p, c_ulonglong, c_uint]),
    "board_on_thought": (None, [c_void_p, THOUGHT, c_void_p]),
    "board_thought": (STRING, [c_void_p]),
    "values_open": (c_void_p, []),
    "values_close": (None, [c_void_p]),
    "values_error": (STRING, [c_void_p]),
    "value_read": (c_int, [c_void_p, STRING, _VALUE]),
    "value_make": (c_int, [c_void_p, _VALUE, c_size_t, _VALUE, c_size_t, _VALUE]),
    "value_add": (c_int, [c_void_p, c_uint, c_uint, _VALUE]),
    "value_negate": (c_int, [c_void_p, c_uint, _VALUE]),
    "value_times": (c_int, [c_void_p, c_longlong, c_uint, _VALUE]),
    "value_compare": (c_int, [c_void_p, c_uint, c_uint, c_char_p]),
    "value_options": (c_size_t, [c_void_p, c_uint, c_int]),
    "value_option": (c_uint, [c_void_p, c_uint, c_int, c_size_t]),
    "value_text": (STRING, [c_void_p, c_uint]),
    "value_unicode": (STRING, [c_void_p, c_uint]),
    "value_json": (c_int, [c_void_p, c_uint, _OUT]),
    "value_thermograph": (c_int, [c_void_p, c_uint, _OUT]),
    "add_move": (c_int, [c_void_p, STRING, STRING]),
    "add_position": (c_int, [c_void_p, STRING]),
    "add_problem": (c_int, [c_void_p, STRING]),
    "game_new": (c_void_p, [POINTER(Callbacks), c_char_p, c_size_t]),
    "game_free": (None, [c_void_p]),
    "open_made": (c_void_p, [c_void_p, _STRINGS, c_char_p, c_size_t]),
}


def _candidates() -> list[str]:
    """Where the library may be: what ZERMELO_LIBRARY names, beside this package, in a checkout, on the system."""
    here = Path(__file__).resolve().parent
    builds = ["build/install/src", "build/release/src", "build/test/src"]
    named = os.environ.get("ZERMELO_LIBRARY")
    if named:
        return [named]
    return ([str(here / "libzermelo.so.0")] + [str(here.parent.parent / build / "libzermelo.so.0") for build in builds] +
            [ctypes.util.find_library("zermelo") or "libzermelo.so.0"])


def _load() -> ctypes.CDLL:
    tried = []
    for name in _candidates():
        if os.sep in name and not os.path.exists(name):
            continue
        try:
            return ctypes.CDLL(name)
        except OSError as error:
            tried.append(str(error))
    raise ImportError("libzermelo.so.0 was not found: install it ('make install'), or name it in ZERMELO_LIBRARY" +
                      "".join(f"; {text}" for text in tried))


class _Library:
    """The functions of the library without their prefix."""

    def __init__(self) -> None:
        loaded = _load()
        for name, (result, arguments) in _FUNCTIONS.items():
            try:
                function = getattr(loaded, "zermelo_" + name)
            except AttributeError:
                raise ImportError(f"{loaded._name} is of another version than this package: "
                                  f"it has no zermelo_{name}") from None
            function.restype = result
            function.argtypes = arguments
            setattr(self, name, function)


lib = _Library()
