"""What all saw of the turns before: who let which card lie, took it or threw it.

What must stay true: it holds nothing that was not public, and the same from a deal that is played
as from the log of a view; of a long deal the last turns are kept.
"""

from __future__ import annotations

from speto.bits import bit
from speto.indian.codes import DISCARD, DRAW, JOKER, NOT_TOLD, TAKE_OPEN
from speto.indian.deal import Deal, is_wild, top

KEPT = 60


class Past:
    """The last turns: seat, open card (-1 if none is known or may be taken), taken, thrown card.

    `threw` has the cards that each seat threw, `throws` their number.
    """

    def __init__(self) -> None:
        self.n = self.throws = 0
        self.seat = [0] * 64
        self.offered = [0] * 64
        self.took = [0] * 64
        self.thrown = [0] * 64
        self.threw = [0] * 6

    def turns(self) -> list[tuple[int, int, int, int]]:
        """Seat, open card, whether it was taken, and the card thrown, of each turn kept."""
        return [
            (self.seat[i], self.offered[i], self.took[i], self.thrown[i]) for i in range(self.n)
        ]


def forget(past: Past) -> None:
    """Begin a deal."""
    past.n = past.throws = 0
    for seat in range(6):
        past.threw[seat] = 0


def note_take(past: Past, seat: int, offered: int, took: int) -> None:
    """Note that a seat took the open card, or let it lie and drew."""
    if past.n == KEPT:
        past.n -= 1
        for i in range(past.n):
            past.seat[i] = past.seat[i + 1]
            past.offered[i] = past.offered[i + 1]
            past.took[i] = past.took[i + 1]
            past.thrown[i] = past.thrown[i + 1]
    past.seat[past.n] = seat
    past.offered[past.n] = offered
    past.took[past.n] = took
    past.thrown[past.n] = NOT_TOLD
    past.n += 1


def note_throw(past: Past, seat: int, card: int) -> None:
    """Note that a seat threw a card, at the end of its turn."""
    if past.n and past.seat[past.n - 1] == seat:
        past.thrown[past.n - 1] = card
    past.throws += 1
    if card != JOKER:
        past.threw[seat] |= bit(card)


def note(past: Past, deal: Deal, action: int) -> None:
    """Note an action that is about to be applied to a deal or to a sight of it.

    Nobody wrote down which card was turned up first: it is known while it lies in the pile.
    """
    kind = action >> 58
    if kind == DISCARD:
        note_throw(past, deal.to_act, action & 63)
        return
    if deal.reshuffles:
        forget_first(past)
    if kind in (DRAW, TAKE_OPEN):
        offered = top(deal)
        if is_wild(deal, offered) or (kind == TAKE_OPEN and not past.throws):
            offered = NOT_TOLD
        note_take(past, deal.to_act, offered, kind == TAKE_OPEN)


def forget_first(past: Past) -> None:
    """Forget the card that was turned up first."""
    i = 0
    while i < past.n and (i == 0 or past.thrown[i - 1] == NOT_TOLD):
        past.offered[i] = NOT_TOLD
        i += 1
