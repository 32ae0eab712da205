"""The ladder: every two levels of a game meet, and each is rated by whom it beat.

What must stay true: honest levels are rated among themselves alone. A cheat is rated by its games
with them, moves none of theirs, and never meets another cheat.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any, NamedTuple

from speto.arena.cheats import entrant_of, signature, way_of
from speto.arena.contest import Contest
from speto.arena.intervals import Estimate
from speto.arena.report import estimate_of, several_of, short, signed, title
from speto.arena.results import results_of, worth_of
from speto.arena.sums import Played
from speto.cards import ParseError
from speto.players import LEVELS

Meeting = tuple[Contest, Sequence[Played]]
"""A contest of two levels, and what has been played of it."""


class Rung(NamedTuple):
    """A level of a game on the ladder.

    Its strength is `mu`, give or take `sigma`, after so many `games`: deals or matches in all
    seatings. `worths` are what it is worth against each other level that it met.
    """

    game: str
    level: str
    signed: str
    cheat: str
    mu: float
    sigma: float
    games: int
    worths: dict[str, Estimate]


def meetings(players: Sequence[str]) -> list[tuple[str, str]]:
    """Who meets whom: every two of these levels, or of all honest ones, but for two cheats.

    :raises ParseError: if there are fewer than two, or one is none.
    """
    levels = list(dict.fromkeys(players or LEVELS))
    for level in levels:
        entrant_of(level)
    pairs = [pair for pair in combinations(levels, 2) if not all(map(way_of, pair))]
    if not pairs:
        raise ParseError("--ladder: name at least two levels, one of them honest")
    return pairs


def margin(contest: Contest, played: Played) -> float:
    """By how many points a seat the first of two is ahead over all seatings."""
    one, two = (played.points[at] / contest.times_seated(at) for at in (0, 1))
    return one - two


def climb(met: Sequence[Meeting]) -> list[Rung]:
    """The ladder of one game: honest levels, the strongest first, and then the cheats."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    game = met[0][0].game
    rated: dict[str, Any] = {
        level: model.rating() for contest, _ in met for level in contest.levels
    }
    games = dict.fromkeys(rated, 0)
    for cheating in (False, True):
        among = [pair for pair in met if any(map(way_of, pair[0].levels)) is cheating]
        for number in range(max((len(packs) for _, packs in among), default=0)):
            for contest, packs in among:
                if number >= len(packs):
                    continue
                ahead = margin(contest, packs[number])
                after = model.rate(
                    [[rated[level]] for level in contest.levels],
                    ranks=[float(ahead < 0), float(ahead > 0)],
                )
                for level, (rating,) in zip(contest.levels, after, strict=True):
                    if bool(way_of(level)) is cheating:
                        rated[level] = rating
                        games[level] += 1
    rungs = [
        Rung(
            game,
            level,
            signature(level, game),
            way_of(level),
            rating.mu,
            rating.sigma,
            games[level],
            worths_of(level, met),
        )
        for level, rating in rated.items()
    ]
    return sorted(rungs, key=lambda rung: (bool(rung.cheat), -rung.mu))


def worths_of(level: str, met: Sequence[Meeting]) -> dict[str, Estimate]:
    """What a level is worth against each that it met."""
    found = {}
    for contest, packs in met:
        if level in contest.levels:
            at = contest.levels.index(level)
            found[contest.levels[1 - at]] = worth_of(results_of(contest, packs), at)
    return found


def by_game(met: Sequence[Meeting]) -> list[list[Meeting]]:
    """The meetings of each game of which something has been played."""
    games = dict.fromkeys(contest.game for contest, _ in met)
    return [[pair for pair in met if pair[0].game == game] for game in games]


def as_markdown(met: Sequence[Meeting]) -> str:
    """The ladder of each game as a table of Markdown."""
    return "\n\n".join(_table(pairs) for pairs in by_game(met))


def _table(met: Sequence[Meeting]) -> str:
    rungs = climb(met)
    contest, packs = met[0]
    shown = title(results_of(contest, packs))
    head = [
        "level",
        "cheat",
        "rating",
        several_of(contest),
        *(f"against {one.level}" for one in rungs),
    ]
    rows = [head, ["---"] * len(head)]
    for rung in rungs:
        worths = [
            signed(rung.worths[other.level]) if other.level in rung.worths else ""
            for other in rungs
        ]
        rating = f"{rung.mu:.1f} ± {2 * rung.sigma:.1f}"
        rows.append([rung.signed, rung.cheat or "-", rating, str(rung.games), *worths])
    table = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    return f"{shown}\n\n{table}"


def as_data(met: Sequence[Meeting]) -> list[dict[str, Any]]:
    """The ladders as plain values."""
    return [
        {
            "game": rung.game,
            "rules": pairs[0][0].rules,
            "seats": pairs[0][0].seats,
            "level": rung.level,
            "signed": rung.signed,
            "cheat": rung.cheat,
            "mu": short(rung.mu),
            "sigma": short(rung.sigma),
            "games": rung.games,
            "worths": {level: estimate_of(worth) for level, worth in rung.worths.items()},
        }
        for pairs in by_game(met)
        for rung in climb(pairs)
    ]
