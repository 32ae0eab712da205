"""What the arena counts of a deal or match that is over; each game has a file that knows how.

What must stay true: points, marks and fines are asked of what is finished alone, in whole numbers,
so that sums do not depend on their order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, NamedTuple, Protocol, cast

from speto.cards import Card
from speto.games import Match


class Outcome(NamedTuple):
    """Points by seat, the seats that won, what ended the deal, and for each mark how often by seat.

    A mark is something a seat did, such as a knock or a drop; `fines` are counted by the codes of
    their clauses.
    """

    points: tuple[int, ...]
    winners: tuple[int, ...]
    ending: str
    marks: Mapping[str, tuple[int, ...]]
    fines: Mapping[str, tuple[int, ...]]


class Counts(Protocol):
    """What a game's file of the arena gives.

    `TABLE` is the number of seats at which its players are compared; with `NET` what one wins the
    others lose, so that a player's own points tell what it is worth. `promise` is how good it is to
    be dealt such cards, `worth` to hold them at a moment: only for cheats, whose hands and draws
    are chosen by it.
    """

    ENDINGS: tuple[str, ...]
    MARKS: tuple[str, ...]
    FINED: tuple[str, ...]
    TABLE: int
    NET: bool

    def outcome(self, state: Any) -> Outcome: ...
    def match_points(self, match: Match) -> tuple[int, ...]: ...
    def promise(self, view: Any, cards: Sequence[Card]) -> Any: ...
    def worth(self, view: Any, cards: Sequence[Card]) -> Any: ...


def counts_of(game: str) -> Counts:
    """The file of the arena that knows a game."""
    return cast(Counts, import_module(f"speto.arena.{game}"))
