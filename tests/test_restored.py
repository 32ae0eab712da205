"""A copy of a store put back as operators are told to: whose turn it was goes on in it, and who has
seen more than it holds comes back to it.
"""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from speto import client
from speto.client import Client, Lost, SetBack
from speto.proofs import verify_files
from speto.server import asks, log, messages, talk
from speto.server.folder import BEAT
from speto.server.folder import beat as live_still
from speto.server.now import now_ms
from speto.server.serve import FILE
from speto.server.store import StoreError
from speto.server.store.backup import backup
from speto.server.store.sqlite import SqliteStore
from speto.terminal.line import Line
from tests import serving
from tests.killing import Child, free_port
from tests.nodes import opened, service, until
from tests.serving import Tap, served
from tests.test_server_kill import check_log

pytestmark = pytest.mark.once

HOUR = 3_600_000
FOUR = ("person", "open", "computer", "computer")


async def put_back(child: Child, copy: Path) -> None:
    """Kill a server, put a copy in an empty folder in the place of its own, and start it there."""
    await child.kill()
    shutil.rmtree(child.folder)
    child.folder.mkdir()
    shutil.copy(copy, child.folder / FILE)
    await child.start()


class Seen:
    """What one client was told of a table: moves by their rows, and how often it was set back.

    After some rows a copy of the `store` is made beside it; when many more are told, in this `deal`
    or a later one, it is `late`.
    """

    def __init__(self, name: str, store: Path, deal: int) -> None:
        self.name = name
        self.store = store
        self.deal = deal
        self.copied = 0
        self.now = 0
        self.moves: dict[int, tuple[int, list[str]]] = {}
        self.late = asyncio.Event()
        self.back: list[int] = []

    @property
    def copy(self) -> Path:
        """Where the copy is."""
        return self.store.parent.with_name(f"{self.name}.db")

    def note(self, told: messages.Message) -> None:
        """Note one message."""
        if isinstance(told, SetBack):
            self.back.append(told.seq)
            self.moves.clear()
        if isinstance(told, messages.Table | messages.Event):
            self.now = told.fair.deal
        if not isinstance(told, messages.Moved):
            return
        assert told.seq not in self.moves
        self.moves[told.seq] = told.seat, told.words
        if not self.copied and len(self.moves) > 3:
            self.copied = told.seq
            backup(self.store, self.copy)
        if self.copied and self.now >= self.deal and told.seq > self.copied + 20:
            self.late.set()


@pytest.mark.parametrize(("game", "deal"), [("dummy", 1), ("indian", 2)])
def test_who_stayed_plays_on_from_what_was_put_back(game: str, deal: int, tmp_path: Path) -> None:
    """Clients that saw more than a copy has are shown it, hold no lost promise against it, and end.

    A deal that was dealt after the copy was made is dealt anew, from another seed.
    """

    async def run() -> tuple[list[Path], str, dict[int, tuple[int, list[str]]]]:
        (tmp_path / "site").mkdir()
        child = Child(free_port(), tmp_path / "site")
        await child.start()
        try:
            async with Client(child.url) as one, Client(child.url) as two:
                table = await serving.open_with(one, game, FOUR, rules=serving.LONGER[game])
                await two.ask(lambda name: asks.Join(id=name, table=table))
                seen = [Seen(name, child.folder / FILE, deal) for name in ("one", "two")]
                ends = []
                for client, what, seed in zip((one, two), seen, (1, 2), strict=True):
                    await client.watch(table)
                    play = serving.play_on(client, table, Random(seed), note=what.note)
                    ends.append(asyncio.create_task(play))
                async with asyncio.timeout(serving.PATIENCE):
                    await seen[0].late.wait()
                    before = min(one.seen[table], two.seen[table])
                    await put_back(child, seen[0].copy)
                    end, other = await asyncio.gather(*ends)
            for what in seen:
                (back,) = what.back
                assert seen[0].copied <= back < before
            assert end.standing and end.standing.over
            assert end.standing == other.standing
            async with httpx.AsyncClient(base_url=child.web) as web:
                deals = len(end.standing.deals)
                files = await serving.download(web, table, deals, tmp_path)
        finally:
            await child.kill()
        return files, table, seen[1].moves

    files, table, moves = asyncio.run(run())
    verdicts = list(verify_files(files))
    assert all(verdict.holds for verdict in verdicts), verdicts
    asyncio.run(check_log(tmp_path / "site", table, moves))


def test_a_table_that_is_not_in_what_was_put_back_is_told_as_lost(tmp_path: Path) -> None:
    """Who watched a table of which a copy knows nothing hears so, and asks for it no more."""

    async def run() -> None:
        (tmp_path / "site").mkdir()
        child = Child(free_port(), tmp_path / "site")
        await child.start()
        try:
            async with Client(child.url) as one:
                backup(child.folder / FILE, tmp_path / "copy.db")
                table = await serving.open_with(one, "dummy", FOUR)
                await one.watch(table)
                await put_back(child, tmp_path / "copy.db")
                told: messages.Message | None = None
                async with asyncio.timeout(serving.PATIENCE):
                    async for told in one.messages():
                        if isinstance(told, Lost):
                            break
                assert isinstance(told, Lost)
                assert (told.table, told.code) == (table, "table")
                assert table not in one.seen
        finally:
            await child.kill()

    asyncio.run(run())


def test_a_lost_table_that_one_has_left_ends_no_terminal(tmp_path: Path) -> None:
    """Only the table at which one plays matters to the terminal's line."""

    async def run() -> None:
        (tmp_path / "site").mkdir()
        child = Child(free_port(), tmp_path / "site")
        await child.start()
        try:
            async with Client(child.url) as one:
                stays = await serving.open_with(one, "dummy", FOUR)
                backup(child.folder / FILE, tmp_path / "copy.db")
                lost = await serving.open_with(one, "dummy", FOUR)
                with Line(child.url, one.token, "en", lambda up: None) as line:
                    await asyncio.to_thread(line.watch, lost)
                    await asyncio.to_thread(line.watch, stays)
                    await put_back(child, tmp_path / "copy.db")
                    async with asyncio.timeout(serving.PATIENCE):
                        while lost in line.client.seen:
                            await asyncio.to_thread(line.hear, stays, 0.1)
                    await asyncio.to_thread(line.hear, stays, 0.5)
                    assert stays in line.client.seen
        finally:
            await child.kill()

    asyncio.run(run())


def test_a_table_that_a_store_did_not_show_is_asked_for_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who comes back while the store is away is shown the table when it is there again."""
    monkeypatch.setattr(client, "A_WHILE", 0.05)
    fails, said_at = 0, talk.said_at

    async def failing(*given: Any, **named: Any) -> list[talk.Said]:
        nonlocal fails
        if fails:
            fails -= 1
            raise StoreError("it is away")
        return await said_at(*given, **named)

    monkeypatch.setattr(talk, "said_at", failing)

    async def run() -> None:
        nonlocal fails
        async with served(tmp_path) as site, Client(site.url) as one:
            table = await serving.open_with(one, "dummy", FOUR)
            await one.watch(table)
            watches = site.app.service.audience.watches
            await until(lambda: len(watches[table]) == 1)
            fails = 2
            watches[table][0].viewer.shut("drain")
            await until(lambda: not fails)
            await until(lambda: len(watches[table]) == 1)

    asyncio.run(run())


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
