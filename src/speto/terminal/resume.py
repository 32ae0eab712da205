"""A match that was left, read back from its record so that it can go on.

What must stay true: a match goes on only from a record that holds, with the rules, seats and level
it was begun with; without a seed the deals to come are dealt anew.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from speto.cards import ParseError
from speto.challenge import check_level
from speto.clause import RulesError
from speto.games import Match, State
from speto.match import NoMatch, follow
from speto.players.played import CHANCE, choices_in
from speto.record import Record, read_records
from speto.terminal.face import face_of
from speto.terminal.page import wrap
from speto.terminal.reader import Reader
from speto.terminal.screen import Screen
from speto.terminal.speech import Speech
from speto.texts import Catalogue

LEVEL: Final = "Level"
SEED: Final = "Seed"

WHOLE: Final = re.compile(r"-?[0-9]{1,40}")


@dataclass(frozen=True, slots=True)
class Kept:
    """A match in a file: its deals, where it stands, and the deal that is not over.

    `chosen` and `chances` tell for each deal which player chose what, and what its chance comes
    from; nothing where the file does not.
    """

    path: Path
    game: str
    names: tuple[str, ...]
    played: tuple[State, ...]
    seated: tuple[tuple[int, ...], ...]
    chosen: tuple[Mapping[int, str], ...]
    chances: tuple[str, ...]
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
    if level is None or any(record.game != first.game for record in records):
        raise ParseError("only a match that `speto play` has kept can go on; it has a tag Level")
    check_level(level)
    played = [record.state for record in records]
    try:
        match = follow(played, [record.names for record in records])
    except NoMatch as problem:
        raise ParseError(str(problem)) from None
    if match.over:
        raise ParseError("this match is over; see it with `speto replay`")
    if seed is not None and not WHOLE.fullmatch(seed):
        raise ParseError("the tag Seed is no whole number")
    return Kept(
        path=path,
        game=first.game,
        names=first.names,
        played=tuple(played),
        seated=tuple(seats_of(record.names, first.names) for record in records),
        chosen=tuple(
            {at: str(who) for at, who in choices_in(record).items()} for record in records
        ),
        chances=tuple(record.tag(CHANCE) or "" for record in records),
        match=match,
        level=level,
        seed=None if seed is None else int(seed),
    )


def seats_of(names: Sequence[str], first: Sequence[str]) -> tuple[int, ...]:
    """The seats of the match that these names sit on, by the names of its first deal.

    >>> seats_of(["You", "Dev"], ["You", "Asha", "Dev"])
    (0, 2)
    """
    if len(names) == len(first):
        return tuple(range(len(first)))
    return tuple(first.index(name) for name in names)


def newest(folder: Path, game_name: str) -> Kept | None:
    """The newest match of a game in a folder, if it is not over."""
    files = sorted(folder.glob(f"{game_name}-*.deal"), key=lambda file: file.stat().st_mtime)
    try:
        return read_kept(files[-1]) if files else None
    except (ParseError, OSError):
        return None


def offer(folder: Path, screen: Screen, texts: Catalogue, game_name: str) -> Kept | None:
    """The newest match of a game that was left, if the person wants to go on with it."""
    kept = newest(folder, game_name)
    if kept is None:
        return None
    names = (texts.text("ui.terminal.you"), *kept.names[1:])
    speech = Speech(texts, kept.match.rules, names, screen.signs, screen.plain)
    face = face_of(game_name, speech)
    scores = [0] * kept.match.seats
    if kept.running:
        for seat, score in zip(kept.match.playing, kept.running.scores, strict=True):
            scores[seat] = score
    deal = len(kept.match.deals) + 1
    lines = [
        *wrap(speech.ui("resume.offer", n=deal)),
        *face.standing(kept.match, speech, scores),
        str(kept.path),
    ]
    goes_on = Reader(screen, face).sure(lines, speech.ui("prompt.resume"), enter=True)
    return kept if goes_on else None
