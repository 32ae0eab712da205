"""What is said at a table, shown to those who look on here, at whichever node it was said.

What must stay true: lines are shown in their order, each once, and to nobody who has muted their
speaker; one that was not heard is read from the store.
"""

from __future__ import annotations

import asyncio

from speto.server.audience import Audience
from speto.server.messages import Said as Shown
from speto.server.store import Store
from speto.server.talk import Said, deaf_to, said_at


class Speaking:
    """The lines that the viewers of this process have been shown, by table.

    Where nobody looks on nothing is remembered.
    """

    def __init__(self, store: Store, audience: Audience) -> None:
        self._store = store
        self._audience = audience
        self._shown: dict[str, int] = {}
        self._locks: dict[str, asyncio.Lock] = {}

    async def begin(self, table: str) -> None:
        """Know which line is the last, before somebody is shown the last ones."""
        if table not in self._shown:
            reach = (await self._store.heads_of([table])).get(table)
            if reach is not None:
                self._shown.setdefault(table, reach.talk)

    async def show(self, said: Said) -> None:
        """Show a line, and those before it that were not heard."""
        table = said.table
        if table not in self._shown:
            if table in self._audience.watches:  # it has one node, so nothing is missed
                await self._tell(said)
            return
        async with self._locks.setdefault(table, asyncio.Lock()):
            shown = self._shown.get(table, said.n)
            if said.n == shown + 1:
                await self._show([said])
            elif said.n > shown:
                await self._show(await said_at(self._store, table, since=shown))

    def last(self, table: str) -> int:
        """The last line that was shown here of a table, if that is known."""
        return self._shown.get(table, 0)

    def lose(self, table: str, newest: int) -> None:
        """Show what comes behind this line, as the store has no longer what was shown there."""
        if table in self._shown:
            self._shown[table] = newest

    async def catch_up(self, table: str, newest: int) -> None:
        """Show the lines that were not heard, as the store has this one."""
        if table not in self._shown and table in self._audience.watches:
            self._shown[table] = newest
        if self._shown.get(table, newest) < newest:
            async with self._locks.setdefault(table, asyncio.Lock()):
                shown = self._shown.get(table, newest)
                if shown < newest:
                    await self._show(await said_at(self._store, table, since=shown))
                    # the last of them may be of one who was deleted, and is not shown
                    self._shown[table] = max(newest, self._shown[table])

    def forget(self) -> None:
        """Remember nothing of tables that nobody looks at any more."""
        for table in [table for table in self._shown if table not in self._audience.watches]:
            del self._shown[table]
            self._locks.pop(table, None)

    async def _show(self, lines: list[Said]) -> None:
        for said in lines:
            await self._tell(said)
            self._shown[said.table] = said.n

    async def _tell(self, said: Said) -> None:
        here = {watch.viewer.account_id for watch in self._audience.watches.get(said.table, ())}
        deaf: frozenset[str] = frozenset()
        if here and said.account is not None:
            deaf = await deaf_to(self._store, said.account, here)
        self._audience.tell(said.table, shown(said), but=deaf.__contains__)


def shown(said: Said) -> Shown:
    """A line of talk as frames carry it."""
    return Shown(
        table=said.table,
        n=said.n,
        at=said.at,
        account=said.account or "",
        name=said.name,
        phrase=said.phrase,
        text=said.text,
    )
