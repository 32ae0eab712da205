"""The one thread that writes: whatever waits goes into one transaction.

What must stay true: a future is resolved after the commit that holds its row; a write that cannot
be done fails alone; rows of one table keep the order in which they were asked for.

SQLite's module lets go of the interpreter at every statement and may wait long to get it back from
a busy event loop. So a batch is few statements of many rows, not many of one.
"""

from __future__ import annotations

import sqlite3
from asyncio import Future, get_running_loop
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from itertools import chain
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeAlias

from sqlalchemy.exc import IntegrityError

from speto.server.store import Each, Repeated, Row, Statement, StoreError, Taken, Write
from speto.server.store.change import Spoiled, change_of
from speto.server.store.connect import FAULTS, connect, end, raw, trouble, troubles

Rows: TypeAlias = list[dict[str, Any]]
Answer: TypeAlias = Rows | Exception
Task: TypeAlias = Write | tuple[Statement, ...]  # statements are done all or none
Asked: TypeAlias = tuple[Task, "Future[Rows]"]

LOG = 'INSERT INTO log ("table", seq, actor, command, at, body) VALUES '
HEAD = 'INSERT INTO head ("table", seq, status, deadline, game, public, code, created) VALUES '
SECRET = 'INSERT INTO secret ("table", deal, seed) VALUES '
MEMBER = 'INSERT INTO member (account, "table") VALUES {} ON CONFLICT DO NOTHING'
# A table's head moves only if it stands before the first of the table's rows in the batch.
MOVE = (
    "UPDATE head SET seq = column2, status = column3, deadline = column4, claimed = NULL "
    "FROM (VALUES {}) "
    'WHERE head."table" = column1 AND head.seq = column5'
)
FIRST = (
    'SELECT "table", seq, actor, command, at, body FROM log '
    'WHERE "table" = ? AND actor = ? AND command = ?'
)
CHUNKS = (64, 32, 16, 8, 4, 2, 1)  # rows a statement: few shapes, so that each stays compiled
DOUBLE = (sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_UNIQUE)


