"""Several nodes of one site in this process: one store, one bus, players at whichever they like."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterator
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from msgspec import json
from sqlalchemy import func, select

from speto.client import Client
from speto.server import asks, hosting, log, messages, node, tokens
from speto.server.bus import said
from speto.server.bus.local import Hub, LocalBus
from speto.server.now import now_ms
from speto.server.serve import FILE
from speto.server.service import Service
from speto.server.store import Reach, Row, Store, StoreError, Write, nodes
from speto.server.store.schema import rated, result
from speto.server.store.sqlite import SqliteStore
from tests import serving
from tests.nodes import ended, opened, service, until
from tests.serving import PATIENCE, Served, Tap, node_of, nodes_of

pytestmark = pytest.mark.once


class Spy(Hub):
    """A bus that keeps all that is said on it."""

    def __init__(self) -> None:
        super().__init__()
        self.carried: list[tuple[str, bytes]] = []

    def carry(self, sender: LocalBus, topic: str, message: bytes) -> None:
        """Carry and keep it."""
        self.carried.append((topic, message))
        super().carry(sender, topic, message)

    def told(self) -> Iterator[said.Told]:
        """What was said."""
        for _, message in self.carried:
            found = said.decode(message)
            assert found is not None
            yield found


class Lossy(Hub):
    """A bus that loses, repeats, delays and so reorders what is said on it."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.random = Random(seed)
        self.lost = 0

    def carry(self, sender: LocalBus, topic: str, message: bytes) -> None:
        """Carry it somehow."""
        loop = asyncio.get_running_loop()
        for bus in self.buses:
            if bus is sender or topic not in bus.topics:
                continue
            times = self.random.choices((0, 1, 2), (2, 5, 2))[0]
            self.lost += not times
            for _ in range(times):
                loop.call_later(self.random.random() * 0.05, bus.on_message, topic, message)


async def dealt(one: Tap, two: Tap, **fields: Any) -> tuple[str, Any]:
    """A table of two people whose first deal is dealt; and what told the one who is to act."""
    table = await opened(one, "person", "open", **fields)
    assert isinstance(await two.ask(asks.Join, table=table), messages.Done)
    for tap in (one, two):
        await tap.ask(asks.Watch, table=table)
        await tap.ask(asks.Entropy, table=table, deal=1, entropy="0" * 32)
    return table, await acts(one, two)


async def acts(*taps: Tap) -> tuple[Tap, Any]:
    """Who is to act first, and the message that says so."""
    async with asyncio.timeout(PATIENCE):
        while True:
            for tap in taps:
                for told in tap.told:
                    if serving.words_in(told):
                        return tap, told
            await asyncio.sleep(0.02)


async def until_the_computer_moves(tap: Tap, table: str) -> None:
    """Play the own turns until the computer in seat 1 has played one of its own."""
    random = Random(2)

    def moves(told: Any) -> bool:
        return isinstance(told, messages.Moved) and told.seat == 1 and not told.late

    while not any(map(moves, tap.told)):
        _, told = await acts(tap)
        tap.told.clear()
        word = serving.chosen(random, serving.words_in(told))
        await tap.ask(asks.Do, table=table, seq=told.seq, words=[word])
        await tap.find(lambda each: bool(serving.words_in(each)) or moves(each))


async def whole_log(store: Store, table: str) -> list[Row]:
    """The rows of a table, which have no gap and no command twice."""
    rows = await store.rows(table)
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    assert len({(row.actor, row.command) for row in rows}) == len(rows)
    return rows


# Playing.


async def play_apart(sites: list[Served], game: str, *, kinds: tuple[str, ...]) -> str:
    """A match whose players are at different nodes, to its end; its table."""
    async with AsyncExitStack() as stack:
        players = [
            await stack.enter_async_context(Client(sites[number % len(sites)].url))
            for number in range(kinds.count("person") + kinds.count("open"))
        ]
        table = await serving.open_with(players[0], game, kinds)
        for player in players[1:]:
            await player.ask(lambda name: asks.Join(id=name, table=table))
        for player in players:
            await player.watch(table)
        ends = await asyncio.gather(
            *(serving.play_on(each, table, Random(n)) for n, each in enumerate(players))
        )
    assert all(end.standing and end.standing.over for end in ends)
    assert len({json.encode(end.standing) for end in ends}) == 1
    return table


