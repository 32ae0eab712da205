"""What one person, one address and one table may take of a server, and what is refused."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from msgspec import json
from sqlalchemy import select
from websockets.exceptions import ConnectionClosed

from speto.client import Client, NotServed
from speto.server import asks, decide, log, messages, talk
from speto.server.drafts import Refused
from speto.server.folder import Drain, ask_drain
from speto.server.limits import SEATS, SOCKET, SOCKETS, Sockets
from speto.server.store import Store
from speto.server.store.schema import report as report_table
from speto.server.talk import Said
from tests import serving
from tests.serving import PATIENCE, Served, Tap, served
from tests.table_play import open_table, play, step

pytestmark = pytest.mark.once


async def opened(tap: Tap, *kinds: str, clock: str | None = None, public: bool = False) -> str:
    """A table that somebody opens; its id."""
    done = await tap.ask(
        asks.Open,
        game="dummy",
        rules="default",
        seats=serving.seats(*kinds),
        clock=clock,
        public=public,
    )
    assert isinstance(done, messages.Done) and done.table, done
    return done.table


async def refused(tap: Tap, kind: type[asks.Ask], **fields: Any) -> str:
    """The code with which an ask is refused."""
    answer = await tap.ask(kind, **fields)
    assert isinstance(answer, messages.Refused), answer
    return answer.code


async def turned_away(tap: Tap) -> str:
    """The reason with which a socket is closed that comes and says hello."""
    await tap.open(greets=False)
    hello = asks.Hello(id="h", version=1, token=tap.token)
    with suppress(ConnectionClosed):
        await tap.send(json.encode(hello).decode())
    closing = await tap.find(lambda told: isinstance(told, messages.Closing))
    await tap.close()
    return str(closing.reason)


# Sockets.


def test_an_account_has_so_many_sockets(tmp_path: Path) -> None:
    """One more is told why and closed, the others stay; when one has gone another may come."""

    async def run() -> None:
        async with served(tmp_path) as site, AsyncExitStack() as stack:
            first = await stack.enter_async_context(Tap(site.url))
            taps = [
                await stack.enter_async_context(Tap(site.url, token=first.token))
                for _ in range(SOCKETS - 1)
            ]
            assert await turned_away(Tap(site.url, token=first.token)) == "sockets"
            for tap in (first, *taps):
                assert isinstance(await tap.ask(asks.Ping), messages.Pong)
            async with Tap(site.url) as other:
                assert other.account != first.account
            await taps[0].close()
            async with asyncio.timeout(PATIENCE):
                while len(site.app.sessions) >= SOCKETS:
                    await asyncio.sleep(0.02)
            async with Tap(site.url, token=first.token) as again:
                assert again.account == first.account

    asyncio.run(run())


def test_an_address_has_so_many_sockets(tmp_path: Path) -> None:
    """One more from there is told why and closed with 1013; others come in, this machine too."""

    async def run() -> None:
        async with served(tmp_path) as site, AsyncExitStack() as stack:
            site.app.most = 2
            crowd, other = {"X-Forwarded-For": "203.0.113.7"}, {"X-Forwarded-For": "203.0.113.8"}
            for _ in range(2):
                await stack.enter_async_context(Tap(site.url, **crowd))
            late = Tap(site.url, **crowd)
            assert await turned_away(late) == "sockets"
            assert late.cut == 1013
            await stack.enter_async_context(Tap(site.url, **other))
            for _ in range(3):
                await stack.enter_async_context(Tap(site.url))

    asyncio.run(run())


def test_a_client_that_is_turned_away_gives_up_at_last(tmp_path: Path) -> None:
    """It does not ask for ever for a socket that it does not get."""

    async def run() -> None:
        async with served(tmp_path) as site, AsyncExitStack() as stack:
            first = await stack.enter_async_context(Tap(site.url))
            for _ in range(SOCKETS - 1):
                await stack.enter_async_context(Tap(site.url, token=first.token))
            with pytest.raises(NotServed, match="closed the socket"):
                async with Client(site.url, token=first.token, tries=1):
                    pass

    asyncio.run(run())


def test_the_sockets_of_an_account_share_their_frames() -> None:
    """However many sockets, and however often they come back, an account has one bucket."""
    time = 0
    sockets = Sockets(SOCKET, lambda: time, most=3, gone=2)
    one, two = sockets.enter("a"), sockets.enter("a")
    other = sockets.enter("b")
    assert one and two and other
    assert sum(bucket.take() for bucket in (one, two) * SOCKET.burst) == SOCKET.burst
    assert other.take()
    assert sockets.enter("a") and sockets.enter("a") is None
    for _ in range(3):
        sockets.leave("a")
    again = sockets.enter("a")
    assert again and not again.take()
    sockets.leave("a")
    for name in ("c", "d"):
        sockets.enter(name)
        sockets.leave(name)
    fresh = sockets.enter("a")
    assert fresh and fresh.take()


def test_a_frame_on_another_socket_counts_too(tmp_path: Path) -> None:
    """What one socket of an account has spent, the other waits for."""

    async def run() -> None:
        async with (
            served(tmp_path) as site,
            Tap(site.url) as one,
            Tap(site.url, token=one.token) as two,
        ):
            first, second = site.app.sessions
            assert vars(first)["_frames"] is vars(second)["_frames"]
            for tap in (one, two):
                assert isinstance(await tap.ask(asks.Ping), messages.Pong)

    asyncio.run(run())


def test_who_comes_during_a_drain_is_told(tmp_path: Path) -> None:
    """A socket that says hello while the server drains hears it after its welcome."""

    async def run() -> None:
        async with served(tmp_path) as site, Tap(site.url) as early:
            ask_drain(tmp_path, Drain(None))
            await early.find(lambda told: isinstance(told, messages.Notice))
            async with Tap(site.url) as late:
                await late.ask(asks.Ping)
                kinds = [type(told) for told in late.told]
                assert kinds == [messages.Welcome, messages.Notice, messages.Pong]
                assert late.told[1] == messages.Notice(code="drains", table=None)

    asyncio.run(run())


def test_a_client_plays_on_with_the_token_that_it_was_given(tmp_path: Path) -> None:
    """After an upgrade the old token holds no more; with the new one the same client comes back."""

    async def run() -> None:
        async with served(tmp_path) as site, Client(site.url) as client:
            table = await serving.open_with(client, "dummy", ("person", "computer"))
            await client.watch(table)
            old = client.token
            async with httpx.AsyncClient(base_url=site.web) as web:
                made = await web.post(
                    "/account/upgrade",
                    json={"name": "Malee", "password": "correct horse"},
                    headers={"authorization": f"Bearer {old}"},
                )
            client.token = made.json()["token"]
            async with asyncio.timeout(60):
                while client.name != "Malee":  # its socket is closed, and it comes back
                    await asyncio.sleep(0.02)
                end = await serving.play_on(client, table, Random(1))
            assert end.standing and end.standing.over and client.name == "Malee"
            with pytest.raises(NotServed) as gone:
                async with Client(site.url, token=old):
                    pass
            assert gone.value.code == "token"

    asyncio.run(run())


# Tables.


def test_nobody_comes_and_goes_without_end(tmp_path: Path) -> None:
    """Whoever sits down and gets up again and again is refused; what was done is answered again."""

    async def run() -> None:
        async with served(tmp_path) as site, Tap(site.url) as one, Tap(site.url) as two:
            table = await opened(one, "person", "open", "open")
            done: list[messages.Done] = []
            for number in range(SEATS.burst):
                for kind in (asks.Join, asks.Leave):
                    done.append(await two.ask(kind, id=f"{kind.__name__}{number}", table=table))
            assert all(isinstance(answer, messages.Done) for answer in done)
            assert await refused(two, asks.Join, table=table) == "often"
            assert await two.ask(asks.Join, id="Join0", table=table) == done[0]
            async with Tap(site.url) as three:
                assert isinstance(await three.ask(asks.Join, table=table), messages.Done)

    asyncio.run(run())


def test_a_log_has_a_bound_before_the_first_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where too many have come and gone nobody sits down any more, and who sits may get up."""
    monkeypatch.setattr(decide, "MOST_WAITING", 20)
    played = open_table(Random(1), "dummy", kinds=("person", "open", "open"))
    while played.table.seq < 19:
        played.ask("a1", log.Sat(1, "a1", "Mali"))
        played.ask("a1", log.Left(1))
    played.ask("a1", log.Sat(1, "a1", "Mali"))
    with pytest.raises(Refused, match="changes"):
        played.ask("a2", log.Sat(2, "a2", "Nok"))
    played.ask("a1", log.Left(1))
    assert played.table.stage == "waiting"


