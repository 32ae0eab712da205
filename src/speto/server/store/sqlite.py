"""The store in one SQLite file: WAL, one writer, reads that never wait for it.

What must stay true: a read that begins after an awaited write sees it.
"""

from __future__ import annotations

import sqlite3
from asyncio import get_running_loop
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TypeVar

from msgspec import json
from sqlalchemy import Connection, func, select, update

from speto.server.store import (
    CLAIM,
    Each,
    Head,
    Reach,
    Row,
    Statement,
    StoreError,
    Write,
)
from speto.server.store.connect import connect, end, raw, troubles
from speto.server.store.migrate import check_tables, migrate
from speto.server.store.schema import head as heads_table
from speto.server.store.writer import Writer

T = TypeVar("T")

READERS = 2
OLDEST = (3, 35, 0)  # RETURNING, UPDATE … FROM

ROWS = (
    'SELECT "table", seq, actor, command, at, body FROM log '
    'WHERE "table" = ? AND seq > ? ORDER BY seq'
)
REACH = (
    'SELECT "table", seq, status, '
    '(SELECT coalesce(max(n), 0) FROM talk WHERE talk."table" = head."table") FROM head '
    'WHERE "table" IN (SELECT value FROM json_each(?))'
)
HEADS = 'SELECT "table", seq, status, deadline, game, public, code, created FROM head WHERE '
NEWEST = ' ORDER BY created DESC, "table" DESC LIMIT ?'


class SqliteStore:
    """A `Store` in a file; asked from one event loop.

    The file is made if it is not there, and brought to the tables of this version, if it
    `migrates`. With `full` a row outlives a loss of power too, not only the end of the process.

    :raises StoreError: the file cannot be opened, or is not a store of this version.
    """

    def __init__(self, path: Path, *, full: bool = False, migrates: bool = True) -> None:
        if sqlite3.sqlite_version_info < OLDEST:
            raise StoreError(f"SQLite {sqlite3.sqlite_version} is too old: 3.35 is needed")
        self._path = path
        if migrates:
            with troubles(path):
                path.touch(mode=0o600)  # the seeds of running deals stand in it
        first = connect(path, full=full)
        try:
            if migrates:
                migrate(first, path)
            else:
                with troubles(path):
                    check_tables(first, str(path))
        finally:
            end(first)
        self._open = True
        self._readers: list[Connection] = [connect(path, reads=True) for _ in range(READERS)]
        self._idle: SimpleQueue[Connection] = SimpleQueue()
        for reader in self._readers:
            self._idle.put(reader)
        self._threads = ThreadPoolExecutor(READERS, "store reader")
        self._writer = Writer(path, full=full)

    async def append(self, write: Write) -> None:
        """Keep a row; it is durable when this returns."""
        await self._writer.ask(write)

    async def rows(self, table: str, since: int = 0) -> list[Row]:
        """The rows of a table behind `since`, in order."""
        return [Row._make(row) for row in await self._select(ROWS, table, since)]

    async def seeds(self, table: str) -> dict[int, bytes]:
        """The seeds of a table's deals, revealed or not."""
        asked = 'SELECT deal, seed FROM secret WHERE "table" = ? ORDER BY deal'
        return dict(await self._select(asked, table))

    async def head(self, table: str) -> Head | None:
        """Where a table stands."""
        return next(iter(await self._heads('"table" = ?', table)), None)

    async def by_code(self, code: str) -> Head | None:
        """Where the table with this code stands."""
        # Told again, so that SQLite uses the index of the codes that are not empty.
        return next(iter(await self._heads("code = ? AND code <> ''", code)), None)

    async def heads(
        self, *, status: Collection[str], public: bool | None = None, limit: int = 1000
    ) -> list[Head]:
        """The tables of these statuses, the newest first."""
        # The newest of each kind are found by its index, and no more than are asked for is sorted.
        kinds = [*product({*status}, (False, True) if public is None else (public,))]
        one = f"SELECT * FROM ({HEADS}status = ? AND public = ?{NEWEST})"
        if not kinds:
            return []
        words = " UNION ALL ".join([one] * len(kinds)) + NEWEST
        asked = [value for kind in kinds for value in (*kind, limit)]
        return _heads(await self._select(words, *asked, limit))

    async def heads_of(self, tables: Collection[str]) -> dict[str, Reach]:
        """How far each of these tables has got, asked at once."""
        found = await self._select(REACH, json.encode([*tables]).decode())
        return {reach.table: reach for reach in map(Reach._make, found)}

    async def due(self, now: int, limit: int = 200) -> list[Head]:
        """The live tables whose deadline has come, the longest overdue first; they are claimed."""
        which = (
            "status = 'live' AND deadline <= ? AND coalesce(claimed, 0) <= ? "
            "ORDER BY deadline LIMIT ?"
        )
        if not await self._heads(which, now, now, limit):
            return []  # as nearly always: the writer has better things to do
        c = heads_table.c
        found = (
            select(c.table)
            .where(c.status == "live", c.deadline <= now, func.coalesce(c.claimed, 0) <= now)
            .order_by(c.deadline)
            .limit(limit)
        )
        claim = (
            update(heads_table)
            .where(c.table.in_(found))
            .values(claimed=now + CLAIM)
            .returning(*(c[name] for name in Head._fields))
        )
        claimed = [Head(**row) for row in await self._writer.ask((claim,))]
        return sorted(claimed, key=lambda head: head.deadline or 0)

    async def mark(self, table: str, status: str) -> None:
        """Give a table a status without a row; for one that failed."""
        of_table = heads_table.c.table == table
        await self._writer.ask((update(heads_table).where(of_table).values(status=status),))

    async def execute(self, statement: Statement, *more: Statement) -> list[dict[str, Any]]:
        """Do statements on the tables of `schema`, all or none; the rows of the last, if any."""
        if more or isinstance(statement, Each) or not statement.is_select:
            return await self._writer.ask((statement, *more))

        def ask(reader: Connection) -> list[dict[str, Any]]:
            found = reader.execute(statement)
            names = tuple(found.keys())
            return [dict(zip(names, row, strict=True)) for row in found]

        return await self._read(ask)

    async def close(self) -> None:
        """Finish what was asked and close the files."""
        if not self._open:
            return
        self._open = False
        self._writer.stop()
        await get_running_loop().run_in_executor(None, self._end)

    def _end(self) -> None:
        self._threads.shutdown()
        for reader in self._readers:
            end(reader)
        # Last, so that it folds the write-ahead log into the file.
        self._writer.close()

    async def _heads(self, which: str, *asked: Any) -> list[Head]:
        return _heads(await self._select(HEADS + which, *asked))

    async def _select(self, words: str, *asked: Any) -> list[tuple[Any, ...]]:
        return await self._read(lambda reader: raw(reader).execute(words, asked).fetchall())

    async def _read(self, ask: Callable[[Connection], T]) -> T:
        """Ask a reader, in a thread of its own."""
        if not self._open:
            raise StoreError(f"the store {self._path} is closed")

        def read() -> T:
            reader = self._idle.get()
            try:
                with troubles(self._path):
                    return ask(reader)
            finally:
                self._idle.put(reader)

        return await get_running_loop().run_in_executor(self._threads, read)


def _heads(rows: list[tuple[Any, ...]]) -> list[Head]:
    return [head._replace(public=bool(head.public)) for head in map(Head._make, rows)]
