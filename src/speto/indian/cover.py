"""The fewest points that complete arrangements leave loose: runs by suit, sets tried around them.

What must stay true: nothing is left out. A complete arrangement has two runs, so 13 cards have at
most two sets beside them. Outside the pure run a special wild in its own place is no better than
any other wild, but that three wilds are a run by themselves: one is no printed joker (I-MORE-7).
"""

from speto.bits import lowest, popcount
from speto.indian.codes import CLUBS, RANK
from speto.indian.demands import BOTH, FREE, LONG, NEVER, NONE, PURE, PURE_LONG, RUNS, SPARE, WILDS
from speto.indian.melds import value
from speto.indian.suits import Suits, entry, tidy
from speto.indian.table import get

PAIR = 48
BYTE = 0x7F
TENS = 0xFFFFF << 32
LOW_ROWS = 0xFFFFFFFFFFFF
EVENS = 0x0F0F0F0F
FACES = 0x02040608
BYTES = 0x01010101
ODD_RANKS = 0xF0F0F
TWO_BITS = 0x5555555555555
FOUR_BITS = 0x3333333333333


class Cover(Suits):
    """The workspace of one search.

    `at` is where the entries of the four suits begin, for each number of sets taken out, and after
    them those with one card thrown away. `kept` and `thrown` are what the first two suits come to
    together, and from PAIR on the other two, for each level and number of wilds. `bound` is the
    least that all four can come to, at any level. `dead` are the points of the cards that no run
    can hold, `dead_most` of the dearest of them.
    """

    def __init__(self) -> None:
        super().__init__()
        self.wild = 0
        self.least = self.nodes = self.spare = self.zero = self.dead = self.dead_most = 0
        self.gain = [0, 0]
        self.kept = [0] * 96
        self.thrown = [0] * 96
        self.at = [0] * 24
        self.bound = [0] * 24


def worth(one: int, two: int) -> int:
    """The points of cards none of which is wild."""
    counts = one - (one >> 1 & TWO_BITS)
    counts = (counts & FOUR_BITS) + (counts >> 2 & FOUR_BITS)
    if two:
        more = two - (two >> 1 & TWO_BITS)
        counts += (more & FOUR_BITS) + (more >> 2 & FOUR_BITS)
    # the fourth byte of the products is the sum of all counts by their even parts, and of the odd
    odd = counts >> 4 & EVENS
    points = ((counts & EVENS) + odd) * FACES + odd * BYTES >> 24 & 255
    tens = counts >> 32
    tens = (tens & ODD_RANKS) + (tens >> 4 & ODD_RANKS)
    return points + 10 * (tens + (tens >> 8) + (tens >> 16) & 255)


def dearest(one: int) -> int:
    """The points of the dearest of some cards."""
    if one & TENS:
        return 10
    points = 9
    while points > 1 and not one >> 4 * (points - 2) & RANK:
        points -= 1
    return points if one else 0


def threes(one: int) -> int:
    """The lowest places of three cards in a row, as rows with the aces at both ends."""
    rows = one << 4 | one >> 48
    return rows & rows >> 4 & rows >> 8


def alive(one: int, wilds: int) -> int:
    """The cards that may be in a run with at most one wild."""
    rows = one << 4 | one >> 48
    if wilds:
        rows &= rows >> 4 | rows << 4 | rows >> 8 | (rows & LOW_ROWS) << 8
    else:
        rows &= rows >> 4 & rows >> 8
        rows |= rows << 4 | rows << 8
    return rows >> 4 | (rows & RANK) << 48


def complete(c: Cover, one: int, two: int, jokers: int, limit: int) -> int:
    """The fewest points loose in a complete arrangement of 13 cards, at most the limit."""
    c.spare = 0
    return search(c, one, two, jokers, limit)


def complete_discarding(c: Cover, one: int, two: int, jokers: int, limit: int) -> int:
    """The same of 14 cards, one of which is thrown away."""
    c.spare = 1
    return search(c, one, two, jokers, limit)


def search(c: Cover, one: int, two: int, jokers: int, limit: int) -> int:
    """Try with all special wilds as wilds, then with each as itself, for a pure run's sake."""
    special = one & c.wild
    wilds = jokers + popcount(special) + popcount(two & c.wild)
    one ^= special
    two &= ~c.wild
    c.least = min(limit, NONE)
    tidy(c)
    if threes(one):
        c.zero = 0
        root(c, one, two, wilds)
    while special and c.least:
        c.zero = special & -special
        special ^= c.zero
        if threes(one | c.zero) != threes(one):
            root(c, one | c.zero, two, wilds - 1)
    return c.least if c.least < NONE else limit


