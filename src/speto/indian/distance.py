"""How many cards a hand is from a valid Show: the fewest to replace, by any cards not in the hand.

What must stay true: exact. A Show lies in at most four groups of at most thirteen places, two of
them runs; whoever keeps its wilds and so many other cards in such places replaces what is missing
of thirteen, and no fewer than its pure run lacks. A pure run lacks at most three cards or can be
cut shorter, so that it may bind only at a distance of two or less. Cards to come are never short
while none is gone: see `targets` for the rest.
"""

from speto.bits import bit, lowest, popcount
from speto.indian.codes import FULL, HAND
from speto.indian.places import (
    Places,
    held_places,
    most,
    most_in_runs,
    most_with_pure,
    pattern_of,
    together,
    without,
    word_of,
)
from speto.indian.targets import can_reach

UNREACHABLE = 14
ANY = 3  # a run may lack three cards: no pure run is asked for


class Distances(Places):
    """The tables, the house's options, and the sets that a hand offers."""

    def __init__(self) -> None:
        super().__init__()
        self.wild = 0
        self.four = False
        self.patterns = [0] * 4
        self.held = [0] * 4
        self.within = [0] * 14
        self.sets = self.first = self.second = 0
        # thirteen ranks, eleven choices of two or more suits
        self.set_rank = [0] * 143
        self.set_suits = [0] * 143
        self.set_cards = [0] * 143
        self.set_places = [0] * 143


def prepare(d: Distances, wild: int, second_run_min: int) -> None:
    """Set the special wild cards of the deal, and the length that one of the runs must have."""
    d.wild = wild
    d.four = second_run_min > 3


def list_sets(d: Distances, one: int) -> None:
    """List the sets that hold two cards or more; one alone lies as well in a run."""
    d.sets = 0
    for rank in range(13):
        held = suits = one >> 4 * rank & 15
        while suits:
            if suits & (suits - 1):
                d.set_rank[d.sets] = rank
                d.set_suits[d.sets] = suits
                d.set_cards[d.sets] = popcount(suits)
                d.set_places[d.sets] = max(popcount(suits), 3)
                d.sets += 1
            suits = (suits - 1) & held


def bound(d: Distances) -> None:
    """Note how many cards runs alone hold in the places that sets leave."""
    black = together(word_of(d, d.patterns[0]), word_of(d, d.patterns[3]))
    red = together(word_of(d, d.patterns[1]), word_of(d, d.patterns[2]))
    word = together(black, red)
    for places in range(6, HAND + 1):
        d.within[places] = most(word, places)


def most_beside(d: Distances, first: int, second: int, lacking: int) -> int:
    """The most cards that two of the sets listed (-1: none) hold with the runs beside them."""
    clubs, diamonds, hearts, spades = d.patterns[0], d.patterns[1], d.patterns[2], d.patterns[3]
    places = HAND
    cards = 0
    at = first
    while at >= 0:
        power = d.powers[d.set_rank[at]]
        suits = d.set_suits[at]
        clubs -= power * (suits & 1)
        diamonds -= power * (suits >> 1 & 1)
        hearts -= power * (suits >> 2 & 1)
        spades -= power * (suits >> 3)
        places -= d.set_places[at]
        cards += d.set_cards[at]
        at = second
        second = -1
    if lacking == ANY:
        return cards + most_in_runs(d, clubs, diamonds, hearts, spades, places)
    held = most_with_pure(d, clubs, diamonds, hearts, spades, places, lacking)
    return -1 if held < 0 else cards + held


def widest(d: Distances, places: int) -> int:
    """The most cards in so many places in a row."""
    best = 0
    for suit in range(4):
        left = d.held[suit]
        while left:
            low = left & -left
            left ^= low
            best = max(best, popcount(d.held[suit] & (low << places) - low))
    return best


def most_in_nine(d: Distances, lacking: int, best: int) -> int:
    """The most cards, if more than `best`, in two runs of nine places; one lacks so few at most."""
    for suit in range(4):
        d.held[suit] = held_places(d, d.patterns[suit])
    for length in range(3, 7):
        beside = widest(d, 9 - length)
        for suit in range(4):
            held = left = d.held[suit]
            while left:
                start = min(lowest(left), 14 - length)
                left &= left - 1
                here = held & (bit(length) - 1) << start
                cards = popcount(here)
                enough = lacking == ANY or cards + lacking >= length
                if enough and cards + beside > best:
                    d.held[suit] = held_places(d, without(d, d.patterns[suit], here))
                    best = max(best, cards + widest(d, 9 - length))
            d.held[suit] = held
    return best


