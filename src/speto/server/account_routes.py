"""What an account is asked over HTTP: a name and a password, tokens, the own data.

What must stay true: only a page of this server, or a program with a token, changes anything; a
password is never in an answer or a log; a token that somebody had before he logged in, or before he
took a name, holds no more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Final

from msgspec import UNSET, Meta, Struct, UnsetType
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from speto.server import mydata, ratings, sanctions
from speto.server.accounts import AccountRefused
from speto.server.answers import RECKONING, Handler, Shut, answered, counted, game_in, read, told
from speto.server.limits import LOGINS, NAMED, Limits, group
from speto.server.names import key_of
from speto.server.service import Leaving, Service
from speto.server.tokens import SESSION, Account, Bearer, digest

COOKIE: Final = "speto"
LARGEST: Final = 4096
"""So many bytes a request may have."""

Text = Annotated[str, Meta(max_length=1024)]


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """A name and a password."""

    name: Text
    password: Text


class Named(Struct, frozen=True, forbid_unknown_fields=True):
    """A name."""

    name: Text


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


class Entered(Struct, frozen=True):
    """Who somebody is from now on; a program is told its new token."""

    account: str
    name: str
    token: str | UnsetType = UNSET


class TokenMade(Struct, frozen=True):
    """The token of a program, told this once."""

    token: str


class TokenListed(Struct, frozen=True):
    """A token as its owner is shown it; `id` ends it."""

    id: str
    scopes: list[str]
    label: str
    created: int
    expires: int | None


class AccountShown(Struct, frozen=True):
    """Who asks: a guest has a name of the server's making, and no password."""

    account: str
    kind: str
    name: str
    tokens: list[TokenListed]


class LeaderShown(Struct, frozen=True):
    """A line of a leaderboard, the best first: `ordinal` is what it is sorted by.

    It is about the account of a person, or about a computer player: its level and version.
    """

    account: str | None
    computer: str | None
    name: str
    mu: float
    sigma: float
    matches: int
    ordinal: float


def same_origin(origin: str, host: str, *, secure: bool = False) -> bool:
    """Whether a page comes from the server that it asks; who is asked by TLS was fetched so too.

    >>> same_origin("https://speto.example", "speto.example"), same_origin("null", "speto.example")
    (True, False)
    >>> same_origin("http://speto.example", "speto.example", secure=True)
    False
    """
    scheme, _, place = origin.partition("://")
    return bool(host) and place == host and (scheme == "https" or not secure)


def cookie_of(token: str, *, secure: bool) -> str:
    """The cookie that holds a token, for a browser alone to send.

    >>> cookie_of("x", secure=True)
    'speto=x; Max-Age=7776000; Path=/; HttpOnly; SameSite=Lax; Secure'
    """
    kept = f"Max-Age={SESSION // 1000}; Path=/; HttpOnly; SameSite=Lax"
    return f"{COOKIE}={token}; {kept}{'; Secure' if secure else ''}"


async def bearer_of(service: Service, request: Request) -> Bearer:
    """Who asks, by a token of the header or of the cookie.

    :raises Shut: if it is nobody, or somebody who is banned.
    """
    token = _token_in(request)
    token = request.cookies.get(COOKIE, "") if token is None else token
    bearer = await service.accounts.bearer(token) if token else None
    if bearer is None:
        raise Shut(401, "token")
    if await sanctions.is_banned(service.store, bearer.account.id, service.now()):
        raise Shut(403, "banned")
    return bearer


