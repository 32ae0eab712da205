"""A bus that loses, repeats, delays and reorders what is said, as the weather has it.

What must stay true: nobody hears what he said himself, nor in the middle of what another does.
"""

from __future__ import annotations

from contextvars import Context
from random import Random

from speto.server.bus import Counts, Hear, Lost
from tests.simulation.loop import Process, VirtualLoop
from tests.simulation.weather import Weather


class Air:
    """What all buses share; a message of more than `largest` bytes is carried by none."""

    def __init__(self, loop: VirtualLoop, weather: Weather, draw: Random, largest: int) -> None:
        self.loop = loop
        self.weather = weather
        self.draw = draw
        self.largest = largest
        self.buses: list[BusAt] = []

    def carry(self, sender: BusAt, topic: str, message: bytes) -> None:
        """Have all others that listen hear of it, or not."""
        for bus in self.buses:
            if bus is sender or topic not in bus.topics or not bus.process.alive:
                continue
            apart = (sender.number in self.weather.cut) != (bus.number in self.weather.cut)
            if apart or self.weather.bus_dead or self.draw.random() < self.weather.bus_lost:
                continue
            times = 2 if self.draw.random() < self.weather.bus_twice else 1
            for _ in range(times):
                self.loop.later(self._delay(), bus.arrive, topic, message)

    def _delay(self) -> float:
        late = self.draw.random() < self.weather.bus_late
        return self.draw.uniform(0.01, 4.0) if late else self.draw.uniform(0.0003, 0.003)

    def mend(self) -> None:
        """Tell all who may have missed something."""
        for bus in self.buses:
            self.loop.later(self.draw.uniform(0.0, 1.0), bus.was_lost)


class BusAt:
    """The bus as one node has it."""

    def __init__(
        self, air: Air, node: str, number: int, process: Process, context: Context
    ) -> None:
        self.node = node
        self.number = number
        self.process = process
        self.largest = air.largest
        self.counts = Counts()
        self.topics: set[str] = set()
        self._air = air
        self._context = context
        self._hear: Hear | None = None
        self._lost: Lost | None = None

    @property
    def connected(self) -> bool:
        """Whether messages are carried now."""
        return not self._air.weather.bus_dead

    async def open(self, hear: Hear, lost: Lost) -> None:
        """Begin to hear."""
        self._hear, self._lost = hear, lost
        self._air.buses.append(self)

    def publish(self, topic: str, message: bytes) -> None:
        """Say something."""
        if len(message) > self.largest:
            self.counts.long += 1
        elif self.process.alive:
            self.counts.said += 1
            self._air.carry(self, topic, message)

    def subscribe(self, topic: str) -> None:
        """Hear of a topic."""
        self.topics.add(topic)

    def unsubscribe(self, topic: str) -> None:
        """Hear of a topic no more."""
        self.topics.discard(topic)

    def arrive(self, topic: str, message: bytes) -> None:
        """A message has come to this node."""
        if self._hear is not None and topic in self.topics:
            self.counts.heard += 1
            self._air.loop.call_soon(self._hear, topic, message, context=self._context)

    def was_lost(self) -> None:
        """The connection was lost, and is found again."""
        if self._lost is not None:
            self.counts.lost += 1
            self._air.loop.call_soon(self._lost, context=self._context)

    async def close(self) -> None:
        """End."""
        self._hear = self._lost = None
