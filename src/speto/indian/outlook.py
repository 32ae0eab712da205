"""What a moment is worth to the seat to act when both hands lie open: a formula that was fitted.

What must stay true: it is asked of worlds that were made up, never of a deal that is played. Two
seats; worths are hundredths of a point, chances thousandths.
"""

from speto.bits import bit
from speto.indian.codes import JOKER
from speto.indian.deal import Deal, top
from speto.indian.judge import may_take
from speto.indian.minds import Mind, has_few, lacks, owes
from speto.indian.near import gaps, lacks_pure, neighbors, pairs
from speto.indian.values import N_VALUES, SHOWS_FEW, SHOWS_MANY, VALUES_FEW, VALUES_MANY

FARTHEST = 6


class Outlook:
    """The numbers of the formula, for few special wilds and for many, and what it was asked for."""

    def __init__(self) -> None:
        self.values = [0] * 640
        self.found = [0] * 16
        for i in range(N_VALUES):
            self.values[i] = VALUES_FEW[i]
            self.values[160 + i] = VALUES_MANY[i]
            self.values[320 + i] = SHOWS_FEW[i]
            self.values[480 + i] = SHOWS_MANY[i]

    def features(self) -> list[int]:
        """What the formula was asked for last: distances, help, points, pure runs, neighbors."""
        return [self.found[i] for i in range(13)]


def look(o: Outlook, mind: Mind, deal: Deal, seat: int, other: int) -> None:
    """Note what the formula asks of two hands; `seat` is to take a card."""
    one, two, jokers = deal.one[seat], deal.two[seat], deal.jokers[seat]
    look_at(o, mind, 0, one, two, jokers)
    o.found[2] = 0
    if may_take(deal):
        card = top(deal)
        if card == JOKER:
            jokers += 1
        else:
            two |= one & bit(card)
            one |= bit(card)
        if lacks(mind, one, two, jokers) < o.found[0]:
            o.found[2] = 1
    look_at(o, mind, 1, deal.one[other], deal.two[other], deal.jokers[other])


def look_at(o: Outlook, mind: Mind, at: int, one: int, two: int, jokers: int) -> None:
    """Note what the formula asks of one hand."""
    plain = one & ~mind.wild
    o.found[at] = min(lacks(mind, one, two, jokers), FARTHEST)
    o.found[3 + at] = owes(mind, one, two, jokers)
    o.found[5 + at] = lacks_pure(one)
    o.found[7 + 3 * at] = neighbors(plain)
    o.found[8 + 3 * at] = gaps(plain)
    o.found[9 + 3 * at] = pairs(plain)


def estimate(o: Outlook, mind: Mind, deal: Deal, seat: int, other: int) -> int:
    """What the moment is worth to a seat that is to take a card, against one other."""
    look(o, mind, deal, seat, other)
    return reckon(o, 0 if has_few(deal) else 160)


def chance(o: Outlook, deal: Deal) -> int:
    """The chance in a thousand that the seat of the last estimate shows first."""
    return min(max(reckon(o, 320 if has_few(deal) else 480) // 100, 0), 1000)


def reckon(o: Outlook, at: int) -> int:
    """What the numbers from a place on make of what was found."""
    mine, theirs = o.found[0], o.found[1]
    worth = o.values[at + (mine * 7 + theirs) * 2 + o.found[2]]
    worth += o.found[3] * (o.values[at + 98 + mine] + o.values[at + 105 + theirs])
    worth += o.found[4] * (o.values[at + 112 + theirs] + o.values[at + 119 + mine])
    worth += o.values[at + 126 + o.found[5]] + o.values[at + 129 + o.found[6]]
    for i in range(6):
        worth += o.found[7 + i] * o.values[at + 132 + i]
    return worth
