"""Whole deals at the speed of the machine: shuffled, played out, counted.

What must stay true: the same seed and deal number give the same deal and the same scores, whether
played here or step by step through `State`.
"""

from speto.dummy.codes import OVER
from speto.dummy.deal import Deal
from speto.dummy.deal import start as start_deal
from speto.dummy.melds import Moves
from speto.dummy.moves import legal
from speto.dummy.sight import Sight, see
from speto.dummy.simple import simple
from speto.dummy.turn import apply
from speto.rng import Rng, below
from speto.rng import start as start_stream


class Tally:
    """Sums over deals: decisions, and the points of each seat."""

    def __init__(self) -> None:
        self.decisions = 0
        self.points = [0] * 4

    def totals(self) -> list[int]:
        """The points of each of four seats over all deals."""
        return [self.points[seat] for seat in range(4)]


def shuffle(deal: Deal, rng: Rng) -> None:
    """Lay a shuffled pack as the stock: Fisher–Yates from the last place down."""
    for i in range(52):
        deal.stock[i] = i
    for i in range(51, 0, -1):
        j = below(rng, i + 1)
        card = deal.stock[i]
        deal.stock[i] = deal.stock[j]
        deal.stock[j] = card


def play_out(deal: Deal, moves: Moves, rng: Rng) -> int:
    """Play a deal to its end, each action equally likely; the number of actions."""
    n = 0
    while deal.phase != OVER:
        apply(deal, moves.acts[below(rng, legal(deal, moves))])
        n += 1
    return n


def play_levels(deal: Deal, moves: Moves, sight: Sight, rng: Rng, thinkers: int) -> int:
    """Play a deal to its end: seats of the mask `thinkers` by `simple`, the others at random.

    The number of actions.
    """
    n = 0
    while deal.phase != OVER:
        i = legal(deal, moves)
        if thinkers >> deal.to_act & 1:
            see(sight, deal, deal.to_act)
            apply(deal, simple(sight, moves))
        else:
            apply(deal, moves.acts[below(rng, i)])
        n += 1
    return n


def count(tally: Tally, deal: Deal, decisions: int) -> None:
    """Add a deal that is over to the tally."""
    tally.decisions += decisions
    for seat in range(deal.seats):
        tally.points[seat] += deal.score[seat]


def playouts(
    deal: Deal, moves: Moves, rng: Rng, tally: Tally, seats: int, n: int, seed: int, first: int
) -> None:
    """Play deals `first` to `first + n − 1` of a seed at random; starter and direction rotate."""
    for k in range(first, first + n):
        start_stream(rng, seed, k)
        shuffle(deal, rng)
        start_deal(deal, seats, k % seats, 1 - 2 * (k // seats % 2))
        count(tally, deal, play_out(deal, moves, rng))
