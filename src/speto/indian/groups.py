"""Arrangements for people: a hand in groups, what each group is, what the hand costs and why.

What must stay true: groups and points are those of the compiled core; a hand is given as cards, and
its wilds beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum
from functools import cache
from typing import Final, NamedTuple

from speto.cards import JOKER, PACK, Card, ParseError
from speto.clause import Clause
from speto.indian import codes
from speto.indian.actions import (
    arranged_show,
    card_of,
    code_of,
    encode,
    hand_cards,
    masks_of,
    spelled,
)
from speto.indian.arrange import arrange_discarding
from speto.indian.clauses import SCORE_1, SCORE_2, SCORE_3
from speto.indian.counting import count_best, count_declared, owed, ready
from speto.indian.deal import Deal, House, wild_of
from speto.indian.labels import Moves, split
from speto.indian.melds import kind_of
from speto.indian.rules import Rules, ShowCheck
from speto.indian.workspace import workspace


class Kind(IntEnum):
    """What a group of cards is."""

    LOOSE = codes.LOOSE
    SET = codes.SET
    RUN = codes.RUN
    PURE_RUN = codes.PURE_RUN


class Stage(IntEnum):
    """How far an arrangement has come: no pure run, one, two runs of which one is pure."""

    NO_PURE = codes.NO_PURE
    ONE_PURE = codes.ONE_PURE
    COMPLETE = codes.COMPLETE


class Group(NamedTuple):
    """A group of an arrangement and what it is; its wilds stand last."""

    kind: Kind
    cards: tuple[Card, ...]


class Arrangement(NamedTuple):
    """A hand in groups: pure runs first, the longest first; `counted` are the cards that cost.

    `points` are capped, `sum` is not; `show`: it is a valid Show as it lies. `discard` is the card
    that was left out of 14. `clause` says what the points are charged by. `parts` are the groups,
    good or bad, that a person made, without the discard.
    """

    groups: tuple[Group, ...]
    loose: tuple[Card, ...]
    counted: tuple[Card, ...]
    points: int
    sum: int
    stage: Stage
    show: bool
    discard: Card | None
    clause: Clause
    parts: tuple[tuple[Card, ...], ...] = ()


class Checks(NamedTuple):
    """The three ticks of a Show: a pure run, a second run, each card but wilds in a group."""

    pure: bool
    two_runs: bool
    all_cards: bool


CHARGED_BY: Final = {Stage.NO_PURE: SCORE_1, Stage.ONE_PURE: SCORE_2, Stage.COMPLETE: SCORE_3}


def wilds_of(cut: Card, rules: Rules) -> frozenset[Card]:
    """The special wild cards of a deal by its cut card (I-WILD-1, I-WILD-2, I-WILD-5).

    >>> sorted(map(str, wilds_of(PACK[36], Rules())))
    ['Jc']
    """
    wild = wild_of(code_of(cut), int(rules.wild_scope))
    return frozenset(card for card in PACK if wild >> card.number & 1)


def _mask(wilds: Iterable[Card]) -> int:
    return sum(1 << card.number for card in wilds)


@cache
def _table(rules: Rules, wilds: frozenset[Card]) -> Deal:
    deal = Deal(House(rules))
    deal.seats = 1
    deal.wild = _mask(wilds)
    return deal


def kind_of_cards(cards: Iterable[Card], wilds: frozenset[Card]) -> Kind:
    """What a group of cards is.

    :raises ParseError: if the two packs do not have these cards.
    """
    return Kind(kind_of(*masks_of(cards), _mask(wilds)))


def wilds_last(cards: Iterable[Card], wilds: frozenset[Card], kind: Kind) -> tuple[Card, ...]:
    """The cards of a group as a person lays them: in order, those that stand for others last."""
    group = spelled(cards)
    if kind is Kind.PURE_RUN:
        return group
    standing = [card for card in group if card != JOKER and card not in wilds]
    return (*standing, *(card for card in group if card == JOKER or card in wilds))


def _counted(
    deal: Deal,
    moves: Moves,
    hand: tuple[int, int, int],
    wilds: frozenset[Card],
    discard: Card | None = None,
) -> Arrangement:
    """What the last count of `moves` says of a hand of 13."""
    groups, loose = [], list(hand_cards(*hand))
    for kind, part in zip(moves.kinds(), moves.parts()[1:], strict=False):
        if kind != codes.LOOSE:
            cards = hand_cards(*part)
            groups.append(Group(Kind(kind), wilds_last(cards, wilds, Kind(kind))))
            for card in cards:
                loose.remove(card)
    stage = Stage(moves.stage)
    return Arrangement(
        groups=tuple(sorted(groups, key=lambda group: (-group.kind, -len(group.cards)))),
        loose=tuple(loose),
        counted=hand_cards(moves.left_one, moves.left_two, 0),
        points=owed(deal, moves),
        sum=moves.sum,
        stage=stage,
        show=stage is Stage.COMPLETE and not moves.sum,
        discard=discard,
        clause=CHARGED_BY[stage],
    )


def arranged(cards: Sequence[Card], wilds: frozenset[Card], rules: Rules) -> Arrangement:
    """The arrangement of 13 cards with the fewest points; of 14, with the best discard.

    :raises ParseError: if the two packs do not have these cards.
    """
    deal, moves = _table(rules, wilds), workspace()
    rest, discard = list(cards), None
    if len(cards) > codes.HAND:
        ready(deal, moves)
        arrange_discarding(moves.arranger, *masks_of(cards))
        discard = card_of(moves.arranger.discard)
        rest.remove(discard)
    hand = masks_of(rest)
    deal.set_hand(0, hand, (0, 0, 0))
    count_best(deal, moves, 0)
    return _counted(deal, moves, hand, wilds, discard)


def declared(
    groups: Iterable[Sequence[Card]], loose: Iterable[Card], wilds: frozenset[Card], rules: Rules
) -> Arrangement:
    """A person's own arrangement of 13 cards, counted as it lies; of 14, with the best discard.

    Bad groups are loose. Of discards that leave equally few points the one is found that is no wild
    and breaks no good group, then the one of the smallest part, then the highest.

    :raises ParseError: if the two packs do not have these cards, or a hand does not hold so many.
    """
    parts = tuple(tuple(group) for group in groups if group)
    rest = tuple(loose)
    n = sum(map(len, parts)) + len(rest)
    if n > codes.HAND + 1:
        raise ParseError(f"{n} cards; a hand has 13, or 14 before the discard")
    if n <= codes.HAND:
        return _as_it_lies(parts, rest, wilds, rules)
    tried = []
    for at, part in enumerate((rest, *parts)):
        breaks = at > 0 and kind_of_cards(part, wilds) is not Kind.LOOSE
        for card in dict.fromkeys(part):
            left = [rest, *parts]
            left[at] = _less(part, card)
            found = _as_it_lies(left[1:], left[0], wilds, rules)._replace(discard=card)
            wild = card == JOKER or card in wilds
            place = (wild, breaks, len(part) if at else 0, -card.rank)
            cost = (found.points, not found.show, found.sum, *place)
            tried.append((cost, found))
    return min(tried, key=lambda one: one[0])[1]


def _less(cards: Sequence[Card], card: Card) -> tuple[Card, ...]:
    """Cards without one copy of a card."""
    left = list(cards)
    left.remove(card)
    return tuple(left)


def _as_it_lies(
    parts: Iterable[Sequence[Card]], loose: Iterable[Card], wilds: frozenset[Card], rules: Rules
) -> Arrangement:
    """What 13 cards count in these parts."""
    whole = tuple(tuple(part) for part in parts if part)
    show = arranged_show([*whole, *([card] for card in loose)])
    deal, moves = _table(rules, wilds), workspace()
    hand = masks_of(show.cards)
    split(moves, *hand, encode(show) & (1 << 58) - 1)
    count_declared(deal, moves, hand[0], hand[1])
    return _counted(deal, moves, hand, wilds)._replace(parts=whole)


def judged_by(own: Arrangement, best: Arrangement, rules: Rules) -> Arrangement:
    """The one of two arrangements of a hand by which its Show is judged (I-SHOW-5)."""
    return own if rules.show_check is ShowCheck.DECLARED else best


def checks_of(arrangement: Arrangement, wilds: frozenset[Card]) -> Checks:
    """The three ticks of a Show for an arrangement."""
    return Checks(
        pure=arrangement.stage is not Stage.NO_PURE,
        two_runs=arrangement.stage is Stage.COMPLETE,
        all_cards=all(card == JOKER or card in wilds for card in arrangement.loose),
    )
