"""Ten thousand deals at two nodes with fast clocks: memory and tasks stay what they were.

At each table one plays, another comes and goes, and a third says nothing, so that clocks run down,
computers take over and seats are taken back; every match has people who were never there before.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from statistics import fmean
from typing import NamedTuple

import pytest
from sqlalchemy import func, select

from speto.client import Client, NotServed
from speto.games import NAMES
from speto.server import asks, messages
from speto.server.store import Store
from speto.server.store.schema import result
from tests import serving
from tests.cluster.engines import Database, Redis
from tests.cluster.stores import opened, tokens
from tests.killing import Child, free_port

pytestmark = [pytest.mark.cluster, pytest.mark.once]

AT_ONCE = 40
"""Tables."""
PATIENCE = 240.0
"""Seconds that a match may take, all clocks included."""

# A node whose clocks are fast, and which says each second how many tasks its loop has.
FAST = """
import asyncio, sys
from pathlib import Path
from speto.server import clock
clock.ENTROPY_MS, clock.BETWEEN_MS, clock.REJOIN_MS = 60, 120, 120
clock.PRESETS["blitz"] = clock.Clock(name="blitz", turn=300, bank=300, credit=50, lost_turns=2)
from speto.server.serve import Place, serve

async def told(path):
    while True:
        path.write_text(str(len(asyncio.all_tasks())))
        await asyncio.sleep(1)

async def main(port, folder, database, bus):
    telling = asyncio.create_task(told(folder / "tasks"))
    place = Place("127.0.0.1", port, folder, sockets=10_000, database=database, bus=bus)
    return await serve(place, quiet=True)

if __name__ == "__main__":
    port, folder, database, bus = sys.argv[1:]
    sys.exit(asyncio.run(main(int(port), Path(folder), database, bus)))
