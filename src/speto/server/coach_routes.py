"""The coach and the review of a deal, over HTTP.

What must stay true: the coach speaks to who sits at a table, of his own view, and only where no
other person sits; only a deal that is over is reviewed.
"""

from __future__ import annotations

import asyncio
from hashlib import sha256
from random import Random
from typing import Final

from msgspec import json
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from speto.cards import ParseError
from speto.fair import PERSON
from speto.record import Record, read_records
from speto.server import history
from speto.server.account_routes import bearer_of, for_accounts
from speto.server.answers import (
    RECKONING,
    Shut,
    answered,
    counted,
    kept,
    read,
    sent,
    told,
    unreadable,
)
from speto.server.coaching import (
    PLAYOUTS,
    CoachAsked,
    Job,
    Reviews,
    ReviewUnderway,
    coaching,
)
from speto.server.drafts import Refused, try_words
from speto.server.hosting import NoTable
from speto.server.limits import Limits
from speto.server.replay_routes import MOST_STEPS, NUMBER, record_in
from speto.server.service import Service
from speto.server.table import Table, seat_of
from speto.server.workers import Closed
from speto.thought import Budget

LARGEST_ASK: Final = 16_384


def alone(table: Table, seat: int) -> bool:
    """Whether all other seats of a table are computers."""
    return all(at == seat or other.kind != PERSON for at, other in enumerate(table.seats))


class CoachRoutes:
    """The routes of the coach and of reviews."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.reckoning = Limits(RECKONING, service.now)
        self.reviews = Reviews(service.workers)

    def routes(self) -> list[BaseRoute]:
        """Where everything is."""
        return [
            Route("/account/tables/{table}/coach", for_accounts(self.coach), methods=["POST"]),
            Route("/deals/{table}/{deal}.review", answered(self.finished)),
            Route("/review", answered(self.given), methods=["POST"]),
        ]

    async def coach(self, request: Request) -> Response:
        """What the coach says of the own turn, after the words that are staged."""
        who = (await bearer_of(self.service, request)).account.id
        counted(request, self.reckoning)
        asked = await read(request, CoachAsked, LARGEST_ASK)
        try:
            live = await self.service.hosting.table(request.path_params["table"])
        except NoTable:
            raise Shut(404, "table") from None
        table = live.table
        seat = seat_of(table, who)
        if seat is None:
            raise Shut(404, "table")
        if not alone(table, seat):
            raise Shut(403, "coach")
        if table.to_act != seat or live.has_moved(asked.seq):
            raise Shut(409, "turn")
        try:
            view = try_words(table, seat, asked.words).view if asked.words else table.view_for(seat)
        except Refused:
            raise Shut(409, "turn") from None
        if view is None or not view.mine:
            raise Shut(409, "turn")
        try:
            advice = await self.service.workers.advise(
                view, Budget(PLAYOUTS[table.opened.game]), _chance(table, asked.words)
            )
        except Closed:
            advice = None
        if advice is None:
            raise Shut(503, "busy")
        return told(request, coaching(table.seq, advice))

    async def finished(self, request: Request) -> Response:
        """The review of a deal of the history."""
        table, number = request.path_params["table"], request.path_params["deal"]
        found = None
        if NUMBER.fullmatch(number):
            found = await history.fetch(self.service.store, table, int(number))
        if found is None:
            raise Shut(404, "deal")
        return await self._review(request, found.record, 1)

    async def given(self, request: Request) -> Response:
        """The review of a deal of the text of a record; `deal` is its number in the file."""
        text, number = await record_in(request)
        return await self._review(request, text, number)

    async def _review(self, request: Request, text: str, number: int) -> Response:
        """A review as far as it is; only one that must be begun is counted."""
        key = f"{sha256(text.encode()).hexdigest()} {number}"
        job: Job | None = self.reviews.job(key)
        if job is None:
            counted(request, self.reckoning)
            record = await asyncio.to_thread(_record, text, number)
            # another may have asked meanwhile
            job = self.reviews.job(key) or self.reviews.begin(key, record)
        if job is None or job.failed:
            raise Shut(503, "busy")
        if job.found:
            return sent(request, job.found)
        underway = kept(json.encode(ReviewUnderway(job.done, job.of)))
        return Response(underway.body, 202, {"cache-control": "no-store"}, underway.kind)


def _chance(table: Table, words: list[str]) -> int:
    """The same of a moment whenever it is asked about, so that the coach says the same."""
    assert table.state
    return Random(f"coach {table.id} {table.deal} {table.state.at} {words}").getrandbits(64)


def _record(text: str, number: int) -> Record:
    """A deal of a text that can be reviewed.

    :raises Shut: if the text is no record, has no such deal, or one that is not over or too long.
    """
    try:
        records = read_records(text)
    except ParseError as problem:
        raise unreadable("record", problem) from None
    if number > len(records):
        raise Shut(400, "deal")
    record = records[number - 1]
    if not record.state.over:
        raise Shut(400, "unfinished")
    if record.state.at > MOST_STEPS:
        raise Shut(413, "long")
    return record
