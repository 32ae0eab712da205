"""What the sockets of one server share: the store, the tables, the accounts, who looks on.

What must stay true: nothing here knows a socket; time and chance come from outside.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from structlog.typing import FilteringBoundLogger

from speto.fair import commit_to, new_seed
from speto.server import log
from speto.server.accounts import Accounts
from speto.server.audience import Audience
from speto.server.codes import new_code, new_table_id, table_id_of
from speto.server.hosting import Hosting
from speto.server.keeping import Keeping
from speto.server.limits import CODES, GUESTS, SEATS, SOCKET, TABLES, WATCHES, Limits, Sockets
from speto.server.live import Live
from speto.server.matching import Matching
from speto.server.metrics import Metrics
from speto.server.now import now_ms
from speto.server.store import Head, Repeated, Store, Taken
from speto.server.talk import Talk
from speto.server.terms import Ending
from speto.server.tokens import Bearer
from speto.server.workers import Workers

TRIES: Final = 5


class Leaving(NamedTuple):
    """An account whose sockets are to be closed, and why: those of one token, or all but one's."""

    account: str
    reason: Ending
    token: str | None = None
    but: str | None = None

    def means(self, bearer: Bearer) -> bool:
        """Whether the socket of a bearer is one of them."""
        return (
            bearer.account.id == self.account
            and self.token in (None, bearer.token)
            and bearer.token != self.but
        )


@dataclass(slots=True)
class Service:
    """One server without its sockets; while it `drains` no table is opened.

    `leaving` are those whose sockets are to be closed; once `stops` is set the process ends.
    """

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
    watches: Limits
    seats: Limits
    sockets: Sockets
    keeping: Keeping
    matching: Matching
    drains: bool = False
    leaving: list[Leaving] = field(default_factory=list)
    stops: asyncio.Event = field(default_factory=asyncio.Event)

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
                # by a code, unless somebody else has opened this very table meanwhile
                if await self.store.head(table) is not None:
                    return await self.hosting.table(table)
        raise Taken

    def on_load(self, live: Live) -> None:
        """Remember who waited for a table that was made for a quick match."""
        command = next((name for (_, name), seq in live.commands.items() if seq == 1), "")
        plans = live.table.opened.seats
        self.matching.seat_all([plan.who for plan in plans], command, live.table.id)


def new_service(
    store: Store,
    workers: Workers,
    journal: FilteringBoundLogger,
    now: Callable[[], int] = now_ms,
) -> Service:
    """A server on a store, with the system's chance."""
    metrics = Metrics()
    audience = Audience(store, now)
    hosting = Hosting(
        store,
        workers,
        metrics,
        journal,
        now=now,
        new_seed=new_seed,
    )
    keeping = Keeping(store, journal, now)
    hosting.listeners += [audience.on_row, keeping.on_row]
    hosting.loaded.append(keeping.on_load)
    hosting.aside.append(audience.on_aside)
    hosting.hurried.append(audience.on_hurry)
    hosting.watched = audience.watches.__contains__
    service = Service(
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
        Limits(WATCHES, now),
        Limits(SEATS, now),
        Sockets(SOCKET, now),
        keeping,
        Matching(),
    )
    hosting.loaded.append(service.on_load)
    return service
