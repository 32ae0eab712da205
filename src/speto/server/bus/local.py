"""A bus inside one process: of a server that is alone, and of several nodes in a test.

What must stay true: nobody hears in the middle of what somebody else does.
"""

from __future__ import annotations

import asyncio
from typing import Final

from speto.server.bus import Counts, Hear, Lost

LARGEST: Final = 1 << 16


class Hub:
    """What the buses of one process share.

    While it is `stop`ped nothing is heard, as if an engine were away; `start` tells all of it.
    """

    def __init__(self) -> None:
        self.buses: list[LocalBus] = []
        self.runs = True

    def bus(self, node: str) -> LocalBus:
        """A bus for one more node."""
        return LocalBus(node, self)

    def stop(self) -> None:
        """Carry nothing any more."""
        self.runs = False

    def start(self) -> None:
        """Carry messages again."""
        self.runs = True
        loop = asyncio.get_running_loop()
        for bus in self.buses:
            bus.counts.lost += 1
            loop.call_soon(bus.on_lost)

    def carry(self, sender: LocalBus, topic: str, message: bytes) -> None:
        """Let all others that have subscribed to a topic hear of it, soon."""
        loop = asyncio.get_running_loop()
        for bus in self.buses:
            if bus is not sender and topic in bus.topics:
                loop.call_soon(bus.on_message, topic, message)


class LocalBus:
    """The bus of one node; without a hub it is alone on it."""

    def __init__(self, node: str, hub: Hub | None = None) -> None:
        self.node = node
        self.largest = LARGEST
        self.counts = Counts()
        self.topics: set[str] = set()
        self._hub = hub or Hub()
        self._hear: Hear | None = None
        self._lost: Lost | None = None

    @property
    def connected(self) -> bool:
        """Whether messages are carried now."""
        return self._hub.runs and self in self._hub.buses

    async def open(self, hear: Hear, lost: Lost) -> None:
        """Begin to hear."""
        self._hear, self._lost = hear, lost
        self._hub.buses.append(self)

    def publish(self, topic: str, message: bytes) -> None:
        """Say something to all others that have subscribed to a topic."""
        if len(message) > self.largest:
            self.counts.long += 1
        elif not self.connected:
            self.counts.dropped += 1
        else:
            self.counts.said += 1
            self._hub.carry(self, topic, message)

    def subscribe(self, topic: str) -> None:
        """Hear of a topic."""
        self.topics.add(topic)

    def unsubscribe(self, topic: str) -> None:
        """Hear of a topic no more."""
        self.topics.discard(topic)

    def on_message(self, topic: str, message: bytes) -> None:
        """Hear of it, unless nobody here wants to any more."""
        if self._hear is None or topic not in self.topics or not self._hub.runs:
            return
        self.counts.heard += 1
        try:
            self._hear(topic, message)
        except Exception:  # whatever it is, it must not end who said it
            self.counts.faulty += 1

    def on_lost(self) -> None:
        """Hear that something may not have been heard."""
        if self._lost is not None:
            self._lost()

    async def close(self) -> None:
        """End."""
        self._hear = self._lost = None
        if self in self._hub.buses:
            self._hub.buses.remove(self)
