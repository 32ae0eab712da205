"""Which rules of Thai Dummy matter at this very moment.

What must stay true: it is computed from the view alone, and names only clauses of the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from speto.clause import Clause
from speto.dummy import BY_CODE, View
from speto.dummy.actions import Discard, Knock, LayOff, Meld, PickUp, PickUpToLayOff
from speto.dummy.clauses import WIN_1
from speto.dummy.rules import ColorKnock
from speto.moment import once

NEIGHBORS: Final = {
    "D-PEN-HEAD": "D-NEAR-1",
    "D-PEN-SPETO-0": "D-NEAR-2",
    "D-PEN-AON": "D-NEAR-2",
}
"""What a fine calls a neighbor."""


def matters(view: View, refused: Clause | None = None) -> list[Clause]:
    """The rules that matter to the seat now: what was refused, what binds, what may be done."""
    return once([*([refused] if refused else []), *(BY_CODE[code] for code in _codes(view))])


def _codes(view: View) -> Iterator[str]:
    assert view.seat is not None
    kinds = {type(action) for action in view.legal}
    born = view.born[view.seat]
    if view.last_chance:
        yield "D-END-2"
    if view.must_knock:
        yield "D-BORN-3"
    if not view.taken:
        yield from _before_taking(view, born=born, can=bool(kinds & {PickUp, PickUpToLayOff}))
        return
    if not born:
        yield from ("D-BORN-3", "D-BORN-1")
    if Meld in kinds:
        yield from ("D-MELD-1", "D-MELD-2", "D-SCORE-1")
    if LayOff in kinds:
        yield from ("D-LAY-2", "D-LAY-6")
    if view.can_knock or Knock in kinds:
        yield from ("D-KNOCK-1", "D-KNOCK-3", "D-KNOCK-4")
        if not born and view.rules.dark_mult > 1:
            yield "D-DARK-1"
        if view.rules.color_knock is not ColorKnock.OFF:
            yield "D-COLOR-1"
    if len(view.hand) == 1:
        yield "D-KNOCK-2"
    if Discard in kinds:
        yield "D-TURN-4"
        yield from (clause.code for clause in _risky(view))
    if view.last_chance:
        yield "D-END-3"


def _before_taking(view: View, *, born: bool, can: bool) -> Iterator[str]:
    if not view.last_chance:
        yield "D-TURN-1"
    if not view.log:
        yield from ("D-HEAD-5", "D-HEAD-2")
    yield from ("D-PICK-1", "D-PICK-2", "D-PICK-3")
    if can:
        yield "D-PICK-5"
        if view.rules.pickup_for_layoff:
            yield "D-PICK-6"
    if not born:
        yield from ("D-BORN-1", "D-UNBORN-1")


def _risky(view: View) -> Iterator[Clause]:
    clauses = once(risk.clause for risks in view.risks.values() for risk in risks)
    yield from clauses
    for clause in clauses:
        if clause.code in NEIGHBORS:
            yield BY_CODE[NEIGHBORS[clause.code]]
    if any(not risk.certain for risks in view.risks.values() for risk in risks):
        yield WIN_1
