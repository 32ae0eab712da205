"""Accounts: a guest from the first socket on, a person once there are a name and a password.

What must stay true: an account's id never changes, so who upgrades keeps all he has; a name and all
that looks like it belong to one account; nothing tells whether a name exists but a try to take it;
who becomes a person has a token that nobody knew before.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection
from typing import Any, Final

from sqlalchemy import and_, exists, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from speto.server import tokens
from speto.server.names import LOOKS, NameRefused, clean_name, key_of, look_of
from speto.server.passwords import LONGEST, SHORTEST, Passwords
from speto.server.store import Store
from speto.server.store.schema import account
from speto.server.tokens import Account, Bearer

GUEST: Final = "guest"
PERSON: Final = "person"


class AccountRefused(ValueError):
    """What can't be done with an account; `code` is stable."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Accounts:
    """The accounts of a store; `now` gives milliseconds since 1970."""

    def __init__(
        self, store: Store, now: Callable[[], int], passwords: Passwords | None = None
    ) -> None:
        self._store = store
        self._now = now
        self._passwords = passwords or Passwords()

    async def guest(self) -> tuple[Account, str]:
        """Make a guest; the token is told this once."""
        now = self._now()
        name = f"Guest {secrets.randbelow(9000) + 1000}"
        who = Account(secrets.token_hex(10), GUEST, name, now, now)
        row = {**who._asdict(), "name_key": None, "password": None}
        await self._store.execute(insert(account).values(row))
        return who, await self._session(who.id)

    async def bearer(self, token: str) -> Bearer | None:
        """Who holds a token."""
        return await tokens.bearer(self._store, token, self._now())

    async def again(self, who: Bearer) -> Bearer | None:
        """The same bearer as he is called and allowed now, if his token still holds."""
        return await tokens.bearer_of(self._store, who.token, self._now())

    async def find(self, identity: str) -> Account | None:
        """The account of that id."""
        return next(map(_account, await self._rows(account.c.id == identity)), None)

    async def upgrade(self, identity: str, name: str, password: str) -> tuple[Account, str]:
        """Make a guest a person, who can log in anywhere; all his tokens end, the new one is told.

        :raises AccountRefused: "name-…", "name-taken", "password-…" or "not-guest".
        """
        name, key = _name(name)
        hashed = await self._hashed(password, key)
        wanted = {"kind": PERSON, "name": name, "name_key": key, "password": hashed}
        # in the condition, so that of two tries at once only one upgrades
        which = and_(account.c.id == identity, account.c.kind == GUEST)
        person = await self._take_name(wanted, which, otherwise="not-guest")
        secret = await self._session(identity)
        await tokens.revoke_others(self._store, identity, tokens.digest(secret))
        return person, secret

    async def login(self, name: str, password: str) -> tuple[Account, str]:
        """Begin a session; the token is told this once.

        :raises AccountRefused: "login", whether the name or the password is wrong.
        """
        if len(password) > LONGEST or len(name) > LONGEST:
            raise AccountRefused("login")
        row = next(iter(await self._rows(account.c.name_key == key_of(name))), None)
        kept = row["password"] if row else None
        if not await self._passwords.matches(kept, password) or not row or not kept:
            raise AccountRefused("login")
        if self._passwords.is_dated(kept):
            newer = await self._passwords.hash(password)
            which = account.c.id == row["id"], account.c.password == kept
            await self._store.execute(update(account).where(*which).values(password=newer))
        return _account(row), await self._session(row["id"])

    async def logout(self, who: Bearer) -> None:
        """End the session of this token."""
        await tokens.revoke(self._store, who.account.id, who.token)

    async def rename(self, identity: str, name: str) -> Account:
        """Give a person another name; finished deals keep the old one.

        :raises AccountRefused: "name-…", "name-taken" or "not-person".
        """
        name, key = _name(name)
        which = and_(account.c.id == identity, account.c.kind == PERSON)
        wanted = {"name": name, "name_key": key}
        return await self._take_name(wanted, which, otherwise="not-person")

    async def change_password(self, who: Bearer, old: str, new: str) -> None:
        """Change a person's password and end all his tokens but this one.

        :raises AccountRefused: "login" if the old one is wrong, or "password-…".
        """
        row = next(iter(await self._rows(account.c.id == who.account.id)), None)
        kept = row["password"] if row else None
        if len(old) > LONGEST or not await self._passwords.matches(kept, old) or not row:
            raise AccountRefused("login")
        hashed = await self._hashed(new, row["name_key"] or "")
        which = account.c.id == who.account.id, account.c.password == kept
        await self._change({"password": hashed}, *which, otherwise="login")
        await tokens.revoke_others(self._store, who.account.id, who.token)

    async def program_token(
        self, who: Bearer, scopes: Collection[str], label: str, lifetime: int | None = None
    ) -> str:
        """Make a token for a program; it is told this once.

        :raises AccountRefused: "scope", "label", "lifetime", "tokens" if there are too many, or
            "session" if a program asks.
        """
        label = " ".join(label.split())
        if not who.session:
            raise AccountRefused("session")
        if not scopes or not set(scopes) <= set(tokens.PROGRAM_SCOPES):
            raise AccountRefused("scope")
        if not label.isprintable() or not 1 <= len(label) <= tokens.LONGEST_LABEL:
            raise AccountRefused("label")
        if lifetime is not None and not 0 < lifetime <= 3660 * tokens.DAY:
            raise AccountRefused("lifetime")
        now = self._now()
        had = await tokens.tokens_of(self._store, who.account.id, now)
        if len(had) >= tokens.MOST_TOKENS:
            raise AccountRefused("tokens")
        given = set(scopes)
        return await tokens.issue(
            self._store, who.account.id, given, now, label=label, lifetime=lifetime
        )

    async def tokens_of(self, identity: str) -> list[tokens.TokenShown]:
        """The tokens of an account, sessions too."""
        return await tokens.tokens_of(self._store, identity, self._now())

    async def revoke(self, identity: str, which: str) -> bool:
        """End a token of an account; whether it had it."""
        return await tokens.revoke(self._store, identity, which)

    async def _session(self, identity: str) -> str:
        return await tokens.issue(
            self._store, identity, tokens.SESSION_SCOPES, self._now(), lifetime=tokens.SESSION
        )

    async def _rows(self, which: Any) -> list[dict[str, Any]]:
        return await self._store.execute(select(account).where(which))

    async def _take_name(self, wanted: dict[str, str], which: Any, *, otherwise: str) -> Account:
        """Give the account that fits a name that looks like nobody else's, or refuse."""
        other = account.alias()
        taken = exists().where(
            other.c.name_key.is_not(None),
            other.c.id != account.c.id,
            _look(other.c.name) == look_of(wanted["name"]),
        )
        try:
            return await self._change(wanted, which, ~taken, otherwise=otherwise)
        except AccountRefused:
            if await self._rows(which):
                raise AccountRefused("name-taken") from None
            raise

    async def _change(self, values: dict[str, str], *which: Any, otherwise: str) -> Account:
        """Change the account that fits, or refuse."""
        changed = update(account).where(*which).values(values).returning(account)
        try:
            rows = await self._store.execute(changed)
        except IntegrityError:
            raise AccountRefused("name-taken") from None
        if not rows:
            raise AccountRefused(otherwise)
        return _account(rows[0])

    async def _hashed(self, password: str, key: str) -> str:
        if len(password) < SHORTEST:
            raise AccountRefused("password-short")
        if len(password) > LONGEST:
            raise AccountRefused("password-long")
        if key_of(password) == key:
            raise AccountRefused("password-name")
        return await self._passwords.hash(password)


def _look(name: Any) -> Any:
    """The expression of `look_of`, so that names which were taken before it are compared too."""
    for number, (letters, seen) in enumerate(LOOKS):
        if number == len(LOOKS) - 2:
            name = func.lower(name)
        name = func.replace(name, letters, seen)
    return name


def _name(text: str) -> tuple[str, str]:
    try:
        name = clean_name(text)
    except NameRefused as problem:
        raise AccountRefused(problem.code) from None
    return name, key_of(name)


def _account(row: dict[str, Any]) -> Account:
    return Account(*(row[field] for field in Account._fields))
