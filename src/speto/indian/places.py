"""What runs can hold of the cards of one suit, in tables that are filled as they are asked for.

What must stay true: a word answers for one suit; its nibble n is the fewest places, in any runs of
that suit, that hold n of its cards, and more than thirteen where no runs do. The empty places count
too: a wild or a card yet to come fills them. A word gives way to no other but by `fewer`.
"""

from array import array

from speto.bits import bit, lowest, popcount
from speto.indian.codes import CLUBS, HAND

LONGEST = 5  # six places in a row are two runs
ROWS = 0x20000
PATTERNS = 1594323

# fifteen nibbles, the last of them always full
NEVER = 0xFFFFFFFFFFFFFFF
NO_CARDS = 0xFFFFFFFFFFFFFF0
LAST = 0xF00000000000000
EVERY_OTHER = 0x0F0F0F0F0F0F0F
ONES = 0x01010101010101
GUARDS = 0x80808080808080

# every fourth bit moves next to the others in steps of these
TWOS = 0x0303030303030303
FOURS = 0x000F000F000F000F
EIGHTS = 0x000000FF000000FF
ALL_RANKS = 0x1FFF


class Places:
    """The tables: `words` for any runs, `pure_words` for runs of which one lacks at most so many.

    A suit's cards are a number with a digit for each rank: none, one or both of the equal cards.
    """

    def __init__(self) -> None:
        self.rows = 0
        self.where = array("i", bytes(4 * PATTERNS))
        self.words = array("q", bytes(8 * ROWS))
        self.pure_words = array("q", bytes(3 * 8 * ROWS))
        self.powers = [0] * 13
        self.digits = [0] * 8192
        empty(self)


def empty(table: Places) -> None:
    """Fill the powers of three and forget all rows but the one of no cards."""
    if table.rows:
        for pattern in range(PATTERNS):
            table.where[pattern] = 0
    power = 1
    for rank in range(13):
        table.powers[rank] = power
        power *= 3
    for ranks in range(1, ALL_RANKS + 1):
        rank = lowest(ranks)
        table.digits[ranks] = table.digits[ranks & (ranks - 1)] + table.powers[rank]
    table.words[1] = NO_CARDS
    for level in range(3):
        table.pure_words[3 + level] = 0
    table.where[0] = 1
    table.rows = 2


def ranks_of(cards: int, suit: int) -> int:
    """The thirteen ranks 2..A of one suit of a mask of cards.

    >>> bin(ranks_of(0b0010_0001_0010, 1))
    '0b101'
    """
    x = cards >> suit & CLUBS
    x = (x | x >> 3) & TWOS
    x = (x | x >> 6) & FOURS
    x = (x | x >> 12) & EIGHTS
    return (x | x >> 24) & ALL_RANKS


def pattern_of(table: Places, one: int, two: int, suit: int) -> int:
    """The cards of one suit as a number of thirteen digits."""
    pattern = table.digits[ranks_of(one, suit)]
    if two:
        pattern += table.digits[ranks_of(two, suit)]
    return pattern


def fewer(one: int, other: int) -> int:
    """The smaller of each of seven bytes below 128."""
    larger = (one | GUARDS) - other & GUARDS
    return one ^ (one ^ other) & larger - (larger >> 7)


def with_run(word: int, rest: int, cards: int, places: int) -> int:
    """A word that may also lay so many cards in so many places, and the rest as `rest` says."""
    rest = (rest & NEVER >> 4 * cards) << 4 * cards
    even = fewer(word & EVERY_OTHER, (rest & EVERY_OTHER) + places * ONES)
    odd = fewer(word >> 4 & EVERY_OTHER, (rest >> 4 & EVERY_OTHER) + places * ONES)
    return even | odd << 4 | LAST


def lower(one: int, other: int) -> int:
    """The word of whichever of two ways takes fewer places, for each number of cards."""
    even = fewer(one & EVERY_OTHER, other & EVERY_OTHER)
    odd = fewer(one >> 4 & EVERY_OTHER, other >> 4 & EVERY_OTHER)
    return even | odd << 4 | LAST


def together(one: int, other: int) -> int:
    """The word of the cards of both; nibble 0 of `other` is 0."""
    word = NEVER
    cards = 0
    places = one & 15
    while places <= HAND:
        more = one >> 4 * (cards + 1) & 15
        if more > places:
            word = with_run(word, other, cards, places)
        places = more
        cards += 1
    return word


