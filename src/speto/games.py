"""What every game gives the rest of the program, and the table of games.

What must stay true: each game is a module; nothing to the right of this file knows a game's rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, Protocol, cast

from speto.cards import Card, ParseError, shown
from speto.clause import Clause, Entry


class State(Protocol):
    """One moment of a deal; never changes."""

    rules: Any
    action: Any

    @property
    def before(self) -> State | None: ...
    @property
    def over(self) -> bool: ...
    @property
    def to_act(self) -> int | None: ...
    @property
    def turn(self) -> int: ...
    @property
    def seats(self) -> int: ...
    @property
    def starter(self) -> int: ...
    @property
    def direction(self) -> int: ...
    @property
    def pack(self) -> tuple[Card, ...]: ...
    @property
    def scores(self) -> tuple[int, ...]: ...
    @property
    def legal(self) -> Sequence[Any]: ...
    @property
    def log(self) -> tuple[Any, ...]: ...
    def why_not(self, action: Any, seat: int | None = None) -> Clause | None: ...
    def apply(self, action: Any) -> State: ...
    def ledger(self) -> tuple[Entry, ...]: ...


class Game(Protocol):
    """A game as a module."""

    NAME: str
    RULESET: int
    PRESETS: Mapping[str, Any]
    BY_CODE: Mapping[str, Clause]

    def read_rules(self, text: str) -> Any: ...
    def parse(self, word: str) -> Any: ...
    def start(
        self,
        rules: Any,
        pack: Sequence[Card],
        *,
        seats: int,
        starter: int = 0,
        direction: int = 1,
    ) -> State: ...


NAMES = ("dummy",)


def game(name: str) -> Game:
    """The game of that name.

    :raises ParseError: if there is none.
    """
    if name not in NAMES:
        raise ParseError(f"{shown(name)} is no game; there is {', '.join(NAMES)}")
    return cast(Game, import_module(f"speto.{name}"))
