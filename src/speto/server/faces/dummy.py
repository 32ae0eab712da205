"""What a client is shown of a deal of Dummy.

What must stay true: it is made of a `View` alone; `public` is the same for every viewer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, Literal, NoReturn

from msgspec import Raw, Struct, json

from speto.cards import Card, ParseError, cards_in
from speto.dummy.actions import decode
from speto.dummy.view import RowCard as LyingCard
from speto.dummy.view import View
from speto.server.faces.cards import TEXT, Scored, scored, texts

_ENCODER: Final = json.Encoder()


class RowCard(Struct, frozen=True, gc=False):
    """A card of the row, oldest first; the head has neither thrower nor turn."""

    card: str
    thrower: int | None
    turn: int | None


class Meld(Struct, frozen=True, gc=False):
    """A meld on the table, and for each of its cards the seat that laid it."""

    owner: int
    cards: list[str]
    laid_by: list[int]


class DummyPreview(Struct, frozen=True, gc=False):
    """What a pick-up brings: cards taken, cards laid at once, the hand's size, a knock in reach."""

    takes: list[str]
    lays: list[str]
    left: int
    knocks: bool


class Risk(Struct, frozen=True, gc=False):
    """What throwing a card costs (`certain`) or may yet cost."""

    clause: str
    points: int
    certain: bool


class DummyPublic(Struct, frozen=True, gc=False, tag_field="game", tag="dummy"):
    """What everybody at the table may know; `known` are cards that all saw a seat take."""

    seats: int
    direction: int
    turn: int
    to_act: int | None
    phase: Literal["draw", "act", "over"]
    last_chance: bool
    must_knock: bool
    stock_left: int
    head: str
    head_lies: bool
    row: list[RowCard]
    melds: list[Meld]
    sizes: list[int]
    known: list[list[str]]
    born: list[bool]
    scores: list[int]
    knocker: int | None
    entries: list[Scored]


class DummyOwn(Struct, frozen=True, gc=False):
    """What one seat alone may know; a spectator has no seat and no cards.

    `words` are the legal ones, `previews` tell of its pick-ups, `risks` of its discards by card.
    """

    seat: int | None
    mine: bool
    hand: list[str]
    drawn: str | None
    words: list[str]
    can_knock: bool
    previews: dict[str, DummyPreview]
    risks: dict[str, list[Risk]]


def public(view: View) -> DummyPublic:
    """What everybody may know."""
    return DummyPublic(
        view.seats,
        view.direction,
        view.turn,
        view.to_act,
        "over" if view.over else "act" if view.taken else "draw",
        view.last_chance,
        view.must_knock,
        view.stock_left,
        TEXT[view.head],
        view.head_lies,
        list(map(_row_card, view.row)),
        [Meld(owner, texts(cards), list(laid)) for owner, cards, laid in view.melds],
        list(view.sizes),
        [texts(cards) for cards in view.known],
        list(view.born),
        list(view.scores),
        view.knocker,
        [scored(entry) for entry in view.entries],
    )


def own(view: View) -> DummyOwn | Raw:
    """What the seat of the view alone may know."""
    drawn = TEXT[view.drawn] if view.drawn else None
    if not view.mine:
        hand = 0 if view.seat is None else view.sight.seen.hands()[view.seat]
        return _waiting(view.seat, hand, drawn)
    return DummyOwn(
        view.seat,
        True,
        texts(view.hand),
        drawn,
        list(map(_word, view.legal.codes)),
        view.can_knock,
        {} if view.taken else _previews(view),
        _risks(view) if view.taken else {},
    )


@lru_cache(maxsize=8192)
def _row_card(card: LyingCard) -> RowCard:
    """A card of the row as frames write it, kept: it lies there for many moves."""
    return RowCard(TEXT[card.card], card.thrower, card.turn)


@lru_cache(maxsize=8192)
def _waiting(seat: int | None, hand: int, drawn: str | None) -> Raw:
    """What a seat knows while others act, kept: it is shown at each of their moves."""
    cards = texts(cards_in(hand))
    return Raw(_ENCODER.encode(DummyOwn(seat, False, cards, drawn, [], False, {}, {})))


def arranged_so(
    view: View, groups: Iterable[Sequence[Card]], discard: Card | None = None
) -> NoReturn:
    """Refuse: in Dummy a hand is not arranged.

    :raises ParseError: always.
    """
    raise ParseError("In Dummy a hand is not arranged.")


@lru_cache(maxsize=8192)
def _word(code: int) -> str:
    """The word of an action, kept: there are few, and each move needs its list anew."""
    return str(decode(code))


def _previews(view: View) -> dict[str, DummyPreview]:
    return {
        word: DummyPreview(texts(takes), texts(lays), left, knocks)
        for word, (takes, lays, left, knocks) in view.previews.items()
    }


def _risks(view: View) -> dict[str, list[Risk]]:
    return {
        TEXT[card]: [Risk(clause.code, points, certain) for clause, points, certain in risks]
        for card, risks in view.risks.items()
    }
