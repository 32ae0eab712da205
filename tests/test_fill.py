"""Who opened a table need not wait: computer players take its free seats."""

from __future__ import annotations

import asyncio
import os
import pty
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from speto.client import Client
from speto.server import asks, log, messages
from tests import serving
from tests.serving import RULES, Tap, served

pytestmark = pytest.mark.once


def test_a_table_is_filled_once_and_so_is_its_rematch(tmp_path: Path) -> None:
    """The free seats are filled by one row, told to all; a rematch has computers there at once."""

    async def play() -> None:
        async with served(tmp_path) as site, Tap(site.url) as owner, Tap(site.url) as guest:
            opened = await owner.ask(
                asks.Open,
                game="dummy",
                rules=RULES["dummy"] + ",max_deals=1",
                seats=serving.seats("person", "open", "open"),
            )
            table = opened.table
            await owner.ask(asks.Watch, table=table)
            assert (await guest.ask(asks.Fill, table=table)).code == "seat"
            await guest.ask(asks.Join, table=table, seat=2)
            assert (await guest.ask(asks.Fill, table=table)).code == "owner"
            await guest.ask(asks.Leave, table=table)
            done = await owner.ask(asks.Fill, id="now", table=table, level="random")
            assert await owner.ask(asks.Fill, id="now", table=table, level="random") == done
            told = await owner.find(lambda each: getattr(each, "what", "") == "filled")
            assert isinstance(told, messages.Event)
            assert [seat.level for seat in told.seats] == [None, "random", "random"]
            await owner.ask(asks.Entropy, table=table, deal=1, entropy="0" * 32)
            await play_to_the_end(owner, table)
            again = await owner.ask(asks.Rematch, table=table)
            rows = await site.app.service.store.rows(again.table)
            first = log.read(rows[0].body)
            assert isinstance(first, log.Opened)
            assert [plan.kind for plan in first.seats] == ["person", "computer", "computer"]

    asyncio.run(play())


async def play_to_the_end(tap: Tap, table: str) -> None:
    """Play the own turns of the one deal of a match by quick hands."""
    random, since, stage = Random(3), 0, ""
    while stage != "over":
        told: Any = await tap.find(
            lambda each: (
                bool(serving.words_in(each))
                or getattr(getattr(each, "now", None), "stage", "") == "over"
            ),
            since,
        )
        since = tap.told.index(told) + 1
        stage = told.now.stage
        if stage != "over":
            word = serving.chosen(random, serving.words_in(told))
            await tap.ask(asks.Do, table=table, seq=told.seq, words=[word])


def test_a_program_fills_a_table(tmp_path: Path) -> None:
    """`speto.client` begins with computers as a page does."""

    async def play() -> None:
        async with served(tmp_path) as site, Client(site.url) as client:
            seats = serving.seats("person", "open")
            opened = await client.ask(
                lambda name: asks.Open(id=name, game="indian", rules="default", seats=seats)
            )
            assert isinstance(opened, messages.Done) and opened.table
            table = opened.table
            await client.watch(table)
            await client.ask(lambda name: asks.Fill(id=name, table=table))
            async with asyncio.timeout(serving.PATIENCE):
                async for message in client.messages():
                    if isinstance(message, messages.Event) and message.what == "sealed":
                        break

    asyncio.run(play())


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are of POSIX")
def test_a_terminal_fills_a_table(tmp_path: Path) -> None:
    """Who waits for friends at a terminal types one word, and computers of his level sit down."""

    async def play() -> tuple[bytes, list[str | None]]:
        async with served(tmp_path) as site:
            arguments = ("dummy", "--server", site.url, "--seats", "3", "--open", "2")
            async with at_a_terminal(tmp_path, *arguments, "--level", "random") as (keys, told):
                await told(b"fill")
                os.write(keys, b"fell\n")
                await told(b"fill")
                os.write(keys, b"fill\n")
                sent = await told(b"> ")
            (table,) = site.app.service.hosting.tables.values()
            return sent, [seat.level for seat in table.table.seats]

    sent, levels = asyncio.run(play())
    assert levels == [None, "random", "random"]
    assert b"Deal 1" in sent


@asynccontextmanager
async def at_a_terminal(
    home: Path, *arguments: str
) -> AsyncIterator[tuple[int, Callable[[bytes], Awaitable[bytes]]]]:
    """`speto play` at a terminal: where to type, and how to wait for what it says next."""
    keys, end = pty.openpty()
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "speto", "play", *arguments),
        stdin=end,
        stdout=end,
        stderr=end,
        env={**os.environ, "XDG_DATA_HOME": str(home / "home"), "TERM": "xterm"},
        start_new_session=True,
    )
    os.close(end)

    async def told(what: bytes) -> bytes:
        sent = b""
        async with asyncio.timeout(serving.PATIENCE):
            while what not in sent:
                sent += await asyncio.to_thread(os.read, keys, 4096)
        return sent

    try:
        yield keys, told
    finally:
        process.kill()
        await process.wait()
        os.close(keys)