def most_beside_four(d: Distances, at: int, lacking: int, best: int) -> int:
    """The most cards beside a set of four where one run must be of four: not three runs of three.

    Eight places make a run longer by a wild that would be loose; nine are two runs.
    """
    d.set_places[at] = 5
    best = max(best, most_beside(d, at, -1, lacking))
    d.set_places[at] = 4
    if 4 + d.within[9] > best:
        power = d.powers[d.set_rank[at]]
        for suit in range(4):
            d.patterns[suit] -= power
        best = 4 + most_in_nine(d, lacking, best - 4)
        for suit in range(4):
            d.patterns[suit] += power
    return best


def clash(d: Distances, first: int, second: int, two: int) -> bool:
    """Whether two sets would share a card."""
    rank = d.set_rank[first]
    shared = d.set_suits[first] & d.set_suits[second]
    return rank == d.set_rank[second] and (shared & ~(two >> 4 * rank)) != 0


def most_held(d: Distances, two: int, lacking: int, best: int, enough: int) -> int:
    """The most cards that lie in thirteen places, if more than `best`; no more than enough.

    The sets that were best are left behind, and tried first.
    """
    if lacking == ANY:
        d.first = d.second = -1
    held = most_beside(d, d.first, d.second, lacking)
    best = max(best, held)
    if best >= enough:
        return best
    if d.first >= 0:
        best = max(best, most_beside(d, -1, -1, lacking))
    for first in range(d.sets):
        if best >= enough:
            return best
        if d.set_cards[first] + d.within[HAND - d.set_places[first]] > best:
            if d.four and d.set_places[first] == 4:
                best = most_beside_four(d, first, lacking, best)
                continue
            held = most_beside(d, first, -1, lacking)
            if held > best:
                best = held
                d.first = first
                d.second = -1
    for first in range(d.sets):
        for second in range(first, d.sets):
            places = HAND - d.set_places[first] - d.set_places[second]
            # three and three, three and four: no second run of four fits beside these
            if places < 6 or (d.four and places == 6):
                continue
            cards = d.set_cards[first] + d.set_cards[second]
            if cards + d.within[places] <= best or clash(d, first, second, two):
                continue
            held = most_beside(d, first, second, lacking)
            if held > best:
                best = held
                d.first = first
                d.second = second
                if best >= enough:
                    return best
    return best


def has_pure(d: Distances, one: int, two: int, needed: int, lacking: int) -> bool:
    """Whether a show holds so many cards and has a run that lacks so few of being pure.

    A special wild counts as a card of that run in its own place; it was no card before.
    """
    needed = max(needed, 0)
    if most_held(d, two & ~d.wild, lacking, needed - 1, needed) >= needed:
        return True
    special = one & d.wild
    found = False
    while special and not found:
        card = lowest(special)
        special &= special - 1
        d.patterns[card & 3] += d.powers[card >> 2]
        bound(d)
        found = most_held(d, two & ~d.wild, lacking, needed, needed + 1) > needed
        d.patterns[card & 3] -= d.powers[card >> 2]
        bound(d)
    return found


def nearest(d: Distances, one: int, two: int, wilds: int) -> int:
    """The distance while no card is gone."""
    natural = one & ~d.wild
    twice = two & ~d.wild
    for suit in range(4):
        d.patterns[suit] = pattern_of(d, natural, twice, suit)
    list_sets(d, natural)
    bound(d)
    away = max(HAND - wilds - most_held(d, twice, ANY, -1, HAND - wilds), 0)
    while away < ANY and not has_pure(d, one, two, HAND - wilds - away, away):
        away += 1
    return away


def is_near(
    d: Distances, one: int, two: int, some: int, both: int, wilds: int, left: int, away: int
) -> bool:
    """Whether so many of the cards that are not gone are enough; `left`: the wilds, held or not."""
    keep = HAND - wilds - away
    # with a pure run in the hand, wilds may be all that is to come
    if left - wilds >= away and has_pure(d, one, two, keep, 0):
        return True
    return can_reach(d, one, two, some, both, d.wild, away, keep, HAND - left, d.four)


def distance(
    d: Distances,
    one: int,
    two: int,
    jokers: int,
    gone_one: int,
    gone_two: int,
    gone_jokers: int,
) -> int:
    """How many of 13 cards to replace; of 14, after the best discard, which a Show leaves out.

    UNREACHABLE (14) if what is not gone makes no Show.
    """
    wilds = jokers + popcount(one & d.wild) + popcount(two & d.wild)
    away = nearest(d, one, two, wilds)
    # a Show asks for few cards, so none is short while nothing is gone; without a special wild,
    # which no deal lacks, wilds may be
    if away == 0 or (d.wild and not gone_one | gone_jokers):
        return away
    some = one | FULL & ~gone_two
    both = two | FULL & ~gone_one
    left = max(jokers, 2 - gone_jokers) + popcount(some & d.wild) + popcount(both & d.wild)
    if is_near(d, one, two, some, both, wilds, left, away):
        return away
    if not is_near(d, one, two, some, both, wilds, left, HAND):
        return UNREACHABLE
    away += 1
    while not is_near(d, one, two, some, both, wilds, left, away):
        away += 1
    return away
