"""Three nodes on PostgreSQL and Redis, through every fault while people play: all come back."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.cluster.engines import Database, Redis
from tests.cluster.load import Load, load
from tests.cluster.nodes import cluster
from tests.cluster.stores import opened, tokens

pytestmark = [pytest.mark.cluster, pytest.mark.once]

TABLES = 6
CUT = 30.0
"""Seconds for which the bus is cut."""

Fault = Callable[[Load], Awaitable[None]]


async def through(
    fault: Fault, folder: Path, pg: Database, bus: str | None, *, name: str, tables: int = TABLES
) -> set[str]:
    """Play through a fault and check the logs; the errors that the nodes wrote down meanwhile."""
    async with opened(pg.url) as store:
        held = await tokens(store, 2 * tables)
        async with cluster(folder, database=pg.url, bus=bus) as site:
            async with load(site, held) as playing:
                await playing.all_play_on()
                await fault(playing)
                await playing.all_play_on()
                await playing.settle(store)
                playing.report(name)
            await site.end()
            for url in (pg.url, bus or pg.url):
                password = urlsplit(url).password
                assert password and password not in site.journals
            assert "Traceback" not in site.journals
            return site.troubles()


async def one_by_one(playing: Load, *, gently: bool) -> None:
    """Kill one node after the other or ask it to end, and start it before the next goes."""
    for number, node in enumerate(playing.cluster.nodes):
        await playing.kill(number, gently=gently)
        await playing.all_play_on()  # at the others
        await node.start()
        await playing.all_play_on()


@pytest.mark.parametrize("bus", ["redis", "database"])
def test_nodes_are_killed(bus: str, tmp_path: Path, pg: Database, redis: Redis) -> None:
    """Each node is killed once: its clients go on at others, and nothing that was told is lost."""
    where, name = redis.url if bus == "redis" else None, f"3 kills, bus {bus}"
    fault = partial(one_by_one, gently=False)
    assert not asyncio.run(through(fault, tmp_path, pg, where, name=name))


def test_nodes_are_renewed(tmp_path: Path, pg: Database, redis: Redis) -> None:
    """Each node is asked to end and started again, as for a new version: nobody stops playing."""
    fault = partial(one_by_one, gently=True)
    assert not asyncio.run(through(fault, tmp_path, pg, redis.url, name="3 nodes renewed"))


@pytest.mark.parametrize("how", ["restart", "crash"])
def test_postgres_goes_away(how: str, tmp_path: Path, pg: Database, redis: Redis) -> None:
    """PostgreSQL is restarted, or killed: the nodes find it again, and each ask is done once."""

    async def fault(playing: Load) -> None:
        playing.book.resent += len(playing.book.flying)
        await asyncio.to_thread(pg.engine.restart if how == "restart" else pg.engine.crash)

    name = f"PostgreSQL {how}"
    troubles = asyncio.run(through(fault, tmp_path, pg, redis.url, name=name))
    assert troubles <= {"store", "beat", "guard"}


@pytest.mark.parametrize("how", ["restart", "crash"])
def test_redis_goes_away(how: str, tmp_path: Path, pg: Database, redis: Redis) -> None:
    """Redis is restarted, or killed: what it did not carry meanwhile is read from the store."""

    async def fault(playing: Load) -> None:
        await asyncio.to_thread(redis.stop if how == "restart" else redis.kill)
        await playing.all_play_on()  # without a bus
        await asyncio.to_thread(redis.start)

    name = f"Redis {how}"
    assert not asyncio.run(through(fault, tmp_path, pg, redis.url, name=name))


def test_the_bus_is_cut(tmp_path: Path, pg: Database, redis: Redis) -> None:
    """Redis hears and says nothing for half a minute: all play on meanwhile, and after."""

    async def fault(playing: Load) -> None:
        redis.pause()
        try:
            async with asyncio.timeout(CUT + 30):
                began = asyncio.get_running_loop().time()
                while asyncio.get_running_loop().time() - began < CUT:
                    await playing.all_play_on()
        finally:
            redis.resume()

    name = f"bus cut for {CUT:.0f} s"
    assert not asyncio.run(through(fault, tmp_path, pg, redis.url, name=name))
