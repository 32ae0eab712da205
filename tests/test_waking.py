"""What was played when a site stood still goes on, and the time of the outage is given back."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from speto.server import log, serve
from speto.server.bus.local import Hub
from speto.server.live import head_of
from speto.server.now import now_ms
from speto.server.serve import FILE
from speto.server.store import Head, Row, Store, StoreError, Write
from speto.server.store.sqlite import SqliteStore
from speto.server.table import begin, follow
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


def test_a_start_that_came_no_further_leaves_no_table_without_its_time(tmp_path: Path) -> None:
    """Where a server ends amid giving back, the next gives each table what it still lacks."""

    async def run() -> None:
        store = SqliteStore(tmp_path / FILE)
        tables = await left(store, 3)
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
