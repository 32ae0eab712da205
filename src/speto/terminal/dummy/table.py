"""The table as lines: who is where in the match, the melds, the row and the hand.

What must stay true: it is drawn from a `View` alone; numbers and cards stand in columns, translated
words behind them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from speto.cards import Card
from speto.dummy.actions import Discard
from speto.dummy.view import TableMeld, View
from speto.terminal.face import Standing
from speto.terminal.page import WIDTH, after, cells, fit, pack, wrap
from speto.terminal.sheet import signed
from speto.terminal.speech import NAME_WIDTH, Speech, by_rank, by_suit, in_play_order

NUMBERS: Final = 22
"""Cells of the three numbers before a name."""
BROAD: Final = 16
"""So many cards stand in a numbered hand with room between."""


@dataclass(frozen=True, slots=True)
class Look:
    """How the own hand is shown: sorted by rank or by suit, with or without its risks."""

    by_rank: bool = False
    risks: bool = True

    def sorted(self, cards: Sequence[Card]) -> list[Card]:
        """The cards of a hand in their order."""
        return by_rank(cards) if self.by_rank else by_suit(cards)


LOOK: Final = Look()


def draw_table(view: View, standing: Standing, speech: Speech, look: Look = LOOK) -> list[str]:
    """The whole table; the hand only for a seat."""
    first = view.seat if view.seat is not None else 0
    lines = _header(view, standing, speech)
    if not speech.plain:
        lines += wrap(" " * NUMBERS + speech.ui("legend"), hang=NUMBERS)
    draw_seat = _spoken_seat if speech.plain else _seat
    for seat in in_play_order(view, first):
        lines += draw_seat(view, standing, speech, seat)
    lines += draw_row(view, speech)
    if view.seat is not None:
        lines += draw_own_hand(view, speech, look)
    return lines


def draw_hand(label: str, cards: Sequence[Card], speech: Speech) -> list[str]:
    """A hand, suit by suit."""
    return after(label, _in_suits(by_suit(cards), speech), "  ")


def _in_suits(cards: Sequence[Card], speech: Speech) -> list[str]:
    return [speech.cards(suit) for _, suit in groupby(cards, lambda card: card.suit)]


def numbered(view: View) -> bool:
    """Whether the cards of the hand may be chosen by number: when one may be discarded."""
    return any(isinstance(action, Discard) for action in view.legal)


def draw_own_hand(view: View, speech: Speech, look: Look = LOOK) -> list[str]:
    """The own hand; while one card may be discarded, each card has its number below it."""
    cards = look.sorted(view.hand)
    label = speech.ui("hand", n=len(cards))
    if speech.plain or not numbered(view):
        return after(label, [speech.cards(cards)] if look.by_rank else _in_suits(cards, speech))
    size = 5 if len(cards) <= BROAD else 4
    columns = WIDTH // size
    lines = [label]
    for start in range(0, len(cards), columns):
        part = cards[start : start + columns]
        shown = (f"{speech.card(card):>3}{_mark(card, view, look)}" for card in part)
        lines.append("".join(fit(text, size) for text in shown).rstrip())
        numbers = (f"{start + n + 1:>3}" for n in range(len(part)))
        lines.append("".join(fit(text, size) for text in numbers).rstrip())
    return lines


def _mark(card: Card, view: View, look: Look) -> str:
    """`!` at a card that costs at once, `?` at one that may cost later."""
    risks = view.risks.get(card, ()) if look.risks else ()
    if any(risk.certain for risk in risks):
        return "!"
    return "?" if risks else " "


def _header(view: View, standing: Standing, speech: Speech) -> list[str]:
    target = speech.rules.match_target
    parts = [
        speech.ui("deal.match", n=standing.deal, target=target)
        if target
        else speech.ui("deal.single", n=standing.deal),
        speech.ui("stock", n=view.stock_left),
        speech.ui("head", card=_starred(view.head, view, speech)),
    ]
    if view.direction < 0:
        parts.append(speech.ui("reversed"))
    return pack(parts, gap="  ")


def _melds(view: View, speech: Speech, seat: int) -> list[str]:
    return [_meld(meld, view, speech) for meld in view.melds if meld.owner == seat]


def _seat(view: View, standing: Standing, speech: Speech, seat: int) -> list[str]:
    """A seat: points in the match and in the deal, cards held, then name and melds."""
    numbers = (
        ">" if seat == view.to_act else " "
    ) + f"{standing.totals[seat]:>6}{signed(view.scores[seat]):>7}{view.sizes[seat]:>5}"
    name = speech.name(seat)
    if name.isascii():
        name = fit(name, NAME_WIDTH)
    else:
        name += " "
    label = f"{fit(numbers, NUMBERS)}{name} "
    melds = _melds(view, speech, seat)
    if not melds:
        melds = [speech.ui("born" if view.born[seat] else "unborn")]
    indent = NUMBERS + NAME_WIDTH + 1
    lines = pack(melds, WIDTH - max(cells(label), indent), "   ")
    return [label + lines[0], *(" " * indent + line for line in lines[1:])]


def _spoken_seat(view: View, standing: Standing, speech: Speech, seat: int) -> list[str]:
    """The same in sentences."""
    text = speech.ui(
        "seat.born" if view.born[seat] else "seat.unborn",
        name=speech.name(seat),
        match=standing.totals[seat],
        deal=signed(view.scores[seat]),
        n=view.sizes[seat],
    )
    melds = _melds(view, speech, seat)
    if melds:
        text += " " + speech.ui("seat.melds", melds=speech.listed(melds))
    return wrap(text)


def _starred(card: Card, view: View, speech: Speech) -> str:
    return speech.card(card) + ("*" if card == view.head else "")


def _meld(meld: TableMeld, view: View, speech: Speech) -> str:
    """The cards of a meld; one that another seat laid off bears that seat's mark."""
    marks = speech.marks()

    def marked() -> Iterator[str]:
        for card, seat in zip(meld.cards, meld.laid_by, strict=True):
            by = f"/{marks[seat]}" if seat != meld.owner else ""
            yield _starred(card, view, speech) + by

    return " ".join(marked())


def draw_row(view: View, speech: Speech) -> list[str]:
    """The row, oldest card first."""
    cards = [_starred(place.card, view, speech) for place in view.row]
    return after(speech.ui("row", n=len(cards)), cards or ["-"])
