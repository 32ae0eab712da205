"""The servers that share a store: each says that it is alive, and is told to drain.

What must stay true: the last moment at which any of them was alive is never forgotten; a beat takes
no drain back.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from sqlalchemy import and_, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from speto.server.store import Store
from speto.server.store.schema import node as nodes

ALIVE: Final = 5_000
"""A server whose last beat is older does not run, in milliseconds."""


class Node(NamedTuple):
    """A server of several, since `began`; with `stop_by` it ends at that moment at the latest."""

    id: str
    began: int
    beat: int
    drains: bool = False
    stop_by: int | None = None


async def join(store: Store, node: str, now: int) -> int | None:
    """Be one of the nodes; the last beat of any other, if there ever was one."""
    silent = and_(nodes.c.beat < now - ALIVE, nodes.c.id != node)
    last = select(func.max(nodes.c.beat).label("beat")).where(nodes.c.id != node)
    found = await store.execute(last)
    await store.execute(
        delete(nodes).where(silent | (nodes.c.id == node)),
        insert(nodes).values(Node(node, now, now)._asdict()),
    )
    beat: int | None = found[0]["beat"]
    return beat


async def beat(store: Store, node: str, now: int) -> Node:
    """Be alive; what this node was asked for meanwhile."""
    here = update(nodes).where(nodes.c.id == node).values(beat=now).returning(nodes)
    found = await store.execute(here)
    if not found:  # it was silent so long that it was taken for dead
        try:
            await store.execute(insert(nodes).values(Node(node, now, now)._asdict()))
        except IntegrityError:
            return await beat(store, node, now)
        return Node(node, now, now)
    return Node(**found[0])


async def running(store: Store, now: int) -> list[Node]:
    """The nodes that are alive, the oldest first."""
    asked = select(nodes).where(nodes.c.beat >= now - ALIVE).order_by(nodes.c.began, nodes.c.id)
    return [Node(**row) for row in await store.execute(asked)]


async def ask_drain(
    store: Store, now: int, *, stop_by: int | None = None, node: str | None = None
) -> list[str]:
    """Ask all nodes that are alive to drain, or one of them; those that were asked."""
    return await _ask(store, now, node, drains=True, stop_by=stop_by)


async def end_drain(store: Store, now: int, *, node: str | None = None) -> list[str]:
    """Ask all nodes that are alive to open tables again, or one; those that drained."""
    return await _ask(store, now, node, drains=False, stop_by=None)


async def _ask(
    store: Store, now: int, node: str | None, *, drains: bool, stop_by: int | None
) -> list[str]:
    which = [nodes.c.beat >= now - ALIVE]
    if node is not None:
        which.append(nodes.c.id == node)
    if not drains:
        which.append(nodes.c.drains)
    asked = update(nodes).where(*which).values(drains=drains, stop_by=stop_by)
    return sorted(row["id"] for row in await store.execute(asked.returning(nodes.c.id)))
