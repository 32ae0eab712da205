"""A view sent whole to who knows the rules, and made again there.

What must stay true: a sight is written from a view alone; whatever is read, there is a view that
can be asked everything, or one sentence that says why not.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final, Protocol, cast

from msgspec import DecodeError, Struct, json

from speto.cards import Card, ParseError, parse_cards
from speto.chain import Told
from speto.clause import Entry, RulesError
from speto.games import View, game_of
from speto.server.faces.cards import Scored
from speto.server.messages import Face, Line

MOST: Final = 10**6
"""No line of a ledger has more points."""


class Glimpses(Protocol):
    """What each game gives to write a view as text and to read it back."""

    def write_glimpse(self, view: Any) -> str | None: ...
    def read_glimpse(
        self,
        text: str,
        rules: Any,
        seat: int | None,
        log: tuple[Told, ...],
        entries: tuple[Entry, ...],
    ) -> View[Any]: ...


class _Ledger(Struct, frozen=True):
    entries: list[Scored]


class _Seat(Struct, frozen=True):
    seat: int | None


_LEDGER: Final = json.Decoder(_Ledger)
_SEAT: Final = json.Decoder(_Seat)


def _of(rules: Any) -> Glimpses:
    return cast(Glimpses, import_module(f"speto.{game_of(rules).NAME}.glimpse"))


def written(view: View[Any]) -> str | None:
    """All that a view knows as a line of text; none where there is nothing to decide any more."""
    return _of(view.rules).write_glimpse(view)


def view_in(face: Face, rules: Any, log: Sequence[Line]) -> View[Any] | None:
    """The view that was sent, given the log up to it; none if no sight of it was sent.

    :raises ParseError: if what was sent is no view by these rules.
    """
    if not isinstance(face.sight, str):
        return None
    try:
        seat = _SEAT.decode(face.own).seat
        scored = _LEDGER.decode(face.public).entries
    except (DecodeError, UnicodeError, RecursionError) as problem:
        raise ParseError(f"a view that is none was sent: {problem}") from None
    played = game_of(rules)
    if seat is not None and seat not in range(played.SEATS[-1]):
        raise ParseError(f"there is no seat {seat}")
    told = tuple(Told(line.seat, played.parse(line.word)) for line in log)
    entries = tuple(_entry(line, played.BY_CODE, len(told)) for line in scored)
    try:
        view = _of(rules).read_glimpse(face.sight, rules, seat, told, entries)
    except RulesError as problem:
        raise ParseError(str(problem)) from None
    for who in (*(line.seat for line in told), *(line.seat for line in entries)):
        if who not in range(view.seats):
            raise ParseError(f"there is no seat {who} in this deal")
    return view


def _entry(line: Scored, clauses: Any, n_told: int) -> Entry:
    clause = clauses.get(line.clause)
    if clause is None:
        raise ParseError("a line of the ledger names a rule that there is not")
    if line.at not in range(n_told) or abs(line.points) > MOST:
        raise ParseError("a line of the ledger is of no action, or of too many points")
    cards: tuple[Card, ...] = tuple(parse_cards("".join(line.cards)))
    return Entry(line.seat, line.points, clause, cards, line.at)
