"""The player `simple`: the sources' own advice, from what a seat may know (speto.dummy.simple)."""

from __future__ import annotations

from random import Random

from speto.dummy import Action, View
from speto.dummy.actions import decode
from speto.dummy.melds import Moves
from speto.dummy.moves import legal
from speto.dummy.simple import simple


class SimplePlayer:
    """Follows the advice without chance."""

    def choose(self, view: View, rng: Random) -> Action:
        """The legal action that the advice likes best."""
        moves = Moves()
        legal(view.sight.seen, moves)
        return decode(simple(view.sight, moves))
