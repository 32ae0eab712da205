"""What a move says in the list: plain words, what comes and what is laid, the points, the risks.

What must stay true: points are those that the ledger will give; risks are the view's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from speto.cards import Card
from speto.clause import Clause
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
from speto.dummy.view import Preview, Risk
from speto.terminal.dummy.table import LOOK, Look
from speto.terminal.dummy.worth import points_for
from speto.terminal.face import Warn
from speto.terminal.page import wrap
from speto.terminal.sheet import signed
from speto.terminal.speech import Speech

FEW: Final = 3
"""So many cards of a pick-up go to the hand without being asked about."""


def told(action: Action, view: View, speech: Speech, look: Look = LOOK) -> str:
    """A legal move in plain words."""
    points = signed(points_for(view, action))
    match action:
        case Draw():
            return speech.ui("move.draw")
        case PickUp(card):
            return _told_pick_up(card, view.previews[str(action)], points, speech)
        case PickUpToLayOff(card, onto):
            preview = view.previews[str(action)]
            meld = next(meld for meld in view.melds if onto in meld.cards)
            return speech.ui(
                "move.pick_up.lay_off",
                card=speech.card(card),
                meld=speech.meld(meld.cards),
                points=points,
                left=preview.left,
            )
        case Meld(cards):
            return speech.ui("move.meld", cards=speech.cards(cards), points=points)
        case LayOff(card, onto):
            meld = next(meld for meld in view.melds if onto in meld.cards)
            own = meld.owner == view.seat
            return speech.ui(
                "move.lay_off.own" if own else "move.lay_off.other",
                card=speech.card(card),
                meld=speech.meld(meld.cards),
                name=speech.name(meld.owner),
                points=points,
            )
        case Discard(card):
            text = speech.ui("move.discard", card=speech.card(card))
            risks = view.risks.get(card, ()) if look.risks else ()
            return f"{text} ({cost(risks)})" if risks else text
        case Knock(card):
            return speech.ui("move.knock", card=speech.card(card), points=points)
        case Decline():
            return speech.ui("move.decline")
        case _:
            assert_never(action)


def _told_pick_up(card: Card, preview: Preview, points: str, speech: Speech) -> str:
    cards = kept(preview)
    key = "few" if len(cards) <= FEW else "many"
    text = speech.ui(
        f"move.pick_up.{key if cards else 'none'}",
        card=speech.card(card),
        lays=speech.cards(preview.lays),
        points=points,
        kept=speech.cards(cards),
        n=len(cards),
        left=preview.left,
    )
    return speech.ui("move.pick_up.knock", move=text) if preview.knocks else text


def kept(preview: Preview) -> list[Card]:
    """The row cards of a pick-up that go to the hand."""
    return [card for card in preview.takes if card not in preview.lays]


def costs(risks: Sequence[Risk]) -> tuple[int, int]:
    """What a discard costs at once, and what it may yet cost."""
    sure = sum(risk.points for risk in risks if risk.certain)
    return sure, sum(risk.points for risk in risks if not risk.certain)


def cost(risks: Sequence[Risk]) -> str:
    """What a discard costs at once, and with a question mark what it may yet cost.

    >>> from speto.dummy.clauses import PEN_HEAD, PEN_LAY
    >>> cost([Risk(PEN_LAY, -50, True), Risk(PEN_HEAD, -50, False)])
    '-50, -50?'
    """
    sure, perhaps = costs(risks)
    return ", ".join([str(sure)] * (sure < 0) + [f"{perhaps}?"] * (perhaps < 0))


def asked_about(card: Card, view: View, warn: Warn) -> bool:
    """Whether a discard is asked about first.

    Risky is what costs at once, and what may cost more than another card of the hand.
    """
    sure, perhaps = costs(view.risks.get(card, ()))
    if warn is Warn.NEVER or not sure + perhaps:
        return False
    least = max(costs(view.risks.get(other, ()))[1] for other in view.hand)
    return warn is Warn.ALWAYS or sure < 0 or perhaps < least


def risk_lines(view: View, speech: Speech) -> list[str]:
    """For each rule by which a discard costs or may cost points, a line with its cards."""
    found: dict[tuple[Clause, bool, int], list[Card]] = {}
    for card, risks in view.risks.items():
        for risk in risks:
            found.setdefault((risk.clause, risk.certain, risk.points), []).append(card)
    lines = []
    for (clause, certain, points), cards in sorted(found.items(), key=lambda item: -item[0][1]):
        whole = len(cards) == len(view.hand) > 1
        lines += _risk_line(Risk(clause, points, certain), cards, speech, whole=whole)
    return lines


def _risk_line(risk: Risk, cards: Sequence[Card], speech: Speech, *, whole: bool) -> list[str]:
    key = f"risk.{'certain' if risk.certain else 'possible'}.{'all' if whole else 'some'}"
    rule, shown = speech.named(risk.clause), speech.cards(cards)
    text = speech.ui(key, cards=shown, points=risk.points, rule=rule)
    return wrap(f"{'!' if risk.certain else '?'} {text}", hang=2)


def warning(card: Card, view: View, speech: Speech) -> list[str]:
    """What a discard costs or may cost, by which rules."""
    lines = [speech.ui("warning", card=speech.card(card))]
    for risk in view.risks[card]:
        lines += _risk_line(risk, [card], speech, whole=False)
    return lines
