"""Whole deals of Indian Rummy in a row, played by players of the core, their points in an array.

What must stay true: deal `number` of a seed is that of `play`, and goes as it does there; points
are what the seats pay one another; the array is the caller's.
"""

from __future__ import annotations

from speto.bits import bit
from speto.gil import let_go, take_back
from speto.indian.codes import OVER
from speto.indian.deal import Deal, House
from speto.indian.deal import start as start_deal
from speto.indian.judge import legal
from speto.indian.labels import Moves
from speto.indian.minds import Mind
from speto.indian.past import Past, forget, note
from speto.indian.play import play_levels, shuffle
from speto.indian.receipts import received
from speto.indian.rules import ExhaustPay, Rules
from speto.indian.sight import Sight, see
from speto.indian.simple import simple
from speto.indian.tuned import tuned
from speto.indian.turn import apply
from speto.rng import Rng, below
from speto.rng import start as start_stream

PLAYERS = ("random", "simple", "tuned")


class Series:
    """The deals of a seed from `first` on; `simple` and `tuned` are masks of seats."""

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
        self.mind = Mind()
        self.past = Past()
        self.simple = sum(bit(seat) for seat in range(seats) if players[seat] == "simple")
        self.tuned = sum(bit(seat) for seat in range(seats) if players[seat] == "tuned")
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
    if series.tuned:
        actions = play_remembering(series, deal)
    else:
        actions = play_levels(deal, series.moves, series.sight, series.rng, series.simple)
    for seat in range(series.seats):
        series.points[row, seat] = received(deal, seat, series.difference)
    return actions


def play_remembering(series: Series, deal: Deal) -> int:
    """Play a deal to its end where somebody plays by what was thrown; how many actions."""
    actions = 0
    forget(series.past)
    while deal.phase != OVER:
        n = legal(deal, series.moves)
        if not (series.simple | series.tuned) >> deal.to_act & 1:
            action = series.moves.acts[below(series.rng, n)]
        else:
            see(series.sight, deal, deal.to_act)
            if series.tuned >> deal.to_act & 1:
                action = tuned(series.sight, series.moves, series.mind, series.past)
            else:
                action = simple(series.sight, series.moves)
        note(series.past, deal, action)
        apply(deal, series.moves, action)
        actions += 1
    return actions
