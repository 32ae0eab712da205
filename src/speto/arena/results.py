"""What a contest says: the figures of the packs that were played.

What must stay true: the deal with all its seatings is the unit of every interval; all but the times
is the same for any number of processes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from speto.arena.contest import Contest
from speto.arena.intervals import Estimate, mean_of, share_of
from speto.arena.outcome import endings_of
from speto.arena.pack import WIN, Played
from speto.arena.times import quantile


class Entrant(NamedTuple):
    """How one entrant did: points and marks a deal and seat, and the share of the deals it won.

    `fair` is its share of the seats; times are in milliseconds.
    """

    name: str
    level: str
    points: Estimate
    wins: Estimate
    fair: float
    marks: dict[str, float]
    decisions: int
    p50: float | None
    p99: float | None


class Difference(NamedTuple):
    """By how many points a deal one entrant is ahead of another."""

    first: str
    second: str
    points: Estimate


class Place(NamedTuple):
    """What the first, second, … to play gets a deal, and by how much that is above the average."""

    place: int
    points: Estimate
    worth: Estimate


class Results(NamedTuple):
    """All figures of a contest, of the deals that were played."""

    contest: Contest
    deals: int
    entrants: list[Entrant]
    differences: list[Difference]
    places: list[Place]
    turns: Estimate
    actions: Estimate
    most_turns: int
    endings: dict[str, float]


def results_of(contest: Contest, packs: Sequence[Played]) -> Results:
    """The figures of at least one pack."""
    assert packs, "nothing was played"
    seatings = len(contest.seatings)
    ends = Counter(ending for pack in packs for ending in pack.endings)
    names = dict.fromkeys([*endings_of(contest.game), *ends])
    return Results(
        contest=contest,
        deals=len(packs),
        entrants=[_entrant(contest, packs, entrant) for entrant in range(len(contest.entrants))],
        differences=[_difference(contest, packs, *pair) for pair in contest.pairs],
        places=[_place(contest, packs, place) for place in range(contest.seats)],
        turns=mean_of([sum(pack.turns) / seatings for pack in packs]),
        actions=mean_of([sum(pack.actions) / seatings for pack in packs]),
        most_turns=max(turns for pack in packs for turns in pack.turns),
        endings={name: ends[name] / (seatings * len(packs)) for name in names},
    )


def _entrant(contest: Contest, packs: Sequence[Played], entrant: int) -> Entrant:
    seated = contest.times_seated(entrant)
    seatings = len(contest.seatings)
    times = sum((pack.times[entrant] for pack in packs), Counter[int]())
    return Entrant(
        name=contest.entrants[entrant],
        level=contest.levels[entrant],
        points=mean_of([pack.points[entrant] / seated for pack in packs]),
        wins=share_of([pack.wins[entrant] / (WIN * seatings) for pack in packs]),
        fair=seated / (seatings * contest.seats),
        marks={
            mark: sum(pack.marks[mark][entrant] for pack in packs) / (seated * len(packs))
            for mark in packs[0].marks
        },
        decisions=sum(times.values()),
        p50=quantile(times, 50),
        p99=quantile(times, 99),
    )


def _difference(contest: Contest, packs: Sequence[Played], one: int, other: int) -> Difference:
    seated, others = contest.times_seated(one), contest.times_seated(other)
    margins = [pack.points[one] / seated - pack.points[other] / others for pack in packs]
    return Difference(contest.entrants[one], contest.entrants[other], mean_of(margins))


def _place(contest: Contest, packs: Sequence[Played], place: int) -> Place:
    seatings, seats = len(contest.seatings), contest.seats
    return Place(
        place + 1,
        points=mean_of([pack.places[place] / seatings for pack in packs]),
        worth=mean_of(
            [(pack.places[place] * seats - sum(pack.places)) / (seatings * seats) for pack in packs]
        ),
    )
