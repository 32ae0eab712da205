"""Who sits where: the seatings of a deal, in turn round the table or by a format such as 1v3.

What must stay true: over all seatings of a deal each player sits on each seat equally often.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations
from typing import Final, NamedTuple

from speto.cards import ParseError, shown
from speto.clause import RulesError

ROUND: Final = "round"
"""The format without sides: the players sit down in turn, and move on seat by seat."""
HEADS_UP: Final = "heads-up"
SIDES: Final = re.compile(r"([1-5])v([1-5])(-all)?")

Seating = tuple[int, ...]
"""For each seat the index of an entrant."""


class Sides(NamedTuple):
    """How many seats each of two players holds, and whether every way to hold them is played."""

    first: int
    second: int
    every: bool = False

    @property
    def seats(self) -> int:
        """The seats at the table."""
        return self.first + self.second


def read_format(text: str) -> Sides | None:
    """The sides of a format; none if the players sit down in turn.

    >>> read_format("1v3"), read_format("heads-up"), read_format("round")
    (Sides(first=1, second=3, every=False), Sides(first=1, second=1, every=False), None)

    :raises ParseError: if the text is no format.
    """
    if text == ROUND:
        return None
    found = SIDES.fullmatch("1v1" if text == HEADS_UP else text)
    if not found:
        raise ParseError(
            f"--format {shown(text)}: write {ROUND}, {HEADS_UP}, or how many seats each of two"
            " players holds, as in 2v2, 1v3 or 3v1; 2v2-all plays every way to sit"
        )
    return Sides(int(found[1]), int(found[2]), bool(found[3]))


def name_entrants(levels: Sequence[str]) -> tuple[list[str], list[int]]:
    """The entrants' names, and which entrant each of the levels given stands for.

    A level given twice is one entrant with two seats. If all are the same there would be nobody to
    compare with, and each is an entrant of its own.

    >>> name_entrants(["simple", "random", "random"])
    (['simple', 'random'], [0, 1, 1])
    >>> name_entrants(["simple", "simple"])
    (['simple#1', 'simple#2'], [0, 1])
    """
    names = list(dict.fromkeys(levels))
    if len(names) == 1 < len(levels):
        return [f"{names[0]}#{n}" for n in range(1, len(levels) + 1)], list(range(len(levels)))
    return names, [names.index(level) for level in levels]


def seat_in_turn(order: Sequence[int], seats: int) -> tuple[Seating, ...]:
    """Every seating of a deal: entrants in turn round the table, then moved on seat by seat.

    Two entrants with half the seats each change places, which is all it takes. Where the entrants
    do not come out even, each of them also begins the round.

    >>> seat_in_turn([0, 1], 4)
    ((0, 1, 0, 1), (1, 0, 1, 0))
    >>> seat_in_turn([0, 1, 1], 3)
    ((0, 1, 1), (1, 1, 0), (1, 0, 1))
    >>> len(seat_in_turn([0, 1], 3))
    6
    """
    size = len(order)
    rounds = [
        tuple(order[(first + i) % size] for i in range(seats))
        for first in range(size if size < seats else 1)
    ]
    if set(order) == {0, 1} and rounds[0].count(0) * 2 == seats:
        return _exchanged(rounds[0])
    return tuple(dict.fromkeys(turned for seated in rounds for turned in _turned(seated)))


def seat_sides(sides: Sides) -> tuple[Seating, ...]:
    """Every seating of two sides, who sit as evenly as can be: exchanged if equal, else moved on.

    >>> seat_sides(Sides(2, 2))
    ((0, 1, 0, 1), (1, 0, 1, 0))
    >>> seat_sides(Sides(1, 2))
    ((0, 1, 1), (1, 1, 0), (1, 0, 1))
    >>> len(seat_sides(Sides(2, 2, every=True)))
    6
    """
    seats = sides.seats
    if sides.every:
        return tuple(_with(held, seats) for held in combinations(range(seats), sides.first))
    spread = _with([n * seats // sides.first for n in range(sides.first)], seats)
    return _exchanged(spread) if sides.first == sides.second else _turned(spread)


def _with(held: Sequence[int], seats: int) -> Seating:
    """The seating in which the first player holds these seats."""
    return tuple(int(seat not in held) for seat in range(seats))


def _exchanged(seating: Seating) -> tuple[Seating, Seating]:
    return seating, tuple(1 - entrant for entrant in seating)


def _turned(seating: Seating) -> tuple[Seating, ...]:
    """A seating moved on seat by seat, each way once."""
    return tuple(dict.fromkeys(seating[n:] + seating[:n] for n in range(len(seating))))


def seats_of(
    levels: Sequence[str], sides: Sides | None, asked: int | None, known: Sequence[int], game: str
) -> int:
    """The seats of a table: those asked for, those of the sides, or the fewest with room for all.

    :raises RulesError: if the game has no such table, or the players do not fit it.
    """
    if sides:
        if len(levels) != 2:
            raise RulesError(f"a format such as 1v3 is for two players, not {len(levels)}")
        if asked not in (None, sides.seats):
            raise RulesError(f"--seats {asked}: this format fills {sides.seats} seats")
        asked = sides.seats
    if asked is None:
        return next((seats for seats in known if seats >= len(levels)), max(known))
    if asked not in known:
        tables = ", ".join(map(str, known))
        raise RulesError(f"--seats {asked}: {game} has tables of {tables}")
    return asked
