"""The buses of PostgreSQL and Redis: the laws of every bus, and engines that fall and rise."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import NamedTuple

import pytest

from speto.server.bus import Bus, BusError
from speto.server.bus.engines import bus_at
from speto.server.bus.kept import CHECK, PATIENCE
from tests import bus_laws
from tests.bus_laws import LAWS, Make, nodes, quiet, until
from tests.cluster.engines import Database, Engine, Redis

pytestmark = [pytest.mark.cluster, pytest.mark.once]


class Carrier(NamedTuple):
    """An engine that runs, and the address of a bus on it."""

    engine: Engine
    url: str

    def bus(self, node: str) -> Bus:
        """The bus of one more node."""
        return bus_at(self.url, node)


@pytest.fixture(params=["pg", "redis"])
def carrier(request: pytest.FixtureRequest) -> Carrier:
    """Each engine in turn."""
    found: Database | Redis = request.getfixturevalue(request.param)
    return Carrier(found.engine if isinstance(found, Database) else found, found.url)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_laws_of_a_bus(carrier: Carrier, law: Callable[[Make], Awaitable[None]]) -> None:
    """What holds for every bus holds for that of an engine."""

    async def run() -> None:
        await law(carrier.bus)

    asyncio.run(run())


def test_an_engine_is_restarted(carrier: Carrier) -> None:
    """While messages flow an engine is stopped and started; all is heard again, `lost` is told."""
    engine = carrier.engine
    asyncio.run(bus_laws.heals(carrier.bus, engine.stop, engine.start))


def test_an_engine_is_killed(carrier: Carrier) -> None:
    """While messages flow an engine is killed and started; all is heard again, `lost` is told."""
    engine = carrier.engine
    asyncio.run(bus_laws.heals(carrier.bus, engine.kill, engine.start))


def test_an_engine_that_stands_still(carrier: Carrier) -> None:
    """An engine that holds its connections but does not answer is found out; nobody waits."""

    async def run() -> None:
        async with nodes(carrier.bus, 2, "all") as (one, two):
            carrier.engine.pause()
            for n in range(100):
                one.bus.publish("all", b"%d" % n)
            await until(lambda: not one.bus.connected and not two.bus.connected)
            carrier.engine.resume()
            await until(lambda: bool(one.lost and two.lost))
            two.heard.clear()
            while ("all", b"on") not in two.heard:
                one.bus.publish("all", b"on")
                await asyncio.sleep(0.02)
            await quiet([one, two])

    assert CHECK + PATIENCE < bus_laws.PATIENCE
    asyncio.run(run())


def test_a_wrong_password_is_one_sentence(carrier: Carrier) -> None:
    """Who is not let in reads so at the start, and no password."""

    async def run() -> None:
        head, _, rest = carrier.url.partition("@")
        bus = bus_at(f"{head.rpartition(':')[0]}:wrong-secret@{rest}", "n")
        with pytest.raises(BusError, match=r"the bus at 127\.0\.0\.1:\d+: .*password") as caught:
            await bus.open(lambda topic, message: None, lambda: None)
        assert "secret" not in str(caught.value) and "\n" not in str(caught.value)

    asyncio.run(run())


def test_databases_of_one_engine_are_apart(carrier: Carrier) -> None:
    """Two sites in two databases of one engine do not hear each other."""

    async def run() -> None:
        if isinstance(carrier.engine, Redis):
            other = carrier.url.removesuffix("/0") + "/1"
        else:
            other = carrier.url.rpartition("/")[0] + "/postgres"
        stranger = bus_at(other, "stranger")
        heard: list[bytes] = []
        async with nodes(carrier.bus, 2, "all") as (one, two):
            await stranger.open(lambda topic, message: heard.append(message), lambda: None)
            try:
                stranger.subscribe("all")
                await asyncio.sleep(0.2)
                for _ in range(20):
                    one.bus.publish("all", b"ours")
                    stranger.publish("all", b"theirs")
                await until(lambda: len(two.heard) == 20)
                await quiet([one, two])
                assert not heard and ("all", b"theirs") not in two.heard
            finally:
                await stranger.close()

    asyncio.run(run())


def test_what_waits_for_an_engine_is_bounded(carrier: Carrier) -> None:
    """Of what is said while an engine is away no more is kept than is allowed."""

    async def run() -> None:
        async with nodes(carrier.bus, 2, "all") as (one, two):
            carrier.engine.kill()
            await until(lambda: not one.bus.connected)
            counts, before = one.bus.counts, one.bus.counts.said
            for n in range(10_000):
                one.bus.publish("all", b"%d" % n)
            assert counts.dropped >= 10_000 - 4_096
            carrier.engine.start()
            await until(lambda: bool(one.lost and two.lost))
            await until(lambda: counts.said - before + counts.dropped == 10_000)

    asyncio.run(run())
