"""The guard of a running server: notices what its keepers do, and closes the sockets that must go.

What must stay true: a ban, an ended token or a deleted account closes its open sockets within two
seconds; a mistake of one look leaves the next one to be tried.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Final

from speto.server import lobby, sanctions
from speto.server.app import App
from speto.server.folder import drain_in
from speto.server.journal import place_of
from speto.server.messages import Notice
from speto.server.service import Leaving
from speto.server.store import StoreError

EVERY: Final = 0.5
"""Seconds between two looks."""


class Guard:
    """Looks after the sockets of a server, and into its folder.

    `seen` is the number of the last sanction before any socket was open.
    """

    def __init__(self, app: App, folder: Path, seen: int) -> None:
        self.app = app
        self.service = app.service
        self.folder = folder
        self._seen = seen
        self._drains = False

    async def run(self) -> None:
        """Look again and again."""
        while True:
            try:
                await self.look()
            except StoreError as problem:
                self.service.journal.error("guard", **place_of(problem))
            except Exception as problem:  # whatever it is, the next look is tried
                self.service.journal.error("guard failed", **place_of(problem))
            await asyncio.sleep(EVERY)

    async def look(self) -> None:
        """Do what is to be done now."""
        self._drain()
        await self._ban()
        self._close()
        await lobby.seat_waiting(self.service)

    def _drain(self) -> None:
        service = self.service
        drain = drain_in(self.folder)
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
        """Let those go who were banned since the last look; who comes is looked at at the door."""
        store, now = self.service.store, self.service.now()
        for each in await sanctions.since(store, self._seen):
            self._seen = each.id
            if each.kind == sanctions.BAN and each.stands(now):
                self.service.leaving.append(Leaving(each.account, "banned"))

    def _close(self) -> None:
        """Close the sockets of all who are to leave."""
        leaving, self.service.leaving = self.service.leaving, []
        for each in leaving:
            for session in tuple(self.app.sessions):
                if session.bearer is not None and each.means(session.bearer):
                    session.shut(each.reason)
