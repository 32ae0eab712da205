"""What a server and its keepers leave each other in its folder: a lock, a beat, a drain.

What must stay true: of two servers that want the same folder one gets it; a lock ends with its
process, however that ends; a file is there whole or not at all.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from msgspec import DecodeError, Struct, json

from speto.server.store import StoreError
from speto.server.store.nodes import ALIVE

LOCK: Final = "lock"
BEAT: Final = "beat"
DRAIN: Final = "drain"


class Drain(Struct, frozen=True, forbid_unknown_fields=True):
    """That no table is to be opened; with `stop_by` the server ends, at that moment at the latest.

    It ends as soon as no person is in the middle of a deal.
    """

    stop_by: int | None = None


def last_beat(folder: Path) -> int | None:
    """When the server that ran in this folder last said that it was alive."""
    try:
        return int((folder / BEAT).read_text())
    except (OSError, ValueError):
        return None


def beat(folder: Path, now: int) -> None:
    """Say that the server of this folder is alive."""
    put(folder, BEAT, str(now).encode())


def serves(folder: Path, now: int) -> bool:
    """Whether a server runs in this folder."""
    last = last_beat(folder)
    return last is not None and abs(now - last) < ALIVE


def drain_in(folder: Path) -> Drain | None:
    """The drain that was asked for, if one was."""
    try:
        return json.decode((folder / DRAIN).read_bytes(), type=Drain)
    except FileNotFoundError:
        return None
    except (OSError, DecodeError):
        return Drain()  # somebody has put a file there by hand


def ask_drain(folder: Path, drain: Drain) -> None:
    """Ask the server of this folder to drain."""
    put(folder, DRAIN, json.encode(drain))


def end_drain(folder: Path) -> bool:
    """Ask for no drain any more; whether one was asked for."""
    with suppress(FileNotFoundError):
        (folder / DRAIN).unlink()
        return True
    return False


def put(folder: Path, name: str, content: bytes) -> None:
    """Write a file of a folder, whole or not at all."""
    fresh = folder / f".{name}"
    fresh.write_bytes(content)
    os.replace(fresh, folder / name)


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Hold a folder against a second server.

    :raises StoreError: if there is one.
    """
    # SQLite's lock is the one that every system has, and that the end of a process lets go
    lock = sqlite3.connect(folder / LOCK, timeout=0, isolation_level=None)
    try:
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            raise StoreError(f"another server uses {folder}") from None
        yield
    finally:
        lock.close()
