"""What an account is asked over HTTP."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from speto.server.app import App, Figures, application
from speto.server.limits import FETCHED
from speto.server.ratings import LEAST, Place
from tests.asking import asked, guest

pytestmark = pytest.mark.once

PASSWORD = "correct horse battery"


def entry(name: str, password: str = PASSWORD) -> dict[str, Any]:
    return {"name": name, "password": password}


def test_a_guest_becomes_a_person(tmp_path: Path) -> None:
    """A guest keeps the account with a name and a password, and logs in elsewhere by a cookie."""

    async def work(app: App, client: httpx.AsyncClient) -> None:
        mine = await guest(app, client)
        made = await client.post("/account/upgrade", json=entry("Nok"))
        token = made.json()["token"]
        assert made.json() == {"account": mine, "name": "Nok", "token": token}
        assert (await client.get("/account")).status_code == 401  # the token before
        client.headers["authorization"] = f"Bearer {token}"
        assert (await client.get("/account")).json()["account"] == mine
        del client.headers["authorization"]
        assert (await client.get("/account")).status_code == 401
        wrong = await client.post("/account/login", json=entry("Nok", "wrong password"))
        assert (wrong.status_code, wrong.json()["code"]) == (409, "login")
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


def test_a_page_has_a_new_session_for_each_person(tmp_path: Path) -> None:
    """Who takes a name or logs in has a new cookie, which no script reads; the one before ends."""

    async def work(app: App, client: httpx.AsyncClient) -> None:
        held: list[str] = []

        async def become(path: str, name: str) -> str:
            held.append(client.cookies["speto"])
            client.cookies.clear()
            client.cookies.set("speto", held[-1], domain="here.local")
            answer = await client.post(path, json=entry(name))
            assert answer.status_code == 200 and [*answer.json()] == ["account", "name"]
            assert client.cookies["speto"] != held[-1]
            assert answer.headers["set-cookie"].endswith("HttpOnly; SameSite=Lax")
            shown = (await client.get("/account")).json()
            assert shown["name"] == name
            for token in held:
                assert await app.service.accounts.bearer(token) is None
            return str(shown["account"])

        first, token = await app.service.accounts.guest()
        client.cookies["speto"] = token
        planted = await app.service.accounts.bearer(token)
        assert planted
        program = await app.service.accounts.program_token(planted, ["play"], "bot")
        assert await become("/account/upgrade", "Nok") == first.id
        assert await app.service.accounts.bearer(program) is None
        assert await become("/account/login", "Nok") == first.id
        other, token = await app.service.accounts.guest()
        client.cookies.clear()
        client.cookies["speto"] = token
        assert await become("/account/login", "Nok") == first.id
        assert await app.service.accounts.find(other.id)

    asked(tmp_path, work)


def test_another_page_is_refused(tmp_path: Path) -> None:
    """A page of another site cannot use somebody's cookie."""

    async def work(app: App, client: httpx.AsyncClient) -> None:
        await guest(app, client)
        for origin in ("http://elsewhere", "null", "http://here.elsewhere"):
            found = await client.get("/account", headers={"origin": origin})
            assert (found.status_code, found.json()["code"]) == (403, "origin")
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
        assert (refused.status_code, refused.json()["code"]) == (403, "scope")
        listed = (await client.get("/account")).json()["tokens"]
        number = next(one["id"] for one in listed if one["label"] == "my program")
        assert (await client.post("/account/tokens/end", json={"token": number})).is_success
        gone = await client.get("/account/export", headers=as_program)
        assert gone.status_code == 401
        more = await client.post("/account/tokens", json={"label": "x", "scopes": ["account"]})
        assert more.json()["code"] == "scope"

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
        assert (found.status_code, found.json()["code"]) == (status, code)
        assert found.json()["text"]

    asked(tmp_path, work)


def test_logins_are_limited(tmp_path: Path) -> None:
    """Passwords cannot be tried one after the other for ever."""

    async def work(app: App, client: httpx.AsyncClient) -> None:
        found = [await client.post("/account/login", json=entry("x", "")) for _ in range(12)]
        assert found[-1].json()["code"] == "often"

    asked(tmp_path, work)


def test_a_name_is_not_locked_by_others(tmp_path: Path) -> None:
    """Neither ten wrong tries elsewhere nor a crowd that tries a name keep its owner out."""

    async def work(app: App, client: httpx.AsyncClient) -> None:
        await guest(app, client)
        await client.post("/account/upgrade", json=entry("Nok"))
        del client.headers["authorization"]
        site = application(app)

        def at(number: int) -> httpx.AsyncClient:
            transport = httpx.ASGITransport(app=site, client=(f"203.0.{number}.7", 1))
            return httpx.AsyncClient(transport=transport, base_url="http://here")

        async def tried(address: httpx.AsyncClient, password: str) -> str:
            answer = await address.post("/account/login", json=entry("Nok", password))
            return str(answer.json().get("code", "in"))

        async with at(0) as home, at(1) as school, at(200) as library:
            assert await tried(home, PASSWORD) == "in"
            codes = [await tried(school, "wrong horse") for _ in range(11)]
            assert codes == ["login"] * 10 + ["often"]
            assert await tried(home, PASSWORD) == "in"
            crowd = []
            for number in range(2, 12):
                async with at(number) as one:
                    crowd += [await tried(one, "wrong horse") for _ in range(10)]
            assert crowd[0] == "login" and crowd[-1] == "often"
            assert await tried(library, PASSWORD) == "often"
            assert await tried(home, PASSWORD) == "in"

    asked(tmp_path, work)


