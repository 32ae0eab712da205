"""The player `simple`: the advice of the sources from what a seat may know, each game its own."""

from __future__ import annotations

from random import Random
from typing import TypeVar

from speto.games import View, game_of

A = TypeVar("A")


class SimplePlayer:
    """Follows the advice without chance."""

    version = 1
    weighs = False

    def playouts(self, game_name: str) -> int:
        """None: it does not think ahead."""
        return 0

    def choose(self, view: View[A], rng: Random) -> A:
        """The legal action that the advice likes best."""
        action: A = game_of(view.rules).advise(view)
        return action
