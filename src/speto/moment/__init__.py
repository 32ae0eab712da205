"""Which rules matter at this very moment, in either game; the game's own module says it.

What must stay true: it is computed from a view alone, and names only clauses of the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Any, Protocol, cast

from speto.clause import Clause
from speto.games import game_of


class Knows(Protocol):
    """What the module of each game gives."""

    def matters(self, view: Any, refused: Clause | None = None) -> list[Clause]: ...


def matters(view: Any, refused: Clause | None = None) -> Sequence[Clause]:
    """The rules that matter to the seat of a view now; none to a spectator.

    >>> from speto.lesson import begin, course_of
    >>> [clause.code for clause in matters(begin(course_of("indian"), 3).view)][:2]
    ['I-TURN-1', 'I-SHOW-1']
    """
    if view.seat is None or view.over:
        return ()
    knows = cast(Knows, import_module(f"speto.moment.{game_of(view.rules).NAME}"))
    return knows.matters(view, refused)


def once(clauses: Iterable[Clause]) -> list[Clause]:
    """Clauses in their order, none twice."""
    return list(dict.fromkeys(clauses))
