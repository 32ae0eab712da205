"""Arrangements for people: a hand in groups, what each group is, what the hand costs and why.

What must stay true: groups and points are those of the compiled core; a hand is given as cards, and
its wilds beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum, StrEnum
from functools import cache
from typing import Final, NamedTuple

from speto.cards import JOKER, PACK, Card
from speto.clause import Clause
from speto.indian import codes
from speto.indian.actions import (
    arranged_show,
    card_of,
    code_of,
    encode,
    hand_cards,
    in_order,
    masks_of,
    spelled,
)
from speto.indian.arrange import arrange_discarding
from speto.indian.clauses import (
    SCORE_1,
    SCORE_2,
    SCORE_3,
    SEQ_1,
    SEQ_4,
    SET_1,
    SET_2,
    SET_3,
    WILD_6,
)
from speto.indian.counting import count_best, count_declared, owed, ready
from speto.indian.deal import Deal, House, wild_of
from speto.indian.labels import Moves, split
from speto.indian.melds import kind_of
from speto.indian.rules import Rules
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
    that was left out of 14. `clause` says what the points are charged by.
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


class Checks(NamedTuple):
    """The three ticks of a Show: a pure run, a second run, each card but wilds in a group."""

    pure: bool
    two_runs: bool
    all_cards: bool


class Fault(StrEnum):
    """Why cards are no group; the value is the key of its words."""

    FEW = "few"
    JOKERS = "jokers"
    SAME_IN_SET = "same_in_set"
    SAME_IN_RUN = "same_in_run"
    BIG_SET = "big_set"
    ROUND = "round"
    GAP = "gap"
    OTHER_SUIT = "other_suit"
    OTHER_RANK = "other_rank"
    MIXED = "mixed"


class Flaw(NamedTuple):
    """A fault, the rule it breaks, and the cards it is about: those too many, or those missing."""

    fault: Fault
    clause: Clause
    cards: tuple[Card, ...] = ()


LEAST: Final = 3
"""So many cards make a group."""
ACE: Final = 14
ACES_APART: Final = 13
"""From an ace to the next one, going round."""
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


def why_no_group(cards: Sequence[Card], wilds: frozenset[Card]) -> Flaw | None:
    """What keeps cards from being a group, or none if they are one.

    >>> from speto.cards import parse_cards
    >>> why_no_group(parse_cards("Ks As 2s"), frozenset()).clause.code
    'I-SEQ-4'

    :raises ParseError: if the two packs do not have these cards.
    """
    if kind_of_cards(cards, wilds) is not Kind.LOOSE:
        return None
    standing = in_order(card for card in cards if card != JOKER and card not in wilds)
    if all(card == JOKER for card in cards):
        return Flaw(Fault.JOKERS, WILD_6)
    if len(cards) < LEAST:
        return Flaw(Fault.FEW, SEQ_1)
    suits, ranks = {card.suit for card in standing}, {card.rank for card in standing}
    twice = tuple(card for card in dict.fromkeys(standing) if standing.count(card) > 1)
    if len(ranks) == 1 and twice:
        return Flaw(Fault.SAME_IN_SET, SET_2, twice)
    if len(ranks) == 1:
        return Flaw(Fault.BIG_SET, SET_3)
    if len(suits) == 1 and twice:
        return Flaw(Fault.SAME_IN_RUN, SEQ_1, twice)
    if len(suits) == 1:
        return _why_no_run(standing, len(cards) - len(standing))
    return _odd_one(standing)


def _why_no_run(standing: Sequence[Card], wild: int) -> Flaw:
    """Why different cards of one suit, with so many wilds, are no run."""
    places = {card.rank for card in standing}
    low = {1 if rank == ACE else rank for rank in places}
    missing = min((set(range(min(at), max(at))) - at for at in (low, places)), key=len)
    around = (sorted((rank - first) % ACES_APART for rank in places)[-1] for first in places)
    if min(around) < len(places) + wild:
        return Flaw(Fault.ROUND, SEQ_4)
    suit = standing[0].suit
    return Flaw(Fault.GAP, SEQ_1, tuple(Card(rank, suit) for rank in sorted(missing)))


def _odd_one(standing: Sequence[Card]) -> Flaw:
    """Why cards of several suits and ranks are no group: one of them, or all are mixed."""
    suits = [card for card in standing if sum(card.suit == other.suit for other in standing) == 1]
    ranks = [card for card in standing if sum(card.rank == other.rank for other in standing) == 1]
    one_suit = len({card.suit for card in standing}) == 2 and len(suits) == 1
    one_rank = len({card.rank for card in standing}) == 2 and len(ranks) == 1
    if one_suit and not one_rank:
        return Flaw(Fault.OTHER_SUIT, SEQ_1, tuple(suits))
    if one_rank and not one_suit:
        return Flaw(Fault.OTHER_RANK, SET_1, tuple(ranks))
    return Flaw(Fault.MIXED, SEQ_1)


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
    """A person's own arrangement of 13 cards, counted as it lies; bad groups are loose.

    :raises ParseError: if the two packs do not have these cards, or a hand does not hold so many.
    """
    show = arranged_show([*groups, *([card] for card in loose)])
    deal, moves = _table(rules, wilds), workspace()
    hand = masks_of(show.cards)
    split(moves, *hand, encode(show) & (1 << 58) - 1)
    count_declared(deal, moves, hand[0], hand[1])
    return _counted(deal, moves, hand, wilds)


def checks_of(arrangement: Arrangement, wilds: frozenset[Card]) -> Checks:
    """The three ticks of a Show for an arrangement."""
    return Checks(
        pure=arrangement.stage is not Stage.NO_PURE,
        two_runs=arrangement.stage is Stage.COMPLETE,
        all_cards=all(card == JOKER or card in wilds for card in arrangement.loose),
    )
