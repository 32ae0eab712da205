"""Limits and codes: bounded, fair to neighbors, never guessed or misread."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random
from xml.etree import ElementTree

import pytest

from speto.fair import announce, commit_to
from speto.games import game
from speto.server.bus import SITE
from speto.server.bus.local import Hub
from speto.server.bus.said import Took, decode, encode
from speto.server.codes import LETTERS, new_code, new_table_id, qr, read_code
from speto.server.limits import Bucket, Limits, Rate, group
from speto.server.takes import EVERY, Takes
from tests.site import Clock

pytestmark = pytest.mark.once


def test_one_bucket_gives_what_one_of_many_gives() -> None:
    """A bucket by itself says the same as a bucket among others, also when a clock is set back."""
    random, clock = Random(5), Clock()
    rate = Rate(4, 50)
    alone, limits = Bucket(rate, clock), Limits(rate, clock)
    refused = 0
    for _ in range(2000):
        clock.at += random.choice((0, 7, 30, 50, 400, -60))
        taken = alone.take()
        assert taken == limits.take("a") and alone.wait() == limits.wait("a")
        refused += not taken
    assert 0 < refused < 2000


def test_a_burst_then_one_after_each_interval() -> None:
    """So many go at once, then one each interval, and never more than the burst is saved."""
    clock = Clock()
    limits = Limits(Rate(3, 1000), clock)
    assert [limits.take("a") for _ in range(4)] == [True, True, True, False]
    assert limits.wait("a") == 1000
    clock.at += 999
    assert not limits.take("a") and limits.wait("a") == 1
    clock.at += 1
    assert limits.take("a") and not limits.take("a")
    clock.at += 1_000_000
    assert [limits.take("a") for _ in range(4)] == [True, True, True, False]


def test_keys_are_apart() -> None:
    """What one takes is not taken from another."""
    limits = Limits(Rate(1, 1000), Clock())
    assert limits.take("a") and not limits.take("a")
    assert limits.take("b") and not limits.take("b")


def test_a_clock_set_back_gives_nothing() -> None:
    """A clock that goes back neither fills a bucket nor empties one."""
    clock = Clock()
    limits = Limits(Rate(2, 1000), clock)
    assert limits.take("a")
    clock.at -= 60_000
    assert limits.take("a") and not limits.take("a")


def test_memory_is_bounded() -> None:
    """However many ask, no more than `most` are remembered, and those at rest are forgotten."""
    clock = Clock()
    limits = Limits(Rate(2, 10), clock, most=100)
    for n in range(10_000):
        assert limits.take(f"key {n}")
    assert len(limits) == 100
    clock.at += 1000
    for _ in range(200):
        limits.take("one")
    assert len(limits) == 1


def test_no_more_than_the_rate_whatever_the_times() -> None:
    """In any span, no more than the burst and what the span gives is let through."""
    random, clock = Random(5), Clock()
    rate = Rate(4, 250)
    limits, times = Limits(rate, clock), []
    for _ in range(3000):
        clock.at += random.choice((0, 1, 50, 251, 900))
        if limits.take("a"):
            times.append(clock.at)
    for n in range(len(times)):
        for later in range(n, min(n + 40, len(times))):
            assert later - n + 1 <= rate.burst + (times[later] - times[n]) / rate.every + 1e-6


def test_what_is_done_elsewhere_is_spent_here() -> None:
    """What is spent is missing here, and owed if it was not there; a bucket fills from there."""
    clock = Clock()
    limits = Limits(Rate(3, 1000), clock)
    limits.spend("a", 2)
    assert limits.take("a") and not limits.take("a")
    limits.spend("a", 1)
    assert limits.wait("a") == 2000
    for _ in range(4):
        limits.spend("a", 3)
    limits.spend("a", -5)
    assert limits.wait("a") == 14_000
    clock.at += 13_999
    assert not limits.take("a") and limits.take("b")
    clock.at += 1
    assert limits.take("a") and not limits.take("a")


def test_one_word_of_a_node_locks_nobody_out() -> None:
    """Of what is told at once no more is owed than a node can have let through."""
    limits = Limits(Rate(3, 1000), Clock())
    limits.spend("a", 1_000_000)
    assert limits.wait("a") == 4000


def test_a_debt_is_not_forgotten() -> None:
    """A bucket that owes is kept until it is full again, however many others come and go."""
    clock = Clock()
    limits = Limits(Rate(2, 1000), clock)
    limits.spend("a", 4)
    for n in range(30):
        clock.at += 100
        limits.take(f"key {n}")
        assert limits.wait("a") == max(0, 3000 - 100 * (n + 1))
    clock.at += 100_000
    for _ in range(30):
        limits.take("b")
    assert len(limits) == 1


def test_only_what_is_let_through_is_told() -> None:
    """Who shares a limit is told each key that was let through, and none that was refused."""
    limits = Limits(Rate(2, 1000), Clock())
    told: list[str] = []
    limits.on_take = told.append
    assert [limits.take(key) for key in "aaab"] == [True, True, False, True]
    limits.spend("c", 1)
    assert told == ["a", "a", "b"]


def test_nodes_share_a_limit() -> None:
    """What one node lets through is missing at the others a moment later, by the limit's name."""

    async def run() -> None:
        clock, hub = Clock(), Hub()
        nodes = [await a_node(hub, name, clock) for name in ("n1", "n2", "n3")]
        (guests, tables), (others, _), _ = nodes
        assert guests.take("a") and guests.take("a") and tables.take("a")
        assert others.wait("a") == 0
        await asyncio.sleep(3 * EVERY)
        assert [limits.wait("a") for limits, _ in nodes] == [0, 0, 0]
        assert [limits.take("a") for limits, _ in nodes] == [True, True, True]
        await asyncio.sleep(3 * EVERY)
        assert [limits.wait("a") for limits, _ in nodes] == [3000, 3000, 3000]
        assert all(limits.take("a") for _, limits in nodes)

    asyncio.run(run())


