"""Quick matches: those who want the same game are put together, at whichever nodes they are."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from speto.server.matching import LATE, NEAR, WIDER, Matching, command_of, complete, in_order
from speto.server.messages import Message
from speto.server.store import Head, Row, Store, Write, wishes
from speto.server.store.nodes import ALIVE
from speto.server.store.wishes import Wished
from tests.site import BEGAN, Clock, with_store

pytestmark = pytest.mark.once


@dataclass(eq=False)
class Socket:
    told: list[Message] = field(default_factory=list)

    def tell(self, message: Message) -> None:
        self.told.append(message)


def somebody(
    account: str, strength: float = 0.0, since: int = 0, *, seats: int = 2, game: str = "dummy"
) -> Wished:
    """Who wants to play."""
    return Wished(
        account, f"ask-{account}", "", account, game, "default", seats, strength, since, since
    )


def accounts(found: Sequence[Sequence[Wished]]) -> list[list[str]]:
    """Who plays in each match that was found."""
    return [[one.account for one in players] for players in found]


# Who is chosen.


def test_enough_are_put_together() -> None:
    """Two who want the same play; one alone does not."""
    one, two = somebody("a"), somebody("b")
    assert complete([one], 0) == []
    assert complete([one, two], 0) == [[one, two]]


def test_other_wishes_do_not_meet() -> None:
    """Another game, other rules or another number of seats is another match."""
    waiting = [
        somebody("a"),
        somebody("b", game="indian"),
        somebody("c")._replace(rules="zh_online"),
        somebody("d", seats=3),
    ]
    assert complete(waiting, 10**9) == []


def test_nobody_meets_himself() -> None:
    """Two sockets of one account are not put at one table, with others or without."""
    twice = [somebody("a"), somebody("a")._replace(command="again")]
    assert complete(twice, 10**9) == []
    three = [one._replace(seats=3) for one in (*twice, somebody("b"))]
    assert complete(three, 10**9) == []


def test_each_plays_in_one_match() -> None:
    """Of more than enough nobody is chosen twice, and those who are left wait on."""
    found = complete([somebody(name, since=at) for at, name in enumerate("abcde")], 9)
    assert accounts(found) == [["a", "b"], ["c", "d"]]


def test_the_nearest_in_strength_are_chosen() -> None:
    """Of more than enough, those nearest to who has waited longest play."""
    waiting = [
        somebody(who, strength, since, seats=3)
        for who, strength, since in (
            ("first", 20.0, 0),
            ("weak", 16.5, 1),
            ("strong", 24.0, 2),
            ("equal", 21.0, 3),
        )
    ]
    assert accounts(complete(waiting, 3)) == [["first", "equal", "weak"]]


def test_who_waits_longer_meets_the_further() -> None:
    """Two of unlike strength meet no sooner than when one has waited as long as they are apart."""
    waiting = [somebody("weak", 0.0, 1_000), somebody("strong", NEAR + 20 * WIDER, 5_000)]
    assert complete(waiting, 20_999) == []
    assert accounts(complete(waiting, 21_000)) == [["weak", "strong"]]


def test_two_who_are_near_do_not_wait_for_a_third() -> None:
    """Somebody whom nobody is near to keeps nobody else from playing."""
    waiting = [somebody("alone", 40.0, 0), somebody("a", 1.0, 1), somebody("b", 2.0, 2)]
    assert accounts(complete(waiting, 2)) == [["a", "b"]]


def test_a_table_has_the_same_seats_whoever_opens_it() -> None:
    """Who has waited longest sits first, in whatever order the players were chosen."""
    players = [somebody("b", since=5), somebody("c", since=1), somebody("a", since=5)]
    assert [one.account for one in in_order(players)] == ["c", "a", "b"]
    assert command_of(in_order(players)) == "quick:ask-c,ask-a,ask-b"


# Who waits where.


async def opened(store: Store, table: str) -> None:
    """A table in the store."""
    row = Row(table, 1, "a", "quick", BEGAN, b"{}")
    head = Head(table, 1, "waiting", None, "dummy", True, "", BEGAN)
    await store.append(Write(row, head))


@pytest.mark.parametrize("late", ["before", "after", "gone"])
def test_an_ask_that_is_done_late_at_another_node_takes_nobody_along(
    late: str, tmp_path: Path
) -> None:
    """Who waits at a new socket is chosen and told there, whatever his ask at the old one does."""

    async def use(store: Store, clock: Clock) -> None:
        old, new = (Matching(store, clock, name) for name in ("n1", "n2"))
        lost, socket = Socket(), Socket()
        one, other = somebody("a", since=BEGAN), somebody("b", since=BEGAN)
        await new.wish(one, socket)
        await new.wish(other, Socket())
        if late == "before":
            await old.wish(one, lost)  # what was sent to the socket that is lost
        elif late == "gone":
            await old.wish(one, lost)
            old.forget(lost)
            await old.let_go()
        (players,) = complete(await new.look(), clock.at)
        assert await new.claim(players, "T1")
        if late == "after":
            await wishes.wish(store, one._replace(node="n1"))
        await opened(store, "T1")
        await old.look()
        assert {mine.account for _, mine in await old.seated()} <= {"a"}
        told = {mine.account: waiter for waiter, mine in await new.seated()}
        assert [*sorted(told)] == ["a", "b"] and told["a"] is socket
        assert not new.waits

    with_store(tmp_path, use)


def test_a_match_of_two_nodes_is_told_at_both(tmp_path: Path) -> None:
    """Each player is told once, by the node of his socket, and not before the table is open."""

    async def use(store: Store, clock: Clock) -> None:
        here, there = (Matching(store, clock, name) for name in ("n1", "n2"))
        one, two = Socket(), Socket()
        assert await here.wish(somebody("a", since=BEGAN), one) is None
        assert await there.wish(somebody("b", since=BEGAN), two) is None
        (players,) = complete(await here.look(), clock.at)
        assert await here.claim(players, "T1") and not await there.claim(players, "T2")
        assert await here.look() == [] and await here.seated() == await there.seated() == []
        await opened(store, "T1")
        for matching, waiter, account in ((here, one, "a"), (there, two, "b")):
            ((found, mine),) = await matching.seated()
            assert (found, mine.account, mine.table) == (waiter, account, "T1")
            assert await matching.seated() == [] and not matching.waits
            assert await matching.table_of(account, f"ask-{account}") == "T1"
        assert await there.wish(somebody("a", since=BEGAN), two) == "T1", (
            "asked again at another node"
        )

    with_store(tmp_path, use)


def test_many_nodes_seat_each_player_once(tmp_path: Path) -> None:
    """However many nodes complete the same wishes at once, nobody is chosen for two tables."""

    async def use(store: Store, clock: Clock) -> None:
        nodes = [Matching(store, clock, f"n{number}") for number in range(5)]
        for number in range(15):
            await nodes[number % 5].wish(
                somebody(f"p{number:02}", since=BEGAN + number, seats=3), Socket()
            )

        async def seat(number: int) -> list[list[Wished]]:
            found = complete(await nodes[number].look(), clock.at)
            won = [await nodes[number].claim(each, f"T{number}{n}") for n, each in enumerate(found)]
            return [each for each, mine in zip(found, won, strict=True) if mine]

        won = await asyncio.gather(*(seat(number) for number in range(5)))
        seated = [one.account for found in won for each in found for one in each]
        assert sorted(seated) == [f"p{number:02}" for number in range(15)]

    with_store(tmp_path, use)


def test_a_table_that_was_not_opened_is_opened_by_another(tmp_path: Path) -> None:
    """If a node dies between the choice and the table, whoever finds the match opens that table."""

    async def use(store: Store, clock: Clock) -> None:
        here, there = (Matching(store, clock, name) for name in ("n1", "n2"))
        await here.wish(somebody("a", since=BEGAN), Socket())
        await there.wish(somebody("b", since=BEGAN), Socket())
        (players,) = complete(await here.look(), clock.at)
        assert await here.claim(players, "T1")
        assert await there.unopened() == []
        clock.at += LATE + 1
        (found,) = await there.unopened()
        assert [(one.account, one.table) for one in found] == [("a", "T1"), ("b", "T1")]
        await opened(store, "T1")
        assert await there.unopened() == []

    with_store(tmp_path, use)


def test_one_wish_at_a_time(tmp_path: Path) -> None:
    """A new wish of a socket takes the place of its old one, and who leaves waits no more."""

    async def use(store: Store, clock: Clock) -> None:
        matching, one = Matching(store, clock, "n1"), Socket()
        await matching.wish(somebody("a", since=BEGAN), one)
        await matching.wish(somebody("a", since=BEGAN)._replace(command="other", seats=3), one)
        assert [mine.command for mine in await matching.look()] == ["other"]
        assert matching.is_waiting(("a", "other")) and not matching.is_waiting(("a", "ask-a"))
        matching.forget(one)
        assert not matching.is_waiting(("a", "other"))
        assert await matching.look() == [] and not matching.waits

    with_store(tmp_path, use)


def test_who_leaves_while_he_is_written_down_does_not_wait(tmp_path: Path) -> None:
    """A socket that goes before its wish is durable leaves nobody waiting for ever."""

    async def use(store: Store, clock: Clock) -> None:
        matching, one = Matching(store, clock, "n1"), Socket()
        writing = asyncio.create_task(matching.wish(somebody("a", since=BEGAN), one))
        await asyncio.sleep(0)
        matching.forget(one)
        await writing
        assert await matching.look() == [] and not matching.waits

    with_store(tmp_path, use)


def test_who_waited_at_a_node_that_died_waits_no_more(tmp_path: Path) -> None:
    """A node that does not say so any more has nobody waiting; at another he can wait again."""

    async def use(store: Store, clock: Clock) -> None:
        dead, there = (Matching(store, clock, name) for name in ("n1", "n2"))
        await dead.wish(somebody("a", since=clock.at), Socket())
        clock.at += ALIVE + 1
        assert await there.look() == []
        again = somebody("a", since=clock.at)
        assert await there.wish(again, Socket()) is None
        assert accounts([await there.look()]) == [["a"]]

    with_store(tmp_path, use)
