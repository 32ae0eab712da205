"""Whole deals at the speed of the machine: shuffled, played out, counted.

What must stay true: the same seed and deal number give the same deal and the same scores, whether
played here or step by step through `State`.
"""

from speto.indian.codes import CARDS, DROP, OVER, TAKE
from speto.indian.deal import Deal
from speto.indian.deal import start as start_deal
from speto.indian.judge import legal
from speto.indian.labels import Moves
from speto.indian.sight import Sight, see
from speto.indian.simple import simple
from speto.indian.turn import apply
from speto.rng import Rng, below
from speto.rng import start as start_stream


class Tally:
    """Sums over deals: decisions, and the points of each seat."""

    def __init__(self) -> None:
        self.decisions = 0
        self.points = [0] * 6

    def totals(self) -> list[int]:
        """The points that each of six seats owes over all deals."""
        return [self.points[seat] for seat in range(6)]


def shuffle(deal: Deal, rng: Rng) -> None:
    """Lay a shuffled pack: Fisher–Yates from the last place down."""
    for i in range(CARDS):
        deal.pack[i] = i >> 1
    for i in range(CARDS - 1, 0, -1):
        j = below(rng, i + 1)
        card = deal.pack[i]
        deal.pack[i] = deal.pack[j]
        deal.pack[j] = card


def play_out(deal: Deal, moves: Moves, rng: Rng, stays: bool) -> int:
    """Play a deal to its end, each action equally likely, or each but a drop; how many actions.

    With `stays` nobody drops: a deal then goes on to a Show or to the end of the stock.
    """
    n = 0
    while deal.phase != OVER:
        i = legal(deal, moves)
        if stays and deal.phase == TAKE:
            i = leave_drop_out(moves)
        apply(deal, moves, moves.acts[below(rng, i)])
        n += 1
    return n


def leave_drop_out(moves: Moves) -> int:
    """Take the drop out of the legal actions; their number."""
    kept = 0
    for i in range(moves.n):
        if moves.acts[i] >> 58 != DROP:
            moves.acts[kept] = moves.acts[i]
            kept += 1
    moves.n = kept
    return kept


def play_levels(deal: Deal, moves: Moves, sight: Sight, rng: Rng, thinkers: int) -> int:
    """Play a deal to its end: seats of the mask `thinkers` by `simple`, the others at random.

    The number of actions.
    """
    n = 0
    while deal.phase != OVER:
        i = legal(deal, moves)
        if thinkers >> deal.to_act & 1:
            see(sight, deal, deal.to_act)
            apply(deal, moves, simple(sight, moves))
        else:
            apply(deal, moves, moves.acts[below(rng, i)])
        n += 1
    return n


def count(tally: Tally, deal: Deal, decisions: int) -> None:
    """Add a deal that is over to the tally."""
    tally.decisions += decisions
    for seat in range(deal.seats):
        tally.points[seat] += deal.score[seat]


def playouts(
    deal: Deal,
    moves: Moves,
    rng: Rng,
    tally: Tally,
    seats: int,
    n: int,
    seed: int,
    first: int,
    stays: bool,
) -> None:
    """Play deals `first` to `first + n − 1` of a seed at random; starter and direction rotate."""
    for k in range(first, first + n):
        start_stream(rng, seed, k)
        shuffle(deal, rng)
        start_deal(deal, seats, k % seats, 1 - 2 * (k // seats % 2))
        count(tally, deal, play_out(deal, moves, rng, stays))
