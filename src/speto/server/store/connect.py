"""Connections to a SQLite file, and what goes wrong with them in words.

What must stay true: no connection begins a transaction by itself; every trouble with the file is a
StoreError of one sentence.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, create_engine
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.pool import StaticPool

from speto.server.store import StoreError

PATIENCE = 5.0  # seconds to wait for another process that writes
CACHED = 256  # statements kept compiled, of a connection

# What a file, a disk or a value that SQLite does not take raises; all else is a mistake of ours.
FAULTS = (DBAPIError, sqlite3.Error, OSError, OverflowError, UnicodeError)

WORDS = {
    sqlite3.SQLITE_BUSY: "is held by another process",
    sqlite3.SQLITE_LOCKED: "is held by another process",
    sqlite3.SQLITE_FULL: "cannot grow: the disk is full",
    sqlite3.SQLITE_IOERR: "cannot be read or written: the disk fails or is full",
    sqlite3.SQLITE_CORRUPT: "is damaged; put back a backup",
    sqlite3.SQLITE_NOTADB: "is not a SQLite database",
    sqlite3.SQLITE_READONLY: "may not be written",
    sqlite3.SQLITE_PERM: "may not be opened",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened",
}


def raw(connection: Connection) -> sqlite3.Connection:
    """The SQLite connection below SQLAlchemy's."""
    inner = connection.connection.driver_connection
    assert isinstance(inner, sqlite3.Connection)
    return inner


def connect(path: Path, *, full: bool = False, reads: bool = False) -> Connection:
    """A connection for one thread at a time; with `reads` it refuses to write.

    :raises StoreError: the file cannot be opened or is no database.
    """

    def open_file() -> sqlite3.Connection:
        inner = sqlite3.connect(
            path,
            timeout=PATIENCE,
            isolation_level=None,
            check_same_thread=False,
            cached_statements=CACHED,
        )
        try:
            inner.execute("PRAGMA journal_mode = WAL")
            # NORMAL survives the end of the process, FULL that of the machine's power.
            inner.execute(f"PRAGMA synchronous = {'FULL' if full else 'NORMAL'}")
            # Fold the write-ahead log in at 16 MB: four times the default writes pages less often.
            inner.execute("PRAGMA wal_autocheckpoint = 4000")
            inner.execute("PRAGMA journal_size_limit = 67108864")
            inner.execute(f"PRAGMA cache_size = {-2_000 if reads else -16_000}")  # in KB
            inner.execute("PRAGMA foreign_keys = ON")
            inner.execute("PRAGMA temp_store = MEMORY")
            inner.execute(f"PRAGMA query_only = {int(reads)}")
        except BaseException:
            inner.close()
            raise
        return inner

    engine = create_engine(
        "sqlite://", creator=open_file, poolclass=StaticPool, isolation_level="AUTOCOMMIT"
    )
    with troubles(path):
        return engine.connect()


def end(connection: Connection) -> None:
    """Close a connection and its file."""
    connection.close()
    connection.engine.dispose()


@contextmanager
def troubles(path: Path) -> Iterator[None]:
    """Turn what SQLite says of the file into a StoreError; broken keys pass."""
    try:
        yield
    except (IntegrityError, sqlite3.IntegrityError):
        raise
    except FAULTS as error:
        raise trouble(error, path) from error


def trouble(error: BaseException, path: Path) -> StoreError:
    """What went wrong with the file, in one sentence."""
    inner = error.orig if isinstance(error, DBAPIError) and error.orig else error
    code = getattr(inner, "sqlite_errorcode", None)
    # The low byte tells the kind, the others its occasion.
    words = WORDS.get(code & 0xFF) if isinstance(code, int) else None
    if isinstance(inner, OSError):
        words = f"cannot be used: {inner.strerror}"
    elif words is None:
        words = f"does not do it: {' '.join(str(inner).split()) or type(inner).__name__}"
    return StoreError(f"the store {path} {words}")
