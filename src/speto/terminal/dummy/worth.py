"""What a move brings at once, line by line as it would stand in the ledger.

What must stay true: it is asked of a copy of the seat's own sight, so it tells nothing hidden.
"""

from __future__ import annotations

from speto.cards import cards_in
from speto.clause import Entry
from speto.dummy import Action, View
from speto.dummy.actions import Decline, Draw, encode
from speto.dummy.clauses import BY_NUMBER
from speto.dummy.deal import Deal, copy
from speto.dummy.turn import apply


def brings(view: View, action: Action) -> list[Entry]:
    """The ledger lines of a legal action, as far as this seat can know them."""
    if isinstance(action, Draw | Decline):
        return []
    trial = Deal(view.sight.seen.house)
    copy(trial, view.sight.seen)
    apply(trial, encode(action))
    return [
        Entry(seat, points, BY_NUMBER[number], cards_in(cards), len(view.log))
        for seat, points, number, cards in trial.entries()
    ]


def points_for(view: View, action: Action) -> int:
    """What a legal action brings this seat itself."""
    return sum(entry.points for entry in brings(view, action) if entry.seat == view.seat)
