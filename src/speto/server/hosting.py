"""The tables of this process: loaded when asked for, run by their clocks, played by computers.

What must stay true: a table that fails is set aside and marked, its log kept, and all others go on;
what the clock does survives a restart, since deadlines stand in the store; a store that does not
answer says nothing of a table; of several nodes one drives a table, and if it falls silent another.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Final
from weakref import WeakValueDictionary

from structlog.typing import FilteringBoundLogger

from speto import challenge
from speto.server import log
from speto.server.decide import SERVER
from speto.server.drafts import Refused
from speto.server.journal import place_of
from speto.server.live import Listener, Live, Others
from speto.server.metrics import Metrics
from speto.server.seats import Turn
from speto.server.steady import side_by_side
from speto.server.store import Head, Row, Store, StoreError, Write
from speto.server.table import Table, begin, follow
from speto.server.workers import Chosen, Closed, Workers

TICK: Final = 0.25
"""Seconds between two looks at the deadlines of loaded tables."""
IDLE: Final = 60_000
"""Milliseconds after which a table that nobody looks at and nothing drives is forgotten."""
SWEEP: Final = 8
"""So many ticks between two looks into the store, for tables that nobody has loaded."""
GRACE: Final = 1_000
"""Milliseconds that the clock of a table is left to the node that drives it."""
SILENT: Final = 3_000
"""After so many milliseconds without a row a computer's turn is played by whoever has the table."""
WAKE: Final = 4
"""So many ticks between two looks for such turns."""


class NoTable(LookupError):
    """There is no such table, or it has failed."""


