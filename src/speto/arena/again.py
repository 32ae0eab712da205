"""A results file played again, and compared byte for byte.

What must stay true: everything a line says is played anew; nothing is taken from the file but what
the contests are.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from speto.arena.cheats import entrant_of
from speto.arena.contest import Contest
from speto.arena.file import head_of, line_of, read_head
from speto.arena.jobs import play
from speto.arena.table import Maker
from speto.cards import ParseError


class Verdict(NamedTuple):
    """Whether a deal, or match, was played again as its line says; its place in the file."""

    line: int
    holds: bool


class Stored(NamedTuple):
    """A whole results file: its contests and its lines, the first one included.

    `strangers` are its players that play otherwise here.
    """

    contests: list[Contest]
    lines: list[bytes]
    strangers: list[str]


def stored_in(path: Path) -> Stored:
    """Read a results file.

    :raises ParseError: if it is none, or not whole.
    """
    lines = path.read_bytes().splitlines(keepends=True)
    first = f"{path}, line 1"
    if not lines:
        raise ParseError("the file is empty", place=first)
    contests, players = read_head(lines[0], first)
    wanted = 1 + sum(contest.deals for contest in contests)
    if len(lines) != wanted:
        raise ParseError(f"it has {len(lines)} lines, not {wanted}", place=str(path))
    _, here = read_head(head_of(contests), "here")
    strangers = [
        f"{old.level} ({old.game}) was {old.signed}, and is {new.signed} here"
        for old in players
        for new in here
        if (old.game, old.level) == (new.game, new.level) and old != new
    ]
    if lines[0] != head_of(contests) and not strangers:
        strangers = ["line 1 would be written otherwise here"]
    return Stored(contests, lines, strangers)


def played_again(stored: Stored, jobs: int, make: Maker = entrant_of) -> Iterator[Verdict]:
    """Every deal or match of the file, played again.

    :raises PlayerFault: if a player raises or chooses an illegal action.
    """
    at = 0
    for number, contest in enumerate(stored.contests):
        for deal, played in enumerate(play(contest, jobs, make)):
            at += 1
            yield Verdict(at + 1, line_of(number, deal, played) == stored.lines[at])