class Writer:
    """A thread with the only connection that writes; asked from one event loop."""

    def __init__(self, path: Path, *, full: bool) -> None:
        self._path = path
        self._connection = connect(path, full=full)
        self._inner = raw(self._connection)
        self._waiting: deque[Asked] = deque()
        self._rung = False
        self._bell: SimpleQueue[None] = SimpleQueue()
        self._closing = False
        # A loop that ends without closing the store must not hang at the thread.
        self._thread = Thread(target=self._run, name="store writer", daemon=True)
        self._thread.start()

    def ask(self, task: Task) -> Future[Rows]:
        """Have it written; the future is resolved when it is durable."""
        if self._closing:
            raise StoreError(f"the store {self._path} is closed")
        loop = get_running_loop()
        future: Future[Rows] = loop.create_future()
        self._waiting.append((task, future))
        if not self._rung:
            # Once a turn of the loop, so that all that asks in this turn is one batch.
            self._rung = True
            loop.call_soon(self._ring)
        return future

    def stop(self) -> None:
        """Take nothing more; on the event loop, so that nothing slips in behind the last batch."""
        self._closing = True
        self._bell.put(None)

    def close(self) -> None:
        """Wait until all is written and close the file; blocks."""
        self._thread.join()
        end(self._connection)

    def _ring(self) -> None:
        self._rung = False
        self._bell.put(None)

    def _run(self) -> None:
        while True:
            self._bell.get()
            closing = self._closing
            batch = []
            while self._waiting:
                batch.append(self._waiting.popleft())
            if batch:
                self._batch(batch)
            if closing:
                return

    def _batch(self, batch: list[Asked]) -> None:
        """Write a batch and have its futures resolved."""
        answers: Sequence[Answer]
        tasks = [task for task, _ in batch]
        try:
            try:
                answers = self._transaction(tasks, apart=False)
            except Spoiled:
                answers = self._transaction(tasks, apart=True)
        except Exception as error:
            said = trouble(error, self._path) if isinstance(error, FAULTS) else error
            answers = [said] * len(batch)
        futures = [future for _, future in batch]
        # The loop may have ended meanwhile; the rows are written all the same.
        with suppress(RuntimeError):
            futures[0].get_loop().call_soon_threadsafe(_resolve, futures, answers)

    def _transaction(self, tasks: list[Task], *, apart: bool) -> list[Answer]:
        """Do the tasks in one transaction.

        :raises Spoiled: they do not go in together.
        :raises StoreError: none was done.
        """
        with troubles(self._path):
            self._inner.execute("BEGIN IMMEDIATE")
        try:
            answers = [self._alone(task) for task in tasks] if apart else self._together(tasks)
            with troubles(self._path):
                self._inner.execute("COMMIT")
            return answers
        finally:
            if self._inner.in_transaction:
                self._inner.execute("ROLLBACK")

    def _together(self, tasks: list[Task]) -> list[Answer]:
        """Do all tasks, taking it that none fails."""
        writes = [task for task in tasks if isinstance(task, Write)]
        try:
            if writes:
                self._rows(writes)
            return [[] if isinstance(task, Write) else self._statements(task) for task in tasks]
        except Exception as error:
            raise Spoiled from error

    def _alone(self, task: Task) -> Answer:
        """Do one task so that nothing is left of it if it fails."""
        self._inner.execute("SAVEPOINT one")
        try:
            if not isinstance(task, Write):
                return self._statements(task)
            self._rows([task])
            return []
        except Exception as error:
            # The worst troubles end the whole transaction by themselves.
            if not self._inner.in_transaction:
                raise trouble(error, self._path) from error
            self._inner.execute("ROLLBACK TO one")
            return self._why(task, error)
        finally:
            if self._inner.in_transaction:
                self._inner.execute("RELEASE one")

    def _statements(self, statements: tuple[Statement, ...]) -> Rows:
        """Do statements; the rows of the last."""
        rows: Rows = []
        for statement in statements:
            words, values = statement if isinstance(statement, Each) else (statement, None)
            result = self._connection.execute(words, values)
            rows = [dict(row) for row in result.mappings()] if result.returns_rows else []
        return rows

    def _rows(self, writes: list[Write]) -> None:
        """Write rows, heads, seeds and who has come.

        :raises Spoiled: a row is not the next of its table.
        """
        change = change_of(writes)
        self._many(LOG + "{}", [write.row for write in writes])
        self._many(HEAD + "{}", change.new)
        if self._many(MOVE, change.moves) != len(change.moves):
            raise Spoiled
        try:
            self._many(SECRET + "{}", change.seeds)
        except sqlite3.IntegrityError as error:
            raise StoreError("a seed that was committed to cannot be changed") from error
        self._many(MEMBER, change.members)

    def _many(self, statement: str, rows: Sequence[tuple[Any, ...]]) -> int:
        """Do a statement for all rows; how many it touched."""
        count = 0
        for part in _parts(rows):
            words = _spread(statement, len(part), len(part[0]))
            count += self._inner.execute(words, tuple(chain.from_iterable(part))).rowcount
        return count

    def _why(self, task: Task, error: Exception) -> Exception:
        """What the one who asked for it is told."""
        double = isinstance(error, Spoiled) or getattr(error, "sqlite_errorcode", None) in DOUBLE
        if not isinstance(task, Write) or not double:
            passes = isinstance(error, IntegrityError) or not isinstance(error, FAULTS)
            return error if passes else trouble(error, self._path)
        row = task.row
        asked = self._inner.execute(FIRST, (row.table, row.actor, row.command))
        found = asked.fetchone()
        return Repeated(Row._make(found)) if found else Taken(f"row {row.seq} of {row.table}")


def _resolve(futures: list[Future[Rows]], answers: Sequence[Answer]) -> None:
    """Resolve the futures of a batch; on the event loop."""
    for future, answer in zip(futures, answers, strict=True):
        if future.done():
            continue  # whoever asked was cancelled
        if isinstance(answer, Exception):
            future.set_exception(answer)
        else:
            future.set_result(answer)


def _parts(rows: Sequence[tuple[Any, ...]]) -> Iterator[Sequence[tuple[Any, ...]]]:
    """The rows in parts of the sizes in `CHUNKS`."""
    at = 0
    for size in CHUNKS:
        while len(rows) - at >= size:
            yield rows[at : at + size]
            at += size


@cache
def _spread(statement: str, rows: int, columns: int) -> str:
    """The statement with its holes."""
    one = f"({', '.join('?' * columns)})"
    return statement.format(", ".join([one] * rows))