class Hosting:
    """All tables that this process has loaded, and what drives them.

    `others` are the other nodes of the site, if it has more than this one.
    """

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
        self.others: Others | None = None
        self.tables: dict[str, Live] = {}
        self._mending: set[str] = set()
        # a lock stays for as long as anybody holds it or waits for it
        self._loading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._playing: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._ticks = 0

    async def open(
        self, head: Head, actor: str, command: str, body: log.Opened, seed: bytes
    ) -> Live:
        """A new table, with its first row."""
        row = Row(head.table, 1, actor, command, self.now(), log.write(body))
        async with self._loading.setdefault(head.table, asyncio.Lock()):
            members = log.members_of(actor, body)
            await self.store.append(Write(row, head, ((1, seed),), members))
            live = self._hold(begin(row), head, {1: seed}, [row])
        await live.keep_up()
        self.wake(live)
        return live

    async def table(self, table: str, *, drives: bool = True) -> Live:
        """A table by its id; one that is loaded only to be looked at is left to who `drives` it.

        :raises NoTable: if there is none, or it is broken.
        """
        live = self.tables.get(table)
        if live is not None:
            live.used = self.now()
            return live
        async with self._loading.setdefault(table, asyncio.Lock()):
            return self.tables.get(table) or await self._load(table, drives=drives)

    async def _load(self, table: str, *, drives: bool) -> Live:
        head = await self.store.head(table)
        if head is None or head.status == "broken":
            raise NoTable(table)
        if self.others is not None:  # before the log is read, so that no row slips in between
            self.others.hold(table)
        try:
            rows = await self.store.rows(table)
            seeds = await self.store.seeds(table)
        except BaseException:
            if self.others is not None:
                self.others.free(table)
            raise
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
        if self.others is not None:  # a row may have been written before the bus heard of it
            self.others.doubt(table)
            self.others.ask_after(table)
            live.drives = drives
        for listener in self.loaded:
            listener(live)
        if not live.drives:
            return live
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
        live.used = live.moved = self.now()
        live.others = self.others
        live.listeners += [*self.listeners, self._after_row]
        if self.others is not None:
            self.others.hold(table.id)
        self.tables[table.id] = live
        self.metrics.tables.set(len(self.tables))
        return live

    async def set_aside(self, table: str, problem: BaseException) -> None:
        """Mark a table that failed; its log stays."""
        self.metrics.broken.inc()
        self.journal.error("table set aside", table=table, **place_of(problem))
        self._forget(table)
        try:
            await self.store.mark(table, "broken")
        except Exception as trouble:  # whatever it is, it fails again where it is loaded again
            self.journal.error("store", table=table, **place_of(trouble))
        for tell in self.aside:
            tell(table)

    def put_aside(self, table: str) -> None:
        """Forget a table that has failed at another node."""
        if table in self.tables:
            self._forget(table)
            for tell in self.aside:
                tell(table)

    def lose(self, table: str) -> None:
        """Forget a table of which more is held here than the store has."""
        self._forget(table)

    def let_go(self, table: str) -> None:
        """Forget a table that nobody looks at and that nothing drives; the log has it."""
        live = self.tables.get(table)
        if live and table not in self._playing and not live.held and not live.lock.locked():
            self._forget(table)

    def _forget(self, table: str) -> None:
        self.tables.pop(table, None)
        self.metrics.tables.set(len(self.tables))
        if self.others is not None:
            self.others.free(table)

    # What other nodes write.

    def hear(self, row: Row) -> None:
        """Follow a row of a table that is loaded here."""
        live = self.tables.get(row.table)
        if live is None:
            return
        try:
            whole = live.hear(row)
        except Exception as problem:  # whatever was heard, the store has what is so
            self.journal.error("not followed", table=row.table, **place_of(problem))
            whole = False
        if not whole:
            self.mend(row.table)

    def mend(self, table: str) -> None:
        """Follow soon what stands in the log and was not heard."""
        if table in self.tables and table not in self._mending:
            self._mending.add(table)
            self._start(self._mend(table))

    async def _mend(self, table: str) -> None:
        try:
            if await self.catch_up(table):  # else it was a seed that was missing
                self.metrics.gaps.inc()
        except StoreError as problem:
            self.journal.error("store", table=table, **place_of(problem))
            if self.others is not None:
                self.others.doubt(table)
        except Exception as problem:  # whatever it is, it must stay with this table
            await self.set_aside(table, problem)
        finally:
            self._mending.discard(table)

    async def catch_up(self, table: str) -> bool:
        """Follow what other nodes have written meanwhile; whether they have."""
        live = self.tables.get(table)
        return self.others is not None and live is not None and await live.catch_up()

    # What drives tables.

    def _after_row(self, live: Live, row: Row, before: Table) -> None:
        if live.drives:
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

    def at_work(self) -> list[str]:
        """The tables for which a computer player is at work here."""
        return [table for table in self._playing if table in self.tables]

    async def _play(self, live: Live) -> None:
        try:
            while (turn := live.table.computer_to_act) is not None:
                seq = live.table.seq
                began = asyncio.get_running_loop().time()
                chosen = await self._chosen(live.table, turn)
                took = asyncio.get_running_loop().time() - began
                self.metrics.thinking.observe(took)
                if live.table.seq != seq:
                    if live.drives:
                        continue
                    return  # another node drives it now
                with suppress(Refused):  # its person came back meanwhile
                    did = log.Did(turn.seat, (chosen.word,), by=chosen.by)
                    await live.submit(SERVER, f"computer:{seq}", did)
                self._tell_of_work(live, lowered=chosen.lowered)
                if not live.drives:
                    return
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
        if not lowered:
            return
        self.metrics.lowered.inc()
        if live.lowered != live.table.deal:
            live.lowered = live.table.deal
            for tell in self.hurried:
                tell(live.table.id)

    async def run_clocks(self) -> None:
        """Act upon deadlines, once each tick."""
        self._ticks += 1
        now = self.now()
        await side_by_side(
            self._run_down, [live for live in self.tables.values() if _is_late(live, now)]
        )
        if self._ticks % WAKE == 0:
            self._wake_silent(now)
        if self._ticks % SWEEP == 0:
            self._forget_idle(now)
            # those that nobody has acted upon; they are this node's alone to do
            await side_by_side(self._run_down_due, await self.store.due(now))

    def _wake_silent(self, now: int) -> None:
        """Let computers play where whoever should have had them play has not."""
        for table, live in self.tables.items():
            if now - live.moved >= SILENT and table not in self._playing:
                seat = live.table.to_act
                if seat is not None and not live.table.seats[seat].present:
                    live.drives = True
                    self.wake(live)

    def _forget_idle(self, now: int) -> None:
        for table, live in tuple(self.tables.items()):
            # one with a deadline is driven here, or found in the store by whoever looks first
            driven = live.table.deadline is not None and (live.drives or self.others is None)
            if not driven and now - live.used > IDLE and not self.watched(table):
                self.let_go(table)

    async def _run_down_due(self, head: Head) -> bool:
        """Load a table and do what its clock does; whether the store answers."""
        try:
            live = await self.table(head.table)
        except NoTable:
            return True
        except Exception as problem:  # whatever it is, a later look finds the table
            self.journal.error("store", table=head.table, **place_of(problem))
            return not isinstance(problem, StoreError)
        return await self._run_down(live)

    async def _run_down(self, live: Live) -> bool:
        """Do what the clock of a table does; whether the store answers."""
        if live.lock.locked():  # something is done there
            return True
        try:
            await live.run_down()
            if live.drives:
                self.wake(live)
        except StoreError as problem:  # which says nothing of the table: it is tried again
            self.journal.error("store", table=live.table.id, **place_of(problem))
            return False
        except Exception as problem:  # whatever it is, it must stay with this table
            await self.set_aside(live.table.id, problem)
        return True

    async def close(self) -> None:
        """Stop what drives the tables."""
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _is_late(live: Live, now: int) -> bool:
    """Whether the clock of a table is to be acted upon here."""
    deadline = live.table.deadline
    return deadline is not None and deadline + (0 if live.drives else GRACE) <= now
