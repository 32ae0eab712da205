"""What an account is asked over HTTP: a name and a password, tokens, the own data.

What must stay true: only a page of this server, or a program with a token, changes anything; a
password is never in an answer or a log.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Final, TypeVar

from msgspec import DecodeError, Meta, Struct, ValidationError, json
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from speto.server import mydata, ratings, sanctions
from speto.server.accounts import AccountRefused
from speto.server.limits import LOGINS, Limits, group
from speto.server.names import key_of
from speto.server.service import Service
from speto.server.tokens import SESSION, Bearer

COOKIE: Final = "speto"
LARGEST: Final = 4096
"""So many bytes a request may have."""

Text = Annotated[str, Meta(max_length=1024)]
S = TypeVar("S", bound=Struct)


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """A name and a password."""

    name: Text
    password: Text


class Passwords(Struct, frozen=True, forbid_unknown_fields=True):
    """The old password and the new one."""

    old: Text
    new: Text


class TokenAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """A token for a program; `lifetime` in milliseconds."""

    label: Text
    scopes: Annotated[list[Text], Meta(max_length=10)]
    lifetime: int | None = None


class TokenGone(Struct, frozen=True, forbid_unknown_fields=True):
    """A token to end, by its id."""

    token: Text


class Shut(Exception):
    """An answer that is no success: its status and code."""

    def __init__(self, status: int, code: str) -> None:
        super().__init__(code)
        self.status = status
        self.code = code


def same_origin(origin: str, host: str) -> bool:
    """Whether a page comes from the server that it asks.

    >>> same_origin("https://speto.example", "speto.example"), same_origin("null", "speto.example")
    (True, False)
    """
    return bool(host) and origin.partition("://")[2] == host


def cookie_of(token: str, *, secure: bool) -> str:
    """The cookie that holds a token, for a browser alone to send.

    >>> cookie_of("x", secure=True)
    'speto=x; Max-Age=7776000; Path=/; HttpOnly; SameSite=Lax; Secure'
    """
    kept = f"Max-Age={SESSION // 1000}; Path=/; HttpOnly; SameSite=Lax"
    return f"{COOKIE}={token}; {kept}{'; Secure' if secure else ''}"


class AccountRoutes:
    """The routes under /account, and the leaderboards."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.logins = Limits(LOGINS, service.now)

    def routes(self) -> list[BaseRoute]:
        """Where everything is."""
        post = {
            "/account/login": self.login,
            "/account/logout": self.logout,
            "/account/upgrade": self.upgrade,
            "/account/password": self.password,
            "/account/tokens": self.token,
            "/account/tokens/end": self.end_token,
            "/account/delete": self.delete,
        }
        get = {
            "/account": self.show,
            "/account/export": self.export,
            "/leaders/{game}/{ladder}": self.leaders,
        }
        return [
            *(Route(path, self._answered(do), methods=["POST"]) for path, do in post.items()),
            *(Route(path, self._answered(do), methods=["GET"]) for path, do in get.items()),
        ]

    def _answered(
        self, do: Callable[[Request], Awaitable[Response]]
    ) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            try:
                origin = request.headers.get("origin")
                if origin is not None and not same_origin(origin, request.headers.get("host", "")):
                    raise Shut(403, "origin")
                return await do(request)
            except Shut as problem:
                return _data({"code": problem.code}, problem.status)
            except AccountRefused as problem:
                return _data({"code": problem.code}, 409)

        return answer

    async def _who(self, request: Request) -> Bearer:
        kind, _, token = request.headers.get("authorization", "").partition(" ")
        token = token if kind.lower() == "bearer" else request.cookies.get(COOKIE, "")
        bearer = await self.service.accounts.bearer(token) if token else None
        if bearer is None:
            raise Shut(401, "token")
        if await sanctions.is_banned(self.service.store, bearer.account.id, self.service.now()):
            raise Shut(403, "banned")
        return bearer

    async def _person(self, request: Request) -> Bearer:
        """Who asks, if it is no program."""
        bearer = await self._who(request)
        if not bearer.session:
            raise Shut(403, "scope")
        return bearer

    async def _read(self, request: Request, kind: type[S]) -> S:
        body = b""
        async for part in request.stream():
            body += part
            if len(body) > LARGEST:
                raise Shut(413, "long")
        try:
            return json.decode(body, type=kind)
        except ValidationError:
            raise Shut(400, "field") from None
        except (DecodeError, UnicodeError, RecursionError):
            raise Shut(400, "json") from None

    async def login(self, request: Request) -> Response:
        """A session for a name and a password, as a cookie."""
        entry = await self._read(request, Entry)
        address = group(request.client.host if request.client else "")
        if not (self.logins.take(address) and self.logins.take(key_of(entry.name))):
            raise Shut(429, "often")
        who, token = await self.service.accounts.login(entry.name, entry.password)
        answer = _data({"account": who.id, "name": who.name})
        answer.headers["set-cookie"] = cookie_of(token, secure=request.url.scheme == "https")
        return answer

    async def logout(self, request: Request) -> Response:
        """The end of this session."""
        await self.service.accounts.logout(await self._who(request))
        answer = _data({})
        answer.delete_cookie(COOKIE)
        return answer

    async def upgrade(self, request: Request) -> Response:
        """A name and a password for a guest."""
        bearer = await self._person(request)
        entry = await self._read(request, Entry)
        who = await self.service.accounts.upgrade(bearer.account.id, entry.name, entry.password)
        return _data({"account": who.id, "name": who.name})

    async def password(self, request: Request) -> Response:
        """Another password; all other sessions end."""
        bearer = await self._person(request)
        asked = await self._read(request, Passwords)
        if not self.logins.take(bearer.account.id):
            raise Shut(429, "often")
        await self.service.accounts.change_password(bearer, asked.old, asked.new)
        return _data({})

    async def token(self, request: Request) -> Response:
        """A token for a program, told this once."""
        bearer = await self._person(request)
        asked = await self._read(request, TokenAsked)
        token = await self.service.accounts.program_token(
            bearer, asked.scopes, asked.label, asked.lifetime
        )
        return _data({"token": token})

    async def end_token(self, request: Request) -> Response:
        """The end of one of the own tokens."""
        bearer = await self._person(request)
        gone = await self._read(request, TokenGone)
        if not await self.service.accounts.revoke(bearer.account.id, gone.token):
            raise Shut(404, "token")
        return _data({})

    async def show(self, request: Request) -> Response:
        """Who this is, and which tokens there are."""
        bearer = await self._person(request)
        tokens = await self.service.accounts.tokens_of(bearer.account.id)
        who = bearer.account
        return _data(
            {
                "account": who.id,
                "kind": who.kind,
                "name": who.name,
                "tokens": [one._asdict() for one in tokens],
            }
        )

    async def export(self, request: Request) -> Response:
        """All that is kept of an account."""
        bearer = await self._person(request)
        found = await mydata.export(self.service.store, bearer.account.id)
        return Response(found, media_type="application/json")

    async def delete(self, request: Request) -> Response:
        """The account and what is kept of it, gone; finished deals stay without its name."""
        bearer = await self._person(request)
        try:
            await mydata.erase(self.service.store, bearer.account.id)
        except ValueError:
            raise Shut(409, "seated") from None
        answer = _data({})
        answer.delete_cookie(COOKIE)
        return answer

    async def leaders(self, request: Request) -> Response:
        """The best of a game, of people or of computer players."""
        ladder = request.path_params["ladder"]
        if ladder not in (ratings.PEOPLE, ratings.COMPUTERS):
            raise Shut(404, "ladder")
        kept = self.service.keeping.ratings
        found = await kept.leaders(request.path_params["game"], ladder)
        return _data(
            [
                {
                    "account": leader.account,
                    "name": leader.name,
                    "mu": leader.rating.mu,
                    "sigma": leader.rating.sigma,
                    "matches": leader.rating.n,
                    "ordinal": leader.rating.ordinal,
                }
                for leader in found
            ]
        )


def _data(value: Any, status: int = 200) -> Response:
    return Response(
        json.encode(value),
        status,
        {"cache-control": "no-store", "x-content-type-options": "nosniff"},
        "application/json",
    )
