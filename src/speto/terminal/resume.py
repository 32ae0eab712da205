"""A match that was left, read back from its record so that it can go on.

What must stay true: a match goes on only from a record that holds, with the rules, seats and level
it was begun with; without a seed the deals to come are dealt anew.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from speto.cards import ParseError
from speto.clause import RulesError
from speto.dummy import NAME, State
from speto.match import Match, begin, check_deals
from speto.players import player
from speto.record import Record, read_records
from speto.terminal.page import wrap
from speto.terminal.reader import Reader
from speto.terminal.screen import Screen
from speto.terminal.sheet import standing_lines
from speto.terminal.speech import Speech
from speto.texts import Catalogue

LEVEL: Final = "Level"
SEED: Final = "Seed"

WHOLE: Final = re.compile(r"-?[0-9]{1,40}")


@dataclass(frozen=True, slots=True)
class Kept:
    """A match in a file: its deals, where it stands, and the deal that is not over."""

    path: Path
    names: tuple[str, ...]
    played: tuple[State, ...]
    match: Match
    level: str
    seed: int | None

    @property
    def running(self) -> State | None:
        """The deal that is not over."""
        last = self.played[-1]
        return None if last.over else last


def read_kept(path: Path) -> Kept:
    """The match of a file, to go on with.

    :raises ParseError: if the file is no record, or of no match that can go on.
    """
    try:
        records = read_records(path.read_text(encoding="utf-8"))
        return _kept(path, records)
    except UnicodeDecodeError as problem:
        raise ParseError(f"byte {problem.start} is not UTF-8 text", place=str(path)) from None
    except (ParseError, RulesError) as problem:
        raise ParseError(str(problem), place=str(path)) from None


def _kept(path: Path, records: Sequence[Record]) -> Kept:
    first = records[0]
    level, seed = first.tag(LEVEL), first.tag(SEED)
    if first.game != NAME or level is None:
        raise ParseError("only a match that `speto play` has kept can go on; it has a tag Level")
    player(level)
    played = [record.state for record in records if isinstance(record.state, State)]
    wrong = check_deals(played)
    if wrong:
        raise ParseError(f"deal {wrong[0] + 1}: {wrong[1]}")
    start = played[0]
    match = begin(start.rules, seats=start.seats, starter=start.starter, direction=start.direction)
    for state in played:
        match = match.after(state) if state.over else match
    if match.over:
        raise ParseError("this match is over; see it with `speto replay`")
    if seed is not None and not WHOLE.fullmatch(seed):
        raise ParseError("the tag Seed is no whole number")
    number_of_seed = None if seed is None else int(seed)
    return Kept(path, first.names, tuple(played), match, level, number_of_seed)


def newest(folder: Path) -> Kept | None:
    """The newest match of a folder, if it is not over."""
    files = sorted(folder.glob(f"{NAME}-*.deal"), key=lambda file: file.stat().st_mtime)
    try:
        return read_kept(files[-1]) if files else None
    except (ParseError, OSError):
        return None


def offer(folder: Path, screen: Screen, texts: Catalogue) -> Kept | None:
    """The newest match of a folder that was left, if the person wants to go on with it."""
    kept = newest(folder)
    if kept is None:
        return None
    names = (texts.text("ui.terminal.you"), *kept.names[1:])
    speech = Speech(texts, kept.match.rules, names, screen.signs, screen.plain)
    running = kept.running
    scores = running.scores if running else (0,) * kept.match.seats
    totals = (
        (total + score, speech.name(seat))
        for seat, (total, score) in enumerate(zip(kept.match.totals, scores, strict=True))
    )
    deal = len(kept.match.deals) + 1
    lines = [
        *wrap(speech.ui("resume.offer", n=deal)),
        *standing_lines(totals, speech),
        str(kept.path),
    ]
    goes_on = Reader(screen, speech).sure(lines, speech.ui("prompt.resume"), enter=True)
    return kept if goes_on else None