@pytest.mark.parametrize(
    ("game", "kinds", "count"),
    [
        ("dummy", ("person", "open", "computer"), 2),
        ("indian", ("person", "open", "open"), 3),
    ],
)
def test_players_at_different_nodes_play_a_match(
    game: str, kinds: tuple[str, ...], count: int, tmp_path: Path
) -> None:
    """All of them play it to the same end, and what is kept of it is kept once."""

    async def run() -> None:
        async with nodes_of(tmp_path, count) as sites:
            table = await play_apart(sites, game, kinds=kinds)
            store = service(sites[0]).store
            rows = await whole_log(store, table)
            deals = sum(isinstance(log.read(row.body), log.Revealed) for row in rows)
            assert all(b"broken_total 0.0" in service(site).metrics.text() for site in sites)
        store = SqliteStore(tmp_path / FILE)  # by now all that was to be kept is
        try:
            kept = await store.execute(select(func.count().label("n")).select_from(result))
            assert kept[0]["n"] == deals
            counted = await store.execute(select(rated).where(rated.c.ladder == "people"))
            assert sorted(row["n"] for row in counted) == [1] * (
                len(kinds) - kinds.count("computer")
            )
        finally:
            await store.close()

    asyncio.run(run())


@pytest.mark.parametrize("seed", range(3))
def test_a_bus_that_loses_and_repeats_harms_no_match(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the bus loses, repeats, delays and reorders, the players see every row once."""
    monkeypatch.setattr(node, "HEADS", 0.5)
    monkeypatch.setattr(hosting, "SILENT", 500)

    async def run() -> None:
        hub = Lossy(seed)
        async with nodes_of(tmp_path, 2, hub) as sites:
            table = await play_apart(sites, "dummy", kinds=("person", "open", "computer"))
            await whole_log(service(sites[0]).store, table)
            assert hub.lost

    asyncio.run(run())


def test_what_is_told_names_no_card_that_not_all_may_see(tmp_path: Path) -> None:
    """Of a row the bus carries what any spectator is told, and no seed before its deal is over."""

    async def run() -> None:
        hub = Spy()
        async with nodes_of(tmp_path, 2, hub) as sites, Tap(sites[1].url) as spectator:
            async with Client(sites[0].url) as one, Client(sites[1].url) as two:
                seats, rules = ("person", "open", "computer"), serving.LONGER["dummy"]
                table = await serving.open_with(one, "dummy", seats, rules=rules)
                await spectator.ask(asks.Watch, table=table)
                await two.ask(lambda name: asks.Join(id=name, table=table))
                for player in (one, two):
                    await player.watch(table)
                await asyncio.gather(
                    *(serving.play_on(each, table, Random(n)) for n, each in enumerate((one, two)))
                )
            store = service(sites[0]).store
            rows = {row.seq: row for row in await whole_log(store, table)}
            seeds, told = await store.seeds(table), list(hub.told())
            moves = {each.seq: each for each in spectator.told if isinstance(each, messages.Moved)}
            over: set[int] = set()
            carried = 0
            for each, (_, message) in zip(told, hub.carried, strict=True):
                if isinstance(each, said.Wrote):
                    assert each.row == rows[each.seq]
                    body = log.read(each.row.body)
                    if isinstance(body, log.Revealed):
                        over.add(body.deal)
                    if isinstance(body, log.Did):
                        assert list(body.words) == moves[each.seq].words
                        carried += 1
                else:
                    assert not isinstance(each, said.Job)
                for deal, seed in seeds.items():
                    assert deal in over or (
                        seed not in message and seed.hex().encode() not in message
                    )
            assert carried > 20 and over

    asyncio.run(run())


def test_who_was_told_more_than_his_node_is_answered_for_that_moment(tmp_path: Path) -> None:
    """A node that has missed a row follows it before it judges what is asked for that row."""

    async def run() -> None:
        hub = Hub()
        async with nodes_of(tmp_path, 2, hub) as sites, AsyncExitStack() as stack:
            one = await stack.enter_async_context(Tap(sites[0].url))
            two = await stack.enter_async_context(Tap(sites[1].url))
            table, (tap, told) = await dealt(one, two)
            hub.stop()
            first, other = (sites[0], sites[1]) if tap is one else (sites[1], sites[0])
            await tap.ask(asks.Do, table=table, seq=told.seq, words=["+"])
            drawn = await tap.find(
                lambda each: bool(serving.words_in(each)) and each.seq > told.seq
            )
            word = next(word for word in serving.words_in(drawn) if word.startswith("-"))
            behind = service(other).hosting.tables[table]
            assert behind.table.seq < drawn.seq == service(first).hosting.tables[table].table.seq
            moved = await stack.enter_async_context(Tap(other.url, token=tap.token))
            done = await moved.ask(asks.Do, id="there", table=table, seq=drawn.seq, words=[word])
            assert isinstance(done, messages.Done) and behind.table.seq >= drawn.seq + 1
            late = await tap.ask(asks.Do, table=table, seq=drawn.seq, words=[word])
            assert isinstance(late, messages.Refused) and late.code == "stale"
            await whole_log(service(first).store, table)

    asyncio.run(run())


def test_a_row_that_is_longer_than_the_bus_carries_is_followed(tmp_path: Path) -> None:
    """Others are told that there is one, and read it from the store."""

    async def run() -> None:
        hub = Spy()
        async with (
            nodes_of(tmp_path, 2, hub) as sites,
            Tap(sites[0].url) as one,
            Tap(sites[1].url) as two,
        ):
            table = await opened(one, "person", "open", "open")
            await two.ask(asks.Watch, table=table)
            for bus in hub.buses:
                bus.largest = 100
            three = await one.ask(asks.Leave, table=table)
            await two.find(lambda each: getattr(each, "seq", 0) == three.seq)
            rows = [each for each in hub.told() if isinstance(each, said.Reached)]
            assert said.Reached(table, three.seq) in rows

    asyncio.run(run())


def test_a_node_that_lists_a_table_leaves_it_to_who_drives_it(tmp_path: Path) -> None:
    """For the list a table is loaded, and its computer players are not asked twice."""

    async def run() -> None:
        async with (
            nodes_of(tmp_path, 2) as sites,
            Tap(sites[0].url) as one,
            Tap(sites[1].url) as two,
        ):
            table = await opened(one, "person", "computer", public=True)
            assert [each.table for each in (await two.ask(asks.Tables)).tables] == [table]
            await one.ask(asks.Watch, table=table)
            await one.ask(asks.Entropy, table=table, deal=1, entropy="0" * 32)
            await until_the_computer_moves(one, table)
            first, other = (service(site).hosting.tables[table] for site in sites)
            await until(lambda: other.table.seq == first.table.seq)
            assert first.drives and not other.drives
            assert service(sites[1]).workers.asked == 0

    asyncio.run(run())


def test_a_doubt_that_comes_while_a_node_compares_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A row that is written after the store was asked, and told before it answers, is found."""
    monkeypatch.setattr(node, "HEADS", 100_000)
    heads_of = SqliteStore.heads_of
    late: list[Callable[[], Awaitable[None]]] = []

    async def slow(store: SqliteStore, tables: Collection[str]) -> dict[str, Reach]:
        found = await heads_of(store, tables)
        if found and late:
            await late.pop()()
        return found

    async def run() -> None:
        hub = Hub()
        async with nodes_of(tmp_path, 2, hub) as sites, AsyncExitStack() as stack:
            one, two = [await stack.enter_async_context(Tap(site.url)) for site in sites]
            table = await opened(one, "person", "open", "open", clock="none")
            await two.ask(asks.Join, table=table)
            first, other = (service(site).hosting.tables[table] for site in sites)
            await until(lambda: first.table.seq == other.table.seq == 2)
            hub.stop()
            doubted = service(sites[0]).node
            assert doubted

            async def write() -> None:
                await other.submit(two.account, "meanwhile", log.Left(1))
                doubted.doubt(table)

            monkeypatch.setattr(SqliteStore, "heads_of", slow)
            late.append(write)
            doubted.doubt(table)
            await until(lambda: first.table.seq == 3)

    asyncio.run(run())


def test_an_ask_that_is_asked_again_at_another_node_is_done_once(tmp_path: Path) -> None:
    """Whichever node is asked again, also one that has not heard of it, the answer is the first."""

    async def run() -> None:
        hub = Hub()
        async with nodes_of(tmp_path, 2, hub) as sites, AsyncExitStack() as stack:
            one = await stack.enter_async_context(Tap(sites[0].url))
            two = await stack.enter_async_context(Tap(sites[0].url))
            again = await stack.enter_async_context(Tap(sites[1].url, token=two.token))
            table = await opened(one, "person", "open", "open")
            await again.ask(asks.Watch, table=table)
            hub.stop()
            for kind, fields in ((asks.Join, {"table": table}), (asks.Leave, {"table": table})):
                first = await two.ask(kind, id=kind.__name__, **fields)
                assert isinstance(first, messages.Done)
                assert await again.ask(kind, id=kind.__name__, **fields) == first
            opening: Any = {
                "game": "dummy", "rules": "default", "seats": serving.seats("person", "open")
            }  # fmt: skip
            first = await two.ask(asks.Open, id="open", **opening)
            assert (await again.ask(asks.Open, id="open", **opening)).table == first.table
            assert len(await whole_log(service(sites[0]).store, table)) == 3

    asyncio.run(run())


def test_at_one_moment_one_node_writes_the_next_row(tmp_path: Path) -> None:
    """What is asked of many nodes at once stands in the log in some order, each once."""

    async def run() -> None:
        async with nodes_of(tmp_path, 4) as sites, AsyncExitStack() as stack:
            taps = [await stack.enter_async_context(Tap(site.url)) for site in sites]
            table = await opened(taps[0], "person", "open", "open", "open")
            joined = await asyncio.gather(
                *(
                    tap.ask(asks.Join, table=table, seat=seat)
                    for seat, tap in enumerate(taps[1:], 1)
                )
            )
            assert all(isinstance(each, messages.Done) for each in joined)
            for tap in taps:
                await tap.ask(asks.Watch, table=table)
            gave = await asyncio.gather(
                *(tap.ask(asks.Entropy, table=table, deal=1, entropy="0" * 32) for tap in taps)
            )
            assert all(isinstance(each, messages.Done) for each in gave)
            await acts(*taps)
            rows = await whole_log(service(sites[0]).store, table)
            kinds = [type(log.read(row.body)).__name__ for row in rows]
            assert sorted(kinds[:9]) == sorted(["Opened", *["Sat"] * 3, "Announced", *["Gave"] * 4])
            assert kinds.count("Sealed") == 1
            await until(
                lambda: len({service(s).hosting.tables[table].table.seq for s in sites}) == 1
            )

    asyncio.run(run())


def _late(seq: int, told: Any) -> bool:
    return isinstance(told, messages.Moved) and told.late and told.seq > seq


def test_a_clock_runs_down_once(tmp_path: Path) -> None:
    """Two nodes that have a table let each turn of it run down once, and the same for both."""

    async def run() -> None:
        ahead = 0
        async with (
            nodes_of(tmp_path, 2, now=lambda: now_ms() + ahead) as sites,
            Tap(sites[0].url) as one,
            Tap(sites[1].url) as two,
        ):
            table, _ = await dealt(one, two, clock="blitz")
            store = service(sites[0]).store
            for _ in range(3):
                seq = service(sites[0]).hosting.tables[table].table.seq
                ahead += 40_000
                await one.find(partial(_late, seq))
            rows = await whole_log(store, table)
            assert sum(getattr(log.read(row.body), "late", False) for row in rows) == 3

    asyncio.run(run())


def test_a_computer_is_played_for_by_another_node_if_its_own_falls_silent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the node that would have a computer play does not, another that has the table does."""
    monkeypatch.setattr(hosting, "SILENT", 300)

    async def run() -> None:
        async with (
            nodes_of(tmp_path, 2) as sites,
            Tap(sites[0].url) as one,
            Tap(sites[1].url) as two,
        ):
            table = await opened(one, "person", "computer")
            for tap in (one, two):
                await tap.ask(asks.Watch, table=table)
            await service(sites[0]).workers.close()
            await one.ask(asks.Entropy, table=table, deal=1, entropy="0" * 32)
            await until_the_computer_moves(one, table)
            assert two.rows(table)[-1] >= 1

    asyncio.run(run())


def test_a_rematch_is_one_table_for_all(tmp_path: Path) -> None:
    """Who asks for it at another node is led to the same table."""

    async def run() -> None:
        async with nodes_of(tmp_path, 2) as sites, AsyncExitStack() as stack:
            table = await play_apart(sites, "dummy", kinds=("person", "open"))
            live = await service(sites[0]).hosting.table(table)
            taps = []
            for site, seat in zip(sites, live.table.seats, strict=True):
                assert seat.who
                token = await _token(service(site), seat.who)
                taps.append(await stack.enter_async_context(Tap(site.url, token=token)))
            again = await asyncio.gather(
                *(tap.ask(asks.Rematch, id="again", table=table) for tap in taps)
            )
            assert len({each.table for each in again}) == 1 and again[0].table
            await whole_log(service(sites[0]).store, again[0].table)

    asyncio.run(run())


async def _token(server: Service, account: str) -> str:
    return await tokens.issue(server.store, account, tokens.SESSION_SCOPES, now_ms())


# Nodes that come and go, and what they stand on.


def test_who_was_at_a_node_that_goes_plays_on_at_another(tmp_path: Path) -> None:
    """A node that ends tells its sockets to come back; at another they go on where they were."""

    async def run() -> None:
        store, hub = SqliteStore(tmp_path / FILE), Hub()
        async with AsyncExitStack() as stack:
            stack.push_async_callback(store.close)
            stays = await stack.enter_async_context(node_of(store, hub, "stays"))
            goes = AsyncExitStack()
            going = await goes.enter_async_context(node_of(store, hub, "goes"))
            one = await stack.enter_async_context(Tap(stays.url))
            two = Tap(going.url)
            await two.open()
            table, (tap, told) = await dealt(one, two)
            await goes.aclose()
            assert await ended(two) == "drain"
            await two.close()
            left = messages.Presence(table=table, here=[True, False], watchers=0)
            await one.find(lambda each: each == left)
            two = await stack.enter_async_context(Tap(stays.url, token=two.token))
            await two.ask(asks.Watch, table=table, id="again")
            tap = one if tap is one else two
            done = await tap.ask(asks.Do, id="do", table=table, seq=told.seq, words=["+"])
            assert isinstance(done, messages.Done)
            await whole_log(store, table)

    asyncio.run(run())


def test_one_node_drains_and_the_others_do_not(tmp_path: Path) -> None:
    """Its own players are told, it opens no table, and it ends; another goes on as before."""

    async def run() -> None:
        async with (
            nodes_of(tmp_path, 2) as sites,
            Tap(sites[0].url) as one,
            Tap(sites[1].url) as two,
        ):
            name = service(sites[0]).name
            store = service(sites[0]).store
            assert await nodes.ask_drain(store, now_ms(), node=name) == [name]
            await one.find(lambda told: told == messages.Notice(code="drains", table=None))
            asked: Any = {
                "game": "dummy", "rules": "default", "seats": serving.seats("person", "open")
            }  # fmt: skip
            assert (await one.ask(asks.Open, **asked)).code == "drains"
            assert isinstance(await two.ask(asks.Open, **asked), messages.Done)
            await nodes.ask_drain(store, now_ms(), node=name, stop_by=now_ms())
            async with asyncio.timeout(PATIENCE):
                await service(sites[0]).stops.wait()
            assert not service(sites[1]).stops.is_set()
            assert not any(isinstance(told, messages.Notice) for told in two.told)

    asyncio.run(run())


def test_an_outage_is_given_back_once_and_only_if_no_node_lived(tmp_path: Path) -> None:
    """A node that comes to others gives nothing back; of those that come when all have gone one."""

    async def run() -> None:
        ahead = 0
        store, hub = SqliteStore(tmp_path / FILE), Hub()

        def now() -> int:
            return now_ms() + ahead

        async def credited(table: str) -> int:
            rows = await whole_log(store, table)
            return sum(isinstance(log.read(row.body), log.Credited) for row in rows)

        try:
            async with (
                node_of(store, hub, "first", now) as site,
                Tap(site.url) as one,
                Tap(site.url) as two,
            ):
                table, _ = await dealt(one, two)
                async with node_of(store, hub, "second", now):
                    assert await credited(table) == 0
            ahead = 3_600_000
            async with AsyncExitStack() as stack:
                await asyncio.gather(
                    *(
                        stack.enter_async_context(node_of(store, hub, name, now))
                        for name in ("third", "fourth")
                    )
                )
                assert await credited(table) == 1
        finally:
            await store.close()

    asyncio.run(run())


def test_a_store_that_is_away_is_told_and_got_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Meanwhile asks are answered with `store`, no socket is closed and no table is set aside."""

    async def run() -> None:
        ahead, away = 0, False
        store, append = SqliteStore(tmp_path / FILE), SqliteStore.append

        async def appended(self: SqliteStore, write: Write) -> None:
            if away:
                raise StoreError("the database is away")
            await append(self, write)

        monkeypatch.setattr(SqliteStore, "append", appended)
        async with AsyncExitStack() as stack:
            stack.push_async_callback(store.close)
            site = await stack.enter_async_context(
                node_of(store, Hub(), "n1", lambda: now_ms() + ahead)
            )
            one = await stack.enter_async_context(Tap(site.url))
            two = await stack.enter_async_context(Tap(site.url))
            table, (tap, told) = await dealt(one, two, clock="blitz")
            away = True
            asked: Any = {"id": "do", "table": table, "seq": told.seq, "words": ["+"]}
            refused = await tap.ask(asks.Do, **asked)
            assert isinstance(refused, messages.Refused) and refused.code == "store"
            ahead = 60_000
            await asyncio.sleep(2 * hosting.TICK)
            away = False
            late = await one.find(lambda each: getattr(each, "late", False))
            assert late.seq == told.seq + 1
            assert isinstance(await one.ask(asks.Ping), messages.Pong)
            head = await store.head(table)
            assert head and head.status == "live"
            assert table in service(site).hosting.tables

    asyncio.run(run())


def test_a_node_says_whether_its_bus_answers_and_what_it_carried(tmp_path: Path) -> None:
    """While the bus is away a node says so and goes on; its figures tell what was lost."""

    async def run() -> None:
        hub = Hub()
        async with (
            nodes_of(tmp_path, 2, hub) as sites,
            httpx.AsyncClient(base_url=sites[0].web) as web,
            Tap(sites[0].url) as one,
            Tap(sites[1].url) as two,
        ):
            assert (await web.get("/readyz")).status_code == 200
            hub.stop()
            answer = await web.get("/readyz")
            assert (answer.status_code, answer.text) == (200, "ok, but the bus does not answer\n")
            hub.start()
            await dealt(one, two)
            figures = (await web.get("/metrics")).text
            for what in ("said", "heard"):
                assert f'speto_bus_messages_total{{what="{what}"}} 0.0' not in figures
            assert "speto_bus_lost_total 1.0" in figures

    asyncio.run(run())


def test_a_server_that_is_alone_says_nothing(tmp_path: Path) -> None:
    """Without a bus nothing is encoded for it: such a server has no node at all."""

    async def run() -> None:
        async with serving.served(tmp_path) as site, Tap(site.url) as one:
            table = await opened(one, "person", "open")
            assert service(site).node is None and service(site).hosting.others is None
            assert service(site).hosting.tables[table].others is None

    asyncio.run(run())
