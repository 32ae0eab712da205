"""Quick matches: those who want the same game are put at one table.

What must stay true: who waits is bound to his socket, and waits for one match at a time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol


class Waiter(Protocol):
    """Somebody with a socket."""

    @property
    def account_id(self) -> str: ...


class Wish(NamedTuple):
    """What somebody wants to play; `rules` in their one spelling."""

    game: str
    rules: str
    seats: int


class Matching:
    """Who waits for what; `strength` is what a rating says of somebody, if anything."""

    def __init__(self, strength: Callable[[str], float] = lambda account: 0.0) -> None:
        self.strength = strength
        self._waiting: dict[Wish, list[Waiter]] = {}

    def wish(self, waiter: Waiter, wish: Wish) -> list[Waiter] | None:
        """Wait for a match; those who play it, if there are enough now.

        Of more than enough, those are taken whose strength is nearest to that of who came last.
        """
        self.forget(waiter)
        waiting = self._waiting.setdefault(wish, [])
        others = [one for one in waiting if one.account_id != waiter.account_id]
        if len(others) + 1 < wish.seats:
            waiting.append(waiter)
            return None
        mine = self.strength(waiter.account_id)
        others.sort(key=lambda one: abs(self.strength(one.account_id) - mine))
        chosen = [*others[: wish.seats - 1], waiter]
        for one in chosen:
            self.forget(one)
        return chosen

    def forget(self, waiter: Waiter) -> bool:
        """Wait no more; whether somebody did."""
        waited = False
        for wish, waiting in tuple(self._waiting.items()):
            left = [one for one in waiting if one is not waiter]
            waited = waited or len(left) < len(waiting)
            if left:
                self._waiting[wish] = left
            else:
                del self._waiting[wish]
        return waited
