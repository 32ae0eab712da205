"""Computer players on other machines, as a node knows them: who works, and who has which job.

What must stay true: a worker is sent a view and a number for its chance, never a state; whatever it
does with them, or does not, the word is chosen here if none that is legal comes in time.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from itertools import count
from typing import Any, Final, NamedTuple

from speto.cards import ParseError
from speto.games import View
from speto.players.apart import line_of
from speto.players.signature import read_signature
from speto.players.thinking import BUDGETS
from speto.server.bus import Bus, worker_topic
from speto.server.bus.said import Chose, Job, Works, encode
from speto.server.workers import BUDGET, Chosen

SILENT: Final = 3.0
"""A worker that was not heard of for so many seconds is gone."""
GRACE: Final = 1.0
"""A worker that has a job tells so within so many seconds, or has not heard of it."""
PATIENCE: Final = BUDGET + 1.0
"""So many seconds a worker may take for a word."""
REST: Final = 5.0
"""So many seconds one is not asked that gave no word."""


@dataclass(slots=True)
class _Worker:
    """One that works: for how many at once, the jobs that it has, when it was last heard of."""

    room: int
    has: frozenset[str]
    seen: float
    rests_until: float = 0.0


class _Given(NamedTuple):
    """A job that was given to a worker."""

    worker: str
    at: float
    answer: asyncio.Future[Chose | None]


@dataclass(slots=True)
class FarCounts:
    """What came of the jobs that were given away.

    `chosen` are words that were played; `late` did not come in time, `lost` were with a worker that
    is gone or never heard of them, `refused` were given back, `faulty` were no legal word.
    """

    chosen: int = 0
    late: int = 0
    lost: int = 0
    refused: int = 0
    faulty: int = 0


class Far:
    """The workers that a node hears of on its bus."""

    def __init__(
        self,
        bus: Bus,
        *,
        silent: float = SILENT,
        patience: float = PATIENCE,
        grace: float = GRACE,
        rest: float = REST,
    ) -> None:
        self.counts = FarCounts()
        self._bus = bus
        self._silent = silent
        self._patience = patience
        self._grace = grace
        self._rest = rest
        self._workers: dict[str, _Worker] = {}
        self._given: dict[str, _Given] = {}
        self._numbers = count(1)

    @property
    def workers(self) -> int:
        """How many work now."""
        now = _time()
        return sum(one.room > 0 and now - one.seen < self._silent for one in self._workers.values())

    def hear(self, told: Works | Chose) -> None:
        """Hear of a worker, or its answer."""
        if isinstance(told, Works):
            self._on_beat(told)
            return
        given = self._given.get(told.job)
        if given is not None and not given.answer.done():
            given.answer.set_result(told)

    def _on_beat(self, told: Works) -> None:
        now = _time()
        known = self._workers.get(told.worker)
        rests = known.rests_until if known else 0.0
        self._workers[told.worker] = _Worker(told.room, frozenset(told.has), now, rests)
        for name in [name for name, one in self._workers.items() if now - one.seen > self._silent]:
            del self._workers[name]
        for job, given in self._given.items():
            forgotten = given.worker == told.worker and job not in told.has
            if forgotten and now - given.at > self._grace and not given.answer.done():
                given.answer.set_result(None)

    async def choose(self, level: str, view: View[Any], chance: int) -> Chosen | None:
        """A legal word by a player that thinks ahead, if a worker has room and says one in time."""
        if level not in BUDGETS:
            return None
        worker = self._freest()
        if worker is None:
            return None
        node = self._bus.node
        job = f"{node}-{next(self._numbers)}"
        try:
            message = encode(Job(job, node, level, line_of(view), chance))
        except ValueError:  # not this seat's turn
            return None
        if len(message) > self._bus.largest:
            return None
        given = _Given(worker, _time(), asyncio.get_running_loop().create_future())
        self._given[job] = given
        self._bus.publish(worker_topic(worker), message)
        try:
            chose = await self._answer(given)
        finally:
            del self._given[job]
        chosen = None if chose is None else self._read(chose, level, view)
        if chosen is None and worker in self._workers:
            self._workers[worker].rests_until = _time() + self._rest
        return chosen

    def _freest(self) -> str | None:
        """The worker that has most room."""
        now = _time()
        mine: dict[str, int] = {}
        for given in self._given.values():
            mine[given.worker] = mine.get(given.worker, 0) + 1
        found, most = None, 0
        for name, one in self._workers.items():
            if now - one.seen > self._silent or now < one.rests_until:
                continue
            others = sum(job not in self._given for job in one.has)
            free = one.room - others - mine.get(name, 0)
            if free > most:
                found, most = name, free
        return found

    async def _answer(self, given: _Given) -> Chose | None:
        """What a worker says, if it is there and in time."""
        end = given.at + self._patience
        while True:
            worker, now = self._workers.get(given.worker), _time()
            gone = worker.seen + self._silent if worker else now
            if now >= gone:
                self.counts.lost += 1
                return None
            if now >= end:
                self.counts.late += 1
                return None
            await asyncio.wait({given.answer}, timeout=min(end, gone) - now)
            if given.answer.done():
                chose = given.answer.result()
                self.counts.lost += chose is None
                return chose

    def _read(self, chose: Chose, level: str, view: View[Any]) -> Chosen | None:
        """The word that a worker has chosen, if it is one of the view by a player of the level."""
        if chose.word is None or chose.by is None:
            self.counts.refused += 1
            return None
        try:
            right = read_signature(chose.by).level == level and chose.word in view.words
        except ParseError:
            right = False
        if not right:
            self.counts.faulty += 1
            return None
        self.counts.chosen += 1
        return Chosen(chose.word, chose.by, chose.lowered)


def _time() -> float:
    return asyncio.get_running_loop().time()
