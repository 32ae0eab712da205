"""What the rest of a deal brings a seat, guessed from a moment in which all hands are known.

What must stay true: it is asked only inside play-outs, of worlds that are guesses themselves; the
guess is the sum of a moment's features, each times a number that was fitted to whole deals.
"""

from collections.abc import Sequence

from speto.bits import popcount
from speto.dummy.codes import SPETOS
from speto.dummy.deal import Deal
from speto.dummy.finish import loose
from speto.dummy.judge import open_ends
from speto.dummy.melds import Moves, points_of
from speto.dummy.outlook import wanted
from speto.dummy.tuned import time_left
from speto.dummy.weights import WHOLE_TIME

COUNT = 44


class Prospect:
    """The features of a seat, and the fitted numbers, in thousandths of a point."""

    def __init__(self, numbers: Sequence[int]) -> None:
        self.feature = [0] * 48
        self.number = [0] * 48
        for i, number in enumerate(numbers):
            self.number[i] = number

    def features(self) -> list[int]:
        """The features that were last found."""
        return [self.feature[i] for i in range(COUNT)]


def describe(prospect: Prospect, deal: Deal, moves: Moves, seat: int, least: int) -> None:
    """Find the features of a seat; `moves` holds the open ends of the table.

    `least` is the size of the smallest hand of another seat that is born, or 8.
    """
    time = time_left(deal)
    hand = deal.hand[seat]
    born = deal.born >> seat & 1
    out = hand
    if born:
        out = loose(hand, moves.chain, moves.single, deal.house.ace_low_run)
    size = popcount(hand)
    count = popcount(out)
    points = points_of(out)
    row = deal.row_mask
    hidden = ~(row | hand)
    for other in range(deal.seats):
        hidden &= ~deal.laid[other]
    lack = wanted(out)
    fit = lack & hidden
    for i in range(COUNT):
        prospect.feature[i] = 0
    ahead = (seat - deal.to_act) * deal.direction
    prospect.feature[(ahead + deal.seats) % deal.seats] = 1
    prospect.feature[4] = time
    if born:
        prospect.feature[5] = WHOLE_TIME
        prospect.feature[6] = time
        prospect.feature[7] = points
        prospect.feature[8] = points * time >> 3
        prospect.feature[9] = count
        prospect.feature[10] = count * time >> 3
        prospect.feature[11] = points_of(hand ^ out)
        if size < 5:
            prospect.feature[12] = 5 - size
    else:
        prospect.feature[13] = points
        prospect.feature[14] = points * time >> 3
        prospect.feature[15] = size
    describe_row(prospect, deal, seat, lack, points, count)
    prospect.feature[16] = popcount(fit) * time >> 3
    prospect.feature[17] = points_of(fit) * time >> 3
    prospect.feature[22] = popcount(out & SPETOS)
    prospect.feature[23] = popcount(out & SPETOS) * time >> 3
    prospect.feature[24] = (5 - least) * points if least < 5 else 0
    prospect.feature[25] = 5 - least if least < 5 else 0
    prospect.feature[27] = size
    prospect.feature[28] = deal.n_row if born else 0
    prospect.feature[29] = deal.n_row


def describe_row(
    prospect: Prospect, deal: Deal, seat: int, lack: int, points: int, count: int
) -> None:
    """Find the features of what lies in the row for a seat that lacks these cards to melds."""
    born = deal.born >> seat & 1
    near = lack & deal.row_mask
    two = wanted(deal.row_mask) & deal.hand[seat]
    prospect.feature[18] = popcount(near)
    prospect.feature[19] = points_of(near)
    prospect.feature[20] = popcount(two)
    prospect.feature[21] = points_of(two)
    prospect.feature[26] = near >> deal.head & 1
    prospect.feature[30] = popcount(near) if not born else 0
    prospect.feature[31] = popcount(two) if not born else 0
    if seat == deal.to_act:
        # what lies in the row is its own to take before anybody else
        prospect.feature[32] = 1 if near else 0
        prospect.feature[33] = popcount(near)
        prospect.feature[34] = points_of(near)
        prospect.feature[35] = 1 if two else 0
        prospect.feature[36] = points_of(two)
        prospect.feature[37] = near >> deal.head & 1
        prospect.feature[38] = 0 if born or not near | two else 1
        prospect.feature[39] = points
        prospect.feature[40] = count
        prospect.feature[41] = prospect.feature[11]
        prospect.feature[42] = prospect.feature[6]
        prospect.feature[43] = popcount(near & SPETOS)


def least_born(deal: Deal, seat: int) -> int:
    """The size of the smallest hand of another seat that is born, or 8."""
    least = 8
    for other in range(deal.seats):
        if other != seat and deal.born >> other & 1 and popcount(deal.hand[other]) < least:
            least = popcount(deal.hand[other])
    return least


def guess(prospect: Prospect, deal: Deal, moves: Moves, seat: int) -> int:
    """What the rest of the deal brings a seat, in thousandths of a point."""
    describe(prospect, deal, moves, seat, least_born(deal, seat))
    total = 0
    for i in range(COUNT):
        total += prospect.feature[i] * prospect.number[i]
    return total


def margin_ahead(prospect: Prospect, deal: Deal, moves: Moves, seat: int) -> int:
    """`margin` of what the rest of the deal brings the seats, in thousandths of a point."""
    open_ends(deal, moves, -1)
    total = 0
    for other in range(deal.seats):
        worth = guess(prospect, deal, moves, other)
        total += worth * (deal.seats - 1) if other == seat else -worth
    return total
