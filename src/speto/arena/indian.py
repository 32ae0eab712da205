"""What the arena counts of Indian Rummy.

What must stay true: points are what the seats pay each other, and sum to zero.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from speto.arena.outcome import Outcome
from speto.cards import Card
from speto.games import Match
from speto.indian import State, View, view
from speto.indian.actions import Show, masks_of
from speto.indian.arrange import fewest, fewest_discarding, prepare
from speto.indian.clauses import DROP_1, DROP_2, SHOW_3
from speto.indian.codes import EXEMPT, HAND, SUM_CAPPED
from speto.indian.distance import Distances, distance
from speto.indian.distance import prepare as prepare_distances
from speto.indian.match import payments
from speto.indian.simple import near_groups
from speto.indian.workspace import workspace

ENDINGS: Final = tuple(filter(None, view.ENDINGS))
FINES: Final = (DROP_1, DROP_2, SHOW_3)
MARKS: Final = ("show", "drop", "wrong_show")
FINED: Final = tuple(clause.code for clause in FINES)
TABLE: Final = 2
NET: Final = True
UNCAPPED: Final = 1000


def outcome(state: State) -> Outcome:
    """The outcome of a deal that is over."""
    seats = range(state.seats)
    said = {told.seat: told.action for told in state.view_for(None).log}
    wrong = [seat for seat in seats if state.out[seat] and isinstance(said.get(seat), Show)]
    kinds = Counter((entry.seat, entry.clause.code) for entry in state.ledger())
    return Outcome(
        points=payments(state),
        winners=state.winners,
        ending=state.ended,
        marks={
            "show": tuple(int(seat == state.shower) for seat in seats),
            "drop": tuple(int(state.out[seat] and seat not in wrong) for seat in seats),
            "wrong_show": tuple(int(seat in wrong) for seat in seats),
        },
        fines={code: tuple(kinds[seat, code] for seat in seats) for code in FINED},
    )


def match_points(match: Match) -> tuple[int, ...]:
    """The points of a match by seat: what the seats pay each other when it is over."""
    return match.settlement()


def worth(view: View, cards: Sequence[Card]) -> tuple[int, int]:
    """What it is worth to hold 13 cards, or 14 and throw one: near to a Show, then few points."""
    seen = view.sight.seen
    d, arranger = _distances(), workspace().arranger
    prepare_distances(d, seen.wild, seen.house.second_run_min)
    prepare(arranger, seen.wild, seen.house.second_run_min, SUM_CAPPED, EXEMPT, UNCAPPED)
    one, two, jokers = masks_of(cards)
    count = fewest if len(cards) <= HAND else fewest_discarding
    near = near_groups(one, seen.wild) - 10 * count(arranger, one, two, jokers)
    return -distance(d, one, two, jokers, 0, 0, 0), near


promise = worth


@lru_cache(maxsize=1)
def _distances() -> Distances:
    """The tables of distances, made once."""
    return Distances()