def most(word: int, places: int) -> int:
    """How many cards so many places hold; -1 if no runs are so short."""
    guard = places * ONES | GUARDS
    even = guard - (word & EVERY_OTHER) & GUARDS
    odd = guard - (word >> 4 & EVERY_OTHER) & GUARDS
    return popcount(even | odd >> 1) - 1


def most_together(one: int, other: int, places: int) -> int:
    """How many cards of both so many places hold; -1 if no runs are so short."""
    best = -1
    cards = 0
    taken = one & 15
    while taken <= places:
        more = one >> 4 * (cards + 1) & 15
        if more > taken:
            held = most(other, places - taken)
            if held >= 0 and cards + held > best:
                best = cards + held
        taken = more
        cards += 1
    return best


def held_places(table: Places, pattern: int) -> int:
    """The fourteen places A, 2..K, A that the cards of a pattern can stand in."""
    places = 0
    for rank in range(13):
        if pattern % 3:
            places |= bit(rank + 1)
        pattern //= 3
    return places | places >> 13


def without(table: Places, pattern: int, places: int) -> int:
    """The pattern less one card for each of the places, all of them held."""
    return pattern - table.digits[places >> 1 | (places & 1) << 12]


def worth_it(here: int, start: int, length: int) -> bool:
    """Whether a run has a card of its own at both ends, or can be no shorter."""
    return length == 3 or (here >> start & here >> start + length - 1 & 1) != 0


def word_of(table: Places, pattern: int) -> int:
    """The word of a pattern: its lowest card lies in no run, or in one of those around it."""
    row = table.where[pattern]
    if row:
        return table.words[row]
    held = held_places(table, pattern)
    low = lowest(held & ~1)
    word = word_of(table, pattern - table.powers[low - 1])
    for length in range(3, LONGEST + 1):
        start = max(low - length + 1, 0)
        while start <= low and start + length <= 14:
            here = held & (bit(length) - 1) << start
            if worth_it(here, start, length):
                rest = word_of(table, without(table, pattern, here))
                word = with_run(word, rest, popcount(here), length)
            start += 1
    if table.rows == ROWS:
        empty(table)
    row = table.rows
    table.rows += 1
    table.where[pattern] = row
    table.words[row] = word
    table.pure_words[3 * row] = 0
    return word


def pure_word(table: Places, pattern: int, lacking: int) -> int:
    """The same where one of the runs lacks at most 0, 1 or 2 cards of being pure.

    That run is chosen first: it takes its cards even where another run passes them.
    """
    word_of(table, pattern)
    at = 3 * table.where[pattern]
    if table.pure_words[at]:
        return table.pure_words[at + lacking]
    held = held_places(table, pattern)
    none = one = two = NEVER
    for length in range(3, LONGEST + 1):
        for start in range(15 - length):
            here = held & (bit(length) - 1) << start
            cards = popcount(here)
            if cards >= length - 2 and worth_it(here, start, length):
                rest = word_of(table, without(table, pattern, here))
                two = with_run(two, rest, cards, length)
                if cards >= length - 1:
                    one = with_run(one, rest, cards, length)
                if cards == length:
                    none = with_run(none, rest, cards, length)
    word_of(table, pattern)
    at = 3 * table.where[pattern]
    table.pure_words[at] = none
    table.pure_words[at + 1] = one
    table.pure_words[at + 2] = two
    return table.pure_words[at + lacking]


def most_in_runs(table: Places, c: int, d: int, h: int, s: int, places: int) -> int:
    """How many cards of four patterns the runs of so many places hold."""
    black = together(word_of(table, c), word_of(table, s))
    red = together(word_of(table, d), word_of(table, h))
    return most_together(black, red, places)


def most_with_pure(table: Places, c: int, d: int, h: int, s: int, places: int, lacking: int) -> int:
    """The same where one of the runs lacks at most so many cards of being pure; -1 if none can."""
    clubs, diamonds = word_of(table, c), word_of(table, d)
    hearts, spades = word_of(table, h), word_of(table, s)
    best = most_together(
        lower(
            together(pure_word(table, c, lacking), spades),
            together(pure_word(table, s, lacking), clubs),
        ),
        together(diamonds, hearts),
        places,
    )
    other = most_together(
        lower(
            together(pure_word(table, d, lacking), hearts),
            together(pure_word(table, h, lacking), diamonds),
        ),
        together(clubs, spades),
        places,
    )
    return max(best, other)
