"""What a player is asked for a review: each decision of the deal, and first turns of other deals.

What must stay true: each question is the view of the seat that had to decide, never a state; the
same record and plan give the same questions.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any, Final, NamedTuple

from speto.games import State, View, game, game_of
from speto.players.coach import Advice, advise
from speto.players.thinking import affordable
from speto.record import Record, states
from speto.thought import Budget, Skill

SKILL: Final = Skill()
"""The heuristic with all its strength: by its choices the worth of a moment is told."""


class Plan(NamedTuple):
    """How much work a review is: play-outs for a decision, other deals, and play-outs for those."""

    playouts: int = affordable(1_000)
    others: int = 24
    playouts_of_others: int = affordable(200)
    seed: int = 1


class Question(NamedTuple):
    """A view to think about within a budget, with this number for the thinker's chance."""

    view: View[Any]
    budget: Budget
    chance: int


def questions(record: Record, plan: Plan) -> list[Question]:
    """All questions of a review: the decisions of the deal in order, then those of other deals."""
    asked = []
    for state, after in pairwise(states(record.state)):
        chance = _number(f"review {plan.seed} {state.at}")
        budget = Budget(plan.playouts, also=played(after))
        asked.append(Question(state.view_for(state.to_act), budget, chance))
    for n in range(plan.others):
        for view in first_turns(record, f"other {plan.seed} {n}"):
            chance = _number(f"other {plan.seed} {n} {view.seat}")
            asked.append(Question(view, Budget(plan.playouts_of_others), chance))
    return asked


def moments(record: Record) -> list[State]:
    """The moments of a deal at which a seat had to act, as far as it did."""
    return states(record.state)[:-1]


def played(after: State) -> Any:
    """The action that led to a state, a draw without its card: as it was chosen."""
    return after.view_for(None).log[-1].action


def think(question: Question) -> Advice:
    """What the search finds, from the view alone."""
    return advise(question.view, question.budget, Random(question.chance))


def base(view: View[Any], chance: int) -> Any:
    """What the heuristic does at a moment."""
    return game_of(view.rules).tuned(view, SKILL, Random(chance))


def first_turns(record: Record, name: str) -> Iterator[View[Any]]:
    """The first decision of each seat in another deal under the same rules, dealt by chance."""
    random = Random(name)
    module, last = game(record.game), record.state
    pack = list(module.PACK)
    random.shuffle(pack)
    state = module.start(
        last.rules,
        pack,
        seats=last.seats,
        starter=last.starter,
        direction=last.direction,
        totals=last.totals,
    )
    seen = set[int]()
    while state.to_act is not None and len(seen) < state.seats:
        view = state.view_for(state.to_act)
        if state.to_act not in seen:
            seen.add(state.to_act)
            yield view
        state = state.apply(base(view, random.getrandbits(64)))


def _number(name: str) -> int:
    return Random(name).getrandbits(64)
