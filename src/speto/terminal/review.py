"""A review in words: how each seat played, where its points came from, and the dearest decisions.

What must stay true: a decision is told with the view of the seat that made it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from json import dumps
from pathlib import Path
from typing import Any, TypeAlias

from speto.archive import read_file
from speto.cards import ParseError
from speto.players.coach import Advice
from speto.record import Record
from speto.review import (
    Estimate,
    Grade,
    Judgment,
    Plan,
    Question,
    Review,
    SeatReview,
    as_data,
    check_over,
    questions,
    review,
    think,
)
from speto.terminal.coach import said
from speto.terminal.face import face_of
from speto.terminal.page import wrap
from speto.terminal.screen import Screen
from speto.terminal.sheet import signed
from speto.terminal.speech import Speech
from speto.texts import Catalogue

Advance: TypeAlias = Callable[[Iterable[Advice], int], Iterator[Advice]]
"""Hands on results, and shows how far it is."""


def run(
    file: Path,
    deal: int,
    plan: Plan,
    screen: Screen,
    texts: Catalogue,
    advance: Advance,
    *,
    as_json: bool,
) -> None:
    """Review a deal of a file, and write it.

    :raises ParseError: if the file has no such deal, or it is not over.
    """
    records = read_file(file)
    if deal > len(records):
        raise ParseError(f"there is no deal {deal}; the file has {len(records)}", place=str(file))
    record = records[deal - 1]
    try:
        check_over(record)
    except ParseError as problem:
        raise ParseError(str(problem), place=str(file)) from None
    asked = questions(record, plan)
    found = review(record, plan, asked, [*advance(map(think, asked), len(asked))])
    if as_json:
        print(dumps(as_data(found), ensure_ascii=False))
        return
    speech = Speech(texts, record.state.rules, record.names, screen.signs, screen.plain)
    screen.show(lines_of(record, found, asked, speech))


def lines_of(record: Record, found: Review, asked: Sequence[Question], speech: Speech) -> list[str]:
    """A review as lines."""
    lines = wrap(speech.ui("review.heading", n=found.plan.playouts))
    for one in found.seats:
        lines += ["", *_seat(one, speech)]
    lines += ["", *wrap(speech.ui("review.worst" if found.worst else "review.none"))]
    for place, judgment in enumerate(found.worst, 1):
        view = asked[judgment.at].view
        lines += wrap(f"{place:>2}. {_decision(judgment, view, record.game, speech)}", hang=4)
    return lines


def _seat(one: SeatReview, speech: Speech) -> list[str]:
    name = speech.name(one.seat)
    accuracy = "-" if one.accuracy is None else f"{round(one.accuracy)} %"
    played = speech.ui(
        "review.played",
        points=signed(one.points),
        ahead=signed(round(one.ahead)),
        accuracy=accuracy,
        lost=round(one.lost),
        blunders=one.grades.get(Grade.BLUNDER, 0),
        mistakes=one.grades.get(Grade.MISTAKE, 0),
        inaccuracies=one.grades.get(Grade.INACCURACY, 0),
        unweighed=one.grades.get(Grade.UNWEIGHED, 0),
    )
    came = speech.ui(
        "review.came",
        ahead=signed(round(one.ahead)),
        par=_figure(one.par),
        deal=_figure(one.deal),
        draws=_figure(one.draws),
        own=_figure(one.own),
        rest=signed(round(one.rest)),
    )
    return [*wrap(speech.colon(name, played), hang=2), *wrap(f"  {came}", hang=2)]


def _decision(judgment: Judgment, view: Any, game: str, speech: Speech) -> str:
    face = face_of(game, speech)
    chosen = judgment.chosen
    assert chosen is not None, "what was not weighed is no mistake"
    return speech.ui(
        "review.decision",
        grade=speech.ui(f"review.grade.{judgment.grade}"),
        n=judgment.turn + 1,
        name=speech.name(judgment.seat),
        played=face.told(judgment.played, view),
        best=face.told(judgment.best.action, view),
        loss=_figure(Estimate(chosen.behind, chosen.doubt), sign=False),
        reason=said(chosen.reason, speech),
    )


def _figure(found: Estimate, *, sign: bool = True) -> str:
    """A figure with twice its standard error.

    >>> _figure(Estimate(-3.2, 1.1)), _figure(Estimate(8.4, 1.1), sign=False)
    ('-3 ±2', '8 ±2')
    """
    points = round(found.points)
    return f"{signed(points) if sign else points} ±{round(2 * found.error)}"
