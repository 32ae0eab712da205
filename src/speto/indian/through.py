"""What a cheat plays: `simple` or `tuned`, given the hands of the others or the next stock card.

What must stay true: it asks a `State`, so that only the arena and an open challenge can use it.
"""

from __future__ import annotations

from threading import local

from speto.indian.actions import Action, code_of, decode, masks_of
from speto.indian.judge import legal
from speto.indian.minds import Mind
from speto.indian.recall import remembered
from speto.indian.seeing import cheat
from speto.indian.state import State
from speto.indian.workspace import workspace


class _Kept(local):
    mind: Mind | None = None


_kept = _Kept()


def through(state: State, seat: int, *, hands: bool, top: bool, tuned: bool) -> Action:
    """What the heuristic says, tuned or simple, that sees hands, the top of the stock, or both."""
    view = state.view_for(seat)
    if _kept.mind is None:
        _kept.mind = Mind()
    mind = _kept.mind
    mind.knows = hands
    mind.coming = -1
    if top and state.next_card:
        mind.coming = code_of(state.next_card)
    if hands:
        for other, hand in enumerate(state.hands):
            mind.learn_hand(other, masks_of(hand))
    moves = workspace()
    legal(view.sight.seen, moves)
    code = cheat(view.sight, moves, mind, remembered(view), tuned)
    return decode(code, view.sight.seen.hands()[seat])
