"""Sockets that say or read nothing, and a pool that people come back into, over the wire."""

from __future__ import annotations

import asyncio
import socket
from contextlib import AsyncExitStack, suppress
from functools import partial
from itertools import count
from pathlib import Path

import pytest
from msgspec import json
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from speto.client import Client, NotServed
from speto.server import app, asks, messages, service, sessions
from speto.server.limits import Limits, Rate
from speto.server.now import now_ms
from tests import serving
from tests.serving import Tap, served

SLOW = 4008
POOL = "default,format=pool,pool_limit=101"


def test_a_socket_without_a_hello_is_told_so_and_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who does not say who he is in time is told `closing`; who does stays."""

    async def run() -> None:
        async with served(tmp_path) as server, Tap(server.url) as greeting:
            monkeypatch.setattr(app, "HELLO", 2.0)  # in which the ping is to be answered
            silent = Tap(server.url)
            await silent.open(greets=False)
            assert isinstance(await silent.ask(asks.Ping), messages.Pong)
            told = await silent.find(lambda told: isinstance(told, messages.Closing))
            assert told.reason == "hello"
            await silent.close()
            assert silent.cut == 1000
            assert isinstance(await greeting.ask(asks.Ping), messages.Pong)
            assert len(server.app.sessions) == 1

    asyncio.run(run())


async def read_nothing(url: str, token: str, table: str, cut: asyncio.Event) -> int | None:
    """Ask for a table again and again without reading; the code with which the socket ends."""
    host, port = url.removeprefix("ws://").removesuffix("/ws").split(":")
    narrow = socket.socket()
    narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    narrow.connect((host, int(port)))
    async with connect(url, sock=narrow, compression=None, max_queue=1) as slow:
        await slow.send(json.encode(asks.Hello(id="h", version=1, token=token)).decode())
        await slow.recv()

        async def ask_on() -> None:
            for number in count(1):
                ask = asks.Watch(id=f"w{number}", table=table)
                await slow.send(json.encode(ask).decode())
                if number % 100 == 0:
                    await asyncio.sleep(0)

        asking = asyncio.create_task(ask_on())
        await cut.wait()
        asking.cancel()
        with suppress(ConnectionClosed, asyncio.CancelledError):
            await asking
        with suppress(ConnectionClosed):
            while True:
                await slow.recv()
        return slow.close_code


def test_a_socket_that_does_not_read_is_cut_and_resumes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is closed as slow, others are served meanwhile, and it is told the rest when back."""
    for each in (service, sessions):
        monkeypatch.setattr(each, "SOCKET", Rate(1_000_000, 1))

    async def run() -> None:
        async with served(tmp_path) as server, Tap(server.url) as one, Tap(server.url) as two:
            server.app.service.watches = Limits(Rate(1_000_000, 1), now_ms)
            opened = await one.ask(
                asks.Open,
                game="dummy",
                rules="default",
                seats=serving.seats("person", "open", "open"),
                talk="free",
            )
            await two.ask(asks.Join, table=opened.table)
            await one.ask(asks.Watch, table=opened.table)
            before = await two.ask(asks.Ping)
            assert two.token and isinstance(before, messages.Pong)
            cut = asyncio.Event()
            slow = asyncio.create_task(read_nothing(server.url, two.token, opened.table, cut))
            async with asyncio.timeout(60):
                while not figure(server, "speto_sockets_cut_total", reason="slow"):
                    await asyncio.sleep(0.02)
                cut.set()
                assert isinstance(await one.ask(asks.Ping), messages.Pong)
                assert await slow == SLOW
                while len(server.app.sessions) > 2:
                    await asyncio.sleep(0.02)
            back = await two.ask(asks.Watch, table=opened.table, since=1)
            assert isinstance(back, messages.Done) and two.rows(opened.table) == [2]

    asyncio.run(run())


def figure(server: serving.Served, name: str, **labels: str) -> float:
    """A figure of a server's metrics."""
    return server.app.service.metrics.registry.get_sample_value(name, labels) or 0.0


def test_a_pool_is_rejoined_over_the_wire(tmp_path: Path) -> None:
    """Who is out of a pool may come back, is dealt in again, and the match goes on to its end."""

    async def run() -> None:
        async with served(tmp_path) as server:
            async with AsyncExitStack() as stack:
                clients = [await stack.enter_async_context(Client(server.url)) for _ in range(3)]
                done = await clients[0].ask(_open)
                assert isinstance(done, messages.Done) and done.table
                for client in clients[1:]:
                    await client.ask(partial(_at, asks.Join, done.table))
                for client in clients:
                    await client.watch(done.table)
                async with asyncio.timeout(serving.PATIENCE):
                    ends = await asyncio.gather(
                        *(play_pool(each, done.table, n) for n, each in enumerate(clients))
                    )
            rejoined = [told.seat for told in ends[0] if told.what == "rejoined"]
            assert rejoined and set(rejoined) == {0}
            first = next(n for n, told in enumerate(ends[0]) if told.what == "rejoined")
            after = [told for told in ends[0][first:] if told.what == "sealed"]
            assert after and after[0].standing and 0 in after[0].standing.playing
            last = ends[0][-1]
            assert last.standing and last.standing.over and last.standing.winners
            began = max(events[0].seq for events in ends)
            told = [[each.seq for each in events if each.seq >= began] for events in ends]
            assert told[0] == told[1] == told[2]

    asyncio.run(run())


async def play_pool(client: Client, table: str, number: int) -> list[messages.Event]:
    """Play a pool to its end; what has happened.

    The first drops each deal, and of the others one each time, so that he is out before them.
    """
    events: list[messages.Event] = []
    deal = 0
    async for told in client.messages():
        if not isinstance(told, messages.Table | messages.Moved | messages.Event):
            continue
        if isinstance(told, messages.Event):
            events.append(told)
        mine = None if isinstance(told, messages.Moved) else _mine(client, told)
        kind: type[asks.Ready | asks.Rejoin] | None = None
        if isinstance(told, messages.Event | messages.Table) and mine is not None:
            standing, deal = told.standing, told.fair.deal
            if told.now.stage == "over":
                return events
            waits = told.now.stage in ("between", "rejoining") and not told.seats[mine].ready
            if waits and standing and mine in standing.may_rejoin:
                kind = asks.Rejoin
            elif waits and standing and mine in (*standing.playing, *standing.may_rejoin):
                kind = asks.Ready
        with suppress(NotServed):  # the table has gone on meanwhile
            if kind is not None:
                await client.ask(partial(_at, kind, table))
            words = serving.words_in(told)
            if words:
                drops = "x" in words and number in (0, 1 + deal % 2)
                word = "x" if drops else plainest(words)
                await client.ask(partial(_do, table, told.seq, word))
    raise AssertionError("the messages ended before the match")


def plainest(words: list[str]) -> str:
    """A word that goes on: a draw, or a discard."""
    return next((word for word in words if word[0] in "+-"), words[0])


def _mine(client: Client, told: messages.Table | messages.Event) -> int | None:
    return next((n for n, seat in enumerate(told.seats) if seat.account == client.account), None)


def _open(name: str) -> asks.Open:
    kinds = serving.seats("person", "open", "open")
    return asks.Open(id=name, game="indian", rules=POOL, seats=kinds, clock="none")


def _at(kind: type[asks.Join | asks.Ready | asks.Rejoin], table: str, name: str) -> asks.Ask:
    return kind(id=name, table=table)


def _do(table: str, seq: int, word: str, name: str) -> asks.Do:
    return asks.Do(id=name, table=table, seq=seq, words=[word])
