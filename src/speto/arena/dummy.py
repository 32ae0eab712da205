"""What the arena counts of Thai Dummy.

What must stay true: points are those of the score sheet; the deal's winner has the most of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from speto.arena.outcome import Outcome
from speto.cards import Card, mask_of
from speto.dummy import State, View
from speto.dummy.clauses import CLAUSES, FINES
from speto.dummy.codes import SPETOS
from speto.dummy.judge import open_ends
from speto.dummy.melds import Moves, points_of
from speto.dummy.simple import hand_worth, near_melds
from speto.games import Match

ENDINGS: Final = ("knock", "stock")
MARKS: Final = ("knock", "fine")
FINED: Final = tuple(clause.code for clause in CLAUSES if clause in FINES)
TABLE: Final = 4
NET: Final = False


def outcome(state: State) -> Outcome:
    """The outcome of a deal that is over."""
    points = state.scores
    fined = [(entry.seat, entry.clause.code) for entry in state.ledger() if entry.clause in FINES]
    times, kinds = Counter(seat for seat, _ in fined), Counter(fined)
    seats = range(state.seats)
    return Outcome(
        points=points,
        winners=tuple(seat for seat in seats if points[seat] == max(points)),
        ending="stock" if state.knocker is None else "knock",
        marks={
            "knock": tuple(int(seat == state.knocker) for seat in seats),
            "fine": tuple(times[seat] for seat in seats),
        },
        fines={code: tuple(kinds[seat, code] for seat in seats) for code in FINED},
    )


def match_points(match: Match) -> tuple[int, ...]:
    """The points of a match by seat: its totals."""
    return match.totals


def promise(view: View, cards: Sequence[Card]) -> int:
    """What it is worth to be dealt these cards: those near melds, and points but for spetos.

    Of the four hands of a deal between `simple` alone the best by this measure brings some 14
    points above the mean of the table.
    """
    hand = mask_of(cards)
    return 2 * near_melds(hand) + points_of(hand & ~SPETOS)


def worth(view: View, cards: Sequence[Card]) -> int:
    """What it is worth to hold these cards: the measure of the player `simple`."""
    assert view.seat is not None
    seen, moves = view.sight.seen, Moves()
    open_ends(seen, moves, -1)
    return hand_worth(seen, moves, mask_of(cards), view.born[view.seat])
