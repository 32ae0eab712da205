"""Workers as real processes on real buses: killed, told to end, and cut off."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from speto.players import sign
from speto.server.bus import SITE, node_topic
from speto.server.bus.engines import bus_at
from speto.server.bus.said import Chose, Works, decode
from speto.server.far import Far
from speto.server.workers import Chosen, Workers
from tests.bus_laws import until
from tests.cluster.engines import Database, Redis
from tests.test_workers import is_running, views

pytestmark = [pytest.mark.cluster, pytest.mark.once]


class Node(NamedTuple):
    """A node that hears of workers on a bus."""

    far: Far
    workers: Workers

    async def choose(self, level: str, chance: int = 1) -> Chosen:
        """What is chosen at a moment of Dummy."""
        return await self.workers.choose(level, views("dummy", 1)[0], chance)


@asynccontextmanager
async def a_node(url: str) -> AsyncIterator[Node]:
    """A node on the bus of an address."""
    bus = bus_at(url, "node0001")
    far, workers = Far(bus), Workers(1)
    workers.elsewhere = far

    def hear(topic: str, message: bytes) -> None:
        told = decode(message)
        if isinstance(told, Works | Chose):
            far.hear(told)

    bus.subscribe(SITE)
    bus.subscribe(node_topic("node0001"))
    await bus.open(hear, lambda: None)
    try:
        yield Node(far, workers)
    finally:
        await workers.close()
        await bus.close()


@contextmanager
def a_worker(url: str, journal: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A worker's process, as an operator starts it, which writes of itself into a file."""
    with journal.open("wb") as file:
        process = subprocess.Popen(
            [sys.executable, "-m", "speto", "worker", "--jobs", "1"],
            env={**os.environ, "SPETO_BUS": url},
            stderr=file,
        )
    try:
        yield process
    finally:
        if process.poll() is None:
            for pid in [*children_of(process.pid), process.pid]:
                os.kill(pid, signal.SIGKILL)
        process.wait()


def children_of(pid: int) -> list[int]:
    """The processes that the threads of a process have started."""
    found = [file.read_text().split() for file in Path(f"/proc/{pid}/task").glob("*/children")]
    return [int(child) for children in found for child in children]


async def under_way(node: Node, worker: subprocess.Popen[bytes]) -> asyncio.Task[Chosen]:
    """A choice that a worker is in the middle of: what thinks for it is held."""
    await until(lambda: node.far.workers == 1)
    await node.choose("sharp")
    for child in children_of(worker.pid):
        os.kill(child, signal.SIGSTOP)
    choice = asyncio.create_task(node.choose("master"))
    await asyncio.sleep(0.3)
    assert not choice.done()
    return choice


def test_a_worker_is_killed(redis: Redis, tmp_path: Path) -> None:
    """kill -9 of a worker at work costs no word: the same is chosen here; another takes over."""

    async def run() -> None:
        async with a_node(redis.url) as node:
            with a_worker(redis.url, tmp_path / "one") as worker:
                choice = await under_way(node, worker)
                assert node.far.counts.chosen == 1
                children = children_of(worker.pid)
                worker.kill()
                for child in children:
                    os.kill(child, signal.SIGCONT)
                said = await choice
                assert said.by == str(sign("master", "dummy"))
                assert node.far.counts.lost == 1
                await until(lambda: not any(map(is_running, children)))
            with a_worker(redis.url, tmp_path / "two"):
                await until(lambda: node.far.workers == 1)
                assert await node.choose("master") == said
                assert node.far.counts.chosen == 2

    asyncio.run(run())


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_worker_is_told_to_end(redis: Redis, number: signal.Signals, tmp_path: Path) -> None:
    """Told to end a worker says the word that it thinks about, and ends with status 0, all of it.

    What it wrote of itself is lines of JSON without any card.
    """

    journal = tmp_path / "journal"

    async def run() -> None:
        async with a_node(redis.url) as node:
            with a_worker(redis.url, journal) as worker:
                choice = await under_way(node, worker)
                children = children_of(worker.pid)
                worker.send_signal(number)
                await until(lambda: node.far.workers == 0)
                for child in children:
                    os.kill(child, signal.SIGCONT)
                assert (await choice).by == str(sign("master", "dummy"))
                assert node.far.counts.chosen == 2 and not node.far.counts.lost
                assert await asyncio.to_thread(worker.wait, 30) == 0
                await until(lambda: not any(map(is_running, children)))
                lines = journal.read_text().splitlines()
                told = [json.loads(line)["event"] for line in lines]
                assert told == ["working", "stopped"]

    asyncio.run(run())


@pytest.mark.parametrize("engine", ["pg", "redis"])
def test_a_worker_outlives_its_bus(
    request: pytest.FixtureRequest, engine: str, tmp_path: Path
) -> None:
    """After a restart of the engine a worker is there again, and works."""
    found: Database | Redis = request.getfixturevalue(engine)
    restart = found.engine.restart if isinstance(found, Database) else found.restart

    async def run() -> None:
        async with a_node(found.url) as node:
            with a_worker(found.url, tmp_path / "journal"):
                await until(lambda: node.far.workers == 1)
                said = await node.choose("sharp")
                await asyncio.to_thread(restart)
                while node.far.counts.chosen < 2:  # whatever the bus does, there is a word
                    assert await node.choose("sharp") == said
                    await asyncio.sleep(0.1)

    asyncio.run(run())
