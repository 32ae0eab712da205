"""Moves a site from a SQLite file into an empty PostgreSQL database.

What must stay true: all of it is there or nothing, in one transaction; what came over is counted;
the file stays as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import asyncpg
from sqlalchemy import Connection as Source
from sqlalchemy import Table, func, select

from speto.server.store import StoreError
from speto.server.store.backup import backup
from speto.server.store.connect import connect, end, troubles
from speto.server.store.migrate import is_renewed, migrate
from speto.server.store.nodes import Node
from speto.server.store.pg_connect import FAULTS, Connection, Database
from speto.server.store.postgres import open_postgres
from speto.server.store.schema import metadata, node, wish

LEFT: Final = (node, wish)
"""What is of the moment, and of no use elsewhere."""
STEP: Final = 1_000
"""Rows between two words of how far it is."""
Told = Callable[[int, int], None]
"""Is told how many of how many rows have come over."""


async def move(path: Path, url: str, stopped: int | None, told: Told) -> dict[str, int]:
    """Copy the store `path` into the database at a URL; the rows of each table.

    The server of the file was `stopped` then; the first node gives that time back.

    :raises StoreError: there is no store, the database is not empty, or something fails.
    """
    if not path.is_file():
        raise StoreError(f"there is no store {path}")
    with _opened(path) as source:
        await (await open_postgres(url)).close()  # which makes its tables
        database = Database(url)
        with database.troubles():
            connection = await database.connect(patient=True)
            try:
                return await _moved(source, path, connection, database, stopped, told)
            finally:
                with suppress(*FAULTS):
                    await connection.close(timeout=1)


@contextmanager
def _opened(path: Path) -> Iterator[Source]:
    """A connection to a store with the tables of this version: to a copy of one that is older."""
    with ExitStack() as stack:
        source = connect(path, reads=True)
        stack.callback(end, source)
        with troubles(path):
            renewed = is_renewed(source)
        if not renewed:
            with troubles(path.parent):
                beside = TemporaryDirectory(prefix="moving-", dir=path.parent)
            copy = Path(stack.enter_context(beside)) / path.name
            backup(path, copy)
            source = connect(copy)
            stack.callback(end, source)
            migrate(source, path)
        yield source


async def _moved(
    source: Source,
    path: Path,
    connection: Connection,
    database: Database,
    stopped: int | None,
    told: Told,
) -> dict[str, int]:
    tables = [table for table in metadata.sorted_tables if table not in LEFT]
    async with connection.transaction():
        for table in metadata.sorted_tables:
            await connection.execute(f'LOCK TABLE "{table.name}" IN EXCLUSIVE MODE')
            if await connection.fetchval(f'SELECT EXISTS (SELECT FROM "{table.name}")'):
                raise StoreError(f"the store {database.name} is not empty: give it a new database")
        with troubles(path):
            counts = {
                table.name: int(
                    source.execute(select(func.count()).select_from(table)).scalar_one()
                )
                for table in tables
            }
        done, total = 0, sum(counts.values())
        told(0, total)
        for table in tables:
            rows = _rows(source, path, table, partial(_tell, told, done, total))
            await _copied(connection, database, table, rows)
            done += counts[table.name]
            there = await connection.fetchval(f'SELECT count(*) FROM "{table.name}"')
            if there != counts[table.name]:
                raise StoreError(
                    f"of {counts[table.name]} rows of {table.name} only {there} came over"
                )
        if stopped is not None:
            await connection.execute(
                "INSERT INTO node (id, began, beat, drains) VALUES ($1, $2, $2, false)",
                *Node("moved", stopped, stopped)[:2],
            )
        told(total, total)
    await connection.execute("ANALYZE")
    return counts


def _rows(
    source: Source, path: Path, table: Table, told: Callable[[int], None]
) -> Iterator[tuple[Any, ...]]:
    """The rows of a table; told of every so many."""
    with troubles(path):
        found = source.execution_options(yield_per=STEP).execute(select(table))
        for n, row in enumerate(found, 1):
            if n % STEP == 0:
                told(n)
            yield tuple(row)


def _tell(told: Told, before: int, total: int, n: int) -> None:
    told(before + n, total)


async def _copied(
    connection: Connection, database: Database, table: Table, rows: Iterator[tuple[Any, ...]]
) -> None:
    names = list(table.columns.keys())
    try:
        await connection.copy_records_to_table(table.name, records=rows, columns=names)
    except (asyncpg.DataError, asyncpg.InterfaceError) as error:
        raise StoreError(f"a row of {table.name} does not fit: {error}") from error
    counted = table.autoincrement_column
    if counted is not None:
        # The next number is behind those that came over.
        its = f"pg_get_serial_sequence('{table.name}', '{counted.name}')"
        next_one = f"SELECT coalesce(max({counted.name}), 0) + 1 FROM {table.name}"
        await connection.execute(f"SELECT setval({its}, ({next_one}), false)")
