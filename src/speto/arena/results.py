"""What a contest says: the figures of the packs or matches that were played.

What must stay true: the deal, or the match, with all its seatings is the unit of every interval;
all but the times is the same for any number of processes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from speto.arena.cheats import way_of
from speto.arena.contest import Contest
from speto.arena.intervals import Estimate, mean_of, share_of
from speto.arena.outcome import counts_of
from speto.arena.sums import WIN, Played
from speto.arena.times import Times, times_of


class Entrant(NamedTuple):
    """How one entrant did: points a deal or match and seat, and the share of them it won.

    `cheat` is how it cheats, if it does. `marks` and `fines` are how often a deal a seat did it;
    `fair` is its share of the seats; `ms` the milliseconds of its decisions.
    """

    name: str
    level: str
    cheat: str
    points: Estimate
    wins: Estimate
    fair: float
    marks: dict[str, float]
    fines: dict[str, float]
    decisions: int
    ms: Times


class Difference(NamedTuple):
    """By how many points a deal, or match, one entrant is ahead of another."""

    first: str
    second: str
    points: Estimate


class Place(NamedTuple):
    """What the first, second, … to play gets a deal, and by how much that is above the average."""

    place: int
    points: Estimate
    worth: Estimate


class Results(NamedTuple):
    """All figures of a contest, of what was played: so many `packs`, or matches.

    `length` is how many deals that were; `turns`, `actions` and `endings` are of a deal.
    """

    contest: Contest
    packs: int
    length: Estimate
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
    ends = Counter(ending for pack in packs for ending in pack.endings)
    names = dict.fromkeys([*counts_of(contest.game).ENDINGS, *ends])
    return Results(
        contest=contest,
        packs=len(packs),
        length=mean_of([_mean(pack.deals) for pack in packs]),
        entrants=[_entrant(contest, packs, entrant) for entrant in range(len(contest.entrants))],
        differences=[_difference(contest, packs, *pair) for pair in contest.pairs],
        places=[_place(contest, packs, place) for place in range(contest.seats)],
        turns=mean_of([_mean(pack.turns) for pack in packs]),
        actions=mean_of([_mean(pack.actions) for pack in packs]),
        most_turns=max(turns for pack in packs for turns in pack.turns),
        endings={name: ends[name] / ends.total() for name in names},
    )


def _mean(values: Sequence[int]) -> float:
    return sum(values) / len(values)


def _entrant(contest: Contest, packs: Sequence[Played], entrant: int) -> Entrant:
    seated = contest.times_seated(entrant)
    seatings = len(contest.seatings)
    times = sum((pack.times[entrant] for pack in packs), Counter[int]())
    hands = sum(pack.hands[entrant] for pack in packs)
    level = contest.levels[entrant]
    return Entrant(
        name=contest.entrants[entrant],
        level=level,
        cheat=way_of(level),
        points=mean_of([pack.points[entrant] / seated for pack in packs]),
        wins=share_of([pack.wins[entrant] / (WIN * seatings) for pack in packs]),
        fair=seated / (seatings * contest.seats),
        marks={
            mark: sum(pack.marks[mark][entrant] for pack in packs) / hands
            for mark in packs[0].marks
        },
        fines={
            code: sum(pack.fines[code][entrant] for pack in packs) / hands
            for code in packs[0].fines
        },
        decisions=sum(pack.decisions[entrant] for pack in packs),
        ms=times_of(times),
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


def worth_of(results: Results, entrant: int = 0) -> Estimate:
    """What one of two entrants, the first or the second, is worth against the other.

    The points a deal by which it is ahead; in a game where what one wins the others lose, the
    points that it wins.
    """
    if counts_of(results.contest.game).NET:
        return results.entrants[entrant].points
    ahead = results.differences[0].points
    return ahead.turned if entrant else ahead
