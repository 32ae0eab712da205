"""Which rules matter for one move.

What must stay true: it is computed from the view alone, and names only clauses of the game.
"""

from __future__ import annotations

from speto.clause import Clause
from speto.indian import BY_CODE, Action, View
from speto.indian.actions import Discard, Draw, Drop, Show, TakeOpen
from speto.moment import once


def about(action: Action, view: View) -> list[Clause]:
    """The rules of one legal move: what allows it, what it brings, what it costs."""
    match action:
        case Draw():
            codes = ["I-TURN-1", "I-DEAL-2"]
        case TakeOpen():
            codes = ["I-TURN-1", "I-DEAL-3", "I-PICK-1", "I-TURN-2"]
        case Discard():
            codes = ["I-TURN-1", "I-TURN-2", "I-VAL-1"]
        case Drop():
            codes = ["I-DROP-1" if view.first_turn else "I-DROP-2", "I-DROP-3"]
        case Show() if view.declaring:
            codes = ["I-SHOW-6", "I-ARR-1", view.best.clause.code]
        case Show(finishing=None):
            codes = ["I-HEAVEN-1", "I-HEAVEN-2", "I-MORE-1"]
        case _:
            codes = ["I-SHOW-1", "I-SHOW-2", "I-SHOW-5", "I-SHOW-3"]
    return once(BY_CODE[code] for code in codes)
