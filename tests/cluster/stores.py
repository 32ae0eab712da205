"""The database of a cluster as a test looks into it, beside the nodes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from speto.server.accounts import Accounts
from speto.server.now import now_ms
from speto.server.store import Store
from speto.server.store.opening import open_store


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Store]:
    """The store in a database, as long as the context lasts."""
    store = await open_store(url, Path())
    try:
        yield store
    finally:
        await store.close()


async def tokens(store: Store, count: int) -> list[str]:
    """The tokens of so many new guests."""
    accounts = Accounts(store, now_ms)
    return [(await accounts.guest())[1] for _ in range(count)]
