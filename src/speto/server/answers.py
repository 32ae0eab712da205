"""Answers over HTTP: JSON, kept compressed; refusals with a code and a sentence; bodies read.

What must stay true: whatever is asked is answered, a refusal as `Refusal`, in the language of who
asks; a body has a limit, and is never read beyond it.
"""

from __future__ import annotations

import gzip
from collections.abc import Awaitable, Callable
from hashlib import sha256
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from msgspec import DecodeError, Struct, ValidationError, json
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from speto.cards import ParseError
from speto.clause import RulesError
from speto.games import NAMES
from speto.server.limits import Limits, Rate, group, is_near
from speto.server.store import StoreError
from speto.texts import Catalogue, load, preferred

COMPRESSED: Final = 600
"""A shorter body is sent as it is."""
FOREVER: Final = "public, max-age=31536000, immutable"
ASK_FIRST: Final = "no-cache"
JSON: Final = "application/json"
WATCHED: Final = ("/healthz", "/readyz", "/metrics")
READING: Final = Rate(60, 250)  # by an address group: what takes a millisecond or two
RECKONING: Final = Rate(20, 1_000)  # what takes a hundred

S = TypeVar("S", bound=Struct)
Handler: TypeAlias = Callable[[Request], Awaitable[Response]]


class Refusal(Struct, frozen=True, omit_defaults=True):
    """Why a request was refused: a stable code, a sentence, and the line of the text that is wrong.

    `clause` is the rule that forbids something in the text.
    """

    code: str
    text: str
    place: int | None = None
    clause: str | None = None


class Shut(Exception):
    """An answer that is no success; without a text its code's own sentence is told."""

    def __init__(
        self,
        status: int,
        code: str,
        text: str = "",
        *,
        place: int | None = None,
        clause: str | None = None,
    ) -> None:
        super().__init__(code)
        self.status = status
        self.code = code
        self.text = text
        self.place = place
        self.clause = clause

    def told(self, texts: Catalogue) -> Refusal:
        """The refusal in a language."""
        text = self.text or texts.text(f"ui.http.{self.code}")
        return Refusal(self.code, text, self.place, self.clause)


class Kept(NamedTuple):
    """A body as it is sent again and again."""

    body: bytes
    packed: bytes | None
    etag: str
    kind: str


def kept(body: bytes, kind: str = JSON) -> Kept:
    """A body with its compressed form and its ETag."""
    packed = gzip.compress(body, 9, mtime=0) if len(body) >= COMPRESSED else None
    if packed is not None and len(packed) >= len(body):
        packed = None
    # weak, since the same tag is told of the compressed form
    return Kept(body, packed, f'W/"{sha256(body).hexdigest()[:20]}"', kind)


def sent(request: Request, found: Kept, cache: str = ASK_FIRST) -> Response:
    """A kept body, or that the one asking has it already."""
    headers = {"etag": found.etag, "cache-control": cache, "vary": "accept-encoding"}
    known = request.headers.get("if-none-match", "")
    strong = found.etag.removeprefix("W/")
    if known == "*" or strong in (tag.strip().removeprefix("W/") for tag in known.split(",")):
        return Response(None, 304, headers)
    body = found.body
    if found.packed is not None and _takes_gzip(request.headers.get("accept-encoding", "")):
        headers["content-encoding"] = "gzip"
        body = found.packed
    return Response(body, 200, headers, found.kind)


def _takes_gzip(accepted: str) -> bool:
    """Whether gzip is among the encodings that a header lists, and not with the weight 0."""
    for part in accepted.lower().split(","):
        name, _, weight = part.partition(";")
        if name.strip() == "gzip":
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


def told(request: Request, value: Any) -> Response:
    """A value as JSON that nobody keeps."""
    return sent(request, kept(json.encode(value)), "no-store")


def texts_of(request: Request) -> Catalogue:
    """The texts in the language of the query, else in that which the browser prefers."""
    asked = request.query_params.get("language")
    return load(preferred(asked or request.headers.get("accept-language", "")[:100]))


def answered(do: Handler) -> Handler:
    """A handler whose refusals are told."""

    async def answer(request: Request) -> Response:
        try:
            return await do(request)
        except Shut as problem:
            refused = problem
        except StoreError:
            refused = Shut(503, "store")
        return refusal(request, refused)

    return answer


def refusal(request: Request, refused: Shut) -> Response:
    """A refusal as it is answered."""
    body = json.encode(refused.told(texts_of(request)))
    return Response(body, refused.status, {"cache-control": "no-store"}, JSON)


class Paced:
    """Refuses what an address group asks too often, but to those who watch over the server.

    Of this machine nobody is refused: a proxy may speak from here for everybody.
    """

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self.app = app
        self.limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        address = (scope.get("client") or ("",))[0]
        free = scope["type"] != "http" or scope["path"] in WATCHED or is_near(address)
        if free or self.limits.take(group(address)):
            await self.app(scope, receive, send)
        else:
            await refusal(Request(scope), Shut(429, "often"))(scope, receive, send)


def game_in(request: Request) -> str:
    """The game of the path.

    :raises Shut: if there is none.
    """
    name: str = request.path_params["game"]
    if name not in NAMES:
        raise Shut(404, "game")
    return name


def counted(request: Request, limits: Limits) -> None:
    """Count a request of an address group.

    :raises Shut: if there were too many.
    """
    if not limits.take(group(request.client.host if request.client else "")):
        raise Shut(429, "often")


async def body_of(request: Request, most: int) -> bytes:
    """The body of a request.

    :raises Shut: if it is longer than `most` bytes.
    """
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > most:
            raise Shut(413, "long")
    return body


async def read(request: Request, kind: type[S], most: int) -> S:
    """The body of a request as a value.

    :raises Shut: if it is too long, no JSON, or has a wrong field.
    """
    try:
        return json.decode(await body_of(request, most), type=kind)
    except ValidationError:
        raise Shut(400, "field") from None
    except (DecodeError, UnicodeError, RecursionError):
        raise Shut(400, "json") from None


def unreadable(code: str, problem: ParseError | RulesError) -> Shut:
    """The refusal of a text, with the number of the line that is wrong."""
    if isinstance(problem, RulesError):
        return Shut(400, "rules", str(problem))
    line = problem.place.removeprefix("line ")
    at = int(line) if line.isdecimal() else None
    return Shut(400, code, problem.problem if at else str(problem), place=at)
