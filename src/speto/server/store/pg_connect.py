"""Connections to a PostgreSQL database, and what goes wrong with them in words.

What must stay true: every trouble with the database is a StoreError of one sentence, without the
password; no connection but a patient one waits for ever.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from socket import gaierror
from typing import Final, TypeAlias
from urllib.parse import urlsplit

import asyncpg
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as NoneIsFree

from speto.server.store import StoreError

Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"
PATIENCE: Final = 5.0
"""Seconds in which the database must let a connection in."""
LONGEST: Final = 15.0
"""Seconds in which it must have done a statement."""
SETTINGS: Final = {
    "application_name": "speto",
    "jit": "off",
    # A node that stands still in a transaction must not hold up the others at its tables.
    "idle_in_transaction_session_timeout": "5000",
    "lock_timeout": "10000",
}
PATIENT: Final = {**SETTINGS, "idle_in_transaction_session_timeout": "0"}
COMMITS: Final = "SHOW synchronous_commit"

# What a connection, a server or a value that PostgreSQL does not take raises.
FAULTS = (
    DBAPIError,
    NoneIsFree,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # what a connection that broke in the middle may say
    OSError,
    TimeoutError,
    OverflowError,
    UnicodeError,
)

# By the beginning of the SQLSTATE, the longest that fits.
WORDS: Final = {
    "08": "was lost",
    "28": "does not let this user in: look at the name and the password",
    "3D": "is not there: PostgreSQL answers, but has no such database",
    "25006": "may not be written: it is a copy of another",
    "42501": "may not be used by this user",
    "40": "is too busy: others were faster",
    "53": "has no room or memory left",
    "53100": "cannot grow: the disk is full",
    "53300": "takes no more connections",
    "55P03": "is held by another connection",
    "57014": "does not answer in time",
    "57P01": "was shut down",
    "57P02": "was lost: PostgreSQL crashed",
    "57P03": "is not up yet",
    "XX001": "is damaged; put back a backup",
    "XX002": "is damaged; put back a backup",
}
TIMES_OUT: Final = "does not answer in time"
LOST: Final = "was lost"


class Database:
    """Where a database is; `name` is its URL without user, password and options."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self.name = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"
        self._url = url

    async def connect(
        self, settings: Mapping[str, str] | None = None, *, patient: bool = False
    ) -> Connection:
        """A new connection; on a patient one a statement may take as long as it will.

        So may whoever has a transaction open there.
        """
        return await asyncpg.connect(
            self._url,
            timeout=PATIENCE,
            command_timeout=None if patient else LONGEST,
            server_settings={**(PATIENT if patient else SETTINGS), **(settings or {})},
        )

    async def pool(self, size: int) -> asyncpg.Pool[asyncpg.Record]:
        """So many connections at most, made when they are needed and again when they are lost."""
        return await asyncpg.create_pool(
            self._url,
            min_size=0,
            max_size=size,
            timeout=PATIENCE,
            command_timeout=LONGEST,
            server_settings=SETTINGS,
            reset=_as_it_is,
        )

    def check_commits(self, how: str) -> None:
        """See that what is committed is durable, by what the database says to `COMMITS`.

        :raises StoreError: it is not.
        """
        if how == "off":
            raise StoreError(
                f"the store {self.name} confirms what it may still lose, "
                "as its synchronous_commit is off: set it to on"
            )

    @contextmanager
    def troubles(self) -> Iterator[None]:
        """Turn what PostgreSQL says into a StoreError; broken keys pass."""
        try:
            yield
        except IntegrityError:
            raise
        except FAULTS as error:
            raise self.trouble(error) from error

    def trouble(self, error: BaseException) -> StoreError:
        """What went wrong with the database, in one sentence."""
        inner = error.orig if isinstance(error, DBAPIError) and error.orig else error
        return StoreError(f"the store {self.name} {_words(inner)}")


async def _as_it_is(connection: Connection) -> None:
    """Nothing that is done with a reader changes it."""


def _words(inner: BaseException) -> str:
    state = getattr(inner, "sqlstate", None)
    if isinstance(state, str):
        for length in (5, 2):
            if words := WORDS.get(state[:length]):
                return words
    if isinstance(inner, TimeoutError):
        return TIMES_OUT
    if isinstance(inner, NoneIsFree):
        return "is too busy: no connection is free"
    if isinstance(inner, asyncpg.InternalClientError):
        return LOST
    if isinstance(inner, gaierror):
        return "cannot be found: its host has no address"
    if isinstance(inner, OSError):
        return f"does not answer: {os.strerror(inner.errno) if inner.errno else inner}"
    return f"does not do it: {' '.join(str(inner).split()) or type(inner).__name__}"


def is_no_text(error: BaseException) -> bool:
    """Whether it says that a text has a letter which no text of PostgreSQL has: the NUL."""
    inner = error.orig if isinstance(error, DBAPIError) else error
    return getattr(inner, "sqlstate", None) == "22021"


def is_lost(error: BaseException) -> bool:
    """Whether it says that the connection has ended, not that a statement is wrong."""
    if isinstance(error, DBAPIError):
        return error.connection_invalidated
    if isinstance(error, asyncpg.PostgresError):
        return (error.sqlstate or "")[:2] == "08" or error.sqlstate in ("57P01", "57P02", "57P03")
    if isinstance(error, asyncpg.InternalClientError):
        return True
    if isinstance(error, asyncpg.InterfaceError):
        return not isinstance(error, ValueError)  # one that is says that a value does not fit
    return isinstance(error, OSError) and not isinstance(error, TimeoutError)
