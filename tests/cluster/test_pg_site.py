"""What is around the tables, in PostgreSQL: writes of other nodes that are not done yet."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from speto.server import asks, guard, messages, sanctions
from speto.server.bus.local import Hub
from speto.server.now import now_ms
from speto.server.store.opening import open_store
from speto.server.talk import Said, Talk, said_at
from tests.cluster.engines import Database
from tests.nodes import ended, service
from tests.serving import Tap, node_of

pytestmark = [pytest.mark.cluster, pytest.mark.once]

SANCTION = (
    'INSERT INTO sanction (account, kind, at, "by", reason) '
    "VALUES ($1, 'ban', $2, 'k', 'x') RETURNING id"
)


@asynccontextmanager
async def begun(pg: Database) -> AsyncIterator[Any]:
    """A connection in the middle of a transaction, which is to be committed."""
    connection = await asyncpg.connect(pg.url)
    try:
        await connection.execute("BEGIN")
        yield connection
    finally:
        await connection.close()


async def looked(tap: Tap) -> None:
    """Wait for more than one look of the guard, and for what it has told."""
    await asyncio.sleep(3 * guard.EVERY)
    assert isinstance(await tap.ask(asks.Ping), messages.Pong)


def test_bans_that_are_written_at_once_are_all_felt(pg: Database) -> None:
    """Whoever has the lower number is banned too, though it is committed after the higher one."""

    async def run() -> None:
        store = await open_store(pg.url, Path("nowhere"))
        async with (
            node_of(store, Hub(), "a") as site,
            Tap(site.url) as slow,
            Tap(site.url) as quick,
            Tap(site.url) as good,
        ):
            async with begun(pg) as first:
                lower = await first.fetchval(SANCTION, slow.account, now_ms())
                async with begun(pg) as second:
                    assert await second.fetchval(SANCTION, quick.account, now_ms()) > lower
                    await second.execute("COMMIT")
                assert await ended(quick) == "banned"
                await looked(slow)
                await first.execute("COMMIT")
            assert await ended(slow) == "banned"
            assert isinstance(await good.ask(asks.Ping), messages.Pong)
        await store.close()

    asyncio.run(run())


@pytest.mark.parametrize("ahead", [2_000, -3 * guard.RECENT])
def test_a_ban_by_another_clock_is_felt(
    ahead: int, pg: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A ban that begins a little later by this node's clock, or was written very late, is felt."""
    monkeypatch.setattr(guard, "KNOWN", 500)

    async def run() -> None:
        store = await open_store(pg.url, Path("nowhere"))
        async with node_of(store, Hub(), "a") as site, Tap(site.url) as bad, Tap(site.url) as good:
            at = now_ms() + ahead
            await sanctions.impose(store, bad.account, "ban", by="k", reason="x", at=at)
            assert await ended(bad) == "banned"
            assert isinstance(await good.ask(asks.Ping), messages.Pong)
            assert service(site).now() >= at
        await store.close()

    asyncio.run(run())


def test_what_another_node_is_about_to_say_is_said_once(pg: Database) -> None:
    """The same ask at two nodes at once is one line, whose number no other line has."""

    async def run() -> None:
        stores = [await open_store(pg.url, Path("nowhere")) for _ in range(3)]
        talks = [Talk(store, now_ms) for store in stores]

        async def say(talk: Talk, who: str, command: str) -> Said | None:
            return await talk.say("t", who, "N", free=False, phrase="hello", command=command)

        async with begun(pg) as other:
            line = 'INSERT INTO talk ("table", n, at, account, name, phrase, command) VALUES '
            await other.execute(line + "('t', 1, 1, 'a', 'N', 'hello', 'c')")
            asked = [asyncio.create_task(say(talk, "a", "c")) for talk in talks]
            asked.append(asyncio.create_task(say(talks[0], "b", "c")))
            await asyncio.sleep(0.3)
            assert not any(task.done() for task in asked)
            await other.execute("COMMIT")
            told = await asyncio.gather(*asked)
        assert [each and each.n for each in told] == [None, None, None, 2]
        more = await asyncio.gather(*(say(talk, f"x{n}", "c") for n in range(9) for talk in talks))
        assert sum(each is not None for each in more) == 9
        lines = await said_at(stores[0], "t")
        assert [each.n for each in lines] == [*range(1, 12)]
        assert [each.account for each in lines[:2]] == ["a", "b"]
        for store in stores:
            await store.close()

    asyncio.run(run())
