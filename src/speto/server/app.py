"""The server as a web application: the socket, and what is fetched without one.

What must stay true: a socket that comes from a page comes from this server's own; a token that a
browser has stands in a cookie which no script can read.
"""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from typing import Final

from msgspec import json
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from speto.games import NAMES
from speto.server import history
from speto.server.account_routes import COOKIE, AccountRoutes, cookie_of, same_origin
from speto.server.codes import qr, read_code
from speto.server.drafts import Refused
from speto.server.messages import Closing
from speto.server.options_form import options_form
from speto.server.service import Service
from speto.server.sessions import Session
from speto.server.store import StoreError
from speto.texts import languages, load

HELLO: Final = 10.0
"""Seconds in which a socket must say who it is."""
CUT: Final = 4008
DEAL: Final = re.compile(r"[1-9][0-9]{0,8}")


class App:
    """The routes of a service; `sessions` are its open sockets."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.sessions: set[Session] = set()

    def routes(self) -> list[BaseRoute]:
        """Where everything is."""
        return [
            WebSocketRoute("/ws", self.socket),
            Route("/healthz", self.health),
            Route("/readyz", self.ready),
            Route("/metrics", self.metrics),
            Route("/deals/{table}/{deal}.deal", self.deal),
            Route("/deals/{table}/{deal}.json", self.proof),
            Route("/invitations/{code}.svg", self.invitation),
            Route("/options/{game}", self.options),
            *AccountRoutes(self.service).routes(),
        ]

    async def socket(self, socket: WebSocket) -> None:
        """A conversation, to its end."""
        origin = socket.headers.get("origin")
        if origin is not None and not same_origin(origin, socket.headers.get("host", "")):
            await socket.close(1008)
            return
        address = socket.client.host if socket.client else ""
        token = socket.cookies.get(COOKIE)
        bearer = await self.service.accounts.bearer(token) if token else None
        session = Session(self.service, address, bearer)
        headers = []
        if origin is not None and bearer is None:
            try:
                made = await session.become_guest()
            except Refused:
                await socket.close(1013)
                return
            cookie = cookie_of(made, secure=socket.url.scheme == "wss")
            headers.append((b"set-cookie", cookie.encode()))
        await socket.accept(headers=headers)
        self.sessions.add(session)
        self.service.metrics.connections.inc()
        try:
            await self._converse(socket, session)
        finally:
            self.sessions.discard(session)
            self.service.metrics.connections.dec()
            session.leave()

    async def _converse(self, socket: WebSocket, session: Session) -> None:
        sending = asyncio.create_task(session.outbox.run(socket.send_text))
        hearing = asyncio.create_task(self._hear(socket, session))
        try:
            await asyncio.wait({sending, hearing}, return_when=asyncio.FIRST_COMPLETED)
            if hearing.done() and not session.outbox.full:
                session.outbox.close()
                with suppress(TimeoutError, WebSocketDisconnect):
                    await asyncio.wait_for(asyncio.shield(sending), 1)
        finally:
            for task in (sending, hearing):
                task.cancel()
            await asyncio.gather(sending, hearing, return_exceptions=True)
            with suppress(RuntimeError, WebSocketDisconnect):
                await socket.close(CUT if session.outbox.full else 1000)

    async def _hear(self, socket: WebSocket, session: Session) -> None:
        loop = asyncio.get_running_loop()
        by = loop.time() + HELLO
        with suppress(WebSocketDisconnect, TimeoutError):
            while True:
                wait = None if session.ready else max(0.0, by - loop.time())
                message = (
                    await asyncio.wait_for(socket.receive(), wait)
                    if wait is not None
                    else (await socket.receive())
                )
                if message["type"] != "websocket.receive":
                    return
                frame = message.get("text")
                if frame is None:
                    frame = message.get("bytes") or b""
                if not await session.take(frame):
                    return

    # What is fetched.

    async def health(self, request: Request) -> Response:
        """The process runs."""
        return PlainTextResponse("ok\n")

    async def ready(self, request: Request) -> Response:
        """The store answers, and tables may be opened."""
        try:
            await self.service.store.heads(status=("live",), limit=1)
        except StoreError:
            return PlainTextResponse("the store does not answer\n", 503)
        if self.service.drains:
            return PlainTextResponse("draining\n", 503)
        return PlainTextResponse("ok\n")

    async def metrics(self, request: Request) -> Response:
        """Figures for Prometheus."""
        return Response(self.service.metrics.text(), media_type="text/plain; version=0.0.4")

    async def _finished(self, request: Request) -> history.Finished | None:
        if not DEAL.fullmatch(request.path_params["deal"]):
            return None
        return await history.fetch(
            self.service.store, request.path_params["table"], int(request.path_params["deal"])
        )

    async def deal(self, request: Request) -> Response:
        """The record of a finished deal."""
        found = await self._finished(request)
        if found is None:
            return PlainTextResponse("there is no such deal\n", 404)
        return _file(found.record, f"{found.table}-{found.deal}.deal", "text/plain")

    async def proof(self, request: Request) -> Response:
        """The proof of a finished deal."""
        found = await self._finished(request)
        if found is None or found.proof is None:
            return PlainTextResponse("there is no such deal\n", 404)
        return _file(found.proof, f"{found.table}-{found.deal}.json", "application/json")

    async def invitation(self, request: Request) -> Response:
        """The link to a table as a QR code."""
        code = read_code(request.path_params["code"])
        if code is None:
            return JSONResponse({"code": "code"}, 404)
        link = f"{request.url.scheme}://{request.url.netloc}/?code={code}"
        return Response(qr(link), media_type="image/svg+xml")

    async def options(self, request: Request) -> Response:
        """What a form of a game's options is built from, in a language."""
        if request.path_params["game"] not in NAMES:
            return JSONResponse({"code": "game"}, 404)
        asked = request.query_params.get("language", "en")
        texts = load(asked if asked in languages() else "en")
        form = options_form(request.path_params["game"], texts)
        return Response(json.encode(form), media_type="application/json")

    async def close(self, reason: str) -> None:
        """Tell all sockets to come back, and end them."""
        for session in tuple(self.sessions):
            session.tell(Closing(reason=reason))
            session.outbox.close()
        for _ in range(20):
            if not self.sessions:
                return
            await asyncio.sleep(0.05)


def _file(text: str, name: str, kind: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return PlainTextResponse(text, headers=headers, media_type=kind)


def application(app: App) -> Starlette:
    """The ASGI application."""
    return Starlette(routes=app.routes())
