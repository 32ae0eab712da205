"""Quick matches: those who want the same game are put together."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from speto.server.matching import Matching, Wish

pytestmark = pytest.mark.once

TWO = Wish("dummy", "default", 2)


@dataclass(eq=False)
class Somebody:
    account_id: str


def test_enough_are_put_together() -> None:
    """Who comes last completes the match, and nobody of it waits any more."""
    matching = Matching()
    one, two = Somebody("a"), Somebody("b")
    assert matching.wish(one, TWO) is None
    assert matching.wish(two, TWO) == [one, two]
    assert not matching.forget(one)


def test_other_wishes_do_not_meet() -> None:
    """Another game, other rules or another number of seats is another match."""
    matching = Matching()
    assert matching.wish(Somebody("a"), TWO) is None
    assert matching.wish(Somebody("b"), TWO._replace(game="indian")) is None
    assert matching.wish(Somebody("c"), TWO._replace(rules="zh_online")) is None
    assert matching.wish(Somebody("d"), TWO._replace(seats=3)) is None


def test_nobody_meets_himself() -> None:
    """Two sockets of one account are not put at one table."""
    matching = Matching()
    assert matching.wish(Somebody("a"), TWO) is None
    assert matching.wish(Somebody("a"), TWO) is None


def test_one_wish_at_a_time() -> None:
    """A new wish takes the place of the old one."""
    matching = Matching()
    one = Somebody("a")
    matching.wish(one, TWO)
    matching.wish(one, TWO._replace(seats=3))
    assert matching.wish(Somebody("b"), TWO) is None
    assert matching.forget(one)
    assert not matching.forget(one)


def test_the_nearest_in_strength_are_chosen() -> None:
    """Of more than enough, those nearest to who came last play."""
    strengths = {"weak": 1.0, "strong": 30.0, "middle": 20.0, "new": 25.0}
    matching = Matching(strengths.__getitem__)
    three = Wish("dummy", "default", 3)
    weak, strong = Somebody("weak"), Somebody("strong")
    assert matching.wish(weak, three) is None
    assert matching.wish(strong, three) is None
    chosen = matching.wish(Somebody("new"), three)
    assert chosen is not None
    assert {one.account_id for one in chosen} == {"weak", "strong", "new"}
    assert matching.wish(weak, TWO._replace(seats=4)) is None
    assert matching.wish(Somebody("middle"), TWO) is None
    assert [one.account_id for one in matching.wish(strong, TWO) or []] == ["middle", "strong"]
