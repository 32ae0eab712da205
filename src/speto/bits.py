"""Counting and finding cards in masks: the little that both games share."""

ONES2 = 0x5555555555555555
ONES4 = 0x3333333333333333
NIBBLES = 0x0F0F0F0F0F0F0F0F
ONE = 1


def bit(index: int) -> int:
    """The mask of one card; compiled, a shifted literal would be 32 bits wide.

    >>> bit(3)
    8
    """
    return ONE << index


def popcount(cards: int) -> int:
    """How many cards a mask of fewer than 63 bits holds.

    >>> popcount(0b1011)
    3
    """
    cards -= cards >> 1 & ONES2
    cards = (cards & ONES4) + (cards >> 2 & ONES4)
    cards = cards + (cards >> 4) & NIBBLES
    cards += cards >> 8
    cards += cards >> 16
    cards += cards >> 32
    return cards & 127


def lowest(cards: int) -> int:
    """The index of the lowest card of a mask that is not empty.

    >>> lowest(0b1000)
    3
    """
    return popcount((cards & -cards) - 1)
