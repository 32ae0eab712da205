"""What tables have finished is kept, whatever goes wrong meanwhile."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import select

from speto.client import Client
from speto.server import keeping
from speto.server.keeping import Keeping
from speto.server.ratings import Ratings
from speto.server.store.schema import rated, result
from tests import serving
from tests.nodes import service
from tests.serving import served

pytestmark = pytest.mark.once


@pytest.mark.parametrize(("where", "what"), [(Keeping, "keep_deal"), (Ratings, "rate")])
def test_what_fails_once_is_kept_all_the_same(
    where: Any, what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A deal or a match whose keeping fails in an unforeseen way is tried again until it stands."""
    done, failed = getattr(where, what), set[str]()
    monkeypatch.setattr(keeping, "AGAIN", 0.01)

    async def fails(self: Any, table: Any, *args: Any) -> Any:
        name = str(getattr(table, "id", table))
        if name not in failed:
            failed.add(name)
            raise RuntimeError("closed")
        return await done(self, table, *args)

    monkeypatch.setattr(where, what, fails)

    async def run() -> None:
        async with served(tmp_path) as site:
            async with Client(site.url) as client:
                table = await serving.open_with(client, "dummy", ("person", "computer"))
                await client.watch(table)
                await serving.play_on(client, table, Random(1))
            store = service(site).store
            async with asyncio.timeout(serving.PATIENCE):
                while not await store.execute(select(rated.c.n)):
                    await asyncio.sleep(0.02)
            deals = [row["deal"] for row in await store.execute(select(result.c.deal))]
            assert sorted(deals) == [*range(1, len(deals) + 1)] and deals
            assert site.journal.getvalue().count('"deal not kept"') == 1
        assert failed == {table}

    asyncio.run(run())


def test_what_never_succeeds_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What fails each time is tried a few times and then left, so that a server can end."""
    asked = 0
    monkeypatch.setattr(keeping, "AGAIN", 0.001)

    async def fails(*_: object) -> None:
        nonlocal asked
        asked += 1
        raise RuntimeError("closed")

    monkeypatch.setattr(Keeping, "rate", fails)

    async def run() -> None:
        async with served(tmp_path) as site:
            async with Client(site.url) as client:
                table = await serving.open_with(client, "dummy", ("person", "computer"))
                await client.watch(table)
                await serving.play_on(client, table, Random(1))
            await asyncio.wait_for(asyncio.gather(*service(site).keeping._tasks), serving.PATIENCE)
            assert asked == keeping.TRIES

    asyncio.run(run())
