"""A position as a table of real cards: the moment before a knock, or before nobody knocks.

What must stay true: the position is read by the game's own reader; what it says is not read twice.
"""

from __future__ import annotations

import re
from typing import Any, Final, NamedTuple

from speto.cards import PACK, Card, ParseError, cards_in
from speto.clause import RulesError
from speto.dummy import Rules, codes
from speto.dummy.deal import Deal
from speto.dummy.position import read_position
from speto.score.dummy.table import Fine, Fool, Pile
from speto.score.words import NONE, one_card
from speto.score.wrong import Wrong

TOLD: Final = re.compile(r"(\S+?)=(\S*)")
TOOK: Final = {codes.DREW: "drew", codes.PICKED: "picked"}


class Moment(NamedTuple):
    """What a position says: which keys it gives, its rules and seats, the cards, the fields."""

    given: tuple[str, ...]
    rules: Rules
    seats: int
    where: tuple[Card, ...]
    found: dict[str, Any]


def read_moment(text: str, line: int) -> Moment:
    """The fields that a position and its `knock=` give.

    :raises Wrong: if it is no position, or the knock is not that of its seat to act.
    """
    words = text.split()
    knocks = [word.partition("=")[2] for word in words if word.lower().startswith("knock=")]
    if len(knocks) > 1:
        raise Wrong("knock_two", line=line)
    position = " ".join(word for word in words if not word.lower().startswith("knock="))
    try:
        rules, deal = read_position(position)
    except (ParseError, RulesError) as problem:
        raise Wrong("position", line=line, reason=problem) from None
    said = [match[1] for match in TOLD.finditer(position)]
    found = _fields(deal, said, line)
    given = ["head", "melds", "hands", "fines", *(key for key in ("rules", "row") if key in said)]
    if knocks:
        given.append("knock")
        if knocks[0].lower() not in NONE:
            found |= _knock(deal, one_card(knocks[0], line), line)
            given += ["fool", "born"]
    where = [card for hand in found["hands"].values() for card in hand]
    where += [card for pile in found["melds"] for card, _ in pile.cards]
    where += [*found.get("row", ()), *filter(None, [found.get("card")])]
    return Moment(tuple(given), rules, deal.seats, tuple(where), found)


def _fields(deal: Deal, said: list[str], line: int) -> dict[str, Any]:
    laids = deal.laids()

    def layer(card: Card) -> int:
        return next(seat for seat, mask in enumerate(laids) if mask >> card.number & 1)

    piles = [
        Pile(owner, tuple((card, layer(card)) for card in cards_in(mask)), line)
        for owner, mask in deal.melds()
    ]
    found: dict[str, Any] = {
        "head": PACK[deal.head],
        "melds": tuple(piles),
        "hands": {seat: cards_in(hand) for seat, hand in enumerate(deal.hands())},
        "fines": tuple(
            Fine(seat, points, None, None, line)
            for seat, points in enumerate(deal.fines())
            if points
        ),
        "fines_in_all": True,
    }
    if "row" in said:
        found["row"] = tuple(PACK[place & 63] for place in deal.places())
    if "turn" in said:
        found["starter"] = deal.starter
    if "direction" in said:
        found["direction"] = deal.direction
    return found


def _knock(deal: Deal, card: Card, line: int) -> dict[str, Any]:
    """The fields of a knock by the seat to act."""
    seat = deal.to_act
    hands = {other: cards_in(hand) for other, hand in enumerate(deal.hands())}
    if hands[seat] != (card,):
        raise Wrong("position_knock", line=line, card=card, seat=seat)
    hands[seat] = ()
    fools = [
        Fool(other, PACK[place & 63], bool(place & codes.FINED), line)
        for other, place in enumerate(deal.fool_cards())
        if place >= 0
    ]
    return {
        "knocker": seat,
        "card": card,
        "hands": hands,
        "took": TOOK.get(deal.took, ""),
        "born": frozenset(other for other in range(deal.seats) if deal.born_before >> other & 1),
        "fools": tuple(fools),
    }
