"""The player `tuned` and the weaker ones made of it: a weighed heuristic, each game its own.

What must stay true: a weaker level is weaker by how far back it remembers and how it wavers, never
by a blunder on purpose.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final, TypeVar

from speto.games import View, game_of
from speto.thought import Skill

A = TypeVar("A")

SKILLS: Final[Mapping[str, Mapping[str, Skill]]] = {
    "beginner": {"dummy": Skill(4, 60.0), "indian": Skill(4, 6.0)},
    "casual": {"dummy": Skill(8, 25.0), "indian": Skill(10, 2.0)},
    "tuned": {"dummy": Skill(), "indian": Skill()},
}
"""What each level made of the heuristic remembers, and how it wavers, by game."""


class TunedPlayer:
    """Follows the weights of its game, with a skill by game."""

    weighs = True

    def __init__(self, version: int, skills: Mapping[str, Skill]) -> None:
        self.version = version
        self.skills = skills

    def playouts(self, game_name: str) -> int:
        """None: it does not think ahead."""
        return 0

    def choose(self, view: View[A], rng: Random) -> A:
        """The legal action that weighs most, as far as the skill sees."""
        module = game_of(view.rules)
        action: A = module.tuned(view, self.skills[module.NAME], rng)
        return action
