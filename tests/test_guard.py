"""What the keepers of a server do is felt by those who play there."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec import json
from typer.testing import CliRunner

from speto.server import asks, messages
from speto.server.commands import admin
from speto.server.folder import alone_in, drain_in
from speto.server.now import now_ms
from speto.server.serve import FILE
from speto.server.store import StoreError
from speto.server.tokens import Bearer
from tests import serving
from tests.serving import PATIENCE, RULES, Served, Tap, served

pytestmark = pytest.mark.once


async def tell(folder: Path, *words: str) -> str:
    """What a command of the keepers says, given while the server runs."""
    asked = [words[0], *words[1:], "--data", str(folder)]
    answer = await asyncio.to_thread(CliRunner().invoke, admin, asked)
    assert answer.exit_code == 0, answer.output
    return answer.output


async def ended(tap: Tap) -> str:
    """Why the server closes a socket."""
    told = await tap.find(lambda each: isinstance(each, messages.Closing))
    async with asyncio.timeout(PATIENCE):
        while tap.cut is None:
            await asyncio.sleep(0.02)
    reason: str = told.reason
    return reason


async def alone(tap: Tap, **fields: Any) -> str:
    """A table of this person and a computer, its first deal dealt; its id."""
    opened = await tap.ask(
        asks.Open,
        game="dummy",
        rules=RULES["dummy"],
        seats=serving.seats("person", "computer"),
        **fields,
    )
    table: str = opened.table
    await tap.ask(asks.Watch, table=table)
    await tap.ask(asks.Entropy, table=table, deal=1, entropy="0" * 32)
    return table


async def own_turn(tap: Tap, since: int = 0) -> Any:
    """The first message by which this person is to act."""
    return await tap.find(lambda told: bool(serving.words_in(told)), since)


# Bans, and accounts that end.


def test_a_ban_closes_the_open_sockets_of_its_account_alone(tmp_path: Path) -> None:
    """All sockets of the banned are closed and told why; he does not come in until it is lifted."""

    async def play() -> None:
        async with (
            served(tmp_path) as site,
            Tap(site.url) as bad,
            Tap(site.url, token=bad.token) as twin,
            Tap(site.url) as good,
        ):
            await alone(bad)
            await tell(
                tmp_path, "sanction", bad.account, "--kind", "ban", "--reason", "rude", "--by", "k"
            )
            assert await ended(bad) == await ended(twin) == "banned"
            assert isinstance(await good.ask(asks.Ping), messages.Pong)
            async with httpx.AsyncClient(base_url=site.web) as web:
                answer = await web.get("/account", headers={"authorization": f"Bearer {bad.token}"})
                assert (answer.status_code, answer.json()["code"]) == (403, "banned")
            await bad.open(greets=False)
            assert (await bad.ask(asks.Hello, version=1, token=bad.token)).code == "banned"
            await bad.close()
            assert "ban" in await tell(tmp_path, "sanctions")
            await tell(tmp_path, "lift", "1", "--by", "k")
            await bad.open()
            assert "lifted" in await tell(tmp_path, "sanctions", "--account", bad.account)
            book = await tell(tmp_path, "audit")
            assert "k: ban" in book and "k: lift sanction 1" in book

    asyncio.run(play())


def test_a_mute_closes_no_socket(tmp_path: Path) -> None:
    """Who is muted plays on, and is refused to talk until the mute ends."""

    async def play() -> None:
        ahead = 0

        def now() -> int:
            return now_ms() + ahead

        async with served(tmp_path, now) as site, Tap(site.url) as tap:
            table = await alone(tap)
            await tell(
                tmp_path, "sanction", tap.account, "--kind", "mute", "--reason", "x", "--days", "1"
            )
            await site_looked(site)
            assert (await tap.ask(asks.Say, table=table, phrase="hello")).code == "muted"
            ahead = 86_400_000
            said = await tap.ask(asks.Say, table=table, phrase="thanks")
            assert isinstance(said, messages.Done)

    asyncio.run(play())


async def site_looked(site: Served) -> None:
    """Wait until the guard has looked at least once more: all it told before is sent."""
    service = site.app.service
    beats = service.leaving
    async with asyncio.timeout(PATIENCE):
        while service.leaving is beats:  # each look begins a new list
            await asyncio.sleep(0.02)


@pytest.mark.parametrize("what", ["logout", "delete", "password", "end"])
def test_a_token_that_ends_closes_its_sockets(what: str, tmp_path: Path) -> None:
    """The sockets of an ended token or a deleted account are closed, and no other."""

    async def play() -> None:
        async with (
            served(tmp_path) as site,
            httpx.AsyncClient(base_url=site.web) as web,
            Tap(site.url) as before,
            Tap(site.url) as other,
        ):
            own = {"authorization": f"Bearer {before.token}"}
            entry = {"name": "Malee", "password": "long enough"}
            made = await web.post("/account/upgrade", json=entry, headers=own)
            assert await ended(before) == "token"
            tap = Tap(site.url, token=made.json()["token"])
            await tap.open()
            own = {"authorization": f"Bearer {tap.token}"}
            asked = {"label": "bot", "scopes": ["play"]}
            made = await web.post("/account/tokens", json=asked, headers=own)
            async with Tap(site.url, token=made.json()["token"]) as program:
                tokens = (await web.get("/account", headers=own)).json()["tokens"]
                of_program = next(one["id"] for one in tokens if one["label"] == "bot")
                path, body = {
                    "logout": ("/account/logout", {}),
                    "delete": ("/account/delete", {}),
                    "password": (
                        "/account/password",
                        {"old": entry["password"], "new": "another one"},
                    ),
                    "end": ("/account/tokens/end", {"token": of_program}),
                }[what]
                assert (await web.post(path, json=body, headers=own)).is_success
                if what == "delete":
                    assert await ended(tap) == await ended(program) == "deleted"
                elif what == "logout":
                    assert await ended(tap) == "token"
                    assert isinstance(await program.ask(asks.Ping), messages.Pong)
                else:
                    assert await ended(program) == "token"
                    assert isinstance(await tap.ask(asks.Ping), messages.Pong)
            await tap.close()
            assert isinstance(await other.ask(asks.Ping), messages.Pong)

    asyncio.run(play())


@pytest.mark.parametrize("by", ["hello", "cookie"])
def test_a_token_that_ends_while_a_socket_opens_is_not_let_in(
    by: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the look at a token and the open socket nobody slips in with one that has ended."""

    async def play() -> None:
        async with served(tmp_path) as site, Tap(site.url) as before:
            accounts = site.app.service.accounts
            look = accounts.bearer

            async def late(token: str) -> Bearer | None:
                found = await look(token)
                if found is not None:
                    await accounts.logout(found)
                return found

            monkeypatch.setattr(accounts, "bearer", late)
            tap = Tap(site.url, **({"cookie": f"speto={before.token}"} if by == "cookie" else {}))
            await tap.open(greets=False)
            token = before.token if by == "hello" else None
            hello = asks.Hello(id="h", version=1, token=token)
            await tap.send(json.encode(hello).decode())
            assert await ended(tap) == "token"
            await tap.close()

    asyncio.run(play())


