"""A whole site as plain processes: PostgreSQL, Redis, nodes, a worker, and a door before them.

.venv/bin/python -m tests.cluster.up            until Ctrl-C; all its data goes with it
.venv/bin/python -m tests.cluster.up --check    one match, through the end of a node
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
import tempfile
from collections.abc import Callable
from contextlib import AsyncExitStack, closing, suppress
from functools import partial
from pathlib import Path
from random import Random

from speto.client import Client
from speto.server import asks, messages
from tests import serving
from tests.cluster.door import Door
from tests.cluster.engines import Database, Missing, Postgres, Redis
from tests.cluster.nodes import Cluster, cluster

KILL_AT = 12
"""The row of the match at which a node is killed."""


async def up(
    folder: Path, pg: Database, redis: Redis, *, nodes: int, port: int, check: bool
) -> int:
    """Bring the site up, and keep it up until the process is asked to end, or has checked it."""
    async with AsyncExitStack() as stack:
        site = await stack.enter_async_context(
            cluster(folder, database=pg.url, bus=redis.url, nodes=nodes, worker=True)
        )
        try:
            door = await stack.enter_async_context(Door(site.ports, round=True, port=port))
        except OSError as problem:
            why = os.strerror(problem.errno or 0)
            print(f"The door cannot be opened at port {port}: {why}.", file=sys.stderr)
            return 1
        print(f"PostgreSQL  process {pg.engine.pid}, port {pg.engine.port}")
        print(f"Redis       process {redis.pid}, port {redis.port}")
        for node in site.nodes:
            print(f"node        process {_pid(node.process)}, {node.web}")
        print(f"worker      process {_pid(site.worker.process if site.worker else None)}")
        print(f"play at     {door.web}", flush=True)
        if check:
            await play_through_a_kill(site, door)
        else:
            print("Ctrl-C ends all of it. Kill a node: its tables go on at the others.", flush=True)
            await asked_to_end()
            for part in site.parts:
                if part.process is not None and part.process.returncode == -signal.SIGKILL:
                    await part.kill()  # it was, by hand
        await site.end()
    return 0


def _pid(process: asyncio.subprocess.Process | None) -> str:
    return str(process.pid) if process else "-"


async def asked_to_end() -> None:
    """Wait for Ctrl-C or SIGTERM."""
    ending = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, ending.set)
    await ending.wait()


async def play_through_a_kill(site: Cluster, door: Door) -> None:
    """A match of two people at two nodes; one of the nodes is killed in it, and started again."""
    killing = asyncio.Event()
    rows: set[int] = set()

    def note(told: messages.Message) -> None:
        if isinstance(told, messages.Moved | messages.Event):
            rows.add(told.seq)
            if told.seq >= KILL_AT:
                killing.set()

    async with Client(door.url) as one, Client(door.url) as two:
        table = await serving.open_with(one, "dummy", ("person", "open", "computer", "computer"))
        await two.ask(partial(_join, table))
        await one.watch(table)
        await two.watch(table)
        dice = Random(1)
        ends = [
            asyncio.create_task(serving.play_on(each, table, dice, note=note))
            for each in (one, two)
        ]
        await killing.wait()
        await site.nodes[0].kill()
        print(f"a node was killed at row {max(rows)} of a match", flush=True)
        end, _ = await asyncio.gather(*ends)
        await site.nodes[0].start()
    assert end.standing and end.standing.over
    assert rows >= set(range(KILL_AT, end.seq)), "a row was not told"
    print(f"the match went on to its end, row {end.seq}; both saw every row once")


def _join(table: str, name: str) -> asks.Join:
    return asks.Join(id=name, table=table)


def _within(least: int, most: int) -> Callable[[str], int]:
    """What reads a number that has bounds."""

    def number(text: str) -> int:
        if not least <= int(text) <= most:
            raise ValueError
        return int(text)

    return number


def main() -> int:
    """Read the words of the command, and bring the site up."""
    words = argparse.ArgumentParser(prog="python -m tests.cluster.up", description=__doc__)
    words.add_argument("--nodes", type=_within(1, 16), default=2, help="so many nodes, 1 to 16")
    words.add_argument("--port", type=_within(0, 65535), default=0, help="of the door")
    words.add_argument("--check", action="store_true", help="play a match through a kill, and end")
    asked = words.parse_args()
    try:
        with (
            closing(Postgres()) as postgres,
            closing(Redis()) as redis,
            tempfile.TemporaryDirectory(prefix="speto-site-") as folder,
        ):
            postgres.start()
            redis.start()
            with postgres.database() as pg, suppress(KeyboardInterrupt):
                kept = {"nodes": asked.nodes, "port": asked.port, "check": asked.check}
                return asyncio.run(up(Path(folder), pg, redis, **kept))
    except Missing as problem:
        words.exit(1, f"{problem}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
