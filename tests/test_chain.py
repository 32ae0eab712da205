"""Deals as chains of moments: what is read off them, and what reading keeps."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from speto.chain import Chain
from speto.games import State
from speto.players import player
from tests import dealing, indian_dealing

DEALS: dict[str, Callable[[Random], State]] = {
    "dummy": dealing.random_deal,
    "indian": indian_dealing.random_deal,
}


def played(game: str, seed: int) -> list[State]:
    """The moments of a whole deal, each looked at by every seat and a spectator."""
    random = Random(seed)
    state = DEALS[game](random)
    states = [state]
    while True:
        for viewer in (*range(state.seats), None):
            state.view_for(viewer)
        if state.over:
            return states
        state = state.apply(player("simple").choose(state.view_for(state.to_act), random))
        states.append(state)


@pytest.mark.parametrize("game", DEALS)
def test_what_is_kept_grows_with_the_deal(game: str) -> None:
    """However long a deal, one log a viewer and one ledger are kept for all its moments."""
    for seed in range(5):
        states = played(game, seed)
        kept = 0
        ledgers = 0
        for state in states:
            assert isinstance(state, Chain)
            kept += len(state._told or ())
            ledgers += state._ledger is not None
        assert len(states) > 1
        assert kept == states[-1].seats + 1
        assert ledgers == 1


@pytest.mark.parametrize("game", DEALS)
def test_the_order_of_asking_changes_nothing(game: str) -> None:
    """Old moments and branches tell the same lines, whichever moment was asked before."""
    for seed in range(3):
        states = played(game, seed)
        fresh = played(game, seed)
        order = Random(seed).sample(range(len(states)), len(states))
        viewers = (*range(states[0].seats), None)
        for at in order:
            for viewer in viewers:
                one, two = states[at].view_for(viewer), fresh[-1].view_for(viewer)
                assert one.log == two.log[: len(one.log)]
                assert one.entries == two.entries[: len(one.entries)]
                assert len(one.log) == at
            assert states[at].ledger() == fresh[-1].ledger()[: len(states[at].ledger())]
