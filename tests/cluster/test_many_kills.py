"""Nodes and the worker killed again and again under load: nothing visible is lost, all is settled.

The long form is the bar: two hundred kills over three nodes.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from tests.cluster.engines import Database, Redis
from tests.cluster.load import Load, load
from tests.cluster.nodes import cluster
from tests.cluster.stores import opened, tokens
from tests.witness import some_rows

pytestmark = [pytest.mark.cluster, pytest.mark.once]


async def kill_on(playing: Load, kills: int, dice: Random) -> None:
    """Kill one node or, each tenth time, the worker, so many times; and start it again."""
    worker = playing.cluster.worker
    assert worker
    for number in range(1, kills + 1):
        await some_rows(playing.book, len(playing.people), playing.tasks)
        await asyncio.sleep(dice.uniform(0.0, 0.3))
        if number % 10 == 0:
            await worker.kill()
            await worker.start()
            print(f"{number} kills: {playing.figures}")
            continue
        which = dice.randrange(len(playing.cluster.nodes))
        await playing.kill(which)
        await some_rows(playing.book, len(playing.people), playing.tasks)  # without it
        await playing.cluster.nodes[which].start()


async def through_kills(folder: Path, pg: Database, redis: Redis, kills: int, pairs: int) -> Load:
    """Play through so many kills, and check the logs."""
    async with opened(pg.url) as store:
        held = await tokens(store, 2 * pairs)
        async with cluster(folder, database=pg.url, bus=redis.url, worker=True) as site:
            async with load(site, held) as playing:
                await kill_on(playing, kills, Random(kills))
                await playing.all_play_on()
                await playing.settle(store)
                playing.report(f"{kills} kills, {pairs} tables at once")
            await site.end()
            assert not site.troubles()
    return playing


def test_nothing_is_lost_in_some_kills(tmp_path: Path, pg: Database, redis: Redis) -> None:
    """Nodes killed under load: each row told and each answer stands in the logs, once."""
    playing = asyncio.run(through_kills(tmp_path, pg, redis, kills=6, pairs=8))
    assert playing.book.back


@pytest.mark.long
def test_nothing_is_lost_in_two_hundred_kills(tmp_path: Path, pg: Database, redis: Redis) -> None:
    """Two hundred kills across the nodes under load: 0 lost, 0 gaps, 0 double, all play on."""
    playing = asyncio.run(through_kills(tmp_path, pg, redis, kills=200, pairs=8))
    assert len(playing.book.back) > 200
