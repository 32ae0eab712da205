"""Computer players that think on another machine, which dies: their tables go on at once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from random import Random

import pytest

from speto.games import NAMES
from speto.server import asks, messages
from speto.server.bus import SITE, new_node_id
from speto.server.bus.engines import bus_at
from speto.server.bus.said import Works, decode
from tests import serving
from tests.cluster.engines import Database, Redis
from tests.cluster.load import LONG, load
from tests.cluster.nodes import cluster
from tests.cluster.stores import opened, tokens
from tests.witness import Witness, until

pytestmark = [pytest.mark.cluster, pytest.mark.once]

LEVEL = "sharp"


@asynccontextmanager
async def jobs_heard(url: str) -> AsyncIterator[set[str]]:
    """The jobs that workers say on the bus that they have, as they are heard."""
    heard: set[str] = set()

    def hear(topic: str, message: bytes) -> None:
        told = decode(message)
        if isinstance(told, Works):
            heard.update(told.has)

    bus = bus_at(url, new_node_id())
    await bus.open(hear, lambda: None)
    bus.subscribe(SITE)
    try:
        yield heard
    finally:
        await bus.close()


async def beside_thinkers(one: Witness, two: Witness, number: int) -> None:
    """Two people at one table after the other, beside a computer player that thinks."""
    dice = Random(number)
    seats = [*serving.seats("person", "open"), asks.SeatAsked(kind="computer", level=LEVEL)]
    for match in range(number, 1_000_000):
        game = NAMES[match % len(NAMES)]
        done = await one.ask(partial(_open, game, seats))
        assert isinstance(done, messages.Done) and done.table
        await two.ask(partial(_join, done.table))
        for each in (one, two):
            await each.sit_at(done.table)
        await asyncio.gather(
            *(serving.play_on(each, done.table, dice, note=each.note) for each in (one, two))
        )


def _open(game: str, seats: list[asks.SeatAsked], name: str) -> asks.Open:
    return asks.Open(id=name, game=game, rules=LONG[game], seats=seats, clock="none")


def _join(table: str, name: str) -> asks.Join:
    return asks.Join(id=name, table=table)


def _more_than(count: int, jobs: set[str]) -> bool:
    return len(jobs) > count


def test_a_worker_is_killed(tmp_path: Path, pg: Database, redis: Redis) -> None:
    """A worker chooses for the tables; killed with a job, its word is chosen at the node."""

    async def run() -> None:
        async with opened(pg.url) as store, jobs_heard(redis.url) as jobs:
            held = await tokens(store, 8)
            async with cluster(tmp_path, database=pg.url, bus=redis.url, worker=True) as site:
                worker = site.worker
                assert worker
                async with load(site, held, play=beside_thinkers) as playing:
                    for _ in range(2):
                        before = len(jobs)
                        await until(partial(_more_than, before + 3, jobs), playing.tasks)
                        await worker.kill()
                        print(
                            f"killed after {len(jobs)} jobs heard of; "
                            f"all played on in {await playing.all_play_on():.1f} s"
                        )
                        await worker.start()
                    await playing.all_play_on()
                    await playing.settle(store)
                    playing.report("2 kills of the worker")
                await site.end()
                assert not site.troubles() and redis.password not in site.journals

    asyncio.run(run())