def _token_in(request: Request) -> str | None:
    """The token that a program sends with its request."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token if kind.lower() == "bearer" else None


def _cookie(request: Request, token: str) -> str:
    """The cookie of a new session."""
    return cookie_of(token, secure=request.url.scheme == "https")


async def person_of(service: Service, request: Request) -> Bearer:
    """Who asks, if it is no program.

    :raises Shut: if it is one, or nobody.
    """
    bearer = await bearer_of(service, request)
    if not bearer.session:
        raise Shut(403, "scope")
    return bearer


def for_accounts(do: Handler) -> Handler:
    """A handler that only pages of this server may ask, its refusals told."""

    async def answer(request: Request) -> Response:
        origin, host = request.headers.get("origin"), request.headers.get("host", "")
        secure = request.url.scheme == "https"
        if origin is not None and not same_origin(origin, host, secure=secure):
            raise Shut(403, "origin")
        try:
            return await do(request)
        except AccountRefused as problem:
            raise Shut(409, problem.code) from None

    return answered(answer)


class AccountRoutes:
    """The routes under /account, and the leaderboards; `on_rename` hears of new names."""

    def __init__(self, service: Service, on_rename: Callable[[Account], None]) -> None:
        self.service = service
        self.on_rename = on_rename
        self.logins = Limits(LOGINS, service.now)
        self.named = Limits(NAMED, service.now)
        self.reckoning = Limits(RECKONING, service.now)

    def routes(self) -> list[BaseRoute]:
        """Where everything is."""
        post = {
            "/account/login": self.login,
            "/account/logout": self.logout,
            "/account/upgrade": self.upgrade,
            "/account/name": self.rename,
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
            *(Route(path, for_accounts(do), methods=["POST"]) for path, do in post.items()),
            *(Route(path, for_accounts(do), methods=["GET"]) for path, do in get.items()),
        ]

    async def _person(self, request: Request) -> Bearer:
        """Who asks, if it is no program."""
        return await person_of(self.service, request)

    async def login(self, request: Request) -> Response:
        """A session for a name and a password, as a cookie; that of the cookie before ends.

        An address group has ten tries at once and two a minute, for all names together as for one.
        A name has a hundred from wherever they come and one a minute, so that no crowd tries out
        its password; who still has a session of that name's owner is not counted there, so that no
        crowd keeps him out.
        """
        entry = await read(request, Entry, LARGEST)
        address = group(request.client.host if request.client else "")
        held = request.cookies.get(COOKIE)
        before = await self.service.accounts.bearer(held) if held else None
        key = key_of(entry.name)
        owner = before is not None and before.session and key_of(before.account.name) == key
        # no name is written like the key of another bucket
        if not (
            self.logins.take(address)
            and self.logins.take(f"name {address} {key}")
            and (owner or self.named.take(key))
        ):
            raise Shut(429, "often")
        who, token = await self.service.accounts.login(entry.name, entry.password)
        if before is not None and before.session:
            await self.service.accounts.logout(before)
            self._let_go(before, token=before.token)
        answer = told(request, Entered(who.id, who.name))
        answer.headers["set-cookie"] = _cookie(request, token)
        return answer

    async def logout(self, request: Request) -> Response:
        """The end of this session."""
        bearer = await bearer_of(self.service, request)
        await self.service.accounts.logout(bearer)
        self._let_go(bearer, token=bearer.token)
        answer = told(request, {})
        answer.delete_cookie(COOKIE)
        return answer

    async def upgrade(self, request: Request) -> Response:
        """A name and a password for a guest, and a new token in the place of all that he has.

        It is told to a program, and kept from the scripts of a page.
        """
        bearer = await self._person(request)
        entry = await read(request, Entry, LARGEST)
        if not self.logins.take(bearer.account.id):
            raise Shut(429, "often")
        accounts = self.service.accounts
        who, token = await accounts.upgrade(bearer.account.id, entry.name, entry.password)
        self._let_go(bearer, but=digest(token))
        if _token_in(request):
            return told(request, Entered(who.id, who.name, token))
        answer = told(request, Entered(who.id, who.name))
        answer.headers["set-cookie"] = _cookie(request, token)
        return answer

    async def rename(self, request: Request) -> Response:
        """Another name for a person."""
        bearer = await self._person(request)
        asked = await read(request, Named, LARGEST)
        # each try tells whether a name is taken, and looks at all that are
        if not self.logins.take(bearer.account.id):
            raise Shut(429, "often")
        who = await self.service.accounts.rename(bearer.account.id, asked.name)
        self.on_rename(who)
        return told(request, Entered(who.id, who.name))

    async def password(self, request: Request) -> Response:
        """Another password; all other sessions end."""
        bearer = await self._person(request)
        asked = await read(request, Passwords, LARGEST)
        if not self.logins.take(bearer.account.id):
            raise Shut(429, "often")
        await self.service.accounts.change_password(bearer, asked.old, asked.new)
        self._let_go(bearer, but=bearer.token)
        return told(request, {})

    async def token(self, request: Request) -> Response:
        """A token for a program, told this once."""
        bearer = await self._person(request)
        asked = await read(request, TokenAsked, LARGEST)
        token = await self.service.accounts.program_token(
            bearer, asked.scopes, asked.label, asked.lifetime
        )
        return told(request, TokenMade(token))

    async def end_token(self, request: Request) -> Response:
        """The end of one of the own tokens."""
        bearer = await self._person(request)
        gone = await read(request, TokenGone, LARGEST)
        if not await self.service.accounts.revoke(bearer.account.id, gone.token):
            raise Shut(404, "token")
        self._let_go(bearer, token=gone.token)
        return told(request, {})

    def _let_go(self, who: Bearer, *, token: str | None = None, but: str | None = None) -> None:
        """Have the open sockets closed whose token has ended."""
        self.service.send_away(Leaving(who.account.id, "token", token, but))

    async def show(self, request: Request) -> Response:
        """Who this is, and which tokens there are."""
        bearer = await self._person(request)
        tokens = await self.service.accounts.tokens_of(bearer.account.id)
        listed = [
            TokenListed(one.id, list(one.scopes), one.label, one.created, one.expires)
            for one in tokens
        ]
        who = bearer.account
        return told(request, AccountShown(who.id, who.kind, who.name, listed))

    async def export(self, request: Request) -> Response:
        """All that is kept of an account."""
        counted(request, self.reckoning)
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
        self.service.send_away(Leaving(bearer.account.id, "deleted"))
        answer = told(request, {})
        answer.delete_cookie(COOKIE)
        return answer

    async def leaders(self, request: Request) -> Response:
        """The best of a game, of people or of computer players."""
        ladder = request.path_params["ladder"]
        if ladder not in (ratings.PEOPLE, ratings.COMPUTERS):
            raise Shut(404, "ladder")
        kept = self.service.keeping.ratings
        found = await kept.leaders(game_in(request), ladder)
        return told(
            request,
            [
                LeaderShown(
                    leader.account if ladder == ratings.PEOPLE else None,
                    leader.account if ladder == ratings.COMPUTERS else None,
                    leader.name,
                    leader.rating.mu,
                    leader.rating.sigma,
                    leader.rating.n,
                    leader.rating.ordinal,
                )
                for leader in found
            ],
        )
