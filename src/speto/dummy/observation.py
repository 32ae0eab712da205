"""What one seat may know of a deal of Dummy, as one row of integers.

What must stay true: a row is made of a `Sight` and of nothing else; each number of a row is
written each time. Seats count from the one that sees, 0, in the order of play; cards are indices,
−1 for none, and sets of cards are masks.
"""

from __future__ import annotations

from speto.bits import bit
from speto.dummy.codes import FINED, NOBODY
from speto.dummy.deal import Deal
from speto.dummy.sight import Sight

SEATS = 4
ROW = 52
MELDS = 17
OF_SEATS = 15
OF_ROW = OF_SEATS + 8 * SEATS
OF_MELDS = OF_ROW + 3 * ROW

LAYOUT = (
    ("seats", 1),
    ("starter", 1),
    ("phase", 1),
    ("turn", 1),
    ("took", 1),
    ("drawn", 1),
    ("taken", 1),
    ("stock", 1),
    ("head", 1),
    ("last", 1),
    ("finishing", 1),
    ("hand", 1),
    ("row", 1),
    ("unseen", 1),
    ("fined_throws", 1),
    ("size", SEATS),
    ("born", SEATS),
    ("born_before", SEATS),
    ("known", SEATS),
    ("laid", SEATS),
    ("points", SEATS),
    ("fined", SEATS),
    ("fool_card", SEATS),
    ("row_card", ROW),
    ("row_by", ROW),
    ("row_age", ROW),
    ("meld", MELDS),
    ("meld_by", MELDS),
    ("meld_fits", MELDS),
)
"""The fields of a row in their order, and how many numbers each has."""


def observe(sight: Sight, into: memoryview, at: int) -> None:
    """Write a sight as row `at`; that of a spectator is seen from seat 0."""
    write_deal(sight, sight.seen, into, at)
    write_seats(sight, sight.seen, into, at, OF_SEATS)
    write_row(sight, sight.seen, into, at, OF_ROW)
    write_melds(sight, sight.seen, into, at, OF_MELDS)


def seen_from(sight: Sight, s: Deal, seat: int) -> int:
    """How many seats after the one that sees another acts."""
    return ((seat - max(sight.seat, 0)) * s.direction + s.seats) % s.seats


def cards_at(s: Deal, begin: int, end: int) -> int:
    """The cards of places of the row, as a mask."""
    cards = 0
    for i in range(begin, end):
        cards |= bit(s.row[i] & 63)
    return cards


def fined_throws(s: Deal) -> int:
    """The cards of the row for which their thrower has been fined, as a mask."""
    cards = 0
    for i in range(s.n_row):
        if s.row[i] & FINED:
            cards |= bit(s.row[i] & 63)
    return cards


def write_deal(sight: Sight, s: Deal, into: memoryview, at: int) -> None:
    """Write what belongs to no seat, and the hand."""
    into[at, 0] = s.seats
    into[at, 1] = seen_from(sight, s, s.starter)
    into[at, 2] = s.phase
    into[at, 3] = s.turn
    into[at, 4] = s.took
    into[at, 5] = s.drawn
    into[at, 6] = cards_at(s, s.n_row, s.taken_end)
    into[at, 7] = 52 - s.next
    into[at, 8] = s.head
    into[at, 9] = s.last
    into[at, 10] = s.finishing
    into[at, 11] = s.hand[sight.seat] if sight.seat >= 0 else 0
    into[at, 12] = s.row_mask
    into[at, 13] = sight.unseen
    into[at, 14] = fined_throws(s)


def write_seats(sight: Sight, s: Deal, into: memoryview, at: int, begin: int) -> None:
    """Write what belongs to each seat; a seat that the table lacks has nothing."""
    for place in range(SEATS):
        k = begin + place
        if place < s.seats:
            seat = (max(sight.seat, 0) + place * s.direction + SEATS * s.seats) % s.seats
            into[at, k] = sight.size[seat]
            into[at, k + SEATS] = s.born >> seat & 1
            into[at, k + 2 * SEATS] = s.born_before >> seat & 1
            into[at, k + 3 * SEATS] = s.known[seat]
            into[at, k + 4 * SEATS] = s.laid[seat]
            into[at, k + 5 * SEATS] = s.score[seat]
            into[at, k + 6 * SEATS] = s.fined[seat]
            into[at, k + 7 * SEATS] = s.fool_card[seat] & 63 if s.fool_card[seat] >= 0 else -1
        else:
            for n in range(7):
                into[at, k + n * SEATS] = 0
            into[at, k + 7 * SEATS] = -1


def write_row(sight: Sight, s: Deal, into: memoryview, at: int, begin: int) -> None:
    """Write the row, the newest card first: each card, who threw it, how many turns ago."""
    for i in range(ROW):
        k = begin + i
        if i < s.n_row:
            place = s.row[s.n_row - 1 - i]
            thrower = place >> 6 & 7
            into[at, k] = place & 63
            into[at, k + ROW] = seen_from(sight, s, thrower) if thrower != NOBODY else -1
            into[at, k + 2 * ROW] = s.turn - (place >> 9 & 511)
        else:
            into[at, k] = into[at, k + ROW] = into[at, k + 2 * ROW] = -1


def write_melds(sight: Sight, s: Deal, into: memoryview, at: int, begin: int) -> None:
    """Write the melds of the table, the oldest first: its cards, its owner, the cards it takes."""
    for i in range(MELDS):
        k = begin + i
        if i < s.n_melds:
            into[at, k] = s.meld[i]
            into[at, k + MELDS] = seen_from(sight, s, s.owner[i])
            into[at, k + 2 * MELDS] = s.fits[i]
        else:
            into[at, k] = into[at, k + 2 * MELDS] = 0
            into[at, k + MELDS] = -1
