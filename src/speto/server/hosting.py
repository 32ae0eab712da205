"""The tables of this process: loaded when asked for, run by their clocks, played by computers.

What must stay true: a table that fails is set aside and marked, its log kept, and all others go on;
what the clock does survives a restart, since deadlines stand in the store.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Final

from structlog.typing import FilteringBoundLogger

from speto import challenge
from speto.server import log
from speto.server.drafts import Refused
from speto.server.journal import place_of
from speto.server.live import SERVER, Listener, Live
from speto.server.metrics import Metrics
from speto.server.seats import Turn
from speto.server.store import Head, Row, Store, StoreError, Write
from speto.server.table import Table, begin, follow
from speto.server.workers import Chosen, Closed, Workers

TICK: Final = 0.25
"""Seconds between two looks at the deadlines of loaded tables."""
IDLE: Final = 60_000
"""Milliseconds after which a table that nobody looks at and nothing drives is forgotten."""
SWEEP: Final = 8
"""So many ticks between two looks into the store, for tables that nobody has loaded."""


class NoTable(LookupError):
    """There is no such table, or it has failed."""


class Hosting:
    """All tables that this process has loaded, and what drives them."""

    def __init__(
        self,
        store: Store,
        workers: Workers,
        metrics: Metrics,
        journal: FilteringBoundLogger,
        *,
        now: Callable[[], int],
        new_seed: Callable[[], bytes],
    ) -> None:
        self.store = store
        self.workers = workers
        self.metrics = metrics
        self.journal = journal
        self.now = now
        self.new_seed = new_seed
        self.listeners: list[Listener] = []
        self.loaded: list[Callable[[Live], None]] = []
        self.aside: list[Callable[[str], None]] = []
        self.hurried: list[Callable[[str], None]] = []
        self.watched: Callable[[str], bool] = lambda table: False
        self.tables: dict[str, Live] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self._playing: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(
        self, head: Head, actor: str, command: str, body: log.Opened, seed: bytes
    ) -> Live:
        """A new table, with its first row."""
        row = Row(head.table, 1, actor, command, self.now(), log.write(body))
        async with self._loading.setdefault(head.table, asyncio.Lock()):
            try:
                await self._append_first(head, row, seed)
                live = self._hold(begin(row), head, {1: seed}, [row])
            finally:
                self._loading.pop(head.table, None)
        await live.keep_up()
        self.wake(live)
        return live

    async def _append_first(self, head: Head, row: Row, seed: bytes) -> None:
        await self.store.append(Write(row, head, ((1, seed),)))

    async def table(self, table: str) -> Live:
        """A table by its id.

        :raises NoTable: if there is none, or it is broken.
        """
        live = self.tables.get(table)
        if live is not None:
            live.used = self.now()
            return live
        async with self._loading.setdefault(table, asyncio.Lock()):
            try:
                return self.tables.get(table) or await self._load(table)
            finally:
                self._loading.pop(table, None)

    async def _load(self, table: str) -> Live:
        head = await self.store.head(table)
        if head is None or head.status == "broken":
            raise NoTable(table)
        rows = await self.store.rows(table)
        seeds = await self.store.seeds(table)
        try:
            state, played = begin(rows[0]), 0
            for row in rows[1:]:
                before, state = state.state, follow(state, row, seeds)
                if state.state is not before:
                    played = row.seq
        except Exception as problem:  # whatever it is, it must stay with this table
            await self.set_aside(table, problem)
            raise NoTable(table) from None
        live = self._hold(state, head, seeds, rows)
        live.played = played
        for listener in self.loaded:
            listener(live)
        try:
            await live.keep_up()
        except StoreError:
            raise
        except Exception as problem:  # whatever it is, it must stay with this table
            await self.set_aside(table, problem)
            raise NoTable(table) from None
        self.wake(live)
        return live

    def _hold(self, table: Table, head: Head, seeds: dict[int, bytes], rows: list[Row]) -> Live:
        live = Live(
            table,
            head,
            seeds,
            self.store,
            self.metrics,
            self.now,
            self.new_seed,
            {(row.actor, row.command): row.seq for row in rows},
        )
        live.used = self.now()
        live.listeners += [*self.listeners, self._after_row]
        self.tables[table.id] = live
        self.metrics.tables.set(len(self.tables))
        return live

    async def set_aside(self, table: str, problem: BaseException) -> None:
        """Mark a table that failed; its log stays."""
        self.metrics.broken.inc()
        self.journal.error("table set aside", table=table, **place_of(problem))
        self.tables.pop(table, None)
        self.metrics.tables.set(len(self.tables))
        await self.store.mark(table, "broken")
        for tell in self.aside:
            tell(table)

    def let_go(self, table: str) -> None:
        """Forget a table that nobody looks at and that nothing drives; the log has it."""
        live = self.tables.get(table)
        if live and table not in self._playing and not live.held and not live.lock.locked():
            del self.tables[table]
            self.metrics.tables.set(len(self.tables))

    # What drives tables.

    def _after_row(self, live: Live, row: Row, before: Table) -> None:
        self.wake(live)

    def wake(self, live: Live) -> None:
        """Let the computer players of a table play, if it is their turn."""
        table = live.table
        if table.computer_to_act is not None and table.id not in self._playing:
            self._playing.add(table.id)
            self._start(self._play(live))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _play(self, live: Live) -> None:
        try:
            while (turn := live.table.computer_to_act) is not None:
                seq = live.table.seq
                began = asyncio.get_running_loop().time()
                chosen = await self._chosen(live.table, turn)
                took = asyncio.get_running_loop().time() - began
                self.metrics.thinking.observe(took)
                if live.table.seq != seq:
                    continue
                with suppress(Refused):  # its person came back meanwhile
                    did = log.Did(turn.seat, (chosen.word,), by=chosen.by)
                    await live.submit(SERVER, f"computer:{seq}", did)
                self._tell_of_work(live, lowered=chosen.lowered)
        except Closed:
            return  # the server ends
        except StoreError as problem:  # which says nothing of the table: its clock comes next
            self.journal.error("store", table=live.table.id, **place_of(problem))
        except Exception as problem:  # whatever it is, it must stay with this table
            await self.set_aside(live.table.id, problem)
        finally:
            self._playing.discard(live.table.id)

    async def _chosen(self, table: Table, turn: Turn) -> Chosen:
        """What a computer says: one that is honest elsewhere, from its view; an open cheat here."""
        if turn.level not in challenge.LEVELS:
            return await self.workers.choose(turn.level, turn.view, turn.chance)
        assert table.state
        await asyncio.sleep(0)  # so that several of them in a row leave others their turn
        word = str(challenge.choose(turn.level, table.state))
        return Chosen(word, str(challenge.signed(turn.level, table.opened.game)))

    def _tell_of_work(self, live: Live, *, lowered: bool) -> None:
        """Count a choice that was thought about less, and tell its table once a deal."""
        self.metrics.share.set(self.workers.share)
        if not lowered:
            return
        self.metrics.lowered.inc()
        if live.lowered != live.table.deal:
            live.lowered = live.table.deal
            for tell in self.hurried:
                tell(live.table.id)

    async def run_clocks(self) -> None:
        """Act upon deadlines, for ever."""
        ticks = 0
        while True:
            await asyncio.sleep(TICK)
            now = self.now()
            for live in [*self.tables.values()]:
                deadline = live.table.deadline
                if deadline is not None and deadline <= now and not live.lock.locked():
                    await self._run_down(live)
            ticks += 1
            if ticks % SWEEP == 0:
                await self._run_down_unloaded(now)
                self._forget_idle(now)

    def _forget_idle(self, now: int) -> None:
        for table, live in tuple(self.tables.items()):
            if live.table.deadline is None and now - live.used > IDLE and not self.watched(table):
                self.let_go(table)

    async def _run_down_unloaded(self, now: int) -> None:
        try:
            for head in await self.store.due(now):
                if head.table not in self.tables:
                    with suppress(NoTable):
                        await self._run_down(await self.table(head.table))
        except StoreError as problem:  # the next look finds them
            self.journal.error("store", **place_of(problem))

    async def _run_down(self, live: Live) -> None:
        try:
            await live.run_down()
            self.wake(live)
        except StoreError as problem:  # which says nothing of the table: it is tried again
            self.journal.error("store", table=live.table.id, **place_of(problem))
        except Exception as problem:  # whatever it is, it must stay with this table
            await self.set_aside(live.table.id, problem)

    async def close(self) -> None:
        """Stop what drives the tables."""
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
