"""Attempts to see, to take or to break what is not one's own, each on a real server."""

from __future__ import annotations

import asyncio
import errno
import gc
from concurrent.futures import Executor
from pathlib import Path
from random import Random
from typing import Any
from weakref import WeakSet

import httpx
import pytest
from msgspec import json

from speto.server import account_routes, asks, messages, service, sessions, workers
from speto.server.hosting import IDLE
from speto.server.limits import LOGINS, TABLES, Rate
from speto.server.names import clean_name, key_of
from speto.server.now import now_ms
from tests import serving
from tests.dealing import random_deal
from tests.serving import Tap, served

pytestmark = pytest.mark.once


async def opened(tap: Tap, *kinds: str, **fields: Any) -> str:
    """A table that somebody opens; its id."""
    done = await tap.ask(
        asks.Open, game="dummy", rules="default", seats=serving.seats(*kinds), **fields
    )
    assert isinstance(done, messages.Done) and done.table, done
    return done.table


async def playing(one: Tap, two: Tap, **fields: Any) -> str:
    """A table at which two people play, both looking on; its id."""
    table = await opened(one, "person", "open", **fields)
    await two.ask(asks.Join, table=table)
    for tap in (one, two):
        await tap.ask(asks.Watch, table=table)
        await tap.ask(asks.Entropy, table=table, deal=1, entropy="ab" * 16)
    await one.find(lambda told: getattr(told, "what", "") == "sealed")
    return table


async def refused(tap: Tap, kind: type[asks.Ask], **fields: Any) -> str:
    """The code with which an ask is refused."""
    answer = await tap.ask(kind, **fields)
    assert isinstance(answer, messages.Refused), answer
    return answer.code


def test_nobody_acts_for_another_seat(tmp_path: Path) -> None:
    """A stranger, and the player whose turn it is not, are refused whatever they ask."""

    async def run() -> None:
        async with (
            served(tmp_path) as server,
            Tap(server.url) as one,
            Tap(server.url) as two,
            Tap(server.url) as stranger,
        ):
            table = await playing(one, two)
            view = (await stranger.ask(asks.Watch, table=table), stranger.told)[1][-3:]
            whole = next(told for told in view if isinstance(told, messages.Table))
            assert whole.view
            acts = json.decode(whole.view.public)["to_act"]
            waits = (one, two)[1 - acts]
            for kind, fields in (
                (asks.Do, {"seq": whole.seq, "words": ["+"]}),
                (asks.Try, {"seq": whole.seq, "words": ["-2c"]}),
                (asks.Arrange, {"groups": [["2c", "3c", "4c"]]}),
                (asks.Entropy, {"deal": 1, "entropy": "00" * 16}),
                (asks.Ready, {}),
                (asks.Leave, {}),
                (asks.Back, {}),
                (asks.Rejoin, {}),
                (asks.Rematch, {}),
                (asks.Say, {"phrase": "hello"}),
            ):
                assert await refused(stranger, kind, table=table, **fields) == "seat"
            seq = whole.seq
            assert await refused(waits, asks.Do, table=table, seq=seq, words=["+"]) == "turn"
            assert await refused(waits, asks.Try, table=table, seq=seq, words=["-2c"]) == "turn"
            again = await refused(one, asks.Entropy, table=table, deal=1, entropy="cd" * 16)
            assert again == "stage"
            assert await refused(one, asks.Leave, table=table) == "stage"
            assert await refused(stranger, asks.Join, table=table) == "taken"

    asyncio.run(run())


