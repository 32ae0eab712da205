"""The laws of Indian Rummy, as plain checks on a deal and on a moment of it."""

from __future__ import annotations

from collections import Counter

from speto.cards import Card
from speto.indian import PACK, State
from speto.indian.actions import Show, card_of
from speto.indian.groups import declared
from tests import laws


def cards_are_conserved(state: State) -> None:
    """Each of the 106 cards lies in exactly one place."""
    deal = state._deal
    lying: Counter[Card] = Counter(map(card_of, [*deal.piled(), *deal.stock_left(), deal.cut]))
    for hand in state.hands:
        lying.update(hand)
    assert lying == Counter(PACK), state


def hands_have_their_size(state: State) -> None:
    """Each seat holds 13 cards, the one that has taken one 14."""
    acting = state.to_act if state.view_for(None).taken else None
    for seat, hand in enumerate(state.hands):
        assert len(hand) == 13 + (seat == acting), state


def known_cards_are_held(state: State) -> None:
    """What everybody saw a seat take and must still be held is in the hand."""
    for known, hand in zip(state.view_for(None).known, state.hands, strict=True):
        assert not Counter(known) - Counter(hand), state


def proposed_shows_are_right(state: State) -> None:
    """A Show that `legal` proposes wins the deal, or declares the fewest points."""
    for action in state.legal:
        if isinstance(action, Show):
            seat = state.to_act
            assert seat is not None
            view = state.view_for(seat)
            if view.declaring:
                own = declared(action.groups, action.loose, view.wilds, state.rules)
                assert own.points == view.best.points, (str(action), str(state))
            else:
                after = state.apply(action)
                assert after.winners == (seat,), (str(action), str(state))
                assert not after.scores[seat], (str(action), str(state))


def winners_owe_nothing(state: State) -> None:
    """Who wins a deal is still in and owes nothing; without a winner nobody owes anything."""
    if not state.over:
        return
    assert all(not state.scores[seat] and not state.out[seat] for seat in state.winners), state
    if state.ended == "void":
        assert not state.winners and not any(state.scores), state
    else:
        assert state.winners, state
    assert all(score >= 0 for score in state.scores), state


MOMENT = (
    *laws.MOMENT,
    cards_are_conserved,
    hands_have_their_size,
    known_cards_are_held,
    proposed_shows_are_right,
)
DEAL = (*laws.DEAL, winners_owe_nothing)
LONGEST = 2 * 1000 + 5
"""No deal has more actions: each of at most 1,000 turns has two, and five may declare."""
