"""How the cards of one deal are named: a special wild bears a mark, a printed joker is `**`.

What must stay true: what is named so is read back as the same cards.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, Protocol

from speto.cards import JOKER, JOKER_TEXT, Card, parse_cards
from speto.terminal.speech import Speech

MARK: Final = "~"


class Deal(Protocol):
    """What is asked of a view here."""

    wilds: frozenset[Card]


def name(card: Card, view: Deal, speech: Speech) -> str:
    """A card as the screen shows it, a special wild with its mark."""
    text = speech.card(card)
    if card == JOKER and speech.plain:
        return speech.ui("indian.joker")
    if card not in view.wilds:
        return text
    return speech.ui("indian.wild_card", card=text) if speech.plain else text + MARK


def named(cards: Iterable[Card], view: Deal, speech: Speech) -> str:
    """Cards with a space between."""
    return " ".join(name(card, view, speech) for card in cards)


def read(said: str) -> tuple[Card, ...]:
    """Cards as they are shown or written, in plain letters.

    >>> [str(card) for card in read("jc~ 10h, ** joker")]
    ['Jc', 'Th', '**', '**']

    :raises ParseError: at the first thing that is no card.
    """
    return parse_cards(in_letters(re.sub(r"[,~]|\(.*?\)", " ", said)))


def in_letters(said: str) -> str:
    """What was said with jokers as they are written.

    >>> in_letters("-joker")
    '-**'
    """
    return said.replace("joker", JOKER_TEXT)
