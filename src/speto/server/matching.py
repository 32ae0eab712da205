"""Quick matches: those who want the same game and are near in strength are put at one table.

What must stay true: who waits is bound to his socket, and waits for one match at a time; the longer
somebody waits the further a strength may be from his own, so that nobody waits for ever.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol

from speto.server.messages import Message

NEAR: Final = 5.0
"""So far apart in openskill's ordinal may be who has just come; a beginner has 0."""
WIDER: Final = 1.0
"""So much further a second of waiting reaches."""
REMEMBERED: Final = 10_000
QUICK: Final = "quick:"


class Waiter(Protocol):
    """Somebody with a socket."""

    @property
    def account_name(self) -> str: ...
    def tell(self, message: Message) -> None: ...


class Wish(NamedTuple):
    """What somebody wants to play; `rules` in their one spelling."""

    game: str
    rules: str
    seats: int


class Waiting(NamedTuple):
    """Who waits: `command` is the id of his ask, `key` his secret, `since` in milliseconds."""

    waiter: Waiter
    account: str
    command: str
    key: str
    strength: float
    since: int


class Matching:
    """Who waits for what, and where those sit who waited."""

    def __init__(self) -> None:
        self._waiting: dict[Wish, list[Waiting]] = {}
        self._chosen: set[Waiting] = set()
        self._seated: OrderedDict[tuple[str, str], str] = OrderedDict()

    def wish(self, wish: Wish, who: Waiting) -> None:
        """Wait for a match, and for no other any more."""
        self.forget(who.waiter)
        self._waiting.setdefault(wish, []).append(who)

    def complete(self, now: int) -> list[tuple[Wish, list[Waiting]]]:
        """The matches that have enough players now, who wait no more; who waited longest leads.

        Each is to be put back, or seated, once it is known whether the table opens.
        """
        found = []
        for wish, waiting in tuple(self._waiting.items()):
            left = sorted(waiting, key=lambda one: one.since)
            for first in tuple(left):
                others = _near(first, left, now) if first in left else []
                if len(others) >= wish.seats - 1:
                    chosen = [first, *others[: wish.seats - 1]]
                    left = [one for one in left if one not in chosen]
                    found.append((wish, chosen))
                    self._chosen.update(chosen)
            self._keep(wish, left)
        return found

    def put_back(self, wish: Wish, players: Sequence[Waiting]) -> None:
        """Let those of a match wait on, as its table does not open; not who has left meanwhile."""
        for one in players:
            if one in self._chosen:
                self._chosen.remove(one)
                self._waiting.setdefault(wish, []).append(one)

    def forget(self, waiter: Waiter) -> None:
        """Wait no more."""
        self._chosen = {one for one in self._chosen if one.waiter is not waiter}
        for wish, waiting in tuple(self._waiting.items()):
            self._keep(wish, [one for one in waiting if one.waiter is not waiter])

    def _keep(self, wish: Wish, left: list[Waiting]) -> None:
        if left:
            self._waiting[wish] = left
        else:
            self._waiting.pop(wish, None)

    def seat(self, account: str, command: str, table: str) -> None:
        """Remember where an ask has led, for one who asks again as he heard no answer."""
        self._chosen = {
            one for one in self._chosen if (one.account, one.command) != (account, command)
        }
        self._seated[account, command] = table
        while len(self._seated) > REMEMBERED:
            self._seated.popitem(last=False)

    def seat_all(self, accounts: Sequence[str | None], command: str, table: str) -> None:
        """Remember it of all who sit at a table that was opened by this command."""
        if command.startswith(QUICK):
            commands = command.removeprefix(QUICK).split(",")
            for account, each in zip(accounts, commands, strict=False):
                if account is not None:
                    self.seat(account, each, table)

    def table_of(self, account: str, command: str) -> str | None:
        """Where an ask has led."""
        return self._seated.get((account, command))


def command_of(players: Sequence[Waiting]) -> str:
    """The command that opens the table of these players: their asks, in the order of the seats."""
    return QUICK + ",".join(one.command for one in players)


def _near(first: Waiting, waiting: Sequence[Waiting], now: int) -> list[Waiting]:
    """Others whose strength is near enough, the nearest first; of an account one socket."""
    found: dict[str, Waiting] = {}
    for one in waiting:
        apart = abs(one.strength - first.strength)
        waited = (now - min(one.since, first.since)) / 1000
        if one.account != first.account and apart <= NEAR + WIDER * waited:
            found.setdefault(one.account, one)
    return sorted(found.values(), key=lambda one: abs(one.strength - first.strength))
