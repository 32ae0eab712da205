"""Whole deals of Indian Rummy in a row, played by players of the core, their points in an array.

What must stay true: deal `number` of a seed is that of `play`, and goes as it does there; points
are what the seats pay one another; the array is the caller's.
"""

from __future__ import annotations

from speto.bits import bit
from speto.gil import let_go, take_back
from speto.indian.deal import Deal, House
from speto.indian.deal import start as start_deal
from speto.indian.labels import Moves
from speto.indian.play import play_levels, shuffle
from speto.indian.receipts import received
from speto.indian.rules import ExhaustPay, Rules
from speto.indian.sight import Sight
from speto.rng import Rng
from speto.rng import start as start_stream

PLAYERS = ("random", "simple")


class Series:
    """The deals of a seed from `first` on; `simple` is the mask of the seats that play by it."""

    def __init__(
        self,
        rules: Rules,
        seats: int,
        seed: int,
        first: int,
        players: list[str],
        points: memoryview,
    ) -> None:
        house = House(rules)
        self.deal = Deal(house)
        self.moves = Moves()
        self.sight = Sight(house)
        self.rng = Rng()
        self.seats, self.seed, self.first = seats, seed, first
        self.simple = sum(bit(seat) for seat in range(seats) if players[seat] == "simple")
        self.difference = rules.exhaust_pay is ExhaustPay.DIFFERENCE
        self.points = points


def play(series: Series, begin: int, end: int) -> int:
    """Play the deals of these rows of `points`; how many actions that took."""
    held = let_go()
    actions = 0
    for row in range(begin, end):
        actions += play_one(series, series.deal, series.first + row, row)
    take_back(held)
    return actions


def play_one(series: Series, deal: Deal, number: int, row: int) -> int:
    """Play the numbered deal, its starter and direction by its number; how many actions."""
    start_stream(series.rng, series.seed, number)
    shuffle(deal, series.rng)
    start_deal(deal, series.seats, number % series.seats, 1 - 2 * (number // series.seats % 2))
    actions = play_levels(deal, series.moves, series.sight, series.rng, series.simple)
    for seat in range(series.seats):
        series.points[row, seat] = received(deal, seat, series.difference)
    return actions
