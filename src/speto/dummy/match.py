"""Many deals of Dummy, one winner: totals, who starts next and in which direction, the settlement.

What must stay true: a match is a value made of the deals that ended; every settlement sums to zero.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations

from speto.clause import Clause, RulesError
from speto.dummy.clauses import MONEY_2
from speto.dummy.rules import ExhaustionStarter, FoolReverse, NextStarter, Rules, Settlement
from speto.dummy.state import State
from speto.match import share, turn_order


@dataclass(frozen=True, slots=True)
class Match:
    """A match of Thai Dummy between two deals.

    `starter` and `direction` are those of the next deal; `deals` the scores of each deal played, in
    points by seat; `last` what the last deal's starter and direction were.
    """

    rules: Rules
    seats: int
    starter: int
    direction: int
    first_direction: int
    deals: tuple[tuple[int, ...], ...] = ()
    last: tuple[int, int] | None = None

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each seat over all deals."""
        return tuple(sum(deal[seat] for deal in self.deals) for seat in range(self.seats))

    @property
    def leaders(self) -> tuple[int, ...]:
        """The seats with the highest total."""
        return tuple(s for s, total in enumerate(self.totals) if total == max(self.totals))

    @property
    def over(self) -> bool:
        """Whether there is a winner (D-MATCH-1), or all deals are played (D-MORE-19)."""
        if not self.deals:
            return False
        if not self.rules.match_target or len(self.deals) >= self.rules.max_deals:
            return True
        return max(self.totals) >= self.rules.match_target and len(self.leaders) == 1

    @property
    def winners(self) -> tuple[int, ...]:
        """The winner, or joint winners (D-MORE-18, D-MORE-30); nobody before the end."""
        return self.leaders if self.over else ()

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats that sit in the next deal: all of them."""
        return tuple(range(self.seats))

    @property
    def may_rejoin(self) -> tuple[int, ...]:
        """The seats that are out and may come back: in Dummy nobody is ever out."""
        return ()

    @property
    def settled_by(self) -> Clause | None:
        """The clause by which the match is settled, if it is."""
        return None if self.rules.settlement is Settlement.NONE else MONEY_2

    def rejoin(self, seat: int) -> Match:
        """The match with a seat that was out.

        :raises RulesError: always.
        """
        raise RulesError(f"seat {seat} may not rejoin: in Dummy nobody is ever out of a match")

    def after(self, state: State) -> Match:
        """The match after a deal that is over."""
        assert state.over, "the deal is not over"
        direction = state.direction
        match self.rules.fool_reverse:
            case FoolReverse.TOGGLE if state.fool:
                direction = -direction
            case FoolReverse.NEXT_DEAL_ONLY:
                direction = -self.first_direction if state.fool else self.first_direction
        return replace(
            self,
            starter=self._next_starter(state),
            direction=direction,
            deals=(*self.deals, state.scores),
            last=(state.starter, state.direction),
        )

    def _next_starter(self, state: State) -> int:
        """D-NEXT-1, D-NEXT-2; "next" follows the direction of the finished deal (D-MORE-28)."""
        if state.knocker is not None and self.rules.next_starter is NextStarter.KNOCKER:
            return state.knocker
        order = turn_order(state.starter, state.direction, self.seats)
        by_highest = self.rules.exhaustion_starter is ExhaustionStarter.HIGHEST
        if state.knocker is None and by_highest:
            return max(order, key=lambda seat: state.scores[seat])
        return order[1]

    def settlement(self) -> tuple[int, ...]:
        """What each seat receives, in points × point value; sums to zero (D-MONEY-2, D-MORE-29)."""
        totals = self.totals
        paid = [0] * self.seats
        match self.rules.settlement:
            case Settlement.PAIRWISE:
                for one, other in combinations(range(self.seats), 2):
                    paid[one] += totals[one] - totals[other]
                    paid[other] += totals[other] - totals[one]
            case Settlement.WINNER:
                paid = [total - max(totals) for total in totals]
                starter, direction = self.last or (self.starter, self.direction)
                order = turn_order(starter, direction, self.seats)
                winners = [seat for seat in order if seat in self.leaders]
                for seat, points in share(-sum(paid), winners).items():
                    paid[seat] = points
            case Settlement.NONE:
                pass
        return tuple(points * self.rules.point_value for points in paid)


def begin(rules: Rules, *, seats: int, starter: int, direction: int = 1) -> Match:
    """A match before its first deal; the first starter is drawn by whoever deals (D-NEXT-2)."""
    return Match(rules, seats, starter, direction, direction)
