"""A backup by pg_dump while people play, and its restore: the tables go on where it was made."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import delete

from speto.server import asks
from speto.server import log as logged
from speto.server.bus.local import Hub
from speto.server.now import now_ms
from speto.server.store import Store
from speto.server.store.schema import node
from tests import nodes, serving
from tests.cluster.engines import Database, Redis
from tests.cluster.load import LONG, load
from tests.cluster.nodes import cluster
from tests.cluster.stores import opened, tokens
from tests.witness import Witness

pytestmark = [pytest.mark.cluster, pytest.mark.once]


async def logs(store: Store) -> dict[str, list[tuple[object, ...]]]:
    """The log of every table, with the seeds behind it."""
    found: dict[str, list[tuple[object, ...]]] = {}
    for head in await store.heads(status=("waiting", "live", "over", "closed"), limit=100_000):
        seeds = await store.seeds(head.table)
        found[head.table] = [*await store.rows(head.table), *seeds.items()]
    return found


def rows_of(log: list[tuple[object, ...]]) -> list[tuple[object, ...]]:
    """The rows of a log, without its seeds."""
    return [each for each in log if len(each) > 2]


def test_a_backup_made_while_people_play_is_restored(
    tmp_path: Path, pg: Database, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the backup holds is a beginning of every log; from there its people play on."""
    monkeypatch.setattr(serving, "RULES", LONG)
    dump = tmp_path / "site.dump"
    held: list[str] = []
    tables: dict[str, str] = {}

    async def before() -> dict[str, list[tuple[object, ...]]]:
        (tmp_path / "before").mkdir()
        async with opened(pg.url) as store:
            held.extend(await tokens(store, 8))
            async with cluster(
                tmp_path / "before", database=pg.url, bus=redis.url, nodes=2
            ) as site:
                async with load(site, held) as playing:
                    await playing.all_play_on(20)
                    words = ("-Fc", "-f", str(dump))
                    await asyncio.to_thread(lambda: pg.engine.tool("pg_dump", *words, of=pg.name))
                    tables.update((each.token or "", each.table) for each in playing.people)
                    await playing.all_play_on(20)
                await site.end()
            return await logs(store)

    async def again(one: Witness, two: Witness, number: int) -> None:
        for each in (one, two):
            await each.sit_at(tables[each.token or ""])
        dice = Random(number)
        await asyncio.gather(
            *(serving.play_on(each, each.table, dice, note=each.note) for each in (one, two))
        )

    async def after(new: Database, whole: dict[str, list[tuple[object, ...]]]) -> None:
        (tmp_path / "after").mkdir()
        async with opened(new.url) as store:
            kept = await logs(store)
            assert set(kept) >= set(tables.values())
            for table, log in kept.items():
                rows, all_rows = rows_of(log), rows_of(whole[table])
                assert rows == all_rows[: len(rows)] and set(log) <= set(whole[table])
            shorter = [len(rows_of(kept[one])) < len(rows_of(whole[one])) for one in kept]
            assert all(shorter), "nothing was played after the backup"
            async with cluster(
                tmp_path / "after", database=new.url, bus=redis.url, nodes=2
            ) as site:
                async with load(site, held, play=again) as playing:
                    await playing.all_play_on()
                    await playing.settle(store)
                    playing.report("backup and restore")
                await site.end()
                assert not site.troubles()

    whole = asyncio.run(before())
    with pg.engine.database() as new:
        pg.engine.tool("pg_restore", "--no-owner", "--exit-on-error", str(dump), of=new.name)
        asyncio.run(after(new, whole))


@pytest.mark.parametrize("beats", [True, False])
def test_a_running_turn_of_a_backup_is_given_its_time_back(
    beats: bool, tmp_path: Path, pg: Database
) -> None:
    """What was to be done when the copy was made is still to be done, with or without beats."""
    dump, hour = tmp_path / "site.dump", 3_600_000

    async def before() -> tuple[str, int, int]:
        async with (
            opened(pg.url) as store,
            serving.node_of(store, Hub(), "old") as site,
            serving.Tap(site.url) as one,
        ):
            table = await nodes.opened(one, "person", "computer", clock="normal")
            await one.ask(asks.Watch, table=table)
            await one.ask(asks.Entropy, table=table, deal=1, entropy="0" * 32)
            await one.find(lambda told: bool(serving.words_in(told)))
            held = nodes.service(site).hosting.tables[table].table
            words = ("-Fc", "-f", str(dump))
            await asyncio.to_thread(lambda: pg.engine.tool("pg_dump", *words, of=pg.name))
            assert held.deadline is not None
            return table, held.seq, held.deadline

    async def after(new: Database, table: str, seq: int, deadline: int) -> None:
        async with opened(new.url) as store:
            if not beats:  # those of who runs are of no use elsewhere, and may be left out
                await store.execute(delete(node))
            async with serving.node_of(store, Hub(), "new", lambda: now_ms() + hour) as site:
                live = nodes.service(site).hosting.tables[table]
                (row,) = await store.rows(table, seq)
                credit = logged.read(row.body)
                assert isinstance(credit, logged.Credited)
                assert live.table.deadline == deadline + credit.ms and live.table.deadline > row.at

    table, seq, deadline = asyncio.run(before())
    with pg.engine.database() as new:
        pg.engine.tool("pg_restore", "--no-owner", "--exit-on-error", str(dump), of=new.name)
        asyncio.run(after(new, table, seq, deadline))
