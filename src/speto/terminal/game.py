"""A match at the terminal: deals, computer players, the record.

What must stay true: this loop alone holds the `State`; the person and the computer players get
views, each player with a generator of its own that is not the one that deals.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from random import Random, SystemRandom
from types import FrameType
from typing import Final

from speto.cards import PACK
from speto.dummy import NAME, Action, Rules, State, start
from speto.dummy.rules import Settlement
from speto.match import begin
from speto.players import player
from speto.record import Record
from speto.terminal.news import since_my_turn, tell
from speto.terminal.page import pages, wrap
from speto.terminal.person import Person
from speto.terminal.save import Archive
from speto.terminal.screen import Left, Screen
from speto.terminal.sheet import items, totals
from speto.terminal.speech import Speech
from speto.terminal.table import Standing
from speto.texts import Catalogue

ME: Final = 0
COMPUTERS: Final = ("Nok", "Ploy", "Chai")


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """What a match is played with; without a seed the cards come from the system's generator."""

    rules: Rules
    seats: int
    level: str
    seed: int | None
    folder: Path


def generators(seed: int | None, seats: int) -> tuple[Random, list[Random]]:
    """The generator that deals, and one for each seat."""
    if seed is None:
        return SystemRandom(), [Random() for _ in range(seats)]
    return Random(f"deal {seed}"), [Random(f"seat {seat} {seed}") for seat in range(seats)]


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


class Game:
    """One match; seat 0 is the person's."""

    def __init__(self, setup: Setup, screen: Screen, texts: Catalogue) -> None:
        computers = COMPUTERS[: setup.seats - 1]
        self.setup = setup
        self.screen = screen
        self.players = [player(setup.level) for _ in range(setup.seats)]
        self.dealing, self.chances = generators(setup.seed, setup.seats)
        self.you: str = texts.text("ui.terminal.you")
        self.speech = Speech(texts, setup.rules, (self.you, *computers), screen.signs)
        self.names = (self.you, *(f"{name} ({setup.level})" for name in computers))
        self.person = Person(screen, self.speech)
        first = self.dealing.randrange(setup.seats)
        self.match = begin(setup.rules, seats=setup.seats, starter=first)
        self.archive = Archive(setup.folder, NAME, datetime.now())
        self.played: list[State] = []
        self.kept = ""
        self.saved = True

    def play(self) -> None:
        """Play to the end of the match, or until the person leaves."""
        if self.screen.too_small:
            self.person.note = wrap(self.speech.ui("too_small", size=self.screen.too_small))
        with interrupted_by_hangup():
            try:
                while not self.match.over:
                    self.play_deal()
                    self.show_sheet()
                lines = self.result()
            except Left:
                lines = [self.speech.ui("left")]
            except (EOFError, KeyboardInterrupt):
                lines = ["", self.speech.ui("left")]  # the prompt's line has not ended
            finally:
                self.save()
        self.screen.show([*lines, *filter(None, [self.kept])])

    def play_deal(self) -> None:
        """One deal, to its end."""
        pack = list(PACK)
        self.dealing.shuffle(pack)
        standing = self.standing()
        state = start(
            self.setup.rules,
            pack,
            seats=self.setup.seats,
            starter=self.match.starter,
            direction=self.match.direction,
        )
        self.played.append(state)
        while not state.over:
            state = state.apply(self.choose(state, standing))
            self.played[-1] = state
        self.match = self.match.after(state)

    def choose(self, state: State, standing: Standing) -> Action:
        """What the seat to act does."""
        seat = state.to_act
        assert seat is not None
        view = state.view_for(seat)
        if seat == ME:
            return self.person.choose(view, standing, lambda word: state.why_not(word, ME))
        return self.players[seat].choose(view, self.chances[seat])

    def standing(self) -> Standing:
        """Where the match is before the deal that is played next."""
        return Standing(len(self.match.deals) + 1, self.match.totals)

    def save(self) -> None:
        """Save the record of the match so far; `kept` says where, or why it could not be."""
        played = [state for state in self.played if state.at]
        if not played:
            return
        seed = self.setup.seed
        tags = () if seed is None else (("Seed", str(seed)),)
        records = [Record(NAME, self.names, state, tags) for state in played]
        try:
            path = self.archive.save(records)
        except OSError as problem:
            where = problem.filename or self.setup.folder
            reason = problem.strerror or str(problem)
            self.kept = self.speech.ui("not_saved", where=where, reason=reason)
            self.saved = False
        else:
            self.kept = self.speech.ui("saved", where=path)
            self.saved = True

    def show_sheet(self) -> None:
        """The end of a deal: what happened, the totals, and every line of the ledger."""
        state = self.played[-1]
        view = state.view_for(ME)
        before = [
            total - score for total, score in zip(self.match.totals, state.scores, strict=True)
        ]
        self.save()
        if state.knocker is None:
            ending = self.speech.ui("sheet.stock", deal=len(self.match.deals))
        else:
            name = self.speech.name(state.knocker)
            ending = self.speech.ui("sheet.knock", deal=len(self.match.deals), name=name)
        blocks: list[Sequence[str]] = [
            [ending, *([] if self.saved else wrap(self.kept))],
            tell(since_my_turn(view), view, self.speech),
            ["", *totals(view, before, self.speech), ""],
            *items(view, self.speech),
        ]
        leaves = pages(blocks, self.screen.height - 1)
        last = "prompt.result" if self.match.over else "prompt.next"
        prompts = self.speech.prompts(len(leaves), "prompt.sheet", last)
        while True:
            answer = self.screen.read_through(leaves, prompts).lower()
            if answer in ("q", "quit"):
                raise Left
            if not answer:
                return

    def result(self) -> list[str]:
        """Who has won the match, and who pays what."""
        order = sorted(range(self.setup.seats), key=lambda seat: -self.match.totals[seat])
        winners = [self.speech.name(seat) for seat in self.match.winners]
        key = "result.winner" if len(winners) == 1 else "result.winners"
        lines = ["", self.speech.ui(key, names=", ".join(winners))]
        paid = self.match.settlement()
        for seat in order:
            line = f"  {self.speech.name(seat):<8}{self.match.totals[seat]:>7}"
            if self.setup.rules.settlement is not Settlement.NONE:
                line += "   " + self.speech.ui("result.paid", points=f"{paid[seat]:>+7}")
            lines.append(line)
        return lines
