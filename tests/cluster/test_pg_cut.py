"""PostgreSQL that is lost at the moment of a commit: nobody is told that it was done, or not."""

from __future__ import annotations

import asyncio
from contextlib import nullcontext
from pathlib import Path

import asyncpg
import pytest

from speto.server.store import Repeated, StoreError
from speto.server.store.opening import open_store
from speto.server.store.postgres import PostgresStore
from tests.cluster.cutting import Cut, SlammedDoor
from tests.cluster.engines import Database
from tests.store_laws import entry

pytestmark = [pytest.mark.cluster, pytest.mark.once]

NOWHERE = Path("nowhere")


@pytest.mark.parametrize("cut", ["before", "after"])
def test_a_commit_that_was_not_confirmed_is_not_told_as_done(pg: Database, cut: Cut) -> None:
    """Who asked is told to ask again; then the row is found, or written if it was not."""

    async def run() -> None:
        async with SlammedDoor(pg).open() as door:
            store = await open_store(door.url, NOWHERE)
            await store.append(entry("t", 1))
            door.cut = cut
            asked = [store.append(entry(f"t{n}", 1)) for n in range(3)]
            told = await asyncio.gather(store.append(entry("t", 2)), *asked, return_exceptions=True)
            assert door.cuts == 1 and not door.single
            assert [type(each) for each in told] == [StoreError] * 4
            assert all("ask again" in str(each) for each in told)
            if cut == "after":
                with pytest.raises(Repeated) as found:
                    await store.append(entry("t", 2))
                assert found.value.row == entry("t", 2).row
            else:
                assert len(await store.rows("t")) == 1
                await store.append(entry("t", 2))
            assert len(await store.rows("t")) == 2
            assert len(await store.rows("t0")) == (cut == "after")
            await store.close()

    asyncio.run(run())


@pytest.mark.parametrize("cut", ["before", "after"])
def test_rows_without_a_transaction_that_were_not_confirmed(pg: Database, cut: Cut) -> None:
    """One row for each of many tables is one statement: the same holds where it was cut off."""
    tables = [f"t{n}" for n in range(3)]

    async def run() -> None:
        async with SlammedDoor(pg).open() as door:
            store = await open_store(door.url, NOWHERE)
            await asyncio.gather(*(store.append(entry(table, 1)) for table in tables))
            door.cut = cut
            told = await asyncio.gather(
                *(store.append(entry(table, 2)) for table in tables), return_exceptions=True
            )
            assert door.cuts == 1 and door.single
            assert [type(each) for each in told] == [StoreError] * 3
            assert all("ask again" in str(each) for each in told)
            for table in tables:
                assert len(await store.rows(table)) == (2 if cut == "after" else 1)
                with pytest.raises(Repeated) if cut == "after" else nullcontext():
                    await store.append(entry(table, 2))
                assert [row.seq for row in await store.rows(table)] == [1, 2]
            await store.close()

    asyncio.run(run())


def test_a_driver_that_is_cancelled_within_ends_no_writer(
    pg: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who waited for its rows is told to ask again, and what comes next is written."""

    async def run() -> None:
        store = await open_store(pg.url, NOWHERE)
        await store.append(entry("t", 1))

        async def cancelled(*given: object) -> None:
            raise asyncio.CancelledError

        assert isinstance(store, PostgresStore)
        amid = store._writer._connection
        assert amid and not amid.is_closed()
        with monkeypatch.context() as patched:
            patched.setattr(asyncpg.Connection, "fetch", cancelled)
            with pytest.raises(StoreError, match="ask again"):
                await store.append(entry("t", 2))
        assert amid.is_closed(), "nobody knows what it was amid of"
        await store.append(entry("t", 2))
        assert len(await store.rows("t")) == 2
        await store.close()

    asyncio.run(run())
