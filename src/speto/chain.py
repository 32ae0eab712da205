"""Deals as chains of moments: what the states of every game have in common.

What must stay true: a moment never changes and keeps the one before it; the log and the ledger are
read off the chain. What was read is kept once, by the newest moment it was read for: a copy at
every moment would cost the square of the length of a deal.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any, Generic, NamedTuple, Protocol, Self, TypeVar, overload

from speto.clause import Entry, RulesError

A = TypeVar("A")


class Dealt(Protocol):
    """What every game's deal in integers tells."""

    @property
    def seats(self) -> int: ...
    @property
    def turn(self) -> int: ...
    @property
    def starter(self) -> int: ...
    @property
    def direction(self) -> int: ...
    @property
    def to_act(self) -> int: ...
    def scores(self) -> list[int]: ...


D = TypeVar("D", bound=Dealt)


class Legal(Sequence[A]):
    """The legal actions of a seat, made of their integers only as they are asked for."""

    __slots__ = ("codes", "decode")

    def __init__(self, codes: list[int], decode: Callable[[int], A]) -> None:
        self.codes = codes
        self.decode = decode

    def __len__(self) -> int:
        return len(self.codes)

    @overload
    def __getitem__(self, at: int) -> A: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[A]: ...
    def __getitem__(self, at: int | slice) -> A | Sequence[A]:
        if isinstance(at, slice):
            return Legal(self.codes[at], self.decode)
        return self.decode(self.codes[at])

    def __iter__(self) -> Iterator[A]:
        return map(self.decode, self.codes)


class Told(NamedTuple):
    """One action of the public log, as the one who reads it may read it."""

    seat: int
    action: Any


def check_totals(totals: Sequence[int], seats: int) -> tuple[int, ...]:
    """The totals of a match before a deal: one a seat, or none.

    :raises RulesError: if there are others.
    """
    if totals and len(totals) != seats:
        raise RulesError(f"totals: {len(totals)} for {seats} seats; write one a seat, or none")
    return tuple(totals)


class Chain(ABC, Generic[A, D]):
    """One moment of a deal, and those before it; `A` are the actions of the game, `D` its deal."""

    __slots__ = ("_deal", "_ledger", "_told", "action", "at", "before", "totals")

    def __init__(
        self, deal: D, before: Self | None, action: A | None, totals: tuple[int, ...] = ()
    ) -> None:
        self.before = before
        self.totals: tuple[int, ...] = before.totals if before else totals
        self.action = action
        self.at: int = before.at + 1 if before else 0
        self._deal = deal
        self._ledger: tuple[Entry, ...] | None = None
        self._told: dict[int | None, tuple[Told, ...]] | None = None

    @property
    def seats(self) -> int:
        """How many seats play."""
        return self._deal.seats

    @property
    def turn(self) -> int:
        """How many turns have ended."""
        return self._deal.turn

    @property
    def starter(self) -> int:
        """The seat that played first."""
        return self._deal.starter

    @property
    def direction(self) -> int:
        """1 in seat order, −1 against it."""
        return self._deal.direction

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each seat so far; in Indian Rummy, those it owes."""
        return tuple(self._deal.scores())

    @abstractmethod
    def entries(self) -> tuple[Entry, ...]:
        """What the last action scored."""

    @abstractmethod
    def hidden(self) -> A:
        """The last action as all but its seat may read it."""

    def history(self) -> Iterator[Self]:
        """This state and those before it, the newest first."""
        state: Self | None = self
        while state:
            yield state
            state = state.before

    @property
    def log(self) -> tuple[A, ...]:
        """All actions so far, draws with their card: only for those who may see them."""
        found = [state.action for state in self.history() if state.before and state.action]
        return tuple(found[::-1])

    def ledger(self) -> tuple[Entry, ...]:
        """Every line scored so far, in order."""
        if self._ledger is None:
            since: list[tuple[Entry, ...]] = []
            lines: tuple[Entry, ...] = ()
            for state in self.history():
                if state._ledger is not None:
                    lines, state._ledger = state._ledger, None
                    break
                since.append(state.entries())
            self._ledger = (*lines, *chain.from_iterable(reversed(since)))
        return self._ledger

    def told(self, viewer: int | None) -> tuple[Told, ...]:
        """The public log as a viewer may read it: what another seat drew is not told."""
        if self._told is None:
            self._told = {}
        if viewer not in self._told:
            since: list[Told] = []
            lines: tuple[Told, ...] = ()
            for state in self.history():
                if state._told and viewer in state._told:
                    lines = state._told.pop(viewer)
                    break
                if state.before and state.action:
                    seat = state.before._deal.to_act
                    since.append(Told(seat, state.action if seat == viewer else state.hidden()))
            self._told[viewer] = (*lines, *reversed(since))
        return self._told[viewer]
