"""What must hold of a store, in whatever database; its tests take them over as a class.

What must stay true: nothing here knows which store it is.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import TypeAlias

import pytest
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import CompileError, IntegrityError

from speto.server.store import (
    CLAIM,
    Head,
    Reach,
    Repeated,
    Row,
    Store,
    StoreError,
    Taken,
    Write,
    nodes,
    wishes,
)
from speto.server.store.nodes import ALIVE, Node
from speto.server.store.schema import account, member, metadata, report, talk, token
from speto.server.store.wishes import Wished

SEED = bytes(range(32))
Opened: TypeAlias = Callable[[], Awaitable[Store]]
"""Opens the store of a test, each time the same one."""


def entry(
    table: str,
    seq: int,
    command: str | None = None,
    *,
    actor: str = "ann",
    status: str = "live",
    deadline: int | None = None,
    code: str = "",
    seeds: tuple[tuple[int, bytes], ...] = (),
) -> Write:
    row = Row(
        table, seq, actor, command or f"c{seq}", 1000 + seq, b'{"is":"ready","seat":%d}' % seq
    )
    return Write(row, Head(table, seq, status, deadline, "dummy", True, code, 1), seeds)


def wished(account: str, *, node: str = "a", since: int = 0) -> Wished:
    return Wished(account, "c", node, account, "dummy", "default", 3, 1.5, since, 0)


def using(opened: Opened, *uses: Callable[[Store], Awaitable[None]]) -> None:
    """Run each of these with the store, opened anew."""

    async def run() -> None:
        for use in uses:
            store = await opened()
            try:
                await use(store)
            finally:
                await store.close()

    asyncio.run(run())


class StoreLaws:
    """The laws; a test gives them a fixture `opened`."""

    def test_rows_come_back_as_they_were_written(self, opened: Opened) -> None:
        """Rows, head and seeds are what was appended, and still are when opened again."""
        writes = [entry("t", seq, deadline=seq * 10, code="ABCDEF") for seq in range(1, 6)]

        async def write(store: Store) -> None:
            for each in writes:
                await store.append(each)
            await read(store)

        async def read(store: Store) -> None:
            assert await store.rows("t") == [each.row for each in writes]
            assert await store.rows("t", since=3) == [each.row for each in writes[3:]]
            assert await store.head("t") == writes[-1].head
            assert await store.by_code("ABCDEF") == writes[-1].head
            assert await store.rows("u") == [] and await store.head("u") is None
            assert await store.by_code("") is None and await store.by_code("XXXXXX") is None

        using(opened, write, read)

    def test_a_command_counts_once(self, opened: Opened) -> None:
        """A repeated command id writes nothing and brings its first row, whatever its seq."""

        async def use(store: Store) -> None:
            first = entry("t", 1, "same")
            await store.append(first)
            for again in (entry("t", 1, "same"), entry("t", 2, "same"), entry("t", 7, "same")):
                with pytest.raises(Repeated) as repeated:
                    await store.append(again)
                assert repeated.value.row == first.row
            assert await store.rows("t") == [first.row]
            assert await store.head("t") == first.head
            # Another actor, or another table, may use the same id.
            await store.append(entry("t", 2, "same", actor="bob"))
            await store.append(entry("u", 1, "same"))

        using(opened, use)

    def test_the_same_command_sent_at_once_counts_once(self, opened: Opened) -> None:
        """Of many copies of a command in one batch one is written and the others get its row."""

        async def use(store: Store) -> None:
            copies = [store.append(entry("t", 1, "same")) for _ in range(50)]
            told = await asyncio.gather(*copies, return_exceptions=True)
            assert told.count(None) == 1
            assert [each.row for each in told if isinstance(each, Repeated)] == [
                entry("t", 1, "same").row
            ] * 49

        using(opened, use)

    def test_a_row_must_be_the_next(self, opened: Opened) -> None:
        """A seq that is taken, or that leaves a gap, is refused and leaves nothing."""

        async def use(store: Store) -> None:
            with pytest.raises(Taken):
                await store.append(entry("t", 2))
            await store.append(entry("t", 1, seeds=((1, SEED),)))
            for wrong in (1, 3, 0, -1):
                with pytest.raises(Taken):
                    await store.append(entry("t", wrong, "other", seeds=((2, SEED),)))
            assert [row.seq for row in await store.rows("t")] == [1]
            assert await store.seeds("t") == {1: SEED}

        using(opened, use)

    def test_racing_tasks_make_one_line(self, opened: Opened) -> None:
        """Tasks that race at few tables and try again end with every command once and no gap."""
        tables = [f"t{n}" for n in range(4)]

        async def use(store: Store) -> None:
            async def task(n: int) -> int:
                lost = 0
                dice = random.Random(n)
                for command in range(10):
                    table = dice.choice(tables)
                    while True:
                        head = await store.head(table)
                        seq = head.seq + 1 if head else 1
                        try:
                            await store.append(entry(table, seq, f"{command}", actor=f"a{n}"))
                            break
                        except Taken:
                            lost += 1
                return lost

            assert sum(await asyncio.gather(*(task(n) for n in range(40)))) > 0
            rows = [await store.rows(table) for table in tables]
            for line in rows:
                assert [row.seq for row in line] == list(range(1, len(line) + 1))
            assert sum(map(len, rows)) == 400
            assert len({(row.actor, row.command) for line in rows for row in line}) == 400

        using(opened, use)

    def test_a_bad_write_fails_alone(self, opened: Opened) -> None:
        """In one batch the good are written, whatever is wrong with the others."""

        async def use(store: Store) -> None:
            await store.append(entry("old", 1, code="CODE01"))
            broken = Row("t9", 1, "ann", "c", 2**70, b"")
            told = await asyncio.gather(
                *(store.append(entry(f"t{n}", 1)) for n in range(3)),
                store.append(entry("old", 1, "other")),
                store.append(entry("old", 2, "c1")),
                store.append(entry("new", 1, code="CODE01")),
                store.append(Write(broken, Head("t9", 1, "live", None, "dummy", True, "", 1))),
                store.execute(insert(talk).values(table="t0", n=1)),
                store.execute(delete(talk).where(talk.c.n == "\ud800")),
                store.execute(
                    insert(account).values(id="a", kind="guest", name="A", created=1, seen=1)
                ),
                store.append(entry("old", 2)),
                store.append(entry("old", 3)),
                return_exceptions=True,
            )
            assert told[:3] == [None] * 3
            assert [type(each) for each in told[3:6]] == [Taken, Repeated, Taken]
            assert isinstance(told[6], StoreError)
            assert isinstance(told[7], IntegrityError)
            assert isinstance(told[8], StoreError)
            assert told[9:] == [[], None, None]
            assert [row.seq for row in await store.rows("old")] == [1, 2, 3]
            assert await store.rows("new") == [] and await store.head("new") is None
            assert await store.rows("t9") == []
            assert len(await store.execute(select(account))) == 1

        using(opened, use)

    def test_rows_of_one_batch_stay_in_order(self, opened: Opened) -> None:
        """Rows of many tables asked for in one go, more than a statement holds, stand in order."""

        async def use(store: Store) -> None:
            writes = [entry(f"t{n % 7}", n // 7 + 1) for n in range(7 * 60)]
            await asyncio.gather(*map(store.append, writes))
            for n in range(7):
                assert [row.seq for row in await store.rows(f"t{n}")] == list(range(1, 61))
                assert await store.head(f"t{n}") == writes[59 * 7 + n].head

        using(opened, use)

    def test_secrets_stand_apart(self, opened: Opened) -> None:
        """A seed stands in the table of secrets and in no other; the file is the owner's alone."""

        async def use(store: Store) -> None:
            await store.append(entry("t", 1, seeds=((1, SEED), (2, SEED[::-1]))))
            await store.append(entry("u", 1, seeds=((1, SEED[::-1]),)))
            assert await store.seeds("t") == {1: SEED, 2: SEED[::-1]}
            assert await store.seeds("u") == {1: SEED[::-1]}
            assert await store.seeds("v") == {}
            with pytest.raises(StoreError, match="cannot be changed"):
                await store.append(entry("t", 2, seeds=((1, SEED[::-1]),)))
            assert len(await store.rows("t")) == 1
            for name, columns in metadata.tables.items():
                found = await store.execute(select(columns))
                assert (SEED in str(found).encode() or repr(SEED) in str(found)) == (
                    name == "secret"
                )

        using(opened, use)

    def test_the_lobby_and_the_clock_ask_the_heads(self, opened: Opened) -> None:
        """Heads come by status and openness, the newest first; due ones by their deadline."""

        async def use(store: Store) -> None:
            statuses = ["waiting", "live", "live", "live", "over", "live"]
            deadlines = [5, 30, 10, 99, 1, None]
            for n, (status, deadline) in enumerate(zip(statuses, deadlines, strict=True)):
                write = entry(f"t{n}", 1, status=status, deadline=deadline)
                head = write.head._replace(created=n, public=n % 2 == 0)
                await store.append(write._replace(head=head))
            assert [each.table for each in await store.due(30, limit=1)] == ["t2"]
            assert [each.table for each in await store.due(30)] == ["t1"]
            assert await store.due(30) == []

            async def names(**asked: bool) -> list[str]:
                return [each.table for each in await store.heads(status=("live", "over"), **asked)]

            assert await names() == ["t5", "t4", "t3", "t2", "t1"]
            assert await names(public=True) == ["t4", "t2"]
            assert [each.table for each in await store.heads(status=["live"], limit=2)] == [
                "t5",
                "t3",
            ]
            assert await store.heads(status=()) == []
            await store.mark("t2", "broken")
            assert [each.table for each in await store.due(30 + CLAIM)] == ["t1", "t3"]
            assert [each.table for each in await store.heads(status=["broken"])] == ["t2"]

        using(opened, use)

    def test_who_comes_to_a_table_is_kept_with_the_row(self, opened: Opened) -> None:
        """Members stand once, with the first row or a later one; a row that is lost brings none."""

        async def use(store: Store) -> None:
            await store.append(entry("t", 1)._replace(members=("ann", "bo")))
            await asyncio.gather(
                store.append(entry("t", 2)._replace(members=("cy",))),
                store.append(entry("t", 3)._replace(members=("ann",))),
                store.append(entry("u", 1)._replace(members=("ann",))),
            )
            await store.append(entry("t", 4)._replace(members=("eve",)))
            for lost in (entry("t", 3, "late"), entry("t", 9, "early"), entry("u", 1)):
                with pytest.raises((Taken, Repeated)):
                    await store.append(lost._replace(members=("dee",)))
            found = await store.execute(select(member).order_by(member.c.account, member.c.table))
            now = " ".join(f"{each['account']}@{each['table']}" for each in found)
            assert now == "ann@t ann@u bo@t cy@t eve@t"

        using(opened, use)

    def test_statements_see_what_was_awaited(self, opened: Opened) -> None:
        """A read after an awaited write sees it, and a broken key is said as such."""
        person = {"kind": "person", "name": "Ann", "name_key": "ann", "created": 1, "seen": 1}

        async def use(store: Store) -> None:
            await store.execute(insert(account).values(id="a", **person))
            with pytest.raises(IntegrityError):
                await store.execute(insert(account).values(id="b", **person))
            for seen in range(200):
                await store.execute(update(account).where(account.c.id == "a").values(seen=seen))
                assert await store.execute(select(account.c.seen)) == [{"seen": seen}]
            reports = {"at": 1, "by": "a", "account": "b", "reason": "rude"}
            made = await store.execute(insert(report).values(reports).returning(report.c.id))
            assert made == [{"id": 1}]
            # What hangs on an account goes with it.
            tokens = {"hash": "h", "account": "a", "scopes": "play", "created": 1}
            await store.execute(insert(token).values(tokens))
            await store.execute(delete(account).where(account.c.id.in_(["a", "z"])))
            assert await store.execute(select(func.count()).select_from(token)) == [{"count_1": 0}]

        using(opened, use)

    def test_statements_together_are_done_all_or_none(self, opened: Opened) -> None:
        """Of statements asked together none is left if one fails; the rows are the last one's."""
        people = [
            insert(account).values(id=each, kind="guest", name=each, created=1, seen=1)
            for each in "abca"
        ]

        async def use(store: Store) -> None:
            both = select(account.c.id).order_by(account.c.id)
            assert await store.execute(*people[:2], both) == [{"id": "a"}, {"id": "b"}]
            told = await asyncio.gather(
                store.execute(*people[2:]), store.append(entry("t", 1)), return_exceptions=True
            )
            assert isinstance(told[0], IntegrityError) and told[1] is None
            assert len(await store.execute(both)) == 2
            # A mistake in a statement is the caller's, and told as it is.
            with pytest.raises(CompileError):
                await store.execute(insert(account).values(id="d", nothing=1))

        using(opened, use)

    def test_a_closed_store_says_so(self, opened: Opened) -> None:
        """What was asked before is written; what is asked after is refused."""

        async def use() -> None:
            store = await opened()
            asked = [asyncio.ensure_future(store.append(entry("t", seq))) for seq in range(1, 100)]
            await asyncio.sleep(0)
            await store.close()
            await asyncio.gather(*asked)
            await store.close()
            for call in (store.append(entry("t", 100)), store.rows("t"), store.mark("t", "over")):
                with pytest.raises(StoreError, match="is closed"):
                    await call

        asyncio.run(use())

        async def read(store: Store) -> None:
            assert len(await store.rows("t")) == 99

        using(opened, read)

    def test_who_stops_waiting_stops_nobody(self, opened: Opened) -> None:
        """A task that is cancelled while its row is written harms no other of the batch."""

        async def use(store: Store) -> None:
            tasks = [asyncio.ensure_future(store.append(entry(f"t{n}", 1))) for n in range(20)]
            await asyncio.sleep(0)
            for task in tasks[::2]:
                task.cancel()
            told = await asyncio.gather(*tasks, return_exceptions=True)
            assert told[1::2] == [None] * 10

        using(opened, use)

    def test_it_is_told_how_far_tables_have_got(self, opened: Opened) -> None:
        """Of many tables the last row, the status and the last line of talk come in one go."""

        async def use(store: Store) -> None:
            for table, rows in {"t1": 1, "t2": 3}.items():
                for seq in range(1, rows + 1):
                    await store.append(entry(table, seq))
            for n in (1, 2):
                said = {"table": "t2", "n": n, "at": n, "name": "Ann", "text": "?"}
                await store.execute(insert(talk).values(said))
            await store.mark("t1", "broken")
            many = [f"none{n}" for n in range(3_000)]
            assert await store.heads_of(["t1", "t2", *many]) == {
                "t1": Reach("t1", 1, "broken", 0),
                "t2": Reach("t2", 3, "live", 2),
            }
            assert await store.heads_of([]) == {}

        using(opened, use)

    def test_who_is_given_a_due_table_has_it_alone_for_a_while(self, opened: Opened) -> None:
        """Of many who ask at once one is given a table; a row of it, or time, ends the claim."""

        async def use(store: Store) -> None:
            for n in range(40):
                await store.append(entry(f"t{n}", 1, deadline=n))
            told = await asyncio.gather(*(store.due(100, limit=7) for _ in range(12)))
            assert sorted(head.table for heads in told for head in heads) == sorted(
                f"t{n}" for n in range(40)
            )
            assert await store.due(100 + CLAIM - 1) == []
            await store.append(entry("t5", 2, deadline=90))
            assert [head.table for head in await store.due(100 + CLAIM - 1)] == ["t5"]
            assert len(await store.due(100 + CLAIM)) == 39

        using(opened, use)

    def test_nodes_know_of_each_other(self, opened: Opened) -> None:
        """Who joins learns when the site was last alive; a drain outlives beats and ends."""

        async def use(store: Store) -> None:
            assert await nodes.join(store, "a", 1_000) is None
            assert await nodes.beat(store, "a", 2_000) == Node("a", 1_000, 2_000)
            assert await nodes.join(store, "b", 2_500) == 2_000
            assert [each.id for each in await nodes.running(store, 3_000)] == ["a", "b"]
            assert await nodes.ask_drain(store, 3_000, node="b", stop_by=9_000) == ["b"]
            assert await nodes.beat(store, "b", 3_500) == Node("b", 2_500, 3_500, True, 9_000)
            assert await nodes.ask_drain(store, 3_500) == ["a", "b"]
            assert await nodes.end_drain(store, 3_500, node="a") == ["a"]
            assert await nodes.end_drain(store, 3_500) == ["b"]
            assert not (await nodes.beat(store, "b", 4_000)).drains
            later = 4_000 + 10 * ALIVE
            assert await nodes.running(store, later) == []
            # The first that comes after an outage is told of it, and forgets the dead.
            assert await nodes.join(store, "c", later) == 4_000
            assert await nodes.ask_drain(store, later) == ["c"]
            # One that was taken for dead is there again.
            assert await nodes.beat(store, "a", later) == Node("a", later, later)
            assert len(await nodes.running(store, later)) == 2

        using(opened, use)

    def test_of_many_who_claim_players_one_gets_all(self, opened: Opened) -> None:
        """Matches that share a player are claimed once; none is claimed by halves."""

        async def use(store: Store) -> None:
            crowd = [wished(f"p{n}", since=n) for n in range(60)]
            for one in crowd:
                assert await wishes.wish(store, one) is None
            assert await wishes.waiting(store, 100) == crowd
            dice = random.Random(8)
            matches = [dice.sample(crowd, 3) for _ in range(120)]

            async def keep() -> None:
                for now in range(50):
                    await wishes.beat(store, "a", now)

            told, _ = await asyncio.gather(
                asyncio.gather(
                    *(wishes.claim(store, match, f"t{n}", n) for n, match in enumerate(matches))
                ),
                keep(),
            )
            won = {f"t{n}": match for n, match in enumerate(matches) if told[n]}
            assert len(won) > 5
            chosen = await wishes.unopened(store, 1_000)
            assert {match[0].table: [one.key for one in match] for match in chosen} == {
                table: [one.key for one in sorted(match, key=lambda one: one.since)]
                for table, match in won.items()
            }
            assert len(await wishes.waiting(store, 100)) == 60 - 3 * len(won)

        using(opened, use)

    def test_a_wish_is_kept_told_and_forgotten(self, opened: Opened) -> None:
        """A wish moves with its socket, leads to one table, and is forgotten if nobody keeps it."""

        async def use(store: Store) -> None:
            one, two = wished("p1"), wished("p2", node="b", since=1)
            for each in (one, two):
                await wishes.wish(store, each)
            await wishes.unwish(store, "a", [two.key])  # it is another node's
            assert await wishes.wish(store, one._replace(node="b")) is None
            await wishes.unwish(store, "a", [one.key])  # the socket that has gone was the old one
            assert [each.node for each in await wishes.waiting(store, 0)] == ["b", "b"]
            assert await wishes.waiting(store, ALIVE + 1) == []
            await wishes.beat(store, "b", 10)
            assert len(await wishes.waiting(store, ALIVE + 1)) == 2
            assert await wishes.claim(store, [one, two], "t", 20)
            assert not await wishes.claim(store, [one, two], "u", 20)
            await wishes.unwish(store, "b", [one.key])  # too late
            assert await wishes.seated(store, "b", []) == []
            assert len(await wishes.unopened(store, 21)) == 1
            assert await wishes.unopened(store, 20) == []
            await store.append(entry("t", 1))
            assert await wishes.unopened(store, 21) == []
            assert {each.key for each in await wishes.seated(store, "b", [])} == {one.key, two.key}
            await wishes.told(store, [one.key])
            assert [each.key for each in await wishes.seated(store, "b", [])] == [two.key]
            assert await wishes.table_of(store, *one.key) == "t"
            assert await wishes.wish(store, one) == "t"
            assert await wishes.table_of(store, "p1", "other") is None
            await wishes.forget(store, 11)
            assert await wishes.table_of(store, *one.key) is None

        using(opened, use)
