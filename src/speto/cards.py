"""Cards by value, packs, and how cards are read and written.

What must stay true: two equal cards are one value, wherever they came from.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
JOKER_TEXT: Final = "**"
HIDDEN_TEXT: Final = "??"


class ParseError(ValueError):
    """A text that is no word of the notation: what is wrong, where, and what would be right."""

    def __init__(self, problem: str, *, place: str = "") -> None:
        super().__init__(f"{place}: {problem}" if place else problem)
        self.problem = problem
        self.place = place

    def within(self, place: str) -> ParseError:
        """The same problem, found inside a larger text at `place`."""
        return ParseError(self.problem, place=f"{place}, {self.place}" if self.place else place)


class Card(NamedTuple):
    """A card by value: rank 2–14 (ace 14) and suit 0–3 (c d h s); a printed joker is rank 0.

    >>> str(Card(10, 0)), str(Card(14, 3))
    ('Tc', 'As')
    """

    rank: int
    suit: int

    def __str__(self) -> str:
        return RANKS[self.rank - 2] + SUITS[self.suit] if self.rank else JOKER_TEXT

    @property
    def number(self) -> int:
        """The place of the card in a 52-card mask: (rank − 2)·4 + suit.

        >>> parse_card("2c").number, parse_card("as").number
        (0, 51)
        """
        return (self.rank - 2) * 4 + self.suit


JOKER: Final = Card(0, 0)
PACK: Final = tuple(Card(rank, suit) for rank in range(2, 15) for suit in range(4))

_BY_TEXT: Final = {str(card).lower(): card for card in PACK}


def shown(text: str) -> str:
    """A piece of foreign text, short and quoted, fit to stand in an error."""
    return repr(text if len(text) <= 40 else text[:37] + "...")


def parse_card(text: str) -> Card:
    """Read one card, case-blind; `10` and `*` are taken too.

    >>> parse_card("10H"), parse_card("*") == JOKER
    (Card(rank=10, suit=2), True)

    :raises ParseError: if the text is no card.
    """
    cards = parse_cards(text)
    if len(cards) != 1:
        raise ParseError(f"{shown(text)} is not one card; write rank and suit, as in 7c or Qs")
    return cards[0]


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards written one after the other, with or without spaces.

    >>> [str(card) for card in parse_cards("3h 10h QS")]
    ['3h', 'Th', 'Qs']

    :raises ParseError: at the first thing that is no card, with its place.
    """
    cards: list[Card] = []
    lower = text.lower()
    at = 0
    while at < len(lower):
        if lower[at] in " \t":
            at += 1
            continue
        if lower[at] == "*":
            at += 2 if lower.startswith(JOKER_TEXT, at) else 1
            cards.append(JOKER)
            continue
        size = 3 if lower.startswith("10", at) else 2
        word = lower[at : at + size].replace("10", "t")
        card = _BY_TEXT.get(word)
        if card is None:
            raise ParseError(
                f"{shown(text[at : at + size])} is no card; write rank (2-9 T J Q K A) and suit"
                " (c d h s), as in 7c or Qs",
                place=f"character {at + 1}",
            )
        cards.append(card)
        at += size
    return tuple(cards)


def write_cards(cards: Iterable[Card]) -> str:
    """Cards one after the other, as records spell them.

    >>> write_cards(parse_cards("3h 10h"))
    '3hTh'
    """
    return "".join(map(str, cards))


def mask_of(cards: Iterable[Card]) -> int:
    """The cards of one pack as a 52-bit mask.

    >>> bin(mask_of(parse_cards("2c 2s")))
    '0b1001'
    """
    mask = 0
    for card in cards:
        mask |= 1 << card.number
    return mask


def cards_in(mask: int) -> tuple[Card, ...]:
    """The cards of a 52-bit mask, lowest rank first, suits c d h s.

    >>> write_cards(cards_in(0b1001))
    '2c2s'
    """
    cards: list[Card] = []
    while mask:
        low = mask & -mask
        cards.append(PACK[low.bit_length() - 1])
        mask ^= low
    return tuple(cards)
