"""The natural arrangement: groups laid out as a person would, with as little loose as can be.

What must stay true: equal hands are laid alike. Rows are 14 places of four suits, the ace at both
ends; a row is four bits.
"""

from speto.bits import bit, lowest, popcount
from speto.indian.codes import PURE_RUN, RANK, RUN, SET
from speto.indian.cover import Cover, worth
from speto.indian.demands import NEVER


class Layout(Cover):
    """The workspace of laying: `way_` is the search under way, `laid_` the best so far.

    A laid group is its natural cards as rows, its first and last row (−1 for a set), and how many
    wilds stand in it. `group_` and `left_` are the groups and the loose cards that it came to.
    """

    def __init__(self) -> None:
        super().__init__()
        self.n_groups = self.least_loose = self.least_wilds = self.least_groups = 0
        self.left_one = self.left_two = self.left_jokers = 0
        self.way_cards = [0] * 8
        self.way_wilds = [0] * 8
        self.way_low = [0] * 8
        self.way_high = [0] * 8
        self.laid_cards = [0] * 8
        self.laid_wilds = [0] * 8
        self.laid_low = [0] * 8
        self.laid_high = [0] * 8
        self.group_kind = [0] * 8
        self.group_one = [0] * 8
        self.group_two = [0] * 8
        self.group_jokers = [0] * 8

    def groups(self) -> list[tuple[int, int, int, int]]:
        """The groups as (kind, one, two, jokers), the pure run that counts first."""
        return [
            (self.group_kind[i], self.group_one[i], self.group_two[i], self.group_jokers[i])
            for i in range(self.n_groups)
        ]

    def loose(self) -> tuple[int, int, int]:
        """The cards in no group, without the discard, as (one, two, jokers)."""
        return self.left_one, self.left_two, self.left_jokers


def start_laying(a: Layout, loose: int) -> None:
    """Forget what was laid; nothing with more points loose than so many will do."""
    a.least_loose = loose
    a.least_wilds = a.least_groups = NEVER


def is_laid(a: Layout) -> bool:
    """Whether anything has been laid since."""
    return a.least_groups < NEVER


def rows_of(cards: int) -> int:
    """Cards as 14 rows, the aces in the first and in the last."""
    return cards << 4 | cards >> 48


def cards_of(rows: int) -> int:
    """The cards of rows."""
    return rows >> 4 | (rows & RANK) << 48


def both_ends(rows: int) -> int:
    """Rows with each ace at both ends."""
    return rows_of(cards_of(rows))


def stretch(row: int, size: int) -> int:
    """So many clubs in a row."""
    cards = 0
    for place in range(row, row + size):
        cards |= bit(4 * place)
    return cards


def lay_pure(
    a: Layout, one: int, two: int, jokers: int, size: int, complete: bool, points: int
) -> None:
    """Try every pure run of so many cards (of so many points, unless −1) with the best rest."""
    held = rows_of(one)
    for row in range(15 - size):
        for suit in range(4):
            run = stretch(row, size) << suit
            if held & run == run and points in (-1, worth(cards_of(run) & ~a.wild, 0)):
                need = 0
                if complete:
                    need = a.long_run if size < a.long_run else 3
                a.way_cards[0] = run
                a.way_wilds[0] = 0
                a.way_low[0] = row
                a.way_high[0] = row + size - 1
                cards = cards_of(run)
                lay_rest(a, one & ~cards | two & cards, two & ~cards, jokers, need, 1)


def lay_rest(a: Layout, one: int, two: int, jokers: int, need: int, n: int) -> None:
    """Lay what a pure run leaves: outside it a special wild serves as well as any other wild."""
    wilds = jokers + popcount(one & a.wild) + popcount(two & a.wild)
    lay(a, rows_of(one & ~a.wild), rows_of(two & ~a.wild), 0, wilds, need, 0, 0, n)


def lay(
    a: Layout, m1: int, m2: int, row: int, wilds: int, need: int, loose: int, used: int, n: int
) -> None:
    """Group the cards of m1 and m2 from a row up; keep the least loose, wilds, groups in turn.

    `need` is the size of a run that is still missing. Where a run passes a card that is there it
    takes it: a wild in its stead could change places with it.
    """
    if loose > a.least_loose or (
        loose == a.least_loose
        and (used > a.least_wilds or (used == a.least_wilds and n >= a.least_groups))
    ):
        return
    if not m1:
        lay_wilds(a, wilds, need, loose, used, n)
        return
    while not m1 >> 4 * row & RANK:
        row += 1
    nibble = m1 >> 4 * row & RANK
    c = (nibble & -nibble) << 4 * row
    lay_runs(a, m1, m2, row, c, wilds, need, loose, used, n)
    if row == 0:
        lay(a, m1 & ~c, m2 & ~c, row, wilds, need, loose, used, n)
        return
    others = m1 & (RANK << 4 * row) ^ c
    cards = others
    while cards:
        missing = max(0, 2 - popcount(cards))
        if missing <= wilds:
            group = both_ends(cards | c)
            a.way_cards[n] = cards | c
            a.way_wilds[n] = missing
            a.way_low[n] = a.way_high[n] = -1
            lay(
                a,
                m1 & ~group | m2 & group,
                m2 & ~group,
                row,
                wilds - missing,
                need,
                loose,
                used + missing,
                n + 1,
            )
        cards = (cards - 1) & others
    cost = row + 1 if row < 9 else 10
    if m2 & c:
        cost *= 2
    c = both_ends(c)
    lay(a, m1 & ~c, m2 & ~c, row, wilds, need, loose + cost, used, n)


