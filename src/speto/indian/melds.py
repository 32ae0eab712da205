"""Groups of Indian Rummy and what cards are worth (I-SEQ-1..4, I-SET-1..3, I-VAL-1).

What must stay true: a part of a hand is two 52-bit masks (the cards held, those held twice) and a
number of printed jokers; a special wild in its own place is natural, a printed joker never is.
"""

from speto.bits import bit, lowest, popcount
from speto.indian.codes import CLUBS, ENDS, LOOSE, LOW_PLACES, PURE_RUN, RANK, RUN, SET


def value(card: int) -> int:
    """The points of a card that is not wild: A K Q J T 10, else its face (I-VAL-1).

    >>> value(0), value(31), value(51)
    (2, 9, 10)
    """
    rank = card >> 2
    return rank + 2 if rank < 8 else 10


def points_of(one: int, two: int, wild: int) -> int:
    """The points of the cards of a part that are not wild.

    >>> points_of(0b10001, 0b1, 0)
    7
    """
    points = 0
    cards = one & ~wild
    while cards:
        points += value(lowest(cards))
        cards &= cards - 1
    cards = two & ~wild
    while cards:
        points += value(lowest(cards))
        cards &= cards - 1
    return points


def column(cards: int, suit: int) -> int:
    """The cards of one suit as 14 bits, the ace at both ends: A 2 3 … K A.

    >>> bin(column(1 << 48 | 1, 0))
    '0b10000000000011'
    """
    places = 0
    cards >>= suit
    for rank in range(13):
        if cards >> 4 * rank & 1:
            places |= bit(rank + 1)
    return places | places >> 13


def spans(places: int, needed: int, size: int) -> bool:
    """Whether `size` consecutive places hold all needed cards, and one of `places` in its own.

    Both are columns. Size is at most 13, so an ace stands at one end of the places or the other.
    """
    for low in range(15 - size):
        window = bit(size) - 1 << low
        missed = needed & ~window
        if needed & window & ENDS:
            missed &= ~ENDS
        if not missed and places & window:
            return True
    return False


def kind_of(one: int, two: int, jokers: int, wild: int) -> int:
    """What a group of cards is: PURE_RUN, RUN, SET, or LOOSE if it is none of them.

    A group that can be read as run and set is a run.
    """
    size = popcount(one) + popcount(two) + jokers
    if size < 3:
        return LOOSE
    plain = one & ~wild
    if not two & ~wild:
        kind = run_of(one, two, jokers, plain, wild, size)
        if kind != LOOSE:
            return kind
    if size <= 4 and is_set(one, two, plain, wild):
        return SET
    return LOOSE


def is_set(one: int, two: int, plain: int, wild: int) -> bool:
    """Whether three or four cards are a set: one rank, suits apart, one natural (I-SET-1..3)."""
    if two & plain:
        return False
    if plain:
        return not plain & ~(RANK << (lowest(plain) & 60))
    return one != 0


def run_of(one: int, two: int, jokers: int, plain: int, wild: int, size: int) -> int:
    """Whether a group is a run, a pure one, or none; `plain` are its cards that are not wild."""
    if size > 13:
        return LOOSE
    for suit in range(4):
        mine = CLUBS << suit
        if plain & ~mine or not one & mine:
            continue
        if not jokers and not two and not one & ~mine and natural_run(column(one, suit), size):
            return PURE_RUN
        if spans(column(one, suit), column(plain, suit), size):
            return RUN
    return LOOSE


def natural_run(places: int, size: int) -> bool:
    """Whether a column is so many consecutive cards, an ace at one end."""
    for low in range(15 - size):
        window = bit(size) - 1 << low
        if places & window == window and popcount(places & LOW_PLACES) == size:
            return True
    return False
