"""Can a hand be laid down to exactly one card? (D-BORN-3, D-END-2, D-MORE-6)

What must stay true: the answer is exact, for any hand up to twenty cards, within a millisecond.
The table is two masks: `chain`, the cards that a run takes and that open the next card of the run,
and `single`, the cards that a meld takes and that open nothing (the fourth of a set, a low ace).
"""

from speto.bits import popcount
from speto.dummy.codes import FULL
from speto.dummy.melds import melded, rank_of


def near_ends(card: int) -> int:
    """The cards next to one of a run; the one that already lies there does no harm."""
    return (card << 4 | card >> 4) & FULL


def loose(hand: int, chain: int, single: int, ace_low: bool) -> int:
    """The cards of the hand that fit no meld of the hand and no meld of the table, in any order."""
    use = melded(hand, ace_low)
    fresh = hand & chain
    laid = 0
    while fresh:
        laid |= fresh
        fresh = (fresh << 4 | fresh >> 4) & hand & ~laid
    use |= laid | single
    if ace_low:
        use |= (laid & 15) << 48
    return hand & ~use


def can_finish(hand: int, chain: int, single: int, need_meld: bool, ace_low: bool) -> bool:
    """Whether the hand can be laid to exactly one card, with a meld of its own if `need_meld`."""
    return search(hand, chain, single, need_meld, False, ace_low)


def search(rest: int, chain: int, single: int, need_meld: bool, kept: bool, ace_low: bool) -> bool:
    """Depth first by the lowest card left: it is laid off, or opens a meld, or is the one kept.

    A run of six or more is two runs, so lengths 3, 4 and 5 are enough; the lowest card of a chain
    that goes down to it takes the whole chain.
    """
    out = loose(rest, chain, single, ace_low)
    if out:
        if kept or out & (out - 1):
            return False
        rest ^= out
        kept = True
    if not rest:
        return kept and not need_meld
    c = rest & -rest
    if single & c and search(rest ^ c, chain, single, need_meld, kept, ace_low):
        return True
    # laid off on a run: at its top, or with all cards up to the one under its bottom
    down = 0
    e = c
    while rest & e:
        down |= e
        if chain & e:
            x = single
            if ace_low and down & 15:
                x |= (down & 15) << 48
            if search(
                rest ^ down, chain | near_ends(c) | near_ends(e), x, need_meld, kept, ace_low
            ):
                return True
            break
        e <<= 4
    nib = rank_of(c)
    others = rest & nib ^ c
    if others & (others - 1):
        if search(rest & ~nib, chain, single, False, kept, ace_low):
            return True
        if popcount(others) == 3:
            x = others
            while x:
                e = x & -x
                x ^= e
                if search(rest & ~nib | e, chain, single, False, kept, ace_low):
                    return True
    if ace_low and c & 15 and rest & c << 4 and rest & c << 48:
        run = c | c << 4 | c << 48
        two = c << 8
        while True:
            if search(rest ^ run, chain, single, False, kept, ace_low):
                return True
            if not rest & two or two > c << 12:
                break
            run |= two
            two <<= 4
    if rest & c << 4 and rest & c << 8:
        run = c | c << 4 | c << 8
        two = c << 12
        while True:
            if search(rest ^ run, chain, single, False, kept, ace_low):
                return True
            if not rest & two or two > c << 16:
                break
            run |= two
            two <<= 4
    return not kept and search(rest ^ c, chain, single, need_meld, True, ace_low)
