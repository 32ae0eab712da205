"""Recorded deals, moment by moment, with all hands open.

What must stay true: it shows what the record says and changes nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from speto.cards import ParseError
from speto.games import Match
from speto.match import NoMatch, follow
from speto.record import Record, states
from speto.terminal.face import Standing, face_of
from speto.terminal.page import fit, pages, wrap
from speto.terminal.reader import Reader
from speto.terminal.resume import seats_of
from speto.terminal.screen import Screen
from speto.terminal.sheet import entry_lines
from speto.terminal.speech import Speech, in_play_order
from speto.texts import Catalogue


class Replay:
    """The deals of a file, one of them being looked at."""

    def __init__(
        self, path: Path, records: Sequence[Record], deal: int, screen: Screen, texts: Catalogue
    ) -> None:
        self.screen = screen
        self.path = path
        self.records = records
        self.texts = texts
        self.n_deals = len(records)
        self.open(deal)

    def open(self, deal: int) -> None:
        """Look at a deal, counted from 1.

        :raises ParseError: if the file has no such deal.
        """
        if not 1 <= deal <= self.n_deals:
            raise ParseError(
                f"there is no deal {deal}; the file has {self.n_deals}", place=str(self.path)
            )
        record = self.records[deal - 1]
        self.moments: list[Any] = states(record.state)
        self.speech = Speech(
            self.texts,
            self.moments[0].rules,
            record.names,
            self.screen.signs,
            self.screen.plain,
        )
        self.face = face_of(record.game, self.speech)
        self.back: list[str] = []
        totals = self.totals_before(deal)
        self.face.begin(self.moments[0].view_for(None), totals)
        self.reader = Reader(self.screen, self.face)
        self.standing = Standing(deal, totals)

    def totals_before(self, deal: int) -> tuple[int, ...]:
        """The totals of a deal's seats before it; zeros where the deals are not one match.

        `back` then says who was out of the match and has come back, or could have.
        """
        names = [record.names for record in self.records[:deal]]
        nothing = (0,) * len(names[-1])
        if deal == 1:
            return nothing
        deals = [record.state for record in self.records[: deal - 1]]
        try:
            before = follow(deals, names[:-1])
            match = follow([*deals, self.moments[0]], names)
        except NoMatch:
            return nothing
        self.back = self.come_back(before, match, names[0])
        return tuple(match.totals[seat] for seat in seats_of(names[-1], names[0]))

    def come_back(self, before: Match, match: Match, names: Sequence[str]) -> list[str]:
        """Who could come back into a match after a deal, and whether he has."""
        table = replace(self.speech, names=tuple(names))
        lines = []
        for seat in before.may_rejoin:
            key = "back" if seat in match.playing else "not"
            one = "you" if table.names[seat] == table.ui("you") else "other"
            text = table.ui(f"rejoin.{key}.{one}", name=table.name(seat), total=match.totals[seat])
            lines += wrap(text)
        return lines

    def won(self) -> list[str]:
        """Who has won the match, behind its last deal."""
        if self.standing.deal < self.n_deals:
            return []
        names = [record.names for record in self.records]
        try:
            match = follow([record.state for record in self.records], names)
        except NoMatch:
            return []
        table = replace(self.speech, names=names[0])
        winners = table.listed(map(table.name, match.winners)) if match.winners else ""
        key = "winner.other" if len(match.winners) == 1 else "winners"
        return wrap(table.ui(f"result.{key}", names=winners)) if winners else []

    @property
    def last(self) -> int:
        """How many actions the deal has."""
        return len(self.moments) - 1

    def check(self, at: int) -> int:
        """A number of actions that the deal has.

        :raises ParseError: if it has fewer.
        """
        if not 0 <= at <= self.last:
            raise ParseError(
                f"there is no moment {at}; the deal has {self.last} actions", place=str(self.path)
            )
        return at

    def draw(self, at: int) -> list[str]:
        """The table after so many actions."""
        state = self.moments[at]
        view = state.view_for(None)
        said = [
            told._replace(action=action) for told, action in zip(view.log, state.log, strict=True)
        ]
        begun = max((n for n in range(at) if self.begins_turn(n)), default=0)
        header = self.speech.ui(
            "replay.header",
            file=fit(self.path.name, 30).rstrip(),
            deal=self.standing.deal,
            deals=self.n_deals,
            n=at,
            all=self.last,
        )
        lines = [
            *wrap(header),
            *(self.back if at == 0 else []),
            *(self.won() if at == self.last else []),
            *self.face.table(view, self.standing),
        ]
        for seat in in_play_order(view, 0):
            lines += self.face.open_hand(f"{self.speech.name(seat)}:", state.hands[seat], view)
        if state.next_card:
            lines.append(self.speech.ui("replay.next", card=self.speech.card(state.next_card)))
        lines += ["", *self.face.log(view, begun, said)]
        scored = [
            line for entry in state.entries() for line in entry_lines(entry, self.speech, who=True)
        ]
        room = self.screen.height - 1 - len(lines)
        if len(scored) > room:
            scored = [*scored[: room - 1], f"  {self.speech.ui('replay.sheet')}"]
        return (lines + scored)[: self.screen.height - 1]

    def begins_turn(self, n: int) -> bool:
        """Whether the action after `n` others was the first of its turn."""
        return n == 0 or self.moments[n].turn != self.moments[n - 1].turn

    def sheet(self) -> list[list[str]]:
        """The score sheet at the end, in pages."""
        view = self.moments[-1].view_for(None)
        return pages(self.face.items(view), self.screen.height - 1)

    def print(self, at: int | None) -> None:
        """Write one moment, or all of them and the sheet."""
        for n in range(self.last + 1) if at is None else (self.check(at),):
            self.screen.show([*self.draw(n), ""])
        if at is None:
            for leaf in self.sheet():
                self.screen.show(leaf)

    def step(self, at: int) -> None:
        """Show a moment and go where the person says, until he leaves."""
        self.check(at)
        note: list[str] = []
        while True:
            room = self.screen.height - 1 - len(note)
            answer = self.screen.ask([*self.draw(at)[:room], *note], self.prompt(at)).lower()
            note = []
            if answer in ("q", "quit"):
                return
            if answer in ("s", "score"):
                self.reader.look(self.face.items(self.moments[-1].view_for(None)))
            elif answer.isdecimal() and len(answer) < 9:
                at = min(int(answer), self.last)
            elif answer in ("b", "back"):
                at = max(at - 1, 0)
            elif answer in ("", "n", "next"):
                if at < self.last:
                    at += 1
                elif self.standing.deal < self.n_deals:
                    self.open(self.standing.deal + 1)
                    at = 0
                else:
                    return
            elif not self.reader.answered(answer, "say.replay"):
                note = [self.reader.unclear("say.replay")]

    def prompt(self, at: int) -> str:
        """The question below a moment; behind the last it says that it is the last."""
        if at < self.last:
            return self.speech.ui("prompt.replay")
        more = self.standing.deal < self.n_deals
        return self.speech.ui("prompt.replay_deal" if more else "prompt.replay_end")

    def run(self, at: int | None) -> None:
        """Step through it at a terminal; in a pipe print it."""
        if not (self.screen.alive and sys.stdin.isatty()):
            self.print(at)
            return
        try:
            self.step(at or 0)
        except (EOFError, KeyboardInterrupt):
            self.screen.show([""])
