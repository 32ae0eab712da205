"""The players that think ahead: the rest of the deal played out on worlds that may be.

What must stay true: the budget is one of work, so that the same view and chance give the same
choice on any machine, however busy it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final, TypeVar

import speto
from speto.games import View, game_of
from speto.thought import Budget, Thought

A = TypeVar("A")

BUDGETS: Final[Mapping[str, Mapping[str, int]]] = {
    "sharp": {"dummy": 800, "indian": 400},
    "strong": {"dummy": 3_000, "indian": 1_500},
    "master": {"dummy": 10_000, "indian": 4_000},
}
"""The play-outs that a decision may take, by level and game."""
SLOWER: Final = 16
"""Where the core is not compiled a decision may take one part of so many of these: it is a hundred
times as slow, and nobody waits ten seconds for a move."""
LEAST: Final = 64
"""With fewer play-outs the actions of a moment cannot be told apart."""


def affordable(playouts: int) -> int:
    """So many play-outs, or what takes about as long where the core is not compiled."""
    return playouts if speto.compiled else max(LEAST, playouts // SLOWER)


def budgets(level: str) -> Mapping[str, int]:
    """What a decision of a level may take here, by game; its signature tells how much that is."""
    return {game: affordable(playouts) for game, playouts in BUDGETS[level].items()}


class ThinkingPlayer:
    """Thinks with so many play-outs a decision, by game."""

    weighs = True

    def __init__(self, version: int, budgets: Mapping[str, int]) -> None:
        self.version = version
        self.budgets = budgets

    def playouts(self, game_name: str) -> int:
        """The most that a decision may take."""
        return self.budgets[game_name]

    def think(self, view: View[A], rng: Random) -> Thought:
        """What the player weighs, and what it chooses."""
        module = game_of(view.rules)
        return module.think(view, Budget(playouts=self.playouts(module.NAME)), rng)

    def choose(self, view: View[A], rng: Random) -> A:
        """The legal action that it thinks brings most."""
        action: A = self.think(view, rng).action
        return action
