"""The labelled cheats: `simple` and the tuned player where they see what nobody may.

What must stay true: only the arena and an open challenge import this; a player never does.
"""

from __future__ import annotations

from speto.dummy import codes
from speto.dummy.actions import Action, decode
from speto.dummy.moves import legal
from speto.dummy.outlook import Weights
from speto.dummy.rollout import Crew, choose
from speto.dummy.state import State
from speto.dummy.weights import TUNED


def through(state: State, seat: int, *, hands: bool, top: bool, tuned: bool) -> Action:
    """What the seat to act does if it sees the other hands, the next stock card, or both."""
    assert seat == state.to_act, "nothing to choose: it is not this seat's turn"
    deal = state._deal
    crew = Crew(deal.house, Weights(TUNED), Weights(TUNED))
    policy = codes.TUNED if tuned else codes.SIMPLE
    crew.seat([policy | hands * codes.HANDS | top * codes.TOP] * 4)
    legal(deal, crew.moves)
    return decode(choose(crew, deal))
