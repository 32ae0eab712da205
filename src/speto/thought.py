"""How hard a computer player may think, and what it found: values that every game shares.

What must stay true: a budget of work gives the same thought on any machine; points are what a seat
gains on the others, so that more is better in every game.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

NONE: Final[Mapping[str, float]] = MappingProxyType({})


class Skill(NamedTuple):
    """What makes a heuristic player weaker: how far back it remembers, and how it wavers.

    `memory` is the number of the last thrown cards that it remembers, `temperature` the points by
    which it may misjudge an action.
    """

    memory: int | None = None
    temperature: float = 0.0


class Budget(NamedTuple):
    """The play-outs that a decision may take, or the milliseconds; of two whichever ends first.

    `also` is an action that is weighed in any case, be it ever so weak.
    """

    playouts: int | None = None
    milliseconds: int | None = None
    also: Any = None


class Option(NamedTuple):
    """A legal action as it was judged: what the rest of the deal brings, in points on the others.

    `error` is one standard error of `points`; `behind` is how much less it brings than the best, on
    the same worlds, `doubt` the standard error of that. `fines` is the chance of each fine by the
    code of its clause, `feeds` the chance by seat that the thrown card is picked up there next,
    `ends` the chance that the seat itself ends the deal (a knock, a Show).
    """

    action: Any
    points: float
    error: float
    behind: float
    doubt: float
    worlds: int
    fines: Mapping[str, float] = NONE
    feeds: tuple[float, ...] = ()
    ends: float = 0.0


class Thought(NamedTuple):
    """What a player chose, what it weighed (the best first), and how much work that was."""

    action: Any
    options: tuple[Option, ...]
    worlds: int
    playouts: int

    def equal(self, option: Option) -> bool:
        """Whether an option is as good as the best as far as one can tell: two standard errors."""
        return option.behind <= 2 * option.doubt
