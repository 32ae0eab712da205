"""The player `random`: every legal word is equally likely."""

from __future__ import annotations

from random import Random

from speto.dummy import Action, View


class RandomPlayer:
    """Chooses uniformly over the legal words."""

    def choose(self, view: View, rng: Random) -> Action:
        """Any legal action."""
        return view.legal[rng.randrange(len(view.legal))]