def test_a_new_name_reaches_the_open_sockets(tmp_path: Path) -> None:
    """Who takes another name speaks and sits down by it at once, also if he waits for a match."""

    async def play() -> None:
        async with (
            served(tmp_path) as site,
            httpx.AsyncClient(base_url=site.web) as web,
            Tap(site.url) as guest,
            Tap(site.url) as other,
        ):
            own = {"authorization": f"Bearer {guest.token}"}
            entry = {"name": "Malee", "password": "long enough"}
            made = await web.post("/account/upgrade", json=entry, headers=own)
            token = made.json()["token"]
            own = {"authorization": f"Bearer {token}"}
            async with Tap(site.url, token=token) as tap:
                wish: Any = {"game": "dummy", "rules": "default", "seats": 2}
                assert (await tap.ask(asks.Quick, **wish)).table is None
                renamed = await web.post("/account/name", json={"name": "Mali"}, headers=own)
                assert renamed.is_success
                table = await alone(tap)
                await tap.ask(asks.Say, table=table, phrase="hello")
                said = await tap.find(lambda each: isinstance(each, messages.Said))
                shown = await tap.find(lambda each: isinstance(each, messages.Table))
                assert said.name == shown.seats[0].name == "Mali"
                quick = await other.ask(asks.Quick, **wish)
                await other.ask(asks.Watch, table=quick.table)
                match = await other.find(lambda each: isinstance(each, messages.Table))
                assert match.seats[0].name == "Mali"
                assert match.seats[1].name.startswith("Guest")

    asyncio.run(play())


# Draining.


def test_a_drain_tells_everybody_and_stops_nothing_that_is_played(tmp_path: Path) -> None:
    """No table is opened while the server drains, deals go on, and it can be taken back."""

    async def play() -> None:
        async with (
            served(tmp_path) as site,
            Tap(site.url) as tap,
            httpx.AsyncClient(base_url=site.web) as web,
        ):
            table = await alone(tap)
            opening: Any = {
                "game": "dummy",
                "rules": RULES["dummy"],
                "seats": serving.seats("person", "open"),
            }
            first = await tap.ask(asks.Open, id="before", **opening)
            await tell(tmp_path, "drain")
            await tap.find(lambda each: each == messages.Notice(code="drains", table=None))
            assert (await web.get("/readyz")).status_code == 503
            assert (await tap.ask(asks.Open, **opening)).code == "drains"
            quick = await tap.ask(asks.Quick, game="dummy", rules="default", seats=2)
            assert quick.code == "drains"
            assert await tap.ask(asks.Open, id="before", **opening) == first
            told = await own_turn(tap)
            word = serving.words_in(told)[0]
            done = await tap.ask(asks.Do, table=table, seq=told.seq, words=[word])
            assert isinstance(done, messages.Done)
            await tell(tmp_path, "undrain")
            await tap.find(lambda each: each == messages.Notice(code="opens", table=None))
            assert (await web.get("/readyz")).status_code == 200
            assert isinstance(await tap.ask(asks.Open, **opening), messages.Done)
            assert "undrain server" in await tell(tmp_path, "audit")

    asyncio.run(play())


