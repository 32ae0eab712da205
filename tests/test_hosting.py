"""The tables of a process: each is loaded once, and their clocks run down side by side."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from speto.server import hosting, steady
from speto.server.bus.local import Hub, LocalBus
from speto.server.live import Live
from speto.server.now import now_ms
from speto.server.serve import FILE
from speto.server.store import Head, StoreError, Write
from speto.server.store.sqlite import SqliteStore
from tests.nodes import opened, service, until
from tests.serving import PATIENCE, Tap, node_of, nodes_of

pytestmark = pytest.mark.once


def test_a_table_is_one_however_many_load_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asks while one load has failed and the next one runs gets the same table."""

    async def run() -> None:
        async with nodes_of(tmp_path, 2) as (a, b), Tap(a.url) as one:
            table = await opened(one, "person", "open", clock="none")
            tables, asked = service(b).hosting, 0
            gates = [asyncio.Event() for _ in range(9)]
            head = SqliteStore.head

            async def slow(self: SqliteStore, name: str) -> Head | None:
                nonlocal asked
                asked += 1
                mine = asked
                await gates[mine].wait()
                if mine == 1:
                    raise StoreError("away")
                return await head(self, name)

            monkeypatch.setattr(SqliteStore, "head", slow)
            first, second = (asyncio.create_task(tables.table(table)) for _ in range(2))
            await until(lambda: asked == 1)
            gates[1].set()
            with pytest.raises(StoreError):
                await first
            await until(lambda: asked == 2)
            third = asyncio.create_task(tables.table(table))
            await asyncio.sleep(0.05)
            for gate in gates:
                gate.set()
            assert await second is await third is tables.tables[table]
            assert asked == 2 and not len(tables._loading)

    asyncio.run(run())


@pytest.mark.parametrize("what", ["rows", "seeds"])
def test_a_load_that_fails_leaves_the_table_of_the_next_one_heard(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A failed load takes the bus from no other: the table that is loaded then is heard of."""

    async def run() -> None:
        async with nodes_of(tmp_path, 2) as (a, b), Tap(a.url) as one:
            table = await opened(one, "person", "open", clock="none")
            tables, node = service(b).hosting, service(b).node
            assert node is not None and isinstance(node.bus, LocalBus)
            done, asked = getattr(SqliteStore, what), 0

            async def fails(self: SqliteStore, *args: Any) -> Any:
                nonlocal asked
                asked += 1
                await asyncio.sleep(0.02)
                if asked == 1:
                    raise StoreError("away")
                return await done(self, *args)

            monkeypatch.setattr(SqliteStore, what, fails)
            asking = [asyncio.create_task(tables.table(table)) for _ in range(4)]
            found = await asyncio.gather(*asking, return_exceptions=True)
            assert [isinstance(each, StoreError) for each in found] == [True, False, False, False]
            assert len({id(each) for each in found}) == 2 and isinstance(found[1], Live)
            assert table in node.bus.topics

    asyncio.run(run())


def test_late_clocks_are_run_down_a_bounded_number_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Clocks that are late together are acted upon together, so that they share commits."""
    monkeypatch.setattr(steady, "AT_ONCE", 3)

    async def run() -> None:
        ahead, flying, most, written = 0, 0, 0, 0
        together = asyncio.Barrier(3)  # one after the other they would wait for ever
        append = SqliteStore.append

        async def appended(self: SqliteStore, write: Write) -> None:
            nonlocal flying, most, written
            if write.row.actor == "clock" and write.row.command == "timeout:2":
                flying += 1
                most = max(most, flying)
                await asyncio.wait_for(together.wait(), PATIENCE / 2)
                await append(self, write)
                flying -= 1
                written += 1
            else:
                await append(self, write)

        monkeypatch.setattr(SqliteStore, "append", appended)
        store = SqliteStore(tmp_path / FILE)
        async with (
            node_of(store, Hub(), "a", lambda: now_ms() + ahead) as site,
            Tap(site.url) as one,
        ):
            for _ in range(6):
                await opened(one, "person", "computer", clock="blitz")
            ahead = 10_000
            await until(lambda: written == 6)
            assert most == 3
        await store.close()

    asyncio.run(run())


@pytest.mark.parametrize(("problem", "at_once"), [(RuntimeError, 1), (StoreError, 2)])
def test_one_table_that_cannot_be_loaded_holds_up_no_clock(
    problem: type[Exception], at_once: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A due table that cannot be loaded is written down and stays; the others get on."""
    monkeypatch.setattr(steady, "AT_ONCE", at_once)
    monkeypatch.setattr(hosting, "IDLE", 0)

    async def run() -> None:
        ahead = 0
        store = SqliteStore(tmp_path / FILE)

        def now() -> int:
            return now_ms() + ahead

        async with node_of(store, Hub(), "a", now) as site, Tap(site.url) as one:
            bad = await opened(one, "person", "computer", clock="blitz")
            good = await opened(one, "person", "computer", clock="blitz")
            for table in (bad, good):
                service(site).hosting.put_aside(table)
            rows = SqliteStore.rows

            async def fails(self: SqliteStore, table: str, since: int = 0) -> Any:
                if table == bad:
                    raise problem("away")
                return await rows(self, table, since)

            monkeypatch.setattr(SqliteStore, "rows", fails)
            before = await store.head(good)
            ahead = 3_000
            async with asyncio.timeout(PATIENCE):
                while await store.head(good) == before:
                    await asyncio.sleep(0.05)
            head = await store.head(bad)
            assert head and head.status == "live"
            assert f'"{problem.__name__}"' in site.journal.getvalue()
        await store.close()

    asyncio.run(run())