def root(c: Cover, one: int, two: int, wilds: int) -> None:
    """The search with no set yet, then with one, then with two.

    Seven wilds and a pure run leave nothing loose: two make a run of any card, three a long one.
    """
    if wilds > WILDS:
        c.least = 0
        return
    plain = one & ~c.zero
    b0 = plain & CLUBS
    b1 = plain >> 1 & CLUBS
    b2 = plain >> 2 & CLUBS
    b3 = plain >> 3 & CLUBS
    visit(c, 0, one, two, wilds, RANK)
    if c.bound[wilds] == NEVER:
        return  # and no set would help
    ranks = b0 & b1 & (b2 | b3) | b2 & b3 & (b0 | b1)
    c.gain[0] = c.gain[1] = 0
    if ranks:
        c.gain[0] = max(3 * dearest(ranks), 4 * dearest(b0 & b1 & b2 & b3))
    if wilds:
        ranks = b0 & (b1 | b2 | b3) | b1 & (b2 | b3) | b2 & b3
        c.gain[1] = 2 * dearest(ranks)
    if ranks:
        sets(c, 0, one, two, wilds, ranks)


def visit(c: Cover, depth: int, one: int, two: int, wilds: int, suits: int) -> None:
    """Lower the least to what the cards come to without further sets, and set the bound.

    Only some of the suits are others than at the depth above. What a thrown card could save is
    guessed first, from above, because most sets lead nowhere.
    """
    c.nodes += 1
    at = 8 * depth
    c.dead = c.dead_most = 0
    top = dearest(one & ~c.zero) if c.spare else 0
    if wilds < 2:
        live = alive(one, wilds)
        out = one & ~live & ~c.zero
        c.dead = worth(out, two & out)
        if c.spare:
            c.dead_most = dearest(out)
        one &= live
        two &= live
    for suit in range(4):
        if suits >> suit & 1:
            c.at[at + suit] = entry(c, key_of(c, one, two, suit))
        else:
            c.at[at + suit] = c.at[at + suit - 8]
    for w in range(wilds + 1):
        c.kept[w] = c.kept[PAIR + w] = NEVER
    lower(c, 0, get(c.slot, c.at[at]), get(c.slot, c.at[at + 1]), wilds)
    lower(c, PAIR, get(c.slot, c.at[at + 2]), get(c.slot, c.at[at + 3]), wilds)
    for w in range(wilds + 1):
        found = NEVER
        for i in range(w + 1):
            found = min(found, c.kept[i] + c.kept[PAIR + w - i])
        c.bound[at + w] = c.dead + found - top
    if c.bound[at + wilds] < c.least:
        if c.spare:
            for suit in range(4):
                c.at[at + 4 + suit] = entry(c, key_of(c, one, two, suit) | SPARE)
        close(c, depth, wilds)


def key_of(c: Cover, one: int, two: int, suit: int) -> int:
    """The key of the cards of a suit."""
    key = one >> suit & CLUBS | (two >> suit & CLUBS) << 1
    return key | ((c.zero & one) >> suit & CLUBS) << 2


def highest(ranks: int) -> int:
    """The highest of some clubs."""
    ranks |= ranks >> 4
    ranks |= ranks >> 8
    ranks |= ranks >> 16
    ranks |= ranks >> 32
    return ranks ^ ranks >> 4


def sets(c: Cover, depth: int, one: int, two: int, wilds: int, ranks: int) -> None:
    """Try each set of the ranks, given by their clubs, and then a second one."""
    while ranks:
        club = highest(ranks)
        rank = lowest(club)
        nibble = (one & ~c.zero) >> rank & RANK
        chosen = nibble
        while chosen:
            n = popcount(chosen)
            missing = max(0, 3 - n)
            if n > 1 and missing <= wilds and pays(c, depth, wilds - missing, n * value(rank)):
                cards = chosen << rank
                left = one & ~cards | two & cards
                # with fewer wilds more cards are dead, in every suit
                suits = RANK if missing and wilds < 3 else chosen
                visit(c, depth + 1, left, two & ~cards, wilds - missing, suits)
                if depth == 0:
                    sets(c, 1, left, two & ~cards, wilds - missing, ranks)
            chosen = (chosen - 1) & nibble
        ranks ^= club


def pays(c: Cover, depth: int, wilds: int, points: int) -> bool:
    """Whether a set of so many points may lead below the least, alone or with a second one."""
    goal = c.least + points
    bound = 8 * depth + wilds
    if c.bound[bound] < goal:
        return True
    if depth:
        return False
    if c.bound[bound] < goal + c.gain[0]:
        return True
    return wilds > 0 and c.bound[bound - 1] < goal + c.gain[1]


