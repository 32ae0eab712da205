"""What the seats of a deal that is over pay one another, in points.

What must stay true: it is what a match to points pays at a point value of 1 (I-PAY-1, I-PAY-2,
I-TIE-2); it sums to zero.
"""

from speto.indian.codes import I_END_2
from speto.indian.deal import Deal


def paid(deal: Deal, seat: int, difference: bool) -> int:
    """What a seat pays; with `difference` those still in pay less by the winner's (I-MORE-24)."""
    points = deal.score[seat]
    if difference and not (deal.out | deal.won) >> seat & 1:
        for i in range(deal.n_entries):
            if deal.entry_clause[i] == I_END_2:
                return points + deal.entry_points[i]
    return points


def received(deal: Deal, seat: int, difference: bool) -> int:
    """What a seat gets, less what it pays; of what can't be shared the first in turn get one each.

    Without a winner nobody pays.
    """
    pot = winners = before = 0
    other = deal.starter
    for _ in range(deal.seats):
        if other == seat:
            before = winners
        pot += paid(deal, other, difference)
        winners += deal.won >> other & 1
        other = (other + deal.direction + deal.seats) % deal.seats
    if not winners:
        return 0
    share = 0
    if deal.won >> seat & 1:
        share = pot // winners
        if before < pot % winners:
            share += 1
    return share - paid(deal, seat, difference)
