"""What has ended leaves nothing behind in a node: no socket, no table, and nobody who looks on."""

from __future__ import annotations

import asyncio
import gc
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.server import ServerProtocol

from speto.server import asks, messages, node
from speto.server.bus import SITE, node_topic
from speto.server.bus.local import LocalBus
from speto.server.limits import SOCKET, Sockets
from speto.server.line import Line
from speto.server.live import Live
from speto.server.outbox import Outbox
from speto.server.service import Service
from speto.server.sessions import Session
from speto.server.store import Row, Store, StoreError
from tests import serving
from tests.nodes import opened, service, until
from tests.serving import Tap, nodes_of
from tests.site import Clock
from tests.test_nodes import dealt

pytestmark = pytest.mark.once

OF_A_SOCKET = Line, Outbox, Session, ServerProtocol, WebSocketsSansIOProtocol
"""What one socket of a server is made of."""


@contextmanager
def no_cycles_looked_for() -> Iterator[None]:
    """Have nothing freed but what nobody refers to."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def there(*kinds: type) -> Counter[str]:
    """How many there are of each of these kinds."""
    return Counter(type(each).__name__ for each in gc.get_objects() if type(each) in kinds)


def held(of: Service) -> dict[str, int]:
    """How much a node holds of tables, of those who look at them, and of what is said there."""
    audience, hosting, binding = of.audience, of.hosting, of.node
    assert binding is not None and isinstance(binding.bus, LocalBus)
    lone = {SITE, node_topic(binding.bus.node)}
    return {
        "tables": len(hosting.tables),
        "loading": len(hosting._loading),
        "playing": len(hosting._playing),
        "watches": len(audience.watches),
        "shown": len(audience._shown),
        "elsewhere": len(audience.elsewhere),
        "timers": len(audience._timers),
        "talk": len(of.speaking._shown) + len(of.speaking._locks),
        "said": len(binding._said),
        "topics": len(binding.bus.topics - lone),
        "sockets": len(of.sockets._open),
        "waiting": len(of.matching._waiters),
    }


def test_a_site_that_was_played_at_holds_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once all sockets are closed, or lost, all that they and their tables took is free again.

    It is free by itself: cycles are looked for but seldom, as that holds up all tables.
    """
    monkeypatch.setattr(node, "HERE", 0.5)

    async def play(one: Tap, two: Tap, game: str) -> None:
        table, _ = await dealt(one, two, game=game, clock="none")
        dice = Random(1)
        for tap in (one, two):
            await tap.ask(asks.Say, table=table, phrase="hello")
        for tap in 6 * (one, two):
            told: list[Any] = [each for each in tap.told if serving.words_in(each)]
            if told:
                word = serving.chosen(dice, serving.words_in(told[-1]))
                await tap.ask(asks.Do, table=table, seq=told[-1].seq, words=[word])

    async def run() -> None:
        async with nodes_of(tmp_path, 2) as sites:
            nothing = dict.fromkeys(held(service(sites[0])), 0)
            for game in ("dummy", "indian"):
                async with Tap(sites[0].url) as one, Tap(sites[1].url) as two:
                    await play(one, two, game)
                    assert there(*OF_A_SOCKET)["Line"] == 2 and there(Live)["Live"] == 2
                    assert held(service(sites[0]))["watches"] == 1
                    one.socket.transport.abort()
                await until(lambda: all(held(service(site)) == nothing for site in sites))
                await until(lambda: not there(Live, *OF_A_SOCKET))

    with no_cycles_looked_for():
        asyncio.run(run())


def test_nobody_looks_at_a_table_that_was_set_aside(tmp_path: Path) -> None:
    """A node says no more who looks at a table that has failed, and listens to it no more."""

    async def run() -> None:
        async with (
            nodes_of(tmp_path, 2) as sites,
            Tap(sites[0].url) as one,
            Tap(sites[1].url) as two,
        ):
            table = await opened(one, "person", "open")
            for tap in (one, two):
                await tap.ask(asks.Watch, table=table)
            await until(lambda: all(held(service(site))["said"] for site in sites))
            await service(sites[0]).hosting.set_aside(table, ValueError())
            for tap in (one, two):
                await tap.find(lambda told: isinstance(told, messages.Notice))
            for site in sites:
                now = held(service(site))
                assert not now["said"] + now["watches"] + now["tables"] + now["topics"]

    asyncio.run(run())


def test_a_table_that_cannot_be_read_is_not_listened_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the store fails in the middle of a load, nothing of the table stays."""

    async def run() -> None:
        async with (
            nodes_of(tmp_path, 2) as sites,
            Tap(sites[0].url) as one,
            Tap(sites[1].url) as two,
        ):
            table = await opened(one, "person", "open")

            async def away(self: Store, table: str, since: int = 0) -> list[Row]:
                raise StoreError("away")

            with monkeypatch.context() as patch:
                patch.setattr(type(service(sites[0]).store), "rows", away)
                assert (await two.ask(asks.Watch, table=table)).code == "store"
            assert held(service(sites[1]))["topics"] == 0
            assert isinstance(await two.ask(asks.Watch, table=table), messages.Done)
            assert held(service(sites[1]))["topics"] == 1

    asyncio.run(run())


def test_a_bucket_is_forgotten_once_it_is_full() -> None:
    """Who has gone is remembered only until all that he took has come back."""
    clock = Clock()
    sockets = Sockets(SOCKET, clock)
    for n in range(100):
        bucket = sockets.enter(f"a{n}")
        assert bucket and bucket.take()
        sockets.leave(f"a{n}")
    assert len(sockets._gone) == 100
    again = sockets.enter("a5")
    assert again and again.take()
    clock.at += SOCKET.every
    for n in range(60):
        bucket = sockets.enter(f"b{n}")
        assert bucket and bucket.take()
        sockets.leave(f"b{n}")
    sockets.leave("a5")
    assert {*sockets._gone} == {*(f"b{n}" for n in range(60)), "a5"}
