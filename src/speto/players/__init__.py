"""Computer players: each sees a `View` and nothing else.

What must stay true: a player is a function of the view and of its own generator, so that changing
cards it cannot see changes nothing it does.
"""

from __future__ import annotations

from random import Random
from typing import Protocol, TypeVar

from speto.cards import ParseError, shown
from speto.games import View
from speto.players.random import RandomPlayer
from speto.players.simple import SimplePlayer

A = TypeVar("A")


class Player(Protocol):
    """Honest by construction: it is given a view, not a state."""

    def choose(self, view: View[A], rng: Random) -> A:
        """One of the view's legal actions."""


LEVELS: dict[str, type[Player]] = {"random": RandomPlayer, "simple": SimplePlayer}


def player(level: str) -> Player:
    """A computer player of a level.

    :raises ParseError: if there is no such level.
    """
    if level not in LEVELS:
        raise ParseError(f"{shown(level)} is no level; there are {', '.join(LEVELS)}")
    return LEVELS[level]()
