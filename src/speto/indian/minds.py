"""What a thinking seat has in its head: weights, tables, and how good 13 cards look to it.

What must stay true: a table only remembers what would be found again, so that a mind that is new
and one that is old think the same.
"""

from speto.bits import bit, popcount
from speto.indian.arrange import Arranger, fewest
from speto.indian.arrange import prepare as prepare_arranger
from speto.indian.codes import EXACT, EXEMPT, JOKER, SUM_CAPPED
from speto.indian.cover import worth as cards_worth
from speto.indian.deal import Deal
from speto.indian.distance import Distances, distance
from speto.indian.distance import prepare as prepare_distances
from speto.indian.near import gaps, lacks_pure, neighbors, pairs, reach
from speto.indian.table import get, give_back, put, zeros
from speto.indian.weights import (
    DOUBLE,
    DROPS_FEW,
    DROPS_MANY,
    GAP,
    N_WEIGHTS,
    NEXT,
    PAIR,
    POINTS,
    PURE,
    VALUE,
    WEIGHTS_FEW,
    WEIGHTS_MANY,
)

UNCAPPED = 1000
ROWS = 16384
SALTS = 256
MIX_ONE = 0x9E3779B97F4A7C15
MIX_TWO = 0xBF58476D1CE4E5B9


class Mind:
    """The weights, the tables, and what a seat knows beyond its sight.

    `knows` is whether it knows the hands of the others, which then stand in `their_one`,
    `their_two` and `their_jokers`; `coming` is the next card of the stock, or −1. What `rate` has
    judged stands in `card`, with its `worth`, and what the hand then lacks in `away`; a `wide` mind
    judges also what is plainly worse, a `quick` one counts no cards to come.
    """

    def __init__(self) -> None:
        self.distances = Distances()
        self.arranger = Arranger()
        self.counter = Arranger()
        self.wild = self.four = self.no_pure = self.one_pure = self.cap = -1
        self.knows = self.wide = self.quick = False
        self.coming = -1
        self.n = self.salt = 0
        self.weights = [0] * 32
        self.both = [0] * 64
        self.drops = [0] * 40
        self.their_one = [0] * 6
        self.their_two = [0] * 6
        self.their_jokers = [0] * 6
        self.card = [0] * 16
        self.worth = [0] * 16
        self.away = [0] * 16
        self.near = zeros(3 * ROWS)
        self.few = zeros(3 * ROWS)
        self.owed = zeros(3 * ROWS)
        self.help = zeros(3 * ROWS)
        if not self.near or not self.few or not self.owed or not self.help:
            raise MemoryError
        self.set_weights(list(WEIGHTS_FEW), list(WEIGHTS_MANY))
        for i in range(20):
            self.drops[i] = DROPS_FEW[i]
            self.drops[20 + i] = DROPS_MANY[i]

    def __dealloc__(self) -> None:
        give_back(self.near)
        give_back(self.few)
        give_back(self.owed)
        give_back(self.help)

    def set_weights(self, few: list[int], many: list[int]) -> None:
        """Judge by other weights, where few cards are special wilds and where many are."""
        for i in range(N_WEIGHTS):
            self.both[i] = few[i]
            self.both[32 + i] = many[i]
        self.wild = -1

    def learn_hand(self, seat: int, hand: tuple[int, int, int]) -> None:
        """Know what a seat holds."""
        self.their_one[seat], self.their_two[seat], self.their_jokers[seat] = hand

    def rated(self) -> list[tuple[int, int, int]]:
        """Each discard that was judged: its card, its worth, and what the hand then lacks."""
        return [(self.card[i], self.worth[i], self.away[i]) for i in range(self.n)]


