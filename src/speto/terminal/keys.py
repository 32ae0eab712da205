"""Who the person is at each server, and the table where he sits: kept so that he can come back.

What must stay true: the file is the user's own (mode 0600) and there whole, or as it was before; a
token stands nowhere else.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from msgspec import DecodeError, Struct, json

from speto.cards import ParseError

NAME: Final = "servers.json"


class Key(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The token at one server, and the tables of each game that have not ended."""

    token: str
    tables: dict[str, str] = {}


class Keys:
    """The file of keys in a folder."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / NAME

    def read(self) -> dict[str, Key]:
        """The keys by the address of the server.

        :raises ParseError: if the file is none of keys.
        """
        try:
            return json.decode(self.path.read_bytes(), type=dict[str, Key])
        except FileNotFoundError:
            return {}
        except (DecodeError, UnicodeError) as problem:
            sentence = f"no keys of servers; take it away: {problem}"
            raise ParseError(sentence, place=str(self.path)) from None

    def key(self, url: str) -> Key | None:
        """The key to a server."""
        return self.read().get(url)

    def keep(self, url: str, token: str) -> None:
        """Keep a token.

        :raises OSError: if it can't be written.
        """
        known = self.read()
        tables = known[url].tables if url in known else {}
        self._write({**known, url: Key(token, tables)})

    def sit(self, url: str, game: str, table: str | None) -> None:
        """Keep at which table of a game the person sits; none when it has ended."""
        known = self.read()
        if url not in known:
            return
        tables = {name: kept for name, kept in known[url].tables.items() if name != game}
        if table is not None:
            tables[game] = table
        self._write({**known, url: Key(known[url].token, tables)})

    def _write(self, keys: dict[str, Key]) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        beside = self.path.with_name(f".{NAME}.{os.getpid()}")
        with suppress(FileNotFoundError):
            beside.unlink()
        try:
            made = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(made, "wb") as file:
                file.write(json.format(json.encode(keys), indent=1))
                file.flush()
                os.fsync(file.fileno())
            os.replace(beside, self.path)
        except BaseException:
            with suppress(OSError):
                beside.unlink()
            raise
