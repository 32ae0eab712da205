"""The cards of a run as they lie on a table: a wild lies where the card lies that it stands for.

What must stay true: the same cards are shown, each once; what is no run stays as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from speto.cards import JOKER, SUITS, Card
from speto.indian.groups import Group, Kind, kind_of_cards

ACE: Final = 14


def as_laid(cards: Sequence[Card], wilds: frozenset[Card]) -> tuple[Card, ...]:
    """The cards of a group; those of a run each in its place, wilds at the high end if they can.

    >>> from speto.cards import parse_cards
    >>> wilds = frozenset(parse_cards("2h"))
    >>> for cards in ("7h9hTh2h", "TdJdKdAd**", "2s3sAs", "7s8s**", "9c9d2h"):
    ...     print(*as_laid(parse_cards(cards), wilds))
    7h 2h 9h Th
    Td Jd ** Kd Ad
    As 2s 3s
    7s 8s **
    9c 9d 2h
    """
    if kind_of_cards(cards, wilds) not in (Kind.RUN, Kind.PURE_RUN):
        return tuple(cards)
    found = []
    for suit in range(len(SUITS)):
        for lowest in range(1, ACE + 2 - len(cards)):
            places = _in_places(cards, wilds, suit, lowest)
            if places:
                natural, laid = places
                found.append((natural, lowest, laid))
    return max(found, key=lambda one: one[:2])[2]


def laid_group(group: Group, wilds: frozenset[Card]) -> Group:
    """A group with its cards as they lie."""
    return group._replace(cards=as_laid(group.cards, wilds))


def _in_places(
    cards: Sequence[Card], wilds: frozenset[Card], suit: int, lowest: int
) -> tuple[int, tuple[Card, ...]] | None:
    """A run from a place on, 1 for a low ace, and how many cards stand in their own; if it is."""
    rest = list(cards)
    laid: list[Card | None] = []
    for place in range(lowest, lowest + len(cards)):
        card = Card(place if place > 1 else ACE, suit)
        if card in rest:
            rest.remove(card)
        laid.append(card if card in cards else None)
    if any(card != JOKER and card not in wilds for card in rest):
        return None
    return len(cards) - len(rest), tuple(card or rest.pop(0) for card in laid)
