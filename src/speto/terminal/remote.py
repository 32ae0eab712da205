"""A match at a table server, played at the terminal as a local one is.

What must stay true: the person is asked about a view that was sent, and its own rules are the
judge; what is laid down stays a draft until the turn's last word; nothing is dealt here.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any, Final

from speto.client import Cheated, NotServed, SetBack
from speto.games import View, game
from speto.record import states
from speto.server.asks import Ask, Back, Do, Fill, Ready, Rejoin, Rematch, Try
from speto.server.messages import Done, Draft, Message, Moved, Notice, Table
from speto.terminal.face import Standing, Warn
from speto.terminal.finished import Finished
from speto.terminal.heard import ENDED, Heard, Void
from speto.terminal.line import Line, printable
from speto.terminal.page import wrap
from speto.terminal.person import Undo
from speto.terminal.screen import Screen
from speto.terminal.sitting import Sitting
from speto.texts import Catalogue

STAGED: Final = ("^", "=", ">")
"""Words that begin so leave the turn open, so that they can be taken back."""
MOVED_ON: Final = ("stale", "turn", "stage", "turn-over", "out")
"""What is refused so came too late."""
TOO_LATE: Final = (*MOVED_ON, "twice", "seat", "rejoin", "here")
"""The same of what is asked between deals."""
FILL: Final = "fill"
"""The word by which computer players take the free seats."""
SOON: Final = 2.0
LISTEN: Final = 0.2
"""Seconds after which whoever waits for friends looks whether something was typed."""


class Remote(Sitting):
    """The person at one table of a server."""

    def __init__(
        self,
        line: Line,
        heard: Heard,
        web: str,
        folder: Path,
        screen: Screen,
        texts: Catalogue,
        warn: Warn,
        level: str,
    ) -> None:
        mine = heard.mine
        assert mine is not None
        super().__init__(heard.settings.game, heard.rules, heard.names, mine, screen, texts, warn)
        self.line = line
        self.heard = heard
        self.web = web
        self.level = level
        seats = len(heard.seats)
        self.finished = Finished(web, heard.table, folder, heard.rules, seats, self.pass_time)
        self.begun = 0
        self.told = 0
        self.waits = ""
        self.waited = ("", -1)
        self.idle = False
        self.broken = False
        ended = heard.stage in ("between", "rejoining", "over")
        self.shown = heard.n_deals - ended
        self.staged: list[str] = []
        self.drafted: View[Any] | None = None
        self.unsaved = ""

    def ui(self, key: str, /, **holes: object) -> str:
        """A text about playing at a server."""
        return self.table.ui(f"remote.{key}", **holes)

    # Hearing.

    def hear(self, seconds: float | None = None) -> bool:
        """Take in the next message, if one comes in this time; whether one came.

        :raises Void: if the server has lost what was heard before.
        """
        message = self.line.hear(self.heard.table, seconds)
        if message is None:
            return False
        if isinstance(message, SetBack) and message.table == self.heard.table:
            raise Void
        if isinstance(message, Notice) and message.table in (None, self.heard.table):
            self.broken = self.broken or message.code == "broken"
            self.screen.show(wrap(self.texts.text(f"ui.notice.{message.code}")))
        if self.heard.hear(message) and isinstance(message, Moved | Table):
            self.staged, self.drafted = [], None
        if self.heard.names != self.names:
            self.names = self.heard.names
            self.table = self.speech(range(len(self.names)))
        return True

    def hear_to(self, done: Done) -> None:
        """Hear all up to the row of what was done."""
        while self.heard.seq < (done.seq or 0) and not self.broken:
            self.hear()

    def hear_why(self) -> None:
        """Hear what came between, so that something was too late."""
        seq, until = self.heard.seq, monotonic() + SOON
        while self.heard.seq == seq and monotonic() < until:
            self.hear(LISTEN)

    def pass_time(self, seconds: float) -> None:
        """Wait, hearing what comes."""
        self.hear(seconds)

    def ask(self, make: Callable[[str], Ask]) -> Message | None:
        """Ask for something that may come too late; the answer, or none if it did."""
        try:
            return self.line.ask(make)
        except NotServed as problem:
            if problem.code not in TOO_LATE:
                raise
        return None

    # A match.

    def play(self) -> str | None:
        """Play to the end of the match; the table where it is played again, if it is.

        :raises Left: if the person leaves.
        :raises Void: if the server has lost what was heard before.
        :raises NotServed: if the server is gone for good.
        :raises Cheated: if a deal was not dealt as it was announced.
        """
        self.warn_of_size()
        if self.heard.stage == "waiting":
            self.show_invitation()
        while True:
            while self.hear(0):
                pass
            if self.broken:
                return None
            seat = self.heard.my_seat
            if seat is not None and seat.substitute:
                self.come_back()
            elif self.shown < self.heard.n_deals:
                self.end_deal()
            elif self.heard.stage == "playing":
                self.play_on()
            elif self.heard.stage == "over":
                return self.after_match()
            elif self.heard.stage == "closed":
                self.screen.show(wrap(self.ui("closed")))
                return None
            else:
                self.wait()

    def show_invitation(self) -> None:
        """How friends come to the table."""
        if not any(seat.kind == "open" for seat in self.heard.seats):
            return
        code = self.heard.settings.code
        link = f"{self.web}/?code={code}"
        how = f"speto play {self.name} --server {self.web} --join {code}"
        self.screen.show([*wrap(self.ui("invite", code=code)), f"  {link}", f"  {how}"])

    def wait(self) -> None:
        """Wait for the next message, and say for whom the table waits."""
        if self.heard.stage == "waiting":
            taken = sum(seat.kind != "open" for seat in self.heard.seats)
            text = self.ui("seats", n=taken, all=len(self.heard.seats))
        elif self.heard.stage == "entropy":
            text = self.ui("dealt", n=self.heard.deal)
        else:
            text = self.ui("between")
        if text != self.waits:
            self.waits = text
            self.screen.show(wrap(text))
            if self.may_fill:
                self.screen.show(wrap(self.ui("fill", word=FILL)))
        if not self.may_fill:
            self.hear()
        elif not self.hear(LISTEN):
            self.listen()

    @property
    def may_fill(self) -> bool:
        """Whether computer players may take the free seats at the person's word."""
        owns = self.heard.settings.owner == self.heard.account
        free = any(seat.kind == "open" for seat in self.heard.seats)
        return owns and free and self.heard.stage == "waiting" and self.screen.listens

    def listen(self) -> None:
        """Do what was typed while friends are waited for."""
        typed = self.screen.typed()
        if typed is None:
            return
        if typed.lower() != FILL:
            self.screen.show(wrap(self.ui("fill", word=FILL)))
            return
        table = self.heard.table
        answer = self.ask(lambda name: Fill(id=name, table=table, level=self.level))
        if isinstance(answer, Done):
            self.hear_to(answer)

    def come_back(self) -> None:
        """Take the own seat back from the computer."""
        table = self.heard.table
        answer = self.ask(lambda name: Back(id=name, table=table))
        self.person.note = wrap(self.ui("back"))
        if isinstance(answer, Done):
            self.hear_to(answer)
        else:
            self.hear(SOON)

    # A deal.

    def play_on(self) -> None:
        """One step of a running deal."""
        view = self.heard.view
        if view is not None and self.begun != self.heard.deal:
            self.begin_deal(view)
        if view is None or not view.mine:
            self.tell_news(view)
            self.idle = True
            self.hear()
        else:
            self.act(view)

    def begin_deal(self, view: View[Any]) -> None:
        """Take the seat of a deal; say who begins it, and why."""
        self.finished.fetch(self.heard.n_deals)
        self.sit(self.heard.playing)
        before = None
        if self.finished.records:
            match = self.finished.after(self.heard.playing)
            before = self.finished.records[-1].state.view_for(None)
        else:
            seats, starter = len(self.names), self.heard.starter
            match = game(self.name).begin(self.rules, seats=seats, starter=starter)
        lines = self.person.face.beginning(view, before, match) + self.challenge(self.heard.levels)
        self.person.begin(lines, view, self.heard.totals)
        self.begun, self.told, self.waits = self.heard.deal, 0, ""
        if not view.mine:
            self.screen.show(lines)

    def tell_news(self, view: View[Any] | None) -> None:
        """Show what others have done, turn by turn, and for which person the table waits."""
        if view is None or view.taken or self.begun != self.heard.deal:
            return  # the turn goes on
        if len(view.log) > self.told:
            self.screen.show(self.person.face.log(view, self.told))
            self.told = len(view.log)
            self.person.heard = max(self.person.heard, self.told)
        seat = None if view.to_act is None else self.heard.seats[self.heard.playing[view.to_act]]
        if view.to_act is not None and seat and seat.kind == "person" and not seat.substitute:
            text = self.ui("waits", name=self.person.speech.name(view.to_act))
            if (text, view.turn) != self.waited:
                self.waited = text, view.turn
                self.screen.show(wrap(text))

    def act(self, view: View[Any]) -> None:
        """The own turn: ask, then lay down as a draft, or play."""
        late = self.heard.take_late()
        if late:
            words = self.table.listed(map(self.table.word, late))
            self.person.note = wrap("! " + self.ui("late", words=words), hang=2)
        if self.idle:
            self.screen.forget_typed()
            self.idle = False
        view = self.drafted or view
        standing = Standing(self.heard.n_deals + 1, self.heard.totals)
        chosen = self.person.choose(view, standing, view.why_not, may_undo=bool(self.staged))
        if chosen is Undo.LAST:
            self.stage(self.staged[:-1])
            return
        word = str(chosen)
        if word.startswith(STAGED):
            self.stage([*self.staged, word])
        else:
            self.do([*self.staged, word[:1] if word.startswith("+") else word])

    def stage(self, words: list[str]) -> None:
        """Lay words down as a draft that nobody else sees."""
        self.staged, self.drafted = [], None
        if not words:
            return
        table, seq = self.heard.table, self.heard.seq
        answer = self.try_to(lambda name: Try(id=name, table=table, seq=seq, words=words))
        if isinstance(answer, Draft):
            view = self.heard.draft(answer)
            if view is not None and view.mine:
                self.staged, self.drafted = words, view

    def do(self, words: list[str]) -> None:
        """Play words for good, and see them played."""
        table, seq = self.heard.table, self.heard.seq
        answer = self.try_to(lambda name: Do(id=name, table=table, seq=seq, words=words))
        self.staged, self.drafted = [], None
        if isinstance(answer, Done):
            self.hear_to(answer)
            self.told = len(self.heard.lines)
            self.waits = ""

    def try_to(self, make: Callable[[str], Ask]) -> Message | None:
        """Ask for words of the own turn; if they are refused, the next screen says why."""
        try:
            return self.line.ask(make)
        except NotServed as problem:
            if problem.code in MOVED_ON:
                text = self.ui("moved_on")
                self.hear_why()
            elif problem.code in ("illegal", "word", "store", "failed", "long"):
                text = self.ui("not_done", problem=printable(str(problem)))
            else:
                raise
        self.person.note = wrap(f"! {text}", hang=2)
        return None

    def end_deal(self) -> None:
        """The sheet of a deal that is over, its record kept, and on to the next."""
        deal = self.shown + 1
        self.finished.fetch(deal)
        record = self.finished.records[deal - 1]
        before = self.finished.before(deal)
        self.sit(before.playing)
        if self.begun != deal:
            totals = tuple(before.totals[seat] for seat in before.playing)
            self.person.begin([], states(record.state)[0].view_for(self.me), totals)
        self.begun = deal
        self.keep()
        note = self.challenge(self.heard.levels) + wrap(self.unsaved)
        view = record.state.view_for(self.me)
        self.show_sheet(view, before, self.finished.after(), note)
        self.shown = deal
        self.waits = ""
        table = self.heard.table
        while self.hear(0):
            pass
        asked = self.heard.stage == "rejoining" and self.heard.may_rejoin
        if asked and self.wants_to_rejoin(self.finished.after()):
            self.ask(lambda name: Rejoin(id=name, table=table))
        elif self.heard.stage in ("between", "rejoining"):
            self.ask(lambda name: Ready(id=name, table=table))

    def keep(self) -> None:
        """Keep the records so far; `unsaved` says why it could not be."""
        try:
            self.finished.save()
            self.unsaved = ""
        except OSError as problem:
            where, reason = problem.filename or self.finished.path, problem.strerror or problem
            self.unsaved = self.table.ui("not_saved", where=where, reason=reason)

    def records(self) -> list[str]:
        """Where the records of the match are, and how they are proved."""
        if not self.finished.records:
            return []
        lines = [
            self.ui("record_at", n=number, where=self.finished.address(number))
            for number in range(1, len(self.finished.records) + 1)
        ]
        if self.unsaved:
            return [*lines, self.unsaved]
        path = self.finished.path
        return [
            *lines,
            self.table.ui("saved", where=path),
            self.ui("verify", where=path),
            self.table.ui("see_again", where=path),
        ]

    def after_match(self) -> str | None:
        """The result, where the records are, and whether it is played again."""
        self.finished.fetch(self.heard.n_deals)
        self.keep()
        lines = self.person.face.result(self.finished.after(), self.table)
        self.screen.show([*lines, *self.records()])
        reader = self.person.reader
        reader.view = None
        if not reader.sure([], self.ui("prompt.rematch")):
            return None
        table = self.heard.table
        answer = self.ask(lambda name: Rematch(id=name, table=table))
        while self.hear(0):
            pass
        return answer.table if isinstance(answer, Done) else None

    def farewell(self, back: str | None) -> list[str]:
        """The records so far, and how to come back to a seat; `back` is what is said of it."""
        lines = self.records()
        with suppress(NotServed, Cheated):
            if self.finished.records:
                lines = [*self.standing(self.finished.after()), *lines]
        if back is None or self.broken or self.heard.mine is None or self.heard.stage in ENDED:
            return lines
        return [*lines, *wrap(back), f"  speto play {self.name} --server {self.web}"]
