"""A thinker for the tests of what is made of thoughts: quick, and as good as what it is told."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import Any

import pytest

from speto.thought import Budget, Option, Skill, Thought

Worth = Callable[[Any, Any], float]


def plan(
    monkeypatch: pytest.MonkeyPatch, game: str, worth: Worth, *, doubt: float = 1.0, **more: Any
) -> None:
    """Let a game's search find these points for each legal action; `more` is in each option."""
    module = import_module(f"speto.{game}")

    def think(view: Any, budget: Budget, rng: Random) -> Thought:
        points = {action: worth(view, action) for action in view.legal}
        best = max(points.values())
        options = [
            Option(action, found, 1.0, best - found, doubt if found < best else 0.0, 50, **more)
            for action, found in points.items()
        ]
        options.sort(key=lambda option: option.behind)
        return Thought(options[0].action, tuple(options), 50, 50 * len(options))

    def tuned(view: Any, skill: Skill, rng: Random) -> Any:
        return module.advise(view)

    monkeypatch.setattr(module, "think", think, raising=False)
    monkeypatch.setattr(module, "tuned", tuned, raising=False)


def by_word(view: Any, action: Any) -> float:
    """Points that hang on the word alone."""
    return Random(str(action)).uniform(-30, 30)
