"""One seating of a pack or match: players who sit down and play deals.

What must stay true: a player is given a view and a generator of its own, never the one that
shuffles; only a cheat, named as one, is given the state; a player that fails ends the run with who,
where and how.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from time import perf_counter_ns
from traceback import extract_tb
from typing import Any

from speto.arena.cheats import Cheat
from speto.arena.contest import Contest
from speto.arena.sums import Sums
from speto.arena.times import note
from speto.cards import Card
from speto.clause import IllegalAction
from speto.games import game as find_game
from speto.players import Player

Maker = Callable[[str], Player | Cheat]
"""Makes the player of a level."""


class PlayerFault(Exception):
    """A player that raised or chose what is illegal: which, where, and what it did."""


class Table:
    """The players of one seating, each with its own luck."""

    def __init__(self, contest: Contest, at: int, make: Maker, sums: Sums) -> None:
        self.contest = contest
        self.seating = contest.seatings[at]
        self.rules = find_game(contest.game).read_rules(contest.rules)
        self._sums = sums
        self._players = [make(contest.levels[entrant]) for entrant in self.seating]
        # By seat and not by player: the same player hears the same luck in every seating, so that
        # two that are nearly equal play nearly equal deals.
        luck = [f"{contest.seed} {sums.number} {seat}" for seat in range(contest.seats)]
        self._randoms = [Random(text) for text in luck]
        self._dealers = [Random(f"{text} deal") for text in luck]

    def play_deal(
        self,
        pack: Sequence[Card],
        playing: Sequence[int],
        starter: int,
        direction: int,
        totals: Sequence[int] = (),
    ) -> Any:
        """Play a deal of this pack to its end; `playing` are the seats that sit in it.

        In a match `totals` are those of these seats before the deal.

        :raises PlayerFault: if a player raises or chooses an illegal action.
        """
        state: Any = find_game(self.contest.game).start(
            self.rules,
            pack,
            seats=len(playing),
            starter=starter,
            direction=direction,
            totals=totals,
        )
        players = [self._players[seat] for seat in playing]
        for seat, who in enumerate(players):
            if isinstance(who, Cheat):
                state = who.dealt(state, seat, self._dealers[playing[seat]])
        while not state.over:
            who = players[state.to_act]
            if isinstance(who, Cheat):
                state = who.fed(state)
            action = self._chosen(state, who, playing)
            try:
                state = state.apply(action)
            except IllegalAction as problem:
                what = f"chose {problem.word}, which {problem.clause.code} forbids"
                raise self._fault(state, playing, what) from problem
        return state

    def _chosen(self, state: Any, who: Player | Cheat, playing: Sequence[int]) -> Any:
        """What the player to act does; how long it took is noted, without the making of its view.

        :raises PlayerFault: if it raises.
        """
        seat = playing[state.to_act]
        rng, entrant = self._randoms[seat], self.seating[seat]
        view: Any = None if isinstance(who, Cheat) else state.view_for(state.to_act)
        began = perf_counter_ns()
        try:
            if isinstance(who, Cheat):
                action = who.choose_seeing(state, rng)
            else:
                action = who.choose(view, rng)
        except Exception as problem:  # a player is anybody's code: all it raises is its fault
            raise self._fault(state, playing, _raised(problem)) from problem
        note(self._sums.times[entrant], perf_counter_ns() - began)
        self._sums.count_decision(entrant)
        return action

    def _fault(self, state: Any, playing: Sequence[int], what: str) -> PlayerFault:
        contest = self.contest
        seated = [contest.entrants[self.seating[seat]] for seat in playing]
        return PlayerFault(
            f"the player {seated[state.to_act]} on seat {state.to_act} {what};"
            f" {contest.unit} {self._sums.number} of seed {contest.seed},"
            f" seats {','.join(seated)}, position: {state}"
        )


def _raised(problem: Exception) -> str:
    """What an exception says, and where it arose."""
    frame = extract_tb(problem.__traceback__)[-1]
    place = f"{Path(frame.filename).name}, line {frame.lineno}"
    return f"raised {type(problem).__name__}: {problem} ({place})"
