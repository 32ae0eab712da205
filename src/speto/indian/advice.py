"""What the player `simple` does, for whoever holds a view (the advice itself: `simple`)."""

from __future__ import annotations

from speto.indian.actions import Action, decode
from speto.indian.judge import legal
from speto.indian.simple import simple
from speto.indian.view import View
from speto.indian.workspace import workspace


def advise(view: View) -> Action:
    """The legal action that the advice likes best, for the seat whose turn it is."""
    assert view.mine, "nothing to advise: it is not this seat's turn"
    moves = workspace()
    legal(view.sight.seen, moves)
    return decode(simple(view.sight, moves), view.sight.seen.hands()[view.sight.seat])
