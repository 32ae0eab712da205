"""Luck apart from skill: what a seat's gain on the others in a deal came from.

What must stay true: the parts sum to what the seat has gained; all but the rest are told from what
the seat itself could see.

The worth of a moment is what the heuristic's choice there brings on average, in the worlds that
fit what the seat sees. `par` is the worth of the seat's first moment in other deals, `deal` what
the first moment of this deal is worth more. `draws` is the sum over the seat's own draws of what
the moment after is worth more than the draw was, `own` the sum over its decisions of what they
bring more than the heuristic's. `rest` is what is left: what the others did and drew, and what
play-outs misjudge.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Any, NamedTuple

from speto.players.coach import Advice, Advised
from speto.review.judged import Grade, Judgment


class Estimate(NamedTuple):
    """A figure and its standard error."""

    points: float
    error: float


class SeatReview(NamedTuple):
    """One seat of a deal: how well it played, and where its points came from.

    `points` are those of the score sheet, `ahead` what it has gained on the others. `lost` is what
    its decisions brought less than the best ones; `accuracy` their mean, none if it decided
    nothing.
    """

    seat: int
    points: int
    ahead: float
    accuracy: float | None
    lost: float
    grades: Mapping[Grade, int]
    par: Estimate
    deal: Estimate
    draws: Estimate
    own: Estimate
    rest: float


def worth(advice: Advice, base: Any) -> Advised:
    """The option that the heuristic would take; the best where that was not weighed."""
    return advice.of(base) or advice.options[0]


def seat_review(
    seat: int,
    points: int,
    ahead: float,
    judgments: Sequence[Judgment],
    bases: Sequence[Advised],
    firsts: Sequence[float],
) -> SeatReview:
    """What became of one seat.

    `judgments` are all of the deal, each with the heuristic's option in `bases`; `firsts` are the
    worths of this seat's first moments in other deals.
    """
    pairs = [pair for pair in zip(judgments, bases, strict=True) if pair[0].seat == seat]
    mine = [judgment for judgment, _ in pairs]
    par = _mean(firsts)
    first = pairs[0][1] if pairs else None
    deal = Estimate(0.0, 0.0)
    if first:
        deal = Estimate(first.points - par.points, sqrt(first.error**2 + par.error**2))
    draws = _sum(_draws(judgments, bases, seat))
    own = _sum([_beside(judgment.chosen, option) for judgment, option in pairs])
    told = [each.accuracy for each in mine if each.accuracy is not None]
    return SeatReview(
        seat,
        points,
        ahead,
        fmean(told) if told else None,
        sum(judgment.loss or 0.0 for judgment in mine),
        Counter(judgment.grade for judgment in mine),
        par,
        deal,
        draws,
        own,
        ahead - par.points - deal.points - draws.points - own.points,
    )


def _draws(judgments: Sequence[Judgment], bases: Sequence[Advised], seat: int) -> list[Estimate]:
    """What each own draw brought more than could be expected."""
    found = []
    for n, judgment in enumerate(judgments[:-1]):
        drawn = judgment.chosen
        goes_on = judgments[n + 1].seat == seat and judgments[n + 1].turn == judgment.turn
        if judgment.seat == seat and str(judgment.played) == "+" and drawn and goes_on:
            after = bases[n + 1]
            error = sqrt(after.error**2 + drawn.error**2)
            found.append(Estimate(after.points - drawn.points, error))
    return found


def _beside(chosen: Advised | None, base: Advised) -> Estimate:
    """What a decision brings more than the heuristic's; nothing is said of what was not weighed."""
    if chosen is None or chosen.action == base.action:
        return Estimate(0.0, 0.0)
    return Estimate(base.behind - chosen.behind, sqrt(base.doubt**2 + chosen.doubt**2))


def _sum(parts: Sequence[Estimate]) -> Estimate:
    return Estimate(sum(part.points for part in parts), sqrt(sum(part.error**2 for part in parts)))


def _mean(figures: Sequence[float]) -> Estimate:
    if len(figures) < 2:
        return Estimate(figures[0] if figures else 0.0, 0.0)
    return Estimate(fmean(figures), stdev(figures) / sqrt(len(figures)))
