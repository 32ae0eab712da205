"""The best arrangement of 13 cards, or of 14 with the best discard (I-ARR-1, I-SCORE-1..3).

What must stay true: the points are the fewest of all arrangements, and equal hands get the same
arrangement.
"""

from speto.bits import bit
from speto.indian.codes import COMPLETE, EXEMPT, FLAT, JOKER, NO_PURE, ONE_PURE
from speto.indian.cover import complete, complete_discarding, dearest, threes, worth
from speto.indian.demands import NEVER
from speto.indian.layout import (
    Layout,
    cards_of,
    hand_out,
    is_laid,
    lay_pure,
    lay_rest,
    rows_of,
    start_laying,
)


class Arranger(Layout):
    """The options of a deal, and the arrangement that was found last."""

    def __init__(self) -> None:
        super().__init__()
        self.no_pure = FLAT
        self.one_pure = EXEMPT
        self.cap = 80
        self.points = self.sum = self.stage = 0
        self.discard = -1


def prepare(
    a: Arranger, wild: int, second_run_min: int, no_pure: int, one_pure: int, cap: int
) -> None:
    """Set the special wild cards and the options of a deal."""
    a.wild = wild
    a.no_pure = no_pure
    a.one_pure = one_pure
    a.cap = cap
    a.long_run = second_run_min


def fewest(a: Arranger, one: int, two: int, jokers: int) -> int:
    """The fewest points of 13 cards."""
    if not threes(one):
        return without_pure(a, one, two, False)
    return complete(a, one, two, jokers, min(a.cap, with_pure(a, one, two, False)))


def fewest_discarding(a: Arranger, one: int, two: int, jokers: int) -> int:
    """The fewest points of 14 cards after the best discard."""
    if not threes(one):
        return without_pure(a, one, two, True)
    return complete_discarding(a, one, two, jokers, min(a.cap, with_pure(a, one, two, True)))


def can_show(a: Arranger, one: int, two: int, jokers: int) -> bool:
    """Whether 13 cards are a valid Show (I-SHOW-1)."""
    return threes(one) != 0 and complete(a, one, two, jokers, 1) == 0


def shows(a: Arranger, one: int, two: int, jokers: int) -> int:
    """The finishing cards of 14 that leave a valid Show: bits 0 to 51, 52 for a printed joker."""
    found = 0
    if not threes(one) or complete_discarding(a, one, two, jokers, 1):
        return found
    cards = one
    while cards:
        card = cards & -cards
        cards ^= card
        if can_show(a, one ^ card | two & card, two & ~card, jokers):
            found |= card
    if jokers and can_show(a, one, two, jokers - 1):
        found |= bit(JOKER)
    return found


def without_pure(a: Arranger, one: int, two: int, discarding: bool) -> int:
    """What a hand without a pure run costs (I-SCORE-1)."""
    if a.no_pure == FLAT:
        return a.cap
    one &= ~a.wild
    points = worth(one, two & ~a.wild)
    if discarding:
        points -= dearest(one)
    return min(a.cap, points)


def with_pure(a: Arranger, one: int, two: int, discarding: bool) -> int:
    """The sum of a hand that has a pure run but is not complete (I-SCORE-2)."""
    return worth(one & ~a.wild, two & ~a.wild) - free_points(a, one, two, discarding)


def free_points(a: Arranger, one: int, two: int, discarding: bool) -> int:
    """The most points that do not count beside one pure run: the run, and one discard.

    With what is exempt, only runs that go on no further need be asked; else those of three cards.
    """
    rows = rows_of(one)
    low = threes(one)
    if a.one_pure == EXEMPT:
        low &= ~(low << 4)
    elif not discarding:
        return 0
    most = 0
    while low:
        c = low & -low
        low ^= c
        run = c | c << 4 | c << 8
        points = 0
        if a.one_pure == EXEMPT:
            c <<= 12
            while rows & c:
                run |= c
                c <<= 4
            points = worth(cards_of(run) & ~a.wild, 0)
        if discarding:
            points += dearest((one & ~cards_of(run) | two) & ~a.wild)
        most = max(most, points)
    return most


def arrange(a: Arranger, one: int, two: int, jokers: int) -> None:
    """Leave the natural arrangement of 13 cards in the workspace: the longest pure run first.

    Where no second run counts, the rest is laid all the same, for the eye.
    """
    weigh(a, one, two, jokers)
    start_laying(a, a.sum if a.stage == COMPLETE else NEVER)
    if a.stage == NO_PURE:
        lay_rest(a, one, two, jokers, 0, 0)
    else:
        points = -1
        if a.stage == ONE_PURE and a.one_pure == EXEMPT:
            points = free_points(a, one, two, False)
        size = 13
        while not is_laid(a):
            lay_pure(a, one, two, jokers, size, a.stage == COMPLETE, points)
            size -= 1
    hand_out(a, one, two, jokers)
    a.discard = -1


def arrange_discarding(a: Arranger, one: int, two: int, jokers: int) -> None:
    """Leave the natural arrangement of 14 cards after the best discard in the workspace.

    Of discards that leave equal points: one that leaves the nearer stage, the fewest points outside
    groups, the dearest card, and a wild only if nothing else does.
    """
    best = least = 0
    chosen = -1
    for card in range(JOKER, -1, -1):
        if jokers if card == JOKER else one & bit(card):
            arrange_without(a, one, two, jokers, card)
            rank = a.points << 24 | a.sum << 8 | COMPLETE - a.stage
            left = worth(a.left_one & ~a.wild, a.left_two & ~a.wild) << 8
            if card == JOKER or a.wild & bit(card):
                left |= 64
            else:
                left |= 16 - worth(bit(card), 0)
            if chosen < 0 or rank < best or (rank == best and left < least):
                best = rank
                least = left
                chosen = card
    arrange_without(a, one, two, jokers, chosen)
    a.discard = chosen


def arrange_without(a: Arranger, one: int, two: int, jokers: int, card: int) -> None:
    """Arrange what a discard leaves."""
    if card == JOKER:
        arrange(a, one, two, jokers - 1)
    else:
        arrange(a, one ^ bit(card) | two & bit(card), two & ~bit(card), jokers)


def weigh(a: Arranger, one: int, two: int, jokers: int) -> None:
    """Find the stage, the uncapped sum and the points of 13 cards."""
    if not threes(one):
        a.stage = NO_PURE
        a.sum = a.cap
        if a.no_pure != FLAT:
            a.sum = worth(one & ~a.wild, two & ~a.wild)
    else:
        a.stage = ONE_PURE
        a.sum = with_pure(a, one, two, False)
        found = complete(a, one, two, jokers, a.sum + 1)
        if found <= a.sum:
            a.stage = COMPLETE
            a.sum = found
    a.points = min(a.sum, a.cap)
