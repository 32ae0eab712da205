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
from speto.clause import Clause
from speto.dummy import NAME, Action, Rules, State, start
from speto.dummy.actions import Draw
from speto.dummy.clauses import MONEY_2, NEXT_1, NEXT_2
from speto.dummy.rules import Settlement
from speto.match import Match, begin
from speto.players import player
from speto.record import Record
from speto.terminal.news import since_my_turn, tell
from speto.terminal.offer import Warn
from speto.terminal.page import wrap
from speto.terminal.person import Person, Undo
from speto.terminal.resume import LEVEL, SEED, Kept
from speto.terminal.save import Archive
from speto.terminal.screen import Left, Screen
from speto.terminal.sheet import items, standing_lines, totals
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
    warn: Warn = Warn.RISKY


def setup_of(kept: Kept, folder: Path, warn: Warn) -> Setup:
    """What a kept match goes on with."""
    rules = kept.match.rules
    return Setup(
        rules=rules,
        seats=kept.match.seats,
        level=kept.level,
        seed=kept.seed,
        folder=folder,
        warn=warn,
    )


class Dealer:
    """Deals a match: with a seed always the same, also when it goes on after some deals."""

    def __init__(self, seed: int | None, seats: int, n_dealt: int) -> None:
        self.seed = seed
        self.random = SystemRandom() if seed is None else Random(f"deal {seed}")
        self.first = self.random.randrange(seats)
        for _ in range(n_dealt if seed is not None else 0):
            self.random.shuffle(list(PACK))

    def chance(self, state: State, deal: int) -> Random:
        """What a computer player leaves to chance at one moment."""
        if self.seed is None:
            return Random()
        return Random(f"seat {state.to_act} {self.seed} {deal} {state.at}")


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
    """One match; seat 0 is the person's. With a kept one it goes on where that was left."""

    def __init__(
        self, setup: Setup, screen: Screen, texts: Catalogue, kept: Kept | None = None
    ) -> None:
        computers = COMPUTERS[: setup.seats - 1]
        you = texts.text("ui.terminal.you")
        self.setup = setup
        self.screen = screen
        self.player = player(setup.level)
        self.names = (you, *(f"{name} ({setup.level})" for name in computers))
        self.archive = Archive(setup.folder, NAME, datetime.now())
        self.played: list[State] = []
        self.running: State | None = None
        if kept:
            self.names = kept.names
            self.archive.path = kept.path
            self.played = list(kept.played)
            self.running = kept.running
        self.dealer = Dealer(setup.seed, setup.seats, len(self.played))
        self.match = kept.match if kept else self.fresh_match()
        self.speech = Speech(texts, setup.rules, (you, *self.names[1:]), screen.signs, screen.plain)
        self.person = Person(screen, self.speech, setup.warn)
        self.kept = ""
        self.saved = True

    def fresh_match(self) -> Match:
        """A match before its first deal; lots are drawn for who begins."""
        return begin(self.setup.rules, seats=self.setup.seats, starter=self.dealer.first)

    def play(self) -> None:
        """Play to the end of the match, or until the person leaves."""
        if self.screen.too_small:
            self.person.note = wrap(self.speech.ui("too_small", size=self.screen.too_small))
        ending = "left"
        with interrupted_by_hangup():
            try:
                while not self.match.over:
                    self.play_deal()
                    self.show_sheet()
            except Left:
                pass
            except EOFError:
                ending = "input_ended"
                self.screen.show([""])  # the prompt's line has not ended
            except KeyboardInterrupt:
                self.screen.show([""])
            finally:
                self.save()
        self.screen.show(self.result() if self.match.over else self.farewell(ending))

    def play_deal(self) -> None:
        """One deal, to its end."""
        standing = Standing(len(self.match.deals) + 1, self.match.totals)
        state = self.running or self.deal()
        if not self.running:
            self.played.append(state)
        self.running = None
        self.person.begin(self.beginning(state))
        while not state.over:
            state = self.after(state, standing)
            self.played[-1] = state
        self.match = self.match.after(state)

    def deal(self) -> State:
        """A fresh deal."""
        pack = list(PACK)
        self.dealer.random.shuffle(pack)
        return start(
            self.setup.rules,
            pack,
            seats=self.setup.seats,
            starter=self.match.starter,
            direction=self.match.direction,
        )

    def beginning(self, state: State) -> list[str]:
        """Who begins a deal, and why."""
        you = "you" if state.starter == ME else "other"
        name = self.speech.name(state.starter)
        if len(self.played) == 1:
            return wrap(self.speech.ui(f"begins.lot.{you}", name=name))
        clause = NEXT_2 if self.played[-2].knocker is None else NEXT_1
        rule = self.speech.named(clause)
        return wrap(self.speech.ui(f"begins.rule.{you}", name=name, rule=rule))

    def after(self, state: State, standing: Standing) -> State:
        """The state after what the seat to act does, or before what it takes back."""
        seat = state.to_act
        assert seat is not None
        view = state.view_for(seat)
        if seat != ME:
            return state.apply(self.player.choose(view, self.dealer.chance(state, standing.deal)))

        def why_not(action: Action) -> Clause | None:
            return state.why_not(action, ME)

        may_undo = can_take_back(state)
        chosen = self.person.choose(view, standing, why_not, may_undo=may_undo)
        if chosen is Undo.LAST:
            assert may_undo and state.before
            return state.before
        return state.apply(chosen)

    def save(self) -> None:
        """Save the record of the match so far; `kept` says where, or why it could not be.

        A match in which the person has done nothing is not kept.
        """
        played = [state for state in self.played if state.at]
        if not any(has_acted(state) for state in played):
            return
        seed = self.setup.seed
        tags: tuple[tuple[str, str], ...] = ((LEVEL, self.setup.level),)
        if seed is not None:
            tags = ((SEED, str(seed)), *tags)
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
        deal = len(self.match.deals)
        if state.knocker is None:
            ending = self.speech.ui("sheet.stock", deal=deal)
        elif state.knocker == ME:
            ending = self.speech.ui("sheet.knock.you", deal=deal)
        else:
            name = self.speech.name(state.knocker)
            ending = self.speech.ui("sheet.knock.other", deal=deal, name=name)
        blocks: list[Sequence[str]] = [
            [*wrap(ending), *([] if self.saved else wrap(self.kept))],
            tell(since_my_turn(view), view, self.speech),
            ["", *totals(view, before, self.speech), ""],
            *items(view, self.speech),
        ]
        reader = self.person.reader
        reader.view = None
        last = "prompt.result" if self.match.over else "prompt.next"
        while True:
            said = reader.look(blocks, last)
            if not said:
                return
            if said in ("q", "quit"):
                if self.match.over:
                    return
                if reader.sure([], self.speech.ui("prompt.quit")):
                    raise Left

    def totals(self) -> list[str]:
        """The totals of the match, the best first."""
        return self.ranked(self.match.totals)

    def ranked(self, points: Sequence[int]) -> list[str]:
        """Points of each seat, the most first."""
        names = map(self.speech.name, range(self.setup.seats))
        return standing_lines(zip(points, names, strict=True), self.speech)

    def farewell(self, ending: str) -> list[str]:
        """How the match stands, how to see it again and how to go on."""
        lines = wrap(self.speech.ui(ending))
        if not self.kept:
            return lines
        if self.match.deals:
            lines += [*wrap(self.speech.ui("standing", n=len(self.match.deals))), *self.totals()]
        lines.append(self.kept)
        if self.saved:
            path = self.archive.path
            lines.append(self.speech.ui("see_again", where=path))
            lines.append(self.speech.ui("go_on", where=path))
        return lines

    def result(self) -> list[str]:
        """Who has won the match, and who pays what."""
        winners = self.match.winners
        names = self.speech.listed([self.speech.name(seat) for seat in winners])
        one = "you" if winners == (ME,) else "other"
        key = f"result.winner.{one}" if len(winners) == 1 else "result.winners"
        lines = ["", *wrap(self.speech.ui(key, names=names)), *self.totals()]
        if self.setup.rules.settlement is not Settlement.NONE:
            lines += wrap(self.speech.ui("result.settlement", rule=self.speech.named(MONEY_2)))
            lines += self.ranked(self.match.settlement())
        lines.append(self.kept)
        if self.saved:
            lines.append(self.speech.ui("see_again", where=self.archive.path))
        return lines


def can_take_back(state: State) -> bool:
    """Whether the last action was of this turn and showed nothing hidden."""
    before = state.before
    if before is None or isinstance(state.action, Draw):
        return False
    return (before.to_act, before.turn) == (state.to_act, state.turn)


def has_acted(state: State) -> bool:
    """Whether the person has done anything in a deal."""
    return any(before.to_act == ME for before in list(state.history())[1:])
