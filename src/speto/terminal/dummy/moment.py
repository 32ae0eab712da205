"""Which rules matter for one move.

What must stay true: it is computed from the view alone, and names only clauses of the game.
"""

from __future__ import annotations

from collections.abc import Iterable

from speto.cards import Card
from speto.clause import Clause
from speto.dummy import BY_CODE, Action, View
from speto.dummy.actions import (
    Discard,
    Draw,
    Knock,
    LayOff,
    Meld,
    PickUp,
    PickUpToLayOff,
)
from speto.moment import once
from speto.moment.dummy import NEIGHBORS
from speto.terminal.dummy.worth import brings


def about(action: Action, view: View) -> list[Clause]:
    """The rules of one legal move: what allows it, what it brings, what it risks."""
    match action:
        case Draw():
            codes = ["D-TURN-1", "D-TURN-2"]
        case PickUp():
            codes = ["D-PICK-1", "D-PICK-2", "D-PICK-3", "D-PICK-5"]
        case PickUpToLayOff():
            codes = ["D-PICK-6", "D-MORE-15"]
        case Meld(cards):
            codes = ["D-MELD-1" if cards[0].rank == cards[1].rank else "D-MELD-2"]
        case LayOff():
            codes = ["D-LAY-2", "D-LAY-6"]
        case Knock():
            codes = ["D-KNOCK-1"]
        case Discard():
            codes = ["D-TURN-4"]
        case _:
            codes = ["D-END-2"]
    found = [BY_CODE[code] for code in codes]
    if isinstance(action, Discard):
        risks = view.risks.get(action.card, ())
        found = [*(risk.clause for risk in risks), *found]
        found += [BY_CODE[NEIGHBORS[c.code]] for c in found if c.code in NEIGHBORS]
    found += [entry.clause for entry in brings(view, action) if entry.seat == view.seat]
    return once(found)


def holds_a_meld(hand: Iterable[Card]) -> bool:
    """Whether a hand holds a set, or a run of three.

    >>> from speto.cards import parse_cards
    >>> holds_a_meld(parse_cards("3h4h5h")), holds_a_meld(parse_cards("3h4h5d"))
    (True, False)
    """
    cards = set(hand)
    ranks = [card.rank for card in cards]
    runs = any({c, Card(c.rank + 1, c.suit), Card(c.rank + 2, c.suit)} <= cards for c in cards)
    return runs or any(ranks.count(rank) >= 3 for rank in ranks)
