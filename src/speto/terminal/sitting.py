"""The person at a match, whoever deals it: names, the seat in each deal, sheets, the result.

What must stay true: it knows views and matches; who deals and who else plays is not its business.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import Any

from speto.challenge import SEES, way_of
from speto.games import Match, View
from speto.terminal.coach import Coach
from speto.terminal.face import Face, Warn, face_of
from speto.terminal.page import wrap
from speto.terminal.person import Person
from speto.terminal.screen import Left, Screen
from speto.terminal.speech import Speech
from speto.texts import Catalogue


@contextmanager
def interrupted_by_hangup() -> Iterator[None]:
    """A closed terminal and a polite kill end the match as Ctrl-C does, with its record saved."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    names = [name for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name)]
    before = {name: signal.signal(getattr(signal, name), interrupt) for name in names}
    try:
        yield
    finally:
        for name, handler in before.items():
            signal.signal(getattr(signal, name), handler)


class Sitting:
    """The person in one seat of a match; the names are by seat of the match.

    A deal may have fewer seats than the match: `me` is the person's seat in the running one, none
    if he has been put out.
    """

    def __init__(
        self,
        game: str,
        rules: Any,
        names: Sequence[str],
        mine: int,
        screen: Screen,
        texts: Catalogue,
        warn: Warn,
        coach: Coach | None = None,
    ) -> None:
        self.name = game
        self.rules = rules
        self.names = tuple(names)
        self.mine = mine
        self.screen = screen
        self.texts = texts
        self.table = self.speech(range(len(self.names)))
        self.me: int | None = mine
        self.coach = coach
        self.person = Person(screen, self.face_for(self.table, warn), coach)

    def speech(self, seats: Sequence[int]) -> Speech:
        """How a table with these seats of the match speaks."""
        you = self.texts.text("ui.terminal.you")
        names = tuple(you if seat == self.mine else self.names[seat] for seat in seats)
        signs, plain = self.screen.signs, self.screen.plain
        return Speech(self.texts, self.rules, names, signs, plain, self.mine)

    def face_for(self, speech: Speech, warn: Warn) -> Face:
        """The face of the game at a table that speaks so."""
        return face_of(self.name, speech, warn)

    def sit(self, playing: Sequence[int]) -> None:
        """Take the seats of the next deal."""
        self.me = playing.index(self.mine) if self.mine in playing else None
        speech = self.speech(playing)
        if speech.names != self.person.speech.names:
            warn, note = self.person.face.warn, self.person.note
            self.person = Person(self.screen, self.face_for(speech, warn), self.coach)
            self.person.note = note

    def warn_of_size(self) -> None:
        """Say that the terminal is too small, if it is."""
        if self.screen.too_small:
            self.person.note = wrap(self.table.ui("too_small", size=self.screen.too_small))

    def challenge(self, levels: Sequence[str | None]) -> list[str]:
        """Who sees what in an open challenge, by the levels of the match's seats; else nothing."""
        lines = []
        for way in SEES:
            names = [self.names[n] for n, level in enumerate(levels) if way_of(level) == way]
            if names:
                lines += wrap(self.table.ui(f"challenge.{way}", names=self.table.listed(names)))
        return lines

    def show_sheet(self, view: View[Any], before: Match, after: Match, note: Sequence[str]) -> None:
        """The end of a deal: what happened, the totals, and every line of the ledger.

        :raises Left: if the person leaves.
        """
        face = self.person.face
        blocks = [
            [*face.ending(view, len(after.deals)), *note],
            *face.sheet(view, before, after, self.table),
        ]
        reader = self.person.reader
        reader.view = None
        last = "prompt.result" if after.over else "prompt.next"
        while True:
            said = reader.look(blocks, last)
            if not said:
                return
            if said in ("q", "quit"):
                if after.over:
                    return
                if reader.sure([], self.table.ui("prompt.quit")):
                    raise Left

    def wants_to_rejoin(self, match: Match) -> bool:
        """Whether the person, who was put out, wants to come back."""
        lines = [*self.person.face.standing(match, self.table)]
        lines += wrap(self.table.ui("rejoin.offer", entry=self.rules.point_value))
        return self.person.reader.sure(lines, self.table.ui("prompt.rejoin"))

    def standing(self, match: Match) -> list[str]:
        """How the match stands after its deals."""
        lines = wrap(self.table.ui("standing", n=len(match.deals)))
        return lines + self.person.face.standing(match, self.table)
