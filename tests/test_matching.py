"""Quick matches: those who want the same game are put together."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from speto.server.matching import NEAR, REMEMBERED, WIDER, Matching, Waiting, Wish, command_of
from speto.server.messages import Message

pytestmark = pytest.mark.once

TWO = Wish("dummy", "default", 2)


@dataclass(eq=False)
class Socket:
    account_name: str
    told: list[Message] = field(default_factory=list)

    def tell(self, message: Message) -> None:
        self.told.append(message)


def somebody(account: str, strength: float = 0.0, since: int = 0) -> Waiting:
    return Waiting(Socket(account), account, f"ask-{account}", "key", strength, since)


def accounts(found: list[tuple[Wish, list[Waiting]]]) -> list[list[str]]:
    """Who plays in each match that was found."""
    return [[one.account for one in players] for _, players in found]


def test_enough_are_put_together() -> None:
    """Who comes last completes the match, and nobody of it waits any more."""
    matching = Matching()
    one, two = somebody("a"), somebody("b")
    matching.wish(TWO, one)
    assert matching.complete(0) == []
    matching.wish(TWO, two)
    assert matching.complete(0) == [(TWO, [one, two])]
    assert matching.complete(0) == []


def test_other_wishes_do_not_meet() -> None:
    """Another game, other rules or another number of seats is another match."""
    matching = Matching()
    for who, wish in {
        "a": TWO,
        "b": TWO._replace(game="indian"),
        "c": TWO._replace(rules="zh_online"),
        "d": TWO._replace(seats=3),
    }.items():
        matching.wish(wish, somebody(who))
    assert matching.complete(10**9) == []


def test_nobody_meets_himself() -> None:
    """Two sockets of one account are not put at one table, with others or without."""
    matching = Matching()
    matching.wish(TWO, somebody("a"))
    matching.wish(TWO, somebody("a"))
    assert matching.complete(10**9) == []
    three = TWO._replace(seats=3)
    for who in ("a", "b", "b"):
        matching.wish(three, somebody(who))
    assert matching.complete(10**9) == []


def test_one_wish_at_a_time() -> None:
    """A new wish takes the place of the old one."""
    matching = Matching()
    one = somebody("a")
    matching.wish(TWO, one)
    matching.wish(TWO._replace(seats=3), one)
    matching.wish(TWO, somebody("b"))
    assert matching.complete(0) == []
    matching.forget(one.waiter)
    matching.wish(TWO._replace(seats=3), somebody("c"))
    matching.wish(TWO._replace(seats=3), somebody("d"))
    assert matching.complete(0) == []


def test_who_leaves_while_a_table_opens_is_not_put_back() -> None:
    """Where the table does not open, who has left or wants another match waits for it no more."""
    matching = Matching()
    players = [somebody(name) for name in "abc"]
    for one in players:
        matching.wish(TWO._replace(seats=3), one)
    ((wish, found),) = matching.complete(0)
    matching.forget(players[0].waiter)
    matching.wish(TWO, players[1])
    matching.put_back(wish, found)
    matching.put_back(wish, found)
    matching.wish(wish, somebody("d"))
    matching.wish(wish, somebody("e"))
    assert accounts(matching.complete(0)) == [["c", "d", "e"]]
    matching.wish(TWO, somebody("f"))
    assert accounts(matching.complete(0)) == [["b", "f"]]


def test_who_was_seated_is_not_put_back() -> None:
    """A match whose table has opened leaves nobody waiting."""
    matching = Matching()
    for name in "ab":
        matching.wish(TWO, somebody(name))
    ((wish, found),) = matching.complete(0)
    matching.seat_all([one.account for one in found], command_of(found), "t1")
    matching.put_back(wish, found)
    assert matching.complete(0) == []


def test_the_nearest_in_strength_are_chosen() -> None:
    """Of more than enough, those nearest to who has waited longest play."""
    matching = Matching()
    three = TWO._replace(seats=3)
    for who, strength, since in (
        ("first", 20.0, 0),
        ("weak", 16.5, 1),
        ("strong", 24.0, 2),
        ("equal", 21.0, 3),
    ):
        matching.wish(three, somebody(who, strength, since))
    assert accounts(matching.complete(3)) == [["first", "equal", "weak"]]


def test_who_waits_longer_meets_the_further() -> None:
    """Two of unlike strength meet no sooner than when one has waited as long as they are apart."""
    matching = Matching()
    matching.wish(TWO, somebody("weak", 0.0, 1_000))
    matching.wish(TWO, somebody("strong", NEAR + 20 * WIDER, 5_000))
    assert matching.complete(20_999) == []
    assert accounts(matching.complete(21_000)) == [["weak", "strong"]]


def test_two_who_are_near_do_not_wait_for_a_third() -> None:
    """Somebody whom nobody is near to keeps nobody else from playing."""
    matching = Matching()
    matching.wish(TWO, somebody("alone", 40.0, 0))
    matching.wish(TWO, somebody("a", 1.0, 1))
    matching.wish(TWO, somebody("b", 2.0, 2))
    assert accounts(matching.complete(2)) == [["a", "b"]]


def test_an_ask_that_was_answered_is_remembered() -> None:
    """Each player of a table is led to it by his own ask, also from the table's first row alone."""
    matching = Matching()
    players = [somebody("a"), somebody("b")]
    matching.seat_all(["a", "b"], command_of(players), "t1")
    assert matching.table_of("a", "ask-a") == matching.table_of("b", "ask-b") == "t1"
    assert matching.table_of("a", "ask-b") is None
    matching.seat_all(["a"], "opened-by-hand", "t2")
    assert matching.table_of("a", "opened-by-hand") is None


def test_what_is_remembered_is_bounded() -> None:
    """The oldest asks are forgotten first."""
    matching = Matching()
    for number in range(REMEMBERED + 1):
        matching.seat("a", f"ask-{number}", "t")
    assert matching.table_of("a", "ask-0") is None
    assert matching.table_of("a", f"ask-{REMEMBERED}") == "t"
