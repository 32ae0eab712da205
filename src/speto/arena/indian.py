"""What the arena counts of a deal of Indian Rummy.

What must stay true: points are what the seats pay each other, and sum to zero.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from speto.arena.outcome import Outcome
from speto.indian import State, view
from speto.indian.actions import Show
from speto.indian.match import begin
from speto.indian.rules import Format

ENDINGS: Final = tuple(filter(None, view.ENDINGS))


def payments(state: State) -> tuple[int, ...]:
    """What each seat receives of a deal that is over, whatever kind of match the rules are for."""
    rules = replace(state.rules, format=Format.POINTS, point_value=1)
    match = begin(rules, seats=state.seats, starter=state.starter, direction=state.direction)
    return match.after(state).settlement()


def outcome(state: State) -> Outcome:
    """The outcome of a deal that is over."""
    seats = range(state.seats)
    said = {told.seat: told.action for told in state.view_for(None).log}
    wrong = [seat for seat in seats if state.out[seat] and isinstance(said.get(seat), Show)]
    return Outcome(
        points=payments(state),
        winners=state.winners,
        ending=state.ended,
        marks={
            "show": tuple(int(seat == state.shower) for seat in seats),
            "drop": tuple(int(state.out[seat] and seat not in wrong) for seat in seats),
            "wrong_show": tuple(int(seat in wrong) for seat in seats),
        },
    )
