"""What is played in the arena: the game, who sits where, how many deals, under which seed.

What must stay true: a contest is a value made of plain text and numbers, so that any process can
play any of its deals; over all seatings of a deal each player sits on each seat equally often.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from speto.cards import ParseError
from speto.clause import RulesError
from speto.games import game as find_game
from speto.players import player

MOST_SEED = 2**64 - 1


@dataclass(frozen=True, slots=True)
class Contest:
    """Players who meet over duplicate deals; `entrants` are their names, `levels` what they are.

    A seating names for each seat the index of an entrant.
    """

    game: str
    rules: str
    seats: int
    entrants: tuple[str, ...]
    levels: tuple[str, ...]
    seatings: tuple[tuple[int, ...], ...]
    deals: int
    seed: int

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


def seat_in_turn(order: Sequence[int], seats: int) -> tuple[tuple[int, ...], ...]:
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
        [order[(first + i) % size] for i in range(seats)]
        for first in range(size if size < seats else 1)
    ]
    if set(order) == {0, 1} and rounds[0].count(0) * 2 == seats:
        return tuple(rounds[0]), tuple(1 - entrant for entrant in rounds[0])
    return tuple(
        dict.fromkeys(tuple(seated[n:] + seated[:n]) for seated in rounds for n in range(seats))
    )


def enter(
    game: str,
    players: Sequence[str],
    *,
    rules: str = "default",
    seats: int | None = None,
    deals: int = 100,
    seed: int = 1,
) -> Contest:
    """A contest of these levels; without `seats`, at the smallest table that has room for them.

    :raises ParseError: if the game, a level or a number is none.
    :raises RulesError: if the rules are none, or the players do not fit the seats.
    """
    module = find_game(game)
    if not players:
        raise ParseError("--players: name at least one level, as in simple,random")
    for level in players:
        player(level)
    if deals < 1:
        raise ParseError(f"--deals {deals}: write a number from 1")
    if not 0 <= seed <= MOST_SEED:
        raise ParseError(f"--seed {seed}: write a number from 0 to {MOST_SEED}")
    known = ", ".join(map(str, module.SEATS))
    if seats is None:
        seats = next((n for n in module.SEATS if n >= len(players)), max(module.SEATS))
    if seats not in module.SEATS:
        raise RulesError(f"--seats {seats}: {game} has tables of {known}")
    if len(players) > seats:
        raise RulesError(f"{len(players)} players do not fit on {seats} seats; name one a seat")
    names, order = name_entrants(players)
    return Contest(
        game=game,
        rules=str(module.read_rules(rules)),
        seats=seats,
        entrants=tuple(names),
        levels=tuple(players[order.index(entrant)] for entrant in range(len(names))),
        seatings=seat_in_turn(order, seats),
        deals=deals,
        seed=seed,
    )
