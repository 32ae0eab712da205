"""The player `random`: every legal word is equally likely."""

from __future__ import annotations

from random import Random
from typing import TypeVar

from speto.games import View

A = TypeVar("A")


class RandomPlayer:
    """Chooses uniformly over the legal words."""

    def choose(self, view: View[A], rng: Random) -> A:
        """Any legal action."""
        return view.legal[rng.randrange(len(view.legal))]
