"""Tokens: who holds one is that account, for what its scopes allow.

What must stay true: only the SHA-256 of a token is stored; a token without the scope `account`
can't make tokens or change who its account is.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection
from hashlib import sha256
from typing import Final, NamedTuple

from sqlalchemy import bindparam, delete, insert, or_, select, update

from speto.server.store import Store
from speto.server.store.schema import account, token

PROGRAM_SCOPES: Final = ("play", "talk", "read")
SESSION_SCOPES: Final = ("account", *PROGRAM_SCOPES)
DAY: Final = 86_400_000
SESSION: Final = 90 * DAY  # after the last use
LONGEST_LABEL: Final = 60
MOST_TOKENS: Final = 50
MOST_ASKED: Final = 1_000  # looked up at once


class Account(NamedTuple):
    """Somebody: "guest", "person" or "program"; times in milliseconds."""

    id: str
    kind: str
    name: str
    created: int
    seen: int


class Bearer(NamedTuple):
    """Who holds a token, and what it allows."""

    account: Account
    scopes: frozenset[str]
    token: str
    label: str

    @property
    def session(self) -> bool:
        """Whether a person has logged in with it, not a program."""
        return "account" in self.scopes


class TokenShown(NamedTuple):
    """A token as its owner is shown it: `id` is its hash."""

    id: str
    scopes: tuple[str, ...]
    label: str
    created: int
    expires: int | None


def digest(secret: str) -> str:
    """What is stored of a token."""
    return sha256(secret.encode("utf-8", "replace")).hexdigest()


async def issue(
    store: Store,
    owner: str,
    scopes: Collection[str],
    now: int,
    *,
    label: str = "",
    lifetime: int | None = None,
) -> str:
    """Make a token of 256 random bits; it is told this once."""
    secret = secrets.token_urlsafe(32)
    row = {
        "hash": digest(secret),
        "account": owner,
        "scopes": " ".join(sorted(scopes)),
        "created": now,
        "expires": None if lifetime is None else now + lifetime,
        "label": label,
    }
    await store.execute(insert(token).values(row))
    return secret


_HELD: Final = (
    select(token.c.scopes, token.c.expires, token.c.label, token.c.hash)
    .add_columns(*account.c["id", "kind", "name", "created", "seen"])
    .join_from(token, account)
    .where(token.c.hash == bindparam("digest"))
    .where(or_(token.c.expires.is_(None), token.c.expires > bindparam("now")))
)


async def bearer(store: Store, secret: str, now: int) -> Bearer | None:
    """Who holds a token; a session lives on with its use."""
    return await bearer_of(store, digest(secret), now)


async def bearer_of(store: Store, which: str, now: int) -> Bearer | None:
    """Who holds the token of this hash."""
    for row in await store.execute(_HELD.params(digest=which, now=now)):
        who = Account(row["id"], row["kind"], row["name"], row["created"], row["seen"])
        found = Bearer(who, frozenset(row["scopes"].split()), row["hash"], row["label"])
        await _touch(store, found, row["expires"], now)
        return found
    return None


async def holders(store: Store, digests: Collection[str], now: int) -> dict[str, str]:
    """What those are called who hold these tokens; one that has ended is not among them."""
    held = or_(token.c.expires.is_(None), token.c.expires > now)
    asked, found = sorted(digests), dict[str, str]()
    for start in range(0, len(asked), MOST_ASKED):
        which = token.c.hash.in_(asked[start : start + MOST_ASKED])
        named = select(token.c.hash, account.c.name).join_from(token, account)
        rows = await store.execute(named.where(which, held))
        found |= {row["hash"]: row["name"] for row in rows}
    return found


async def _touch(store: Store, who: Bearer, expires: int | None, now: int) -> None:
    """Note that somebody was here; once a day, so that reading stays reading."""
    if now - who.account.seen >= DAY:
        here = update(account).where(account.c.id == who.account.id)
        await store.execute(here.values(seen=now))
    if who.session and expires is not None and expires - now <= SESSION - DAY:
        longer = update(token).where(token.c.hash == who.token)
        await store.execute(longer.values(expires=now + SESSION))


async def tokens_of(store: Store, owner: str, now: int) -> list[TokenShown]:
    """The tokens of an account that still hold, the newest first."""
    asked = (
        select(token)
        .where(token.c.account == owner)
        .where(or_(token.c.expires.is_(None), token.c.expires > now))
        .order_by(token.c.created.desc(), token.c.hash)
    )
    return [
        TokenShown(
            row["hash"], tuple(row["scopes"].split()), row["label"], row["created"], row["expires"]
        )
        for row in await store.execute(asked)
    ]


async def revoke(store: Store, owner: str, which: str) -> bool:
    """End a token by its hash; whether the account had it."""
    gone = delete(token).where(token.c.account == owner, token.c.hash == which)
    return bool(await store.execute(gone.returning(token.c.hash)))


async def revoke_others(store: Store, owner: str, keep: str) -> None:
    """End all tokens of an account but one."""
    await store.execute(delete(token).where(token.c.account == owner, token.c.hash != keep))


async def sweep(store: Store, now: int) -> None:
    """Drop the tokens that have expired."""
    await store.execute(delete(token).where(token.c.expires <= now))
