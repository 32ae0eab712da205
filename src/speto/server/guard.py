"""The guard of a running server: notices what its keepers do, and closes the sockets that must go.

What must stay true: a ban closes the open sockets of its account within two seconds, an ended token
or a deleted account at once, at all nodes; a mistake of one look leaves the next one to be tried.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from speto.server import lobby, sanctions, tokens
from speto.server.app import App
from speto.server.folder import Drain
from speto.server.journal import place_of
from speto.server.messages import Notice
from speto.server.service import Leaving
from speto.server.store import StoreError

EVERY: Final = 0.5
"""Seconds between two looks."""
SOON: Final = 0.05
"""At once is so late, so that whoever has changed his own token is told the new one first."""
RECENT: Final = 60_000
"""Milliseconds for which a new ban is looked at again and again: it may be seen late, or begin by a
clock that is ahead."""
KNOWN: Final = 30_000
"""Milliseconds between two looks at who holds the open sockets, for all that was missed."""


class Guard:
    """Looks after the sockets of a server, and at what its keepers ask for: `drain` tells it."""

    def __init__(self, app: App, drain: Callable[[], Drain | None]) -> None:
        self.app = app
        self.service = app.service
        self.drain = drain
        self._drains = False
        self._knew = app.service.now()

    async def run(self) -> None:
        """Look again and again, and at once for what cannot wait."""
        loop, looks = asyncio.get_running_loop(), self.service.looks
        while True:
            await self._try(self.look)
            ends = loop.time() + EVERY
            with suppress(TimeoutError):
                while True:
                    await asyncio.wait_for(looks.wait(), ends - loop.time())
                    await asyncio.sleep(SOON)
                    looks.clear()
                    await self._try(self.look_at_once)

    async def _try(self, look: Callable[[], Awaitable[None]]) -> None:
        try:
            await look()
        except StoreError as problem:
            self.service.journal.error("guard", **place_of(problem))
        except Exception as problem:  # whatever it is, the next look is tried
            self.service.journal.error("guard failed", **place_of(problem))

    async def look(self) -> None:
        """Do what is to be done now."""
        self._drain()
        await self._ban()
        await self.look_at_once()
        await self._know()

    async def look_at_once(self) -> None:
        """Close the sockets that are to go, and tell who was waited for."""
        self._close()
        await lobby.seat_waiting(self.service)

    def _drain(self) -> None:
        service = self.service
        drain = self.drain()
        if self._drains != (drain is not None):
            self._drains = service.drains = drain is not None
            service.journal.info("drains" if service.drains else "opens")
            for session in tuple(self.app.sessions):
                if session.ready:
                    session.tell(Notice(code="drains" if drain else "opens", table=None))
        if drain is None or drain.stop_by is None:
            return
        if service.now() >= drain.stop_by or not self._is_played():
            service.stops.set()

    def _is_played(self) -> bool:
        """Whether a person who is here is in the middle of a deal."""
        return any(
            live.table.stage in ("entropy", "playing")
            and any(
                watch.seat is not None for watch in self.service.audience.watches.get(table, ())
            )
            for table, live in self.service.hosting.tables.items()
        )

    async def _ban(self) -> None:
        """Let those go who were banned of late; who comes is looked at at the door."""
        now = self.service.now()
        found = await sanctions.since(self.service.store, now - RECENT)
        banned = {one.account for one in found if one.kind == sanctions.BAN and one.stands(now)}
        if banned:
            self._let_leave(banned)

    def _let_leave(self, banned: set[str]) -> None:
        here = banned.intersection(session.account_id for session in self.app.sessions)
        self.service.leaving += (Leaving(account, "banned") for account in sorted(here))

    def _close(self) -> None:
        """Close the sockets of all who are to leave."""
        leaving, self.service.leaving = self.service.leaving, []
        for each in leaving:
            for session in tuple(self.app.sessions):
                if session.bearer is not None and each.means(session.bearer):
                    session.shut(each.reason)

    async def _know(self) -> None:
        """See who is banned, whose tokens have ended, and who has another name, at any node."""
        service, now = self.service, self.service.now()
        if service.node is None or now < self._knew + KNOWN:
            return
        self._knew = now
        accounts = {each.account_id for each in self.app.sessions if each.ready}
        self._let_leave(await sanctions.banned(service.store, accounts, now))
        asked = {each.bearer.token for each in self.app.sessions if each.ready and each.bearer}
        names = await tokens.holders(service.store, asked, now)
        for session in tuple(self.app.sessions):
            if session.bearer is None or session.bearer.token not in asked:
                continue
            name = names.get(session.bearer.token)
            if name is None:
                session.shut("token")
            elif name != session.account_name:
                session.rename(session.account._replace(name=name))
