"""What is wrong with cards that should be a group of Indian Rummy: the clause against them.

What must stay true: what cards are is what the game says, and so is why they are no group; here is
only told why a group is not the one that was asked for.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from speto.cards import JOKER, Card, ParseError
from speto.clause import T_HOLD, Clause
from speto.indian.clauses import SEQ_3, SET_1, WILD_1, WILD_4
from speto.indian.flaws import why_no_group
from speto.indian.groups import Kind, kind_of_cards

FITTING: Final = {
    "pure": (Kind.PURE_RUN,),
    "run": (Kind.RUN, Kind.PURE_RUN),
    "set": (Kind.SET,),
    "group": (Kind.SET, Kind.RUN, Kind.PURE_RUN),
}
"""What cards may be, by the kind that a task asks for; beside these it may ask for wild ones."""
MEANT: Final = {"pure": Kind.RUN, "run": Kind.RUN, "set": Kind.SET}
"""What cards should be that are no group; in a task that asks for any group it is not known."""


def fault(cards: Sequence[Card], kind: str, wilds: Collection[Card]) -> Clause | None:
    """The clause by which cards are not of a kind: pure, run, set, group or wild.

    >>> from speto.cards import parse_cards
    >>> [fault(parse_cards(text), "run", ()).code for text in ("3h4h6h", "KsAs2s", "9c9d9h")]
    ['I-SEQ-1', 'I-SEQ-4', 'I-SET-1']
    """
    special = frozenset(wilds)
    if kind == "wild":
        wild = [card for card in cards if card == JOKER or card in special]
        return None if wild and len(wild) == len(cards) else WILD_1
    try:
        found = kind_of_cards(cards, special)
    except ParseError:
        return T_HOLD
    if found in FITTING[kind]:
        return None
    if found is Kind.RUN and kind == "pure":
        return SEQ_3 if JOKER in cards else WILD_4
    flaw = why_no_group(cards, special, MEANT.get(kind))
    return flaw.clause if flaw else SET_1
