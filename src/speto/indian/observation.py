"""What one seat may know of a deal of Indian Rummy, as one row of integers.

What must stay true: a row is made of a `Sight` and of nothing else; each number of a row is
written each time. Seats count from the one that sees, 0, in the order of play; cards are codes, −1
for none. A hand is two masks, the cards held and those held twice, and its printed jokers.
"""

from __future__ import annotations

from speto.indian.deal import Deal
from speto.indian.sight import Sight

SEATS = 6
PILE = 106
OF_SEATS = 18
OF_PILE = OF_SEATS + 13 * SEATS

LAYOUT = (
    ("seats", 1),
    ("starter", 1),
    ("phase", 1),
    ("turn", 1),
    ("took", 1),
    ("taken", 1),
    ("stock", 1),
    ("reshuffles", 1),
    ("cut", 1),
    ("wild", 1),
    ("shower", 1),
    ("thrown", 1),
    ("one", 1),
    ("two", 1),
    ("jokers", 1),
    ("gone_one", 1),
    ("gone_two", 1),
    ("gone_jokers", 1),
    ("size", SEATS),
    ("out", SEATS),
    ("began", SEATS),
    ("missed", SEATS),
    ("points", SEATS),
    ("known_one", SEATS),
    ("known_two", SEATS),
    ("known_jokers", SEATS),
    ("open", SEATS),
    ("open_one", SEATS),
    ("open_two", SEATS),
    ("open_jokers", SEATS),
    ("asked", SEATS),
    ("pile", PILE),
)
"""The fields of a row in their order, and how many numbers each has."""


def observe(sight: Sight, into: memoryview, at: int) -> None:
    """Write a sight as row `at`; that of a spectator is seen from seat 0."""
    write_deal(sight, sight.seen, into, at)
    write_seats(sight, sight.seen, into, at, OF_SEATS)
    write_pile(sight.seen, into, at, OF_PILE)


def seen_from(sight: Sight, s: Deal, seat: int) -> int:
    """How many seats after the one that sees another acts."""
    return ((seat - max(sight.seat, 0)) * s.direction + s.seats) % s.seats


def write_deal(sight: Sight, s: Deal, into: memoryview, at: int) -> None:
    """Write what belongs to no seat, the hand, and the cards that are gone."""
    into[at, 0] = s.seats
    into[at, 1] = seen_from(sight, s, s.starter)
    into[at, 2] = s.phase
    into[at, 3] = s.turn
    into[at, 4] = s.took
    into[at, 5] = s.taken
    into[at, 6] = s.stock_end - s.next
    into[at, 7] = s.reshuffles
    into[at, 8] = s.cut
    into[at, 9] = s.wild
    into[at, 10] = seen_from(sight, s, s.shower) if s.shower >= 0 else -1
    into[at, 11] = s.n_pile
    into[at, 12] = s.one[sight.seat] if sight.seat >= 0 else 0
    into[at, 13] = s.two[sight.seat] if sight.seat >= 0 else 0
    into[at, 14] = s.jokers[sight.seat] if sight.seat >= 0 else 0
    into[at, 15] = sight.gone_one
    into[at, 16] = sight.gone_two
    into[at, 17] = sight.gone_jokers


def write_seats(sight: Sight, s: Deal, into: memoryview, at: int, begin: int) -> None:
    """Write what belongs to each seat; a seat that the table lacks has nothing."""
    for place in range(SEATS):
        k = begin + place
        if place < s.seats:
            seat = (max(sight.seat, 0) + place * s.direction + SEATS * s.seats) % s.seats
            write_seat(sight, s, into, at, k, seat, s.opened >> seat & 1 != 0)
        else:
            for n in range(13):
                into[at, k + n * SEATS] = 0


def write_seat(
    sight: Sight, s: Deal, into: memoryview, at: int, k: int, seat: int, opened: bool
) -> None:
    """Write one seat; the hand only if it lies open."""
    into[at, k] = sight.size[seat]
    into[at, k + SEATS] = s.out >> seat & 1
    into[at, k + 2 * SEATS] = s.began >> seat & 1
    into[at, k + 3 * SEATS] = s.missed[seat]
    into[at, k + 4 * SEATS] = s.score[seat]
    into[at, k + 5 * SEATS] = s.known_one[seat]
    into[at, k + 6 * SEATS] = s.known_two[seat]
    into[at, k + 7 * SEATS] = s.known_jokers[seat]
    into[at, k + 8 * SEATS] = opened
    into[at, k + 9 * SEATS] = s.one[seat] if opened else 0
    into[at, k + 10 * SEATS] = s.two[seat] if opened else 0
    into[at, k + 11 * SEATS] = s.jokers[seat] if opened else 0
    into[at, k + 12 * SEATS] = s.asked >> seat & 1


def write_pile(s: Deal, into: memoryview, at: int, begin: int) -> None:
    """Write the open pile, its top card first."""
    for i in range(PILE):
        into[at, begin + i] = s.pile[s.n_pile - 1 - i] if i < s.n_pile else -1
