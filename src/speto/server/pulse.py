"""That a server lives, and what its keepers ask of it: in its folder, or in the database it shares.

What must stay true: a site stood still only if no server of it lived; a server is written down as
living when it has given back the time of an outage, so that one which dies before leaves that to
the next.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Final, Protocol

from sqlalchemy import and_, func, select

from speto.server.folder import Drain, beat, drain_in, end_drain, last_beat
from speto.server.store import Store, nodes
from speto.server.store.schema import head, log
from speto.server.store.schema import node as table

EVERY: Final = 1.0
"""Seconds between two beats."""
LATE: Final = 3_000
"""A server acts upon a deadline within so many milliseconds, or does not have its store."""


class Pulse(Protocol):
    """Where a server says that it lives, and is told to drain."""

    async def stopped(self) -> int | None:
        """When any server of the site last said that it lived."""

    async def begin(self, now: int) -> None:
        """Live from now on, without the drain that this start was for."""

    async def beat(self, now: int) -> None:
        """Live still."""

    def drain(self) -> Drain | None:
        """The drain that was asked for, if one was."""

    async def is_alone(self, now: int) -> bool:
        """Whether no other server of the site lives."""


class InFolder:
    """The pulse of a server that has a folder for itself."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def stopped(self) -> int | None:
        """When the server that ran in this folder last said that it lived."""
        return last_beat(self._folder)

    async def begin(self, now: int) -> None:
        """Live from now on, and end the drain of the server before."""
        end_drain(self._folder)
        await self.beat(now)

    async def beat(self, now: int) -> None:
        """Live still; a full disk is no reason to stop."""
        with suppress(OSError):
            beat(self._folder, now)

    def drain(self) -> Drain | None:
        """The drain that was asked for in the folder."""
        return drain_in(self._folder)

    async def is_alone(self, now: int) -> bool:
        """It always is."""
        return True


class InStore:
    """The pulse of one of the nodes of a database."""

    def __init__(self, store: Store, name: str) -> None:
        self._store = store
        self._name = name
        self._drain: Drain | None = None

    async def stopped(self) -> int | None:
        """When any node last said that it lived."""
        found = await self._store.execute(select(func.max(table.c.beat).label("beat")))
        beat: int | None = found[0]["beat"]
        return beat

    async def begin(self, now: int) -> None:
        """Be one of the nodes."""
        await nodes.join(self._store, self._name, now)

    async def beat(self, now: int) -> None:
        """Live still, and learn what was asked of this node."""
        found = await nodes.beat(self._store, self._name, now)
        self._drain = Drain(found.stop_by) if found.drains else None

    def drain(self) -> Drain | None:
        """The drain that this node was asked for."""
        return self._drain

    async def is_alone(self, now: int) -> bool:
        """Whether no other node lives."""
        return all(node.id == self._name for node in await nodes.running(self._store, now))


async def stood_still(store: Store, beat: int | None) -> int | None:
    """Since when nobody could play, of a site that last said so by this beat; none: nobody did.

    A store that was put back has no beat, or that of a server which went on for longer: one that
    knows of no deadline long before it. Then its last row tells.
    """
    live = head.c.status == "live"
    found = await store.execute(select(func.min(head.c.deadline).label("first")).where(live))
    first: int | None = found[0]["first"]
    if beat is not None and (first is None or beat <= first + LATE):
        return beat
    last = and_(log.c.table == head.c.table, log.c.seq == head.c.seq)
    newest = select(func.max(log.c.at).label("newest")).select_from(head.join(log, last))
    newest_at: int | None = (await store.execute(newest.where(live)))[0]["newest"]
    return newest_at
