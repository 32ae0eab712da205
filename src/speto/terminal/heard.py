"""What the terminal has heard of one table: who sits, where the deal is, the own view of it.

What must stay true: it is folded from the messages alone, and whatever they say is checked before
it is believed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from speto.cards import ParseError
from speto.clause import RulesError
from speto.client import NotServed
from speto.games import View, game
from speto.server.faces.sights import view_in
from speto.server.messages import (
    Draft,
    Event,
    Face,
    Line,
    Message,
    Moved,
    SeatShown,
    Standing,
    Table,
)

ENDED = ("over", "closed")


class Void(Exception):
    """The server has lost rows that were heard: the table goes on from an earlier state."""


class Heard:
    """One table, as its last message left it; `late` are own words that the clock has played."""

    def __init__(self, whole: Table, account: str) -> None:
        self.table = whole.table
        self.settings = whole.settings
        try:
            self.rules: Any = game(whole.settings.game).read_rules(whole.settings.rules)
        except (ParseError, RulesError) as problem:
            raise _not_so(str(problem)) from None
        self.account = account
        self.late: list[str] = []
        self.reason: str | None = None
        self.hear(whole)

    def hear(self, message: Message) -> bool:
        """Take in what was told; whether it is about this table.

        :raises NotServed: if it says what cannot be.
        """
        if not isinstance(message, Table | Moved | Event) or message.table != self.table:
            return False
        self.seq = message.seq
        self.stage = message.now.stage
        match message:
            case Table():
                self.lines = list(message.log)
                self._told(message.seats, message.standing, message.fair.deal)
                self.followed = message.followed
                self.late += [self.lines[at].word for at in message.away if at in self._places]
            case Moved():
                lines = [Line(message.seat, word) for word in message.words]
                self.lines += lines
                if message.late and message.seat == self.place:
                    self.late += message.words
            case Event():
                if message.what == "sealed":
                    self.lines = []
                self._told(message.seats, message.standing, message.fair.deal)
                self.followed = message.followed
                self.reason = message.reason or self.reason
        self.view = self.view_of(message.view)
        return True

    @property
    def levels(self) -> list[str | None]:
        """The levels of the computer players, by seat of the match."""
        return [seat.level for seat in self.seats]

    @property
    def _places(self) -> range:
        return range(len(self.lines))

    def _told(self, seats: Sequence[SeatShown], standing: Standing | None, deal: int) -> None:
        self.seats = list(seats)
        self.standing = standing
        self.deal = deal
        if len(self.seats) not in game(self.settings.game).SEATS:
            raise _not_so("a table has too few seats, or too many")
        if standing:
            everybody, playing = range(len(self.seats)), standing.playing
            places = standing.places
            named = [*playing, *places, *standing.may_rejoin]
            if any(seat not in everybody for seat in named) or any(
                len({*seats}) < len(seats) for seats in (playing, places)
            ):
                raise _not_so("a seat that is not there plays")
            if standing.starter not in range(max(len(playing), 1)):
                raise _not_so("a seat that is not there begins")
            if len(standing.totals) != len(self.seats):
                raise _not_so("there must be a total for each seat")

    def view_of(self, face: Face | None, staged: Sequence[str] = ()) -> View[Any] | None:
        """The view in a face, `staged` being own words behind the log; none where none was sent.

        :raises NotServed: if there is no such view.
        """
        if face is None:
            return None
        own = [Line(self.place, word) for word in staged] if self.place is not None else []
        try:
            view = view_in(face, self.rules, [*self.lines, *own])
        except ParseError as problem:
            raise _not_so(str(problem)) from None
        if view is not None and (view.seats, view.seat) != (len(self.playing), self.place):
            raise _not_so("a view is of another seat, or of a deal of others")
        return view

    def draft(self, message: Draft) -> View[Any] | None:
        """The own view after words that were tried.

        :raises NotServed: if there is no such view.
        """
        return self.view_of(message.view, message.words)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats, without what a terminal would obey."""
        return tuple(
            "".join(letter for letter in seat.name if letter.isprintable()) or "?"
            for seat in self.seats
        )

    @property
    def mine(self) -> int | None:
        """The own seat of the match."""
        accounts = [seat.account for seat in self.seats]
        return accounts.index(self.account) if self.account in accounts else None

    @property
    def my_seat(self) -> SeatShown | None:
        """Who sits there now."""
        return None if self.mine is None else self.seats[self.mine]

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats of the match that sit in the deal which runs or is over."""
        return tuple(self.standing.places if self.standing else range(len(self.seats)))

    @property
    def place(self) -> int | None:
        """The own seat in the deal."""
        return self.playing.index(self.mine) if self.mine in self.playing else None

    @property
    def n_deals(self) -> int:
        """How many deals are over."""
        return len(self.standing.deals) if self.standing else 0

    @property
    def starter(self) -> int:
        """The seat of the deal that begins it."""
        return self.standing.starter if self.standing else 0

    @property
    def totals(self) -> tuple[int, ...]:
        """The totals before the deal, by its seats."""
        standing = self.standing
        return tuple(standing.totals[seat] for seat in standing.places) if standing else ()

    @property
    def may_rejoin(self) -> bool:
        """Whether the person may come back into the pool."""
        return self.standing is not None and self.mine in self.standing.may_rejoin

    def take_late(self) -> list[str]:
        """The own words that were played late and not told yet."""
        late, self.late = self.late, []
        return late


def _not_so(problem: str) -> NotServed:
    return NotServed("message", f"the server says what cannot be: {problem}")
