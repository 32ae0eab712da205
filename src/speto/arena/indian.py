"""What the arena counts of a deal of Indian Rummy.

What must stay true: points are what the seats pay each other, and sum to zero.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from speto.arena.outcome import Outcome
from speto.indian import State
from speto.indian.clauses import SHOW_3
from speto.indian.match import begin
from speto.indian.rules import Format

ENDINGS: Final = ("show", "heaven", "last_one", "points", "void")


def payments(state: State) -> tuple[int, ...]:
    """What each seat receives of a deal that is over, whatever kind of match the rules are for."""
    rules = replace(state.rules, format=Format.POINTS, point_value=1)
    match = begin(rules, seats=state.seats, starter=state.starter, direction=state.direction)
    return match.after(state).settlement()


def outcome(state: State) -> Outcome:
    """The outcome of a deal that is over."""
    seats = range(state.seats)
    drops = [told.seat for told in state.view_for(None).log if str(told.action) == "x"]
    wrong = [entry.seat for entry in state.ledger() if entry.clause == SHOW_3]
    shower = state.shower if state.ended in ("show", "heaven") else None
    return Outcome(
        points=payments(state),
        winners=state.winners,
        ending=state.ended,
        marks={
            "show": tuple(int(seat == shower) for seat in seats),
            "drop": tuple(map(drops.count, seats)),
            "wrong_show": tuple(map(wrong.count, seats)),
        },
    )
