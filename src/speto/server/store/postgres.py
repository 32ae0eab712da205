"""The store in a PostgreSQL database that any number of nodes share.

What must stay true: a read that begins after an awaited write sees it; after the database was lost
the next call connects anew; nothing is asked twice that may have been done once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from functools import partial
from typing import Any, Final, TypeVar

import asyncpg
from sqlalchemy import Connection, event
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from speto.server.store import CLAIM, Each, Head, Reach, Row, Statement, StoreError, Write
from speto.server.store.migrate import check_tables, is_renewed, migrate_shared
from speto.server.store.pg_connect import (
    COMMITS,
    FAULTS,
    LONGEST,
    PATIENCE,
    Database,
    is_lost,
    is_no_text,
)
from speto.server.store.pg_writer import Writer

T = TypeVar("T")

READERS: Final = 4
OTHERS: Final = 4
"""Connections for the statements on the site's own tables."""
OLDEST: Final = 140000
DIALECT: Final = "postgresql+asyncpg://"

ROWS: Final = (
    'SELECT "table", seq, actor, command, at, body FROM log '
    'WHERE "table" = $1 AND seq > $2 ORDER BY seq'
)
SEEDS: Final = 'SELECT deal, seed FROM secret WHERE "table" = $1 ORDER BY deal'
REACH: Final = (
    'SELECT "table", seq, status, '
    '(SELECT coalesce(max(n), 0) FROM talk WHERE talk."table" = head."table") '
    'FROM head WHERE "table" = ANY($1::text[])'
)
HEAD: Final = "{0}seq, {0}status, {0}deadline, {0}game, {0}public, {0}code, {0}created"
HEADS: Final = f'SELECT "table", {HEAD.format("")} FROM head WHERE '
# The newest of each kind are found by its index, and no more than are asked for is sorted.
NEWEST: Final = (
    "SELECT found.* FROM unnest($1::text[]) AS s(status) "
    "CROSS JOIN unnest($2::boolean[]) AS p(public) "
    f"CROSS JOIN LATERAL ({HEADS}head.status = s.status AND head.public = p.public "
    'ORDER BY head.created DESC, head."table" DESC LIMIT $3) AS found '
    'ORDER BY found.created DESC, found."table" DESC LIMIT $3'
)
DUE: Final = (
    "WITH due AS (SELECT \"table\" FROM head WHERE status = 'live' AND deadline <= $1 "
    "AND coalesce(claimed, 0) <= $1 ORDER BY deadline LIMIT $2 FOR UPDATE SKIP LOCKED) "
    'UPDATE head SET claimed = $3 FROM due WHERE head."table" = due."table" '
    f'RETURNING head."table", {HEAD.format("head.")}'
)
MARK: Final = 'UPDATE head SET status = $2 WHERE "table" = $1'


async def open_postgres(url: str, *, migrates: bool = True) -> PostgresStore:
    """The store in the database at this URL, whose tables are made or renewed if it `migrates`.

    :raises StoreError: it cannot be opened, or is not a store of this version.
    """
    database = Database(url)
    store = PostgresStore(database, await database.pool(READERS))
    try:
        await store.prepare(migrates=migrates)
    except BaseException:
        await store.close()
        raise
    return store


