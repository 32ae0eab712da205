"""The laws of Thai Dummy, as plain checks on a deal and on a moment of it."""

from __future__ import annotations

from speto.cards import PACK
from speto.dummy import State
from speto.dummy.actions import Discard
from speto.dummy.clauses import FINES
from speto.dummy.codes import FULL
from speto.dummy.melds import ends, name_of
from tests import laws


def cards_are_conserved(state: State) -> None:
    """Each of the 52 cards lies in exactly one place."""
    deal = state._deal
    places = [*deal.hands(), *(cards for _, cards in deal.melds()), deal.row_mask]
    places += [1 << card for card in deal.stock_left()]
    if deal.knocker >= 0:
        places.append(1 << deal.knock_card)
    assert sum(places) == FULL, state
    assert sum(mask.bit_count() for mask in places) == len(PACK), state


def owners_laid_what_lies(state: State) -> None:
    """What the seats laid is what the melds hold."""
    assert sum(state._deal.laids()) == sum(cards for _, cards in state._deal.melds()), state


def the_table_keeps_what_it_takes(state: State) -> None:
    """What is kept with a meld, its name and the cards it takes, is what the meld gives."""
    deal = state._deal
    rules = state.rules
    for (name, fits), (_, meld) in zip(deal.kept(), deal.melds(), strict=True):
        assert name == name_of(meld), state
        assert fits == ends(meld, rules.ace_low_run, rules.qka_fully_closed), state


def risks_are_the_fines(state: State) -> None:
    """What a view says a discard costs at once is what it costs, clause by clause, in order."""
    if state.over or not state.view_for(state.to_act).taken:
        return
    risks = state.view_for(state.to_act).risks
    for action in state.legal:
        if isinstance(action, Discard):
            paid = [
                (entry.clause, entry.points)
                for entry in state.apply(action).entries()
                if entry.clause in FINES and entry.seat == state.to_act
            ]
            said = [(r.clause, r.points) for r in risks.get(action.card, ()) if r.certain]
            assert said == paid, (str(action), str(state))


def fines_are_the_ledgers(state: State) -> None:
    """What a deal keeps as lost in fines is what the clauses of fines took."""
    lost = [0] * state.seats
    for entry in state.ledger():
        if entry.clause in FINES:
            lost[entry.seat] -= entry.points
    assert lost == state._deal.fines(), "FINES are the clauses by which fines are paid"


MOMENT = (
    *laws.MOMENT,
    cards_are_conserved,
    owners_laid_what_lies,
    the_table_keeps_what_it_takes,
    risks_are_the_fines,
)
DEAL = (*laws.DEAL, fines_are_the_ledgers)
LONGEST = 400
"""No deal has more actions: 29 draws, at most 17 melds, and 52 cards laid or thrown between."""
