"""Matches of Indian Rummy: one deal, a pool, or a number of deals; who starts next, who pays whom.

What must stay true: a match is a value made of the deals that ended; every settlement sums to zero.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from speto.clause import Clause, RulesError
from speto.indian.clauses import DEALS_1, END_2, MORE_27, PAY_1, POOL_1, POOL_4, TIE_2
from speto.indian.rules import CHIPS, ExhaustPay, Format, NextStarter, Rules
from speto.indian.state import State
from speto.match import share, turn_order

SPLIT: Final = {101: 80, 201: 175, 61: 45}
"""From this total on a pool may be split (I-POOL-4); below it one may rejoin (I-POOL-2)."""


@dataclass(frozen=True, slots=True)
class Match:
    """A match of Indian Rummy between two deals.

    `playing` are the seats of the match that sit in the next deal, where they are numbered from 0;
    `deals` the points of each deal by seat of the match, 0 for those who did not sit in it.
    `totals` are chips in a match of deals, else points owed. `stakes` says how often each seat has
    paid the entry of a pool. `turn_to_start` is the seat that starts the next deal, or after which
    one looks for who does; `gone` are those whom the last deal put out, who may come back at the
    total `back_at`, if it is not 0. `last_starter`, `last_winners` and `last_paid`, what each seat
    pays of its points, are of the last deal.
    """

    rules: Rules
    seats: int
    direction: int
    turn_to_start: int
    playing: tuple[int, ...]
    totals: tuple[int, ...]
    stakes: tuple[int, ...]
    deals: tuple[tuple[int, ...], ...] = ()
    gone: tuple[int, ...] = ()
    back_at: int = 0
    last_starter: int = 0
    last_winners: tuple[int, ...] = ()
    last_paid: tuple[int, ...] = ()

    @property
    def starter(self) -> int:
        """The seat of the next deal that starts it (I-DEAL-4, I-MORE-14)."""
        order = turn_order(self.turn_to_start, self.direction, self.seats)
        return self.playing.index(next(seat for seat in order if seat in self.playing))

    @property
    def leaders(self) -> tuple[int, ...]:
        """The seats with the most chips."""
        most = max(self.totals)
        return tuple(seat for seat, chips in enumerate(self.totals) if chips == most)

    @property
    def over(self) -> bool:
        """Whether the deal is played, the pool is won or shared, or one has the most chips."""
        match self.rules.format:
            case Format.POINTS:
                return bool(self.deals)
            case Format.POOL:
                return len(self.playing) == 1 or self.is_split
            case Format.DEALS:
                return len(self.deals) >= self.rules.deals and len(self.leaders) == 1

    @property
    def is_split(self) -> bool:
        """Whether the last two or three of a pool share the prize (I-POOL-4, I-MORE-26)."""
        near = all(self.totals[seat] >= SPLIT[self.rules.pool_limit] for seat in self.playing)
        few = len(self.playing) in (2, 3) and self.seats > 2
        return self.rules.format is Format.POOL and self.rules.split and few and near

    @property
    def winners(self) -> tuple[int, ...]:
        """The winner, or those who share; nobody before the end, or after a void deal."""
        if not self.over:
            return ()
        return self.last_winners if self.rules.format is Format.POINTS else self.playing

    @property
    def may_rejoin(self) -> tuple[int, ...]:
        """The seats that the last deal put out of a pool and that may come back (I-POOL-2)."""
        return self.gone if self.back_at and not self.over else ()

    @property
    def settled_by(self) -> Clause:
        """The clause by which the match is settled when it is over."""
        match self.rules.format:
            case Format.POINTS:
                return PAY_1
            case Format.DEALS:
                return MORE_27
            case Format.POOL:
                return POOL_4 if self.is_split else POOL_1

    def rejoin(self, seat: int) -> Match:
        """The match with a seat that pays the entry again and comes back (I-POOL-2, I-MORE-12).

        :raises RulesError: if it may not.
        """
        if seat not in self.may_rejoin:
            may = " and ".join(map(str, self.may_rejoin)) or "nobody"
            raise RulesError(f"seat {seat} may not rejoin; {may} may")
        totals, stakes = list(self.totals), list(self.stakes)
        totals[seat] = self.back_at
        stakes[seat] += 1
        return replace(
            self,
            playing=tuple(sorted((*self.playing, seat))),
            totals=tuple(totals),
            stakes=tuple(stakes),
            gone=tuple(other for other in self.gone if other != seat),
        )

    def after(self, state: State) -> Match:
        """The match after a deal that is over."""
        assert state.over, "the deal is not over"
        assert state.seats == len(self.playing), "another number of seats"
        places = turn_order(state.starter, self.direction, state.seats)
        order = [self.playing[place] for place in places]
        winners = [self.playing[place] for place in places if place in state.winners]
        scores = self._by_seat(state.scores)
        played = replace(
            self,
            turn_to_start=self._next_starter(order, winners, scores),
            deals=(*self.deals, scores),
            gone=(),
            back_at=0,
            last_starter=order[0],
            last_winners=tuple(sorted(winners)),
            last_paid=self._by_seat(paid(state)),
        )
        match self.rules.format:
            case Format.POINTS:
                return replace(played, totals=scores)
            case Format.POOL:
                return played._eliminate(scores)
            case Format.DEALS:
                return played._with_chips()

    def _by_seat(self, numbers: Sequence[int]) -> tuple[int, ...]:
        """What belongs to the seats of a deal, by seat of the match."""
        found = dict(zip(self.playing, numbers, strict=True))
        return tuple(found.get(seat, 0) for seat in range(self.seats))

    def _next_starter(self, order: list[int], winners: list[int], scores: Sequence[int]) -> int:
        """I-DEAL-4: who starts next, if still in; I-MORE-28: the first in turn order of several."""
        if winners and self.rules.next_starter is NextStarter.WINNER:
            return winners[0]
        if winners and self.rules.next_starter is NextStarter.LOSER:
            losers = [seat for seat in order if seat not in winners]
            return max(losers or order, key=lambda seat: scores[seat])
        return (order[0] + self.direction) % self.seats

    def _eliminate(self, scores: Sequence[int]) -> Match:
        """A pool after a deal: points added, and out who has reached the limit (I-POOL-1)."""
        limit = self.rules.pool_limit
        totals = tuple(total + points for total, points in zip(self.totals, scores, strict=True))
        playing = tuple(seat for seat in self.playing if totals[seat] < limit)
        highest = max(totals[seat] for seat in playing)
        return replace(
            self,
            totals=totals,
            playing=playing,
            gone=tuple(seat for seat in self.playing if totals[seat] >= limit),
            back_at=highest + 1 if self.rules.rejoin and highest < SPLIT[limit] else 0,
        )

    def _with_chips(self) -> Match:
        """A match of deals after one: chips paid; a tie at the end plays on (I-DEALS-1)."""
        won = self._won(self.last_paid, self.last_winners, self.direction)
        chips = tuple(chip + more for chip, more in zip(self.totals, won, strict=True))
        after = replace(self, totals=chips)
        ends = len(self.deals) >= self.rules.deals
        return replace(after, playing=after.leaders) if ends else after

    def settlement(self) -> tuple[int, ...]:
        """What each seat receives, in points or chips × point value; sums to zero.

        One deal is paid when it is played (I-PAY-1, I-TIE-2), a pool when it is over (I-POOL-1,
        I-MORE-13); chips can be paid at any time (I-MORE-27).
        """
        value = self.rules.point_value
        match self.rules.format:
            case Format.POINTS if self.over:
                chips = [points * value for points in self.last_paid]
                return self._won(chips, self.last_winners, self.direction)
            case Format.POOL if self.over:
                return self._won([stake * value for stake in self.stakes], self.winners, 1)
            case Format.DEALS:
                begun = CHIPS * self.rules.deals
                return tuple((chips - begun) * value for chips in self.totals)
            case _:
                return (0,) * self.seats

    def _won(self, paid: Sequence[int], winners: Sequence[int], direction: int) -> tuple[int, ...]:
        """What each seat wins, or loses, where the pot of all that is paid goes to the winners.

        What can't be shared goes one each in order from the starter of the last deal; without a
        winner nobody pays.
        """
        if not winners:
            return (0,) * self.seats
        order = turn_order(self.last_starter, direction, self.seats)
        shares = share(sum(paid), [seat for seat in order if seat in winners])
        return tuple(shares.get(seat, 0) - points for seat, points in enumerate(paid))


def paid(state: State) -> tuple[int, ...]:
    """What each seat of a deal that is over pays, in points (I-PAY-2, I-MORE-24).

    With `exhaust_pay=difference` those still in pay their points less the winner's, which stand in
    the ledger as taken off.
    """
    if state.rules.exhaust_pay is ExhaustPay.OWN_POINTS:
        return state.scores
    fewest = next((-entry.points for entry in state.ledger() if entry.clause is END_2), 0)
    return tuple(
        points if out or seat in state.winners else points - fewest
        for seat, (points, out) in enumerate(zip(state.scores, state.out, strict=True))
    )


def payments(state: State) -> tuple[int, ...]:
    """What each seat receives of a deal that is over, whatever kind of match the rules are for."""
    rules = replace(state.rules, format=Format.POINTS, point_value=1)
    match = begin(rules, seats=state.seats, starter=state.starter, direction=state.direction)
    return match.after(state).settlement()


class Receipt(NamedTuple):
    """What a winner of a deal gets, by a clause, from the seats that pay.

    `points` are chips in a match of deals, and 0 in a pool, where a deal pays nobody.
    """

    seat: int
    points: int
    clause: Clause
    payers: tuple[int, ...]


def receipts(state: State) -> tuple[Receipt, ...]:
    """What each winner of a deal that is over gets for it, by the format of the match."""
    rules, direction = state.rules, state.direction
    before = begin(rules, seats=state.seats, starter=state.starter, direction=direction)
    after = before.after(state)
    if rules.format is Format.POOL:
        return tuple(Receipt(seat, 0, POOL_1, ()) for seat in after.last_winners)
    single = PAY_1 if rules.format is Format.POINTS else DEALS_1
    clause = single if len(after.last_winners) == 1 else TIE_2
    value = rules.point_value if rules.format is Format.POINTS else 1
    won = after._won([points * value for points in after.last_paid], after.last_winners, direction)
    payers = tuple(seat for seat, points in enumerate(after.last_paid) if points)
    return tuple(Receipt(seat, won[seat], clause, payers) for seat in after.last_winners)


def begin(rules: Rules, *, seats: int, starter: int, direction: int = 1) -> Match:
    """A match before its first deal; the first starter is drawn by whoever deals (I-DEAL-4)."""
    everybody = tuple(range(seats))
    chips = CHIPS * rules.deals if rules.format is Format.DEALS else 0
    return Match(
        rules,
        seats,
        direction,
        turn_to_start=starter,
        playing=everybody,
        totals=(chips,) * seats,
        stakes=(1,) * seats,
    )
