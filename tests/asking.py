"""The application asked without a network, for the tests of what is fetched."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx
from starlette.types import ASGIApp

from speto.server.app import App, application
from speto.server.journal import open_journal
from speto.server.now import now_ms
from speto.server.service import new_service
from speto.server.store.sqlite import SqliteStore
from speto.server.workers import Workers

Work = Callable[[App, httpx.AsyncClient], Awaitable[None]]


def asked(
    tmp_path: Path,
    work: Work,
    now: Callable[[], int] = now_ms,
    *,
    around: Callable[[ASGIApp], ASGIApp] | None = None,
    peer: str = "127.0.0.1",
) -> None:
    """Run `work` with the application and a client of it, which comes from `peer`.

    What the client asks goes through what stands `around` the application, if anything does.
    """

    async def run() -> None:
        store = SqliteStore(tmp_path / "speto.db")
        workers = Workers(1)
        app = App(new_service(store, workers, open_journal(), now))
        whole = application(app) if around is None else around(application(app))
        transport = httpx.ASGITransport(app=whole, client=(peer, 4711))
        try:
            async with httpx.AsyncClient(transport=transport, base_url="http://here") as client:
                await work(app, client)
        finally:
            await workers.close()
            await store.close()

    asyncio.run(run())


async def guest(app: App, client: httpx.AsyncClient) -> str:
    """A guest whose token the client sends; his id."""
    who, token = await app.service.accounts.guest()
    client.headers["authorization"] = f"Bearer {token}"
    return who.id
