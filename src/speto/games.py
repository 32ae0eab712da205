"""What every game gives the rest of the program, and the table of games.

What must stay true: each game is a module, loaded when it is first asked for; nothing to the right
of the games knows a game's rules but by these names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, Final, Protocol, TypeAlias, TypeVar, cast

from speto.cards import Card, ParseError, shown
from speto.clause import Clause, Entry

A_co = TypeVar("A_co", covariant=True)


class View(Protocol[A_co]):
    """What a seat, or a spectator, may know of a deal of any game; `A_co` are its actions."""

    @property
    def rules(self) -> Any: ...
    @property
    def seat(self) -> int | None: ...
    @property
    def seats(self) -> int: ...
    @property
    def direction(self) -> int: ...
    @property
    def turn(self) -> int: ...
    @property
    def over(self) -> bool: ...
    @property
    def to_act(self) -> int | None: ...
    @property
    def mine(self) -> bool: ...
    @property
    def taken(self) -> bool: ...
    @property
    def stock_left(self) -> int: ...
    @property
    def hand(self) -> tuple[Card, ...]: ...
    @property
    def drawn(self) -> Card | None: ...
    @property
    def sizes(self) -> tuple[int, ...]: ...
    @property
    def known(self) -> tuple[tuple[Card, ...], ...]: ...
    @property
    def scores(self) -> tuple[int, ...]: ...
    @property
    def legal(self) -> Sequence[A_co]: ...
    @property
    def words(self) -> tuple[str, ...]: ...
    @property
    def entries(self) -> tuple[Entry, ...]: ...
    @property
    def log(self) -> tuple[Any, ...]: ...
    def why_not(self, action: object) -> Clause | None: ...


class State(Protocol):
    """One moment of a deal; never changes."""

    rules: Any
    action: Any
    at: int

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
    def hands(self) -> tuple[tuple[Card, ...], ...]: ...
    @property
    def pack(self) -> tuple[Card, ...]: ...
    @property
    def scores(self) -> tuple[int, ...]: ...
    @property
    def legal(self) -> Sequence[Any]: ...
    @property
    def log(self) -> tuple[Any, ...]: ...
    def why_not(self, action: Any, seat: int | None = None) -> Clause | None: ...
    def apply(self, action: Any, seat: int | None = None) -> State: ...
    def timeout(self) -> Any: ...
    def view_for(self, seat: int | None) -> View[Any]: ...
    def entries(self) -> tuple[Entry, ...]: ...
    def ledger(self) -> tuple[Entry, ...]: ...


class Match(Protocol):
    """A match between two deals; never changes.

    Seats are those of the match; only `starter` is a seat of the next deal, whose seats are
    `playing` in their order. `totals` are what the match counts: points or chips. `deals` are the
    scores of each deal by seat of the match. Those in `may_rejoin` the last deal has put out.
    """

    @property
    def rules(self) -> Any: ...
    @property
    def seats(self) -> int: ...
    @property
    def playing(self) -> tuple[int, ...]: ...
    @property
    def starter(self) -> int: ...
    @property
    def direction(self) -> int: ...
    @property
    def deals(self) -> tuple[tuple[int, ...], ...]: ...
    @property
    def totals(self) -> tuple[int, ...]: ...
    @property
    def over(self) -> bool: ...
    @property
    def winners(self) -> tuple[int, ...]: ...
    @property
    def may_rejoin(self) -> tuple[int, ...]: ...
    def rejoin(self, seat: int) -> Match: ...
    def after(self, state: Any) -> Match: ...
    def settlement(self) -> tuple[int, ...]: ...


Moment: TypeAlias = State


class ReadsPositions(Protocol):
    """A game's `State` as a class."""

    def read(self, text: str) -> State: ...


class Game(Protocol):
    """A game as a module."""

    NAME: str
    RULESET: int
    SEATS: tuple[int, ...]
    PRESETS: Mapping[str, Any]
    FIELDS: tuple[str, ...]
    PACK: tuple[Card, ...]
    CLAUSES: tuple[Clause, ...]
    BY_CODE: Mapping[str, Clause]
    Rules: type
    State: ReadsPositions

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
    ) -> Moment: ...
    def advise(self, view: Any) -> Any: ...
    def begin(self, rules: Any, *, seats: int, starter: int, direction: int = 1) -> Match: ...


NAMES: Final = ("dummy", "indian")


def game(name: str) -> Game:
    """The game of that name.

    :raises ParseError: if there is none.
    """
    if name not in NAMES:
        raise ParseError(f"{shown(name)} is no game; there is {' and '.join(NAMES)}")
    return cast(Game, import_module(f"speto.{name}"))


def game_of(rules: Any) -> Game:
    """The game whose rules these are; one is loaded only if none before it fits.

    >>> game_of(game("dummy").read_rules("default")).NAME
    'dummy'
    """
    return next(found for found in map(game, NAMES) if isinstance(rules, found.Rules))
