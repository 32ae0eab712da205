"""What came of a pack, or of the packs of a match, summed over the seatings.

What must stay true: all but the times is the same whenever and wherever it is played again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Final, NamedTuple

from speto.arena.contest import Contest
from speto.arena.outcome import Outcome
from speto.games import State

WIN: Final = 60
"""A deal or match won, in parts that joint winners, up to six, can share evenly."""


class Played(NamedTuple):
    """What came of one pack, or match, by entrant; `places` by order of play.

    `seatings` are points too, one row a seating; `hands` how many were dealt to each. `deals` has
    one value a seating, `turns`, `actions` and `endings` one a deal, in their order. `log` stands
    for every action of all of it; `times` count nanoseconds.
    """

    seatings: tuple[tuple[int, ...], ...]
    wins: tuple[int, ...]
    hands: tuple[int, ...]
    marks: Mapping[str, tuple[int, ...]]
    fines: Mapping[str, tuple[int, ...]]
    places: tuple[int, ...]
    deals: tuple[int, ...]
    turns: tuple[int, ...]
    actions: tuple[int, ...]
    endings: tuple[str, ...]
    decisions: tuple[int, ...]
    log: str
    times: tuple[Counter[int], ...]

    @property
    def points(self) -> tuple[int, ...]:
        """The points of each entrant over all seatings."""
        return tuple(map(sum, zip(*self.seatings, strict=True)))


class Sums:
    """Adds up the deals and seatings of one pack or match."""

    def __init__(self, contest: Contest, number: int) -> None:
        self.contest = contest
        self.number = number
        self.none = [0] * len(contest.entrants)
        self.times = tuple(Counter[int]() for _ in contest.entrants)
        self._wins, self._hands, self._decisions = self.none[:], self.none[:], self.none[:]
        self._marks: dict[str, list[int]] = {}
        self._fines: dict[str, list[int]] = {}
        self._places = [0] * contest.seats
        self._seatings: list[tuple[int, ...]] = []
        self._deals: list[int] = []
        self._turns: list[int] = []
        self._actions: list[int] = []
        self._endings: list[str] = []
        self._log = sha256()

    def add_deal(self, seated: Sequence[int], state: State, outcome: Outcome) -> None:
        """Count a deal that is over; `seated` are the entrants on its seats."""
        for seat, entrant in enumerate(seated):
            self._hands[entrant] += 1
            for counted, kinds in ((self._marks, outcome.marks), (self._fines, outcome.fines)):
                for kind, times in kinds.items():
                    counted.setdefault(kind, self.none[:])[entrant] += times[seat]
        log = state.log
        self._turns.append(state.turn)
        self._actions.append(len(log))
        self._endings.append(outcome.ending)
        self._log.update(" ".join([*map(str, log), "\n"]).encode())

    def count_decision(self, entrant: int) -> None:
        """Count a choice of an entrant."""
        self._decisions[entrant] += 1

    def end_seating(
        self, at: int, points: Sequence[int], winners: Sequence[int], deals: int
    ) -> None:
        """Count what one seating came to, by seat, after so many deals."""
        row = self.none[:]
        for seat, entrant in enumerate(self.contest.seatings[at]):
            row[entrant] += points[seat]
            self._places[self.contest.place(self.number, seat)] += points[seat]
            if seat in winners:
                self._wins[entrant] += WIN // len(winners)
        self._seatings.append(tuple(row))
        self._deals.append(deals)

    def played(self) -> Played:
        """All of it."""
        return Played(
            seatings=tuple(self._seatings),
            wins=tuple(self._wins),
            hands=tuple(self._hands),
            marks={mark: tuple(times) for mark, times in self._marks.items()},
            fines={code: tuple(times) for code, times in self._fines.items()},
            places=tuple(self._places),
            deals=tuple(self._deals),
            turns=tuple(self._turns),
            actions=tuple(self._actions),
            endings=tuple(self._endings),
            decisions=tuple(self._decisions),
            log=self._log.hexdigest()[:16],
            times=self.times,
        )
