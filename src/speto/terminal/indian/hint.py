"""A hint: what the player `simple` would do, and why, told from what the move does.

What must stay true: the player sees the same view as the person.
"""

from __future__ import annotations

from typing import assert_never

from speto.cards import JOKER, Card
from speto.indian import Action, View, advise
from speto.indian.actions import Discard, Draw, Drop, Miss, Show, TakeOpen
from speto.indian.melds import value
from speto.terminal.indian.naming import name
from speto.terminal.indian.offer import harm
from speto.terminal.speech import Speech


def advice(view: View) -> Action:
    """What the player `simple` would do."""
    action: Action = advise(view)
    return action


def reason(action: Action, view: View, speech: Speech) -> str:
    """Why a move is good, in one sentence."""
    match action:
        case Show() if view.declaring:
            return speech.ui("indian.hint.lay_open", points=view.best.points)
        case Show(finishing=card) if card:
            return speech.ui("indian.hint.show", card=name(card, view, speech))
        case Show():
            return speech.ui("indian.hint.heaven", points=view.rules.heaven)
        case Draw():
            return _of_draw(view, speech)
        case TakeOpen():
            return _of_take(view, speech)
        case Drop():
            return speech.ui("indian.hint.drop", points=view.drop_cost)
        case Discard(card):
            key = _good_of_discard(card, view)
            points = 0 if card == JOKER or card in view.wilds else value(card.number)
            return speech.ui(
                f"indian.hint.discard.{key}", card=name(card, view, speech), points=points
            )
        case Miss():
            return speech.ui("indian.did.miss")
        case _:
            assert_never(action)


def _of_draw(view: View, speech: Speech) -> str:
    if view.top is None or view.top_banned:
        return speech.ui("indian.hint.draw.only")
    return speech.ui("indian.hint.draw.rather", card=name(view.top, view, speech))


def _of_take(view: View, speech: Speech) -> str:
    assert view.top is not None
    card = name(view.top, view, speech)
    preview = view.previews[str(TakeOpen())]
    if view.top == JOKER or view.top in view.wilds:
        return speech.ui("indian.hint.take.wild", card=card)
    if preview.points_after < preview.points_now:
        return speech.ui(
            "indian.hint.take.points",
            card=card,
            now=preview.points_now,
            after=preview.points_after,
        )
    return speech.ui("indian.hint.take.near", card=card)


def _good_of_discard(card: Card, view: View) -> str:
    """What a discard is good for: it is in no group, has no neighbor, or is missed least."""
    loose = card in view.best.loose or card == view.best.discard
    if harm(card, view) > 0 or not loose:
        return "least"
    near = any(
        other != card
        and other.rank
        and (
            other.rank == card.rank or (other.suit == card.suit and abs(other.rank - card.rank) < 3)
        )
        for other in view.hand
    )
    return "loose" if near else "alone"