def test_two_tabs_that_race_do_one_thing(tmp_path: Path) -> None:
    """Of many asks at once from two sockets of a player one is done, and the rest are refused."""

    async def run() -> None:
        async with served(tmp_path) as server, Tap(server.url) as one, Tap(server.url) as two:
            table = await playing(one, two)
            whole = next(told for told in reversed(one.told) if isinstance(told, messages.Event))
            assert whole.view
            acts = (one, two)[json.decode(whole.view.public)["to_act"]]
            async with Tap(server.url, token=acts.token) as tab:
                answers = await asyncio.gather(
                    *(
                        tap.ask(asks.Do, id=f"{n}-race", table=table, seq=whole.seq, words=["+"])
                        for n, tap in enumerate((acts, tab) * 5)
                    )
                )
            done = [answer for answer in answers if isinstance(answer, messages.Done)]
            assert len(done) == 1
            assert {a.code for a in answers if isinstance(a, messages.Refused)} == {"stale"}

    asyncio.run(run())


def test_a_running_deal_is_not_to_be_had(tmp_path: Path) -> None:
    """While a deal runs neither its record nor its proof is served, and no page names its cards."""

    async def run() -> None:
        async with served(tmp_path) as server, Tap(server.url) as one, Tap(server.url) as two:
            table = await playing(one, two)
            seeds = await server.app.service.store.seeds(table)
            async with httpx.AsyncClient(base_url=server.web) as web:
                for path in (f"/deals/{table}/1.deal", f"/deals/{table}/1.json"):
                    assert (await web.get(path)).status_code == 404
                bearer = {"authorization": f"Bearer {one.token}"}
                pages = [
                    (await web.get("/account/export", headers=bearer)).text,
                    (await web.get("/metrics")).text,
                    server.journal.getvalue(),
                ]
            told = b"".join(one.frames + two.frames).decode() + "".join(pages)
            assert seeds and not any(seed.hex() in told for seed in seeds.values())

    asyncio.run(run())


def test_who_looks_no_more_is_not_here(tmp_path: Path) -> None:
    """After `unwatch` the others are told that one is gone, and no frame of the table comes."""

    async def run() -> None:
        async with served(tmp_path) as server, Tap(server.url) as one, Tap(server.url) as two:
            table = await playing(one, two)
            since = len(one.told)
            assert isinstance(await two.ask(asks.Unwatch, table=table), messages.Done)
            gone = await one.find(lambda told: isinstance(told, messages.Presence), since)
            assert gone.here == [True, False]
            heard = len(two.told)
            await one.ask(asks.Say, table=table, phrase="hello")
            await two.ask(asks.Ping)
            assert len(two.told) == heard + 1

    asyncio.run(run())


def test_who_looks_on_late_and_leaves_is_forgotten(tmp_path: Path) -> None:
    """However often a table with a delay is looked at, nothing waits for a socket that is gone."""

    async def run() -> None:
        async with served(tmp_path) as server, Tap(server.url) as one, Tap(server.url) as two:
            table = await playing(one, two, delay=600_000)
            known: WeakSet[sessions.Session] = WeakSet()
            for _ in range(5):
                async with Tap(server.url, token=two.token) as own, Tap(server.url) as late:
                    await own.ask(asks.Watch, table=table)
                    await late.ask(asks.Watch, table=table)
                    for session in tuple(server.app.sessions):
                        known.add(session)
                    del session
            async with asyncio.timeout(serving.PATIENCE):
                while len(known) > 2:
                    gc.collect()
                    await asyncio.sleep(0.05)

    asyncio.run(run())


class Turned:
    """A clock that a test turns on."""

    def __init__(self) -> None:
        self.more = 0

    def __call__(self) -> int:
        return now_ms() + self.more


def test_tables_that_nobody_looks_at_are_forgotten(tmp_path: Path) -> None:
    """However many are opened and asked for, only those in use stay in memory; all come back."""
    clock = Turned()

    async def run() -> None:
        async with served(tmp_path, clock) as server, Tap(server.url) as one:
            left = [await opened(one, "person", "open") for _ in range(TABLES.burst - 1)]
            kept = await opened(one, "person", "open")
            await one.ask(asks.Watch, table=kept)
            for table in left:
                await one.ask(asks.Watch, table=table)
                await one.ask(asks.Unwatch, table=table)
            hosting = server.app.service.hosting
            assert len(hosting.tables) == TABLES.burst
            clock.more = IDLE + 1000
            async with asyncio.timeout(serving.PATIENCE):
                while len(hosting.tables) > 1:
                    await asyncio.sleep(0.05)
            assert [*hosting.tables] == [kept]
            assert isinstance(await one.ask(asks.Watch, table=left[0]), messages.Done)

    asyncio.run(run())