def test_no_table_is_of_computers_alone(tmp_path: Path) -> None:
    """Nobody opens a table at which no person can sit."""

    async def run() -> None:
        async with served(tmp_path) as site, Tap(site.url) as one:
            seats = serving.seats("computer", "computer")
            code = await refused(one, asks.Open, game="dummy", rules="default", seats=seats)
            assert code == "seats"

    asyncio.run(run())


@pytest.mark.parametrize("name", ["dummy", "indian"])
def test_no_deal_begins_for_computers_alone(name: str) -> None:
    """A deal that all have left is played to its end; the next one waits until one is back."""
    rules = "default" if name == "dummy" else "default,format=deals"
    played = open_table(Random(3), name, rules, ("person", "person", "computer"), "blitz")
    while not played.table.deals_done:
        if played.table.deadline is not None and played.table.computer_to_act is None:
            played.run_down()
        else:
            step(played)
    rested = played.table
    assert rested.deserted and rested.deadline is None and len(rested.deals_done) == 1
    played.keep_up()
    assert played.table.seq == rested.seq
    if name == "dummy":
        played.ask("a1", log.Returned(1))
        assert not played.table.deserted and played.table.deadline == played.now + 20_000
    played.ask("a1", log.Ready(1))
    assert not played.table.deserted and played.table.deadline is not None
    assert len(play(played, deals=2).table.deals_done) == 2


