"""What each seat has gained on the others in a deal that is over, as a search counts it.

What must stay true: it is in the points of a `Thought`, so that more is better in every game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from speto.indian.match import payments


def won(name: str, state: Any) -> tuple[float, ...]:
    """What each seat of a deal of a game that is over has gained on the others."""
    return WON[name](state)


def _margins(state: Any) -> tuple[float, ...]:
    """The points of each seat, less the mean of those of the others."""
    total, others = sum(state.scores), state.seats - 1
    return tuple(points - (total - points) / others for points in state.scores)


WON: Final[Mapping[str, Callable[[Any], tuple[float, ...]]]] = {
    "dummy": _margins,
    "indian": payments,
}