def test_quick_matches_are_not_to_be_had_without_end(tmp_path: Path) -> None:
    """Two accounts that ask for one match after the other are refused as those who open tables."""

    async def run() -> None:
        async with served(tmp_path) as server, Tap(server.url) as one, Tap(server.url) as two:
            codes = []
            for _ in range(TABLES.burst + 1):
                for tap in (one, two):
                    answer = await tap.ask(asks.Quick, game="dummy", rules="default", seats=2)
                    codes.append(getattr(answer, "code", "done"))
            assert codes[: 2 * TABLES.burst] == ["done"] * 2 * TABLES.burst
            assert codes[2 * TABLES.burst :] == ["tables"] * 2

    asyncio.run(run())


def test_nobody_keeps_others_from_logging_in(tmp_path: Path) -> None:
    """A name that is written like an address or an account uses up nobody else's tries."""

    async def run() -> None:
        async with served(tmp_path) as server, Tap(server.url) as victim:
            bearer = {"authorization": f"Bearer {victim.token}"}
            entry = {"name": "Somchai", "password": "correct horse"}
            routes = account_routes.AccountRoutes(server.app.service, server.app.service.rename)
            async with httpx.AsyncClient(base_url=server.web) as web:
                up = await web.post("/account/upgrade", json=entry, headers=bearer)
                assert up.status_code == 200, up.text
                bearer = {"authorization": f"Bearer {up.json()['token']}"}
                for _ in range(3):
                    wrong = {"name": "127.0.0.0/24", "password": "wrong horse"}
                    await web.post("/account/login", json=wrong)
                    wrong = {"name": victim.account, "password": "wrong horse"}
                    await web.post("/account/login", json=wrong)
                change = {"old": "correct horse", "new": "battery staple"}
                for _ in range(2):
                    answer = await web.post("/account/password", json=change, headers=bearer)
                    change = {"old": change["new"], "new": change["old"]}
                    assert answer.status_code == 200, answer.text
                assert (await web.post("/account/login", json=entry)).status_code == 200
            assert routes.logins.take("127.0.0.0/24")

    asyncio.run(run())


def test_hashes_are_not_to_be_had_without_end(tmp_path: Path) -> None:
    """A guest who asks again and again for a password is refused before another hash is made."""

    async def run() -> None:
        async with served(tmp_path) as server, Tap(server.url) as guest:
            bearer = {"authorization": f"Bearer {guest.token}"}
            entry = {"name": "Somchai", "password": "somchai"}
            async with httpx.AsyncClient(base_url=server.web) as web:
                answers = [
                    (await web.post("/account/upgrade", json=entry, headers=bearer)).status_code
                    for _ in range(LOGINS.burst + 2)
                ]
            assert answers == [409] * LOGINS.burst + [429] * 2

    asyncio.run(run())


@pytest.mark.parametrize(
    "name", ["\u0251dmin", "\u0261uest", "adm\u0131n", "\uff21dmin", "spet\u043e"]
)
def test_no_name_looks_like_a_reserved_one(name: str) -> None:
    """Letters that look like others make no second admin."""
    with pytest.raises(ValueError, match="name-"):
        clean_name(name)


def test_names_that_look_alike_have_one_key() -> None:
    """A letter that looks like one of the English alphabet counts as it."""
    assert key_of("N\u0251ng") == key_of("nang") == key_of("N\u0430ng")


