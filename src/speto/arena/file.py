"""A results file: what was played by whom, and what every deal came to, one line of JSON each.

What must stay true: a file has one spelling, so that playing it again gives the same bytes; it is
there whole or not at all. What is unfinished stands beside it, named `.part`, and is gone on with.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from speto.arena.cheats import signature, way_of
from speto.arena.contest import Contest, enter
from speto.arena.outcome import counts_of
from speto.arena.seeds import purpose_of
from speto.arena.sums import WIN, Played
from speto.cards import ParseError
from speto.clause import RulesError
from speto.games import game as find_game

FORM: Final = 1


class Entered(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A contest, as `enter` is told it."""

    game: str
    ruleset: int
    rules: str
    seats: int
    format: str
    players: tuple[str, ...]
    deals: int
    matches: bool
    seed: int
    seeds: str


class Signed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player of these contests: its version and weights, and how it cheats, if it does."""

    game: str
    level: str
    signed: str
    cheat: str


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line."""

    arena: int
    contests: tuple[Entered, ...]
    players: tuple[Signed, ...]


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Any other line: which deal, or match, of which contest, and what it came to."""

    contest: int
    deal: int
    points: tuple[tuple[int, ...], ...]
    wins: tuple[int, ...]
    hands: tuple[int, ...]
    marks: dict[str, tuple[int, ...]]
    fines: dict[str, tuple[int, ...]]
    places: tuple[int, ...]
    deals: tuple[int, ...]
    turns: tuple[int, ...]
    actions: tuple[int, ...]
    endings: tuple[str, ...]
    decisions: tuple[int, ...]
    log: str


def head_of(contests: Sequence[Contest]) -> bytes:
    """The first line of the file of these contests."""
    levels = {(contest.game, level): None for contest in contests for level in contest.levels}
    return _written(Head(FORM, tuple(map(_entered, contests)), tuple(map(_signed, levels))))


def line_of(contest: int, deal: int, played: Played) -> bytes:
    """The line of a deal or match."""
    values: dict[str, Any] = played._asdict()
    del values["times"]
    return _written(Line(contest, deal, values.pop("seatings"), **values))


def _written(value: Head | Line) -> bytes:
    return msgspec.json.encode(value) + b"\n"


def _entered(contest: Contest) -> Entered:
    return Entered(
        game=contest.game,
        ruleset=find_game(contest.game).RULESET,
        rules=contest.rules,
        seats=contest.seats,
        format=contest.format,
        players=contest.players,
        deals=contest.deals,
        matches=contest.matches,
        seed=contest.seed,
        seeds=purpose_of(contest.seed),
    )


def _signed(who: tuple[str, str]) -> Signed:
    game, level = who
    return Signed(game, level, signature(level, game), way_of(level))


def _read(text: bytes, kind: type[Any], place: str) -> Any:
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.MsgspecError, RecursionError) as problem:
        raise ParseError(f"this is no line of a results file: {problem}", place=place) from None


def read_head(text: bytes, place: str) -> tuple[list[Contest], tuple[Signed, ...]]:
    """The contests of a file by its first line, and who played in them.

    :raises ParseError: if it is no such line, or its players are not here.
    """
    head: Head = _read(text, Head, place)
    if head.arena != FORM:
        raise ParseError(f"a results file of form {head.arena}; this is form {FORM}", place=place)
    try:
        contests = [
            enter(
                entered.game,
                entered.players,
                rules=entered.rules,
                seats=entered.seats,
                format=entered.format,
                deals=entered.deals,
                seed=entered.seed,
                matches=entered.matches,
            )
            for entered in head.contests
        ]
    except (ParseError, RulesError) as problem:
        raise ParseError(str(problem), place=place) from None
    if not contests:
        raise ParseError("there is no contest in it", place=place)
    return contests, head.players


def read_line(text: bytes, contests: Sequence[Contest], at: tuple[int, int], place: str) -> Played:
    """What the line of such a deal of such a contest says.

    :raises ParseError: if it is the line of another, or of none that could be.
    """
    line: Line = _read(text, Line, place)
    if (line.contest, line.deal) != at:
        raise ParseError(f"deal {at[1]} of contest {at[0]} should stand here", place=place)
    contest = contests[line.contest]
    times = tuple(Counter[int]() for _ in contest.entrants)
    played = Played(
        line.points,
        line.wins,
        line.hands,
        line.marks,
        line.fines,
        line.places,
        line.deals,
        line.turns,
        line.actions,
        line.endings,
        line.decisions,
        line.log,
        times,
    )
    if not _can_be(contest, played) or line_of(*at, played) != text + b"\n":
        raise ParseError("no deal of this contest comes to this", place=place)
    return played


def _can_be(contest: Contest, played: Played) -> bool:
    """Whether the numbers of a line are as many as they must be, and can be added up."""
    counts, seatings = counts_of(contest.game), len(contest.seatings)
    by_entrant = [
        *played.seatings,
        *(played.wins, played.hands, played.decisions),
        *played.marks.values(),
        *played.fines.values(),
    ]
    by_deal: list[Sequence[Any]] = [played.turns, played.actions, played.endings]
    return (
        len(played.seatings) == len(played.deals) == seatings
        and len(played.places) == contest.seats
        and all(len(values) == len(contest.entrants) for values in by_entrant)
        and min(played.deals) > 0
        and all(len(values) == sum(played.deals) for values in by_deal)
        and tuple(played.marks) == counts.MARKS
        and tuple(played.fines) == counts.FINED
        and min(played.hands) > 0
        and all(0 <= won <= WIN * seatings for won in played.wins)
    )


class File:
    """The results file of a run: what it holds already, and where the rest is written."""

    def __init__(self, path: Path, contests: Sequence[Contest]) -> None:
        """Read what an earlier run has left.

        :raises ParseError: if it was another's.
        """
        self.path = path
        self.part = path.with_name(path.name + ".part")
        self.contests = contests
        self.packs: list[list[Played]] = [[] for _ in contests]
        self.whole = path.exists()
        self._head = head_of(contests)
        self._good = self._take(path if self.whole else self.part)
        if not self.whole:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._out = self.part.open("r+b" if self._good else "wb")
            self._out.truncate(self._good)
            self._out.seek(self._good)
            if not self._good:
                self._write(self._head)

    def _take(self, source: Path) -> int:
        """Read the lines that are there and whole; how many bytes they are."""
        if not source.exists():
            return 0
        text = source.read_bytes()
        if not text.startswith(self._head) and not self._head.startswith(text):
            raise ParseError(
                f"{source} is of another contest, or of other players: delete it, or write another"
                " --out"
            )
        lines = text.splitlines(keepends=True)
        if lines and not lines[-1].endswith(b"\n"):
            lines.pop()  # a run was stopped while it wrote
        wanted = 1 + sum(contest.deals for contest in self.contests)
        if len(lines) > wanted or (self.whole and len(lines) < wanted):
            raise ParseError(f"{source} has {len(lines)} lines, not {wanted}")
        places = (
            (number, deal)
            for number, contest in enumerate(self.contests)
            for deal in range(contest.deals)
        )
        for nth, (line, at) in enumerate(zip(lines[1:], places, strict=False), 2):
            played = read_line(line[:-1], self.contests, at, f"{source}, line {nth}")
            self.packs[at[0]].append(played)
        return sum(map(len, lines))

    def _write(self, line: bytes) -> None:
        self._out.write(line)
        self._out.flush()

    def add(self, contest: int, played: Played) -> None:
        """Write down the next deal or match of a contest."""
        self._write(line_of(contest, len(self.packs[contest]), played))
        self.packs[contest].append(played)

    def close(self) -> None:
        """Give the file its name if all of it is there."""
        if self.whole:
            return
        self._out.flush()
        os.fsync(self._out.fileno())
        self._out.close()
        if all(
            len(packs) == contest.deals
            for packs, contest in zip(self.packs, self.contests, strict=True)
        ):
            os.replace(self.part, self.path)
            self.whole = True
