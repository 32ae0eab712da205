"""A database that has lost what was told, as after a failover to a copy that was behind."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from speto.server import asks, log, messages, node
from speto.server.bus.local import Hub
from speto.server.serve import FILE
from speto.server.store import Row, StoreError
from speto.server.store.sqlite import SqliteStore
from tests.nodes import opened, service, until
from tests.serving import Served, Tap, node_of

pytestmark = pytest.mark.once


class Counted(SqliteStore):
    """A store that counts how often rows are read."""

    reads = 0

    async def rows(self, table: str, since: int = 0) -> list[Row]:
        """Read and count."""
        self.reads += 1
        return await super().rows(table, since)


class Site(NamedTuple):
    """Two nodes on a store, and two people at a table, each at a node of his own."""

    store: Counted
    folder: Path
    nodes: tuple[Served, Served]
    people: tuple[Tap, Tap]
    table: str

    @property
    def seqs(self) -> list[int | None]:
        """The last row that each node holds of the table, if it holds it."""
        held = [service(each).hosting.tables.get(self.table) for each in self.nodes]
        return [None if live is None else live.table.seq for live in held]

    def lose(self, n: int) -> None:
        """Let the database have no longer the last rows of the table."""
        with sqlite3.connect(self.folder / FILE) as inner:
            (seq,) = inner.execute('SELECT max(seq) FROM log WHERE "table" = ?', (self.table,))
            left = seq[0] - n
            inner.execute('DELETE FROM log WHERE "table" = ? AND seq > ?', (self.table, left))
            if left:
                inner.execute('UPDATE head SET seq = ? WHERE "table" = ?', (left, self.table))
            else:
                inner.execute('DELETE FROM secret WHERE "table" = ?', (self.table,))
                inner.execute('DELETE FROM head WHERE "table" = ?', (self.table,))
        inner.close()


@asynccontextmanager
async def a_site(folder: Path) -> AsyncIterator[Site]:
    """Two people at a table that waits for a third one, at different nodes."""
    store, hub = Counted(folder / FILE), Hub()
    try:
        async with (
            node_of(store, hub, "first") as first,
            node_of(store, hub, "second") as second,
            Tap(first.url) as one,
            Tap(second.url) as two,
        ):
            table = await opened(one, "person", "open", "open", clock="none")
            await one.ask(asks.Watch, table=table)
            assert isinstance(await two.ask(asks.Join, table=table), messages.Done)
            await two.ask(asks.Watch, table=table)
            site = Site(store, folder, (first, second), (one, two), table)
            await until(lambda: site.seqs == [2, 2])
            yield site
    finally:
        await store.close()


def test_who_was_told_lost_rows_comes_anew_and_plays_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All nodes forget what the store has not; their people are told to come back, and go on."""
    monkeypatch.setattr(node, "HEADS", 0.5)

    async def run() -> None:
        async with a_site(tmp_path) as site:
            site.lose(1)
            for tap in site.people:
                closing = await tap.find(lambda told: isinstance(told, messages.Closing))
                assert closing.reason == "drain"
            assert "rows lost" in "".join(each.journal.getvalue() for each in site.nodes)
            one, two = site.people
            for tap in (one, two):
                await tap.close()
                await tap.open()
            shown = len(one.told)
            await one.ask(asks.Watch, table=site.table, since=2)
            told = await one.find(lambda told: isinstance(told, messages.Table), shown)
            assert told.seq == 1
            assert isinstance(await two.ask(asks.Join, table=site.table), messages.Done)
            await one.find(lambda told: getattr(told, "seq", 0) == 2, shown)
            await until(lambda: site.seqs == [2, 2])
            assert len(await site.store.rows(site.table)) == 2

    asyncio.run(run())


def test_a_table_that_is_lost_is_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table of which the store has nothing at all is no table any more."""
    monkeypatch.setattr(node, "HEADS", 0.5)

    async def run() -> None:
        async with a_site(tmp_path) as site:
            site.lose(2)
            await until(lambda: site.seqs == [None, None])
            async with Tap(site.nodes[0].url) as other:
                refused = await other.ask(asks.Watch, table=site.table)
                assert isinstance(refused, messages.Refused) and refused.code == "table"

    asyncio.run(run())


def test_talk_goes_on_behind_a_lost_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the last line is gone, the next one has its number, and is shown at all nodes."""
    monkeypatch.setattr(node, "HEADS", 0.5)

    async def run() -> None:
        async with a_site(tmp_path) as site:
            one, two = site.people
            assert isinstance(
                await one.ask(asks.Say, table=site.table, phrase="hello"), messages.Done
            )
            await two.find(lambda told: getattr(told, "phrase", "") == "hello")
            with sqlite3.connect(tmp_path / FILE) as inner:
                inner.execute('DELETE FROM talk WHERE "table" = ?', (site.table,))
            inner.close()
            speaking = [service(each).speaking for each in site.nodes]
            await until(lambda: [each.last(site.table) for each in speaking] == [0, 0])
            await one.ask(asks.Say, table=site.table, phrase="thanks")
            for tap in (one, two):
                said = await tap.find(lambda told: getattr(told, "phrase", "") == "thanks")
                assert said.n == 1

    asyncio.run(run())


def test_what_the_store_has_lost_is_not_waited_for(tmp_path: Path) -> None:
    """Whoever asks for lost rows, or for one behind them, is told at once that the store failed."""

    async def run() -> None:
        async with a_site(tmp_path) as site:
            first = service(site.nodes[0])
            live = first.hosting.tables[site.table]
            (viewer,) = site.nodes[0].app.sessions
            site.lose(1)
            site.store.reads = 0
            with pytest.raises(StoreError):
                await first.audience.watch(viewer, live, 1, ())
            with pytest.raises(StoreError):
                await live.submit(site.people[1].account, "again", log.Left(1))
            assert site.store.reads == 2
            await until(lambda: site.seqs == [None, None])

    asyncio.run(run())
