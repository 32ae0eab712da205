"""A store in memory, and the way to it of each node: slow, away, its answers lost, by the seed.

What must stay true: it keeps what the protocol of a store promises and no more: a write is whole or
not at all and durable before it is answered, and one that failed may stand all the same.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection
from functools import cache
from random import Random
from typing import Any, Protocol, TypeAlias, TypeVar

import sqlalchemy
from sqlalchemy import func, select
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.exc import IntegrityError

from speto.server.store import (
    CLAIM,
    Each,
    Head,
    Reach,
    Repeated,
    Row,
    Statement,
    StoreError,
    Taken,
    Write,
)
from speto.server.store.schema import head as head_table
from speto.server.store.schema import member as member_table
from speto.server.store.schema import metadata
from speto.server.store.schema import talk as talk_table
from tests.simulation.loop import Process, VirtualLoop
from tests.simulation.weather import Weather

T = TypeVar("T")
LINES = select(talk_table.c.table, func.max(talk_table.c.n).label("n")).group_by(talk_table.c.table)
Rows: TypeAlias = list[dict[str, Any]]


class Hears(Protocol):
    """Whoever is told what became durable, at the moment when it did."""

    def on_commit(self, node: str, write: Write) -> None: ...


class Disk:
    """What is durable.

    The site's statements find each table's first head, which tells that it is there.
    """

    def __init__(self, judge: Hears) -> None:
        self.judge = judge
        self.logs: dict[str, list[Row]] = {}
        self.heads: dict[str, Head] = {}
        self.seeds: dict[str, dict[int, bytes]] = {}
        self.codes: dict[str, str] = {}
        self._commands: dict[tuple[str, str, str], Row] = {}
        self._claimed: dict[str, int] = {}
        self._site = _site()
        self._talks = False

    def append(self, node: str, write: Write) -> None:
        """Keep a row, all of it or nothing."""
        row, head, seeds, members = write
        had = self._commands.get((row.table, row.actor, row.command))
        if had:
            raise Repeated(had)
        rows = self.logs.get(row.table, [])
        if row.seq != len(rows) + 1 or (row.seq == 1 and head.code in self.codes):
            raise Taken(f"row {row.seq} of {row.table}")
        known = self.seeds.get(row.table, {})
        if any(deal in known for deal, _ in seeds):
            raise StoreError("a seed that was committed to cannot be changed")
        if row.seq == 1:
            self.logs[row.table] = rows
            self.heads[row.table] = head
            self.codes[head.code] = row.table
            self.execute(sqlalchemy.insert(head_table).values(head._asdict()))
        else:
            before = self.heads[row.table]
            self.heads[row.table] = Head(*head[:4], *before[4:])
        rows.append(row)
        self._commands[row.table, row.actor, row.command] = row
        self.seeds.setdefault(row.table, {}).update(seeds)
        self._claimed.pop(row.table, None)
        for who in members:
            values = {"account": who, "table": row.table}
            self.execute(insert(member_table).values(values).on_conflict_do_nothing())
        self.judge.on_commit(node, write)

    def due(self, now: int, limit: int) -> list[Head]:
        """The overdue tables, each claimed for a while."""
        found = [
            head
            for head in self.heads.values()
            if head.status == "live"
            and head.deadline is not None
            and head.deadline <= now
            and self._claimed.get(head.table, 0) <= now
        ]
        found.sort(key=lambda head: (head.deadline, head.table))
        for head in found[:limit]:
            self._claimed[head.table] = now + CLAIM
        return found[:limit]

    def reach(self, tables: Collection[str]) -> dict[str, Reach]:
        """How far tables have got."""
        said = {line["table"]: line["n"] for line in self.execute(LINES)} if self._talks else {}
        heads = [self.heads[table] for table in tables if table in self.heads]
        return {
            head.table: Reach(head.table, head.seq, head.status, said.get(head.table, 0))
            for head in heads
        }

    def said(self, table: str, n: int) -> dict[str, Any] | None:
        """A line of talk."""
        which = talk_table.c.table == table, talk_table.c.n == n
        return next(iter(self.execute(select(talk_table).where(*which))), None)

    def mark(self, table: str, status: str) -> None:
        """Give a table a status."""
        if table in self.heads:
            self.heads[table] = self.heads[table]._replace(status=status)

    def execute(self, *statements: Statement) -> Rows:
        """Do statements, all or none; the rows of the last."""
        rows: Rows = []
        with self._site.begin():
            for statement in statements:
                self._talks |= getattr(statement, "table", None) is talk_table
                words, values = statement if isinstance(statement, Each) else (statement, None)
                result = self._site.execute(words, values)
                rows = [dict(row) for row in result.mappings()] if result.returns_rows else []
        return rows


@cache
def _connection() -> tuple[sqlite3.Connection, sqlalchemy.Connection, bytes]:
    """A database in memory, once a process, since statements stay compiled; and it when empty."""
    raw = sqlite3.connect(":memory:")
    engine = sqlalchemy.create_engine(
        "sqlite://", creator=lambda: raw, poolclass=sqlalchemy.StaticPool
    )
    connection = engine.connect()
    with connection.begin():
        metadata.create_all(connection)
    return raw, connection, raw.serialize()


def _site() -> sqlalchemy.Connection:
    """An empty database for all but the logs."""
    raw, connection, empty = _connection()
    raw.deserialize(empty)
    return connection


class StoreAt:
    """The store as one node has it."""

    def __init__(
        self,
        disk: Disk,
        process: Process,
        loop: VirtualLoop,
        weather: Weather,
        draw: Random,
        committed: Callable[[Process], None],
    ) -> None:
        self.disk = disk
        self.process = process
        self.loop = loop
        self.weather = weather
        self.draw = draw
        self.committed = committed
        self._waiting: list[tuple[Callable[[], Any], Any]] = []

    async def append(self, write: Write) -> None:
        if self.draw.random() < self.weather.conflict:
            raise Taken("as it seems")
        await self._write(lambda: self.disk.append(self.process.name, write))

    async def rows(self, table: str, since: int = 0) -> list[Row]:
        return await self._read(lambda: self.disk.logs.get(table, [])[since:])

    async def seeds(self, table: str) -> dict[int, bytes]:
        return await self._read(lambda: dict(self.disk.seeds.get(table, {})))

    async def head(self, table: str) -> Head | None:
        return await self._read(lambda: self.disk.heads.get(table))

    async def by_code(self, code: str) -> Head | None:
        return await self._read(lambda: self.disk.heads.get(self.disk.codes.get(code, "")))

    async def heads(
        self, *, status: Collection[str], public: bool | None = None, limit: int = 1000
    ) -> list[Head]:
        def look() -> list[Head]:
            found = [
                head
                for head in self.disk.heads.values()
                if head.status in status and public in (None, head.public)
            ]
            return sorted(found, key=lambda head: (-head.created, head.table))[:limit]

        return await self._read(look)

    async def heads_of(self, tables: Collection[str]) -> dict[str, Reach]:
        asked = tuple(tables)
        return await self._read(lambda: self.disk.reach(asked))

    async def due(self, now: int, limit: int = 200) -> list[Head]:
        return await self._write(lambda: self.disk.due(now, limit))

    async def mark(self, table: str, status: str) -> None:
        await self._write(lambda: self.disk.mark(table, status))

    async def execute(self, statement: Statement, *more: Statement) -> Rows:
        if more or isinstance(statement, Each) or not statement.is_select:
            return await self._write(lambda: self.disk.execute(statement, *more))
        return await self._read(lambda: self.disk.execute(statement))

    async def close(self) -> None:
        """There is nothing to close."""

    def _delay(self) -> float:
        slow = self.draw.random() < self.weather.store_slow
        return self.draw.uniform(0.05, 1.5) if slow else self.draw.uniform(0.0005, 0.004)

    async def _read(self, look: Callable[[], T]) -> T:
        """What stands there some time after it was asked, told later still."""
        answer = self.loop.create_future()
        self.loop.later(self._delay(), self._look, look, answer)
        found: T = await answer
        return found

    def _look(self, look: Callable[[], Any], answer: Any) -> None:
        self.loop.later(self._delay(), self._tell, answer, self._done(look))

    async def _write(self, do: Callable[[], T]) -> T:
        """Have it written with all that waits just then."""
        answer = self.loop.create_future()
        self._waiting.append((do, answer))
        if len(self._waiting) == 1:
            self.loop.later(self._delay(), self._commit)
        found: T = await answer
        return found

    def _commit(self) -> None:
        batch, self._waiting = self._waiting, []
        if not self.process.alive and self.draw.random() < 0.5:
            return  # it died before what it asked for was on its way
        done = [(answer, self._done(do)) for do, answer in batch]
        delay = self._delay()
        for answer, found in done:
            self.loop.later(delay, self._tell, answer, found)
        self.committed(self.process)

    def _done(self, do: Callable[[], Any]) -> Any:
        """What comes of it: a result or why not."""
        if self.weather.store_away:
            return StoreError("the store is away")
        try:
            return do()
        except (Taken, Repeated, StoreError, IntegrityError) as problem:
            return problem

    def _tell(self, answer: Any, found: Any) -> None:
        if answer.done():
            return
        if self.weather.store_away or self.draw.random() < self.weather.answer_lost:
            found = StoreError("nothing is known of the answer")
        if isinstance(found, Exception):
            answer.set_exception(found)
        else:
            answer.set_result(found)
