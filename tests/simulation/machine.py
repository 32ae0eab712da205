"""A node of the site as a process of the simulation: what `serve` starts, without sockets or files.

What must stay true: what runs here is the product's own; only its store, bus, time, chance and
choosers of words are given to it from outside.
"""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable
from contextvars import Context
from pathlib import Path
from random import Random
from typing import Any

from msgspec import json

from speto.games import View, game_of
from speto.players import player_of, sign
from speto.server.app import App
from speto.server.journal import open_journal
from speto.server.pulse import InStore
from speto.server.serve import Place, joined
from speto.server.service import Service
from speto.server.store import StoreError
from speto.server.workers import Chosen, Workers
from tests.simulation.air import BusAt
from tests.simulation.disk import StoreAt
from tests.simulation.judge import Judge
from tests.simulation.loop import OWNER, Process, VirtualLoop
from tests.simulation.weather import Weather

BEGAN = 1_700_000_000_000
TROUBLE = (
    *("ask failed", "table set aside", "guard failed", "node failed"),
    *("look failed", "task ended", "deal not kept"),
)
"""Lines of a journal that must never be."""


class Journal(io.StringIO):
    """What a node writes down; lines that must never be are told to the judge."""

    def __init__(self, judge: Judge, name: str) -> None:
        super().__init__()
        self.judge = judge
        self.name = name

    def write(self, text: str) -> int:
        if text.strip():
            line = json.decode(text)
            said = f"{self.name} journal: {line['event']} {line.get('error', '')} "
            self.judge.note(said + str(line.get("where", "")))
            if line["event"] in TROUBLE:
                self.judge.fail(said + str(line.get("where", "")))
        return len(text)


class Chooser(Workers):
    """Computer players in this process, which take some time and see a view alone."""

    def __init__(self, n: int, weather: Weather, draw: Random) -> None:
        super().__init__(n)
        self.weather = weather
        self.draw = draw

    async def choose(self, level: str, view: View[Any], chance: int) -> Chosen:
        slow = self.draw.random() < self.weather.stalls
        await asyncio.sleep(self.draw.uniform(0.5, 6.0) if slow else self.draw.uniform(0.01, 0.3))
        who = sign(level, game_of(view.rules).NAME)
        word = str(player_of(who).choose(view, Random(chance)))
        return Chosen(word, str(who))


class Machine:
    """One life of a node: it is `ready` as soon as it serves, until it dies or ends."""

    def __init__(
        self,
        name: str,
        number: int,
        loop: VirtualLoop,
        judge: Judge,
        weather: Weather,
        draw: Random,
        skew: int,
        drift: float,
    ) -> None:
        self.process = Process(name)
        self.number = number
        self.loop = loop
        self.judge = judge
        self.weather = weather
        self.draw = draw
        self.skew = skew
        self.drift = drift
        self.context = Context()
        self.context.run(OWNER.set, self.process)
        self.ready = False
        self.awake_since = 0.0
        self.app: App
        self._ends = asyncio.Event()

    @property
    def name(self) -> str:
        """What it is called in the trace, and by the other nodes."""
        return self.process.name

    @property
    def service(self) -> Service:
        """What it serves."""
        return self.app.service

    def now(self) -> int:
        """The time that its clock shows."""
        return BEGAN + self.skew + int(1000 * self.loop.time() * (1 + self.drift))

    def start(self, store: StoreAt, bus: BusAt | None, ended: Callable[[Machine], None]) -> None:
        """Begin to serve; `ended` is told if it ends by itself."""
        self.loop.create_task(self._serve(store, bus, ended), context=self.context)

    async def _serve(
        self, store: StoreAt, bus: BusAt | None, ended: Callable[[Machine], None]
    ) -> None:
        journal = open_journal(Journal(self.judge, self.name))
        place = Place("", 0, Path("nowhere"))
        pulse = InStore(store, self.name)
        try:
            async with joined(place, journal, store, pulse, bus, self.name, self.now) as app:
                self.app, self.ready = app, True
                self.judge.note(f"{self.name} serves")
                await self._ends.wait()
                self.ready = False
                await app.close("drain")
        except StoreError as problem:
            self.judge.note(f"{self.name} does not start: {problem}")
        self.ready = False
        ended(self)

    def end(self) -> None:
        """Have it end in good order."""
        self.loop.call_soon(self._ends.set, context=self.context)
