"""What somebody has played and plays, over HTTP."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from speto.client import Client
from speto.games import NAMES, game
from speto.moment import matters
from speto.server import asks, history
from speto.server.app import App
from speto.server.history import PAGE, Sitter
from speto.server.store import Store
from speto.server.table import seat_of
from tests import serving
from tests.asking import asked, guest
from tests.serving import PATIENCE, RULES, Tap, nodes_of, served
from tests.test_history import finished

pytestmark = pytest.mark.once

OWN = ("/account/history", "/account/tables", "/account/tables/t/moment", "/account/people/a")


async def keep(store: Store, who: str, table: str, at: int, *, public: bool) -> None:
    """A deal in which somebody sat."""
    record, proof = finished("dummy", table)
    sitters = [Sitter(who, None, 1), Sitter(None, "simple", 2)]
    await history.keep(store, record, proof, sitters, at=at, public=public)


def test_who_asks_must_be_known(tmp_path: Path) -> None:
    """Nothing is told to nobody, nor to a page of another site."""

    async def work(app: App, client: httpx.AsyncClient) -> None:
        for path in OWN:
            assert (await client.get(path)).json()["code"] == "token"
        await guest(app, client)
        for path in OWN:
            found = await client.get(path, headers={"origin": "http://elsewhere"})
            assert (found.status_code, found.json()["code"]) == (403, "origin")

    asked(tmp_path, work)


def test_the_history_has_pages(tmp_path: Path) -> None:
    """Page after page every own deal comes once, the newest first, with points and seats."""

    async def work(app: App, client: httpx.AsyncClient) -> None:
        who = await guest(app, client)
        empty = (await client.get("/account/history")).json()
        assert empty == {"deals": [], "count": 0, "before": None}
        for at in range(PAGE + 2):
            await keep(app.service.store, who, f"t{at}", at, public=False)
        await keep(app.service.store, "somebody", "u", 99, public=True)
        first = (await client.get("/account/history")).json()
        assert len(first["deals"]) == PAGE and first["count"] == PAGE + 2
        second = (await client.get("/account/history", params={"before": first["before"]})).json()
        tables = [deal["table"] for deal in first["deals"] + second["deals"]]
        assert tables == [f"t{at}" for at in reversed(range(PAGE + 2))]
        assert second["before"] is None
        deal: dict[str, Any] = second["deals"][0]
        assert deal["own"] == [0]
        assert [seat["level"] for seat in deal["seats"]] == [None, "simple"]
        for before in ("", "x", "1,2", "1,t;drop,1"):
            wrong = await client.get("/account/history", params={"before": before})
            assert (wrong.status_code, wrong.json()["code"]) == (400, "before")

    asked(tmp_path, work)


def test_a_profile_tells_public_deals_alone(tmp_path: Path) -> None:
    """Of somebody else are told the name, the ratings and the public deals."""

    async def work(app: App, client: httpx.AsyncClient) -> None:
        other, _ = await app.service.accounts.guest()
        await keep(app.service.store, other.id, "open", 1, public=True)
        await keep(app.service.store, other.id, "private", 2, public=False)
        await guest(app, client)
        found = (await client.get(f"/account/people/{other.id}")).json()
        assert (found["name"], found["kind"], found["ratings"]) == (other.name, "guest", [])
        assert [deal["table"] for deal in found["deals"]] == ["open"]
        assert (await client.get("/account/people/nobody")).json()["code"] == "account"

    asked(tmp_path, work)


@pytest.mark.parametrize("name", NAMES)
def test_own_tables_and_the_moment(tmp_path: Path, name: str) -> None:
    """A running table is listed for who sits there, with the clauses that matter to each seat."""

    async def play() -> None:
        async with served(tmp_path) as site, Client(site.url) as one, Client(site.url) as two:
            table = await serving.open_with(one, name, ("person", "open"))
            await two.ask(lambda ask: asks.Join(id=ask, table=table))
            await one.watch(table)
            await two.watch(table)
            live = await site.app.service.hosting.table(table)
            async with asyncio.timeout(serving.PATIENCE):
                while live.table.state is None:
                    await asyncio.sleep(0.05)
            turns, clauses = [], []
            for client in (one, two):
                token = {"authorization": f"Bearer {client.token}"}
                async with httpx.AsyncClient(base_url=site.web, headers=token) as web:
                    (mine,) = (await web.get("/account/tables")).json()["tables"]
                    seat = seat_of(live.table, client.account)
                    assert (mine["table"], mine["game"], mine["seat"]) == (table, name, seat)
                    turns.append(mine["turn"])
                    moment = (await web.get(f"/account/tables/{table}/moment")).json()
                    assert moment["seq"] == live.table.seq
                    view = live.table.view_for(seat)
                    assert moment["clauses"] == [clause.code for clause in matters(view)]
                    clauses.append(moment["clauses"])
                    none = await web.get("/account/tables/none/moment")
                    assert (none.status_code, none.json()["code"]) == (404, "table")
            assert sorted(turns) == [False, True] and all(clauses)
            assert all(code in game(name).BY_CODE for code in clauses[0])
            async with Client(site.url) as three:
                token = {"authorization": f"Bearer {three.token}"}
                async with httpx.AsyncClient(base_url=site.web, headers=token) as web:
                    assert (await web.get("/account/tables")).json() == {"tables": []}
                    seen = (await web.get(f"/account/tables/{table}/moment")).json()
                    assert seen["clauses"] == []

    asyncio.run(play())


def test_a_quick_match_is_among_the_own_tables_at_every_node(tmp_path: Path) -> None:
    """Who was put at a table finds it before he acts, also at a node that does not hold it."""

    async def play() -> None:
        async with nodes_of(tmp_path, 2) as (here, there), AsyncExitStack() as stack:
            taps = [await stack.enter_async_context(Tap(here.url)) for _ in range(2)]
            for tap in taps:
                await tap.ask(asks.Quick, game="dummy", rules=RULES["dummy"], seats=2)
            async with asyncio.timeout(PATIENCE):
                while not here.app.service.hosting.tables:
                    await asyncio.sleep(0.05)
            (table,) = here.app.service.hosting.tables
            for tap in taps:
                token = {"authorization": f"Bearer {tap.token}"}
                async with httpx.AsyncClient(base_url=there.web, headers=token) as web:
                    (mine,) = (await web.get("/account/tables")).json()["tables"]
                    assert mine["table"] == table and mine["seat"] is not None

    asyncio.run(play())
