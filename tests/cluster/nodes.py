"""Several `speto serve` on one database and one bus, and a `speto worker`, as real processes."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.killing import Apart, Child, free_port

WORKS: Final = '"event": "working"'
"""What a worker writes down when it can be given jobs."""


class Node(Child):
    """One `speto serve` on a database and a bus that others share.

    It is told of them by its environment, since a password must not stand in a list of processes.
    """

    def __init__(self, port: int, folder: Path, database: str, bus: str | None) -> None:
        super().__init__(port, folder)
        self.database = database
        self.bus = bus

    @property
    def environment(self) -> dict[str, str]:
        """What is around it."""
        shared = {"SPETO_DATABASE": self.database, **({"SPETO_BUS": self.bus} if self.bus else {})}
        return {**super().environment, **shared}

    def command(self) -> tuple[str, ...]:
        """The words that start it."""
        where = ("--port", str(self.port), "--data", str(self.folder), "--sockets", "10000")
        return sys.executable, "-m", "speto", "serve", *where


class Worker(Apart):
    """One `speto worker`."""

    def __init__(self, folder: Path, bus: str) -> None:
        super().__init__(folder)
        self.bus = bus

    @property
    def environment(self) -> dict[str, str]:
        """What is around it."""
        return {**super().environment, "SPETO_BUS": self.bus}

    def command(self) -> tuple[str, ...]:
        """The words that start it."""
        return sys.executable, "-m", "speto", "worker", "--jobs", "1"

    async def start(self) -> None:
        """Start it, and wait until it works."""
        (self.folder / "journal").touch()
        lives = self.journal.count(WORKS)
        process = await self.begin()
        async with asyncio.timeout(90):
            while self.journal.count(WORKS) == lives:
                assert process.returncode is None
                await asyncio.sleep(0.05)


@dataclass(frozen=True)
class Cluster:
    """The nodes of a site and its worker."""

    nodes: tuple[Child, ...]
    worker: Worker | None

    @property
    def parts(self) -> tuple[Child | Worker, ...]:
        """All of them."""
        return (*self.nodes, *((self.worker,) if self.worker else ()))

    @property
    def ports(self) -> tuple[int, ...]:
        """Where the nodes listen."""
        return tuple(node.port for node in self.nodes)

    @property
    def journals(self) -> str:
        """What all of them have written, over all their lives."""
        return "".join(part.journal for part in self.parts)

    def troubles(self) -> set[str]:
        """The errors that stand in the journals, by what they are about; a traceback is one."""
        found = set()
        for line in self.journals.splitlines():
            try:
                told = json.loads(line)
            except ValueError:
                found.add(line)  # nothing writes to a journal but the log
                continue
            if told["level"] in ("error", "critical"):
                found.add(told["event"])
        return found

    async def end(self) -> None:
        """Ask all to stop, and see that they do."""
        running = [part for part in self.parts if part.process is not None]
        assert not any(await asyncio.gather(*(part.end() for part in running)))


@asynccontextmanager
async def cluster(
    folder: Path, *, database: str, bus: str | None, nodes: int = 3, worker: bool = False
) -> AsyncIterator[Cluster]:
    """So many nodes that serve, as long as the context lasts; without a bus, over the database."""
    made = []
    for number in range(nodes):
        place = folder / f"node-{number}"
        place.mkdir()
        made.append(Node(free_port(), place, database, bus))
    beside = None
    if worker:
        (folder / "worker").mkdir()
        beside = Worker(folder / "worker", bus or database)
    try:
        await asyncio.gather(*(node.start() for node in made))
        if beside:
            await beside.start()
        yield Cluster(tuple(made), beside)
    finally:
        for part in (*made, *((beside,) if beside else ())):
            await part.kill()