class PostgresStore:
    """A `Store` in a database; asked from one event loop."""

    def __init__(self, database: Database, pool: asyncpg.Pool[asyncpg.Record]) -> None:
        self._database = database
        self._open = True
        self._writer = Writer(database)
        self._pool = pool
        self._engine = _engine(database)
        # What is one statement needs no transaction around it.
        self._single = self._engine.execution_options(isolation_level="AUTOCOMMIT")

    async def prepare(self, *, migrates: bool) -> None:
        """See that the database can be used and has the tables of this version, or bring it there.

        :raises StoreError: it cannot, or has not.
        """
        with self._database.troubles():
            async with self._engine.connect() as connection:
                await connection.run_sync(_check, self._database)
                if not migrates:
                    await connection.run_sync(check_tables, self._database.name)
                renewed = await connection.run_sync(is_renewed)
            if not renewed:
                await self._renew()

    async def _renew(self) -> None:
        """Bring the database to the tables of this version, however long it takes."""
        patient = partial(self._database.connect, patient=True)
        engine = create_async_engine(DIALECT, async_creator=patient)
        try:
            async with engine.begin() as connection:
                await connection.run_sync(migrate_shared, self._database.name)
        finally:
            await engine.dispose()

    async def append(self, write: Write) -> None:
        """Keep a row; it is durable when this returns."""
        await self._writer.ask(write)

    async def rows(self, table: str, since: int = 0) -> list[Row]:
        """The rows of a table behind `since`, in order."""
        return [Row._make(row) for row in await self._fetch(ROWS, table, since)]

    async def seeds(self, table: str) -> dict[int, bytes]:
        """The seeds of a table's deals, revealed or not."""
        return {row[0]: row[1] for row in await self._fetch(SEEDS, table)}

    async def head(self, table: str) -> Head | None:
        """Where a table stands."""
        return next(iter(await self._heads('"table" = $1', table)), None)

    async def by_code(self, code: str) -> Head | None:
        """Where the table with this code stands."""
        # Told again, so that the index of the codes that are not empty is used.
        return next(iter(await self._heads("code = $1 AND code <> ''", code)), None)

    async def heads(
        self, *, status: Collection[str], public: bool | None = None, limit: int = 1000
    ) -> list[Head]:
        """The tables of these statuses, the newest first."""
        kinds = [False, True] if public is None else [public]
        found = await self._fetch(NEWEST, [*{*status}], kinds, limit)
        return [Head._make(row) for row in found]

    async def heads_of(self, tables: Collection[str]) -> dict[str, Reach]:
        """How far each of these tables has got, asked at once."""
        found = map(Reach._make, await self._fetch(REACH, [*tables]))
        return {reach.table: reach for reach in found}

    async def due(self, now: int, limit: int = 200) -> list[Head]:
        """The live tables whose deadline has come, the longest overdue first; they are claimed."""
        claimed = await self._fetch(DUE, now, limit, now + CLAIM, again=False)
        return sorted(map(Head._make, claimed), key=lambda head: head.deadline or 0)

    async def mark(self, table: str, status: str) -> None:
        """Give a table a status without a row; for one that failed."""
        await self._fetch(MARK, table, status)

    async def execute(self, statement: Statement, *more: Statement) -> list[dict[str, Any]]:
        """Do statements on the tables of `schema`, all or none; the rows of the last, if any."""
        if more or isinstance(statement, Each):
            return await self._asked(lambda: self._together((statement, *more)), again=False)

        async def one() -> list[dict[str, Any]]:
            async with self._single.connect() as connection:
                try:
                    return await connection.run_sync(_do, statement)
                except FAULTS as error:
                    if is_lost(error):
                        await connection.invalidate()
                    raise

        return await self._asked(one, again=statement.is_select)

    async def _together(self, statements: tuple[Statement, ...]) -> list[dict[str, Any]]:
        async with self._engine.begin() as connection:
            rows: list[dict[str, Any]] = []
            for each in statements:
                rows = await connection.run_sync(_do, each)
            return rows

    async def close(self) -> None:
        """Finish what was asked and end the connections."""
        if not self._open:
            return
        self._open = False
        await self._writer.close()
        with suppress(*FAULTS):
            await asyncio.wait_for(self._pool.close(), PATIENCE)
        await self._engine.dispose()

    async def _heads(self, which: str, *asked: Any) -> list[Head]:
        return [Head._make(row) for row in await self._fetch(HEADS + which, *asked)]

    async def _fetch(self, words: str, *asked: Any, again: bool = True) -> list[asyncpg.Record]:
        async def fetch() -> list[asyncpg.Record]:
            async with self._pool.acquire() as connection:
                try:
                    return await connection.fetch(words, *asked)
                except FAULTS as error:
                    if is_lost(error):
                        connection.terminate()
                    raise

        return await self._asked(fetch, again=again)

    async def _asked(self, ask: Callable[[], Awaitable[list[T]]], *, again: bool) -> list[T]:
        """Ask something; once more if the connection was lost and it does no harm."""
        if not self._open:
            raise StoreError(f"the store {self._database.name} is closed")
        with self._database.troubles():
            try:
                return await ask()
            except FAULTS as error:
                if again and is_no_text(error):
                    return []  # so it is in no row
                if not again or not is_lost(error):
                    raise
            return await ask()


def _engine(database: Database) -> AsyncEngine:
    engine = create_async_engine(
        DIALECT,
        async_creator=database.connect,
        pool_size=OTHERS,
        max_overflow=0,
        pool_timeout=LONGEST,
    )

    @event.listens_for(engine.sync_engine, "checkout")
    def check(outer: Any, record: Any, proxy: Any) -> None:
        if outer.driver_connection.is_closed():
            raise DisconnectionError  # so that a new one is made

    return engine


def _do(connection: Connection, statement: Statement) -> list[dict[str, Any]]:
    """Do a statement; its rows, if it has any."""
    words, values = statement if isinstance(statement, Each) else (statement, None)
    result = connection.execute(words, values)
    return [dict(row) for row in result.mappings()] if result.returns_rows else []


def _check(connection: Connection, database: Database) -> None:
    """See that a server is new enough and knows all letters."""
    version = int(connection.exec_driver_sql("SHOW server_version_num").scalar_one())
    if version < OLDEST:
        raise StoreError(f"PostgreSQL {version // 10000} is too old: {OLDEST // 10000} is needed")
    letters = connection.exec_driver_sql("SHOW server_encoding").scalar_one()
    if letters != "UTF8":
        raise StoreError(f"the store {database.name} has not all letters: make it with UTF8")
    database.check_commits(connection.exec_driver_sql(COMMITS).scalar_one())
