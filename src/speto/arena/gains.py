"""What each cheat is worth: every one of them against the honest player that it is made of.

What must stay true: a row is a contest like any other, so that each can be played again by itself.
"""

from __future__ import annotations

from collections.abc import Sequence

from speto.arena.cheats import BASES, HOW, way_of
from speto.arena.report import signed
from speto.arena.results import Results, worth_of
from speto.cards import ParseError, shown


def trials(bases: Sequence[str]) -> list[tuple[str, str]]:
    """Who meets whom: each way to cheat, made of each of these bases, and its honest base.

    Beside the cheats on `simple` stands the honest `tuned`, to compare them with.

    :raises ParseError: if no cheat is made of such a level.
    """
    for base in bases:
        if base not in BASES:
            raise ParseError(f"{shown(base)} has no cheats; {' and '.join(BASES)} have")
    named = list(dict.fromkeys(bases or BASES))
    pairs = [(f"{base}+{way}", base) for base in named for way in HOW]
    if set(BASES) <= set(named):
        pairs.append((BASES[1], BASES[0]))
    return pairs


def as_markdown(found: Sequence[Results]) -> str:
    """The worth of each cheat as a table of Markdown: a row a way, a column a base."""
    bases = list(dict.fromkeys(results.contest.levels[1] for results in found))
    head = ["game", "rules", "seats", "cheat", *(f"on {base}" for base in bases)]
    rows: dict[tuple[str, ...], dict[str, str]] = {}
    for results in found:
        contest = results.contest
        level = contest.levels[0]
        way = way_of(level)
        said = f"`{way}` {HOW[way]}" if way else f"none: the honest `{level}`"
        row = rows.setdefault((contest.game, contest.rules, str(contest.seats), said), {})
        row[contest.levels[1]] = signed(worth_of(results))
    table = [head, ["---"] * len(head)]
    table += [[*key, *(row.get(base, "") for base in bases)] for key, row in rows.items()]
    return "\n".join(f"| {' | '.join(row)} |" for row in table)
