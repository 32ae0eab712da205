"""Ratings in PostgreSQL: many nodes count matches of the same players at once."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import select

from speto.server.accounts import Accounts
from speto.server.now import now_ms
from speto.server.ratings import COMPUTERS, PEOPLE, Place, Ratings
from speto.server.store.opening import open_store
from speto.server.store.schema import rated, rating
from tests.cluster.engines import Database

pytestmark = [pytest.mark.cluster, pytest.mark.once]

NODES = 8
MATCHES = 80


def test_no_match_is_lost_however_many_end_at_once(pg: Database) -> None:
    """Matches that all have the same players, told in any order by many nodes, all count."""

    async def run() -> None:
        stores = [await open_store(pg.url, Path("nowhere")) for _ in range(NODES)]
        accounts = Accounts(stores[0], now_ms)
        ann, bo = [(await accounts.guest())[0].id for _ in range(2)]
        ladders = [Ratings(store) for store in stores]

        async def rate(n: int) -> bool:
            who = (ann, bo) if n % 2 else (bo, ann)
            places = [
                *(Place(k, each) for k, each in enumerate(who, 1)),
                Place(3, None, "simple@1"),
            ]
            return await ladders[n % NODES].rate(f"t{n}", "dummy", places, n)

        assert all(await asyncio.gather(*map(rate, range(MATCHES))))
        for who, ladder in ((ann, PEOPLE), (bo, PEOPLE), ("simple@1", COMPUTERS)):
            own = rated.c.account == who, rated.c.ladder == ladder
            rows = await stores[0].execute(select(rated.c.n, rated.c.table).where(*own))
            assert sorted(row["n"] for row in rows) == [*range(1, MATCHES + 1)]
            assert len({row["table"] for row in rows}) == MATCHES
        shown = await stores[0].execute(select(rating.c.n))
        assert [row["n"] for row in shown] == [MATCHES] * 3
        for store in stores:
            await store.close()

    asyncio.run(run())