def test_a_drain_that_stops_waits_for_the_deal_and_loses_nothing(tmp_path: Path) -> None:
    """It stops when nobody is in a deal; the next start has the table, and drains no more."""

    async def play() -> None:
        async with served(tmp_path) as site, Tap(site.url) as tap:
            table = await alone(tap)
            told = await own_turn(tap)
            await tell(tmp_path, "drain", "--stop")
            await tap.find(lambda each: isinstance(each, messages.Notice))
            await site_looked(site)
            assert not site.app.service.stops.is_set()
            await tap.close()
            async with asyncio.timeout(PATIENCE):
                await site.app.service.stops.wait()
            token = tap.token
            await tap.open()
        async with served(tmp_path) as site, Tap(site.url, token=token) as tap:
            assert drain_in(tmp_path) is None
            await tap.ask(asks.Watch, table=table)
            again = await tap.find(lambda each: isinstance(each, messages.Table))
            assert again.seq >= told.seq and again.view == told.view
            await alone(tap)

    asyncio.run(play())


def test_a_drain_that_stops_does_not_wait_longer_than_it_is_told(tmp_path: Path) -> None:
    """Within no minutes it stops at once, whatever is played; players are told to come back."""

    async def play() -> None:
        async with served(tmp_path) as site, Tap(site.url) as tap:
            await alone(tap)
            await tell(tmp_path, "drain", "--stop", "--within", "0")
            async with asyncio.timeout(PATIENCE):
                await site.app.service.stops.wait()
            await site.app.close("drain")
            assert await ended(tap) == "drain"

    asyncio.run(play())


def test_nobody_drains_a_server_that_does_not_run(tmp_path: Path) -> None:
    """Without a server there is a sentence, and no drain is left for the next one."""

    async def play() -> None:
        async with served(tmp_path):
            pass

    asyncio.run(play())
    (tmp_path / "beat").write_text("7")
    answer = CliRunner().invoke(admin, ["drain", "--data", str(tmp_path)])
    assert answer.exit_code == 2 and "no server runs" in answer.output
    assert drain_in(tmp_path) is None
    nowhere = CliRunner().invoke(admin, ["audit", "--data", str(tmp_path / "none")])
    assert nowhere.exit_code == 2 and "no server has its data" in nowhere.output


def test_one_server_has_a_folder(tmp_path: Path) -> None:
    """A second one is told so, until the first has let the folder go."""
    with alone_in(tmp_path), pytest.raises(StoreError, match="another"), alone_in(tmp_path):
        pass
    with alone_in(tmp_path):
        pass


def test_a_system_without_unix_locks_can_serve() -> None:
    """What the server imports does without the modules that Windows lacks."""
    missing = ("fcntl", "grp", "pwd", "resource", "termios", "uvloop")
    code = (
        f"import sys; sys.modules.update(dict.fromkeys({missing}));"
        "import speto.server.commands, speto.server.serve"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


# A table that fails.


def test_who_looks_at_a_table_that_fails_is_told(tmp_path: Path) -> None:
    """Its viewers hear that it is broken, it is marked so, and another table goes on."""

    async def play() -> None:
        async with (
            served(tmp_path) as site,
            Tap(site.url) as tap,
            Tap(site.url) as late,
        ):
            table = await alone(tap, clock="blitz", delay=60_000)
            await late.ask(asks.Watch, table=table)
            other = await alone(tap, public=True)
            live = site.app.service.hosting.tables[table]
            await site.app.service.hosting.set_aside(table, RuntimeError("a test"))
            broken = messages.Notice(code="broken", table=table)
            for each in (tap, late):
                await each.find(lambda told: told == broken)
            head = await site.app.service.store.head(table)
            assert head and head.status == "broken" and live.table.seq > 1
            assert (await tap.ask(asks.Watch, table=table)).code == "table"
            since = len(tap.told)
            assert isinstance(await tap.ask(asks.Watch, table=other), messages.Done)
            told = await own_turn(tap, since)
            word = serving.words_in(told)[0]
            done = await tap.ask(asks.Do, table=other, seq=told.seq, words=[word])
            assert isinstance(done, messages.Done)

    asyncio.run(play())


def test_a_table_that_cannot_be_loaded_hides_no_other_from_the_list(tmp_path: Path) -> None:
    """The public tables are listed without the one whose log is damaged."""

    async def play() -> None:
        async with served(tmp_path) as site, Tap(site.url) as tap:
            opening: Any = {
                "game": "dummy",
                "rules": RULES["dummy"],
                "seats": serving.seats("person", "open"),
                "public": True,
            }
            tables = [(await tap.ask(asks.Open, **opening)).table for _ in range(2)]
            token = tap.token
        store = sqlite3.connect(tmp_path / FILE, isolation_level=None)
        store.execute("UPDATE log SET body = '{}' WHERE \"table\" = ?", tables[:1])
        store.close()
        async with served(tmp_path) as site, Tap(site.url, token=token) as tap:
            listed = await tap.ask(asks.Tables)
            assert [one.table for one in listed.tables] == tables[1:]

    asyncio.run(play())
