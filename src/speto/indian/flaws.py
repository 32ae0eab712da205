"""Why cards are no group, as a person would say it.

What must stay true: whether cards are a group is asked of `groups`; a flaw is only told of cards
that are none, and its clause is one that they break.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from speto.cards import JOKER, Card
from speto.clause import Clause
from speto.indian.actions import in_order
from speto.indian.clauses import SEQ_1, SEQ_4, SET_1, SET_2, SET_3, WILD_6
from speto.indian.groups import Kind, kind_of_cards


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


def why_no_group(
    cards: Sequence[Card], wilds: frozenset[Card], meant: Kind | None = None
) -> Flaw | None:
    """What keeps cards from being a group, or none if they are one.

    `meant`: they should be a set, or a run; otherwise it is told by what they look like.

    >>> from speto.cards import parse_cards
    >>> why_no_group(parse_cards("Ks As 2s"), frozenset()).clause.code
    'I-SEQ-4'

    :raises ParseError: if the two packs do not have these cards.
    """
    if kind_of_cards(cards, wilds) is not Kind.LOOSE:
        return None
    if cards and all(card == JOKER for card in cards):
        return Flaw(Fault.JOKERS, WILD_6)
    standing = in_order(card for card in cards if card != JOKER and card not in wilds)
    spare = len(cards) - len(standing)
    if meant is None:
        meant = _looks_like(standing, spare)
    if len(cards) < LEAST:
        return Flaw(Fault.FEW, SET_1 if meant is Kind.SET else SEQ_1)
    if meant is Kind.SET:
        return _why_no_set(standing)
    if meant is Kind.LOOSE:
        return Flaw(Fault.MIXED, SEQ_1)
    return _why_no_run(standing, spare)


def _looks_like(standing: Sequence[Card], spare: int) -> Kind:
    """What cards should be, by their ranks and suits: a set, a run, or nothing."""
    ranks, suits = {card.rank for card in standing}, {card.suit for card in standing}
    if len(suits) <= 1 < len(ranks) or len(standing) <= 1:
        return Kind.RUN
    if len(ranks) == 1:
        return Kind.SET
    rank, suit = _odd_rank(standing), _odd_suit(standing)
    if rank and suit:
        # the one of another suit could be exchanged for a card that fills the run
        near = [card for card in standing if card != suit]
        suit = suit if len(_missing(near)) <= spare + 1 and len(set(near)) == len(near) else None
    if bool(rank) == bool(suit):
        return Kind.LOOSE
    return Kind.SET if rank else Kind.RUN


def _odd_rank(standing: Sequence[Card]) -> Card | None:
    """The one card without which all are of one rank."""
    alone = [card for card in standing if sum(card.rank == other.rank for other in standing) == 1]
    return alone[0] if len({card.rank for card in standing}) == 2 and len(alone) == 1 else None


def _odd_suit(standing: Sequence[Card]) -> Card | None:
    """The one card without which all are of one suit."""
    alone = [card for card in standing if sum(card.suit == other.suit for other in standing) == 1]
    return alone[0] if len({card.suit for card in standing}) == 2 and len(alone) == 1 else None


def _twice(standing: Sequence[Card]) -> tuple[Card, ...]:
    return tuple(card for card in dict.fromkeys(standing) if standing.count(card) > 1)


def _why_no_set(standing: Sequence[Card]) -> Flaw:
    """Why cards are no set; `standing` are those that are not wild."""
    odd, twice = _odd_rank(standing), _twice(standing)
    if odd:
        return Flaw(Fault.OTHER_RANK, SET_1, (odd,))
    if len({card.rank for card in standing}) > 1:
        return Flaw(Fault.MIXED, SET_1)
    return Flaw(Fault.SAME_IN_SET, SET_2, twice) if twice else Flaw(Fault.BIG_SET, SET_3)


def _why_no_run(standing: Sequence[Card], spare: int) -> Flaw:
    """Why cards, with so many wilds, are no run."""
    odd, twice = _odd_suit(standing), _twice(standing)
    if odd:
        return Flaw(Fault.OTHER_SUIT, SEQ_1, (odd,))
    if len({card.suit for card in standing}) > 1:
        return Flaw(Fault.MIXED, SEQ_1)
    if twice:
        return Flaw(Fault.SAME_IN_RUN, SEQ_1, twice)
    places = {card.rank for card in standing}
    around = (max((rank - first) % ACES_APART for rank in places) for first in places)
    if min(around, default=0) < len(places) + spare:
        return Flaw(Fault.ROUND, SEQ_4)
    return Flaw(Fault.GAP, SEQ_1, _missing(standing))


def _missing(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The fewest cards that are missing between cards of one suit, with the ace high or low."""
    places = {card.rank for card in cards}
    low = {1 if rank == ACE else rank for rank in places}
    gaps = min((set(range(min(at), max(at))) - at for at in (low, places)), key=len)
    return tuple(Card(rank, cards[0].suit) for rank in sorted(gaps))
