"""The line from the terminal to a table server: asked and heard in the order of the screen.

What must stay true: the socket lives in a thread of its own and is opened again whenever it is
lost; whoever waits here can be interrupted, and is told when the line is lost and when it is back.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from time import monotonic
from types import TracebackType
from typing import Final, Self, TypeVar

from speto.client import Client, Lost, NotServed
from speto.server.asks import Ask
from speto.server.messages import Message

LOOK: Final = 0.1
"""Seconds after which whoever waits looks whether the line is lost."""
FIRST: Final = 3
"""So many tries for the first socket; whoever sits at a table does not give up."""
LATER: Final = 1_000_000

T = TypeVar("T")


class Line:
    """A client in a thread; use it as a context. `told` hears that the line is lost, or back."""

    def __init__(
        self, url: str, token: str | None, language: str, told: Callable[[bool], None]
    ) -> None:
        self.told = told
        self.client = Client(
            url, token=token, language=language, tries=FIRST, sight=True, on_socket=self._on_socket
        )
        self._up = True
        self._said = True
        self._inbox: SimpleQueue[Message | Exception] = SimpleQueue()
        self._failed: Exception | None = None
        self._loop: asyncio.AbstractEventLoop
        self._thread = threading.Thread(target=self._run, name="line", daemon=True)
        self._ended: asyncio.Event | None = None
        self._begun: Future[None] = Future()

    def __enter__(self) -> Self:
        self._thread.start()
        self.wait_for(self._begun)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with suppress(RuntimeError):  # the loop has ended by itself
            self._loop.call_soon_threadsafe(self._end)
        self._thread.join(5)

    def ask(self, make: Callable[[str], Ask]) -> Message:
        """Ask, however often the line is lost, until it is answered.

        :raises NotServed: if it is refused, or the server is gone for good.
        """
        return self.wait_for(asyncio.run_coroutine_threadsafe(self.client.ask(make), self._loop))

    def watch(self, table: str) -> None:
        """Be shown a table from now on.

        :raises NotServed: if there is no such table.
        """
        self.wait_for(asyncio.run_coroutine_threadsafe(self.client.watch(table), self._loop))

    def unwatch(self, table: str) -> None:
        """Be shown a table no more.

        :raises NotServed: if the server is gone for good.
        """
        self.wait_for(asyncio.run_coroutine_threadsafe(self.client.unwatch(table), self._loop))

    def hear(self, table: str, seconds: float | None = None) -> Message | None:
        """The next that the server tells; none if nothing comes in this time.

        :raises NotServed: if the server is gone for good, or this table.
        :raises Cheated: if a deal was not dealt as it was announced.
        """
        until = None if seconds is None else monotonic() + seconds
        while True:
            self._tell()
            try:
                heard = self._inbox.get(timeout=0 if seconds == 0 else LOOK)
            except Empty:
                if until is not None and monotonic() >= until:
                    return None
                continue
            if isinstance(heard, Exception):
                raise heard
            if not isinstance(heard, Lost):
                return heard
            if heard.table == table:  # and not one that was left
                raise NotServed(heard.code, heard.text or heard.code)

    def wait_for(self, future: Future[T]) -> T:
        """What comes of something, waited for so that an interrupt is heard."""
        while True:
            self._tell()
            try:
                return future.result(LOOK)
            except TimeoutError:
                if future.done():
                    raise
            if self._failed is not None:
                raise self._failed

    def _tell(self) -> None:
        up = self._up
        if up is not self._said:
            self._said = up
            self.told(up)

    # The thread.

    def _on_socket(self, up: bool) -> None:
        self._up = up

    def _end(self) -> None:
        if self._ended is not None:
            self._ended.set()

    def _run(self) -> None:
        with asyncio.Runner() as runner:
            self._loop = runner.get_loop()
            runner.run(self._live())

    async def _live(self) -> None:
        self._ended = asyncio.Event()
        try:
            async with self.client:
                self.client.tries = LATER
                self._begun.set_result(None)
                hears = asyncio.create_task(self._hear())
                await self._ended.wait()
                hears.cancel()
        except Exception as problem:
            if not self._begun.done():
                self._begun.set_exception(problem)
            self._fail(problem)

    async def _hear(self) -> None:
        try:
            async for message in self.client.messages():
                self._inbox.put(message)
        except Exception as problem:
            self._fail(problem)

    def _fail(self, problem: Exception) -> None:
        self._failed = problem
        self._inbox.put(problem)


def printable(text: str) -> str:
    """What a server says, without what a terminal would obey."""
    return "".join(letter if letter.isprintable() else "?" for letter in text[:300])
