"""A copy of a store in one file, taken while it is in use.

What must stay true: the copy is of one moment; the file is there whole or not at all, and never in
place of another.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from speto.server.store import StoreError
from speto.server.store.connect import PATIENCE, troubles


def backup(path: Path, into: Path) -> None:
    """Copy the store `path` into a new file.

    :raises StoreError: there is no store, the file exists already or cannot be written.
    """
    with troubles(into):
        if not path.is_file():
            raise StoreError(f"there is no store {path}")
        if into.exists():
            raise StoreError(f"{into} exists already")
    part = into.with_name(f"{into.name}.part")
    try:
        with troubles(path), closing(sqlite3.connect(path, timeout=PATIENCE)) as source:
            if not source.execute("SELECT 1 FROM sqlite_master WHERE name = 'log'").fetchone():
                raise StoreError(f"{path} is not a store of speto")
            _copy(source, part)
        with troubles(into):
            os.replace(part, into)
            _sync(into.parent)
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def _copy(source: sqlite3.Connection, part: Path) -> None:
    with troubles(part):
        part.unlink(missing_ok=True)
        part.touch(mode=0o600)  # the seeds of running deals stand in it
        with closing(sqlite3.connect(part, isolation_level=None)) as copy:
            # In one step: it is of one moment, and writes meanwhile do not make it begin again.
            source.backup(copy)
            # One file, without a write-ahead log beside it.
            copy.execute("PRAGMA journal_mode = DELETE")
            if copy.execute("PRAGMA quick_check").fetchall() != [("ok",)]:
                raise StoreError(f"{part} came out damaged")
        with part.open("rb+") as file:
            os.fsync(file.fileno())


def _sync(folder: Path) -> None:
    """Make the new name in the folder durable, where the system can."""
    if os.name == "nt":
        return
    at = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(at)
    finally:
        os.close(at)
