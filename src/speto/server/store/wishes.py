"""Who waits for a quick match at any node, and where those play who waited.

What must stay true: who waits is put into one match at a time, by one node; what stands here opens
nothing: no token and no secret.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Final, NamedTuple, TypeAlias

from sqlalchemy import (
    ColumnElement,
    Executable,
    and_,
    delete,
    exists,
    func,
    insert,
    select,
    tuple_,
    update,
)
from sqlalchemy.exc import IntegrityError

from speto.server.store import Store
from speto.server.store.nodes import ALIVE
from speto.server.store.schema import head
from speto.server.store.schema import wish as wishes

Key: TypeAlias = tuple[str, str]
"""An account and the id of its ask."""
ORDER: Final = (wishes.c.since, wishes.c.account)
"""Who has waited longest leads; so a match is seated the same by whoever opens it."""
UNTOLD: Final = wishes.c.node > ""
"""Said so, it is found by the index: those who were told stay for an hour, and are many."""


class Wished(NamedTuple):
    """A wish: whose, at which node his socket is, for what; once `chosen`, for which table."""

    account: str
    command: str
    node: str
    name: str
    game: str
    rules: str
    seats: int
    strength: float
    since: int
    beat: int
    table: str | None = None
    chosen: int | None = None

    @property
    def key(self) -> Key:
        """Which ask it is."""
        return self.account, self.command


async def wish(store: Store, one: Wished) -> str | None:
    """Wait for a match; the table, if this very ask has led to one already."""
    try:
        await store.execute(insert(wishes).values(one._asdict()))
        return None
    except IntegrityError:  # asked again, perhaps at another node
        again = update(wishes).where(_is([one.key])).values(node=one.node, beat=one.beat)
        if await store.execute(again.returning(wishes.c.table)):
            return await table_of(store, *one.key)
        return await wish(store, one)  # it was forgotten meanwhile


async def unwish(store: Store, node: str, keys: Collection[Key]) -> None:
    """Wait no more, where the socket was at this node and no match is chosen yet."""
    if keys:
        here = (wishes.c.node == node, wishes.c.table.is_(None))
        await store.execute(delete(wishes).where(_is(keys), *here))


async def beat(store: Store, node: str, now: int) -> None:
    """Let the wishes of this node's sockets go on."""
    await store.execute(update(wishes).where(wishes.c.node == node).values(beat=now))


async def waiting(store: Store, now: int) -> list[Wished]:
    """Who waits, the longest waiting first."""
    asked = select(wishes).where(UNTOLD, wishes.c.table.is_(None), wishes.c.beat >= now - ALIVE)
    return await _found(store, asked.order_by(*ORDER))


async def claim(store: Store, players: Sequence[Wished], table: str, now: int) -> bool:
    """Choose players for a table that is then to be opened; whether all of them still waited."""
    free = (
        select(wishes.c.account, wishes.c.command)
        .where(_is([one.key for one in players]), wishes.c.table.is_(None))
        .with_for_update(skip_locked=True)
        .cte("free")
    )
    count = select(func.count()).select_from(free).scalar_subquery()
    chosen = (
        update(wishes)
        .where(
            tuple_(wishes.c.account, wishes.c.command).in_(select(free)),
            count == len(players),
        )
        .values(table=table, chosen=now)
        .returning(wishes.c.account)
    )
    return len(await store.execute(chosen)) == len(players)


async def unopened(store: Store, before: int) -> list[list[Wished]]:
    """The matches that were chosen so long ago, and whose table nobody has opened."""
    there = exists().where(head.c.table == wishes.c.table)
    asked = select(wishes).where(UNTOLD, wishes.c.chosen < before, ~there)
    found = await _found(store, asked.order_by(wishes.c.table, *ORDER))
    return [list(match) for _, match in groupby(found, key=attrgetter("table"))]


async def of(store: Store, keys: Collection[Key]) -> list[Wished]:
    """What stands here of these asks."""
    return await _found(store, select(wishes).where(_is(keys))) if keys else []


async def seated(store: Store, node: str, keys: Collection[Key]) -> list[Wished]:
    """Those whose table is open: these, and who is to be told by this node and was not yet."""
    there = exists().where(head.c.table == wishes.c.table)
    found = await _found(store, select(wishes).where(wishes.c.node == node, there))
    if keys:
        elsewhere = select(wishes).where(_is(keys), wishes.c.node != node, there)
        found += await _found(store, elsewhere)
    return found


async def told(store: Store, keys: Collection[Key]) -> None:
    """Remember that they were told; where they play stays known for who asks again."""
    if keys:
        await store.execute(update(wishes).where(_is(keys)).values(node=""))


async def table_of(store: Store, account: str, command: str) -> str | None:
    """Where an ask has led, once the table is open: whoever was to open it may have died."""
    there = exists().where(head.c.table == wishes.c.table)
    asked = select(wishes.c.table).where(_is([(account, command)]), there)
    found = await store.execute(asked)
    table: str | None = found[0]["table"] if found else None
    return table


async def forget(store: Store, before: int) -> None:
    """Forget the wishes that nobody has kept going since."""
    await store.execute(delete(wishes).where(wishes.c.beat < before))


def _is(keys: Collection[Key]) -> ColumnElement[bool]:
    # the accounts by themselves too, since SQLite finds pairs by no index
    whose = wishes.c.account.in_([account for account, _ in keys])
    return and_(whose, tuple_(wishes.c.account, wishes.c.command).in_([*keys]))


async def _found(store: Store, asked: Executable) -> list[Wished]:
    return [Wished(**row) for row in await store.execute(asked)]
