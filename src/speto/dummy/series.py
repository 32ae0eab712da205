"""Whole deals of Dummy in a row, played by players of the core, their points in an array.

What must stay true: deal `number` of a seed is that of `play`; the array is the caller's.
"""

from __future__ import annotations

from speto.dummy.codes import RANDOM, SIMPLE, TUNED
from speto.dummy.deal import Deal, House
from speto.dummy.outlook import Weights
from speto.dummy.rollout import Crew, begin, finish
from speto.dummy.rules import Rules
from speto.dummy.weights import TUNED as FOUND
from speto.gil import let_go, take_back

PLAYERS = {"random": RANDOM, "simple": SIMPLE, "tuned": TUNED}


class Series:
    """The deals of a seed from `first` on, and a player of `PLAYERS` for each seat."""

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
        self.crew = Crew(house, Weights(FOUND), Weights(FOUND))
        self.crew.seat([PLAYERS[player] for player in players])
        self.seats, self.seed, self.first = seats, seed, first
        self.points = points


def play(series: Series, start: int, end: int) -> int:
    """Play the deals of these rows of `points`; how many actions that took."""
    held = let_go()
    series.crew.actions = 0
    for row in range(start, end):
        begin(series.crew, series.deal, series.seats, series.seed, series.first + row)
        finish(series.crew, series.deal)
        write(series, series.deal, row)
    take_back(held)
    return series.crew.actions


def write(series: Series, deal: Deal, row: int) -> None:
    """Write the points of a deal that is over."""
    for seat in range(series.seats):
        series.points[row, seat] = deal.score[seat]