def ready(mind: Mind, seen: Deal) -> None:
    """Set the tables to the wild cards and options of a deal."""
    if (
        mind.wild == seen.wild
        and mind.four == seen.house.second_run_min
        and mind.no_pure == seen.house.no_pure
        and mind.one_pure == seen.house.one_pure
        and mind.cap == seen.house.cap
    ):
        return
    mind.wild = seen.wild
    mind.four = seen.house.second_run_min
    mind.no_pure = seen.house.no_pure
    mind.one_pure = seen.house.one_pure
    mind.cap = seen.house.cap
    at = 0 if has_few(seen) else 32
    for i in range(N_WEIGHTS):
        mind.weights[i] = mind.both[at + i]
    mind.salt += 1
    if mind.salt == SALTS:
        mind.salt = 1
        for i in range(3 * ROWS):
            put(mind.near, i, 0)
            put(mind.few, i, 0)
            put(mind.owed, i, 0)
            put(mind.help, i, 0)
    prepare_distances(mind.distances, mind.wild, mind.four)
    prepare_arranger(mind.arranger, mind.wild, mind.four, SUM_CAPPED, EXEMPT, UNCAPPED)
    prepare_arranger(mind.counter, mind.wild, mind.four, mind.no_pure, mind.one_pure, mind.cap)


def has_few(seen: Deal) -> bool:
    """Whether few cards of the pack are special wilds."""
    return seen.house.wild_scope == EXACT and seen.cut != JOKER


def row_of(one: int, second: int) -> int:
    """Where a table remembers a hand."""
    mixed = one * MIX_ONE + second * MIX_TWO
    return 3 * (mixed >> 40 & ROWS - 1)


def lacks(mind: Mind, one: int, two: int, jokers: int) -> int:
    """How many cards 13, or the best 13 of 14, are from a Show."""
    second = two | jokers << 52 | mind.salt << 54
    row = row_of(one, second)
    if get(mind.near, row) == one and get(mind.near, row + 1) == second:
        return get(mind.near, row + 2)
    found = distance(mind.distances, one, two, jokers, 0, 0, 0)
    put(mind.near, row, one)
    put(mind.near, row + 1, second)
    put(mind.near, row + 2, found)
    return found


def points_in(mind: Mind, one: int, two: int, jokers: int) -> int:
    """The fewest points of 13 cards, uncapped."""
    second = two | jokers << 52 | mind.salt << 54
    row = row_of(one, second)
    if get(mind.few, row) == one and get(mind.few, row + 1) == second:
        return get(mind.few, row + 2)
    found = fewest(mind.arranger, one, two, jokers)
    put(mind.few, row, one)
    put(mind.few, row + 1, second)
    put(mind.few, row + 2, found)
    return found


def with_card(mind: Mind, one: int, two: int, jokers: int, card: int) -> int:
    """What 13 cards lack with one more."""
    if card == JOKER:
        return lacks(mind, one, two, jokers + 1)
    return lacks(mind, one | bit(card), two | one & bit(card), jokers)


def helps(mind: Mind, one: int, two: int, jokers: int) -> int:
    """The cards, as a mask, that bring 13 cards nearer to a Show; of jokers it does not tell."""
    second = two | jokers << 52 | mind.salt << 54
    row = row_of(one, second)
    if get(mind.help, row) == one and get(mind.help, row + 1) == second:
        return get(mind.help, row + 2)
    now = lacks(mind, one, two, jokers)
    found = 0
    cards = reach(one & ~mind.wild) | mind.wild
    while cards:
        card = cards & -cards
        cards ^= card
        if lacks(mind, one | card, two | one & card, jokers) < now:
            found |= card
    put(mind.help, row, one)
    put(mind.help, row + 1, second)
    put(mind.help, row + 2, found)
    return found


def owes(mind: Mind, one: int, two: int, jokers: int) -> int:
    """What 13 cards cost by the rules of the deal."""
    second = two | jokers << 52 | mind.salt << 54
    row = row_of(one, second)
    if get(mind.owed, row) == one and get(mind.owed, row + 1) == second:
        return get(mind.owed, row + 2)
    found = fewest(mind.counter, one, two, jokers)
    put(mind.owed, row, one)
    put(mind.owed, row + 1, second)
    put(mind.owed, row + 2, found)
    return found


def hand_worth(mind: Mind, one: int, two: int, jokers: int) -> int:
    """What 13 cards are worth, their distance from a Show left out."""
    plain = one & ~mind.wild
    worth = mind.weights[NEXT] * neighbors(plain) + mind.weights[GAP] * gaps(plain)
    worth += mind.weights[PAIR] * pairs(plain) + mind.weights[DOUBLE] * popcount(two & plain)
    worth += mind.weights[VALUE] * cards_worth(plain, two & plain)
    worth += mind.weights[PURE] * lacks_pure(one)
    return worth + mind.weights[POINTS] * points_in(mind, one, two, jokers)
