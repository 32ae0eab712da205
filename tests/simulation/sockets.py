"""A socket between a person and a node: in order, some time on its way, and lost at any moment.

What must stay true: every frame is judged when the node pushes it, and what was on its way when a
socket is lost arrives nowhere.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from random import Random
from typing import Protocol

from msgspec import DecodeError, json

from speto.server import asks
from speto.server.messages import Message
from speto.server.outbox import Outbox
from speto.server.sessions import Session
from speto.server.table import seat_of
from tests.simulation.frames import Frames
from tests.simulation.judge import History, Judge
from tests.simulation.loop import VirtualLoop
from tests.simulation.machine import Machine

_ASK: json.Decoder[asks.Ask] = json.Decoder(asks.Ask)


class Hearer(Protocol):
    """Whoever is at the other end."""

    name: str
    account: str

    def hear(self, socket: Socket, message: Message) -> None: ...
    def on_lost(self, socket: Socket) -> None: ...


class Judged(Outbox):
    """What waits to be sent, judged when it is pushed."""

    def __init__(self, judged: Callable[[bytes], None]) -> None:
        super().__init__()
        self.judged = judged

    def push(self, frame: bytes) -> None:
        if not self.closed:
            self.judged(frame)
        super().push(frame)


class Socket:
    """One socket; `asks` is what its node answers just now."""

    def __init__(
        self,
        person: Hearer,
        machine: Machine,
        loop: VirtualLoop,
        judge: Judge,
        frames: Frames,
        draw: Random,
        address: str,
    ) -> None:
        self.person = person
        self.machine = machine
        self.loop = loop
        self.judge = judge
        self.frames = frames
        self.draw = draw
        self.name = f"{person.name}@{machine.name}"
        self.node = machine.name
        self.asks: asks.Ask | None = None
        self.reached: dict[str, int] = {}
        self.shown: dict[str, int] = {}
        self.slow_until = 0.0
        self.lost = False
        self._inbox: deque[bytes | None] = deque()
        self._bell = asyncio.Event()
        self._said: deque[Message] = deque()
        self._there = self._here = 0.0
        self.session = Session(machine.service, address, None)
        self.session.outbox = Judged(self._on_push)
        self.session.outbox.open(self._on_send, self._on_end)
        machine.app.sessions.add(self.session)
        loop.create_task(self._converse(), context=machine.context)

    @property
    def account(self) -> str:
        """Who is at the other end, as the node knows."""
        return self.session.account_id

    def sees_late(self, history: History) -> bool:
        """Whether a table is shown here some time later than it is played."""
        return history.table.opened.delay > 0 and seat_of(history.table, self.account) is None

    def stall(self, seconds: float) -> None:
        """Have the node wait with what it sends, as if the network were behind."""
        if not self.lost:
            self.session.outbox.hold()
            self.slow_until = self.loop.time() + seconds
            self.loop.later(seconds, self.session.outbox.go_on)

    # At the node.

    async def _converse(self) -> None:
        try:
            while (frame := await self._next()) is not None:
                ask = self._read(frame)
                self.asks = ask
                for table, history in self.judge.histories.items():
                    self.reached[table] = history.seq
                goes_on = await self.session.take(frame)
                self.asks = None
                if isinstance(ask, asks.Unwatch):
                    self.shown.pop(ask.table, None)
                if not goes_on:
                    self.judge.fail(f"{self.name} was taken for faulty")
                    return
        finally:
            self.machine.app.sessions.discard(self.session)
            self.session.leave()

    async def _next(self) -> bytes | None:
        while not self._inbox:
            self._bell.clear()
            await self._bell.wait()
        return self._inbox.popleft()

    def _read(self, frame: bytes) -> asks.Ask | None:
        try:
            return _ASK.decode(frame)
        except DecodeError:
            return None

    def _on_push(self, frame: bytes) -> None:
        self._said.append(self.frames.on_push(self, frame))

    def _on_send(self, frame: bytes) -> None:
        message = self._said.popleft()
        self._here = max(self._here, self.loop.time() + self._delay())
        self.loop.later(self._here - self.loop.time(), self._arrive, message)

    def _on_end(self) -> None:
        """The node has closed it."""
        self._here = max(self._here, self.loop.time() + self._delay())
        self.loop.later(self._here - self.loop.time(), self.cut)

    # Between.

    def _delay(self) -> float:
        return self.draw.uniform(0.001, 0.05)

    def send(self, frame: bytes) -> None:
        """Have a frame go to the node."""
        self._there = max(self._there, self.loop.time() + self._delay())
        self.loop.later(self._there - self.loop.time(), self._deliver, frame)

    def _deliver(self, frame: bytes | None) -> None:
        if not self.lost or frame is None:
            self._inbox.append(frame)
            self.loop.call_soon(self._bell.set, context=self.machine.context)

    def _arrive(self, message: Message) -> None:
        if not self.lost:
            self.person.hear(self, message)

    def cut(self) -> None:
        """Lose it; both ends notice it some time later."""
        if self.lost:
            return
        self.lost = True
        self.loop.later(self.draw.choice((0.01, 0.1, 2.0)), self._deliver, None)
        self.loop.later(self.draw.choice((0.01, 0.1, 1.0)), self.person.on_lost, self)
