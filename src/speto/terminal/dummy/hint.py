"""A hint: what the player `simple` would do, and why, told from what the move does.

What must stay true: the player sees the same view as the person.
"""

from __future__ import annotations

from random import Random

from speto.cards import Card
from speto.dummy import Action, View
from speto.dummy.actions import (
    Decline,
    Discard,
    Draw,
    Knock,
    LayOff,
    Meld,
    PickUp,
    PickUpToLayOff,
)
from speto.dummy.melds import neighbours, points_of
from speto.players import player
from speto.terminal.dummy.offer import costs, kept
from speto.terminal.dummy.worth import points_for
from speto.terminal.sheet import signed
from speto.terminal.speech import Speech


def advice(view: View) -> Action:
    """What the player `simple` would do."""
    return player("simple").choose(view, Random(0))


def reason(action: Action, view: View, speech: Speech) -> str:
    """Why a move is good, in one sentence."""
    points = signed(points_for(view, action))
    match action:
        case Knock(card):
            return speech.ui("hint.knock", card=speech.card(card), points=points)
        case Draw():
            only = len(view.legal) == 1
            return speech.ui("hint.draw.only" if only else "hint.draw.rather")
        case PickUp(card):
            key = f"hint.pick_up.{_good_of_pick_up(action, view)}"
            return speech.ui(
                key,
                card=speech.card(card),
                points=points,
                n=len(kept(view.previews[str(action)])),
            )
        case PickUpToLayOff(card):
            return speech.ui("hint.lay_off", card=speech.card(card), points=points)
        case Meld() | LayOff() if view.can_knock:
            return speech.ui("hint.to_knock", points=points)
        case Meld(cards):
            return speech.ui("hint.meld", cards=speech.cards(cards), points=points)
        case LayOff(card):
            return speech.ui("hint.lay_off", card=speech.card(card), points=points)
        case Discard(card):
            key = f"hint.discard.{_good_of_discard(card, view)}"
            return speech.ui(key, card=speech.card(card), points=points_of(1 << card.number))
        case Decline():
            return speech.ui("hint.decline")


def _good_of_pick_up(action: PickUp, view: View) -> str:
    assert view.seat is not None
    if view.previews[str(action)].knocks:
        return "knock"
    if view.head in action.meld:
        return "head"
    return "points" if view.born[view.seat] else "born"


def _good_of_discard(card: Card, view: View) -> str:
    """What a discard is good for: no fine, less danger, fewer points in the hand, or least harm."""
    own = costs(view.risks.get(card, ()))
    others = [costs(view.risks.get(other, ())) for other in view.hand if other != card]
    if not own[0] and any(sure for sure, _ in others):
        return "no_fine"
    if sum(own) > min((sum(each) for each in others), default=0):
        return "safe"
    near = neighbours(card.number, view.rules.ace_low_run)
    if not any(near >> other.number & 1 for other in view.hand):
        return "alone"
    return "least"
