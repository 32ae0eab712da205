"""The table as lines: the wild cards, who is where, the open pile and the own hand.

What must stay true: it is drawn from a `View` alone; numbers and cards stand in columns, translated
words behind them.
"""

from __future__ import annotations

from typing import Final

from speto.cards import JOKER, Card
from speto.indian import View
from speto.indian.clauses import SHOW_3
from speto.indian.rules import Format
from speto.terminal.face import Standing
from speto.terminal.indian.hand import Look, draw_own_hand
from speto.terminal.indian.naming import name, named
from speto.terminal.page import WIDTH, after, cells, fit, pack, wrap
from speto.terminal.speech import NAME_WIDTH, Speech, in_play_order

NUMBERS: Final = {Format.POINTS: 15, Format.POOL: 22, Format.DEALS: 22}
"""Cells of the numbers before a name: a match of one deal has no totals."""
STOPS: Final = ".।。"
PILE: Final = 14
"""So many cards of the open pile are shown."""


def draw_table(
    view: View, standing: Standing, speech: Speech, look: Look, *, close: bool = False
) -> list[str]:
    """The whole table, the hand only for a seat; `close` with what is needed most alone."""
    first = view.seat if view.seat is not None else 0
    form = speech.rules.format
    lines = pack(_header(view, standing, speech))
    if not speech.plain and not close:
        lines += wrap(speech.ui(f"indian.legend.{form.name.lower()}"), hang=2)
    draw_seat = _spoken_seat if speech.plain else _seat
    for seat in in_play_order(view, first):
        drawn = draw_seat(view, standing, speech, seat)
        lines += [fit(drawn[0], WIDTH - 4) + "..."] if close and len(drawn) > 1 else drawn
    pile = draw_pile(view, speech)
    lines += pile[:1] if close else pile
    if view.seat is not None and view.hand:
        lines += draw_own_hand(view, speech, look, close=close)
    return lines


def _header(view: View, standing: Standing, speech: Speech) -> list[str]:
    rules = speech.rules
    match rules.format:
        case Format.POINTS:
            deal = speech.ui("deal.single", n=standing.deal)
        case Format.POOL:
            deal = speech.ui("indian.deal.pool", n=standing.deal, limit=rules.pool_limit)
        case _:
            key = "deals" if standing.deal <= rules.deals else "more"
            deal = speech.ui(f"indian.deal.{key}", n=standing.deal, deals=rules.deals)
    wilds = named([*sorted(view.wilds), JOKER], view, speech)
    if speech.plain:
        wilds = speech.listed([*map(speech.card, sorted(view.wilds)), speech.ui("indian.joker")])
    cut = speech.card(view.cut)
    parts = [
        deal,
        speech.ui("stock", n=view.stock_left),
        speech.ui("indian.wild", wilds=wilds, cut=cut),
    ]
    if view.direction < 0:
        parts.append(speech.ui("reversed"))
    return parts


def state_of(view: View, speech: Speech, seat: int) -> str:
    """What everybody knows of a seat: out and why, or the cards it was seen to take."""
    if view.out[seat]:
        wrong = any(e.seat == seat and e.clause == SHOW_3 for e in view.entries)
        return speech.ui("indian.seat.wrong" if wrong else "indian.seat.dropped")
    if view.known[seat] and seat != view.seat and not view.over:
        return speech.ui("indian.seat.took", cards=named(view.known[seat], view, speech))
    return ""


def _seat(view: View, standing: Standing, speech: Speech, seat: int) -> list[str]:
    """A seat: totals of the match, points owed in the deal, cards held, name, what is known."""
    form = speech.rules.format
    total = "" if form is Format.POINTS else f"{standing.totals[seat]:>7}"
    size = "-" if view.out[seat] else str(view.sizes[seat])
    mark = ">" if seat == view.to_act else " "
    numbers = fit(f"{mark}{total}{view.scores[seat]:>6}{size:>5}", NUMBERS[form])
    label = speech.name(seat)
    label = fit(label, NAME_WIDTH) if label.isascii() else label + " "
    line = f"{numbers}{label} "
    state = state_of(view, speech, seat)
    if cells(line + state) <= WIDTH:
        return [(line + state).rstrip()]
    return wrap(line + state, hang=NUMBERS[form] + NAME_WIDTH + 1)


def _spoken_seat(view: View, standing: Standing, speech: Speech, seat: int) -> list[str]:
    """The same in sentences."""
    form = speech.rules.format.name.lower()
    key = "out" if view.out[seat] else f"in.{form}"
    text = speech.ui(
        f"indian.spoken.{key}",
        name=speech.name(seat),
        match=standing.totals[seat],
        deal=view.scores[seat],
        cards=view.sizes[seat],
    )
    state = state_of(view, speech, seat)
    return wrap(speech.colon(text.rstrip(STOPS), state) if state else text)


def draw_pile(view: View, speech: Speech) -> list[str]:
    """The open pile, its top first, with as many cards as a line or two hold."""
    cards: list[Card] = [*reversed(view.pile)]
    items = [name(card, view, speech) for card in cards[:PILE]]
    if len(cards) > PILE:
        items.append("...")
    return after(speech.ui("indian.pile", n=len(cards)), items or ["-"])
