"""Tables of real cards scored over HTTP: the text of docs/score.md in, the sheet out.

What must stay true: the one grammar is that of `speto score`; nothing here counts points; what
cannot be is told with the line of the text.
"""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Final, Literal, TypeAlias

from msgspec import Meta, Struct, convert
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from speto.cards import ParseError
from speto.clause import RulesError
from speto.score import dummy, indian
from speto.score.wrong import Wrong
from speto.server.answers import (
    RECKONING,
    Shut,
    answered,
    counted,
    read,
    texts_of,
    told,
    unreadable,
)
from speto.server.limits import Limits
from speto.server.service import Service
from speto.texts import Catalogue

LARGEST: Final = 32_768
"""So many bytes a request may have."""
MOST_DEALS: Final = 60

Kind = Literal["loose", "set", "run", "pure_run"]


class ScoreAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """A table of real cards as text; without `strict` what cannot be is a warning (Dummy alone)."""

    game: Literal["dummy", "indian"]
    text: Annotated[str, Meta(max_length=LARGEST)]
    strict: bool = True


class ScoreRule(Struct, frozen=True):
    """A rule by its code and its title."""

    clause: str
    title: str


class ScoreEntry(Struct, frozen=True):
    """Points for a seat, by a rule and for cards."""

    seat: int
    points: int
    clause: str
    title: str
    cards: list[str]


class ScoreWarning(Struct, frozen=True):
    """What cannot be and was scored all the same."""

    line: int
    text: str


class DummyScoreDeal(Struct, frozen=True):
    """A deal of Dummy scored: `line` is its first, `totals` are those of the match after it."""

    line: int
    starter: int
    direction: int
    knocker: int | None
    knock_card: str | None
    dark: bool
    fool: bool
    entries: list[ScoreEntry]
    scores: list[int]
    totals: list[int]
    notes: list[ScoreRule]
    warnings: list[ScoreWarning]


class DummyScoreMatch(Struct, frozen=True):
    """The match after the last deal; `starter` and `direction` are those of the next."""

    totals: list[int]
    starter: int
    direction: int
    over: bool
    winners: list[int]
    settlement: list[int]
    settled_by: str | None


class DummyScore(Struct, frozen=True, tag_field="game", tag="dummy"):
    """The sheet of a match of Dummy; seats count from 0."""

    rules: str
    seats: list[str]
    deals: list[DummyScoreDeal]
    match: DummyScoreMatch


class ScoreGroup(Struct, frozen=True):
    """A group of a hand."""

    kind: Kind
    cards: list[str]


class ScoreCharge(Struct, frozen=True):
    """Points that cards of a hand cost, by a rule."""

    points: int
    clause: str
    title: str
    cards: list[str]


class ScoreLack(Struct, frozen=True):
    """A condition of a Show that is not met, or what is wrong with a group, and the rule."""

    what: str
    clause: str
    title: str
    cards: list[str]


class ScorePart(Struct, frozen=True):
    """Cards that a person put together, and what is wrong with them if they are no group."""

    kind: Kind
    cards: list[str]
    flaw: ScoreLack | None


class ScoreBest(Struct, frozen=True):
    """A hand in groups: what it costs, and what it lacks to a Show."""

    points: int
    show: bool
    groups: list[ScoreGroup]
    deadwood: list[str]
    left_over: list[str]
    entries: list[ScoreCharge]
    lacks: list[ScoreLack]


class ScoreDeclared(ScoreBest, frozen=True):
    """A hand in a person's own groups."""

    parts: list[ScorePart]


class ScoreHand(ScoreBest, frozen=True):
    """A hand that lies open, in the arrangement that counts."""

    owes: int
    called: str | None
    cards: list[str]
    discard: str | None
    better_discard: str | None
    best: ScoreBest
    declared: ScoreDeclared | None


class ScoreReceipt(Struct, frozen=True):
    """What a winner of a deal gets, by a rule, from the seats that pay."""

    seat: int
    points: int
    clause: str
    title: str
    payers: list[int]


class IndianScoreDeal(Struct, frozen=True):
    """A deal of Indian Rummy scored; not `ended`, it goes on after a wrong Show."""

    line: int
    cut: str
    starter: int
    direction: int
    playing: list[int]
    ended: str
    shower: int | None
    wrong_shows: list[int]
    winners: list[int]
    entries: list[ScoreEntry]
    scores: list[int]
    receipts: list[ScoreReceipt]
    hands: list[ScoreHand | None]


class IndianScoreMatch(Struct, frozen=True):
    """The match after the last deal; `starter` and `direction` are those of the next."""

    totals: list[int]
    playing: list[int]
    starter: int | None
    direction: int
    over: bool
    winners: list[int]
    settlement: list[int]
    settled_by: str


class IndianScore(Struct, frozen=True, tag_field="game", tag="indian"):
    """The sheet of a match of Indian Rummy; seats count from 0."""

    rules: str
    seats: list[str]
    deals: list[IndianScoreDeal]
    match: IndianScoreMatch | None


Scored: TypeAlias = DummyScore | IndianScore


def score_text(asked: ScoreAsked, texts: Catalogue) -> Scored:
    """The sheet of a table of real cards.

    :raises Wrong: at the first thing that cannot be.
    :raises RulesError: if its rules contradict themselves.
    :raises Shut: if it has too many deals.
    """
    found: dict[str, Any]
    if asked.game == "dummy":
        tables = _bounded(dummy.read_tables(asked.text))
        found = dummy.as_json(dummy.score(tables, strict=asked.strict), texts)
    else:
        hands = _bounded(indian.read_file(asked.text))
        found = indian.as_json(indian.score(hands), texts)
    sheet: Scored = convert({"game": asked.game, **found}, Scored)
    return sheet


def _bounded(tables: list[Any]) -> list[Any]:
    if len(tables) > MOST_DEALS:
        raise Shut(413, "long")
    return tables


class ScoreRoutes:
    """The route of the score sheet."""

    def __init__(self, service: Service) -> None:
        self.reckoning = Limits(RECKONING, service.now)

    def routes(self) -> list[BaseRoute]:
        """Where everything is."""
        return [Route("/score", answered(self.score), methods=["POST"])]

    async def score(self, request: Request) -> Response:
        """The sheet of a text, or the line of it that cannot be."""
        counted(request, self.reckoning)
        asked = await read(request, ScoreAsked, LARGEST)
        texts = texts_of(request)
        try:
            return told(request, await asyncio.to_thread(score_text, asked, texts))
        except Wrong as wrong:
            raise Shut(400, "wrong", wrong.said(texts), place=wrong.line or None) from None
        except (ParseError, RulesError) as problem:
            raise unreadable("wrong", problem) from None
