"""What was played when a site stood still goes on, and the time of the outage is given back."""

from __future__ import annotations

import asyncio
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete

from speto.fair import PERSON, commit_to
from speto.server import log, serve
from speto.server.bus.local import Hub
from speto.server.clock import ENTROPY_MS, PRESETS
from speto.server.journal import open_journal
from speto.server.live import head_of
from speto.server.now import now_ms
from speto.server.pulse import InStore
from speto.server.serve import FILE
from speto.server.service import Service, new_service
from speto.server.store import Head, Row, Store, StoreError, Write
from speto.server.store.schema import node
from speto.server.store.sqlite import SqliteStore
from speto.server.table import begin, follow
from speto.server.workers import Workers
from tests.nodes import opened, service
from tests.serving import Tap, node_of

pytestmark = pytest.mark.once

OUTAGE = 3_600_000


async def left(store: Store, count: int) -> list[str]:
    """Tables whose clocks ran when their node ended, the oldest first."""
    async with node_of(store, Hub(), "before") as site, Tap(site.url) as one:
        return [await opened(one, "person", "computer", clock="calm") for _ in range(count)]


async def credits(store: Store, table: str) -> list[int]:
    """The milliseconds that a table was given back."""
    bodies = [log.read(row.body) for row in await store.rows(table)]
    return [body.ms for body in bodies if isinstance(body, log.Credited)]


def test_the_time_of_waking_is_given_back_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until all tables are loaded nobody can play, which is no player's time."""

    async def run() -> None:
        ahead = OUTAGE
        store, rows = SqliteStore(tmp_path / FILE), SqliteStore.rows
        tables = await left(store, 3)

        async def slow(self: SqliteStore, table: str, since: int = 0) -> list[Row]:
            nonlocal ahead
            ahead += 60_000
            return await rows(self, table, since)

        monkeypatch.setattr(SqliteStore, "rows", slow)
        async with node_of(store, Hub(), "after", lambda: now_ms() + ahead):
            monkeypatch.setattr(SqliteStore, "rows", rows)
            for table in tables:
                given = await credits(store, table)
                assert len(given) == 1 and given[0] >= OUTAGE + 3 * 60_000
        await store.close()

    asyncio.run(run())