def lay_runs(
    a: Layout,
    m1: int,
    m2: int,
    row: int,
    c: int,
    wilds: int,
    need: int,
    loose: int,
    used: int,
    n: int,
) -> None:
    """Go on with each run whose lowest natural card is c."""
    cards = gaps = 0
    last = 12 if row == 0 else 13
    for q in range(row, last + 1):
        if not m1 & c:
            gaps += 1
            if gaps > wilds:
                return
        else:
            cards |= c
            group = both_ends(cards)
            size = q - row + 1
            for least in range(3, max(3, need) + 1):
                missing = gaps + max(0, least - size)
                if missing <= wilds and (least == 3 or size < least):
                    a.way_cards[n] = cards
                    a.way_wilds[n] = missing
                    a.way_low[n] = row
                    a.way_high[n] = q
                    lay(
                        a,
                        m1 & ~group | m2 & group,
                        m2 & ~group,
                        row,
                        wilds - missing,
                        0 if max(size, least) >= need else need,
                        loose,
                        used + missing,
                        n + 1,
                    )
        c <<= 4


def lay_wilds(a: Layout, wilds: int, need: int, loose: int, used: int, n: int) -> None:
    """Keep what is laid; a run still missing may be of wilds, as one of three is no printed joker.

    That one stands in its own place (I-MORE-7).
    """
    if need > wilds:
        return
    if need:
        a.way_cards[n] = 0
        a.way_wilds[n] = need
        a.way_low[n] = a.way_high[n] = 0
        used += need
        n += 1
        if loose == a.least_loose and (
            used > a.least_wilds or (used == a.least_wilds and n >= a.least_groups)
        ):
            return
    a.least_loose = loose
    a.least_wilds = used
    a.least_groups = n
    for i in range(n):
        a.laid_cards[i] = a.way_cards[i]
        a.laid_wilds[i] = a.way_wilds[i]
        a.laid_low[i] = a.way_low[i]
        a.laid_high[i] = a.way_high[i]


def hand_out(a: Layout, one: int, two: int, jokers: int) -> None:
    """Make groups of what is laid, and give them their wilds: first those in their own place."""
    a.left_one = one
    a.left_two = two
    a.left_jokers = jokers
    a.n_groups = a.least_groups
    for i in range(a.n_groups):
        a.group_one[i] = a.group_two[i] = a.group_jokers[i] = 0
        cards = cards_of(a.laid_cards[i])
        while cards:
            give(a, i, cards & -cards)
            cards &= cards - 1
    for i in range(a.n_groups):
        give_own(a, i)
    for i in range(a.n_groups):
        if not a.group_one[i]:
            give(a, i, a.left_one & a.wild & -(a.left_one & a.wild))
            a.laid_wilds[i] -= 1
    for i in range(a.n_groups):
        a.group_kind[i] = RUN
        if a.laid_low[i] < 0:
            a.group_kind[i] = SET
        elif not a.laid_wilds[i]:
            a.group_kind[i] = PURE_RUN
        for _ in range(a.laid_wilds[i]):
            if a.left_jokers:
                a.left_jokers -= 1
                a.group_jokers[i] += 1
            else:
                give(a, i, a.left_one & a.wild & -(a.left_one & a.wild))
    sort_groups(a)


def give(a: Layout, i: int, card: int) -> None:
    """Move one copy of a card from what is left into a group."""
    if a.left_two & card:
        a.left_two ^= card
    else:
        a.left_one ^= card
    a.group_two[i] |= a.group_one[i] & card
    a.group_one[i] |= card


def give_own(a: Layout, i: int) -> None:
    """Give a run the special wilds that stand in their own place in it, then next to its ends."""
    if a.laid_low[i] < 0 or not a.laid_cards[i]:
        return
    suit = lowest(a.laid_cards[i]) & 3
    low = a.laid_low[i]
    high = a.laid_high[i]
    q = low
    while q <= high:
        give_place(a, i, q, suit)
        q += 1
    size = high - low + 1
    gaps = size - popcount(cards_of(a.laid_cards[i]))
    while a.laid_wilds[i] and gaps < a.laid_wilds[i]:
        before = a.laid_wilds[i]
        if high < 13 and (low or high < 12):
            give_place(a, i, high + 1, suit)
            if a.laid_wilds[i] < before:
                high += 1
                continue
        if low and (low > 1 or high < 13):
            give_place(a, i, low - 1, suit)
            if a.laid_wilds[i] < before:
                low -= 1
                continue
        return


def give_place(a: Layout, i: int, row: int, suit: int) -> None:
    """Fill a place of a run with its own card, if that is a wild that is left."""
    card = cards_of(bit(4 * row + suit))
    if card & a.left_one & a.wild & ~a.group_one[i]:
        give(a, i, card)
        a.laid_wilds[i] -= 1


def sort_groups(a: Layout) -> None:
    """Put the groups after the first in order: pure runs, runs, sets; else as they were."""
    for i in range(2, a.n_groups):
        j = i
        while j > 1 and a.group_kind[j] > a.group_kind[j - 1]:
            swap(a, j)
            j -= 1


def swap(a: Layout, j: int) -> None:
    """Swap a group with the one before it."""
    kind, one, two, jokers = a.group_kind[j], a.group_one[j], a.group_two[j], a.group_jokers[j]
    a.group_kind[j] = a.group_kind[j - 1]
    a.group_one[j] = a.group_one[j - 1]
    a.group_two[j] = a.group_two[j - 1]
    a.group_jokers[j] = a.group_jokers[j - 1]
    a.group_kind[j - 1] = kind
    a.group_one[j - 1] = one
    a.group_two[j - 1] = two
    a.group_jokers[j - 1] = jokers
