"""One pack played out in all its seatings.

What must stay true: what is played comes from the contest and the number of the deal alone; a
player is given a view and a generator of its own, never the one that shuffles; a player that fails
ends the run with who, where and how.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from time import perf_counter_ns
from traceback import extract_tb
from typing import Any, Final, NamedTuple

from speto.arena.contest import Contest
from speto.arena.outcome import Outcome, outcome_of
from speto.arena.times import note
from speto.cards import Card
from speto.clause import IllegalAction
from speto.games import State
from speto.games import game as find_game
from speto.players import Player
from speto.rng import Rng, below
from speto.rng import start as start_stream

WIN: Final = 60
"""A deal won, in parts that joint winners, up to six, can share evenly."""

Maker = Callable[[str], Player]
"""Makes the player of a level."""


class PlayerFault(Exception):
    """A player that raised or chose what is illegal: which, where, and what it did."""


class Played(NamedTuple):
    """What came of one pack, summed over its seatings, by entrant; `places` by order of play.

    `turns`, `actions` and `endings` have one value a seating; `times` count nanoseconds.
    """

    points: tuple[int, ...]
    wins: tuple[int, ...]
    marks: Mapping[str, tuple[int, ...]]
    places: tuple[int, ...]
    turns: tuple[int, ...]
    actions: tuple[int, ...]
    endings: tuple[str, ...]
    times: tuple[Counter[int], ...]


def shuffled(cards: tuple[Card, ...], rng: Rng) -> list[Card]:
    """The cards in random order: Fisher–Yates from the last place down."""
    pack = list(cards)
    for i in range(len(pack) - 1, 0, -1):
        j = below(rng, i + 1)
        pack[i], pack[j] = pack[j], pack[i]
    return pack


def play_pack(contest: Contest, number: int, make: Maker) -> Played:
    """Play deal `number` of a contest in every seating.

    :raises PlayerFault: if a player raises or chooses an illegal action.
    """
    module = find_game(contest.game)
    rules = module.read_rules(contest.rules)
    read = outcome_of(contest.game)
    rng = Rng()
    start_stream(rng, contest.seed, number)
    pack = shuffled(module.PACK, rng)
    sums = _Sums(contest, number)
    for at in range(len(contest.seatings)):
        state = module.start(
            rules,
            pack,
            seats=contest.seats,
            starter=contest.starter(number),
            direction=contest.direction(number),
        )
        state, actions = _play(contest, number, at, state, make, sums.times)
        sums.add(contest.seatings[at], read(state), state.turn, actions)
    return sums.played()


def _play(
    contest: Contest,
    number: int,
    at: int,
    state: Any,
    make: Maker,
    times: tuple[Counter[int], ...],
) -> tuple[State, int]:
    """Play one seating to its end; the last state and the number of actions."""
    seating = contest.seatings[at]
    players = [make(contest.levels[entrant]) for entrant in seating]
    # By seat and not by player: the same player hears the same luck in every seating, so that two
    # that are nearly equal play nearly equal deals.
    randoms = [Random(f"{contest.seed} {number} {seat}") for seat in range(contest.seats)]
    actions = 0
    while not state.over:
        seat = state.to_act
        view = state.view_for(seat)
        began = perf_counter_ns()
        try:
            action = players[seat].choose(view, randoms[seat])
        except Exception as problem:  # a player is anybody's code: whatever it raises is its fault
            raise PlayerFault(_fault(contest, number, at, state, _raised(problem))) from problem
        note(times[seating[seat]], perf_counter_ns() - began)
        try:
            state = state.apply(action)
        except IllegalAction as problem:
            what = f"chose {problem.word}, which {problem.clause.code} forbids"
            raise PlayerFault(_fault(contest, number, at, state, what)) from problem
        actions += 1
    return state, actions


def _raised(problem: Exception) -> str:
    """What an exception says, and where it arose."""
    frame = extract_tb(problem.__traceback__)[-1]
    place = f"{Path(frame.filename).name}, line {frame.lineno}"
    return f"raised {type(problem).__name__}: {problem} ({place})"


def _fault(contest: Contest, number: int, at: int, state: Any, what: str) -> str:
    seating = contest.seatings[at]
    name = contest.entrants[seating[state.to_act]]
    others = ",".join(contest.entrants[entrant] for entrant in seating)
    return (
        f"the player {name} on seat {state.to_act} {what}; deal {number} of seed {contest.seed},"
        f" seats {others}, position: {state}"
    )


class _Sums:
    """Adds up the seatings of one deal."""

    def __init__(self, contest: Contest, number: int) -> None:
        self.contest = contest
        self.number = number
        self.points = [0] * len(contest.entrants)
        self.wins = [0] * len(contest.entrants)
        self.marks: dict[str, list[int]] = {}
        self.places = [0] * contest.seats
        self.turns: list[int] = []
        self.actions: list[int] = []
        self.endings: list[str] = []
        self.times = tuple(Counter[int]() for _ in contest.entrants)

    def add(self, seating: tuple[int, ...], outcome: Outcome, turns: int, actions: int) -> None:
        for seat, entrant in enumerate(seating):
            self.points[entrant] += outcome.points[seat]
            self.places[self.contest.place(self.number, seat)] += outcome.points[seat]
            if seat in outcome.winners:
                self.wins[entrant] += WIN // len(outcome.winners)
            for mark, counts in outcome.marks.items():
                by_entrant = self.marks.setdefault(mark, [0] * len(self.contest.entrants))
                by_entrant[entrant] += counts[seat]
        self.turns.append(turns)
        self.actions.append(actions)
        self.endings.append(outcome.ending)

    def played(self) -> Played:
        return Played(
            points=tuple(self.points),
            wins=tuple(self.wins),
            marks={mark: tuple(counts) for mark, counts in self.marks.items()},
            places=tuple(self.places),
            turns=tuple(self.turns),
            actions=tuple(self.actions),
            endings=tuple(self.endings),
            times=self.times,
        )
