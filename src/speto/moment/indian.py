"""Which rules of Indian Rummy matter at this very moment.

What must stay true: it is computed from the view alone, and names only clauses of the game.
"""

from __future__ import annotations

from collections.abc import Iterator

from speto.clause import Clause
from speto.indian import BY_CODE, View
from speto.indian.rules import Format
from speto.moment import once


def matters(view: View, refused: Clause | None = None) -> list[Clause]:
    """The rules that matter to the seat now: what was refused, what binds, what may be done."""
    return once([*([refused] if refused else []), *(BY_CODE[code] for code in _codes(view))])


def _codes(view: View) -> Iterator[str]:
    if view.declaring:
        yield from ("I-SHOW-6", "I-ARR-1", view.best.clause.code, "I-VAL-1")
        return
    yield "I-TURN-1"
    if view.top_banned and not view.taken:
        yield from ("I-PICK-1", "I-PICK-3")
    if view.took:
        yield from ("I-TURN-2", "I-MORE-6")
    yield from ("I-SHOW-1", "I-SEQ-2", view.best.clause.code, "I-WILD-1", "I-WILD-3")
    if view.taken:
        yield from ("I-SHOW-2", "I-SHOW-5", "I-SHOW-3")
    else:
        yield from _before_taking(view)
    yield "I-VAL-1"
    if view.stock_left < view.seats:
        yield "I-END-2"
    if view.rules.format is Format.POOL:
        yield "I-POOL-1"
        if view.rules.rejoin:
            yield "I-POOL-2"
        if view.rules.split:
            yield "I-POOL-4"
    elif view.rules.format is Format.DEALS:
        yield "I-DEALS-1"
    if view.first_turn and not view.taken:
        if view.rules.heaven:
            yield from ("I-HEAVEN-1", "I-HEAVEN-2")
        yield "I-MORE-17"


def _before_taking(view: View) -> Iterator[str]:
    yield "I-DROP-1" if view.first_turn else "I-DROP-2"
    if view.turn == 0:
        yield "I-PICK-2"
