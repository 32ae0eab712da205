"""A worker: computer players for the nodes of a site, on a machine of their own.

What must stay true: it has no store and is sent no state; a job that it cannot do is given back at
once; whatever it is sent it goes on, and it ends no job by ending.
"""

from __future__ import annotations

import asyncio
import signal
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import Final

from structlog.typing import FilteringBoundLogger

from speto.players.apart import view_in
from speto.players.signature import read_signature
from speto.server.bus import SITE, Bus, new_node_id, node_topic, worker_topic
from speto.server.bus.engines import bus_at
from speto.server.bus.said import Chose, Job, Works, decode, encode
from speto.server.journal import open_journal, overhear, place_of
from speto.server.workers import BUDGET, Chosen, Closed, Workers

EVERY: Final = 1.0
"""Seconds between two words of being there."""
ROOM: Final = 2
"""Jobs for each process, so that the next one is there when one is done."""


class Worker:
    """Does the jobs that it hears of on a bus."""

    def __init__(
        self, bus: Bus, processes: Workers, room: int, journal: FilteringBoundLogger
    ) -> None:
        self._bus = bus
        self._processes = processes
        self._room = room
        self._journal = journal
        self._jobs: dict[str, asyncio.Task[None]] = {}

    async def run(self, ending: asyncio.Event) -> None:
        """Work until it is to end, and then until all jobs are done.

        :raises BusError: if the engine of the bus does not answer.
        """
        self._bus.subscribe(worker_topic(self._bus.node))
        await self._bus.open(self.hear, self._on_lost)
        self._journal.info("working", count=self._room)
        try:
            with suppress(BrokenProcessPool, OSError):  # each is started again when it is needed
                await self._processes.start()
            while not ending.is_set():
                self._tell()
                await _wait(ending, EVERY)
            self._room = 0
            self._tell()
            if self._jobs:
                await asyncio.wait(self._jobs.values(), timeout=BUDGET)
        finally:
            for task in tuple(self._jobs.values()):
                task.cancel()
            await asyncio.gather(*self._jobs.values(), return_exceptions=True)
            await self._bus.close()

    def hear(self, topic: str, message: bytes) -> None:
        """Begin a job, or give it back."""
        job = decode(message)
        if not isinstance(job, Job) or job.job in self._jobs:
            return
        if len(self._jobs) >= self._room:
            self._say(job, None)
            return
        task = asyncio.get_running_loop().create_task(self._do(job))
        self._jobs[job.job] = task
        task.add_done_callback(lambda _: self._jobs.pop(job.job, None))

    async def _do(self, job: Job) -> None:
        try:
            view = view_in(job.view)
            chosen = await self._processes.choose(job.level, view, job.chance)
        except Closed:
            return
        except Exception as problem:  # whatever it is, the one who asked chooses by himself
            self._journal.error("job", **place_of(problem))
            self._say(job, None)
        else:
            # one that stands in does so where the table is
            self._say(job, chosen if read_signature(chosen.by).level == job.level else None)

    def _say(self, job: Job, chosen: Chosen | None) -> None:
        chose = Chose(job.job, *chosen) if chosen is not None else Chose(job.job)
        self._bus.publish(node_topic(job.node), encode(chose))

    def _tell(self) -> None:
        """Say that it is there, and what it does."""
        self._bus.publish(SITE, encode(Works(self._bus.node, self._room, tuple(self._jobs))))

    def _on_lost(self) -> None:
        self._journal.warning("bus lost")
        self._tell()


async def _wait(event: asyncio.Event, seconds: float) -> None:
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError:
        return


async def serve_choices(url: str, jobs: int) -> int:
    """Work for the site on a bus, in so many processes, until SIGTERM or SIGINT; the status.

    :raises BusError: if there is no such bus, or it does not answer.
    """
    bus = bus_at(url, new_node_id())
    ending = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        try:
            loop.add_signal_handler(number, ending.set)
        except NotImplementedError:  # on Windows a loop hears no signals
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(ending.set))
    journal = open_journal()
    processes = Workers(jobs)
    with overhear(journal):
        try:
            await Worker(bus, processes, ROOM * jobs, journal).run(ending)
        finally:
            await processes.close()
    journal.info("stopped")
    return 0
