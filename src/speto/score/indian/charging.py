"""What a hand costs, line by line, and what it costs to drop or to show wrongly.

What must stay true: the lines of a hand are those that `turn.apply` enters for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from speto.cards import Card
from speto.clause import Clause
from speto.indian import Rules, codes
from speto.indian.actions import arranged_show, code_of, encode, hand_cards, masks_of
from speto.indian.clauses import BY_NUMBER, DROP_1, DROP_2, SHOW_3
from speto.indian.deal import Deal, House
from speto.indian.groups import Arrangement
from speto.indian.turn import apply
from speto.indian.workspace import workspace
from speto.score.indian.table import Mark

SHOWER, OTHER = 0, 1
OUT_BY: Final[Mapping[Mark, tuple[str, Clause]]] = {
    Mark.DROP_FIRST: ("first_drop", DROP_1),
    Mark.DROP_LATER: ("middle_drop", DROP_2),
    Mark.WRONG: ("wrong_show", SHOW_3),
}
"""How a seat goes out of a deal: the option that says for how many points, and the rule."""


class Charge(NamedTuple):
    """One line of what a hand costs: points, the rule, the cards."""

    points: int
    clause: Clause
    cards: tuple[Card, ...] = ()


def price(mark: Mark, rules: Rules) -> tuple[Charge, ...]:
    """What it costs to go out of a deal so; nothing for nothing."""
    option, clause = OUT_BY[mark]
    points: int = getattr(rules, option)
    return (Charge(points, clause),) if points else ()


def charges(found: Arrangement, wilds: frozenset[Card], rules: Rules) -> tuple[Charge, ...]:
    """What an arrangement costs, line by line, after the Show of another; nothing for nothing."""
    declaration = arranged_show(
        [*(group.cards for group in found.groups), *((card,) for card in found.loose)]
    )
    deal = Deal(House(rules))
    deal.seats, deal.direction = 2, 1
    deal.wild = sum(1 << code_of(card) for card in wilds)
    deal.set_hand(OTHER, masks_of(declaration.cards), (0, 0, 0))
    deal.shower, deal.to_act = SHOWER, OTHER
    deal.opened, deal.asked, deal.won = 1 << SHOWER, 1 << OTHER, 1 << SHOWER
    deal.ended, deal.phase = codes.BY_SHOW, codes.DECLARE
    apply(deal, workspace(), encode(declaration))
    return tuple(
        Charge(points, BY_NUMBER[number], hand_cards(one, two, 0))
        for _, points, number, one, two in deal.entries()
    )
