"""The server as a web application: the socket, and what is fetched without one.

What must stay true: a socket that comes from a page comes from this server's own; a token that a
browser has stands in a cookie which no script can read.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Final, Literal, TypeAlias

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from speto.server.account_routes import COOKIE, AccountRoutes, cookie_of, same_origin
from speto.server.answers import Paced, Shut, answered
from speto.server.book_routes import BookRoutes
from speto.server.coach_routes import CoachRoutes
from speto.server.codes import qr, read_code
from speto.server.drafts import Refused
from speto.server.lesson_routes import LessonRoutes
from speto.server.limits import FETCHED, Limits, host, is_near
from speto.server.line import Line, Opened
from speto.server.messages import Closing
from speto.server.profile_routes import ProfileRoutes
from speto.server.replay_routes import ReplayRoutes
from speto.server.score_routes import ScoreRoutes
from speto.server.service import Service
from speto.server.sessions import Session
from speto.server.store import StoreError
from speto.server.terms import Ending
from speto.server.tokens import Account
from speto.server.web_routes import SafeHeaders, WebRoutes
from speto.server.wire import encode

HELLO: Final = 10.0
"""Seconds in which a socket must say who it is."""
SOCKET: Final = "/ws"
SOCKETS: Final = 200
"""So many sockets one address may have open: a club behind one router plays."""
LATER: Final = 1013
"""The code of RFC 6455's registry for: try again later."""

Figures: TypeAlias = Literal["all", "local", "off"]
"""Who may fetch the figures: everybody, who comes from this machine, or nobody."""


class App:
    """The routes of a service; `sessions` are its open sockets.

    An address may have `most` of them open; `figures` says who may fetch those for Prometheus.
    """

    def __init__(
        self, service: Service, *, most: int = SOCKETS, figures: Figures = "local"
    ) -> None:
        self.service = service
        self.most = most
        self.figures = figures
        self._open: Counter[str] = Counter()
        self.sessions: set[Session] = set()
        service.renamed.append(self._rename)

    def routes(self) -> list[BaseRoute]:
        """Where everything is."""
        accounts = AccountRoutes(self.service, self.service.rename)
        if self.service.node is not None:
            self.service.node.takes.share("logins", accounts.logins)
            self.service.node.takes.share("named", accounts.named)
        return [
            Route("/healthz", self.health),
            Route("/readyz", self.ready),
            Route("/metrics", answered(self.metrics)),
            Route("/invitations/{code}.svg", answered(self.invitation)),
            *accounts.routes(),
            *ProfileRoutes(self.service).routes(),
            *BookRoutes(self.service).routes(),
            *ReplayRoutes(self.service).routes(),
            *CoachRoutes(self.service).routes(),
            *ScoreRoutes(self.service).routes(),
            *LessonRoutes(self.service).routes(),
            *WebRoutes().routes(),
        ]

    async def socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A conversation, to its end."""
        socket = WebSocket(scope, receive, send)
        origin, named = socket.headers.get("origin"), socket.headers.get("host", "")
        secure = socket.url.scheme == "wss"
        if origin is not None and not same_origin(origin, named, secure=secure):
            await socket.close(1008)
            return
        address = socket.client.host if socket.client else ""
        place = host(address)
        # a proxy on this machine may speak for everybody
        if self._open[place] >= self.most and not is_near(address):
            await socket.accept()
            await socket.send_text(encode(Closing(reason="sockets")).decode())
            await socket.close(LATER)
            return
        self._open[place] += 1
        try:
            await self._hear(socket, send, address)
        finally:
            self._open[place] -= 1
            if not self._open[place]:
                del self._open[place]

    async def _hear(self, socket: WebSocket, send: Send, address: str) -> None:
        origin = socket.headers.get("origin")
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
        # From here on past ASGI, which would cost a task and two queues a socket, and for each
        # frame more than the game does.
        line = Line(Opened(send), session.outbox)
        self.sessions.add(session)
        self.service.metrics.connections.inc()
        try:
            await self._converse(line, session)
        finally:
            self.sessions.discard(session)
            self.service.metrics.connections.dec()
            session.leave()
        await line.ended()

    async def _converse(self, line: Line, session: Session) -> None:
        def late() -> None:
            if not session.ready:
                session.tell(Closing(reason="hello"))
                session.outbox.close()

        waits = asyncio.get_running_loop().call_later(HELLO, late)
        try:
            while (frame := await line.hear()) is not None:
                if not await session.take(frame):
                    return
        finally:
            waits.cancel()

    def _rename(self, who: Account) -> None:
        """Let the open sockets of an account speak and sit down by its new name."""
        for session in self.sessions:
            session.rename(who)

    # What is fetched.

    async def health(self, request: Request) -> Response:
        """The process runs."""
        return PlainTextResponse("ok\n")

    async def ready(self, request: Request) -> Response:
        """The store answers, and tables may be opened; play goes on without a bus."""
        node = self.service.node
        try:
            await self.service.store.head("")  # there is none: so it costs the same at any size
        except StoreError:
            return PlainTextResponse("the store does not answer\n", 503)
        if self.service.drains:
            return PlainTextResponse("draining\n", 503)
        if node is not None and not node.bus.connected:
            return PlainTextResponse("ok, but the bus does not answer\n")
        return PlainTextResponse("ok\n")

    async def metrics(self, request: Request) -> Response:
        """Figures for Prometheus, for who may have them."""
        address = request.client.host if request.client else ""
        if self.figures == "off" or (self.figures == "local" and not is_near(address)):
            raise Shut(404, "path")
        return Response(self.service.metrics.text(), media_type="text/plain; version=0.0.4")

    async def invitation(self, request: Request) -> Response:
        """The link to a table as a QR code."""
        code = read_code(request.path_params["code"])
        if code is None:
            raise Shut(404, "code")
        link = f"{request.url.scheme}://{request.url.netloc}/?code={code}"
        try:
            drawn = qr(link)
        except ValueError:  # the name that this server is called by is too long
            raise Shut(404, "code") from None
        return Response(drawn, media_type="image/svg+xml")

    async def close(self, reason: Ending) -> None:
        """Tell all sockets to come back, and end them."""
        for session in tuple(self.sessions):
            session.tell(Closing(reason=reason))
            session.outbox.close()
        for _ in range(20):
            if not self.sessions:
                return
            await asyncio.sleep(0.05)


def application(app: App) -> ASGIApp:
    """The ASGI application; its socket is heard by uvicorn's `websockets-sansio` alone."""
    headers = Middleware(SafeHeaders, journal=app.service.journal)
    paced = Middleware(Paced, limits=Limits(FETCHED, app.service.now))
    site = Starlette(routes=app.routes(), middleware=[headers, paced])

    async def either(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" and scope["path"] == SOCKET:
            await app.socket(scope, receive, send)
        else:
            await site(scope, receive, send)

    return either
