"""The one connection that writes rows to PostgreSQL: whatever waits goes into one transaction.

What must stay true: a future is resolved after the commit that holds its row was confirmed; a write
that cannot be done fails alone; of several nodes that write the same row one succeeds, and none
waits for another in a circle: heads first, tables in one order.
"""

from __future__ import annotations

import asyncio
from asyncio import Future, Task
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final, TypeAlias

import asyncpg

from speto.server.store import Repeated, Row, StoreError, Taken, Write
from speto.server.store.change import Spoiled, change_of
from speto.server.store.pg_connect import COMMITS, FAULTS, Connection, Database, is_lost

Answer: TypeAlias = Exception | None
Asked: TypeAlias = tuple[Write, "Future[None]"]

MOST: Final = 2_000
"""Rows of a transaction."""
TRIES: Final = 3
"""So often a transaction is done again that PostgreSQL has ended for the sake of another."""
# The statements go by keys, whatever the statistics say of a table that was empty a moment ago.
SETTINGS: Final = {
    "enable_seqscan": "off",
    "enable_hashjoin": "off",
    "enable_mergejoin": "off",
    "plan_cache_mode": "force_generic_plan",
}

LOG: Final = (
    'INSERT INTO log ("table", seq, actor, command, at, body) SELECT * FROM unnest('
    "$1::text[], $2::int[], $3::text[], $4::text[], $5::bigint[], $6::bytea[]) "
    'ON CONFLICT DO NOTHING RETURNING "table", seq, actor, command'
)
HEAD: Final = (
    'INSERT INTO head ("table", seq, status, deadline, game, public, code, created) '
    "SELECT * FROM unnest($1::text[], $2::int[], $3::text[], $4::bigint[], $5::text[], "
    "$6::boolean[], $7::text[], $8::bigint[]) ON CONFLICT DO NOTHING"
)
MOVE: Final = (
    "UPDATE head SET seq = u.seq, status = u.status, deadline = u.deadline, claimed = NULL "
    "FROM unnest($1::text[], $2::int[], $3::text[], $4::bigint[], $5::int[]) "
    'AS u("table", seq, status, deadline, before) '
    'WHERE head."table" = u."table" AND head.seq = u.before'
)
SECRET: Final = (
    'INSERT INTO secret ("table", deal, seed) '
    "SELECT * FROM unnest($1::text[], $2::int[], $3::bytea[]) ON CONFLICT DO NOTHING"
)
MEMBER: Final = (
    'INSERT INTO member (account, "table") '
    "SELECT * FROM unnest($1::text[], $2::text[]) ON CONFLICT DO NOTHING"
)
# Nearly every batch: one row for each of many tables that are there. Whoever writes a row of the
# same table is waited for at its head, which then is no more where it was. That the command of a
# row which is the next stands already is so rare that the statement may fail.
MOVES: Final = (
    "WITH moved AS (UPDATE head "
    "SET seq = u.seq, status = u.status, deadline = u.deadline, claimed = NULL "
    "FROM unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::bigint[], $6::bytea[], "
    "$7::text[], $8::bigint[]) "
    'AS u("table", seq, actor, command, at, body, status, deadline) '
    'WHERE head."table" = u."table" AND head.seq = u.seq - 1 '
    'RETURNING u."table", u.seq, u.actor, u.command, u.at, u.body) '
    'INSERT INTO log ("table", seq, actor, command, at, body) SELECT * FROM moved '
    'RETURNING "table", seq, actor, command'
)
# Everything else, in a transaction of several statements.
LOCK: Final = 'SELECT FROM head WHERE "table" = ANY($1::text[]) ORDER BY "table" FOR UPDATE'
FIRST: Final = (
    'SELECT log."table", log.seq, log.actor, log.command, log.at, log.body '
    'FROM unnest($1::text[], $2::text[], $3::text[]) AS u("table", actor, command) '
    'JOIN log ON log."table" = u."table" AND log.actor = u.actor AND log.command = u.command'
)


class Away(Exception):
    """No connection was to be had."""


class Unconfirmed(Exception):
    """The connection was lost when the commit was sent: nobody knows whether it was done."""


