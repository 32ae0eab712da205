"""A second arithmetic of Indian Rummy matches for the tests: what deals bring and who plays on."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from tests.indian_hand_oracle import NEARLY_OUT, Options, with_defaults
from tests.indian_oracle import OracleDeal


class Result(NamedTuple):
    """What a match has to know of a deal."""

    scores: Sequence[int]  # penalties, 0 for the winners
    winners: Sequence[int]
    out: Collection[int] = ()
    own: int = 0  # each winner's points, entered and cancelled (I-MORE-25)


def result_of(deal: OracleDeal) -> Result:
    cancelled = [-amount for _, amount, code, _, _ in deal.ledger if code == "I-END-2"]
    return Result(deal.scores, deal.winners, deal.out, max(cancelled, default=0))


def turn_order(seats: int, first: int, direction: int) -> list[int]:
    return [(first + direction * place) % seats for place in range(seats)]


def shares(pot: int, among: Sequence[int]) -> dict[int, int]:
    """Equal shares, and one more each for the first of them while the odd ones last."""
    each, odd = divmod(pot, len(among))
    return {seat: each + (place < odd) for place, seat in enumerate(among)}


def payment(
    result: Result, starter: int, direction: int, point_value: int = 1, *, difference: bool = False
) -> tuple[int, ...]:
    """I-PAY-1, I-PAY-2, I-MORE-24."""
    scores, winners, out, own = result
    if not winners:
        return (0,) * len(scores)
    owed = list(scores)
    for seat in range(len(scores)):
        if difference and seat not in out and seat not in winners:
            owed[seat] -= own
    pays = [-points * point_value for points in owed]
    order = [seat for seat in turn_order(len(scores), starter, direction) if seat in winners]
    for seat, share in shares(-sum(pays), order).items():
        pays[seat] += share
    return tuple(pays)


@dataclass
class OracleMatch:
    """A match of any format, fed with the results of its deals."""

    options: Options
    seats: int
    starter: int = 0  # of the next deal, a seat of that deal
    direction: int = 1
    deals: int = 0
    over: bool = False
    winners: tuple[int, ...] = ()
    playing: list[int] = field(default_factory=list)  # by the seats of the next deal
    totals: list[int] = field(default_factory=list)  # points owed, or chips, or paid
    entries: list[int] = field(default_factory=list)  # how often each has paid, in a pool
    last_starter: int = 0  # of the last deal, a seat of the match

    def __post_init__(self) -> None:
        self.options = with_defaults(self.options)
        self.playing = list(range(self.seats))
        self.entries = [1] * self.seats
        self.totals = [self._chips() if self.options["format"] == "deals" else 0] * self.seats

    def _chips(self) -> int:
        """I-MORE-27: whatever the cap."""
        return 80 * int(self.options["deals"])

    def after(self, result: Result, back: Collection[int] = ()) -> None:
        """The next deal is counted; of those whom it eliminates, `back` rejoin if they may."""
        was_playing, starter = list(self.playing), self.starter
        self.last_starter = was_playing[starter]
        self.deals += 1
        if self.options["format"] == "pool":  # own points, I-MORE-24
            for seat, score in zip(was_playing, result.scores, strict=True):
                self.totals[seat] += score if result.winners else 0
            if result.winners:
                self._end_of_pool_deal(was_playing, back)
        else:
            moved = payment(
                result,
                starter,
                self.direction,
                int(self.options["point_value"]) if self.options["format"] == "points" else 1,
                difference=self.options["exhaust_pay"] == "difference",
            )
            for seat, chips in zip(was_playing, moved, strict=True):
                self.totals[seat] += chips
            if self.options["format"] == "points":
                self.over, self.winners = True, tuple(result.winners)
            else:
                self._end_of_deals()
        if not self.over:
            self._next_starter(result, was_playing, starter)

    def _end_of_deals(self) -> None:
        """I-DEALS-1."""
        if self.deals < int(self.options["deals"]):
            return
        most = max(self.totals[seat] for seat in self.playing)
        self.playing = [seat for seat in self.playing if self.totals[seat] == most]
        if len(self.playing) == 1:
            self.over, self.winners = True, tuple(self.playing)

    def _end_of_pool_deal(self, was_playing: list[int], back: Collection[int]) -> None:
        """I-MORE-12, I-MORE-26: eliminate, end, rejoin, split."""
        limit = int(self.options["pool_limit"])
        self.playing = [seat for seat in was_playing if self.totals[seat] < limit]
        if len(self.playing) == 1:
            self.over, self.winners = True, tuple(self.playing)
            return
        highest = max(self.totals[seat] for seat in self.playing)
        if self.options["rejoin"] and highest < NEARLY_OUT[limit]:
            for seat in was_playing:
                if seat not in self.playing and seat in back:
                    self.totals[seat] = highest + 1
                    self.entries[seat] += 1
                    self.playing = sorted([*self.playing, seat])
        left = self.playing
        nearly_out = all(self.totals[seat] >= NEARLY_OUT[limit] for seat in left)
        if self.options["split"] and self.seats >= 3 and len(left) in (2, 3) and nearly_out:
            self.over, self.winners = True, tuple(left)

    def _next_starter(self, result: Result, was_playing: list[int], starter: int) -> None:
        """I-DEAL-4, I-MORE-14, I-MORE-28; whoever is eliminated is passed over."""
        order = turn_order(len(was_playing), starter, self.direction)
        how = self.options["next_starter"]
        first = order[1]
        if result.winners and how == "winner":
            first = next(seat for seat in order if seat in result.winners)
        elif result.winners and how == "loser":
            first = max(order, key=lambda seat: result.scores[seat])  # the nearest of several
        candidates = turn_order(len(was_playing), first, self.direction)
        chosen = next(seat for seat in candidates if was_playing[seat] in self.playing)
        self.starter = self.playing.index(was_playing[chosen])

    def settlement(self) -> tuple[int, ...]:
        """What each seat of the match has won or lost in the end, in chips."""
        chip = int(self.options["point_value"])
        if self.options["format"] == "points":
            return tuple(self.totals)
        if self.options["format"] == "deals":
            return tuple((chips - self._chips()) * chip for chips in self.totals)
        paid = [-chip * entries for entries in self.entries]
        order = turn_order(self.seats, self.last_starter, 1)
        for seat, share in shares(-sum(paid), [s for s in order if s in self.winners]).items():
            paid[seat] += share
        return tuple(paid)
