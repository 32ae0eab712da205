"""Computer players: each sees a `View` and nothing else.

What must stay true: a player is a function of the view and of its own generator, so that changing
cards it cannot see changes nothing it does.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from random import Random
from typing import Protocol, TypeVar

from speto.cards import ParseError, shown
from speto.games import NAMES, View, game
from speto.players.random import RandomPlayer
from speto.players.signature import Signature
from speto.players.simple import SimplePlayer
from speto.players.thinking import ThinkingPlayer, budgets
from speto.players.tuned import SKILLS, TunedPlayer

__all__ = ["LEVELS", "Level", "Player", "Signature", "player", "player_of", "sign"]

A = TypeVar("A")


class Player(Protocol):
    """Honest by construction: it is given a view, not a state."""

    def choose(self, view: View[A], rng: Random) -> A:
        """One of the view's legal actions."""


class Level(Player, Protocol):
    """A player of the ladder, which can be named.

    `version` rises when it plays differently; `weighs` says whether it plays by the weights of its
    game, `playouts` how many a decision of a game may take.
    """

    @property
    def version(self) -> int: ...
    @property
    def weighs(self) -> bool: ...
    def playouts(self, game_name: str) -> int: ...


LEVELS: dict[str, Callable[[], Level]] = {
    "random": RandomPlayer,
    "beginner": partial(TunedPlayer, 1, SKILLS["beginner"]),
    "casual": partial(TunedPlayer, 1, SKILLS["casual"]),
    "simple": SimplePlayer,
    "tuned": partial(TunedPlayer, 1, SKILLS["tuned"]),
    "sharp": partial(ThinkingPlayer, 1, budgets("sharp")),
    "strong": partial(ThinkingPlayer, 1, budgets("strong")),
    "master": partial(ThinkingPlayer, 1, budgets("master")),
}
"""The ladder, the weakest first; the number of a version rises when the level plays differently."""


def player(level: str) -> Level:
    """A computer player of a level.

    :raises ParseError: if there is no such level.
    """
    if level not in LEVELS:
        raise ParseError(f"{shown(level)} is no level; there are {', '.join(LEVELS)}")
    return LEVELS[level]()


def player_of(signature: Signature) -> Level:
    """The player of a signature's level, with as much work as it says.

    :raises ParseError: if there is no such level.
    """
    found = player(signature.level)
    if isinstance(found, ThinkingPlayer) and signature.playouts:
        return ThinkingPlayer(found.version, dict.fromkeys(NAMES, signature.playouts))
    return found


def sign(level: str, game_name: str) -> Signature:
    """How records and results name the player that a level is now.

    :raises ParseError: if there is no such level or game.

    >>> str(sign("simple", "dummy"))
    'simple/1'
    """
    found = player(level)
    weights = digest_of(game(game_name).NAME)[:8] if found.weighs else ""
    return Signature(level, found.version, weights, found.playouts(game_name))


def digest_of(game_name: str) -> str:
    """The hash of the weights of a game."""
    digest: Callable[[], str] = import_module(f"speto.{game_name}.weights").digest
    return digest()
