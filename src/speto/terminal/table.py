"""The table as lines: who is where in the match, the melds, the row and the hand.

What must stay true: it is drawn from a `View` alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from speto.cards import Card
from speto.dummy.view import TableMeld, View
from speto.terminal.page import WIDTH, beside, fit, pack
from speto.terminal.speech import NAME_WIDTH, Speech, by_suit, in_play_order

LABEL: Final = 10
SEAT: Final = 2 + NAME_WIDTH + 7 + 7 + 7 + 2 + 7


@dataclass(frozen=True, slots=True)
class Standing:
    """Where the match is: the number of this deal from 1, and the totals before it."""

    deal: int
    totals: tuple[int, ...]


def draw_table(view: View, standing: Standing, speech: Speech) -> list[str]:
    """The whole table; the hand only for a seat."""
    first = view.seat if view.seat is not None else 0
    lines = [_header(view, standing, speech), _columns(speech)]
    for seat in in_play_order(view, first):
        lines += _seat(view, standing, speech, seat)
    lines += beside(speech.ui("row", n=len(view.row)), _row(view, speech), LABEL)
    if view.seat is not None:
        lines += draw_hand(speech.ui("hand", n=len(view.hand)), view.hand, speech)
    return lines


def signed(points: int) -> str:
    """Points with their sign; nothing is 0.

    >>> signed(5), signed(0)
    ('+5', '0')
    """
    return f"{points:+d}" if points else "0"


def draw_hand(label: str, cards: Sequence[Card], speech: Speech) -> list[str]:
    """A hand, suit by suit."""
    suits = [speech.cards(suit) for _, suit in groupby(by_suit(cards), lambda card: card.suit)]
    return beside(label, pack(suits, WIDTH - LABEL), LABEL)


def _header(view: View, standing: Standing, speech: Speech) -> str:
    target = speech.rules.match_target
    parts = [
        speech.ui("deal", n=standing.deal),
        speech.ui("target", n=target) if target else speech.ui("one_deal"),
        speech.ui("stock", n=view.stock_left),
        speech.ui("head", card=speech.card(view.head) + "*"),
    ]
    if view.direction < 0:
        parts.append(speech.ui("reversed"))
    return fit("   ".join(parts), WIDTH).rstrip()


def _columns(speech: Speech) -> str:
    match, deal, cards, melds = (
        speech.ui(f"column.{name}") for name in ("match", "deal", "cards", "melds")
    )
    numbers = f"{match:>7}{deal:>7}{cards:>7}"
    return fit(" " * (2 + NAME_WIDTH) + numbers, SEAT) + melds


def _seat(view: View, standing: Standing, speech: Speech, seat: int) -> list[str]:
    born = speech.ui("born" if view.born[seat] else "unborn")
    label = (
        ("> " if seat == view.to_act else "  ")
        + fit(speech.name(seat), NAME_WIDTH)
        + f"{standing.totals[seat]:>7}{signed(view.scores[seat]):>7}{view.sizes[seat]:>7}"
        + f"  {fit(born, 7)}"
    )
    melds = [_meld(meld, view, speech) for meld in view.melds if meld.owner == seat]
    return beside(label, pack(melds, WIDTH - SEAT, "   "), SEAT)


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


def _row(view: View, speech: Speech) -> list[str]:
    cards = [_starred(place.card, view, speech) for place in view.row]
    return pack(cards, WIDTH - LABEL, " ") or ["-"]
