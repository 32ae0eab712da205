"""What a client is shown of a deal of Indian Rummy.

What must stay true: it is made of a `View` alone; `public` is the same for every viewer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, Literal, cast, get_args

from msgspec import Struct

from speto.cards import Card
from speto.indian.groups import Arrangement, arranged, wilds_of
from speto.indian.rules import Rules
from speto.indian.view import View
from speto.server.faces.cards import TEXT, Scored, scored, texts

Kind = Literal["loose", "set", "run", "pure_run"]
Ended = Literal["", "show", "heaven", "last_one", "points", "void"]
Stage = Literal["no_pure", "one_pure", "complete"]

KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
STAGES: Final[tuple[Stage, ...]] = get_args(Stage)


class Group(Struct, frozen=True, gc=False):
    """A group of an arrangement and what it is; its wilds stand last."""

    kind: Kind
    cards: list[str]


class Best(Struct, frozen=True, gc=False):
    """A hand in groups, of 14 cards less `discard`: `counted` are the cards that cost `points`.

    `show`: it is a valid Show as it lies. `clause` says what the points are charged by.
    """

    groups: list[Group]
    loose: list[str]
    counted: list[str]
    points: int
    sum: int
    stage: Stage
    show: bool
    discard: str | None
    clause: str


class Show(Struct, frozen=True, gc=False):
    """A valid Show: its word, its groups and its finishing card."""

    finishing: str | None
    word: str
    groups: list[list[str]]
    loose: list[str]


class IndianPreview(Struct, frozen=True, gc=False):
    """What taking the open card brings: the own points now, and after the best discard."""

    points_now: int
    points_after: int


class IndianPublic(Struct, frozen=True, gc=False, tag_field="game", tag="indian"):
    """What everybody at the table may know; `known` are cards that all saw a seat take.

    `shown` are the hands that lie open, `took` is the open card taken in this turn.
    """

    seats: int
    starter: int
    direction: int
    turn: int
    to_act: int | None
    phase: Literal["draw", "act", "declare", "over"]
    first_turn: bool
    stock_left: int
    cut: str
    wilds: list[str]
    pile: list[str]
    top_banned: bool
    took: str | None
    sizes: list[int]
    known: list[list[str]]
    out: list[bool]
    misses: list[int]
    shown: list[list[str] | None]
    shower: int | None
    scores: list[int]
    winners: list[int]
    ended: Ended
    entries: list[Scored]


class IndianOwn(Struct, frozen=True, gc=False):
    """What one seat alone may know; a spectator has no seat, no cards and no arrangement."""

    seat: int | None
    mine: bool
    hand: list[str]
    drawn: str | None
    words: list[str]
    best: Best | None
    shows: list[Show]
    drop_cost: int | None
    wrong_show_cost: int
    previews: dict[str, IndianPreview]


def public(view: View) -> IndianPublic:
    """What everybody may know."""
    phase: Literal["draw", "act", "declare", "over"] = "draw"
    if view.over:
        phase = "over"
    elif view.declaring:
        phase = "declare"
    elif view.taken:
        phase = "act"
    return IndianPublic(
        view.seats,
        view.starter,
        view.direction,
        view.turn,
        view.to_act,
        phase,
        view.first_turn,
        view.stock_left,
        TEXT[view.cut],
        texts(sorted(view.wilds)),
        texts(view.pile),
        view.top_banned,
        TEXT[view.took] if view.took else None,
        list(view.sizes),
        [texts(cards) for cards in view.known],
        list(view.out),
        list(view.misses),
        [None if hand is None else texts(hand) for hand in view.shown],
        view.shower,
        list(view.scores),
        list(view.winners),
        cast(Ended, view.ended),
        [scored(entry) for entry in view.entries],
    )


def own(view: View) -> IndianOwn:
    """What the seat of the view alone may know."""
    mine = view.mine
    return IndianOwn(
        view.seat,
        mine,
        texts(view.hand),
        TEXT[view.drawn] if view.drawn else None,
        list(view.words) if mine else [],
        _best(view.hand, view.cut, view.rules) if view.hand else None,
        _shows(view) if mine else [],
        view.drop_cost,
        view.wrong_show_cost,
        _previews(view) if mine else {},
    )


def arranged_so(view: View, groups: Iterable[Sequence[Card]], discard: Card | None = None) -> Best:
    """The own hand in these groups, without this discard.

    :raises ParseError: if a card stands in a group that the hand does not hold, or if there is
        nothing to discard.
    """
    return labelled(view.arrange(groups, discard))


def labelled(arrangement: Arrangement) -> Best:
    """An arrangement as frames write it."""
    return Best(
        [Group(KINDS[kind], texts(cards)) for kind, cards in arrangement.groups],
        texts(arrangement.loose),
        texts(arrangement.counted),
        arrangement.points,
        arrangement.sum,
        STAGES[arrangement.stage],
        arrangement.show,
        TEXT[arrangement.discard] if arrangement.discard else None,
        arrangement.clause.code,
    )


@lru_cache(maxsize=4096)
def _best(hand: tuple[Card, ...], cut: Card, rules: Rules) -> Best:
    """The best arrangement of a hand, kept: a hand changes in its own turn alone."""
    return labelled(arranged(hand, wilds_of(cut, rules), rules))


def _shows(view: View) -> list[Show]:
    return [
        Show(
            TEXT[finishing] if finishing else None,
            str(show),
            [texts(group) for group in show.groups],
            texts(show.loose),
        )
        for finishing, show in view.shows.items()
    ]


def _previews(view: View) -> dict[str, IndianPreview]:
    return {word: IndianPreview(now, after) for word, (now, after) in view.previews.items()}
