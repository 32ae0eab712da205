"""One table in this process: its state, who looks on, and how a command becomes a row.

What must stay true: nothing is shown or answered before its row is durable; the lock is held over
the append alone, never while anybody's socket is waited for; rows are followed one after the other
without a gap, each once, whoever wrote it and however often it is told; a failure here harms no
other table.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, Protocol, TypeAlias

from speto.server import decide as deciding
from speto.server import log
from speto.server.decide import CLOCK, SERVER
from speto.server.drafts import Refused
from speto.server.metrics import Metrics
from speto.server.store import Head, Repeated, Row, Store, StoreError, Taken, Write
from speto.server.table import Table, follow

TRIES: Final = 50
"""So often a row that another node was faster to write is decided again: each time one got on."""

Decided: TypeAlias = tuple[log.Body, Mapping[int, bytes]]
"""The body of a row, and the new seeds that it commits to."""
Listener = Callable[["Live", Row, Table], None]
"""Is told each row when it is durable, with the table as it was before."""


class Others(Protocol):
    """The other nodes of the site, as a table needs them."""

    def tell(self, row: Row) -> None:
        """Let them hear of a row that is durable."""

    def doubt(self, table: str) -> None:
        """Look soon whether the store has rows of a table that are not known here."""

    def ask_after(self, table: str) -> None:
        """Ask who looks at a table elsewhere."""

    def hold(self, table: str) -> None:
        """Hear of a table from now on."""

    def free(self, table: str) -> None:
        """Hear of a table no more."""


@dataclass(slots=True, eq=False)
class Live:
    """A table in memory; `commands` are those of its log, so that each is done once.

    `played` is the last row by which the deal changed, `used` when it was last asked for; while
    somebody has `held` it, it is not let go. `lowered` is the last deal in which a computer player
    thought less than its level. This node `drives` it if it wrote the last row or has just loaded
    it, else another does; `moved` is when the last row was followed. `others` are the other nodes,
    if there are any.
    """

    table: Table
    head: Head
    seeds: dict[int, bytes]
    store: Store
    metrics: Metrics
    now: Callable[[], int]
    new_seed: Callable[[], bytes]
    commands: dict[tuple[str, str], int] = field(default_factory=dict)
    played: int = 0
    used: int = 0
    held: int = 0
    lowered: int = 0
    drives: bool = True
    moved: int = 0
    others: Others | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    listeners: list[Listener] = field(default_factory=list)

    def has_moved(self, seq: int) -> bool:
        """Whether anything was played since a row, or there is no such row yet."""
        return seq > self.table.seq or self.played > seq

    async def submit(
        self, actor: str, command: str, ask: log.Body, *, seen: int | None = None
    ) -> int:
        """Have a command done once; the number of its row. `seen` is the last that its actor saw.

        :raises Refused: if the table does not take it; with "stale" if it was thought for another
            moment.
        """
        async with self.lock:
            done = self.commands.get((actor, command))
            if done is not None:
                return done

            def decided(at: int) -> Decided:
                if seen is not None and self.has_moved(seen):
                    raise Refused("stale")
                return deciding.decide(self.table, actor, ask, at), {}

            seq = await self._write(actor, lambda: command, decided)
            await self._keep_up()
            return seq or self.table.seq

    async def run_down(self) -> bool:
        """Do what the clock does, if the deadline has passed."""
        async with self.lock:
            deadline = self.table.deadline
            if deadline is None or self.now() < deadline:
                return False
            self.metrics.clock_lag.observe((self.now() - deadline) / 1000)

            def decided(at: int) -> Decided | None:
                body = deciding.due(self.table, at)
                return None if body is None else (body, {})

            before = self.table.seq
            await self._write(CLOCK, lambda: f"timeout:{self.table.seq}", decided)
            await self._keep_up()
            return self.table.seq > before

    async def keep_up(self) -> None:
        """Log all that the server itself must log next."""
        async with self.lock:
            await self._keep_up()

    async def _keep_up(self) -> None:
        def decided(at: int) -> Decided | None:
            return deciding.upkeep(self.table, at, self.new_seed)

        while await self._write(SERVER, lambda: f"upkeep:{self.table.seq}", decided):
            pass

    async def _write(
        self, actor: str, command: Callable[[], str], decided: Callable[[int], Decided | None]
    ) -> int | None:
        """Log what is decided, decided anew where another was faster; its row, if there is any.

        :raises StoreError: if others were faster again and again.
        """
        for _ in range(TRIES):
            if self.lacks_seed:
                await self.catch_up()
            at = self.now()
            found = decided(at)
            if found is None:
                return None
            body, seeds = found
            row = Row(self.table.id, self.table.seq + 1, actor, command(), at, log.write(body))
            after = follow(self.table, row, {**self.seeds, **seeds} if seeds else self.seeds)
            write = Write(
                row,
                head_of(after, self.head, row),
                tuple(seeds.items()),
                log.members_of(actor, body),
            )
            try:
                await self.store.append(write)
            except Repeated as problem:
                await self.catch_up()
                return problem.row.seq
            except Taken:
                self.metrics.conflicts.inc()
                await self.catch_up()
                if self.table.seq < row.seq:  # nobody was faster
                    raise self.lost() from None
                continue
            except StoreError:
                if self.others is not None:  # the row may stand all the same
                    self.others.doubt(self.table.id)
                raise
            self.seeds.update(seeds)
            self.head = write.head
            self.metrics.count_row(type(body))
            if self.table.seq < row.seq:  # else it was read back with what others wrote behind it
                self._take(row, after, own=True)
            elif self.table.seq == row.seq:
                self.drives = True
            if self.others is not None:
                self.others.tell(row)
            return row.seq
        raise StoreError(f"table {self.table.id}: others were faster {TRIES} times")

    def lost(self) -> StoreError:
        """What there is to say where the store has less of the table than was told of it."""
        if self.others is not None:
            self.others.doubt(self.table.id)
        return StoreError(f"the store has lost rows of table {self.table.id}")

    @property
    def lacks_seed(self) -> bool:
        """Whether the next deal cannot be followed, as another node has announced it."""
        return self.table.stage == "entropy" and self.table.deal not in self.seeds

    async def catch_up(self) -> bool:
        """Follow the rows that others have written; whether there were any."""
        before = self.table.seq
        rows = await self.store.rows(self.table.id, before)
        if rows or self.lacks_seed:  # behind the rows, so that theirs are there
            self.seeds.update(await self.store.seeds(self.table.id))
        for row in rows:
            if row.seq == self.table.seq + 1:
                self._take(row, follow(self.table, row, self.seeds), own=False)
        return self.table.seq > before

    def hear(self, row: Row) -> bool:
        """Follow a row that another node tells, if it is the next; whether nothing is missing."""
        if row.seq <= self.table.seq:
            return True
        if row.seq > self.table.seq + 1 or self.lacks_seed:
            return False
        self._take(row, follow(self.table, row, self.seeds), own=False)
        return not self.lacks_seed

    def _take(self, row: Row, after: Table, *, own: bool) -> None:
        before, self.table = self.table, after
        self.drives = own
        self.moved = self.now()
        if after.state is not before.state:
            self.played = row.seq
        self.commands[row.actor, row.command] = row.seq
        for listener in tuple(self.listeners):
            listener(self, row, before)


def head_of(table: Table, head: Head, row: Row) -> Head:
    """What may be known of a table without its log, after a row."""
    status = table.stage if table.stage in ("waiting", "over", "closed") else "live"
    return Head(head.table, row.seq, status, table.deadline, *head[4:])
