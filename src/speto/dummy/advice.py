"""What the player `simple` does in Dummy, for whoever holds a view (the advice: `simple`)."""

from __future__ import annotations

from speto.dummy.actions import Action, decode
from speto.dummy.melds import Moves
from speto.dummy.moves import legal
from speto.dummy.simple import simple
from speto.dummy.view import View


def advise(view: View) -> Action:
    """The legal action that the advice likes best, for the seat whose turn it is."""
    assert view.mine, "nothing to advise: it is not this seat's turn"
    moves = Moves()
    legal(view.sight.seen, moves)
    return decode(simple(view.sight, moves))