class Writer:
    """Asked from one event loop; it connects when there is something to write."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._connection: Connection | None = None
        self._waiting: list[Asked] = []
        self._bell = asyncio.Event()
        self._closing = False
        self._task: Task[None] | None = None

    def ask(self, write: Write) -> Future[None]:
        """Have it written; the future is resolved when it is durable."""
        if self._closing:
            raise StoreError(f"the store {self._database.name} is closed")
        future: Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((write, future))
        self._bell.set()
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="store writer")
        return future

    async def close(self) -> None:
        """Write what was asked and end the connection."""
        self._closing = True
        self._bell.set()
        if self._task is not None:
            await self._task
        if self._connection is not None:
            with suppress(*FAULTS):
                await self._connection.close(timeout=1)

    async def _run(self) -> None:
        while not self._closing or self._waiting:
            await self._bell.wait()
            self._bell.clear()
            while self._waiting:
                batch, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
                # rows of a table in the order asked; tables in one order for all nodes
                batch.sort(key=lambda asked: asked[0].row.table)
                await self._batch(batch)

    async def _batch(self, batch: list[Asked]) -> None:
        """Write a batch and resolve its futures."""
        writes = [write for write, _ in batch]
        try:
            answers = await self._together(writes)
        except Exception as error:
            # Whatever it is: one who waits is told, and the next batch is tried.
            answers = [self._said(error)] * len(batch)
        except asyncio.CancelledError:
            if self._task is None or self._task.cancelling():
                raise
            # Not the writer was ended but something within the driver, who knows where.
            if self._connection is not None:
                self._connection.terminate()
            answers = [self._said(Unconfirmed())] * len(batch)
        for (_, future), answer in zip(batch, answers, strict=True):
            if future.done():
                continue  # whoever asked was cancelled
            if answer is None:
                future.set_result(None)
            else:
                future.set_exception(answer)

    async def _together(self, writes: list[Write]) -> list[Answer]:
        """Write all, or each by itself if they do not go in together."""
        try:
            return await self._tried(writes)
        except Spoiled:
            pass
        except FAULTS as error:
            if len(writes) == 1 or is_lost(error) or isinstance(error, TimeoutError):
                raise
        return [await self._alone(write) for write in writes]

    async def _alone(self, write: Write) -> Answer:
        try:
            return (await self._tried([write]))[0]
        except Spoiled:
            return Taken(f"row {write.row.seq} of {write.row.table}")
        except Exception as error:
            return self._said(error)

    def _said(self, error: Exception) -> Exception:
        """What the one who asked is told."""
        if isinstance(error, Unconfirmed):
            return StoreError(
                f"the store {self._database.name} was lost before it confirmed: ask again"
            )
        inner = error.__cause__ if isinstance(error, Away) else error
        return self._database.trouble(inner) if isinstance(inner, FAULTS) else error

    async def _tried(self, writes: list[Write]) -> list[Answer]:
        """Write all in a transaction, again if it was ended before the commit was sent."""
        for last in (*[False] * (TRIES - 1), True):
            connection = await self._connected()
            try:
                answers = await self._moves(connection, writes)
                if answers is not None:
                    return answers
                return await self._transaction(connection, writes)
            except asyncpg.TransactionRollbackError:  # a deadlock, which should not be
                if last:
                    raise
            except FAULTS as error:
                if last or not is_lost(error):
                    raise
        raise AssertionError

    async def _connected(self) -> Connection:
        if self._connection is None or self._connection.is_closed():
            try:
                self._connection = await self._durable()
            except FAULTS as error:
                raise Away from error
        return self._connection

    async def _durable(self) -> Connection:
        """A new connection, which may have been set another way than the one before.

        :raises StoreError: what it commits is not durable.
        """
        connection = await self._database.connect(SETTINGS)
        try:
            self._database.check_commits(await connection.fetchval(COMMITS))
        except BaseException:
            connection.terminate()
            raise
        return connection

    async def _moves(self, connection: Connection, writes: list[Write]) -> list[Answer] | None:
        """Write one row for each of these tables by one statement; nothing if that is too simple.

        :raises Unconfirmed: they may stand or not.
        """
        if len({write.row.table for write in writes}) < len(writes):
            return None
        if any(write.row.seq == 1 or write.seeds or write.members for write in writes):
            return None
        rows = [(*write.row, write.head.status, write.head.deadline) for write in writes]
        try:
            found = await connection.fetch(MOVES, *_columns(rows, 8))
        except asyncpg.UniqueViolationError:
            return None
        except Exception as error:
            if _ends(connection, error):
                raise Unconfirmed from error
            raise
        return await _answers(connection, writes, found)

    async def _transaction(self, connection: Connection, writes: list[Write]) -> list[Answer]:
        """Write all in one transaction.

        :raises Spoiled: they do not go in together.
        :raises Unconfirmed: they may stand or not.
        """
        sent = False
        try:
            await connection.execute("BEGIN")
            answers = await _rows(connection, writes)
            sent = True
            await connection.execute("COMMIT")
            return answers
        except Exception as error:
            lost = _ends(connection, error)
            if lost and sent:
                raise Unconfirmed from error
            if not lost and not sent:
                with suppress(*FAULTS):
                    await connection.execute("ROLLBACK")
            raise


def _ends(connection: Connection, error: Exception) -> bool:
    """Whether a connection is lost, or is to be given up as it does not answer."""
    lost = is_lost(error) or isinstance(error, TimeoutError) or connection.is_closed()
    if lost:
        connection.terminate()
    return lost


async def _rows(connection: Connection, writes: list[Write]) -> list[Answer]:
    """Write rows, heads, seeds and who has come; what becomes of each, once it is committed.

    :raises Spoiled: a row went in that is not the next of its table.
    """
    await connection.execute(LOCK, [write.row.table for write in writes])
    found = await connection.fetch(LOG, *_columns([write.row for write in writes], 6))
    answers = await _answers(connection, writes, found)
    done = [write for write, answer in zip(writes, answers, strict=True) if answer is None]
    change = change_of(done)
    await _all(connection, MOVE, change.moves, 5)
    await _all(connection, HEAD, change.new, 8)
    try:
        await _all(connection, SECRET, change.seeds, 3)
    except Spoiled:
        if len(writes) > 1:
            raise
        raise StoreError("a seed that was committed to cannot be changed") from None
    if change.members:
        await connection.execute(MEMBER, *_columns(change.members, 2))  # who was here before is
    return answers


async def _answers(
    connection: Connection, writes: list[Write], found: Sequence[asyncpg.Record]
) -> list[Answer]:
    """What those who asked are told, where these rows went in.

    In place of another stands a row that somebody else has written, or its command.
    """
    if len(found) == len(writes):
        return [None] * len(writes)
    mine = {tuple(row) for row in found}
    answers: list[Answer] = []
    losers = []
    for write in writes:
        row = write.row
        if row[:4] in mine:
            mine.remove(row[:4])  # of two that are the same one was written
            answers.append(None)
        else:
            losers.append((row.table, row.actor, row.command))
            answers.append(Taken(f"row {row.seq} of {row.table}"))
    standing = {
        (row.table, row.actor, row.command): row
        for row in map(Row._make, await connection.fetch(FIRST, *_columns(losers, 3)))
    }
    for number, write in enumerate(writes):
        row = write.row
        if answers[number] is not None and (row.table, row.actor, row.command) in standing:
            answers[number] = Repeated(standing[row.table, row.actor, row.command])
    return answers


async def _all(
    connection: Connection, statement: str, rows: Sequence[tuple[Any, ...]], columns: int
) -> None:
    """Do a statement for all rows.

    :raises Spoiled: it did not touch all of them.
    """
    if rows:
        said = await connection.execute(statement, *_columns(rows, columns))
        if int(said.rpartition(" ")[2]) != len(rows):
            raise Spoiled


def _columns(rows: Sequence[tuple[Any, ...]], count: int) -> list[list[Any]]:
    """The rows as columns."""
    return [[row[n] for row in rows] for n in range(count)]
