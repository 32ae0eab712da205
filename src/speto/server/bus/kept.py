"""A bus over a connection to an engine, which is made anew whenever it is lost.

What must stay true: who says something never waits, and no failure of the engine reaches him; what
waits to be said is bounded; after a loss everything that is subscribed to is heard again before
`lost` is called.
"""

from __future__ import annotations

import asyncio
import os
from collections import deque
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from random import random
from typing import Final, NamedTuple, Protocol

from speto.server.bus import BusError, Counts, Hear, Lost

PATIENCE: Final = 5.0
"""Seconds in which an engine must have done what it is asked."""
CHECK: Final = 5.0
"""After each so many seconds the engine is asked whether it is there."""
FIRST: Final = 0.1
"""Seconds before a try to connect again; each next waits twice as long."""
LONGEST: Final = 3.0
"""The longest wait before a try; a connection that has lasted as long begins with the first."""
MOST: Final = 4096
"""So many messages may wait to be said; beyond, the oldest are dropped."""
BATCH: Final = 512
"""So many are said at once."""
GOODBYE: Final = 1.0
"""Seconds in which what still waits is said when the bus is closed."""


class Frame(NamedTuple):
    """A message as an engine carries it: who says it and under what topic stand in `text`."""

    topic: str
    text: bytes


class Link(Protocol):
    """A connection to an engine, from `connect` to `end`; every call raises if it is lost.

    `where` names the engine, without a password. `broken` is called when the connection is lost in
    the middle of nothing. `say` tells how many it has said, without those that are too long.
    """

    where: str

    async def connect(self, heard: Callable[[bytes], None], broken: Callable[[], None]) -> None: ...
    async def listen(self, topics: Collection[str]) -> None: ...
    async def ignore(self, topics: Collection[str]) -> None: ...
    async def say(self, frames: Sequence[Frame]) -> int: ...
    async def check(self) -> None: ...
    async def end(self) -> None: ...


