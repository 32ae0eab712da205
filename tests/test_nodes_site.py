"""What is around the tables of a site of several nodes: presence, talk, matches, accounts."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec import json

from speto.server import asks, guard, messages, node, sanctions, tokens
from speto.server.bus.local import Hub
from speto.server.now import now_ms
from tests.nodes import ended, opened, service, until
from tests.serving import Tap, nodes_of

pytestmark = pytest.mark.once


def test_who_is_here_is_known_at_all_nodes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who sits down, looks on and goes at one node is told at the other, and in the list."""

    async def run() -> None:
        async with (
            nodes_of(tmp_path, 2) as sites,
            Tap(sites[0].url) as one,
            Tap(sites[1].url) as two,
            Tap(sites[1].url) as three,
        ):
            table = await opened(one, "person", "open", public=True)
            await one.ask(asks.Watch, table=table)
            await two.ask(asks.Watch, table=table)
            looks = messages.Presence(table=table, here=[True, False], watchers=1)
            await one.find(lambda told: told == looks)
            await two.ask(asks.Join, table=table)
            both = messages.Presence(table=table, here=[True, True], watchers=0)
            await one.find(lambda told: told == both)
            await three.ask(asks.Watch, table=table)
            more = messages.Presence(table=table, here=[True, True], watchers=1)
            for tap in (one, three):
                await tap.find(lambda told: told == more)
            for tap in (one, three):
                (listed,) = (await tap.ask(asks.Tables)).tables
                assert [seat.here for seat in listed.seats] == [True, True]
                assert listed.watchers == 3
            await two.close()
            left = messages.Presence(table=table, here=[True, False], watchers=1)
            for tap in (one, three):
                await tap.find(lambda told: told == left)
            await two.open()

    asyncio.run(run())


def test_what_a_silent_node_said_is_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a node that says nothing any more nobody is here after a while, and again when it does."""
    monkeypatch.setattr(node, "HERE", 0.25)
    monkeypatch.setattr(node, "GONE", 1_000)

    async def run() -> None:
        hub = Hub()
        async with (
            nodes_of(tmp_path, 2, hub) as sites,
            Tap(sites[0].url) as one,
            Tap(sites[1].url) as two,
        ):
            table = await opened(one, "person", "open", "open")
            await one.ask(asks.Watch, table=table)
            await two.ask(asks.Join, table=table)
            await two.ask(asks.Watch, table=table)
            both = messages.Presence(table=table, here=[True, True, False], watchers=0)
            await one.find(lambda told: told == both)
            hub.stop()
            since = len(one.told)
            left = messages.Presence(table=table, here=[True, False, False], watchers=0)
            await one.find(lambda told: told == left, since)
            since = len(one.told)
            hub.start()
            await one.find(lambda told: told == both, since)

    asyncio.run(run())


@pytest.mark.parametrize("lost", [False, True])
def test_what_is_said_is_heard_at_all_nodes(
    lost: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each line is heard once and in order, also if the bus has lost some; not by who is deaf."""
    monkeypatch.setattr(node, "HEADS", 0.5)

    async def run() -> None:
        hub = Hub()
        async with nodes_of(tmp_path, 2, hub) as sites, AsyncExitStack() as stack:
            one, two, deaf = [
                await stack.enter_async_context(Tap(site.url))
                for site in (sites[0], sites[1], sites[1])
            ]
            table = await opened(one, "person", "open", "open")
            for tap in (two, deaf):
                await tap.ask(asks.Join, table=table)
            for tap in (one, two, deaf):
                await tap.ask(asks.Watch, table=table)
            await deaf.ask(asks.Mute, account=one.account, on=True)
            await one.ask(asks.Say, table=table, phrase="hello")
            if lost:
                await two.find(lambda told: isinstance(told, messages.Said))
                hub.stop()
            await one.ask(asks.Say, table=table, phrase="thanks")
            await two.ask(asks.Say, table=table, phrase="oops")
            await one.ask(asks.Say, table=table, phrase="sorry")
            wanted = ["hello", "thanks", "oops", "sorry"]
            for tap in (one, two):
                await tap.find(lambda told: getattr(told, "phrase", "") == "sorry")
                await tap.find(lambda told: getattr(told, "phrase", "") == "oops")
                said_here = [told for told in tap.told if isinstance(told, messages.Said)]
                assert [told.n for told in said_here] == [1, 2, 3, 4]
                assert [told.phrase for told in said_here] == wanted
            await deaf.find(lambda told: getattr(told, "phrase", "") == "oops")
            heard = [told.phrase for told in deaf.told if isinstance(told, messages.Said)]
            assert heard == ["oops"]

    asyncio.run(run())


def test_what_was_said_at_one_node_is_not_said_again_at_another(tmp_path: Path) -> None:
    """`say` and `report` once more under their ids, at whichever node, are done once."""

    async def run() -> None:
        async with nodes_of(tmp_path, 2) as sites, AsyncExitStack() as stack:
            one, two = [await stack.enter_async_context(Tap(site.url)) for site in sites]
            table = await opened(one, "person", "open")
            await two.ask(asks.Join, table=table)
            await two.ask(asks.Watch, table=table)
            again = await stack.enter_async_context(Tap(sites[1].url, token=one.token))
            other: Any = {"table": table, "account": two.account, "reason": "talk"}
            for tap in (one, again, one):
                done = messages.Done(id="say", table=table)
                assert await tap.ask(asks.Say, id="say", table=table, phrase="hello") == done
                told = await tap.ask(asks.Report, id="bad", **other)
                assert told == messages.Done(id="bad", table=table)
            assert await again.ask(asks.Say, id="more", table=table, phrase="thanks")
            await two.find(lambda told: getattr(told, "phrase", "") == "thanks")
            heard = [told.phrase for told in two.told if isinstance(told, messages.Said)]
            assert heard == ["hello", "thanks"]
            assert len(await sanctions.reports(service(sites[0]).store)) == 1

    asyncio.run(run())


