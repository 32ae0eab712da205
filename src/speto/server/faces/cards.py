"""Cards and the lines of the ledger, as the faces of all games write them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from speto.cards import JOKER, PACK, Card
from speto.clause import Entry

TEXT: Final = {card: str(card) for card in (*PACK, JOKER)}
"""Every card as frames write it."""


class Scored(Struct, frozen=True, gc=False):
    """A line of the ledger: points for a seat by a clause; `at` is the place of the action."""

    seat: int
    points: int
    clause: str
    cards: list[str]
    at: int


def texts(cards: Iterable[Card]) -> list[str]:
    """Cards as frames write them."""
    return [TEXT[card] for card in cards]


def scored(entry: Entry) -> Scored:
    """A line of the ledger as frames write it."""
    seat, points, clause, cards, at = entry
    return Scored(seat, points, clause.code, [TEXT[card] for card in cards], at)
