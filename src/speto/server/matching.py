"""Quick matches: those who want the same game and are near in strength are put at one table.

What must stay true: who waits is bound to his socket, and waits for one match at a time; whichever
nodes they are at, each is put into one match by one node; the longer somebody waits the further a
strength may be from his own, so that nobody waits for ever; who waits here is told here, whatever
has become of his wish.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import groupby
from typing import Final, Protocol

from speto.server.messages import Message
from speto.server.store import Store, StoreError, wishes
from speto.server.store.wishes import Key, Wished

NEAR: Final = 5.0
"""So far apart in openskill's ordinal may be who has just come; a beginner has 0."""
WIDER: Final = 1.0
"""So much further a second of waiting reaches."""
LATE: Final = 3_000
"""After so many milliseconds a table that was to be opened is opened by whoever finds it."""
QUICK: Final = "quick:"


class Waiter(Protocol):
    """Somebody with a socket."""

    def tell(self, message: Message) -> None: ...


class Matching:
    """Those who wait at the sockets of this node; the wishes of all nodes stand in the store."""

    def __init__(self, store: Store, now: Callable[[], int], node: str) -> None:
        self._store = store
        self._now = now
        self._node = node
        self._waiters: dict[Key, tuple[Waiter, Wished]] = {}
        self._gone: set[Key] = set()

    @property
    def waits(self) -> bool:
        """Whether somebody waits here, or has only just gone."""
        return bool(self._waiters or self._gone)

    def is_waiting(self, key: Key) -> bool:
        """Whether this very ask waits here."""
        return key in self._waiters

    async def wish(self, one: Wished, waiter: Waiter) -> str | None:
        """Wait for a match, and for no other any more; where this ask has led, if it has."""
        self.forget(waiter)
        self._waiters[one.key] = waiter, one
        self._gone.discard(one.key)
        try:
            await self.let_go()
            table = await wishes.wish(self._store, one._replace(node=self._node))
        except BaseException:
            self._leave(one.key)
            raise
        if self._waiters.get(one.key, (None, one))[0] is not waiter:
            self._gone.add(one.key)  # it went while this was written
        if table is not None:
            self._waiters.pop(one.key, None)
        return table

    async def table_of(self, account: str, command: str) -> str | None:
        """Where an ask has led."""
        return await wishes.table_of(self._store, account, command)

    def forget(self, waiter: Waiter) -> None:
        """Wait no more; the store is told with the next look."""
        for key in [key for key, (other, _) in self._waiters.items() if other is waiter]:
            self._leave(key)

    def _leave(self, key: Key) -> None:
        self._waiters.pop(key, None)
        self._gone.add(key)

    async def let_go(self) -> None:
        """Tell the store who has gone."""
        gone = frozenset(self._gone)
        if gone:
            await wishes.unwish(self._store, self._node, gone)
            self._gone -= gone

    async def look(self) -> list[Wished]:
        """Tell the store who is still here; all who wait, at any node."""
        await self.let_go()
        await wishes.beat(self._store, self._node, self._now())
        await self._hold()
        return await wishes.waiting(self._store, self._now())

    async def _hold(self) -> None:
        """Wish once more for who waits here, and does not as the store has it.

        An ask that a lost socket sent to another node may be done there when it has come here too.
        """
        found = {one.key: one for one in await wishes.of(self._store, [*self._waiters])}
        for key, (_, one) in tuple(self._waiters.items()):
            stands = found.get(key)
            if stands is None or (stands.table is None and stands.node != self._node):
                again = one._replace(node=self._node, beat=self._now())
                await wishes.wish(self._store, again)
                if key not in self._waiters:  # it went while this was written
                    self._gone.add(key)

    async def claim(self, players: Sequence[Wished], table: str) -> bool:
        """Have these players at a table to be opened now; whether nobody else was faster."""
        return await wishes.claim(self._store, players, table, self._now())

    async def unopened(self) -> list[list[Wished]]:
        """The matches whose table was to be opened, and was not."""
        return await wishes.unopened(self._store, self._now() - LATE)

    async def seated(self) -> list[tuple[Waiter, Wished]]:
        """Those who waited here and are to be told where they play; they wait no more."""
        found = await wishes.seated(self._store, self._node, [*self._waiters])
        # written first: who is not told by then has no socket, and asks again
        with suppress(StoreError):  # it may stand all the same, so they are told now
            await wishes.told(self._store, [one.key for one in found])
        mine = [(self._waiters.pop(one.key, None), one) for one in found]
        return [(waits[0], one) for waits, one in mine if waits is not None]


def complete(waiting: Sequence[Wished], now: int) -> list[list[Wished]]:
    """The matches that have enough players, each player in one; who waited longest leads."""

    def wanted(one: Wished) -> tuple[str, str, int]:
        return one.game, one.rules, one.seats

    found = []
    for (_, _, seats), group in groupby(sorted(waiting, key=wanted), key=wanted):
        left = sorted(group, key=lambda one: one.since)
        for first in tuple(left):
            others = _near(first, left, now) if first in left else []
            if len(others) >= seats - 1:
                chosen = [first, *others[: seats - 1]]
                left = [one for one in left if one not in chosen]
                found.append(chosen)
    return found


def command_of(players: Sequence[Wished]) -> str:
    """The command that opens the table of these players: their asks, in the order of the seats."""
    return QUICK + ",".join(one.command for one in players)


def in_order(players: Sequence[Wished]) -> list[Wished]:
    """The players of a match by seat, the same whoever opens its table."""
    return sorted(players, key=lambda one: (one.since, one.account))


def _near(first: Wished, waiting: Sequence[Wished], now: int) -> list[Wished]:
    """Others whose strength is near enough, the nearest first; of an account one socket."""
    found: dict[str, Wished] = {}
    for one in waiting:
        apart = abs(one.strength - first.strength)
        waited = (now - min(one.since, first.since)) / 1000
        if one.account != first.account and apart <= NEAR + WIDER * waited:
            found.setdefault(one.account, one)
    return sorted(found.values(), key=lambda one: abs(one.strength - first.strength))