class KeptBus:
    """The bus of a node over a link."""

    def __init__(self, node: str, largest: int, link: Link, *, check: float = CHECK) -> None:
        self.node = node
        self.largest = largest
        self.counts = Counts()
        self.connected = False
        self.topics: set[str] = set()
        self._link = link
        self._check = check
        self._hear: Hear | None = None
        self._lost: Lost | None = None
        self._waiting: deque[Frame] = deque()
        self._heard_of: set[str] = set()
        self._wake = asyncio.Event()
        self._broken = False
        self._ends = False
        self._task: asyncio.Task[None] | None = None

    async def open(self, hear: Hear, lost: Lost) -> None:
        """Connect, and begin to hear.

        :raises BusError: if the engine does not answer.
        """
        try:
            await self._connect()
        except Exception as problem:  # whatever it is, whoever starts a node must read it
            await self._end_link()
            raise BusError(f"the bus at {self._link.where}: {_why(problem)}") from None
        self._hear, self._lost = hear, lost
        self._task = asyncio.get_running_loop().create_task(self._run())

    def publish(self, topic: str, message: bytes) -> None:
        """Say something to all others that have subscribed to a topic, at most once."""
        if len(message) > self.largest:
            self.counts.long += 1
            return
        if len(self._waiting) >= MOST:
            self._waiting.popleft()
            self.counts.dropped += 1
        head = f"{self.node} {topic}\n".encode()
        self._waiting.append(Frame(topic, head + message))
        self._wake.set()

    def subscribe(self, topic: str) -> None:
        """Hear of a topic from soon on."""
        self.topics.add(topic)
        self._wake.set()

    def unsubscribe(self, topic: str) -> None:
        """Hear of a topic no more."""
        self.topics.discard(topic)
        self._wake.set()

    async def close(self) -> None:
        """Say what still waits, if that is quick, and end."""
        self._hear = self._lost = None
        if self._task is not None:
            self._ends = True
            self._wake.set()
            if self.connected:
                await asyncio.wait({self._task}, timeout=GOODBYE)
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._end_link()

    async def _connect(self) -> None:
        self._broken = False
        async with asyncio.timeout(PATIENCE):
            await self._link.connect(self._on_frame, self._on_broken)
            self._heard_of = set(self.topics)
            if self._heard_of:
                await self._link.listen(self._heard_of)
        self.connected = True
        self._wake.set()

    async def _end_link(self) -> None:
        self.connected = False
        try:
            async with asyncio.timeout(GOODBYE):
                await self._link.end()
        except (Exception, asyncio.CancelledError):  # it may be lost in any way
            self._check_alive()

    @staticmethod
    def _check_alive() -> None:
        """Go on unless it is the task itself that was cancelled, and nothing within a driver."""
        task = asyncio.current_task()
        if task is not None and task.cancelling():
            raise asyncio.CancelledError

    async def _run(self) -> None:
        wait = FIRST
        while True:
            began = _time()
            try:
                await self._talk()
            except (Exception, asyncio.CancelledError):  # whatever it is, a new connection is made
                self._check_alive()
            if self._ends:
                return
            self.counts.lost += 1
            await self._end_link()
            wait = await self._find_again(FIRST if _time() - began > LONGEST else wait)
            if self._lost is not None:
                with suppress(Exception):  # the bus goes on, whatever others make of it
                    self._lost()

    async def _find_again(self, wait: float) -> float:
        """Connect again, however often it must be tried; how long to wait if that does not last."""
        while True:
            await asyncio.sleep(wait * (0.5 + random()))  # not all nodes at once
            wait = min(2 * wait, LONGEST)
            try:
                await self._connect()
            except (Exception, asyncio.CancelledError):  # whatever it is, it is tried again
                self._check_alive()
                await self._end_link()
            else:
                return wait

    async def _talk(self) -> None:
        """Tell the engine what it is to do, until the connection is lost or the bus closed."""
        due = _time() + self._check
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(due - _time()):
                    await self._wake.wait()
            if _time() >= due:
                async with asyncio.timeout(PATIENCE):
                    await self._link.check()
                due = _time() + self._check
            self._wake.clear()
            if self._broken:
                raise ConnectionError
            if self.topics != self._heard_of:
                await self._change()
            while self._waiting:
                await self._say()
            if self._ends:
                return

    async def _change(self) -> None:
        """Hear of what is subscribed to now, and of nothing else."""
        wanted = set(self.topics)
        more, less = wanted - self._heard_of, self._heard_of - wanted
        async with asyncio.timeout(PATIENCE):
            if more:
                await self._link.listen(more)
            if less:
                await self._link.ignore(less)
        self._heard_of = wanted

    async def _say(self) -> None:
        """Say what has waited; whether it was said is not known if that fails."""
        frames = [self._waiting.popleft() for _ in range(min(BATCH, len(self._waiting)))]
        try:
            async with asyncio.timeout(PATIENCE):
                said = await self._link.say(frames)
        except BaseException:
            self.counts.dropped += len(frames)
            raise
        self.counts.said += said
        self.counts.long += len(frames) - said

    def _on_broken(self) -> None:
        self._broken = True
        self._wake.set()

    def _on_frame(self, text: bytes) -> None:
        head, _, message = text.partition(b"\n")
        sender, _, topic = head.decode(errors="replace").partition(" ")
        if sender == self.node or topic not in self.topics or self._hear is None:
            return
        self.counts.heard += 1
        try:
            self._hear(topic, message)
        except Exception:  # whatever it is, the next message is heard
            self.counts.faulty += 1


def _time() -> float:
    return asyncio.get_running_loop().time()


def _why(problem: BaseException) -> str:
    """What a failure to connect comes from, in words."""
    cause: BaseException | None = problem
    while cause is not None:
        if isinstance(cause, OSError) and cause.errno is not None:
            return os.strerror(cause.errno) if cause.errno > 0 else str(cause.strerror)
        cause = cause.__cause__ or cause.__context__
    return next(iter(str(problem).splitlines()), "it does not answer")
