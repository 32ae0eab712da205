"""Can a hand still become a valid Show by so many cards, when some cards are gone?

What must stay true: exact, and slower than the tables. A show is at most four groups of thirteen
places; a place is held, or open to a card that is not gone, or left to a wild. Of the thirteen
cards those that are no wilds must find places open to them, so many that the wilds left suffice.
Seven places in a row are two runs, so the runs are of three to six.
"""

from speto.bits import bit, popcount
from speto.indian.codes import ACES, CLUBS, HAND, RANK
from speto.indian.places import Places, most_in_runs, pattern_of

RUNS = 42  # twelve runs of three, eleven of four, ten of five, nine of six
SETS = 65  # for each rank the set of four, and those that lack one suit


def run_of(number: int) -> int:
    """The run of clubs of that number: those of three from A-2-3 up, of four, of five, of six."""
    length = 3
    start = number
    while start > 14 - length:
        start -= 15 - length
        length += 1
    if start:
        return (CLUBS >> 4 * (HAND - length)) << 4 * (start - 1)
    return CLUBS >> 4 * (HAND + 1 - length) | ACES & CLUBS


def set_of(number: int) -> int:
    """The set of that number."""
    suits = RANK
    if number % 5:
        suits ^= bit(number % 5 - 1)
    return suits << 4 * (number // 5)


def less(one: int, two: int, cards: int) -> int:
    """The cards still held once after one of each of these has left."""
    return one & ~(cards & ~two)


def most_left(table: Places, one: int, two: int, suit: int, places: int) -> int:
    """How many cards of this suit and the later ones lie in runs of so many places."""
    c = d = h = 0
    if suit == 0:
        c = pattern_of(table, one, two, 0)
    if suit <= 1:
        d = pattern_of(table, one, two, 1)
    if suit <= 2:
        h = pattern_of(table, one, two, 2)
    return most_in_runs(table, c, d, h, pattern_of(table, one, two, 3), places)


def lay_runs(
    table: Places,
    one: int,
    two: int,
    some: int,
    both: int,
    places: int,
    keep: int,
    fill: int,
    number: int,
    due: int,
    long: bool,
) -> bool:
    """Whether runs from this number on keep so many cards and fill so many places without wilds.

    A run that is still due (3 places) may be three wilds: one of them is special, in its own
    place. `long`: there is a run as long as the house asks; a place left makes one longer.
    """
    if keep <= 0 and fill <= 0 and places >= due and (long or places > due):
        return True
    if places < max(3, keep, fill):
        return False
    if keep > 0 and most_left(table, one, two, number // RUNS, places) < keep:
        return False
    while number < 4 * RUNS:
        run = run_of(number % RUNS) << number // RUNS
        length = popcount(run)
        filled = popcount(run & some)
        if (
            length <= places
            and filled > 0
            and fill - filled <= places - length
            and lay_runs(
                table,
                less(one, two, run),
                two & ~run,
                less(some, both, run),
                both & ~run,
                places - length,
                keep - popcount(run & one),
                fill - filled,
                number,
                0,
                long or length > 3,
            )
        ):
            return True
        number += 1
    return False


def most_beside(table: Places, one: int, two: int, places: int, sets: int) -> int:
    """No fewer cards than so many places hold in runs and perhaps a set."""
    held = most_left(table, one, two, 0, places)
    if sets and places >= 6:
        return max(held, 4 + most_left(table, one, two, 0, places - 3))
    return held


def lay_sets(
    table: Places,
    one: int,
    two: int,
    some: int,
    both: int,
    places: int,
    keep: int,
    fill: int,
    number: int,
    sets: int,
    long: bool,
) -> bool:
    """Whether runs, and up to so many sets from this number on, keep and fill so many."""
    if lay_runs(table, one, two, some, both, places, keep, fill, 0, 3, long):
        return True
    if sets == 0 or places < 6:
        return False
    beside_three = most_beside(table, one, two, places - 3, sets - 1)
    beside_four = most_beside(table, one, two, places - 4, sets - 1)
    while number < SETS:
        group = set_of(number)
        left = places - popcount(group)
        filled = popcount(group & some)
        kept = popcount(group & one)
        if (
            left >= 3
            and filled > 0
            and fill - filled <= left
            and keep - kept <= (beside_four if number % 5 == 0 else beside_three)
            and lay_sets(
                table,
                less(one, two, group),
                two & ~group,
                less(some, both, group),
                both & ~group,
                left,
                keep - kept,
                fill - filled,
                number,
                sets - 1,
                long,
            )
        ):
            return True
        number += 1
    return False


def can_reach(
    table: Places,
    one: int,
    two: int,
    some: int,
    both: int,
    wild: int,
    away: int,
    keep: int,
    fill: int,
    four: bool,
) -> bool:
    """Whether so many new cards make a show that keeps and fills so many, wilds not counted.

    `one` and `two` are the cards held once and twice, `some` and `both` those that a show may hold
    once and twice. The pure run comes first: it lacks at most `away` cards, none of them gone.
    """
    for lacking in range(min(away, 6) + 1):
        for number in range(4 * RUNS):
            run = run_of(number % RUNS) << number // RUNS
            missing = run & ~one
            if popcount(missing) != lacking or missing & ~some:
                continue
            cards = run & ~wild
            if lay_sets(
                table,
                less(one, two, cards) & ~wild,
                two & ~(cards | wild),
                less(some, both, cards) & ~wild,
                both & ~(cards | wild),
                HAND - popcount(run),
                keep - popcount(cards & one),
                fill - popcount(cards),
                0,
                2,
                not four or popcount(run) > 3,
            ):
                return True
    return False
