"""A decision judged: what was played beside what the search likes best, on the same worlds.

What must stay true: it is judged by what the seat could know when it decided; what cannot be told
apart from the best, as far as two standard errors go, costs nothing.
"""

from __future__ import annotations

from enum import StrEnum
from math import exp
from typing import Any, Final, NamedTuple

from speto.games import State, View
from speto.players.coach import Advice, Advised
from speto.review.asked import played

INACCURACY: Final = 3.0
MISTAKE: Final = 8.0
BLUNDER: Final = 20.0
PER_POINT: Final = 1.5
"""So many hundredths of a win a point is taken for: a blunder of 20 points is 30 of them."""
MISS: Final = "~"
"""The word of a turn that the clock played (docs/record.md)."""


class Grade(StrEnum):
    """How good a decision was.

    `best` cannot be told apart from the best; `good` is less than an inaccuracy behind; `forced`
    had nothing beside it; `unweighed` is a Show grouped otherwise than the one that was weighed.
    """

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"
    FORCED = "forced"
    UNWEIGHED = "unweighed"


class Judgment(NamedTuple):
    """One decision: the `at`-th action from 0, what was played, and all that was weighed.

    `loss` is what it brings less than the best in points, 0 where that cannot be told, and none
    where it was not weighed. `accuracy` is from 0 to 100; none of a decision that was none.
    """

    at: int
    seat: int
    turn: int
    played: Any
    advice: Advice
    grade: Grade
    loss: float | None
    accuracy: float | None

    @property
    def best(self) -> Advised:
        """What the search likes best."""
        return self.advice.options[0]

    @property
    def chosen(self) -> Advised | None:
        """What was played, as it was weighed."""
        return self.advice.of(self.played)


def judge(state: State, after: State, view: View[Any], advice: Advice) -> Judgment:
    """The decision that led from one state to the next."""
    said = played(after)
    grade, loss = _graded(advice.of(said), str(said), len(view.legal))
    rated = grade not in (Grade.FORCED, Grade.UNWEIGHED)
    return Judgment(
        state.at,
        view.seat or 0,
        state.turn,
        said,
        advice,
        grade,
        loss,
        accuracy(loss) if rated and loss is not None else None,
    )


def _graded(chosen: Advised | None, word: str, n_legal: int) -> tuple[Grade, float | None]:
    if n_legal == 1 or word == MISS:
        return Grade.FORCED, 0.0
    if chosen is None:
        return Grade.UNWEIGHED, None
    if chosen.equal:
        return Grade.BEST, 0.0
    return grade_of(chosen.behind), chosen.behind


def grade_of(loss: float) -> Grade:
    """The grade of a loss that is certain enough.

    >>> str(grade_of(2.9)), str(grade_of(3)), str(grade_of(8)), str(grade_of(20))
    ('good', 'inaccuracy', 'mistake', 'blunder')
    """
    if loss >= BLUNDER:
        return Grade.BLUNDER
    if loss >= MISTAKE:
        return Grade.MISTAKE
    return Grade.INACCURACY if loss >= INACCURACY else Grade.GOOD


def accuracy(loss: float) -> float:
    """How accurate a decision was, from 100 down to 0, by the curve that lichess uses for chess.

    >>> round(accuracy(0)), round(accuracy(8)), round(accuracy(20)), round(accuracy(100))
    (100, 58, 25, 0)
    """
    return max(0.0, min(100.0, 103.17 * exp(-0.0435 * PER_POINT * loss) - 3.17))
