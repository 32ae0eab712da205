"""A visit to a table server: who comes, to which table, and how it ends.

What must stay true: whatever goes wrong is one sentence; the seat is kept, and the file of keys
knows it before the first card.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple, cast
from urllib.parse import urlsplit

from speto.cards import ParseError, shown
from speto.client import Cheated, NotServed
from speto.server.asks import Ask, Join, Open, SeatAsked, Watch
from speto.server.messages import Done, Message, Table
from speto.server.terms import ClockName
from speto.terminal.face import Warn, face_of
from speto.terminal.heard import ENDED, Heard, Void
from speto.terminal.keys import Keys
from speto.terminal.line import Line, printable
from speto.terminal.page import wrap
from speto.terminal.reader import Reader
from speto.terminal.remote import Remote
from speto.terminal.screen import Left, Screen
from speto.terminal.sitting import interrupted_by_hangup
from speto.terminal.speech import Speech
from speto.texts import Catalogue

SCHEMES: Final = {"ws": "http", "wss": "https", "http": "http", "https": "https"}
TABLE: Final = re.compile(r"[A-Za-z0-9_-]{1,40}")
SAID: Final = ("code", "taken", "tables", "drains", "guests", "banned", "table", "seat", "token")
"""Refusals that have a sentence of their own."""
OWN: Final = ("url", "gone", "message", "deal")
"""What is said here, of a server that does not answer as one."""


class Place(NamedTuple):
    """A server: where its socket is, and everything else."""

    socket: str
    web: str


def read_place(text: str) -> Place:
    """The server that somebody means.

    >>> read_place("example.org:8470").socket
    'ws://example.org:8470/ws'
    >>> read_place("https://example.org/").socket
    'wss://example.org/ws'

    :raises ParseError: if it is no address.
    """
    try:
        parts = urlsplit(text if "://" in text else f"ws://{text}")
        web = SCHEMES[parts.scheme]
        good = parts.hostname and parts.port != 0 and not parts.query and not parts.fragment
    except (ValueError, KeyError):
        good = None
    if not good or not text.isprintable() or " " in text:
        raise ParseError(f"{shown(text)} is no address of a server; write host:port or ws://…/ws")
    path = parts.path.rstrip("/").removesuffix("/ws")
    secure = "s" if web == "https" else ""
    return Place(f"ws{secure}://{parts.netloc}{path}/ws", f"{web}://{parts.netloc}{path}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What is wanted of a server: a new table, or the one of a code."""

    place: Place
    game: str
    rules: Any
    seats: int
    level: str
    open: int
    code: str | None
    clock: str | None
    new: bool
    folder: Path
    keys: Path
    warn: Warn


