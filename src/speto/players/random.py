"""The player `random`: every legal word is equally likely."""

from __future__ import annotations

from random import Random
from typing import TypeVar

from speto.games import View

A = TypeVar("A")


class RandomPlayer:
    """Chooses uniformly over the legal words."""

    version = 1
    weighs = False

    def playouts(self, game_name: str) -> int:
        """None: it does not think ahead."""
        return 0

    def choose(self, view: View[A], rng: Random) -> A:
        """Any legal action."""
        return view.legal[rng.randrange(len(view.legal))]