"""


class FastNode(Child):
    """A node whose clocks are fast."""

    def __init__(self, port: int, folder: Path, database: str, bus: str) -> None:
        super().__init__(port, folder, FAST)
        self.where = database, bus

    def command(self) -> tuple[str, ...]:
        """The words that start it."""
        return (*super().command(), *self.where)

    @property
    def size(self) -> Size:
        """Its memory in megabytes, and its tasks."""
        assert self.process
        status = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        kilobytes = next(line.split()[1] for line in status if line.startswith("VmRSS"))
        return Size(int(kilobytes) / 1024, int((self.folder / "tasks").read_text() or 0))


class Size(NamedTuple):
    """What a node has: megabytes of memory, and tasks."""

    memory: float
    tasks: int


@asynccontextmanager
async def fast_nodes(folder: Path, pg: Database, redis: Redis) -> AsyncIterator[list[FastNode]]:
    """Two nodes with fast clocks, as long as the context lasts."""
    nodes = []
    for number in range(2):
        (folder / f"node-{number}").mkdir()
        nodes.append(FastNode(free_port(), folder / f"node-{number}", pg.url, redis.url))
    try:
        await asyncio.gather(*(node.start() for node in nodes))
        await asyncio.sleep(1.5)  # until each has said how many tasks it has
        yield nodes
    finally:
        for node in nodes:
            await node.kill()


async def play_once(client: Client, table: str, dice: Random) -> None:
    """Play a match to its end."""
    with suppress(NotServed):
        await client.ask(lambda name: asks.Back(id=name, table=table))
    await serving.play_on(client, table, dice)


async def come_and_go(url: str, token: str, table: str, dice: Random) -> None:
    """Play a while, be away for a while, and come back, until the match is over."""
    while True:
        async with Client(url, token=token) as client:
            await client.watch(table)
            playing = asyncio.create_task(play_once(client, table, dice))
            try:
                if (await asyncio.wait({playing}, timeout=dice.uniform(0.5, 3)))[0]:
                    return await playing
            finally:
                await ended({playing})
        await asyncio.sleep(dice.uniform(0, 1))


async def ended(tasks: set[asyncio.Task[None]]) -> None:
    """Cancel tasks until all have ended: one that closes a socket may not hear of it at once."""
    waiting = tasks
    while waiting:
        for task in waiting:
            task.cancel()
        _, waiting = await asyncio.wait(waiting, timeout=1)


async def a_match(nodes: list[FastNode], people: list[str], number: int) -> None:
    """One match of three people at two nodes."""
    one, two, three = people
    dice = Random(number)
    here, there = nodes[number % 2], nodes[(number + 1) % 2]
    kinds = serving.seats("person", "open", "open")
    game = NAMES[number % len(NAMES)]
    async with Client(here.url, token=one) as first, Client(there.url, token=three) as silent:
        done = await first.ask(
            lambda name: asks.Open(
                id=name, game=game, rules=serving.RULES[game], seats=kinds, clock="blitz"
            )
        )
        assert isinstance(done, messages.Done) and done.table
        table = done.table
        await silent.ask(partial(_join, table))
        await silent.watch(table)
        async with Client(there.url, token=two) as second:
            await second.ask(partial(_join, table))
        await first.watch(table)
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(
                serving.play_on(first, table, dice), come_and_go(there.url, two, table, dice)
            )


def _join(table: str, name: str) -> asks.Join:
    return asks.Join(id=name, table=table)


async def deals_of(store: Store) -> int:
    """How many deals are over and kept."""
    found = await store.execute(select(func.count().label("n")).select_from(result))
    return int(found[0]["n"])


async def soak(folder: Path, pg: Database, redis: Redis, deals: int) -> list[list[Size]]:
    """Play so many deals; the sizes of the nodes, twenty times meanwhile."""
    sizes: list[list[Size]] = []
    async with opened(pg.url) as store, fast_nodes(folder, pg, redis) as nodes:
        numbers = count()

        async def on() -> None:
            for number in numbers:
                await a_match(nodes, await tokens(store, 3), number)

        tasks = {asyncio.create_task(on()) for _ in range(AT_ONCE)}
        try:
            while (done := await deals_of(store)) < deals:
                for task in tasks:
                    if task.done():
                        await task
                while len(sizes) * deals <= done * 20:
                    sizes.append([node.size for node in nodes])
                    print(f"{done} deals: {sizes[-1]}")
                await asyncio.sleep(0.5)
        finally:
            await ended(tasks)
        assert not any([await node.end() for node in nodes])
        for node in nodes:
            assert "Traceback" not in node.journal and '"error"' not in node.journal
    return sizes


def flat(sizes: list[list[Size]]) -> None:
    """See that the last quarter is no larger than the second."""
    quarter = len(sizes) // 4
    for each in range(len(sizes[0])):
        early = [sample[each] for sample in sizes[quarter : 2 * quarter]]
        late = [sample[each] for sample in sizes[-quarter:]]
        print(f"node {each}: {_mean(early)} early, {_mean(late)} late")
        assert _mean(late).memory <= 1.1 * _mean(early).memory, "memory grows"
        assert _mean(late).tasks <= 1.2 * _mean(early).tasks + 5, "tasks grow"


def _mean(sizes: list[Size]) -> Size:
    return Size(
        round(fmean(size.memory for size in sizes), 1), round(fmean(size.tasks for size in sizes))
    )


def test_fast_clocks_run(tmp_path: Path, pg: Database, redis: Redis) -> None:
    """Some deals with fast clocks at two nodes come to their ends, with nothing gone wrong."""
    assert asyncio.run(soak(tmp_path, pg, redis, 20))


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")
def test_ten_thousand_deals_leave_nothing_behind(
    tmp_path: Path, pg: Database, redis: Redis
) -> None:
    """After ten thousand deals with fast clocks a node has the memory and the tasks it had."""
    flat(asyncio.run(soak(tmp_path, pg, redis, 10_000)))
