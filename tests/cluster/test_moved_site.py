"""A site that moves from its folder into PostgreSQL and plays on, and its keepers there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import select
from typer.testing import CliRunner

from speto.client import Client
from speto.server import asks, hosting, log, messages
from speto.server.bus.local import Hub
from speto.server.commands import admin
from speto.server.folder import alone_in
from speto.server.serve import FILE
from speto.server.store import Row, Store
from speto.server.store.opening import open_store
from speto.server.store.schema import head, metadata, node, report, wish
from tests import serving
from tests.cluster.engines import Database
from tests.nodes import service, until
from tests.serving import Tap, node_of, served
from tests.site import Clock
from tests.test_nodes import dealt

pytestmark = [pytest.mark.cluster, pytest.mark.once]

GAMES = {"dummy": ("person", "open", "computer"), "indian": ("person", "open")}


def told(words: list[str], status: int = 0) -> str:
    """What a command of the keepers says."""
    answer = CliRunner().invoke(admin, words)
    assert answer.exit_code == status and "Traceback" not in answer.output, answer.output
    return " ".join(answer.output.replace("│", " ").split())


def asking(kind: type[asks.Ask], **fields: Any) -> Callable[[str], asks.Ask]:
    """An ask that still needs an id."""
    return lambda name: kind(id=name, **fields)


async def begun(
    store: Store, one: Client, two: Client, game: str, kinds: tuple[str, ...]
) -> str | None:
    """A table at which two people have begun a match; none if it is over already."""
    table = await serving.open_with(one, game, kinds)
    await two.ask(asking(asks.Join, table=table))
    for player in (one, two):
        await player.watch(table)
    playing = [
        asyncio.create_task(serving.play_on(player, table, Random(n)))
        for n, player in enumerate((one, two))
    ]
    async with asyncio.timeout(serving.PATIENCE):
        while len(await store.rows(table)) < 25 and not all(task.done() for task in playing):
            await asyncio.sleep(0.02)
    over = all(task.done() for task in playing)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    return None if over else table


async def played_for_a_while(folder: Path) -> tuple[list[str], list[str]]:
    """Two people begin matches at a server with a folder, which then stops; tables and tokens."""
    async with served(folder) as site, Client(site.url) as one, Client(site.url) as two:
        tables: list[str] = []
        store = service(site).store
        for game, kinds in GAMES.items():
            table = None
            while table is None:
                table = await begun(store, one, two, game, kinds)
            tables.append(table)
            await two.ask(asking(asks.Say, table=table, phrase="thanks"))
        await one.ask(
            lambda name: asks.Report(
                id=name, table=tables[0], account=two.account, reason="talk", text="Zu laut ไทย"
            )
        )
        assert one.token and two.token
        return tables, [one.token, two.token]


async def contents(store: Store) -> dict[str, list[str]]:
    """All that a store holds, but for what is of the moment."""
    return {
        table.name: sorted(str(row) for row in await store.execute(select(table)))
        for table in metadata.sorted_tables
        if table not in (node, wish)
    }


def test_a_site_moves_and_its_tables_are_played_on(pg: Database, tmp_path: Path) -> None:
    """All that the folder held is in the database, and matches go on at two nodes to their end."""
    tables, tokens = asyncio.run(played_for_a_while(tmp_path))
    move = ["migrate-store", "--from", str(tmp_path), "--database", pg.url]
    said = told(move)
    assert "moved" in said and pg.engine.password not in said

    async def run() -> None:
        old, new = await open_store(None, tmp_path / FILE), await open_store(pg.url, tmp_path)
        before = {table: await old.rows(table) for table in tables}
        assert await contents(old) == await contents(new)
        await old.close()
        hub = Hub()
        async with node_of(new, hub, "a") as here, node_of(new, hub, "b") as there:
            for game, table in zip(GAMES, tables, strict=True):
                await to_its_end(game, table, [here.url, there.url], tokens)
                rows: list[Row] = await new.rows(table)
                assert rows[: len(before[table])] == before[table]
                assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
                assert len(rows) > len(before[table])
            # The numbers of what is counted go on too.
            async with Tap(there.url, token=tokens[1]) as tap:
                ((_, one),) = await reported(new)
                host = (await new.rows(tables[0]))[0].actor
                told = {"table": tables[0], "account": host, "reason": "talk", "text": "auch"}
                await tap.ask(asks.Report, **told)
                assert one == tap.account
                assert await reported(new) == [(1, one), (2, host)]
        stages = await new.execute(select(head.c.status))
        assert {each["status"] for each in stages} == {"over"} and f"{len(stages)} head" in said
        await new.close()

    asyncio.run(run())
    assert "is not empty" in told(move, 2)


def test_a_running_turn_has_after_the_move_what_it_had_left(pg: Database, tmp_path: Path) -> None:
    """Its deadline and the banks are as when the server stopped, and go on from there at any node.

    The turn of 30 seconds with a bank of 60 has used 12 when the server stops for an hour.
    """
    clock = Clock()

    async def before() -> tuple[str, list[str | None], messages.Table]:
        async with served(tmp_path, clock) as site, Tap(site.url) as one, Tap(site.url) as two:
            table, (first, _) = await dealt(one, two, clock="normal")
            second = two if first is one else one
            clock.at += 45_000
            await turned(first, table)
            clock.at += 12_000
            return table, [first.token, second.token], await seen(second, table)

    table, tokens, whole = asyncio.run(before())
    mover, waiter = whole.seat, 1 - (whole.seat or 0)
    assert whole.now.left == 30_000 + 60_000 - 12_000 and mover is not None
    assert (whole.now.banks[mover], whole.now.banks[waiter]) == (60_000, 60_000 - 15_000 + 3_000)
    clock.at += 3_600_000
    told(["migrate-store", "--from", str(tmp_path), "--database", pg.url])

    async def after() -> None:
        store, hub = await open_store(pg.url, tmp_path), Hub()
        async with (
            node_of(store, hub, "a", clock) as here,
            node_of(store, hub, "b", clock) as there,
            Tap(here.url, token=tokens[0]) as first,
            Tap(there.url, token=tokens[1]) as second,
        ):
            for tap in (first, second):
                assert (await seen(tap, table)).now == whole.now
            assert [
                body.ms
                for body in [log.read(row.body) for row in await store.rows(table)]
                if isinstance(body, log.Credited)
            ] == [3_600_000]
            found = await store.head(table)
            assert found and found.deadline == clock.at + (whole.now.left or 0)
            clock.at += 25_000
            await turned(second, table)
            now = (await seen(first, table)).now
            assert now.banks[mover] == 60_000 - 7_000 + 3_000 and now.left == 30_000 + 48_000
            clock.at += now.left - 1
            await asyncio.sleep(4 * hosting.TICK)
            assert not any(late(each) for tap in (first, second) for each in tap.told)
            clock.at += 1
            for tap in (first, second):
                await tap.find(late)
        await store.close()

    asyncio.run(after())


def late(told: messages.Message) -> bool:
    """Whether the clock has played."""
    return isinstance(told, messages.Moved) and told.late


async def seen(tap: Tap, table: str) -> messages.Table:
    """The whole table, as it is shown now."""
    since = len(tap.told)
    await tap.ask(asks.Watch, table=table)
    found = await tap.find(lambda each: isinstance(each, messages.Table), since)
    assert isinstance(found, messages.Table)
    return found


async def turned(tap: Tap, table: str) -> None:
    """Draw and discard."""
    shown = await seen(tap, table)
    since = len(tap.told)
    await done(tap, table, shown.seq, "+")
    drawn = await tap.find(lambda each: bool(serving.words_in(each)), since)
    word = next(word for word in serving.words_in(drawn) if word.startswith("-"))
    await done(tap, table, drawn.seq, word)


async def done(tap: Tap, table: str, seq: int, word: str) -> None:
    """Play a word, under an id that no ask before the move had."""
    did = await tap.ask(asks.Do, id=f"do-{seq}", table=table, seq=seq, words=[word])
    assert isinstance(did, messages.Done)


async def reported(store: Store) -> list[tuple[int, str]]:
    """The number of each report, and about whom it is."""
    rows = await store.execute(select(report).order_by(report.c.id))
    return [(row["id"], row["account"]) for row in rows]


async def to_its_end(game: str, table: str, urls: list[str], tokens: list[str]) -> None:
    """Play a match on, each player at a node of his own."""
    async with (
        Client(urls[0], token=tokens[0]) as one,
        Client(urls[1], token=tokens[1]) as two,
        asyncio.timeout(2 * serving.PATIENCE),
    ):
        for player in (one, two):
            await player.watch(table)
        ends = await asyncio.gather(
            *(serving.play_on(each, table, Random(n)) for n, each in enumerate((one, two)))
        )
    assert all(end.standing and end.standing.over for end in ends), game


def test_only_a_site_that_stands_still_moves(pg: Database, tmp_path: Path) -> None:
    """Where there is no site, or a server runs on it, or no database is named, nothing moves."""
    move = ["migrate-store", "--from", str(tmp_path)]
    assert "no server has its data" in told([*move, "--database", pg.url], 2)

    async def made() -> None:
        await (await open_store(None, tmp_path / FILE)).close()

    asyncio.run(made())
    assert "say which database" in told(move, 2)
    assert "is written postgresql://" in told([*move, "--database", "mysql://x/y"], 2)
    with alone_in(tmp_path):
        assert "another server uses" in told([*move, "--database", pg.url], 2)
    assert pg.engine.sql("SELECT count(*) FROM pg_tables WHERE tablename = 'log'", pg.name) == "0"
    told([*move, "--database", pg.url])


def test_the_keepers_of_a_database_do_what_those_of_a_folder_do(
    pg: Database, tmp_path: Path
) -> None:
    """Tables, reports, sanctions, the book and drains are there with --database."""
    at = ["--database", pg.url]

    assert "start a server with it first" in told(["nodes", *at], 2)

    async def run() -> None:
        store = await open_store(pg.url, tmp_path)
        assert await asyncio.to_thread(told, ["nodes", *at]) == "no server runs"
        assert "no server runs with it" in await asyncio.to_thread(told, ["drain", *at], 2)
        hub = Hub()
        async with (
            node_of(store, hub, "here") as here,
            node_of(store, hub, "there") as there,
            Tap(here.url) as one,
            Tap(there.url) as two,
        ):
            opened = await one.ask(
                asks.Open,
                game="dummy",
                rules=serving.RULES["dummy"],
                seats=serving.seats("person", "open"),
                public=True,
            )
            await two.ask(asks.Join, table=opened.table)
            assert opened.table in await asyncio.to_thread(told, ["tables", *at])
            ban = ["sanction", two.account, "--kind", "ban", "--reason", "x", "--by", "kay"]
            assert "sanction 1: ban" in await asyncio.to_thread(told, [*ban, *at])
            await until(lambda: two.cut is not None)
            assert two.account in await asyncio.to_thread(told, ["sanctions", *at])
            assert "is lifted" in await asyncio.to_thread(told, ["lift", "1", *at])
            assert "no report waits" in await asyncio.to_thread(told, ["reports", *at])
            assert "kay: ban" in await asyncio.to_thread(told, ["audit", *at])
            listed = await asyncio.to_thread(told, ["nodes", *at])
            assert "here since" in listed and "there since" in listed
            one_of = ["drain", "--node", "there", *at]
            assert await asyncio.to_thread(told, one_of) == "the server drains"
            await until(lambda: service(there).drains)
            assert not service(here).drains
            assert await asyncio.to_thread(told, ["drain", *at]) == "2 servers drain"
            await until(lambda: service(here).drains)
            assert "drains" in await asyncio.to_thread(told, ["nodes", *at])
            await asyncio.to_thread(told, ["undrain", *at])
            await until(lambda: not service(here).drains and not service(there).drains)
            assert "no server x runs" in await asyncio.to_thread(
                told, ["drain", "--node", "x", *at], 2
            )
        await store.close()

    asyncio.run(run())
    assert "pg_dump" in told(["backup", str(tmp_path / "copy"), *at], 2)
