"""The laws that hold in every game, as plain checks on a deal and on a moment of it.

A game's tests call them; each failure says which law broke and where.
"""

from __future__ import annotations

from speto.cards import PACK
from speto.dummy import State, parse
from speto.dummy.actions import Discard
from speto.dummy.clauses import BY_CODE, FINES
from speto.dummy.codes import FULL
from speto.dummy.melds import ends, name_of
from speto.record import Record, read_records, write_record


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


def something_is_legal(state: State) -> None:
    """A deal that is not over has a legal action, one that is over has none."""
    assert bool(state.legal) != state.over, state


def words_are_one_spelling(state: State) -> None:
    """Reading a written action gives the action, and no two legal actions are one word."""
    for action in state.legal:
        assert parse(str(action)) == action
    words = list(map(str, state.legal))
    assert len(words) == len(set(words)), state


def position_reads_back(state: State) -> None:
    """A position read is written the same, and allows the same."""
    if not state.over:
        again = State.read(str(state))
        assert str(again) == str(state)
        assert list(again.legal) == list(state.legal)
        assert again.scores == state.scores


def timeout_is_legal(state: State) -> None:
    """What the clock does is legal."""
    if not state.over:
        assert state.why_not(state.timeout()) is None, state


def ledger_sums_to_scores(state: State) -> None:
    """The scores are the sums of the ledger's lines, and no line is empty."""
    sums = [0] * state.seats
    for entry in state.ledger():
        assert entry.points
        assert BY_CODE[entry.clause.code] is entry.clause
        sums[entry.seat] += entry.points
    assert tuple(sums) == state.scores
    lost = [0] * state.seats
    for entry in state.ledger():
        if entry.clause in FINES:
            lost[entry.seat] -= entry.points
    assert lost == state._deal.fines(), "FINES are the clauses by which fines are paid"


def record_replays(state: State) -> None:
    """A record read leads to the same position and ledger, and is written the same."""
    names = tuple(f"seat {seat}" for seat in range(state.seats))
    text = write_record(Record("dummy", names, state))
    (again,) = read_records(text)
    assert str(again.state) == str(state)
    assert again.state.ledger() == state.ledger()
    assert write_record(again) == text


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


MOMENT = (
    cards_are_conserved,
    owners_laid_what_lies,
    the_table_keeps_what_it_takes,
    something_is_legal,
    words_are_one_spelling,
    position_reads_back,
    timeout_is_legal,
    risks_are_the_fines,
)
DEAL = (ledger_sums_to_scores, record_replays)
LONGEST = 400
"""No deal has more actions: 29 draws, at most 17 melds, and 52 cards laid or thrown between."""
