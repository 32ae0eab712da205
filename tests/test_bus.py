"""A bus inside one process, what is said over one, and how a driver is found."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from random import Random
from typing import get_args

import pytest
from msgspec import Raw, structs

from speto.server import log
from speto.server.bus import BusError, kept, new_node_id, node_topic, worker_topic
from speto.server.bus.engines import bus_at
from speto.server.bus.kept import BATCH, MOST, Frame, KeptBus
from speto.server.bus.local import Hub, LocalBus
from speto.server.bus.said import (
    Broke,
    Chose,
    Here,
    Hurried,
    Job,
    Leaves,
    Looks,
    Plays,
    Reached,
    Renamed,
    Seated,
    Spoke,
    Told,
    Took,
    Works,
    Wrote,
    decode,
    encode,
    wrote,
)
from speto.server.service import Leaving
from speto.server.store import Row
from speto.server.talk import Said
from speto.server.tokens import Account
from tests import bus_laws
from tests.bus_laws import LAWS, Ear, Make, until
from tests.killing import free_port

pytestmark = pytest.mark.once


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_laws_of_a_bus(law: Callable[[Make], Awaitable[None]]) -> None:
    """What holds for every bus holds for that of nodes in one process."""

    async def run() -> None:
        await law(Hub().bus)

    asyncio.run(run())


def test_a_hub_heals() -> None:
    """A hub that has stood still carries messages again, and tells all that some were lost."""

    async def run() -> None:
        hub = Hub()
        loop = asyncio.get_running_loop()
        await bus_laws.heals(hub.bus, hub.stop, lambda: void(loop.call_soon_threadsafe(hub.start)))

    asyncio.run(run())


def void(anything: object) -> None:
    """Nothing."""


def test_alone_nobody_hears() -> None:
    """A server that is alone says things to nobody, not even to itself."""

    async def run() -> None:
        ear = Ear(LocalBus(new_node_id()))
        await ear.bus.open(ear.hear, ear.lose)
        ear.bus.subscribe("all")
        ear.bus.publish("all", b"hello")
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert not ear.heard and ear.bus.counts.said == 1
        await ear.bus.close()

    asyncio.run(run())


TOLD: tuple[Told, ...] = (
    Wrote("T1", 7, "clock", "timeout:6", 12, Raw(b'{"is":"ready","seat":1}')),
    Reached("T1", 7),
    Plays("T1"),
    Here("T1", "ab12cd34", ("a1", "a2"), 3),
    Looks("T1"),
    Spoke("T1", 4, 12, None, "ส้ม", "hello", None),
    Hurried("T1"),
    Broke("T1"),
    Renamed("a1", "person", "小明", 1, 2),
    Leaves("a1", "token", None, "f00d"),
    Took("guests", {"192.0.2.0/24": 3}),
    Seated("T1", "quick:x,y", ("a1", None)),
    Works("w1", 8, ("j1", "j2")),
    Job("j1", "ab12cd34", "sharp", "{}\n", 2**64 - 1),
    Chose("j1", "-Qs", "sharp/1/9f3a12cd/400", lowered=True),
    Chose("j1"),
)


@pytest.mark.parametrize("told", TOLD, ids=lambda told: type(told).__name__)
def test_what_is_said_is_read_again(told: Told) -> None:
    """Each kind of message is read as it was written, whatever a later version adds to it."""
    message = encode(told)
    again = decode(message)
    assert again == told or (isinstance(again, Wrote) and encode(again) == message)
    more = message[:-1] + b',"later":[1]}'
    assert decode(more) is not None
    assert type(decode(more)) is type(told)


def test_all_that_can_be_said_is_tried() -> None:
    """Of each kind of message there is one among those that are tried here."""
    assert {type(told) for told in TOLD} == {*get_args(Told)}


def test_what_is_no_message_is_as_if_lost() -> None:
    """Whatever comes over a bus that is no message of a known kind is none, and raises nothing."""
    random = Random(8)
    for told in TOLD:
        message = bytearray(encode(told))
        assert decode(bytes(message[:-1])) is None
        for _ in range(200):
            broken = bytearray(message)
            broken[random.randrange(len(broken))] = random.randrange(256)
            decode(bytes(broken))
    for none in (b"", b"null", b"[]", b'{"is":"sang"}', b"[" * 100_000, b"\xff", b'{"is":"took"}'):
        assert decode(none) is None


def test_a_row_travels_whole() -> None:
    """A row is heard byte for byte as its log has it."""
    body = log.write(log.Sat(2, "a1", "ส้ม 小明"))
    row = Row("T1", 3, "a1", "c-1", 99, body)
    heard = decode(encode(wrote(row)))
    assert isinstance(heard, Wrote)
    assert heard.row == row and type(heard.row.body) is bytes


def test_messages_fit_what_they_tell() -> None:
    """What is told of an account, of what was said and of who leaves has all that they have."""
    who = Account("a1", "guest", "n", 1, 2)
    assert structs.astuple(Renamed(*who)) == who
    said = Said("T1", 1, 2, "a1", "n", "hello", None)
    assert structs.astuple(Spoke(*said)) == said
    leaving = Leaving("a1", "token", "t", None)
    assert structs.astuple(Leaves(*leaving)) == leaving


def test_ids_and_topics() -> None:
    """No two nodes have the same id, and no topic of theirs is that of a table."""
    ids = {new_node_id() for _ in range(500)}
    assert len(ids) == 500 and all(len(each) == 8 and each.isalnum() for each in ids)
    assert len({node_topic("x"), worker_topic("x"), "x"}) == 3


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("nats://host", "a bus is at redis://"),
        ("redis:host", "a bus is at redis://"),
        ("", "a bus is at redis://"),
        ("redis://:secret@host:port", "not like redis://host:port"),
        ("postgresql://u:secret@[host", "not like postgresql://host:port"),
    ],
)
def test_a_wrong_address_is_one_sentence(url: str, sentence: str) -> None:
    """What is no address of a bus is refused in one sentence that tells no password."""
    with pytest.raises(BusError, match=sentence) as caught:
        bus_at(url, "n")
    assert "secret" not in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("url", "needs"),
    [("valkey://host", "speto.redis."), ("postgres://host/d", "speto.postgres.")],
)
def test_a_driver_that_is_not_installed(
    url: str, needs: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without what a driver needs, one sentence says what to install."""
    for name in ("redis", "postgres"):
        monkeypatch.delitem(sys.modules, f"speto.server.bus.{name}", raising=False)
    monkeypatch.setitem(sys.modules, "redis.asyncio", None)
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(BusError, match=needs):
        bus_at(url, "n")


