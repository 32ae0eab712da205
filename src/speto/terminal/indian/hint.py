"""A hint: what the player `simple` would do, and why, told from what the move does.

What must stay true: the player sees the same view as the person.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, assert_never

from speto.cards import Card
from speto.indian import Action, View, advise
from speto.indian.actions import Discard, Draw, Drop, Miss, Show, TakeOpen
from speto.terminal.indian.lineup import ACE
from speto.terminal.indian.naming import name
from speto.terminal.indian.offer import cost, dearest, is_wild, without
from speto.terminal.speech import Speech

LOW: Final = 8
"""Beside a rank below it an ace stands low."""


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
            return _of_discard(card, view, speech)
        case Miss():
            return speech.ui("indian.did.miss")
        case _:
            assert_never(action)


def _of_draw(view: View, speech: Speech) -> str:
    if view.top is None or view.top_banned:
        return speech.ui("indian.hint.draw.only")
    card, preview = name(view.top, view, speech), view.previews[str(TakeOpen())]
    fewer = preview.points_now - preview.points_after
    key = "few" if fewer > 0 else "rather"
    return speech.ui(f"indian.hint.draw.{key}", card=card, n=fewer)


def _of_take(view: View, speech: Speech) -> str:
    assert view.top is not None
    card = name(view.top, view, speech)
    preview = view.previews[str(TakeOpen())]
    if is_wild(view.top, view):
        return speech.ui("indian.hint.take.wild", card=card)
    if preview.points_after < preview.points_now:
        return speech.ui(
            "indian.hint.take.points",
            card=card,
            now=preview.points_now,
            after=preview.points_after,
        )
    return speech.ui("indian.hint.take.near", card=card)


def _of_discard(card: Card, view: View, speech: Speech) -> str:
    """What a discard is good for: what it costs or saves now, and why no dearer card goes."""
    left, best = without(card, view).points, view.best
    shown = name(card, view, speech)
    if left > best.points:
        return speech.ui("indian.hint.discard.keeps", card=shown, points=left, least=best.points)
    if is_wild(card, view) or card not in (*best.loose, best.discard):
        return speech.ui("indian.hint.discard.regroup", card=shown, points=left)
    points = cost(card, view)
    other = next((one for one in dearest(view) if cost(one, view) > points), None)
    key, dear = "loose" if near(card, view.hand, view) else "alone", ""
    if other:
        dear = name(other, view, speech)
        if near(other, view.known[_next_seat(view)], view):
            key = "feeds"
        elif near(other, view.hand, view):
            key = "rather"
    return speech.ui(f"indian.hint.discard.{key}", card=shown, points=points, other=dear)


def _next_seat(view: View) -> int:
    """The seat that plays next."""
    assert view.seat is not None
    seats = [(view.seat + view.direction * n) % view.seats for n in range(1, view.seats)]
    return next(seat for seat in seats if not view.out[seat])


def near(card: Card, cards: Iterable[Card], view: View) -> bool:
    """Whether a card may come to lie in a group with one of these cards that are not wild."""
    return any(
        other != card
        and not is_wild(other, view)
        and (
            other.rank == card.rank
            or (other.suit == card.suit and abs(_place(other, card) - _place(card, other)) < 3)
        )
        for other in cards
    )


def _place(card: Card, beside: Card) -> int:
    """The rank of a card in a run; an ace is low beside a low card."""
    return 1 if card.rank == ACE and beside.rank < LOW else card.rank
