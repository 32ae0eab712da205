"""An event loop whose time is counted, not waited for, and whose processes can die.

What must stay true: callbacks run in the order in which they were asked for, those of one moment
too; a process that is dead never runs again, in the middle of whatever it did.
"""

from __future__ import annotations

import asyncio
import heapq
from asyncio import BaseEventLoop, Future, Handle, Task, TimerHandle
from collections import deque
from collections.abc import Callable, Coroutine, Generator
from contextvars import Context, ContextVar
from itertools import count
from typing import Any, Final, TypeVar, TypeVarTuple, Unpack

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

BUSY: Final = 20_000
"""So many callbacks at one moment are a circle."""
OUTSIDE: Final = Context()
"""In which the world runs what belongs to no process."""


class Process:
    """What runs until it dies; while it is `frozen`, all that it has to do waits.

    What it still had to do when it died waits for ever.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.alive = True
        self.frozen = False
        self.waiting: list[Handle] = []


OWNER: ContextVar[Process | None] = ContextVar("owner", default=None)


class Stuck(AssertionError):
    """Nothing is left that could happen, or the same happens without end."""


class VirtualLoop(BaseEventLoop):
    """The loop; `problems` are exceptions that nobody has caught."""

    def __init__(self) -> None:
        self._over = True
        super().__init__()
        self._over = False
        self.problems: list[str] = []
        self.halted = False
        self.done = 0
        self._now = 0.0
        self._at_once = 0
        self._ready: deque[tuple[Process | None, Handle]] = deque()
        self._timers: list[tuple[float, int, Process | None, Handle]] = []
        self._numbers = count()
        self._tasks: set[Task[Any]] = set()
        self._held: set[Process] = set()
        self._burying = False
        self.ending: Callable[[], None] = lambda: None

    # What asyncio asks of a loop.

    def time(self) -> float:
        return self._now

    def get_debug(self) -> bool:
        return False

    def is_running(self) -> bool:
        return not self._over

    def is_closed(self) -> bool:
        return self._over

    def call_soon(
        self,
        callback: Callable[[Unpack[Ts]], object],
        *args: *Ts,
        context: Context | None = None,
    ) -> Handle:
        handle = Handle(callback, args, self, context)
        self._ready.append((_owner(context), handle))
        return handle

    def call_later(
        self,
        delay: float,
        callback: Callable[[Unpack[Ts]], object],
        *args: *Ts,
        context: Context | None = None,
    ) -> TimerHandle:
        return self.call_at(self._now + delay, callback, *args, context=context)

    def call_at(
        self,
        when: float,
        callback: Callable[[Unpack[Ts]], object],
        *args: *Ts,
        context: Context | None = None,
    ) -> TimerHandle:
        handle = TimerHandle(when, callback, args, self, context)
        heapq.heappush(self._timers, (when, next(self._numbers), _owner(context), handle))
        return handle

    def _timer_handle_cancelled(self, handle: TimerHandle) -> None:
        """It is left out when its moment comes."""

    def create_future(self) -> Future[Any]:
        return Future(loop=self)

    def create_task(
        self,
        coro: Generator[Any, None, T] | Coroutine[Any, Any, T],
        *,
        name: object = None,
        context: Context | None = None,
    ) -> Task[T]:
        task = Task(coro, loop=self, context=context)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        if not self._burying:
            problem = context.get("exception")
            self.problems.append(f"{context['message']}: {problem!r}")

    # What the world asks of it.

    def run(self, main: Coroutine[Any, Any, None]) -> None:
        """Let everything happen until this is done, or somebody has halted it.

        :raises Stuck: if nothing more happens, or no time passes any more.
        """
        asyncio._set_running_loop(self)
        try:
            task = OUTSIDE.run(self.create_task, main)
            while not task.done() and not self.halted:
                self._step()
            if task.done():
                task.result()
        finally:
            try:
                self._bury()
            finally:
                asyncio._set_running_loop(None)
                self._over = True

    def later(self, delay: float, do: Callable[[Unpack[Ts]], object], *args: *Ts) -> None:
        """Have the world do something, whatever becomes of the process that runs now."""
        self.call_later(delay, do, *args, context=OUTSIDE)

    def thaw(self, process: Process) -> None:
        """Let a process go on where it stood still."""
        process.frozen = False
        self._ready.extend((process, handle) for handle in process.waiting)
        process.waiting.clear()

    def _step(self) -> None:
        """Run the next callback."""
        if self._ready:
            owner, handle = self._ready.popleft()
            self._at_once += 1
            if self._at_once > BUSY:
                raise Stuck("the same happens without end")
        elif self._timers:
            when, _, owner, handle = heapq.heappop(self._timers)
            if handle.cancelled():
                return
            if when > self._now:
                self._now, self._at_once = when, 0
        else:
            raise Stuck("nothing is left that could happen")
        if handle.cancelled():
            return
        if owner is not None and not self._burying and (owner.frozen or not owner.alive):
            owner.waiting.append(handle)
            self._held.add(owner)
            return
        self.done += 1
        handle._run()

    def _bury(self) -> None:
        """End all tasks that are left, those of the dead too, so that nothing of them remains."""
        self._burying = True
        self.ending()
        for owner in self._held:
            self.thaw(owner)
        for task in tuple(self._tasks):
            task.cancel()
        for _ in range(BUSY):
            if not self._tasks or not (self._ready or self._timers):
                break
            self._at_once = 0
            self._step()
        self._ready.clear()
        self._timers.clear()


def _owner(context: Context | None) -> Process | None:
    return OWNER.get() if context is None else context.get(OWNER)
