"""Deals that are over, over HTTP: record, proof and replay; and the replay of any record's text.

What must stay true: only a deal that is over is told from the history; a text is read in a thread,
and is bounded.
"""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict
from typing import Final

from msgspec import json
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from speto.cards import ParseError
from speto.record import Record, read_records
from speto.server import history
from speto.server.answers import (
    RECKONING,
    Kept,
    Shut,
    answered,
    body_of,
    counted,
    kept,
    sent,
    unreadable,
)
from speto.server.limits import Limits
from speto.server.replays import Replay, match_of, replay_of, replay_of_finished
from speto.server.service import Service

LARGEST: Final = 65_536
"""So many bytes the text of a record may have."""
MOST_STEPS: Final = 1_000
MOST_KEPT: Final = 50
NUMBER: Final = re.compile(r"[1-9][0-9]{0,8}")


class ReplayRoutes:
    """The routes of replays; the last ones are kept, made from the texts they are kept by."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.reckoning = Limits(RECKONING, service.now)
        self._kept: OrderedDict[tuple[str, int], Kept] = OrderedDict()

    def routes(self) -> list[BaseRoute]:
        """Where everything is."""
        return [
            Route("/deals/{table}/{deal}.deal", answered(self.record)),
            Route("/deals/{table}/{deal}.json", answered(self.proof)),
            Route("/deals/{table}/{deal}.replay", answered(self.finished)),
            Route("/replay", answered(self.given), methods=["POST"]),
        ]

    async def _found(self, request: Request) -> history.Finished:
        number: str = request.path_params["deal"]
        found = None
        if NUMBER.fullmatch(number):
            table = request.path_params["table"]
            found = await history.fetch(self.service.store, table, int(number))
        if found is None:
            raise Shut(404, "deal")
        return found

    async def record(self, request: Request) -> Response:
        """The record of a finished deal."""
        found = await self._found(request)
        return _file(found.record, f"{found.table}-{found.deal}.deal", "text/plain")

    async def proof(self, request: Request) -> Response:
        """The proof of a finished deal."""
        found = await self._found(request)
        if found.proof is None:
            raise Shut(404, "deal")
        return _file(found.proof, f"{found.table}-{found.deal}.json", "application/json")

    async def finished(self, request: Request) -> Response:
        """The replay of a finished deal."""
        found = await self._found(request)
        lines = await history.of_table(self.service.store, found.table)
        key = found.record, len(lines)
        if key not in self._kept:
            counted(request, self.reckoning)
            texts = await history.records_of(self.service.store, found.table)
            self._kept[key] = await asyncio.to_thread(_told, found, lines, texts)
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return sent(request, self._kept[key])

    async def given(self, request: Request) -> Response:
        """A deal of the text of a record; `deal` is its number in the file."""
        counted(request, self.reckoning)
        text, number = await record_in(request)
        try:
            return sent(request, await asyncio.to_thread(_read, text, number), "no-store")
        except ParseError as problem:
            raise unreadable("record", problem) from None


async def record_in(request: Request) -> tuple[str, int]:
    """The text of a record that is sent, and the number of the deal in it that is asked for.

    :raises Shut: if it is too long or no text, or there is no such number.
    """
    number = request.query_params.get("deal", "1")
    if not NUMBER.fullmatch(number):
        raise Shut(400, "deal")
    body = await body_of(request, LARGEST)
    try:
        return body.decode("utf-8"), int(number)
    except UnicodeDecodeError:
        raise Shut(400, "unicode") from None


def _file(text: str, name: str, kind: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return PlainTextResponse(text, headers=headers, media_type=kind)


def _told(found: history.Finished, lines: list[history.Line], texts: list[str]) -> Kept:
    (record,) = read_records(found.record)
    standing = match_of([one for text in texts for one in read_records(text)], lines)
    return _kept(replay_of_finished(record, found, lines, standing))


def _read(text: str, number: int) -> Kept:
    """The replay of a deal of a file.

    :raises ParseError: if the text is no record.
    :raises Shut: if there is no such deal in it, or it is too long.
    """
    records: list[Record] = read_records(text)
    if number > len(records):
        raise Shut(400, "deal")
    record = records[number - 1]
    if record.state.at > MOST_STEPS:
        raise Shut(413, "long")
    return _kept(replay_of(record, deal=number, deals=len(records)))


def _kept(replay: Replay) -> Kept:
    return kept(json.encode(replay))
