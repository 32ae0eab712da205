"""A finished deal judged decision by decision, each from the view of the seat that decided.

What must stay true: hindsight judges nothing; under the same plan the same record gives the same
review.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from speto.cards import ParseError
from speto.players.coach import Advice
from speto.players.coach import as_data as advice_as_data
from speto.record import Record, states
from speto.review.asked import Plan, Question, base, moments, questions, think
from speto.review.judged import Grade, Judgment, judge
from speto.review.luck import Estimate, SeatReview, seat_review, worth
from speto.review.won import won

__all__ = [
    "Estimate",
    "Grade",
    "Judgment",
    "Plan",
    "Question",
    "Review",
    "SeatReview",
    "as_data",
    "check_over",
    "questions",
    "review",
    "think",
]

BAD = (Grade.BLUNDER, Grade.MISTAKE, Grade.INACCURACY)
"""The grades that are told, the worst first."""


class Review(NamedTuple):
    """A deal judged: its decisions in order, and its seats."""

    judgments: tuple[Judgment, ...]
    seats: tuple[SeatReview, ...]
    plan: Plan

    @property
    def worst(self) -> tuple[Judgment, ...]:
        """The decisions that cost something, the dearest first."""
        bad = [judgment for judgment in self.judgments if judgment.grade in BAD]
        return tuple(sorted(bad, key=lambda judgment: -(judgment.loss or 0.0)))


def check_over(record: Record) -> None:
    """See that a deal is over.

    :raises ParseError: if it is not.
    """
    if not record.state.over:
        raise ParseError("the deal is not over; a review needs one that is")


def review(
    record: Record, plan: Plan, asked: Sequence[Question], heard: Sequence[Advice]
) -> Review:
    """The review of a deal, from its questions and what was heard to each.

    :raises ParseError: if the deal is not over.
    """
    check_over(record)
    moves = moments(record)
    after = states(record.state)[1:]
    judgments, bases = [], []
    for n, (state, later) in enumerate(zip(moves, after, strict=True)):
        judgment = judge(state, later, asked[n].view, heard[n])
        judgments.append(judgment)
        bases.append(worth(judgment.advice, base(asked[n].view, asked[n].chance)))
    firsts: dict[int, list[float]] = {}
    for question, advice in zip(asked[len(moves) :], heard[len(moves) :], strict=True):
        option = worth(advice, base(question.view, question.chance))
        firsts.setdefault(question.view.seat or 0, []).append(option.points)
    points, ahead = record.state.scores, won(record.game, record.state)
    seats = (
        seat_review(seat, points[seat], ahead[seat], judgments, bases, firsts.get(seat, []))
        for seat in range(record.state.seats)
    )
    return Review(tuple(judgments), tuple(seats), plan)


def as_data(found: Review) -> dict[str, Any]:
    """A review in plain values, for JSON: words, clause codes, numbers rounded to a tenth."""
    return {
        "playouts": found.plan.playouts,
        "seed": found.plan.seed,
        "decisions": [_decision(judgment) for judgment in found.judgments],
        "seats": [_seat(one) for one in found.seats],
    }


def _decision(judgment: Judgment) -> dict[str, Any]:
    return {
        "at": judgment.at,
        "seat": judgment.seat,
        "turn": judgment.turn,
        "word": str(judgment.played),
        "grade": str(judgment.grade),
        "loss": _rounded(judgment.loss),
        "accuracy": _rounded(judgment.accuracy),
        **advice_as_data(judgment.advice),
    }


def _seat(one: SeatReview) -> dict[str, Any]:
    parts = {name: getattr(one, name) for name in ("par", "deal", "draws", "own")}
    return {
        "seat": one.seat,
        "points": one.points,
        "ahead": _rounded(one.ahead),
        "accuracy": _rounded(one.accuracy),
        "lost": _rounded(one.lost),
        "grades": {str(grade): one.grades.get(grade, 0) for grade in Grade},
        **{
            name: {"points": _rounded(part.points), "error": _rounded(part.error)}
            for name, part in parts.items()
        },
        "rest": _rounded(one.rest),
    }


def _rounded(figure: float | None) -> float | None:
    return None if figure is None else round(figure, 1)
