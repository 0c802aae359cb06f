"""Stores and archives on disk, and the page of the program."""

from __future__ import annotations

import ctypes
import json
import os
import time
import weakref
from typing import Any, Iterator, NamedTuple, Optional

from ._library import SEE, BadInput, byref, check, lib
from ._session import _bytes, _strings

__all__ = ["Archive", "Entry", "Server", "Store", "serve"]


class Entry(NamedTuple):
    """A result of a store, as `zermelo store export` writes it."""

    kind: str
    key: str
    value: str


class Store:
    """A store on disk, to look into; `Session("cram", store="results")` fills one."""

    def __init__(self, path: str) -> None:
        error = ctypes.create_string_buffer(400)
        self._handle = lib.store_open(_bytes(path), error, len(error))
        if not self._handle:
            raise BadInput(error.value.decode())
        self._close = weakref.finalize(self, lib.store_close, self._handle)

    def _json(self, function: Any) -> dict[str, Any]:
        text = ctypes.c_char_p()
        check(function(self._handle, byref(text)), lib.store_error(self._handle))
        return json.loads(text.value)

    @property
    def info(self) -> dict[str, Any]:
        """What it is about: game, rules, play, how many entries of each kind, the jobs that filled it."""
        return self._json(lib.store_info)

    def __iter__(self) -> Iterator[Entry]:
        entries: list[Entry] = []

        def see(_: Any, kind: bytes, key: bytes, value: bytes) -> int:
            entries.append(Entry(kind.decode(), key.decode(), value.decode()))
            return 0

        check(lib.store_each(self._handle, SEE(see), None), lib.store_error(self._handle))
        return iter(entries)

    def __len__(self) -> int:
        return sum(self.info["entries"].values())

    def get(self, kind: str, key: str) -> Optional[str]:
        """The value under a key: get("nimber", "000*000000E"); None: nothing is known."""
        text = ctypes.c_char_p()
        check(lib.store_get(self._handle, _bytes(kind), _bytes(key), byref(text)), lib.store_error(self._handle))
        return None if text.value is None else text.value.decode()

    def check(self) -> dict[str, int]:
        """Checks every entry by the rules; raises Wrong when one is."""
        return self._json(lib.store_check)

    def close(self) -> None:
        self._close()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()


class Archive:
    """Games played, in one file with an index of their positions: `zermelo archive`. Iterating gives every game."""

    def __init__(self, path: str) -> None:
        error = ctypes.create_string_buffer(400)
        self._handle = lib.archive_open(_bytes(path), error, len(error))
        if not self._handle:
            raise BadInput(error.value.decode())
        self._close = weakref.finalize(self, lib.archive_close, self._handle)

    @staticmethod
    def add(path: str, file: str, game: Optional[str] = None) -> str:
        """Adds the games of a file, of any format that is known; returns what came in and what did not."""
        with open(file, "rb") as opened:
            data = opened.read()
        report = ctypes.create_string_buffer(100000)
        check(lib.archive_import(_bytes(path), _bytes(game), _bytes(os.path.basename(file)), data, len(data), report,
                                 len(report)), report.value)
        return report.value.decode()

    def _json(self, function: Any, *arguments: Any) -> dict[str, Any]:
        text = ctypes.c_char_p()
        check(function(self._handle, *arguments, byref(text)), lib.archive_error(self._handle))
        return json.loads(text.value)

    def __len__(self) -> int:
        return lib.archive_size(self._handle)

    def __getitem__(self, number: int) -> dict[str, Any]:
        """A game, from 0 on, with its moves in "line"."""
        if not 0 <= number < len(self):
            raise IndexError(f"the archive has {len(self)} games")
        game = self._json(lib.archive_game, number + 1)
        game["line"] = game["line"].split()
        return game

    def search(self, most: int = 0, **wishes: Any) -> list[dict[str, Any]]:
        """Games that fit: search(player="Tastet", year="1990-1995", moves="f5d6"); at most `most` of them."""
        return self._json(lib.archive_search, _strings(wishes), most)["games"]

    def position(self, position: str, **wishes: Any) -> dict[str, Any]:
        """What became of the games that go through a position, and with which moves they went on."""
        return self._json(lib.archive_position, _bytes(position), _strings(wishes))

    def close(self) -> None:
        self._close()

    def __enter__(self) -> "Archive":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()


class Server:
    """The page, served in the background until it is closed."""

    def __init__(self, games: tuple[Any, ...], options: dict[str, Any]) -> None:
        self._games = [game() if isinstance(game, type) else game for game in games]  # they live as long as the server
        made = [game._zermelo_made() for game in self._games]
        handles = (ctypes.c_void_p * (len(made) + 1))(*[one.handle for one in made], None)
        error = ctypes.create_string_buffer(400)
        handle = lib.serve(handles, _strings(options), error, len(error))
        if not handle:
            raise BadInput(error.value.decode())
        self._keep = made
        self.address: str = lib.server_address(handle).decode()
        self._close = weakref.finalize(self, _close_server, handle, self._games, made)

    def wait(self) -> None:
        """Serves until Ctrl-C."""
        try:
            while self._close.alive:
                time.sleep(1)
        except KeyboardInterrupt:
            pass
        finally:
            self.close()

    def close(self) -> None:
        """Stops what is computed, and ends."""
        self._close()

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<zermelo.Server {self.address}>"


def _close_server(handle: int, *_: Any) -> None:
    """Closes a server; its games live as long as this is not done."""
    lib.server_close(handle)


def serve(*games: Any, port: int = 0, **options: Any) -> Server:
    """Serves the page, with games of your own beside the others: serve(MyGame). Options are those of `zermelo serve`;
    any port that is free, unless one is named."""
    return Server(games, {"port": port, **options})
