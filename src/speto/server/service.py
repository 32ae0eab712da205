"""What the sockets of one server share: the store, the tables, the accounts, who looks on.

What must stay true: nothing here knows a socket; time and chance come from outside; a table that is
asked for again is the same one, at whichever node.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from structlog.typing import FilteringBoundLogger

from speto.fair import commit_to, new_seed
from speto.server import log
from speto.server.accounts import Accounts
from speto.server.audience import Audience
from speto.server.bus import new_node_id
from speto.server.codes import new_code, new_table_id
from speto.server.hosting import Hosting
from speto.server.keeping import Keeping
from speto.server.limits import CODES, GUESTS, SEATS, SOCKET, TABLES, WATCHES, Limits, Sockets
from speto.server.live import Live
from speto.server.matching import Matching
from speto.server.metrics import Metrics
from speto.server.now import now_ms
from speto.server.speaking import Speaking
from speto.server.store import Head, Repeated, Store, Taken
from speto.server.talk import Said, Talk
from speto.server.terms import Ending
from speto.server.tokens import Account, Bearer
from speto.server.workers import Workers

if TYPE_CHECKING:
    from speto.server.node import Node

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
    """One server without its sockets, `name`d unlike others; while it `drains` it opens no table.

    `leaving` are those whose sockets are to be closed, and `looks` has the guard look at once; once
    `stops` is set the process ends. `renamed` are told of new names. `node` binds it to others, if
    it is not alone.
    """

    store: Store
    workers: Workers
    journal: FilteringBoundLogger
    metrics: Metrics
    now: Callable[[], int]
    hosting: Hosting
    accounts: Accounts
    audience: Audience
    speaking: Speaking
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
    looks: asyncio.Event = field(default_factory=asyncio.Event)
    renamed: list[Callable[[Account], None]] = field(default_factory=list)
    name: str = ""
    node: Node | None = None
    stops: asyncio.Event = field(default_factory=asyncio.Event)

    def shared_limits(self) -> dict[str, Limits]:
        """What somebody may do so often at all nodes together."""
        return {
            "guests": self.guests,
            "tables": self.tables,
            "codes": self.codes,
            "watches": self.watches,
            "seats": self.seats,
            "talk": self.talk.limits,
            "reports": self.talk.reports,
        }

    async def close(self) -> None:
        """Finish what is being kept."""
        await self.keeping.close()

    async def open_table(
        self, owner: str, command: str, body: log.Opened, *, table: str | None = None
    ) -> Live:
        """Open a table; one that is given its id and is open already is that one.

        The commit of the first deal is this server's to make: what stands in `body` is replaced.
        """
        seed = new_seed()
        body = log.Opened(
            **{name: getattr(body, name) for name in body.__struct_fields__ if name != "commit"},
            commit=commit_to(seed).hex(),
        )
        for _ in range(TRIES):
            name, at = table or new_table_id(), self.now()
            head = Head(name, 1, "waiting", at, body.game, body.public, new_code(), at)
            try:
                return await self.hosting.open(head, owner, command, body, seed)
            except Repeated:
                return await self.hosting.table(name)
            except Taken:
                # by a code, unless somebody else has opened this very table meanwhile
                if await self.store.head(name) is not None:
                    return await self.hosting.table(name)
        raise Taken

    async def show_said(self, said: Said) -> None:
        """Show a line of talk that is stored to all who look on, at every node."""
        if self.node is not None:
            self.node.tell_said(said)
        await self.speaking.show(said)

    def rename(self, who: Account) -> None:
        """Have the open sockets of an account take its new name, at every node."""
        self.take_name(who)
        if self.node is not None:
            self.node.tell_name(who)

    def take_name(self, who: Account) -> None:
        """Have the open sockets here take a new name."""
        for tell in self.renamed:
            tell(who)

    def send_away(self, leaving: Leaving) -> None:
        """Have open sockets closed at once, at every node."""
        self.let_leave(leaving)
        if self.node is not None:
            self.node.tell_leaving(leaving)

    def let_leave(self, leaving: Leaving) -> None:
        """Have open sockets here closed at once."""
        self.leaving.append(leaving)
        self.looks.set()

    def tell_seated(self, table: str, command: str, accounts: Sequence[str | None]) -> None:
        """Have the players of a quick match told where it is played, at every node."""
        self.looks.set()
        if self.node is not None:
            self.node.tell_seated(table, command, tuple(accounts))


def new_service(
    store: Store,
    workers: Workers,
    journal: FilteringBoundLogger,
    now: Callable[[], int] = now_ms,
    name: str | None = None,
) -> Service:
    """A server on a store, with the system's chance."""
    name = name or new_node_id()
    metrics = Metrics()
    metrics.share.set_function(lambda: workers.share)  # also while nobody plays
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
    return Service(
        store,
        workers,
        journal,
        metrics,
        now,
        hosting,
        Accounts(store, now),
        audience,
        Speaking(store, audience),
        Talk(store, now),
        Limits(GUESTS, now),
        Limits(TABLES, now),
        Limits(CODES, now),
        Limits(WATCHES, now),
        Limits(SEATS, now),
        Sockets(SOCKET, now),
        keeping,
        Matching(store, now, name),
        name=name,
    )