def close(c: Cover, depth: int, wilds: int) -> None:
    """Work out what the four suits come to with a pure run, another, and a long one.

    That is a nearer bound for the sets that follow, too, also with fewer wilds.
    """
    join(c, 0, 8 * depth, wilds)
    join(c, PAIR, 8 * depth + 2, wilds)
    for w in range(wilds if depth == 2 else 0, wilds + 1):
        found = joined(c, BOTH, FREE, w)
        if c.long_run == 3:
            found = min(found, joined(c, PURE, RUNS, w))
        else:
            found = min(found, joined(c, PURE, LONG, w), joined(c, PURE_LONG, RUNS, w))
            if w > 3:
                found = min(found, joined(c, PURE, FREE, w - c.long_run))
        if w > 2:
            found = min(found, joined(c, PURE_LONG, FREE, w - 3))
        c.bound[8 * depth + w] = c.dead + found if found < NONE else NEVER
    c.least = min(c.least, c.bound[8 * depth + wilds])


def join(c: Cover, into: int, at: int, wilds: int) -> None:
    """What two suits come to at each level; at FREE `kept` is there already."""
    for w in range(into, into + 8):
        c.thrown[w] = NEVER
    if c.spare:
        lower_thrown(c, into, get(c.slot, c.at[at + 4]), get(c.slot, c.at[at + 1]), wilds)
        lower_thrown(c, into, get(c.slot, c.at[at]), get(c.slot, c.at[at + 5]), wilds)
    for i in range(into + 8, into + PAIR):
        c.kept[i] = c.thrown[i] = NEVER
    cross(c, into + 8 * RUNS, at, RUNS, FREE, wilds)
    cross(c, into + 8 * PURE, at, PURE, FREE, wilds)
    cross(c, into + 8 * BOTH, at, BOTH, FREE, wilds)
    cross(c, into + 8 * BOTH, at, PURE, LONG, wilds)
    if c.long_run > 3 or wilds > 2:
        cross(c, into + 8 * PURE_LONG, at, PURE_LONG, FREE, wilds)
    if c.long_run > 3:
        cross(c, into + 8 * LONG, at, LONG, FREE, wilds)
        cross(c, into + 8 * BOTH, at, PURE_LONG, RUNS, wilds)


def cross(c: Cover, into: int, at: int, p: int, q: int, wilds: int) -> None:
    """One of two suits has the level p and the other has q."""
    x = c.at[at]
    y = c.at[at + 1]
    lower(c, into, get(c.slot, x + p), get(c.slot, y + q), wilds)
    lower(c, into, get(c.slot, x + q), get(c.slot, y + p), wilds)
    if c.spare:
        u = c.at[at + 4]
        v = c.at[at + 5]
        lower_thrown(c, into, get(c.slot, u + p), get(c.slot, y + q), wilds)
        lower_thrown(c, into, get(c.slot, x + p), get(c.slot, v + q), wilds)
        lower_thrown(c, into, get(c.slot, u + q), get(c.slot, y + p), wilds)
        lower_thrown(c, into, get(c.slot, x + q), get(c.slot, v + p), wilds)


def lower(c: Cover, into: int, x: int, y: int, wilds: int) -> None:
    """Lower `kept` to what two levels come to, the wilds in any shares."""
    for i in range(wilds + 1):
        mine = x >> 8 * i & BYTE
        if mine < NONE:
            for j in range(wilds + 1 - i):
                c.kept[into + i + j] = min(c.kept[into + i + j], mine + (y >> 8 * j & BYTE))


def lower_thrown(c: Cover, into: int, x: int, y: int, wilds: int) -> None:
    """The same of `thrown`."""
    for i in range(wilds + 1):
        mine = x >> 8 * i & BYTE
        if mine < NONE:
            for j in range(wilds + 1 - i):
                c.thrown[into + i + j] = min(c.thrown[into + i + j], mine + (y >> 8 * j & BYTE))


def joined(c: Cover, p: int, q: int, wilds: int) -> int:
    """What both pairs of suits come to, one at the level p, the other at q, a card thrown away."""
    p *= 8
    q *= 8
    found = NEVER
    for i in range(wilds + 1):
        j = PAIR + wilds - i
        rest = min(c.kept[p + i] + c.kept[q + j], c.kept[q + i] + c.kept[p + j])
        if not c.spare:
            found = min(found, rest)
        else:
            if c.dead_most:
                found = min(found, rest - c.dead_most)
            found = min(found, c.thrown[p + i] + c.kept[q + j], c.thrown[q + i] + c.kept[p + j])
            found = min(found, c.kept[p + i] + c.thrown[q + j], c.kept[q + i] + c.thrown[p + j])
            if i < wilds:  # or a wild is thrown away
                j -= 1
                rest = min(c.kept[p + i] + c.kept[q + j], c.kept[q + i] + c.kept[p + j])
                found = min(found, rest)
    return found
