"""One pack played out in all its seatings, or a match with one pack after the other.

What must stay true: what is played comes from the contest and the number of the deal or match
alone; in every seating the same packs are dealt in the same order.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from speto.arena.contest import Contest
from speto.arena.outcome import counts_of
from speto.arena.sums import Played, Sums
from speto.arena.table import Maker, Table
from speto.cards import Card
from speto.games import game as find_game
from speto.match import begin
from speto.rng import Rng, below
from speto.rng import start as start_stream

MOST_DEALS: Final = 1000
"""A match that goes on for longer is won by nobody: under some rules no deal may ever be won."""


def shuffled(cards: tuple[Card, ...], rng: Rng) -> list[Card]:
    """The cards in random order: Fisher–Yates from the last place down."""
    pack = list(cards)
    for i in range(len(pack) - 1, 0, -1):
        j = below(rng, i + 1)
        pack[i], pack[j] = pack[j], pack[i]
    return pack


def packs_of(contest: Contest, number: int) -> Iterator[list[Card]]:
    """The packs of deal or match `number`, one after the other without end."""
    rng = Rng()
    start_stream(rng, contest.seed, number)
    while True:
        yield shuffled(find_game(contest.game).PACK, rng)


def play_pack(contest: Contest, number: int, make: Maker) -> Played:
    """Play deal or match `number` of a contest in every seating.

    :raises PlayerFault: if a player raises or chooses an illegal action.
    """
    sums = Sums(contest, number)
    play_one = _play_match if contest.matches else _play_deal
    for at in range(len(contest.seatings)):
        play_one(Table(contest, at, make, sums), at, sums)
    return sums.played()


def _play_deal(table: Table, at: int, sums: Sums) -> None:
    contest, number = table.contest, sums.number
    state = table.play_deal(
        next(packs_of(contest, number)),
        range(contest.seats),
        contest.starter(number),
        contest.direction(number),
    )
    outcome = counts_of(contest.game).outcome(state)
    sums.add_deal(table.seating, state, outcome)
    sums.end_seating(at, outcome.points, outcome.winners, 1)


def _play_match(table: Table, at: int, sums: Sums) -> None:
    """Play until somebody has won, or nobody has for too long; whom a pool puts out stays out."""
    contest, number = table.contest, sums.number
    counts = counts_of(contest.game)
    match = begin(
        table.rules,
        seats=contest.seats,
        starter=contest.starter(number),
        direction=contest.direction(number),
    )
    for pack in islice(packs_of(contest, number), MOST_DEALS):
        if match.over:
            break
        totals = [match.totals[seat] for seat in match.playing]
        state = table.play_deal(pack, match.playing, match.starter, match.direction, totals)
        seated = [table.seating[seat] for seat in match.playing]
        sums.add_deal(seated, state, counts.outcome(state))
        match = match.after(state)
    sums.end_seating(at, counts.match_points(match), match.winners, len(match.deals))