def test_a_foreign_page_changes_nothing(tmp_path: Path) -> None:
    """With the cookie of a guest and the origin of another site every route is shut."""

    async def run() -> None:
        async with served(tmp_path) as server, Tap(server.url) as guest:
            headers = {"cookie": f"speto={guest.token}", "origin": "https://evil.example"}
            async with httpx.AsyncClient(base_url=server.web) as web:
                for path in ("login", "logout", "upgrade", "password", "tokens", "delete"):
                    answer = await web.post(f"/account/{path}", json={}, headers=headers)
                    assert (answer.status_code, answer.json()["code"]) == (403, "origin"), path
                own = {"cookie": f"speto={guest.token}"}
                shown = await web.get("/account", headers=own)
                assert shown.json()["account"] == guest.account
                assert "access-control-allow-origin" not in shown.headers

    asyncio.run(run())


def test_a_program_does_no_more_than_its_token_says(tmp_path: Path) -> None:
    """A token to read neither plays nor talks, and makes no token and no export."""

    async def run() -> None:
        async with served(tmp_path) as server, Tap(server.url) as guest:
            table = await opened(guest, "person", "open", talk="free")
            bearer = {"authorization": f"Bearer {guest.token}"}
            async with httpx.AsyncClient(base_url=server.web) as web:
                wish = {"label": "eyes", "scopes": ["read"]}
                made = await web.post("/account/tokens", json=wish, headers=bearer)
                token = made.json()["token"]
                more = {"label": "more", "scopes": ["account"]}
                asked = await web.post("/account/tokens", json=more, headers=bearer)
                assert asked.status_code == 409
                program = {"authorization": f"Bearer {token}"}
                for path in ("/account", "/account/export"):
                    assert (await web.get(path, headers=program)).status_code == 403
                for path in ("tokens", "delete", "upgrade", "password"):
                    shut = await web.post(f"/account/{path}", json=wish, headers=program)
                    assert shut.status_code == 403, path
            async with Tap(server.url, token=token) as eyes:
                assert isinstance(await eyes.ask(asks.Watch, table=table), messages.Done)
                for kind, fields in (
                    (asks.Leave, {"table": table}),
                    (asks.Say, {"table": table, "phrase": "hello"}),
                    (asks.Quick, {"game": "dummy", "rules": "default", "seats": 2}),
                ):
                    assert await refused(eyes, kind, **fields) == "scope"

    asyncio.run(run())


def test_codes_are_not_to_be_guessed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever tries codes is soon refused, on whichever socket of an address."""
    for each in (service, sessions):
        monkeypatch.setattr(each, "SOCKET", Rate(1_000_000, 1))

    async def run() -> None:
        async with served(tmp_path) as server, Tap(server.url) as one, Tap(server.url) as two:
            codes = [
                await refused(tap, kind, code="ACD34F")
                for tap in (one, two)
                for kind in (asks.Join, asks.Watch)
                for _ in range(10)
            ]
            assert codes[:20] == ["code"] * 20 and codes.count("codes") >= 18

    asyncio.run(run())


def test_talk_carries_nothing_that_hides(tmp_path: Path) -> None:
    """What turns the writing round, rings or hides is taken out of what is said."""

    async def run() -> None:
        async with served(tmp_path) as server, Tap(server.url) as one, Tap(server.url) as two:
            table = await playing(one, two, talk="free")
            text = "\u202egood\u202c \x07\x1b[31m\u200bmove\u2028 \ue000\U000e0041!"
            assert isinstance(await one.ask(asks.Say, table=table, text=text), messages.Done)
            said = await two.find(lambda told: isinstance(told, messages.Said))
            assert said.text == "good [31mmove !"
            assert await refused(one, asks.Say, table=table, text="\u202e\u200b") == "empty"

    asyncio.run(run())


def test_a_machine_that_starts_no_process_ends_no_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no process for computer players can be started a legal word is chosen all the same."""

    def begin(pool: Executor) -> None:
        raise OSError(errno.EAGAIN, "no process is left")

    monkeypatch.setattr(workers, "_begin", begin)

    async def run() -> None:
        players = workers.Workers(1)
        try:
            state = random_deal(Random(1))
            view = state.view_for(state.to_act)
            assert (await players.choose("simple", view, 1)).word in view.words
            assert players.crashed
        finally:
            await players.close()

    asyncio.run(run())