class Visit:
    """One visit, from the first hello to the farewell."""

    def __init__(self, wanted: Wanted, screen: Screen, texts: Catalogue) -> None:
        self.wanted = wanted
        self.screen = screen
        self.texts = texts
        self.keys = Keys(wanted.keys)
        self.remote: Remote | None = None

    def ui(self, key: str, /, **holes: object) -> str:
        """A text about playing at a server."""
        return self.texts.text(f"ui.terminal.remote.{key}", **holes)

    def run(self) -> int:
        """Play; the status of the command.

        :raises ParseError: if there is no such server, or it does not let the person in.
        """
        ending, status = "left", 0
        back: str | None = self.ui("come_back")
        with interrupted_by_hangup():
            try:
                self.come()
                return 0
            except Left:
                pass
            except EOFError:
                ending = "input_ended"
                self.screen.show([""])
            except KeyboardInterrupt:
                self.screen.show([""])
            except Cheated as problem:
                self.screen.show(wrap("! " + self.ui("cheated", problem=problem), hang=2))
                back, status = None, 1
            except NotServed as problem:
                if self.remote is None:
                    raise ParseError(self.sentence(problem)) from None
                self.screen.show(wrap("! " + self.sentence(problem), hang=2))
                back = None if problem.code in SAID else self.ui("come_back_if")
                status = 1
        farewell = self.remote.farewell(back) if self.remote else []
        self.screen.show([*wrap(self.texts.text(f"ui.terminal.{ending}")), *farewell])
        return status

    def sentence(self, problem: NotServed) -> str:
        """What a server has refused, in words."""
        if problem.code in SAID:
            return self.ui(f"no.{problem.code}")
        text = printable(str(problem))
        return text if problem.code in OWN else self.ui("refused", problem=text)

    def told(self, up: bool) -> None:
        """Say that the line is lost, or back."""
        self.screen.show(wrap(self.ui("again" if up else "lost")))

    def come(self) -> None:
        """Come to the server, take a seat and play match after match."""
        url = self.wanted.place.socket
        key = self.keys.key(url)
        try:
            self.stay(Line(url, key.token if key else None, self.texts.language, self.told))
        except NotServed as problem:
            if key is None or problem.code != "token" or self.remote is not None:
                raise
            self.screen.show(wrap(self.ui("no.token")))
            self.stay(Line(url, None, self.texts.language, self.told))

    def stay(self, line: Line) -> None:
        """Play on a line, to its end."""
        wanted = self.wanted
        with line:
            assert line.client.token
            self.keys.keep(wanted.place.socket, line.client.token)
            heard: Heard | None = self.table(line)
            news: list[str] = []
            while heard is not None:
                self.keys.sit(wanted.place.socket, heard.settings.game, heard.table)
                self.remote = Remote(
                    line,
                    heard,
                    wanted.place.web,
                    wanted.folder,
                    self.screen,
                    self.texts,
                    wanted.warn,
                    wanted.level,
                )
                self.remote.person.note, news = news, []
                try:
                    again = self.remote.play()
                except Void:
                    again, news = heard.table, self.tell_back()
                if again != heard.table:
                    self.keys.sit(wanted.place.socket, heard.settings.game, None)
                if again not in (None, heard.table):
                    line.unwatch(heard.table)
                heard = self.look(line, again) if again else None

    def tell_back(self) -> list[str]:
        """Say that the table goes on from an earlier state; what the next screen says of it."""
        lines = wrap("! " + self.texts.text("ui.set_back"), hang=2)
        self.screen.show(lines)
        return lines if self.screen.alive else []  # else it still stands there

    def table(self, line: Line) -> Heard:
        """The table to play at: the one that was left, that of a code, or a new one."""
        wanted = self.wanted
        if wanted.code is not None:
            return self.look(line, self.join(line, wanted.code))
        kept = self.kept(line)
        if kept is not None:
            return kept
        return self.look(line, _table(line.ask(self.opens())))

    @property
    def left(self) -> str | None:
        """The table of the game that the person has left."""
        key = self.keys.key(self.wanted.place.socket)
        return None if key is None else key.tables.get(self.wanted.game)

    def join(self, line: Line, code: str) -> str:
        """A seat at the table of a code, or the own one there."""
        try:
            return _table(line.ask(lambda name: Join(id=name, code=code)))
        except NotServed as problem:
            if problem.code != "twice":
                raise
        return _table(line.ask(lambda name: Watch(id=name, code=code, sight=True)))

    def opens(self) -> Callable[[str], Ask]:
        """The ask for a new table."""
        wanted = self.wanted
        computers = wanted.seats - 1 - wanted.open
        seats = [
            SeatAsked(kind="person"),
            *[SeatAsked(kind="open")] * wanted.open,
            *[SeatAsked(kind="computer", level=wanted.level)] * computers,
        ]
        clock = cast(ClockName | None, wanted.clock)
        rules = str(wanted.rules)
        return lambda name: Open(id=name, game=wanted.game, rules=rules, seats=seats, clock=clock)

    def look(self, line: Line, table: str) -> Heard:
        """A table, watched from now on.

        :raises NotServed: if it is none, or nobody's seat there is the person's.
        """
        heard = self.heard(line, table)
        if heard.mine is None:  # a match that somebody else has begun again
            line.ask(lambda name: Join(id=name, table=table))
        while heard.mine is None:
            message = line.hear(table)
            if message is not None:
                heard.hear(message)
        return heard

    def heard(self, line: Line, table: str) -> Heard:
        """What a table is now."""
        if not TABLE.fullmatch(table):
            raise NotServed("message", "the server names a table by what is no name")
        line.watch(table)
        while True:
            message = line.hear(table)
            if isinstance(message, Table) and message.table == table:
                return Heard(message, line.client.account)

    def kept(self, line: Line) -> Heard | None:
        """The table that the person has left, if it goes on and he wants to."""
        wanted = self.wanted
        table = self.left
        if table is None or wanted.new:
            return None
        try:
            heard = self.heard(line, table)
        except NotServed as problem:
            if problem.code not in ("table", "broken"):
                raise
            return None
        if heard.stage in ENDED or heard.mine is None:
            return None
        names = tuple(name for seat, name in enumerate(heard.names) if seat != heard.mine)
        speech = Speech(self.texts, heard.rules, heard.names, self.screen.signs, self.screen.plain)
        lines = wrap(self.ui("offer", names=speech.listed(names), n=max(heard.deal, 1)))
        reader = Reader(self.screen, face_of(wanted.game, speech))
        if reader.sure(lines, speech.ui("prompt.resume"), enter=True):
            return heard
        line.unwatch(table)
        return None


def _table(answer: Message) -> str:
    if not isinstance(answer, Done) or answer.table is None:
        raise NotServed("message", "the server did not say which table it is")
    return answer.table
