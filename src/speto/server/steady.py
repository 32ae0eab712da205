"""What a server does again and again as long as it lives.

What must stay true: a look that fails in whatever way is written down, and the next one is tried
after a pause; no task ends unnoticed: if one does, the server ends, rather than living half.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final, TypeVar

from structlog.typing import FilteringBoundLogger

from speto.server.journal import place_of
from speto.server.store import StoreError

T = TypeVar("T")

Look = Callable[[], Awaitable[object]]
AT_ONCE: Final = 32
"""So many tables are seen to side by side: they share commits, and others have their turn too."""


async def tried(look: Look, journal: FilteringBoundLogger, kind: str) -> bool:
    """Look once; whether it did not fail."""
    try:
        await look()
    except StoreError as problem:
        journal.error("store", kind=kind, **place_of(problem))
    except Exception as problem:  # whatever it is, the next look is tried
        journal.error("look failed", kind=kind, **place_of(problem))
    else:
        return True
    return False


async def again(look: Look, every: float, journal: FilteringBoundLogger, kind: str) -> None:
    """Look after each so many seconds, for ever."""
    while True:
        await asyncio.sleep(every)
        await tried(look, journal, kind)


@asynccontextmanager
async def steadily(
    works: Mapping[str, Coroutine[Any, Any, None]],
    journal: FilteringBoundLogger,
    stop: Callable[[], None],
) -> AsyncIterator[None]:
    """Tasks that live as long as the context; if one breaks off before, `stop` is called.

    :raises StoreError: at the end, if one did.
    """
    lost: list[str] = []

    def on_end(task: asyncio.Task[None]) -> None:
        if task.cancelling():  # by who ends the process
            return
        problem = None if task.cancelled() else task.exception()
        if task.cancelled() or problem is not None:  # else it was done
            where = {} if problem is None else place_of(problem)
            journal.error("task ended", kind=task.get_name(), **where)
            lost.append(task.get_name())
            stop()

    tasks = [asyncio.create_task(work, name=name) for name, work in works.items()]
    for task in tasks:
        task.add_done_callback(on_end)
    try:
        yield
    finally:
        for task in tasks:
            task.remove_done_callback(on_end)
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    if lost:
        raise StoreError(f"the server cannot go on: its task {lost[0]} broke off")


async def side_by_side(do: Callable[[T], Awaitable[bool]], each: Sequence[T]) -> None:
    """Do something with each, so many at once, until none of those could be done."""
    for start in range(0, len(each), AT_ONCE):
        asked = map(do, each[start : start + AT_ONCE])
        answers = await asyncio.gather(*asked, return_exceptions=True)
        for answer in answers:
            if isinstance(answer, BaseException):
                raise answer
        if not any(answers):
            return
