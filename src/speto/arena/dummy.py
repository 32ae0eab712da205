"""What the arena counts of a deal of Thai Dummy.

What must stay true: points are those of the score sheet; the deal's winner has the most of them.
"""

from __future__ import annotations

from typing import Final

from speto.arena.outcome import Outcome
from speto.dummy import State
from speto.dummy.clauses import FINES

ENDINGS: Final = ("knock", "stock")


def outcome(state: State) -> Outcome:
    """The outcome of a deal that is over."""
    points = state.scores
    fined = [entry.seat for entry in state.ledger() if entry.clause in FINES]
    seats = range(state.seats)
    return Outcome(
        points=points,
        winners=tuple(seat for seat in seats if points[seat] == max(points)),
        ending="stock" if state.knocker is None else "knock",
        marks={
            "knock": tuple(int(seat == state.knocker) for seat in seats),
            "fine": tuple(map(fined.count, seats)),
        },
    )
