"""A store of its own and a clock that a test turns, for the tests of the site."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from speto.server.store import Store
from speto.server.store.sqlite import SqliteStore

BEGAN = 1_700_000_000_000


class Clock:
    """Milliseconds since 1970, as a test says."""

    def __init__(self) -> None:
        self.at = BEGAN

    def __call__(self) -> int:
        return self.at


def with_store(folder: Path, use: Callable[[Store, Clock], Awaitable[None]]) -> None:
    """Run `use` with a fresh store."""

    async def run() -> None:
        store = SqliteStore(folder / "site.db")
        try:
            await use(store, Clock())
        finally:
            await store.close()

    asyncio.run(run())
