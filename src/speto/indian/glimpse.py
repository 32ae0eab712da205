"""A moment as one seat may know it, as one line of text: sent to where its view is made again.

    seats=3 direction=1 starter=0 turn=4 act=1 phase=drew cut=Jc pile=2c9h hands=2c3c.../14/13
    known=-/9h/- out=- open=- began=012 acted=012 missed=0,0,0 scores=0,0,0

It is the position notation without rules, stock and pack; of a hand that the seat can't see stands
the number of cards. What must stay true: the text is made of a view alone; what was sent is read by
the reader of positions, which takes nothing that cannot be.
"""

from __future__ import annotations

from typing import Final

from speto.cards import Card, ParseError, write_cards
from speto.chain import Told
from speto.clause import Entry
from speto.indian import codes
from speto.indian.actions import WHOLE_PACK
from speto.indian.position import KEYS, read_position, write_position
from speto.indian.rules import Rules
from speto.indian.sight import Sight, see
from speto.indian.view import View
from speto.notation import (
    DREW,
    read_cards,
    read_totals,
    read_whole,
    split_fields,
    split_hands,
    with_hands,
    write_totals,
)

HIDDEN: Final = ("rules", "stock", "pack")
"""The parts of a position that no glimpse has."""


def write_glimpse(view: View) -> str | None:
    """What the seat of a view may know, as text; none of a deal that is over."""
    if view.over:
        return None
    seen = view.sight.seen
    whole = write_position(view.rules, seen).split(" ")
    fields = dict(part.split("=", 1) for part in whole)
    for key in HIDDEN:
        fields.pop(key, None)
    shown = [view.hand if seat == view.seat else hand for seat, hand in enumerate(view.shown)]
    fields["hands"] = "/".join(
        str(size) if hand is None else write_cards(hand)
        for hand, size in zip(shown, view.sizes, strict=True)
    )
    if seen.took == codes.DREW and not view.mine:
        fields["phase"] = DREW
    if view.totals:
        fields["totals"] = write_totals(view.totals)
    return " ".join(f"{key}={value}" for key, value in fields.items())


def read_glimpse(
    text: str, rules: Rules, seat: int | None, log: tuple[Told, ...], entries: tuple[Entry, ...]
) -> View:
    """The view of whom a text was sent.

    :raises ParseError: if it is none, with what is wrong.
    """
    keys = [*(key for key in KEYS if key not in HIDDEN), "totals"]
    fields = split_fields(text, keys, ("act", "hands", "known", "cut", "pile"))
    hands, knowns = split_hands(fields, seat)
    hidden = [hand.isdecimal() for hand in hands]
    left = list(WHOLE_PACK)
    open_parts = [fields["cut"], fields["pile"]]
    open_parts += [
        known if hides else hand for hides, hand, known in zip(hidden, hands, knowns, strict=True)
    ]
    for part in open_parts:
        _take(left, read_cards("a card that lies open", part))
    for place, hides in enumerate(hidden):
        if hides:
            hands[place] = _filled(hands[place], knowns[place], left)
    totals = read_totals(fields.pop("totals", ""), len(hands))
    _, deal = read_position(f"rules={rules} {with_hands(fields, hands, seat)}")
    sight = Sight(deal.house)
    see(sight, deal, -1 if seat is None else seat)
    return View(rules, sight, log, entries, totals)


def _take(left: list[Card], cards: tuple[Card, ...]) -> None:
    for card in cards:
        if card not in left:
            raise ParseError(f"{card} is there more often than in the two packs")
        left.remove(card)


def _filled(size: str, known: str, left: list[Card]) -> str:
    """A hand of that size with the cards that all know, and any others that lie nowhere."""
    hand = [*read_cards("known", known)]
    number = read_whole("hands (a number of cards)", size, len(hand), codes.HAND + 1)
    missing = number - len(hand)
    if missing > len(left):
        raise ParseError("hands: there are more cards in them than in the packs")
    hand += left[:missing]
    del left[:missing]
    return write_cards(hand)