@pytest.mark.parametrize("scheme", ["redis", "valkey", "postgresql"])
def test_no_engine_at_the_start(scheme: str) -> None:
    """An engine that is not there when a node starts is named in one sentence, without password."""

    async def run() -> None:
        where = f"127.0.0.1:{free_port()}"
        bus = bus_at(f"{scheme}://u:secret@{where}/0", "n")
        with pytest.raises(BusError, match=f"the bus at {where}: ") as caught:
            await bus.open(lambda topic, message: None, lambda: None)
        assert "secret" not in str(caught.value) and "refused" in str(caught.value)
        assert not bus.connected
        await bus.close()

    asyncio.run(run())


class Shaky:
    """An engine's end of a link, which stands still and is lost when it is told to."""

    def __init__(self) -> None:
        self.where = "here"
        self.said: list[bytes] = []
        self.topics: set[str] = set()
        self.runs = asyncio.Event()
        self.runs.set()
        self.refuses = 0
        self.breaks: BaseException = OSError()
        self.tries = 0
        self.batches: list[int] = []
        self.deaf = False
        self.takes = True
        self.ends = True
        self.broken: Callable[[], None] = lambda: None

    async def connect(self, heard: Callable[[bytes], None], broken: Callable[[], None]) -> None:
        self.tries += 1
        if self.refuses:
            self.refuses -= 1
            raise self.breaks
        self.topics.clear()
        self.broken = broken

    async def listen(self, topics: Collection[str]) -> None:
        self.topics |= {*topics}

    async def ignore(self, topics: Collection[str]) -> None:
        self.topics -= {*topics}

    async def say(self, frames: Sequence[Frame]) -> int:
        await self.runs.wait()
        if not self.takes:
            raise self.breaks
        self.batches.append(len(frames))
        self.said += [frame.text for frame in frames]
        return len(frames)

    async def check(self) -> None:
        """Say whether it is there."""
        if self.deaf:
            self.deaf = False
            raise OSError

    async def end(self) -> None:
        """It is gone, well or badly."""
        if not self.ends:
            raise self.breaks


