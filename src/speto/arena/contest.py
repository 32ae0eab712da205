"""What is played in the arena: the game, who sits where, how many deals, under which seed.

What must stay true: a contest is a value made of plain text and numbers, so that any process can
play any of its deals, and a file that holds what `enter` was told holds all of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from speto.arena.cheats import entrant_of
from speto.arena.formats import (
    ROUND,
    Seating,
    name_entrants,
    read_format,
    seat_in_turn,
    seat_sides,
    seats_of,
)
from speto.arena.outcome import counts_of
from speto.arena.seeds import MOST_SEED
from speto.cards import ParseError
from speto.clause import RulesError
from speto.games import NAMES
from speto.games import game as find_game


@dataclass(frozen=True, slots=True)
class Contest:
    """Players who meet over duplicate deals; `entrants` are their names, `levels` what they are.

    `players` are the levels as they were given. With `matches` each of the `deals` is the first
    deal of a whole match.
    """

    game: str
    players: tuple[str, ...]
    rules: str
    seats: int
    format: str
    entrants: tuple[str, ...]
    levels: tuple[str, ...]
    seatings: tuple[Seating, ...]
    deals: int
    seed: int
    matches: bool = False

    @property
    def unit(self) -> str:
        """What is played in every seating, and counts as one observation: a deal or a match."""
        return "match" if self.matches else "deal"

    def starter(self, number: int) -> int:
        """The seat that starts deal `number`; it goes round."""
        return number % self.seats

    def direction(self, number: int) -> int:
        """The direction of deal `number`; it changes after each round of starters."""
        return 1 - 2 * (number // self.seats % 2)

    def place(self, number: int, seat: int) -> int:
        """How many seats act before this one in deal `number`."""
        return (seat - self.starter(number)) * self.direction(number) % self.seats

    def times_seated(self, entrant: int) -> int:
        """How many seats an entrant holds over all seatings of a deal."""
        return sum(seating.count(entrant) for seating in self.seatings)

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """Every two entrants."""
        return list(combinations(range(len(self.entrants)), 2))


def enter(
    game: str,
    players: Sequence[str],
    *,
    rules: str = "default",
    seats: int | None = None,
    format: str = ROUND,
    deals: int = 100,
    seed: int = 1,
    matches: bool = False,
) -> Contest:
    """A contest of these levels; without `seats`, at the smallest table that has room for them.

    :raises ParseError: if the game, a level, a format or a number is none.
    :raises RulesError: if the rules are none, or the players do not fit the seats.
    """
    module = find_game(game)
    if not players:
        raise ParseError("--players: name at least one level, as in simple,random")
    for level in players:
        entrant_of(level)
    if deals < 1:
        raise ParseError(f"--{'matches' if matches else 'deals'} {deals}: write a number from 1")
    if not 0 <= seed <= MOST_SEED:
        raise ParseError(f"--seed {seed}: write a number from 0 to {MOST_SEED}")
    sides = read_format(format)
    seats = seats_of(players, sides, seats, module.SEATS, game)
    if len(players) > seats:
        raise RulesError(f"{len(players)} players do not fit on {seats} seats; name one a seat")
    names, order = name_entrants(players)
    return Contest(
        game=game,
        players=tuple(players),
        rules=str(module.read_rules(rules)),
        seats=seats,
        format=format,
        entrants=tuple(names),
        levels=tuple(players[order.index(entrant)] for entrant in range(len(names))),
        seatings=seat_sides(sides) if sides else seat_in_turn(order, seats),
        deals=deals,
        seed=seed,
        matches=matches,
    )


def enter_pairs(
    pairs: Iterable[Sequence[str]],
    *,
    game: str | None,
    rules: str | None,
    seats: int | None,
    format: str = ROUND,
    deals: int,
    seed: int,
    matches: bool = False,
) -> list[Contest]:
    """A contest for every pair of levels in each game; what is given stands for all of them.

    :raises ParseError: if the game, a level, a format or a number is none.
    :raises RulesError: if the rules are none, or the players do not fit the seats.
    """
    pairs = list(pairs)
    contests = []
    for name in NAMES if game is None else [game]:
        find_game(name)
        usual = counts_of(name).TABLE if format == ROUND else None
        contests += [
            enter(
                name,
                pair,
                rules="default" if rules is None else rules,
                seats=usual if seats is None else seats,
                format=format,
                deals=deals,
                seed=seed,
                matches=matches,
            )
            for pair in pairs
        ]
    return contests
