"""What is wrong with cards that should be a group of Indian Rummy: the clause against them.

What must stay true: whether anything is wrong is what the game's own `kind_of_cards` says; the
clause is the first that a person would name.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from speto.cards import JOKER, Card, ParseError
from speto.clause import T_HOLD, Clause
from speto.indian.clauses import (
    SEQ_1,
    SEQ_3,
    SEQ_4,
    SET_1,
    SET_2,
    SET_3,
    WILD_1,
    WILD_4,
    WILD_6,
)
from speto.indian.groups import Kind, kind_of_cards

ACE: Final = 14
FITTING: Final = {
    "pure": (Kind.PURE_RUN,),
    "run": (Kind.RUN, Kind.PURE_RUN),
    "set": (Kind.SET,),
    "group": (Kind.SET, Kind.RUN, Kind.PURE_RUN),
}
"""What cards may be, by the kind that a task asks for; beside these it may ask for wild ones."""


def fault(cards: Sequence[Card], kind: str, wilds: Collection[Card]) -> Clause | None:
    """The clause by which cards are not of a kind: pure, run, set, group or wild.

    >>> from speto.cards import parse_cards
    >>> [fault(parse_cards(text), "run", ()).code for text in ("3h4h6h", "KsAs2s", "9c9d9h")]
    ['I-SEQ-1', 'I-SEQ-4', 'I-SET-1']
    """
    special = frozenset(wilds)
    if kind == "wild":
        return None if all(card == JOKER or card in special for card in cards) else WILD_1
    try:
        found = kind_of_cards(cards, special)
    except ParseError:
        return T_HOLD
    if found in FITTING[kind]:
        return None
    standing = [card for card in cards if card != JOKER and card not in special]
    if found is Kind.RUN and kind == "pure":
        return SEQ_3 if JOKER in cards else WILD_4
    if found is Kind.SET:
        return SET_1
    if not standing:
        return WILD_6
    if kind == "set" or (kind == "group" and len({card.rank for card in standing}) == 1):
        return _of_set(cards, standing)
    return _of_run(standing)


def _of_set(cards: Sequence[Card], standing: Sequence[Card]) -> Clause:
    if len({card.rank for card in standing}) > 1:
        return SET_1
    if len(set(standing)) < len(standing):
        return SET_2
    return SET_3 if len(cards) > 4 else SET_1


def _of_run(standing: Sequence[Card]) -> Clause:
    """Whether it is the ace that stands between king and two, or no order at all."""
    ranks = {card.rank for card in standing}
    around = ACE in ranks and 2 in ranks and 13 in ranks
    return SEQ_4 if around and len({card.suit for card in standing}) == 1 else SEQ_1