@asynccontextmanager
async def shaky() -> AsyncIterator[tuple[Shaky, Ear]]:
    """An engine, and a node on its bus."""
    link = Shaky()
    ear = Ear(KeptBus("n", 100, link, check=0.1))
    await ear.bus.open(ear.hear, ear.lose)
    try:
        yield link, ear
    finally:
        await ear.bus.close()


def test_what_waits_is_said_together() -> None:
    """What is said while the engine is busy goes to it at once when it is free again, in order."""

    async def run() -> None:
        async with shaky() as (link, ear):
            for n in range(3):
                ear.bus.publish("t", b"%d" % n)
            await until(lambda: len(link.said) == 3)
            link.runs.clear()
            ear.bus.publish("t", b"3")
            await asyncio.sleep(0.01)
            for n in range(4, BATCH + 10):
                ear.bus.publish("t", b"%d" % n)
            link.runs.set()
            await until(lambda: len(link.said) == BATCH + 10)
            assert link.said == [b"n t\n%d" % n for n in range(BATCH + 10)]
            assert link.batches == [3, 1, BATCH, 6]

    asyncio.run(run())


def test_what_waits_is_bounded() -> None:
    """While an engine does not answer the oldest messages are dropped, and nobody waits."""

    async def run() -> None:
        async with shaky() as (link, ear):
            link.runs.clear()
            ear.bus.publish("t", b"first")
            await asyncio.sleep(0.01)
            for n in range(MOST + 7):
                ear.bus.publish("t", b"%d" % n)
            assert ear.bus.counts.dropped == 7
            link.runs.set()
            await until(lambda: len(link.said) == MOST + 1)
            assert link.said[1] == b"n t\n7"

    asyncio.run(run())


@pytest.mark.parametrize("breaks", [OSError(), asyncio.CancelledError()])  # in a task of a driver
def test_a_lost_link_is_made_anew(breaks: BaseException) -> None:
    """However often an engine refuses, it is asked again; all topics are heard before `lost`."""

    async def run() -> None:
        async with shaky() as (link, ear):
            link.breaks, link.ends = breaks, False
            ear.bus.subscribe("old")
            await until(lambda: link.topics == {"old"})
            link.refuses = 3
            link.broken()
            await until(lambda: not ear.bus.connected)
            ear.bus.subscribe("new")
            ear.bus.unsubscribe("old")
            assert not ear.lost
            await until(lambda: ear.lost == 1)
            assert link.topics == {"new"} and link.tries == 5 and ear.bus.connected
            ear.bus.publish("new", b"on")
            await until(lambda: link.said == [b"n new\non"])
            link.takes = False
            ear.bus.publish("new", b"lost")
            await until(lambda: ear.lost == 2)

    asyncio.run(run())


def test_an_engine_that_only_seems_to_be_there() -> None:
    """An engine that takes all that is said but no more tells anything is found out."""

    async def run() -> None:
        async with shaky() as (link, ear):
            link.deaf = True
            while not ear.lost:
                ear.bus.publish("t", b"on and on")
                await asyncio.sleep(0.001)
            assert link.tries == 2 and link.said

    asyncio.run(run())


def test_an_engine_that_takes_nothing_is_not_overrun(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine that can be connected to but takes nothing is tried after ever longer waits."""
    waits: list[float] = []
    sleep = asyncio.sleep

    async def sleep_less(seconds: float) -> None:
        waits.append(seconds)
        await sleep(0)

    monkeypatch.setattr(kept, "random", lambda: 0.5)

    async def run() -> None:
        async with shaky() as (link, ear):
            link.takes = False
            monkeypatch.setattr(asyncio, "sleep", sleep_less)
            while len(waits) < 7:
                ear.bus.publish("t", b"x")
                await sleep(0.001)
            link.takes = True
            monkeypatch.undo()
            assert waits[:7] == [0.1, 0.2, 0.4, 0.8, 1.6, 3.0, 3.0]

    asyncio.run(run())


def test_close_says_what_waits_but_not_for_ever() -> None:
    """What was said just before the end is said; an engine that stands still keeps nobody."""

    async def run() -> None:
        async with shaky() as (link, ear):
            ear.bus.publish("t", b"bye")
            await ear.bus.close()
            assert link.said == [b"n t\nbye"]
        async with shaky() as (link, ear):
            link.runs.clear()
            ear.bus.publish("t", b"bye")
            await asyncio.wait_for(ear.bus.close(), bus_laws.PATIENCE)
            assert not link.said

    asyncio.run(run())
