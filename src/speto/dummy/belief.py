"""How well a guessed hand of another seat fits what that seat was seen to do.

What must stay true: it is asked of worlds, and of what lies open; the card a seat threw last still
lies in the row with its thrower and turn, and below it the row as it was then. Fits are logarithms
to base two, in 1024ths; whole numbers, so that they are the same everywhere.
"""

from collections.abc import Sequence

from speto.bits import bit, popcount
from speto.dummy.codes import NOBODY, SPETOS
from speto.dummy.deal import Deal
from speto.dummy.judge import open_ends
from speto.dummy.melds import Moves, melded, points_of
from speto.dummy.outlook import Outlook, Weights, look_from, wanted
from speto.dummy.tuned import hand_worth, throw_worth

TRAITS = 12
WHOLE = 65536
WAVER = 7
"""A misjudgment of 2^7 hundredths of a point halves the chance of a throw."""


class Belief:
    """The traits of a hand beside what its seat did, and the fitted number of each."""

    def __init__(self, numbers: Sequence[int]) -> None:
        self.trait = [0] * 16
        self.number = [0] * 16
        self.hand = [0] * 16
        self.fit = [0] * 16
        self.share = [0] * 16
        self.pool = [0] * 52
        for i, number in enumerate(numbers):
            self.number[i] = number

    def traits(self) -> list[int]:
        """The traits that were last found."""
        return [self.trait[i] for i in range(TRAITS)]


def halved(times: int) -> int:
    """65536 halved so many 1024ths of a time."""
    if times >= 16384:
        return 0
    return WHOLE - ((times & 1023) << 5) >> (times >> 10)


def log2(number: int) -> int:
    """The logarithm of a whole number from 1 on, in 1024ths."""
    whole = 0
    rest = number
    while rest > 1:
        rest >>= 1
        whole += 1
    return (whole << 10) + (((number - (rest << whole)) << 10) >> whole)


def throw_fit(
    deal: Deal, outlook: Outlook, weights: Weights, moves: Moves, seat: int, at: int
) -> int:
    """How likely the seat's hand was to throw the card at a place of the row, with what it holds.

    The logarithm of its share among all cards that it might have thrown.
    """
    hand = deal.hand[seat]
    row = deal.row_mask
    length = deal.n_row
    thrown = bit(deal.row[at] & 63)
    deal.row_mask = 0
    for i in range(at):
        deal.row_mask |= bit(deal.row[i] & 63)
    deal.n_row = at
    deal.hand[seat] = hand | thrown
    look_from(outlook, deal, seat)
    outlook.used = 0
    mine = throw_worth(deal, outlook, weights, moves, thrown)
    total = WHOLE
    x = hand
    while x:
        card = x & -x
        x ^= card
        worth = throw_worth(deal, outlook, weights, moves, card) - mine
        # what would have been far better is taken as just so much better
        if worth > 0:
            steps = min(worth >> WAVER, 5)
            total += WHOLE << steps
        else:
            total += halved((-worth << 10) >> WAVER)
    deal.hand[seat] = hand
    deal.row_mask = row
    deal.n_row = length
    return (16 << 10) - log2(total)


def describe(
    belief: Belief,
    deal: Deal,
    outlook: Outlook,
    weights: Weights,
    moves: Moves,
    seat: int,
    turn: int,
) -> None:
    """Find the traits of the hand of a seat whose last turn was `turn`."""
    for i in range(16):
        belief.trait[i] = 0
    hand = deal.hand[seat]
    mover = deal.to_act
    deal.to_act = seat
    open_ends(deal, moves, -1)
    before = 0
    last = older = -1
    for i in range(deal.n_row):
        place = deal.row[i]
        thrower = place >> 6 & 7
        if thrower == NOBODY or (place >> 9 & 511) < turn:
            before |= bit(place & 63)
        if thrower == seat:
            if (place >> 9 & 511) == turn:
                last = i
            else:
                older = i
    if last >= 0:
        belief.trait[0] = throw_fit(deal, outlook, weights, moves, seat, last)
    if older >= 0:
        belief.trait[1] = throw_fit(deal, outlook, weights, moves, seat, older)
    born = deal.born >> seat & 1
    if last < 0 and older < 0:
        look_from(outlook, deal, seat)
        outlook.used = 0
    belief.trait[2] = hand_worth(deal, outlook, weights, moves, hand, before, born != 0) >> 3
    lack = wanted(hand) & before
    two = wanted(before) & hand
    spread = melded(hand, deal.house.ace_low_run)
    if born:
        belief.trait[3] = popcount(spread) << 8
        belief.trait[4] = popcount(hand & (moves.chain | moves.single)) << 8
        belief.trait[5] = popcount(lack) << 8
        belief.trait[6] = popcount(two) << 8
    else:
        belief.trait[7] = popcount(spread) << 8
        belief.trait[8] = popcount(lack) << 8
        belief.trait[9] = popcount(two) << 8
    belief.trait[10] = popcount(hand & SPETOS) << 10
    belief.trait[11] = points_of(hand) << 4
    deal.to_act = mover


def fit(
    belief: Belief,
    deal: Deal,
    outlook: Outlook,
    weights: Weights,
    moves: Moves,
    seat: int,
    turn: int,
) -> int:
    """How well a hand fits, more being better: only differences mean something."""
    describe(belief, deal, outlook, weights, moves, seat, turn)
    total = 0
    for i in range(TRAITS):
        total += belief.trait[i] * belief.number[i]
    return total >> 10


def last_turn(deal: Deal, seat: int) -> int:
    """The number of the last turn of a seat that is not to act; below 0 if it had none."""
    behind = (deal.to_act - seat) * deal.direction
    return deal.turn - (behind + deal.seats) % deal.seats