def test_who_wants_to_play_at_one_node_meets_who_does_at_another(tmp_path: Path) -> None:
    """Two of different nodes are put at one table, once, and find each other there."""

    async def run() -> None:
        async with nodes_of(tmp_path, 3) as sites, AsyncExitStack() as stack:
            taps = [
                await stack.enter_async_context(Tap(sites[number % 3].url)) for number in range(6)
            ]
            wish: Any = {"game": "dummy", "rules": "default", "seats": 2}
            for number, tap in enumerate(taps):
                await tap.send(json.encode(asks.Quick(id=f"q{number}", **wish)).decode())

            def seated(told: Any) -> bool:
                return isinstance(told, messages.Done) and told.table is not None

            tables = [(await tap.find(seated)).table for tap in taps]
            assert sorted(tables.count(table) for table in {*tables}) == [2, 2, 2]
            for number, (tap, table) in enumerate(zip(taps, tables, strict=True)):
                other = Tap(sites[(number + 1) % 3].url, token=tap.token)
                await other.open()
                again = await other.ask(asks.Quick, id=f"q{number}", **wish)
                assert again.table == table
                await other.close()
                await tap.ask(asks.Watch, table=table)
                shown = await tap.find(lambda told: isinstance(told, messages.Table))
                assert tap.account in [seat.account for seat in shown.seats]
            store = service(sites[0]).store
            heads = await store.heads(status=("waiting", "live"))
            assert len(heads) == 3
            assert not any(service(site).matching.waits for site in sites)

    asyncio.run(run())


# Accounts.


def _own(tap: Tap) -> dict[str, str]:
    return {"authorization": f"Bearer {tap.token}"}


def test_a_ban_and_an_ended_token_are_felt_at_all_nodes(tmp_path: Path) -> None:
    """The sockets at the other node are closed too, with the reason; nobody else's."""

    async def run() -> None:
        async with nodes_of(tmp_path, 2) as sites, AsyncExitStack() as stack:
            bad, left, good = [await stack.enter_async_context(Tap(sites[0].url)) for _ in range(3)]
            twins = [
                await stack.enter_async_context(Tap(sites[1].url, token=tap.token))
                for tap in (bad, left, good)
            ]
            store = service(sites[0]).store
            await sanctions.impose(store, bad.account, "ban", by="k", reason="x", at=now_ms())
            assert await ended(bad) == await ended(twins[0]) == "banned"
            async with httpx.AsyncClient(base_url=sites[0].web) as web:
                assert (await web.post("/account/logout", json={}, headers=_own(left))).is_success
            assert await ended(left) == await ended(twins[1]) == "token"
            for tap in (good, twins[2]):
                assert isinstance(await tap.ask(asks.Ping), messages.Pong)

    asyncio.run(run())


@pytest.mark.parametrize("lost", [False, True])
def test_a_new_name_is_known_at_all_nodes(
    lost: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who speaks at the other node does so by his new name, also if the bus has lost it."""
    monkeypatch.setattr(guard, "KNOWN", 300)

    async def run() -> None:
        hub = Hub()
        async with (
            nodes_of(tmp_path, 2, hub) as sites,
            Tap(sites[0].url) as guest,
            httpx.AsyncClient(base_url=sites[0].web) as web,
        ):
            entry = {"name": "Malee", "password": "long enough"}
            made = await web.post("/account/upgrade", json=entry, headers=_own(guest))
            token = made.json()["token"]
            async with Tap(sites[1].url, token=token) as tap:
                (session,) = sites[1].app.sessions
                assert session.account_name == "Malee"
                if lost:
                    hub.stop()
                named = await web.post("/account/name", json={"name": "Mali"}, headers=_own(tap))
                assert named.is_success
                await until(lambda: session.account_name == "Mali")
                await tokens.revoke(service(sites[0]).store, tap.account, tokens.digest(token))
                assert await ended(tap) == "token", "found in the store alone"

    asyncio.run(run())


# What an operator writes.


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--database", "postgresql://x:sekret@127.0.0.1:1/z"), "does not answer"),
        (("--database", "http://x:sekret@nowhere"), "postgresql://USER"),
        (("--bus", "redis://:sekret@127.0.0.1:1/0"), "127.0.0.1:1"),
        (("--bus", "ftp://x:sekret@nowhere"), "redis://host"),
        (("--open", "--database", "postgresql://x:sekret@127.0.0.1:1/z"), "folder of its own"),
    ],
)
def test_what_cannot_be_served_is_a_sentence(
    words: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    """Without its database or its bus a server does not start, and says why without a password."""
    asked = [sys.executable, "-m", "speto", "serve", "--port", "1", "--data", str(tmp_path), *words]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    sentence = done.stderr.strip()
    assert done.returncode == 2 and said in sentence and "\n" not in sentence
    assert "sekret" not in done.stdout + done.stderr
