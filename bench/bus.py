"""How fast the buses are, and what a message costs: `python -m bench.bus [--seconds 3]`.

One process says messages as long as a row of a log, another hears them, over an engine on this
machine. What must stay true: only what was heard counts; every process started here is ended.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from typing import Final, NamedTuple

import uvloop

from bench.load_peer import processor_seconds
from bench.serving import family
from speto.server.bus import Bus
from speto.server.bus.engines import bus_at
from speto.server.bus.local import Hub
from tests.cluster.engines import Engine, Missing, Postgres, Redis

TOPICS: Final = 200
LENGTH: Final = 300
PACED: Final = 2_000
"""Messages a second of a busy site."""
TICK: Final = 0.005
AHEAD: Final = 2_000
"""So many may wait to be said when it goes as fast as it can."""
END: Final = "end"
QUIET: Final = 10.0


class Heard(NamedTuple):
    """What was heard: how many, in how many seconds, for how much work, how late in ms."""

    n: int
    seconds: float
    work: float
    half: float
    late: float


class Found(NamedTuple):
    """A measured load: the work of all three in microseconds for each message that was heard."""

    said: int
    heard: Heard
    saying: float
    engine: float

    def line(self, name: str, load: str) -> str:
        """It as a row of a table."""
        heard = self.heard
        each = 1e6 / max(1, heard.n)
        return (
            f"| {name} | {load} | {heard.n / heard.seconds:,.0f} | {self.said - heard.n} "
            f"| {self.saying * each:.1f} | {heard.work * each:.1f} | {self.engine * each:.1f} "
            f"| {heard.half:.2f} | {heard.late:.2f} |"
        )


class Ear:
    """Hears, and reckons what it heard."""

    def __init__(self) -> None:
        self.late: list[float] = []
        self.first = self.last = self.work = 0.0
        self.ended = asyncio.Event()

    def hear(self, topic: str, message: bytes) -> None:
        """Hear a message, which begins with the time at which it was said."""
        if topic == END:
            self.ended.set()
            return
        now = time.monotonic()
        if not self.late:
            self.first, self.work = now, time.process_time()
        self.last = now
        self.late.append(now - float(message[:16]))

    def found(self) -> Heard:
        """What was heard."""
        late = sorted(self.late) or [0.0]
        work = time.process_time() - self.work
        half, last = late[len(late) // 2], late[len(late) * 95 // 100]
        n, seconds = len(self.late), max(self.last - self.first, 1e-9)
        return Heard(n, seconds, work, half * 1000, last * 1000)

    def listen(self, bus: Bus) -> None:
        """Subscribe to all topics."""
        for n in range(TOPICS):
            bus.subscribe(f"T{n:011}")
        bus.subscribe(END)


async def say(bus: Bus, seconds: float, rate: int | None) -> tuple[int, float]:
    """Say messages for so long, at a rate or as fast as can be; how many, and the work."""
    body = b"x" * (LENGTH - 17)
    began, work, said = time.monotonic(), time.process_time(), 0
    while (passed := time.monotonic() - began) < seconds:
        due = AHEAD if rate is None else int(passed * rate) - said
        while due > 0 and said - bus.counts.said < AHEAD:
            bus.publish(f"T{said % TOPICS:011}", b"%016.6f " % time.monotonic() + body)
            said += 1
            due -= 1
        await asyncio.sleep(0 if rate is None else TICK)
    while bus.counts.said + bus.counts.dropped < said:
        await asyncio.sleep(TICK)
    work = time.process_time() - work
    for _ in range(3):
        await asyncio.sleep(0.3)
        bus.publish(END, b"")
    return said, work


async def hear(url: str) -> None:
    """Be the process that hears: says that it is ready, and at the end what it heard."""
    ear, bus = Ear(), bus_at(url, "hears")
    await bus.open(ear.hear, lambda: None)
    ear.listen(bus)
    await asyncio.sleep(1)
    print("ready", flush=True)
    await asyncio.wait_for(ear.ended.wait(), 10 * QUIET)
    print(json.dumps(ear.found()), flush=True)
    await bus.close()


@contextmanager
def hearing(url: str) -> Iterator[subprocess.Popen[str]]:
    """The process that hears."""
    command = [sys.executable, "-m", "bench.bus", "--hear", url]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def used(engine: Engine) -> dict[int, float]:
    """What each process of an engine has used so far, in seconds; some may just have ended."""
    found = {}
    for pid in family(engine.pid):
        with suppress(OSError):
            found[pid] = processor_seconds(pid)
    return found


def over(engine: Engine, url: str, seconds: float, rate: int | None) -> Found:
    """A load over an engine."""

    async def run() -> tuple[int, float, float]:
        bus = bus_at(url, "says")
        await bus.open(lambda topic, message: None, lambda: None)
        before = used(engine)
        said, work = await say(bus, seconds, rate)
        after = used(engine)
        await bus.close()
        return said, work, sum(after[pid] - spent for pid, spent in before.items() if pid in after)

    with hearing(url) as process:
        assert process.stdout
        process.stdout.readline()
        said, work, spent = uvloop.run(run())
        heard = Heard(*json.loads(process.stdout.readline()))
    return Found(said, heard, work, spent)


async def here(seconds: float, rate: int | None) -> Found:
    """A load between two nodes of this process, whose work is one."""
    hub, ear = Hub(), Ear()
    says, hears = hub.bus("says"), hub.bus("hears")
    await says.open(lambda topic, message: None, lambda: None)
    await hears.open(ear.hear, lambda: None)
    ear.listen(hears)
    said, work = await say(says, seconds, rate)
    return Found(said, ear.found()._replace(work=0.0), work, 0.0)


def measure(seconds: float) -> None:
    """Measure all buses, and print a table."""
    print("| bus | load | heard a second | lost | µs to say | µs to hear | µs engine |", end="")
    print(" ms, median | ms, p95 |\n|---|---|--:|--:|--:|--:|--:|--:|--:|")
    loads = (f"{PACED:,} a second", PACED), ("all it can", None)
    for load, rate in loads:
        print(uvloop.run(here(seconds, rate)).line("one process", load), flush=True)
    with closing(Postgres()) as engine:
        engine.start()
        with engine.database() as database:
            for load, rate in loads:
                print(
                    over(engine, database.url, seconds, rate).line("PostgreSQL", load), flush=True
                )
    with closing(Redis()) as engine:
        engine.start()
        for load, rate in loads:
            print(over(engine, engine.url, seconds, rate).line("Redis", load), flush=True)


def main() -> int:
    """Measure, or be the process that hears."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--seconds", type=float, default=3.0)
    asked.add_argument("--hear", metavar="URL", help=argparse.SUPPRESS)
    given = asked.parse_args()
    if given.hear:
        uvloop.run(hear(given.hear))
        return 0
    try:
        measure(given.seconds)
    except Missing as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
