"""What the arena counts of a deal that is over; each game has a file that knows how.

What must stay true: points and marks are asked of the finished deal alone, in whole numbers, so
that sums do not depend on their order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, NamedTuple, cast


class Outcome(NamedTuple):
    """Points by seat, the seats that won, what ended the deal, and for each mark how often by seat.

    A mark is something a seat did, such as a knock or a drop.
    """

    points: tuple[int, ...]
    winners: tuple[int, ...]
    ending: str
    marks: Mapping[str, tuple[int, ...]]


def outcome_of(game: str) -> Callable[[Any], Outcome]:
    """The function that reads the outcome off a finished deal of a game."""
    module = import_module(f"speto.arena.{game}")
    return cast(Callable[[Any], Outcome], module.outcome)


def endings_of(game: str) -> tuple[str, ...]:
    """All endings that a deal of a game can have."""
    return cast(tuple[str, ...], import_module(f"speto.arena.{game}").ENDINGS)
