"""Mistakes put into the product on purpose, each of which the simulation must find.

What must stay true: each is a mistake that somebody could make, and takes back what it changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from itertools import count
from typing import Any, Final
from unittest.mock import patch

from msgspec import structs

from speto.server import decide as deciding
from speto.server import hosting, live, log, messages, node, serve, showing, store
from speto.server.table import Table, follow


async def _written_first(self: Any, actor: str, command: Any, decided: Any) -> int | None:
    """Rows are told before they are durable."""
    at = self.now()
    found = decided(at)
    if found is not None and not found[1] and not self.lacks_seed:
        body = log.write(found[0])
        row = store.Row(self.table.id, self.table.seq + 1, actor, command(), at, body)
        self._take(row, follow(self.table, row, self.seeds), own=True)
        done: int = row.seq
        await self.store.append(store.Write(row, live.head_of(self.table, self.head, row)))
        return done
    written: int | None = await _write(self, actor, command, decided)
    return written


async def _never_behind(self: Any) -> bool:
    """Rows of others are not read from the store."""
    return False


def _next_seat(self: Any, seat: int | None, *, sight: bool = False) -> Any:
    """Each seat is shown what its neighbor may see."""
    other = None if seat is None else (seat + 1) % len(self.table.seats)
    return _for_seat(self, other, sight=sight)


async def _new_name(self: Any, actor: str, command: str, ask: Any, *, seen: Any = None) -> int:
    """An ask has another id each time it is heard."""
    name = f"{command}-{next(_NUMBERS)}"
    done: int = await _submit(self, actor, name, ask, seen=seen)
    return done


async def _any_moment(self: Any, actor: str, command: str, ask: Any, *, seen: Any = None) -> int:
    """Words are taken that were thought for another moment."""
    done: int = await _submit(self, actor, command, ask)
    return done


async def _early(self: Any) -> bool:
    """The clock of a table acts two seconds before its deadline."""
    async with self.lock:
        deadline = self.table.deadline
        if deadline is None or self.now() < deadline - 2_000:
            return False

        def decided(at: int) -> Any:
            body = deciding.due(self.table, max(at, deadline))
            return None if body is None else (body, {})

        before: int = self.table.seq
        await self._write("clock", lambda: f"timeout:{self.table.seq}", decided)
        await self._keep_up()
        return bool(self.table.seq > before)


def _looks_early(table: Any, now: int) -> bool:
    deadline = table.table.deadline
    return deadline is not None and deadline - 2_000 <= now


def _fair_with_seed(table: Table) -> messages.Fair:
    """The seed of a running deal stands where its transcript is told."""
    told: messages.Fair = _fair(table)
    return structs.replace(told, commit=table.seed.hex()) if table.seed else told


async def _credited_again(service: Any, stopped: int | None) -> None:
    """An outage is given back by each node that starts."""
    await _wake_all(service, stopped)
    if stopped is not None:
        await _wake_all(service, stopped - 1)


async def _not_looked(self: Any) -> None:
    """What is held is never compared with the store."""


def _not_woken(self: Any, now: int) -> None:
    """A computer's turn is played by whoever wrote the last row, or never."""


_write: Any = live.Live._write
_submit: Any = live.Live.submit
_for_seat: Any = showing.Step.for_seat
_fair: Any = showing.fair
_wake_all: Any = serve.wake_all
_NUMBERS = count()

PLANTS: Final[Mapping[str, tuple[tuple[Any, str, Callable[..., Any]], ...]]] = {
    "shown before it is durable": ((live.Live, "_write", _written_first),),
    "never catches up": ((live.Live, "catch_up", _never_behind),),
    "another seat's view": ((showing.Step, "for_seat", _next_seat),),
    "done once more": ((live.Live, "submit", _new_name),),
    "stale words": ((live.Live, "submit", _any_moment),),
    "a fast clock": ((live.Live, "run_down", _early), (hosting, "_is_late", _looks_early)),
    "a seed told": ((showing, "fair", _fair_with_seed),),
    "credited again": ((serve, "wake_all", _credited_again),),
    "never compares": ((node.Node, "look", _not_looked),),
    "never wakes": ((hosting.Hosting, "_wake_silent", _not_woken),),
}


@contextmanager
def planted(name: str) -> Iterator[None]:
    """The product with that mistake, as long as the context lasts."""
    with ExitStack() as stack:
        for where, what, instead in PLANTS[name]:
            stack.enter_context(patch.object(where, what, instead))
        yield
