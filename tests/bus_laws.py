"""What holds for every bus, whoever carries it: laws to be run over each driver."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TypeAlias

from speto.server.bus import Bus

Make: TypeAlias = Callable[[str], Bus]
"""Makes the bus of one more node, not yet open, on the same engine as the others."""

PATIENCE = 30.0


@dataclass
class Ear:
    """A node on a bus, and what it has heard."""

    bus: Bus
    heard: list[tuple[str, bytes]] = field(default_factory=list)
    lost: int = 0

    def hear(self, topic: str, message: bytes) -> None:
        """Hear a message."""
        self.heard.append((topic, message))

    def lose(self) -> None:
        """Hear that messages may have been lost."""
        self.lost += 1


@asynccontextmanager
async def nodes(make: Make, n: int, *topics: str) -> AsyncIterator[list[Ear]]:
    """So many nodes on one bus that have subscribed to some topics, and hear of them."""
    ears = [Ear(make(f"node{at:04}")) for at in range(n)]
    try:
        for ear in ears:
            await ear.bus.open(ear.hear, ear.lose)
        for topic in topics:
            await joined(ears, topic)
        yield ears
    finally:
        for ear in ears:
            await ear.bus.close()


async def until(holds: Callable[[], bool]) -> None:
    """Wait for something that must come to hold.

    :raises AssertionError: if it does not.
    """
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, "it does not come to hold"
        await asyncio.sleep(0.005)


async def joined(ears: list[Ear], topic: str) -> None:
    """Let nodes subscribe to a topic, and wait until each hears each other one."""
    for ear in ears:
        ear.bus.subscribe(topic)
    mark = b"are you there?"
    for ear in ears:
        others = [other for other in ears if other is not ear]
        while not all((topic, mark) in other.heard for other in others):
            ear.bus.publish(topic, mark)
            await asyncio.sleep(0.02)
        await quiet(ears)
        for other in ears:
            other.heard.clear()


async def quiet(ears: list[Ear]) -> None:
    """Wait until nobody hears anything more of what was said."""
    before = -1
    while before != (now := sum(ear.bus.counts.heard for ear in ears)):
        before = now
        await asyncio.sleep(0.1)


async def others_hear(make: Make) -> None:
    """Whoever has subscribed to a topic hears what others say under it, in order, and no more."""
    async with nodes(make, 3, "all", "two") as ears:
        one, two, three = ears
        three.bus.unsubscribe("two")
        await quiet(ears)
        await asyncio.sleep(0.1)
        said = [f"{n // 2}".encode() for n in range(1000)]  # each twice, one after the other
        for each in said:
            one.bus.publish("all", each)
        one.bus.publish("two", b"for two")
        two.bus.publish("nobody", b"for nobody")
        await until(lambda: len(two.heard) == 1001 and len(three.heard) == 1000)
        await quiet(ears)
        assert two.heard == [*(("all", each) for each in said), ("two", b"for two")]
        assert three.heard == [("all", each) for each in said]
        assert not one.heard
        assert one.bus.counts.said >= 1001 and not one.bus.counts.dropped


async def any_bytes_arrive(make: Make) -> None:
    """What is heard is what was said, byte for byte, whatever the bytes."""
    said = [b"", bytes(range(256)), "ไพ่ 牌 😀".encode(), b"\n a\nb", b"\0", b"=", b"~AP8="]
    async with nodes(make, 2, "all") as (one, two):
        for each in said:
            one.bus.publish("all", each)
        await until(lambda: len(two.heard) == len(said))
        assert [message for _, message in two.heard] == said


async def too_long_is_dropped(make: Make) -> None:
    """The longest message is heard; a longer one is dropped and counted, and nothing else.

    One that is no text may be too long sooner, and is counted all the same.
    """
    async with nodes(make, 2, "all") as (one, two):
        largest = one.bus.largest
        one.bus.publish("all", b"{" + b"x" * largest)
        assert one.bus.counts.long == 1
        one.bus.publish("all", b"x" * largest)
        one.bus.publish("all", b"\0" * largest)
        one.bus.publish("all", b"short")
        await until(lambda: ("all", b"short") in two.heard)
        assert [len(message) for _, message in two.heard if message[0]] == [largest, 5]
        assert len(two.heard) + one.bus.counts.long == 4
        assert not one.lost and not one.bus.counts.lost


async def nothing_is_raised(make: Make) -> None:
    """A bus may be used before it is open and after it is closed; it is as if all were lost."""
    async with nodes(make, 1, "all") as (one,):
        bus = make("early")
        bus.publish("all", b"early")
        bus.subscribe("all")
        await bus.open(one.hear, one.lose)
        await until(lambda: bus.connected)
        await bus.close()
        bus.publish("all", b"late")
        bus.unsubscribe("all")
        bus.subscribe("more")
        await bus.close()
        assert not bus.connected
        one.bus.publish("all", b"on")
        await quiet([one])
        assert ("all", b"late") not in one.heard


async def a_fault_stays_alone(make: Make) -> None:
    """Who fails over a message is called with the next one, and nobody else notices."""

    def fail(topic: str, message: bytes) -> None:
        heard.append(message)
        raise LookupError

    heard: list[bytes] = []
    async with nodes(make, 2, "all") as (one, two):
        bad = make("bad")
        await bad.open(fail, two.lose)
        bad.subscribe("all")
        while not heard:
            one.bus.publish("all", b"0")
            await asyncio.sleep(0.02)
        one.bus.publish("all", b"end")
        await until(lambda: b"end" in heard and ("all", b"end") in two.heard)
        assert bad.counts.faulty == len(heard) > 1
        await bad.close()


async def never_in_the_middle(make: Make) -> None:
    """Nobody hears anything while something is being said."""
    saying, inside = False, 0

    def hear(topic: str, message: bytes) -> None:
        nonlocal inside
        inside += saying

    async with nodes(make, 1, "all") as (one,):
        bus = make("other")
        await bus.open(hear, one.lose)
        bus.subscribe("all")
        while not bus.counts.heard:
            saying = True
            one.bus.publish("all", b"x")
            saying = False
            await asyncio.sleep(0.02)
        assert not inside
        await bus.close()


async def many_topics_stay_apart(make: Make) -> None:
    """With more topics than an engine has channels each is heard as itself, until it is left."""
    topics = [f"T{n:011}" for n in range(700)]
    async with nodes(make, 2, "all") as (one, two):
        for topic in topics:
            two.bus.subscribe(topic)
        await joined([one, two], "last")
        one.bus.unsubscribe("last")
        two.heard.clear()
        for topic in [*topics, "not one of them"]:
            one.bus.publish(topic, topic.encode())
        one.bus.publish("all", b"end")
        await until(lambda: ("all", b"end") in two.heard)
        assert two.heard[:-1] == [(topic, topic.encode()) for topic in topics]
        two.heard.clear()
        for topic in topics[::2]:
            two.bus.unsubscribe(topic)
        for topic in topics:
            one.bus.publish(topic, b"again")
        one.bus.publish("all", b"end")
        await until(lambda: ("all", b"end") in two.heard)
        assert two.heard[:-1] == [(topic, b"again") for topic in topics[1::2]]


LAWS = (
    others_hear,
    any_bytes_arrive,
    too_long_is_dropped,
    nothing_is_raised,
    a_fault_stays_alone,
    never_in_the_middle,
    many_topics_stay_apart,
)


async def heals(make: Make, away: Callable[[], None], back: Callable[[], None]) -> None:
    """After an engine was away all is heard again, also of what was subscribed to meanwhile.

    Each node is told that messages were lost; nobody who spoke meanwhile has noticed anything.
    """
    async with nodes(make, 2, "all") as ears:
        one, two = ears
        two.bus.subscribe("old")
        flows = asyncio.create_task(_flow(ears))
        await until(lambda: len(one.heard) > 20 and len(two.heard) > 20)
        await asyncio.to_thread(away)
        two.bus.subscribe("new")
        two.bus.unsubscribe("old")
        await asyncio.sleep(0.5)
        assert not flows.done()
        await asyncio.to_thread(back)
        await until(lambda: bool(one.lost and two.lost))
        await until(lambda: one.bus.connected and two.bus.connected)
        one.heard.clear()
        two.heard.clear()
        await until(lambda: len(one.heard) > 20 and len(two.heard) > 20)
        flows.cancel()
        while ("new", b"heard?") not in two.heard:
            one.bus.publish("new", b"heard?")
            one.bus.publish("old", b"heard?")
            await asyncio.sleep(0.02)
        await quiet(ears)
        assert ("old", b"heard?") not in two.heard
        assert one.bus.counts.lost and two.bus.counts.lost
        lost = one.lost + two.lost
        await asyncio.sleep(0.5)
        assert lost == one.lost + two.lost  # what was found again stays


async def _flow(ears: list[Ear]) -> None:
    n = 0
    while True:
        n += 1
        for ear in ears:
            ear.bus.publish("all", f"{n}".encode())
        await asyncio.sleep(0.005)