def test_all_tables_are_given_back_their_time_though_not_all_stay_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beyond so many tables the others get their credit too, and are forgotten again."""
    monkeypatch.setattr(serve, "WOKEN", 2)

    async def run() -> None:
        store = SqliteStore(tmp_path / FILE)
        tables = await left(store, 5)
        async with node_of(store, Hub(), "after", lambda: now_ms() + OUTAGE) as site:
            assert [len(await credits(store, table)) for table in tables] == [1] * 5
            assert len(service(site).hosting.tables) == 2
        await store.close()

    asyncio.run(run())


@pytest.mark.parametrize("restored", [False, True])
def test_a_start_that_came_no_further_leaves_no_table_without_its_time(
    restored: bool, tmp_path: Path
) -> None:
    """Where a server ends amid giving back, the next gives each table what it still lacks.

    Also where the newest row told since when nobody could play: a start writes newer ones.
    """

    async def run() -> None:
        store = SqliteStore(tmp_path / FILE)
        tables = await left(store, 3)
        if restored:
            await store.execute(delete(node))
        given = 0

        class Failing:
            """A store that is gone before the second credit."""

            def __getattr__(self, name: str) -> Any:
                return getattr(store, name)

            async def append(self, write: Write) -> None:
                nonlocal given
                if write.row.command.startswith("credit:"):
                    given += 1
                    if given > 1:
                        raise StoreError("it is gone")
                await store.append(write)

        failing: Any = Failing()
        with pytest.raises(StoreError):
            async with node_of(failing, Hub(), "during", lambda: now_ms() + OUTAGE):
                pass
        assert sum([len(await credits(store, table)) for table in tables]) == 1
        for name in ("after", "beside"):
            async with node_of(store, Hub(), name, lambda: now_ms() + 2 * OUTAGE):
                pass
            for table in tables:
                assert 0 <= sum(await credits(store, table)) - 2 * OUTAGE < OUTAGE / 2
        await store.close()

    asyncio.run(run())


def test_a_start_that_is_slow_gives_nothing_back_where_another_node_serves(tmp_path: Path) -> None:
    """Of nodes that start together one may be ready long before another: since then people play."""

    async def run() -> None:
        store, ahead = SqliteStore(tmp_path / FILE), OUTAGE
        (table,) = await left(store, 1)
        stopped = await InStore(store, "second").stopped()

        def now() -> int:
            return now_ms() + ahead

        async with node_of(store, Hub(), "first", now):
            ahead += 20_000
            await InStore(store, "first").beat(now())
            second = new_service(store, Workers(1), open_journal(StringIO()), now, "second")
            await serve.wake_all(second, stopped)
            assert len(await credits(store, table)) == 1
            await second.hosting.close()
            await second.workers.close()
        await store.close()

    asyncio.run(run())


def test_a_table_between_two_deals_is_given_back_what_it_lost_and_no_more(tmp_path: Path) -> None:
    """What a start writes itself, such as that a deal begins, has nothing to be given back."""

    async def run() -> None:
        store, at = SqliteStore(tmp_path / FILE), now_ms()
        seats = tuple(log.Plan(PERSON, who, who) for who in ("ann", "bob"))
        seed = bytes(range(32))
        opened = log.Opened(
            game="dummy",
            rules="default",
            seats=seats,
            clock=PRESETS["calm"],
            public=False,
            talk="phrases",
            delay=0,
            owner="ann",
            commit=commit_to(seed).hex(),
        )

        def new(name: str) -> Service:
            return new_service(store, Workers(1), open_journal(StringIO()), lambda: at, name)

        before = new("before")
        head = Head("t", 1, "waiting", None, "dummy", False, "CODE", at)
        live = await before.hosting.open(head, "ann", "opens", opened, seed)
        while live.table.stage in ("entropy", "playing"):
            at = max(at, live.table.deadline or 0)
            await live.run_down()
        for seat, who in enumerate(("ann", "bob")):
            await live.submit(who, "back", log.Returned(seat))
        await live.submit("ann", "ready", log.Ready(0))
        assert live.table.stage == "between" and live.table.deadline
        stopped = at
        at += OUTAGE
        after = new("after")
        await serve.wake_all(after, stopped)
        again = (await after.hosting.table("t")).table
        assert again.stage == "entropy" and again.deadline == at + ENTROPY_MS
        for each in (before, after):
            await each.hosting.close()
            await each.workers.close()
        await store.close()

    asyncio.run(run())


def test_a_credit_that_comes_too_late_harms_no_table(tmp_path: Path) -> None:
    """A table that another node has ended meanwhile takes no credit, and is not set aside."""

    async def run() -> None:
        store = SqliteStore(tmp_path / FILE)
        (table,) = await left(store, 1)

        class Racing:
            """A store where another node closes the table right before its credit."""

            def __getattr__(self, name: str) -> Any:
                return getattr(store, name)

            async def append(self, write: Write) -> None:
                if write.row.command.startswith("credit:"):
                    await closed(store, table)
                await store.append(write)

        racing: Any = Racing()
        async with node_of(racing, Hub(), "after", lambda: now_ms() + OUTAGE) as site:
            head = await store.head(table)
            assert head and head.status == "closed" and not await credits(store, table)
            assert "set aside" not in site.journal.getvalue()
        await store.close()

    asyncio.run(run())


async def closed(store: Store, table: str) -> None:
    """Close a table as another node would."""
    rows, seeds, head = await store.rows(table), await store.seeds(table), await store.head(table)
    assert isinstance(head, Head)
    state = begin(rows[0])
    for row in rows[1:]:
        state = follow(state, row, seeds)
    last = Row(table, state.seq + 1, "server", "ends", now_ms(), log.write(log.Closed("empty")))
    await store.append(Write(last, head_of(follow(state, last, seeds), head, last)))
