"""What the sockets of one server share: the store, the tables, the accounts, who looks on.

What must stay true: nothing here knows a socket; time and chance come from outside.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from random import SystemRandom
from typing import Final

from structlog.typing import FilteringBoundLogger

from speto.fair import commit_to, new_seed
from speto.server import log
from speto.server.accounts import Accounts
from speto.server.audience import Audience
from speto.server.codes import new_code, new_table_id, table_id_of
from speto.server.hosting import Hosting
from speto.server.keeping import Keeping
from speto.server.limits import CODES, GUESTS, TABLES, Limits
from speto.server.live import Live
from speto.server.matching import Matching
from speto.server.metrics import Metrics
from speto.server.store import Head, Repeated, Store, Taken
from speto.server.talk import Talk
from speto.server.workers import Workers

TRIES: Final = 5


def now_ms() -> int:
    """The time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


@dataclass(slots=True)
class Service:
    """One server without its sockets; while it `drains` no table is opened."""

    store: Store
    workers: Workers
    journal: FilteringBoundLogger
    metrics: Metrics
    now: Callable[[], int]
    hosting: Hosting
    accounts: Accounts
    audience: Audience
    talk: Talk
    guests: Limits
    tables: Limits
    codes: Limits
    keeping: Keeping
    matching: Matching
    drains: bool = False

    async def close(self) -> None:
        """Finish what is being kept."""
        await self.keeping.close()

    async def open_table(
        self, owner: str, command: str, body: log.Opened, *, key: str | None = None
    ) -> Live:
        """Open a table; asked for again with the same command and secret key, it is the same one.

        The commit of the first deal is this server's to make: what stands in `body` is replaced.
        """
        seed = new_seed()
        body = log.Opened(
            **{name: getattr(body, name) for name in body.__struct_fields__ if name != "commit"},
            commit=commit_to(seed).hex(),
        )
        for _ in range(TRIES):
            table = new_table_id() if key is None else table_id_of(key, command)
            at = self.now()
            head = Head(table, 1, "waiting", at, body.game, body.public, new_code(), at)
            try:
                return await self.hosting.open(head, owner, command, body, seed)
            except Repeated:
                return await self.hosting.table(table)
            except Taken:
                continue
        raise Taken


def new_service(
    store: Store,
    workers: Workers,
    journal: FilteringBoundLogger,
    now: Callable[[], int] = now_ms,
) -> Service:
    """A server on a store, with the system's chance."""
    metrics = Metrics()
    audience = Audience(store, now)
    chance = SystemRandom()
    hosting = Hosting(
        store,
        workers,
        metrics,
        journal,
        now=now,
        new_seed=new_seed,
        chance=lambda: chance.getrandbits(62),
    )
    keeping = Keeping(store, journal, now)
    hosting.listeners += [audience.on_row, keeping.on_row]
    hosting.loaded.append(keeping.on_load)
    return Service(
        store,
        workers,
        journal,
        metrics,
        now,
        hosting,
        Accounts(store, now),
        audience,
        Talk(store, now),
        Limits(GUESTS, now),
        Limits(TABLES, now),
        Limits(CODES, now),
        keeping,
        Matching(),
    )
