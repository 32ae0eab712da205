"""What the cards of one suit come to when they are laid in runs, kept in a table.

What must stay true: an entry depends on its key alone, so the table only ever saves time. A key has
four bits a rank: held, held twice, worth nothing (a special wild in its own place); above them it
says whether a card is thrown away, and what run is long. All seven numbers of a level are worked
out at once, as bytes of a word.
"""

from speto.bits import bit, lowest
from speto.indian.codes import CLUBS
from speto.indian.demands import BOTH, LEVELS, LONG, PURE, PURE_LONG, RUNS, SPARE, WILDS
from speto.indian.melds import value
from speto.indian.table import get, give_back, put, zeros

ACE = 1 << 48
SLOTS = 65536
LOW_HALF = 0xFFFFFFFF
SCATTER = 0x2F3D5B79
SCATTER_HIGH = 0x1B873593
NIBBLES = 0x0F0F0F0F0F0F0F
FLAGS = 54
ONES = 0x01010101010101
TOPS = 0x80808080808080
NONES = 0x7F7F7F7F7F7F7F


class Suits:
    """The table: slots of eight words, a key and its entry; a free one has 0 for the key.

    `long_run` is the size that counts as long; `work` has room for an entry of each number of
    cards.
    """

    def __init__(self) -> None:
        self.long_run = 3
        self.used = 0
        self.work = [0] * 256
        self.slot = zeros(8 * SLOTS)
        if not self.slot:
            raise MemoryError

    def __dealloc__(self) -> None:
        give_back(self.slot)


def forget(s: Suits) -> None:
    """Empty the table."""
    s.used = 0
    for slot in range(SLOTS):
        put(s.slot, 8 * slot, 0)


def tidy(s: Suits) -> None:
    """Empty the table if a quarter is left: a search fills less than that."""
    if 4 * s.used > 3 * SLOTS:
        forget(s)


def entry(s: Suits, key: int) -> int:
    """Where the levels of a key begin; they stay there until `tidy`."""
    key |= bit(FLAGS + s.long_run)  # so that no key is 0
    at = find(s, key)
    if get(s.slot, at) != key:
        work = work_at(key)
        fill(s, key, work)
        at = find(s, key)
        put(s.slot, at, key)
        s.used += 1
        for level in range(LEVELS):
            put(s.slot, at + 1 + level, s.work[work + level])
    return at + 1


def find(s: Suits, key: int) -> int:
    """The slot of a key, or the free one where it belongs."""
    slot = (key & LOW_HALF) * SCATTER + (key >> 32) * SCATTER_HIGH >> 32 & SLOTS - 1
    while get(s.slot, 8 * slot) != key and get(s.slot, 8 * slot):
        slot = slot + 1 & SLOTS - 1
    return 8 * slot


def work_at(key: int) -> int:
    """Where in `work` an entry is made."""
    cards = (key & CLUBS) + (key >> 1 & CLUBS)
    cards = (cards & NIBBLES) + (cards >> 4 & NIBBLES)
    cards += cards >> 8
    cards += cards >> 16
    cards = (cards + (cards >> 32)) & 15
    return 16 * cards + 8 * (key >> 56 & 1)


def without(key: int, cards: int) -> int:
    """A key without one copy of some of its cards."""
    twice = key >> 1 & cards
    return key & ~(twice << 1 | (cards ^ twice) * 5)


def least(x: int, y: int) -> int:
    """Of each two bytes the lesser."""
    mask = ((x | TOPS) - y) & TOPS
    mask -= mask >> 7
    return (y & mask) | (x & ~mask)


def dearer(x: int, points: int) -> int:
    """Each byte with so many points more, but at most NONE."""
    x += ONES * points
    tops = x & TOPS
    return (x | (tops - (tops >> 7))) & NONES


def paid(x: int, wilds: int) -> int:
    """The numbers of a rest when so many wilds are already used."""
    if wilds > WILDS:
        return NONES
    return (x & NONES >> 8 * wilds) << 8 * wilds | NONES >> 8 * (WILDS + 1 - wilds)


def fill(s: Suits, key: int, work: int) -> None:
    """Work an entry out from those with fewer cards.

    One card is loose, or thrown away, or in any run; then one of the runs is a pure one. Where a
    run passes a card that is there it takes it: a wild in its stead could change places with it.
    """
    for level in range(LEVELS):
        s.work[work + level] = NONES
    if not key & CLUBS:
        if not key & SPARE:
            s.work[work] = 0
        return
    rank = 12
    if not key & ACE:
        rank = lowest(key) >> 2
    c = bit(4 * rank)
    at = entry(s, without(key, c))
    points = 0 if key & c << 2 else value(4 * rank)
    for level in range(PURE):
        s.work[work + level] = dearer(get(s.slot, at + level), points)
    if key & SPARE:
        at = entry(s, without(key, c) ^ SPARE)
        for level in range(PURE):
            s.work[work + level] = least(s.work[work + level], get(s.slot, at + level))
    if rank == 12:
        add_runs(s, key, -1, work)
        add_runs_down(s, key, work)
    else:
        add_runs(s, key, rank, work)
    add_pure(s, key, work)


def add_runs(s: Suits, key: int, first: int, work: int) -> None:
    """Each run upwards from a rank, −1 the ace that is low; the king is the last above that."""
    cards = gaps = 0
    c = ACE if first < 0 else bit(4 * first)
    for rank in range(first, 12):
        if key & c:
            cards |= c
            add_run(s, key, cards, rank - first + 1, gaps, work)
        else:
            gaps += 1
            if gaps > WILDS:
                return
        c = 1 if rank < 0 else c << 4


def add_runs_down(s: Suits, key: int, work: int) -> None:
    """Each run downwards from the ace, of two places or more."""
    cards = c = ACE
    gaps = 0
    for size in range(2, 14):
        c >>= 4
        if key & c:
            cards |= c
            add_run(s, key, cards, size, gaps, work)
        else:
            gaps += 1
            if gaps > WILDS:
                return


def add_run(s: Suits, key: int, cards: int, size: int, gaps: int, work: int) -> None:
    """A run of some cards, wilds in its gaps, and more at its ends if it is short."""
    missing = gaps + max(0, 3 - size)
    at = entry(s, without(key, cards))
    rest = paid(get(s.slot, at), missing)
    s.work[work] = least(s.work[work], rest)
    s.work[work + RUNS] = least(s.work[work + RUNS], rest)
    if max(size, 3) < s.long_run:
        # another run is long, or one wild more makes this one so
        rest = least(
            paid(get(s.slot, at), gaps + s.long_run - size), paid(get(s.slot, at + LONG), missing)
        )
    s.work[work + LONG] = least(s.work[work + LONG], rest)


def add_pure(s: Suits, key: int, work: int) -> None:
    """The levels with a pure run: each that is there, of fewer cards than make two."""
    held = key & CLUBS
    rows = held << 4 | held >> 48
    three = rows & rows >> 4 & rows >> 8
    while three:
        c = three & -three
        three ^= c
        run = c | c << 4
        c <<= 4
        for size in range(3, s.long_run + 3):
            c <<= 4
            run |= c
            if not rows & c:
                break
            at = entry(s, without(key, run >> 4 | (run & 1) << 48))
            rest = get(s.slot, at)
            other = get(s.slot, at + RUNS)
            s.work[work + PURE] = least(s.work[work + PURE], rest)
            if size < s.long_run:
                rest = other = get(s.slot, at + LONG)
            s.work[work + PURE_LONG] = least(s.work[work + PURE_LONG], rest)
            s.work[work + BOTH] = least(s.work[work + BOTH], other)
