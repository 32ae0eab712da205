"""Moments of deals, each with its twin: the same but for cards that the acting seat can't know.

A twin is the deal played again from another pack, so that it has its own history: what the seat saw
taken, thrown and laid is the same, its own draws too. After a reshuffle, whose order comes from the
whole pack, only the moment itself is made again, and the seat keeps its log.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from speto import indian
from speto.games import State, View
from tests import test_indian_laws
from tests.test_faces import choose, first_moment, otherwise, settled_alike

PICK_UPS = "^"
LONGEST = 120
"""Deals that are played longer, as those of Indian Rummy by chance, are left."""


class World(NamedTuple):
    """A moment as it may be; `told` is the log and ledger of a moment that has no history."""

    state: State
    told: tuple[Any, Any] | None = None

    @property
    def view(self) -> View[Any]:
        """A fresh view of the seat to act."""
        view: Any = self.state.view_for(self.state.to_act)
        if self.told is not None:
            view = indian.View(view.rules, view.sight, *self.told)
        found: View[Any] = view
        return found

    @property
    def heard_before(self) -> View[Any] | None:
        """A view of another seat, when it last acted."""
        before = self.state.before
        while before and before.to_act == self.state.to_act:
            before = before.before
        return before.view_for(before.to_act) if before else None


class Twins(NamedTuple):
    """Two worlds that the acting seat can't tell apart."""

    one: World
    other: World

    @property
    def may_pick_up(self) -> bool:
        """Whether the seat may take what was thrown."""
        return any(word.startswith(PICK_UPS) for word in self.one.view.words)


def twins(name: str, random: Random) -> Iterator[Twins]:
    """Moments of deals of a game, without end: most of those at which a seat may pick up."""
    while True:
        level = random.choice(("simple", "simple", "busy", "random"))
        state = first_moment(name, random)
        while not state.over and state.at < LONGEST:
            found = random.random() < (1 if pick_up_in(state) else 0.1)
            pair = twin_of(state, random) if found else None
            if pair:
                yield pair
            state = state.apply(choose(name, random, level, state))


def pick_up_in(state: State) -> bool:
    """Whether the acting seat may pick up."""
    return any(str(action).startswith(PICK_UPS) for action in state.legal)


def twin_of(state: State, random: Random) -> Twins | None:
    """A moment and its twin; none if nothing is hidden there, or all of it by what was seen."""
    seat = state.to_act
    assert seat is not None
    if isinstance(state, indian.State) and state.view_for(None).sight.seen.reshuffles:
        view = state.view_for(seat)
        told = view.log, view.entries
        swapped = test_indian_laws.hidden_swapped(random, state, seat)
        pair = Twins(World(indian.State.read(str(state)), told), World(swapped, told))
    else:
        again = otherwise(state, seat, random)
        if again is None or not settled_alike(state, again):
            return None
        pair = Twins(World(state), World(again))
    return pair if pair.one.state.hands != pair.other.state.hands else None
