"""A moment as one seat may know it, as one line of text: sent to where its view is made again.

    seats=4 direction=1 turn=9 act=1 phase=drew head=7h row=7h,9h.7,2d.8 melds=0:4s5s6s7s@2
    hands=2c3c.../7/6/7 known=-/9d/-/- born=0 fines=50,0,0,0

It is the position notation without rules and stock; of a hand that the seat can't see stands the
number of cards. What must stay true: the text is made of a view alone; what was sent is read by the
reader of positions, which takes nothing that cannot be.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from speto.cards import PACK, Card, ParseError, parse_cards, write_cards
from speto.chain import Told
from speto.clause import Entry
from speto.dummy import codes
from speto.dummy.actions import Discard, LayOff, PickUp, PickUpToLayOff
from speto.dummy.deal import Deal
from speto.dummy.position import KEYS, read_position, write_position
from speto.dummy.rules import Rules
from speto.dummy.sight import Sight, see
from speto.dummy.view import View
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

HIDDEN: Final = ("rules", "stock")
"""The parts of a position that no glimpse has."""
OPEN: Final = ("head", "row", "melds")
CARD: Final = re.compile(r"(?:10|[2-9tjqka])[cdhs]", re.I)


def write_glimpse(view: View) -> str | None:
    """What the seat of a view may know, as text; none of a deal that is over.

    None, too, while another seat is bound to knock: whether it can is not for others to check.
    """
    seen = view.sight.seen
    if view.over or (seen.finishing and not view.mine):
        return None
    whole = write_position(view.rules, seen).split(" ")
    fields = dict(part.split("=", 1) for part in whole)
    for key in HIDDEN:
        del fields[key]
    fields["hands"] = "/".join(
        write_cards(view.hand) or "-" if seat == view.seat else str(size)
        for seat, size in enumerate(view.sizes)
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
    fields = split_fields(text, keys, ("act", "hands", "known", "head"))
    hands, knowns = split_hands(fields, seat)
    own = hands[seat] if seat is not None else ""
    taken = fields.get("phase", "").partition(":")[2]
    told = " ".join([*(fields.get(key, "") for key in OPEN), taken, own, *knowns])
    named = {card for found in CARD.findall(told) for card in parse_cards(found)}
    unseen = iter([card for card in PACK if card not in named])
    filled = [
        hand if place == seat else _filled(hand, known, unseen)
        for place, (hand, known) in enumerate(zip(hands, knowns, strict=True))
    ]
    totals = read_totals(fields.pop("totals", ""), len(hands))
    _, deal = read_position(f"rules={rules} {with_hands(fields, filled, seat)}")
    return _view(deal, rules, seat, log, entries, totals)


def _filled(size: str, known: str, unseen: Iterator[Card]) -> str:
    """A hand of that size with the cards that all know, and any others that lie nowhere."""
    hand = [*read_cards("known", known)]
    number = read_whole("hands (a number of cards)", size, max(1, len(hand)), len(PACK))
    hand += [card for _, card in zip(range(number - len(hand)), unseen, strict=False)]
    if len(hand) < number:
        raise ParseError("hands: there are more cards in them than in the pack")
    return write_cards(hand)


def _view(
    deal: Deal,
    rules: Rules,
    seat: int | None,
    log: tuple[Told, ...],
    entries: tuple[Entry, ...],
    totals: tuple[int, ...],
) -> View:
    sight = Sight(deal.house)
    see(sight, deal, -1 if seat is None else seat)
    view = View(rules, sight, log, entries, totals)
    _check_log(view)
    return view


def _check_log(view: View) -> None:
    """See that what the log picked up lay in the row, and that what it laid off lies in a meld."""
    row = [view.head]
    melded = {card for meld in view.melds for card in meld.cards}
    for _, action in view.log:
        match action:
            case Discard(card):
                row.append(card)
            case PickUp(card) | PickUpToLayOff(card) if card in row:
                del row[row.index(card) :]
            case PickUp(card) | PickUpToLayOff(card):
                raise ParseError(f"log: {card} was picked up, and did not lie in the row")
            case _:
                pass
        if isinstance(action, LayOff | PickUpToLayOff) and action.card not in melded:
            raise ParseError(f"log: {action.card} was laid off, and lies in no meld")
