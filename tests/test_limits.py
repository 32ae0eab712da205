"""Limits and codes: bounded, fair to neighbors, never guessed or misread."""

from __future__ import annotations

from random import Random
from xml.etree import ElementTree

import pytest

from speto.fair import announce, commit_to
from speto.games import game
from speto.server.codes import LETTERS, new_code, new_table_id, qr, read_code
from speto.server.limits import Bucket, Limits, Rate, group
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