def test_of_two_asks_for_one_moment_the_later_is_stale(tmp_path: Path) -> None:
    """Whatever the second one says, it is not judged by what the first has made of the table."""

    async def run() -> None:
        async with served(tmp_path) as site, Tap(site.url) as one:
            table = await opened(one, "person", "computer")
            await one.ask(asks.Watch, table=table)
            await one.ask(asks.Entropy, table=table, deal=1, entropy="0" * 32)
            told = await one.find(lambda each: bool(serving.words_in(each)))
            live = site.app.service.hosting.tables[table]
            words = ("+", "+", "-2c", "nonsense")
            answers = await asyncio.gather(
                *(
                    live.submit(one.account, f"race{number}", log.Did(0, (word,)), seen=told.seq)
                    for number, word in enumerate(words)
                ),
                return_exceptions=True,
            )
            assert answers[0] == told.seq + 1
            assert [getattr(answer, "code", "done") for answer in answers[1:]] == ["stale"] * 3
            again = await live.submit(one.account, "race0", log.Did(0, ("+",)), seen=told.seq)
            assert again == answers[0]

    asyncio.run(run())


def test_a_table_that_is_loaded_knows_what_was_played_last(tmp_path: Path) -> None:
    """Words for a moment before a restart are as stale after it."""

    async def run() -> None:
        async with served(tmp_path) as site, Tap(site.url) as one:
            table = await opened(one, "person", "computer")
            await one.ask(asks.Watch, table=table)
            await one.ask(asks.Entropy, table=table, deal=1, entropy="0" * 32)
            told = await one.find(lambda each: bool(serving.words_in(each)))
            await one.ask(asks.Do, table=table, seq=told.seq, words=["+"])
        async with served(tmp_path) as site, Tap(site.url, token=one.token) as one:
            later = {"id": "later", "table": table, "seq": told.seq, "words": ["+"]}
            assert await refused(one, asks.Do, **later) == "stale"

    asyncio.run(run())


# Reports.


def test_a_report_is_about_somebody_who_was_there(tmp_path: Path) -> None:
    """Neither a stranger is reported, nor does one report who has not seen the table."""

    async def reports(site: Served, one: Tap, two: Tap, gone: Tap, stranger: Tap) -> None:
        table = await opened(one, "person", "open", "open", "open")
        for tap in (two, gone):
            await tap.ask(asks.Join, table=table)
        await gone.ask(asks.Say, table=table, phrase="hello")
        await gone.ask(asks.Leave, table=table)

        async def report(by: Tap, about: str, where: str = table) -> str:
            answer = await by.ask(asks.Report, table=where, account=about, reason="talk")
            return str(getattr(answer, "code", "done"))

        assert await report(one, two.account) == "done"
        assert await report(one, gone.account) == "done"
        assert await report(one, stranger.account) == "nobody"
        assert await report(one, "nobody") == "nobody"
        assert await report(one, two.account, "nowhere") == "table"
        assert await report(stranger, two.account) == "table"
        await stranger.ask(asks.Watch, table=table)
        assert await report(stranger, two.account) == "done"
        listed = await site.app.service.store.execute(select(report_table))
        assert len(listed) == 3

    async def run() -> None:
        async with served(tmp_path) as site, AsyncExitStack() as stack:
            taps = [await stack.enter_async_context(Tap(site.url)) for _ in range(4)]
            await reports(site, taps[0], taps[1], taps[2], taps[3])

    asyncio.run(run())


# Looking on.


def test_who_is_about_to_look_on_looks_at_the_table_that_others_play_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table is not let go while somebody is being shown it: whoever sits down later sees it."""
    reads, goes = asyncio.Event(), asyncio.Event()
    said_at = talk.said_at

    async def slowly(store: Store, table: str, *, reader: str, limit: int) -> list[Said]:
        reads.set()
        await goes.wait()
        return await said_at(store, table, reader=reader, limit=limit)

    async def run() -> None:
        async with served(tmp_path) as site, Tap(site.url) as one, Tap(site.url) as two:
            table = await opened(one, "person", "open")
            hosting = site.app.service.hosting
            first = hosting.tables[table]
            monkeypatch.setattr(talk, "said_at", slowly)
            looks = asyncio.create_task(two.ask(asks.Watch, table=table))
            await asyncio.wait_for(reads.wait(), PATIENCE)
            hosting.let_go(table)
            assert hosting.tables.get(table) is first
            goes.set()
            assert isinstance(await looks, messages.Done)
            (watch,) = site.app.service.audience.watches[table]
            await two.ask(asks.Join, table=table)
            assert watch.live is hosting.tables[table] and watch.seat == 1
            assert first.held == 0

    asyncio.run(run())
