"""What an account is asked over HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from speto.server.app import App, application
from speto.server.journal import open_journal
from speto.server.service import new_service
from speto.server.store.sqlite import SqliteStore
from speto.server.workers import Workers

pytestmark = pytest.mark.once

PASSWORD = "correct horse battery"
Ask = Callable[..., Awaitable[httpx.Response]]


def asked(tmp_path: Path, work: Callable[[App, httpx.AsyncClient], Awaitable[None]]) -> None:
    """Run `work` with the application and a client of it."""

    async def run() -> None:
        store = SqliteStore(tmp_path / "speto.db")
        workers = Workers(1)
        app = App(new_service(store, workers, open_journal()))
        transport = httpx.ASGITransport(app=application(app))
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


def entry(name: str, password: str = PASSWORD) -> dict[str, Any]:
    return {"name": name, "password": password}


def test_a_guest_becomes_a_person(tmp_path: Path) -> None:
    """A guest keeps the account with a name and a password, and logs in elsewhere by a cookie."""

    async def work(app: App, client: httpx.AsyncClient) -> None:
        mine = await guest(app, client)
        made = await client.post("/account/upgrade", json=entry("Nok"))
        assert made.json() == {"account": mine, "name": "Nok"}
        del client.headers["authorization"]
        assert (await client.get("/account")).status_code == 401
        wrong = await client.post("/account/login", json=entry("Nok", "wrong password"))
        assert (wrong.status_code, wrong.json()) == (409, {"code": "login"})
        right = await client.post("/account/login", json=entry("nok"))
        assert right.json() == {"account": mine, "name": "Nok"}
        cookie = right.headers["set-cookie"]
        assert "HttpOnly" in cookie and "SameSite=Lax" in cookie and "Secure" not in cookie
        shown = await client.get("/account")
        assert shown.json()["account"] == mine
        assert PASSWORD not in shown.text
        await client.post("/account/logout")
        assert (await client.get("/account")).status_code == 401

    asked(tmp_path, work)


def test_another_page_is_refused(tmp_path: Path) -> None:
    """A page of another site cannot use somebody's cookie."""

    async def work(app: App, client: httpx.AsyncClient) -> None:
        await guest(app, client)
        for origin in ("http://elsewhere", "null", "http://here.elsewhere"):
            found = await client.get("/account", headers={"origin": origin})
            assert (found.status_code, found.json()) == (403, {"code": "origin"})
        assert (await client.get("/account", headers={"origin": "http://here"})).is_success

    asked(tmp_path, work)


def test_a_program_has_a_token_of_its_own(tmp_path: Path) -> None:
    """A program's token plays, but does not change the account; it can be ended."""

    async def work(app: App, client: httpx.AsyncClient) -> None:
        await guest(app, client)
        wish = {"label": "my program", "scopes": ["play"]}
        token = (await client.post("/account/tokens", json=wish)).json()["token"]
        as_program = {"authorization": f"Bearer {token}"}
        refused = await client.post("/account/delete", headers=as_program)
        assert (refused.status_code, refused.json()) == (403, {"code": "scope"})
        listed = (await client.get("/account")).json()["tokens"]
        number = next(one["id"] for one in listed if one["label"] == "my program")
        assert (await client.post("/account/tokens/end", json={"token": number})).is_success
        gone = await client.get("/account/export", headers=as_program)
        assert gone.status_code == 401
        more = await client.post("/account/tokens", json={"label": "x", "scopes": ["account"]})
        assert more.json() == {"code": "scope"}

    asked(tmp_path, work)


def test_my_data_is_mine(tmp_path: Path) -> None:
    """All that is kept of an account can be had and deleted, and then it is gone."""

    async def work(app: App, client: httpx.AsyncClient) -> None:
        mine = await guest(app, client)
        assert mine in (await client.get("/account/export")).text
        assert (await client.post("/account/delete")).is_success
        assert (await client.get("/account/export")).status_code == 401
        assert await app.service.accounts.find(mine) is None

    asked(tmp_path, work)


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"{", 400, "json"),
        (b"[]", 400, "field"),
        (b'{"name":"x"}', 400, "field"),
        (b'{"name":"x","password":"y","more":1}', 400, "field"),
        (b'{"name":1,"password":"y"}', 400, "field"),
        (b"[" * 4000, 400, "field"),
        (b"\xff", 400, "json"),
        (b" " * 5000, 413, "long"),
    ],
)
def test_what_is_no_request_is_refused(tmp_path: Path, body: bytes, status: int, code: str) -> None:
    """Whatever is sent is answered with a code, never with a failure."""

    async def work(app: App, client: httpx.AsyncClient) -> None:
        found = await client.post("/account/login", content=body)
        assert (found.status_code, found.json()) == (status, {"code": code})

    asked(tmp_path, work)


def test_logins_are_limited(tmp_path: Path) -> None:
    """Passwords cannot be tried one after the other for ever."""

    async def work(app: App, client: httpx.AsyncClient) -> None:
        found = [await client.post("/account/login", json=entry("x", "")) for _ in range(12)]
        assert found[-1].json() == {"code": "often"}

    asked(tmp_path, work)


def test_leaders_and_options(tmp_path: Path) -> None:
    """Both leaderboards and the forms of both games are there; others are not."""

    async def work(app: App, client: httpx.AsyncClient) -> None:
        for ladder, status in (("people", 200), ("computers", 200), ("dogs", 404)):
            assert (await client.get(f"/leaders/dummy/{ladder}")).status_code == status
        for name, status in (("dummy", 200), ("indian", 200), ("poker", 404)):
            found = await client.get(f"/options/{name}?language=th")
            assert found.status_code == status
        assert "หัว" in (await client.get("/options/dummy?language=th")).text

    asked(tmp_path, work)
