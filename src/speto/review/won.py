"""What each seat has gained on the others in a deal that is over, as a search counts it.

What must stay true: it is in the points of a `Thought`, so that more is better in every game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from speto.games import game
from speto.indian.rules import Format


def won(name: str, state: Any) -> tuple[float, ...]:
    """What each seat of a deal of a game that is over has gained on the others."""
    return WON[name](state)


def _margins(state: Any) -> tuple[float, ...]:
    """The points of each seat, less the mean of those of the others."""
    total, others = sum(state.scores), state.seats - 1
    return tuple(points - (total - points) / others for points in state.scores)


def _paid(state: Any) -> tuple[float, ...]:
    """What the seats pay each other, whatever kind of match the deal belongs to."""
    rules = replace(state.rules, format=Format.POINTS, point_value=1)
    indian = game("indian")
    match = indian.begin(rules, seats=state.seats, starter=state.starter, direction=state.direction)
    return match.after(state).settlement()


WON: Final[Mapping[str, Callable[[Any], tuple[float, ...]]]] = {"dummy": _margins, "indian": _paid}
