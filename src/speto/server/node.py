"""One node among several equal ones: tells the others what it wrote, and follows what they write.

What must stay true: whatever the bus loses, the store has, and it is found there within `HEADS`
seconds; what is told holds nothing that the log of a table does not tell, and no seed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Any, Final

from speto.server.bus import SITE, Bus, node_topic
from speto.server.bus import said as telling
from speto.server.far import Far
from speto.server.journal import place_of
from speto.server.live import Live
from speto.server.service import Leaving, Service
from speto.server.store import Row, StoreError
from speto.server.table import Table
from speto.server.takes import Takes
from speto.server.talk import Said
from speto.server.tokens import Account

TICK: Final = 0.25
"""Seconds between two looks at what is in doubt."""
HEADS: Final = 5
"""Seconds between two looks at all that this node holds, for what the bus has lost."""
HERE: Final = 10
"""Seconds between two times that a node says who looks at its tables."""
AT_WORK: Final = 1
"""Seconds between two times that a node says for which tables its computer players are at work."""
GONE: Final = 30_000
"""Milliseconds after which what a silent node has said is forgotten."""
AT_ONCE: Final = 1_000
"""So many tables are compared with the store at once."""


class Node:
    """What binds a service to the others of its site."""

    def __init__(self, service: Service, bus: Bus) -> None:
        self.service = service
        self.bus = bus
        self.takes = Takes(bus)
        self.far = Far(bus)
        self._doubted: set[str] = set()
        self._asked_after: set[str] = set()
        self._said: dict[str, tuple[frozenset[str], int]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._ticks = 0
        service.node = self
        service.hosting.others = self
        service.hosting.hurried.append(lambda table: self._tell(table, telling.Hurried(table)))
        service.hosting.aside.append(self.on_aside)
        service.hosting.listeners.append(self.on_row)
        service.audience.changed.append(self.say_here)
        service.workers.elsewhere = self.far
        for name, limits in service.shared_limits().items():
            self.takes.share(name, limits)
        service.metrics.count_bus(bus.counts)
        service.metrics.count_far(self.far.counts, lambda: self.far.workers)

    async def open(self) -> None:
        """Begin to hear.

        :raises BusError: if the bus does not answer.
        """
        await self.bus.open(self.hear, self.on_lost)
        self.bus.subscribe(SITE)
        self.bus.subscribe(node_topic(self.bus.node))

    async def close(self) -> None:
        """Say that nobody looks on here any more, and end."""
        for table in self._said:
            self._tell(table, telling.Here(table, self.bus.node, (), 0))
        self._said.clear()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.takes.close()
        await self.bus.close()

    # What this node tells.

    def tell(self, row: Row) -> None:
        """Let the others hear of a row that is durable."""
        message = telling.encode(telling.wrote(row))
        if len(message) > self.bus.largest:
            message = telling.encode(telling.Reached(row.table, row.seq))
        self.bus.publish(row.table, message)

    def doubt(self, table: str) -> None:
        """Look soon whether the store has rows of a table that are not known here."""
        self._doubted.add(table)

    def ask_after(self, table: str) -> None:
        """Ask who looks at a table elsewhere; soon again, as the bus may not listen to it yet."""
        self._asked_after.add(table)
        self._tell(table, telling.Looks(table))

    def hold(self, table: str) -> None:
        """Hear of a table."""
        self.bus.subscribe(table)

    def free(self, table: str) -> None:
        """Hear of a table no more."""
        self.bus.unsubscribe(table)
        self._doubted.discard(table)

    def tell_said(self, said: Said) -> None:
        """Let the others hear of a line of talk that is stored."""
        self._tell(said.table, telling.Spoke(*said))

    def tell_name(self, who: Account) -> None:
        """Let the others hear of a new name."""
        self._tell(SITE, telling.Renamed(*who))

    def tell_leaving(self, leaving: Leaving) -> None:
        """Let the others close the sockets that are to go."""
        self._tell(SITE, telling.Leaves(*leaving))

    def tell_seated(self, table: str, command: str, accounts: tuple[str | None, ...]) -> None:
        """Let the others tell their players of a match where it is played."""
        self._tell(SITE, telling.Seated(table, command, accounts))

    def on_row(self, live: Live, row: Row, before: Table) -> None:
        """Say who is here as who sits there, when somebody has sat down or got up."""
        if live.table.seats is before.seats:
            return
        if live.table.id in self._said:
            self.say_here(live)
        if live.table.id in self.service.audience.elsewhere:  # who was told before he sat there
            self.service.audience.show_presence(live)

    def on_aside(self, table: str) -> None:
        """Say that a table has failed, and no more who looks at it: nobody does."""
        self._said.pop(table, None)
        self._tell(table, telling.Broke(table))

    def say_here(self, live: Live) -> None:
        """Say who looks at a table from here, if it is not what was said last."""
        table, here = live.table.id, self.service.audience.own(live)
        if self._said.get(table, (frozenset(), 0)) != here:
            self._say(table, here)

    def _say_again(self) -> None:
        for table, here in tuple(self._said.items()):
            self._say(table, here)

    def _say(self, table: str, here: tuple[frozenset[str], int]) -> None:
        if here == (frozenset(), 0):
            self._said.pop(table, None)
        else:
            self._said[table] = here
        accounts, watchers = here
        self._tell(table, telling.Here(table, self.bus.node, tuple(sorted(accounts)), watchers))

    def _tell(self, topic: str, told: telling.Told) -> None:
        self.bus.publish(topic, telling.encode(told))

    # What it hears.

    def on_lost(self) -> None:
        """Take nothing that is held here for whole, as the bus was away; say again who is here."""
        self._doubted.update(self.service.hosting.tables)
        self._say_again()

    def hear(self, topic: str, message: bytes) -> None:
        """Follow what another node tells."""
        told, service = telling.decode(message), self.service
        match told:
            case telling.Wrote():
                service.hosting.hear(told.row)
            case telling.Reached():
                self.doubt(told.table)
            case telling.Plays():
                if live := service.hosting.tables.get(told.table):
                    live.moved = service.now()
            case telling.Here():
                if live := service.hosting.tables.get(told.table):
                    accounts = frozenset(told.accounts)
                    service.audience.hear(live, told.node, accounts, max(0, told.watchers))
            case telling.Looks():
                if told.table in self._said:
                    self._say(told.table, self._said[told.table])
            case telling.Spoke():
                fields = (getattr(told, name) for name in Said._fields)
                self._start(service.speaking.show(Said(*fields)))
            case telling.Hurried():
                service.audience.on_hurry(told.table)
            case telling.Broke():
                self.doubt(told.table)
            case telling.Renamed():
                service.take_name(Account(told.id, told.kind, told.name, told.created, told.seen))
            case telling.Leaves():
                service.let_leave(Leaving(told.account, told.reason, told.token, told.but))
            case telling.Seated():
                service.looks.set()
            case telling.Took():
                self.takes.hear(told)
            case telling.Works() | telling.Chose():
                self.far.hear(told)
            case _:  # of a node that knows more
                pass

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(self._tried(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _tried(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Exception as problem:  # what is missing is found in the store
            self.service.journal.error("not followed", **place_of(problem))

    # What it looks at again and again.

    async def run(self) -> None:
        """Look again and again, for ever."""
        while True:
            await asyncio.sleep(TICK)
            try:
                await self.look()
            except StoreError as problem:  # the next look finds it, also what it has lost
                self._doubted.update(self.service.hosting.tables)
                self.service.journal.error("store", **place_of(problem))
            except Exception as problem:  # whatever it is, the next look is tried
                self.service.journal.error("node failed", **place_of(problem))

    async def look(self) -> None:
        """Compare what is in doubt with the store, and all that is held each time it is due."""
        self._ticks += 1
        hosting, audience = self.service.hosting, self.service.audience
        if self._ticks % round(AT_WORK / TICK) == 0:
            for table in hosting.at_work():
                self._tell(table, telling.Plays(table))
        for table in self._asked_after:
            self._tell(table, telling.Looks(table))
        self._asked_after.clear()
        if self._ticks % round(HERE / TICK) == 0:
            self._say_again()
            audience.forget_silent(self.service.now() - GONE, hosting.tables.get)
            self.service.speaking.forget()
        whole = self._ticks % round(HEADS / TICK) == 0
        asked = [*hosting.tables] if whole else [*self._doubted.intersection(hosting.tables)]
        self._doubted.clear()  # before it is asked, so that a doubt which comes meanwhile stays
        for start in range(0, len(asked), AT_ONCE):
            try:
                await self._compare(asked[start : start + AT_ONCE])
            except BaseException:
                self._doubted.update(asked[start:])
                raise

    async def _compare(self, tables: Sequence[str]) -> None:
        service, hosting, speaking = self.service, self.service.hosting, self.service.speaking
        # as it is before the store is asked: what comes meanwhile it has not lost
        held = [hosting.tables[table] for table in tables if table in hosting.tables]
        told = [(live, live.table.seq, speaking.last(live.table.id)) for live in held]
        found = await service.store.heads_of(tables)
        for live, seq, line in told:
            table, reach = live.table.id, found.get(live.table.id)
            if hosting.tables.get(table) is not live:
                continue
            if reach is None or reach.seq < seq:
                self._lose(table, reach.seq if reach else 0)
                continue
            if reach.status == "broken":
                hosting.put_aside(table)
            elif reach.seq > live.table.seq and not live.lock.locked():
                hosting.mend(table)
            if reach.talk < line:
                speaking.lose(table, reach.talk)
            await speaking.catch_up(table, reach.talk)

    def _lose(self, table: str, seq: int) -> None:
        """Forget what the store has lost of a table, here and soon at the other nodes."""
        self.service.journal.error("rows lost", table=table, seq=seq)
        self.service.hosting.lose(table)
        self.service.audience.on_lost(table)
        self._say(table, (frozenset(), 0))
        self._tell(table, telling.Reached(table, seq))
