"""How near the cards of a hand are to one another: neighbors, gaps, pairs.

What must stay true: an ace stands next to the king and next to the two, and never between them.
"""

from speto.bits import bit, popcount
from speto.indian.codes import CLUBS, FULL, JOKER

THREES = 0x7777777777777
HALVES = 0x3333333333333
HIGHER = 0xCCCCCCCCCCCCC
LOWEST = 0xF


def lacks_pure(one: int) -> int:
    """How many cards the pure run lacks: none, one or two.

    >>> lacks_pure(0b1_0001_0001), lacks_pure(0b1_0000_0001), lacks_pure(1)
    (0, 1, 2)
    """
    rows = one << 4 | one >> 48
    if rows & rows >> 4 & rows >> 8:
        return 0
    return 1 if rows & (rows >> 4 | rows >> 8) else 2


def neighbors(plain: int) -> int:
    """How many pairs of a suit are next to each other; an ace is also next to a two."""
    return popcount(plain & plain >> 4) + popcount(plain & plain >> 48)


def gaps(plain: int) -> int:
    """How many pairs of a suit one card would join."""
    return popcount(plain & plain >> 8) + popcount(plain >> 4 & plain >> 48)


def pairs(plain: int) -> int:
    """How many pairs of a rank there are."""
    halves = popcount(plain & plain >> 2 & HALVES)
    return popcount(plain & plain >> 1 & THREES) + halves + popcount(plain & plain >> 3 & CLUBS)


def around(card: int) -> int:
    """The cards of its suit next to a card; an ace is next to the two as well."""
    return near_by(card, 4, 48)


def further(card: int) -> int:
    """The cards of its suit two places from a card."""
    return near_by(card, 8, 44)


def near_by(card: int, step: int, back: int) -> int:
    """The cards so far above and below, and round the ace at its low end."""
    cards = bit(card) >> step
    if card + step < JOKER:
        cards |= bit(card) << step
    if card >= 48:
        cards |= bit(card - back)
    elif card + back < JOKER and card + back >= 48:
        cards |= bit(card + back)
    return cards


def reach(plain: int) -> int:
    """The cards that lie in a group with one of these: two places away at most, or of its rank."""
    low = plain << 4 | plain << 8 | plain >> 4 | plain >> 8 | plain >> 44 | plain >> 48
    high = (plain & LOWEST) << 48 | (plain & LOWEST << 4) << 44
    ranks = plain | plain >> 1 & THREES | plain >> 2 & HALVES | plain >> 3 & CLUBS
    ranks |= plain << 1 & ~CLUBS | plain << 2 & HIGHER | plain << 3 & CLUBS << 3
    return (low | high | ranks) & FULL
