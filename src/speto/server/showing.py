"""A table as messages tell it: whole, or what one row changed.

What must stay true: all that is told of a deal comes from the view of whoever it is told to; the
rest of a table is known to everybody.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, Literal, cast

from msgspec import structs

from speto.games import Match, View
from speto.server import faces, log
from speto.server.messages import (
    Clock,
    Event,
    Face,
    Fair,
    Moved,
    Now,
    Said,
    SeatShown,
    Settings,
    Standing,
)
from speto.server.messages import Table as Whole
from speto.server.store import Head, Row
from speto.server.table import Table


def seats_shown(table: Table, here: Collection[str]) -> list[SeatShown]:
    """Who sits where; `here` are the accounts that look at the table now."""
    return [
        SeatShown(
            kind=seat.kind,
            account=seat.who,
            name=seat.name,
            level=seat.level,
            substitute=seat.substitute,
            missed=seat.missed,
            ready=number in table.ready,
            here=seat.who in here,
        )
        for number, seat in enumerate(table.seats)
    ]


def settings(table: Table, head: Head) -> Settings:
    """What a table was opened with."""
    opened, clock = table.opened, table.opened.clock
    return Settings(
        game=opened.game,
        rules=opened.rules,
        clock=Clock(
            name=clock.name,
            turn=clock.turn,
            bank=clock.bank,
            credit=clock.credit,
            lost_turns=clock.lost_turns,
        ),
        public=opened.public,
        talk=opened.talk,
        delay=opened.delay,
        owner=opened.owner,
        code=head.code,
    )


def standing(table: Table) -> Standing | None:
    """The match so far."""
    return standing_of(table.match, table.places) if table.match else None


def standing_of(match: Match, places: Sequence[int]) -> Standing:
    """A match as frames tell it; `places` are the seats that sit in its newest deal."""
    rule = match.settled_by if match.over else None
    return Standing(
        playing=list(match.playing),
        places=list(places),
        starter=match.starter if not match.over else 0,
        direction=match.direction,
        deals=[list(deal) for deal in match.deals],
        totals=list(match.totals),
        over=match.over,
        winners=list(match.winners),
        may_rejoin=list(match.may_rejoin),
        settlement=list(match.settlement()) if match.over else None,
        settled_by=rule and rule.code,
    )


def clock_now(table: Table, at: int) -> Now:
    """The stage, and what is left on the clock at a moment."""
    left = None if table.deadline is None else max(0, table.deadline - at)
    return Now(stage=table.stage, left=left, banks=list(table.banks))


def face_of(view: View[Any] | None, shared: Any = None, *, sight: bool = False) -> Face | None:
    """A view as frames carry it."""
    return None if view is None else faces.face(view, shared, sight=sight)


def fair(table: Table) -> Fair:
    """How the running deal is dealt."""
    sealed = table.sealed is not None and table.sealed.deal == table.deal
    transcript = table.sealed if sealed else table.announced
    return Fair(
        deal=table.deal,
        transcript=None if transcript is None else str(transcript),
        sealed=sealed,
        commit=table.commits[table.deal],
        gave=sorted(table.places[place] for place in table.entropy),
        seeds=dict(table.reveals),
    )


def whole(
    table: Table,
    head: Head,
    seat: int | None,
    here: Collection[str],
    at: int,
    said: Sequence[Said],
    *,
    sight: bool = False,
    away: Sequence[int] = (),
) -> Whole:
    """A table as a seat of the match may see it, or a spectator."""
    view = table.view_for(seat)
    return Whole(
        table=table.id,
        seq=table.seq,
        seat=seat,
        settings=settings(table, head),
        seats=seats_shown(table, here),
        standing=standing(table),
        now=clock_now(table, at),
        fair=fair(table),
        view=face_of(view, sight=sight),
        log=faces.log(view) if view else [],
        said=list(said),
        away=list(away),
        followed=table.followed,
    )


What = Literal[
    "opened", "sat", "left", "filled", "ready", "announced", "gave", "sealed", "revealed",
    "credited", "replaced", "returned", "rejoined", "closed", "followed",
]  # fmt: skip


class Step:
    """What one row changed, for whichever seat asks; what all may see is made once.

    `here` says which accounts look at the table, if that is to be told.
    """

    def __init__(
        self, table: Table, row: Row, here: Callable[[], Collection[str]], at: int
    ) -> None:
        self.table = table
        self.row = row
        self.here = here
        self.now = clock_now(table, at)
        self.body = log.read(row.body)
        self._shared: Any = None
        self._words: dict[bool, list[str]] = {}
        self._event: Event | None = None

    def for_seat(self, seat: int | None, *, sight: bool = False) -> Moved | Event:
        """The message for a seat of the match, or for a spectator."""
        view = self.table.view_for(seat)
        if view is not None and self._shared is None:
            self._shared = faces.public(view)
        face = face_of(view, self._shared, sight=sight)
        if isinstance(self.body, log.Did):
            return self._moved(self.body, view, face)
        if self._event is None:
            self._event = self._make_event()
        return structs.replace(self._event, view=face)

    def _moved(self, body: log.Did, view: View[Any] | None, face: Face | None) -> Moved:
        assert view is not None
        told = view.log[-len(body.words) :]
        seat = told[0].seat
        own = seat == view.seat  # all others read the same
        if own not in self._words:
            self._words[own] = [str(line.action) for line in told]
        return Moved(
            table=self.table.id,
            seq=self.row.seq,
            at=self.row.at,
            seat=seat,
            words=self._words[own],
            late=body.late,
            now=self.now,
            view=face,
        )

    def _make_event(self) -> Event:
        table, body = self.table, self.body
        name = type(body).__name__.lower()
        return Event(
            table=table.id,
            seq=self.row.seq,
            at=self.row.at,
            what=cast(What, name),
            seat=getattr(body, "seat", None),
            reason=getattr(body, "reason", None),
            ms=getattr(body, "ms", None),
            followed=table.followed,
            seats=seats_shown(table, self.here()),
            standing=standing(table),
            now=self.now,
            fair=fair(table),
            view=None,
        )
