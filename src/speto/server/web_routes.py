"""The built web client: its page at the address of every screen, its files, and safe headers.

What must stay true: a file is found by its name in a list made once, so that no path leads out of
the folder; no script runs that is not a file of this server; a failure is told without its words.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from structlog.typing import FilteringBoundLogger

from speto.server.answers import ASK_FIRST, FOREVER, Kept, Shut, answered, kept, refusal, sent
from speto.server.journal import place_of

STATIC: Final = Path(__file__).parents[1] / "static"
PAGE: Final = "index.html"
HASHED: Final = re.compile(r"assets/.*-[\w-]{8,}\.\w+")
"""Such a name changes with what is in the file."""
METHODS: Final = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
UNBUILT: Final = "The web client is not built yet: run `make web`, then load this page again.\n"
KINDS: Final[Mapping[str, str]] = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webp": "image/webp",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8",
}
OTHER: Final = "application/octet-stream"
SAFE: Final[Mapping[str, str]] = {
    # a style attribute can be set by a script of ours alone, so what it may say is not listed
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline';"
        " img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; media-src 'self';"
        " manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
ALWAYS_TLS: Final = "max-age=31536000"
"""That a browser is to come by TLS alone for a year, told to who came so."""


class SafeHeaders:
    """Puts the headers on every answer that is no socket; a failure is written into the journal.

    Without a journal a failure is left to whoever calls.
    """

    def __init__(self, app: ASGIApp, journal: FilteringBoundLogger | None = None) -> None:
        self.app = app
        self.journal = journal

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        told = dict(SAFE)
        if scope.get("scheme") == "https":
            told["strict-transport-security"] = ALWAYS_TLS
        began = False

        async def safely(message: Message) -> None:
            nonlocal began
            if message["type"] == "http.response.start":
                began = True
                headers = MutableHeaders(scope=message)
                for name, value in told.items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            await self.app(scope, receive, safely)
        except Exception as problem:  # its words may hold what nobody is to read
            if self.journal is None:
                raise
            self.journal.error("request failed", method=scope["method"], **place_of(problem))
            if not began:
                refused = refusal(Request(scope), Shut(500, "failed"))
                await refused(scope, receive, safely)


class WebRoutes:
    """The routes of the client's files; they come last, since its page stands at any path."""

    def __init__(self, folder: Path = STATIC) -> None:
        self.folder = folder
        self._files: dict[str, Kept] = {}

    def routes(self) -> list[BaseRoute]:
        """Where everything is."""
        return [Route("/{path:path}", answered(self.file), methods=METHODS)]

    async def file(self, request: Request) -> Response:
        """A file by its name, the page for every other path."""
        if request.method not in ("GET", "HEAD"):
            raise Shut(404, "path")
        if not self._files:
            self._files = await asyncio.to_thread(_read, self.folder)
        name: str = request.path_params["path"]
        found = self._files.get(name)
        if found is not None and name != PAGE:
            return sent(request, found, FOREVER if HASHED.fullmatch(name) else ASK_FIRST)
        if _names_a_file(name):
            raise Shut(404, "path")
        if PAGE not in self._files:
            return PlainTextResponse(UNBUILT, 503, {"cache-control": "no-store"})
        return sent(request, self._files[PAGE])


def _names_a_file(name: str) -> bool:
    """Whether a path is that of a file and not of a screen."""
    if name == PAGE:
        return False
    last = name.rpartition("/")[2]
    return name.startswith("assets/") or Path(last).suffix in KINDS or ".." in name


def _read(folder: Path) -> dict[str, Kept]:
    """Every file of the built client, compressed where that makes it smaller."""
    if not (folder / PAGE).is_file():
        return {}
    return {
        file.relative_to(folder).as_posix(): kept(
            file.read_bytes(), KINDS.get(file.suffix.lower(), OTHER)
        )
        for file in sorted(folder.rglob("*"))
        if file.is_file() and not file.is_symlink()
    }
