"""A copy of a store put back as operators are told to: whose turn it was goes on in it."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest

from speto.server import asks, log
from speto.server.folder import BEAT
from speto.server.folder import beat as live_still
from speto.server.now import now_ms
from speto.server.serve import FILE
from speto.server.store.backup import backup
from speto.server.store.sqlite import SqliteStore
from tests import serving
from tests.nodes import opened, service, until
from tests.serving import Tap, served

pytestmark = pytest.mark.once

HOUR = 3_600_000


@pytest.mark.parametrize("beat", [None, HOUR // 2])
def test_a_running_turn_of_a_backup_is_given_its_time_back(
    beat: int | None, tmp_path: Path
) -> None:
    """What was to be done when the copy was made is still to be done, whatever stands beside it.

    There is no beat in an empty folder, and in an old one that of a server which went on for long.
    """

    async def run() -> None:
        (tmp_path / "old").mkdir()
        new = tmp_path / "new"
        new.mkdir()
        async with served(tmp_path / "old") as site, Tap(site.url) as one:
            table = await opened(one, "person", "computer", clock="normal")
            await one.ask(asks.Watch, table=table)
            await one.ask(asks.Entropy, table=table, deal=1, entropy="0" * 32)
            await one.find(lambda told: bool(serving.words_in(told)))
            before = service(site).hosting.tables[table].table
            await asyncio.to_thread(backup, tmp_path / "old" / FILE, new / FILE)
        assert (tmp_path / "old" / BEAT).is_file()
        if beat is not None:
            live_still(new, now_ms() + beat)
        async with served(new, lambda: now_ms() + HOUR) as site:
            live = service(site).hosting.tables[table]
            assert live.table.to_act == before.to_act == 0
            (row,) = await site.app.service.store.rows(table, before.seq)
            credit = log.read(row.body)
            assert isinstance(credit, log.Credited)
            assert before.deadline is not None
            assert live.table.deadline == before.deadline + credit.ms
            assert live.table.deadline > row.at
            await until((new / BEAT).is_file)

    asyncio.run(run())


def test_a_store_that_was_given_back_once_is_not_again(tmp_path: Path) -> None:
    """A server that comes soon after another one gives nothing back of what was put back."""

    async def run() -> None:
        async with served(tmp_path) as site, Tap(site.url) as one:
            table = await opened(one, "person", "computer", clock="normal")
            await one.ask(asks.Entropy, table=table, deal=1, entropy="0" * 32)
        (tmp_path / BEAT).unlink()
        for _ in range(2):
            async with served(tmp_path, lambda: now_ms() + HOUR):
                pass
        store = SqliteStore(tmp_path / FILE)
        try:
            bodies = [log.read(row.body) for row in await store.rows(table)]
            assert sum(isinstance(body, log.Credited) for body in bodies) == 1
        finally:
            await store.close()

    asyncio.run(run())


def test_the_folder_is_restored_with_its_copy_alone(tmp_path: Path) -> None:
    """A copy is one file: it needs none of those that stand beside the store while it serves."""

    async def run() -> None:
        (tmp_path / "old").mkdir()
        async with served(tmp_path / "old"):
            backup(tmp_path / "old" / FILE, tmp_path / "copy.db")
        (tmp_path / "new").mkdir()
        shutil.copy(tmp_path / "copy.db", tmp_path / "new" / FILE)
        async with served(tmp_path / "new") as site, Tap(site.url) as one:
            assert one.account and not service(site).hosting.tables

    asyncio.run(run())