async def a_node(hub: Hub, name: str, clock: Clock) -> tuple[Limits, Limits]:
    """The two limits that a node shares with the others on a hub."""
    bus = hub.bus(name)
    takes = Takes(bus)

    def hear(topic: str, message: bytes) -> None:
        told = decode(message)
        if isinstance(told, Took):
            takes.hear(told)

    await bus.open(hear, lambda: None)
    bus.subscribe(SITE)
    guests, tables = Limits(Rate(3, 1000), clock), Limits(Rate(9, 1000), clock)
    takes.share("guests", guests)
    takes.share("tables", tables)
    takes.hear(Took("unheard-of", {"a": 1}))
    return guests, tables


@pytest.mark.parametrize("count", [1, 2, 3, 8])
@pytest.mark.parametrize("pause", [1, 20, 60])
def test_all_nodes_together_let_no_more_through(count: int, pause: int) -> None:
    """Over a long time nodes let through what one would, and a burst of each of the others."""

    async def run() -> None:
        clock, rate, span = Clock(), Rate(10, 1000), 1200
        hub, shared, through = Hub(), [], 0
        for number in range(count):
            bus = hub.bus(f"n{number}")
            takes, limits = Takes(bus), Limits(rate, clock)
            takes.share("x", limits)
            await bus.open(heard_by(takes), lambda: None)
            bus.subscribe(SITE)
            shared.append((takes, limits))
        for _ in range(span // pause):
            for _, limits in shared:  # all at once, before any of them hears of another
                while limits.take("a"):
                    through += 1
            for takes, _ in shared:
                takes.tell()
            await asyncio.sleep(0)
            clock.at += pause * 1000
        one_lets = rate.burst + span if pause < rate.burst else rate.burst * (span // pause)
        assert through <= rate.burst + span + (count - 1) * rate.burst
        assert through >= one_lets - rate.burst

    asyncio.run(run())


def heard_by(takes: Takes) -> Callable[[str, bytes], None]:
    """What hears for one node."""

    def hear(topic: str, message: bytes) -> None:
        told = decode(message)
        assert isinstance(told, Took)
        takes.hear(told)

    return hear


def test_much_is_told_in_pieces_that_a_bus_carries() -> None:
    """However many keys were let through, each is told once, in messages no longer than allowed."""

    async def run() -> None:
        hub = Hub()
        bus, other = hub.bus("n1"), hub.bus("n2")
        bus.largest = 500
        heard: list[bytes] = []
        await bus.open(lambda topic, message: None, lambda: None)
        await other.open(lambda topic, message: heard.append(message), lambda: None)
        other.subscribe(SITE)
        takes, limits = Takes(bus), Limits(Rate(3, 1000), Clock())
        takes.share("x", limits)
        for n in range(300):
            limits.take(f"key ไ {n}")
        takes.tell()
        await asyncio.sleep(0)
        told: dict[str, int] = {}
        for message in heard:
            took = decode(message)
            assert isinstance(took, Took) and len(encode(took)) <= bus.largest
            assert not told.keys() & took.keys.keys()
            told |= took.keys
        assert told == {f"key ไ {n}": 1 for n in range(300)} and len(heard) > 10
        takes.tell()
        assert len(heard) == bus.counts.said and not bus.counts.long

    asyncio.run(run())


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.254", True),
        ("192.0.2.1", "192.0.3.1", False),
        ("2001:db8::1", "2001:db8::ffff:1", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("::ffff:192.0.2.9", "192.0.2.1", True),
        ("fe80::1%eth0", "fe80::2%eth1", True),
        ("testclient", "", True),
    ],
)
def test_addresses_are_grouped(one: str, other: str, same: bool) -> None:
    """A /24 or a /64 is one group; what is no address is of the group of the unknown."""
    assert (group(one) == group(other)) is same


def test_codes_are_read_as_they_are_told() -> None:
    """A code is read back however it is spaced and whatever its case, and nothing else is one."""
    for _ in range(200):
        code = new_code()
        assert len(code) == 6 and not set(code) & set("01258BILOSZ")
        assert read_code(f" {code[:3].lower()}-{code[3:]} ") == code
    assert read_code("ACD34") is None and read_code("ACD340") is None
    assert read_code("A" * 10_000) is None and read_code("") is None
    assert len(set(LETTERS)) == len(LETTERS)


def test_table_ids_can_stand_in_a_transcript() -> None:
    """A transcript takes every table id, and no two are the same."""
    rules = game("dummy").read_rules("default")
    ids = {new_table_id() for _ in range(300)}
    assert len(ids) == 300
    for table in ids:
        announce(rules, table=table, commit=commit_to(bytes(32)), kinds=["person", "person"])


def test_a_link_is_an_svg() -> None:
    """A QR code is one well-formed SVG element, another for another link."""
    text = qr("https://example.org/t/ACD34F")
    root = ElementTree.fromstring(text)
    assert root.tag.endswith("svg") and root.get("viewBox")
    assert text != qr("https://example.org/t/ACD34G")
    with pytest.raises(ValueError, match=r"fit|data"):
        qr("x" * 5000)
