"""Every preset of every game at every number of seats: how its deals go when all play alike.

What must stay true: a row is a contest like any other, so that each can be played again by itself.
"""

from __future__ import annotations

from collections.abc import Sequence

from speto.arena.contest import Contest, enter
from speto.arena.formats import ROUND
from speto.arena.report import endings, plain
from speto.arena.results import Results
from speto.cards import ParseError
from speto.clause import RulesError
from speto.games import NAMES
from speto.games import game as find_game

HEAD = ["game", "rules", "seats", "turns", "actions", "ends by", "seats in order of play"]


def tables(
    players: Sequence[str],
    *,
    game: str | None = None,
    rules: str | None = None,
    seats: int | None = None,
    format: str = ROUND,
    deals: int,
    seed: int,
    matches: bool = False,
) -> list[Contest]:
    """A contest for each game, preset and number of seats; what is given stands for all of them.

    :raises ParseError: if a format is given.
    :raises RulesError: if no game has a table with so many seats.
    """
    if format != ROUND:
        raise ParseError("--presets: a row has as many seats as it says; leave --format out")
    found = [
        enter(name, players, rules=preset, seats=size, deals=deals, seed=seed, matches=matches)
        for name in (NAMES if game is None else [game])
        for preset in (find_game(name).PRESETS if rules is None else [rules])
        for size in find_game(name).SEATS
        if seats in (None, size) and len(players) <= size
    ]
    if not found:
        size = "any" if seats is None else str(seats)
        raise RulesError(f"no game has a table of {size} seats for so many players: {len(players)}")
    return found


def _row(results: Results) -> list[str]:
    contest = results.contest
    halves = [line.worth.half for line in results.places if line.worth.half is not None]
    worths = " ".join(f"{line.worth.mean:+.1f}" for line in results.places)
    return [
        contest.game,
        contest.rules,
        str(contest.seats),
        plain(results.turns),
        plain(results.actions),
        endings(results.endings),
        f"{worths} (± {max(halves):.1f})" if halves else worths,
    ]


def as_markdown(found: Sequence[Results]) -> str:
    """The contests as a table of Markdown, one a row."""
    rows = [HEAD, ["---"] * len(HEAD), *map(_row, found)]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)