def test_what_is_fetched_too_often_is_refused(tmp_path: Path) -> None:
    """An address has a limit for all that it fetches; who watches over the server has none."""

    async def work(app: App, client: httpx.AsyncClient) -> None:
        transport = httpx.ASGITransport(app=application(app), client=("203.0.113.7", 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://here") as crowd:
            for _ in range(FETCHED.burst):
                assert (await crowd.get("/account")).status_code == 401
            found = [await crowd.get("/account") for _ in range(200)]
            assert "often" in {each.json()["code"] for each in found}
            assert (await crowd.get("/healthz")).text == (await crowd.get("/readyz")).text == "ok\n"
        assert (await client.get("/account")).status_code == 401

    asked(tmp_path, work)


@pytest.mark.parametrize(
    ("figures", "near", "far"), [("all", 200, 200), ("local", 200, 404), ("off", 404, 404)]
)
def test_figures_are_for_whom_the_keeper_says(
    figures: Figures, near: int, far: int, tmp_path: Path
) -> None:
    """Of itself a server tells its figures on its own machine alone."""

    async def work(app: App, client: httpx.AsyncClient) -> None:
        assert app.figures == "local"
        app.figures = figures
        transport = httpx.ASGITransport(app=application(app), client=("203.0.113.7", 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://here") as other:
            assert (await client.get("/metrics")).status_code == near
            assert (await other.get("/metrics")).status_code == far
            assert (await other.get("/healthz")).status_code == 200

    asked(tmp_path, work)


def test_leaders_and_options(tmp_path: Path) -> None:
    """Both leaderboards and the forms of both games are there; others are not."""

    async def work(app: App, client: httpx.AsyncClient) -> None:
        for ladder, status in (("people", 200), ("computers", 200), ("dogs", 404)):
            assert (await client.get(f"/leaders/dummy/{ladder}")).status_code == status
        ratings = app.service.keeping.ratings
        for number in range(LEAST):
            places = [Place(1, account="nobody"), Place(2, computer="simple@1")]
            await ratings.rate(f"t{number}", "dummy", places, number)
        (first,) = (await client.get("/leaders/dummy/computers")).json()
        assert (first["name"], first["computer"]) == ("simple@1", "simple@1")
        assert (await client.get("/leaders/dummy/people")).json() == []
        for name, status in (("dummy", 200), ("indian", 200), ("poker", 404)):
            found = await client.get(f"/options/{name}?language=th")
            assert found.status_code == status
        assert "หัว" in (await client.get("/options/dummy?language=th")).text

    asked(tmp_path, work)


def test_a_person_takes_another_name(tmp_path: Path) -> None:
    """A person is renamed, a guest is not, and no two have one name."""

    async def work(app: App, client: httpx.AsyncClient) -> None:
        await guest(app, client)
        refused = await client.post("/account/name", json={"name": "Ploy"})
        assert (refused.status_code, refused.json()["code"]) == (409, "not-person")
        token = (await client.post("/account/upgrade", json=entry("Nok"))).json()["token"]
        client.headers["authorization"] = f"Bearer {token}"
        assert (await client.post("/account/name", json={"name": "Ploy"})).json()["name"] == "Ploy"
        assert (await client.get("/account")).json()["name"] == "Ploy"
        await guest(app, client)
        taken = await client.post("/account/upgrade", json=entry("ploy"))
        assert taken.json()["code"] == "name-taken"

    asked(tmp_path, work)


def test_exports_are_limited(tmp_path: Path) -> None:
    """All that is kept, which is looked for in every log, is not asked for without end."""

    async def work(app: App, client: httpx.AsyncClient) -> None:
        await guest(app, client)
        found = [(await client.get("/account/export")).status_code for _ in range(40)]
        assert (found[0], found[-1]) == (200, 429)

    asked(tmp_path, work)


def test_names_are_not_tried_out(tmp_path: Path) -> None:
    """Whoever takes one name after the other is soon refused, as each try tells who is there."""

    async def work(app: App, client: httpx.AsyncClient) -> None:
        await guest(app, client)
        token = (await client.post("/account/upgrade", json=entry("Nok"))).json()["token"]
        client.headers["authorization"] = f"Bearer {token}"
        tries = [await client.post("/account/name", json={"name": "Ploy"}) for _ in range(20)]
        assert (tries[0].status_code, tries[-1].status_code) == (200, 429)
        assert tries[-1].json()["code"] == "often"

    asked(tmp_path, work)
