"""The table server killed again and again under load: nothing visible is lost, all is settled."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import pytest

import speto.client
from speto.server.serve import FILE
from speto.server.store.sqlite import SqliteStore
from tests.killing import Child, free_port, guests
from tests.witness import Book, Witness, check, play, some_rows, until

pytestmark = pytest.mark.once


async def kill_under_load(folder: Path, *, tables: int, kills: int, dice: Random) -> Book:
    """Matches at so many tables, through so many kills; then the logs are held against the book."""
    book = Book()
    held = await guests(folder, 2 * tables)
    child = Child(free_port(), folder)
    await child.start()
    try:
        async with AsyncExitStack() as stack:
            clients = [
                await stack.enter_async_context(Witness(child.url, token, book)) for token in held
            ]
            pairs = zip(clients[::2], clients[1::2], strict=True)
            playing = [asyncio.create_task(play(*pair, n)) for n, pair in enumerate(pairs)]
            for number in range(1, kills + 1):
                await some_rows(book, tables, playing)
                await asyncio.sleep(dice.uniform(0.0, 0.6))
                await child.kill()
                book.resent += len(book.flying)
                await child.start()
                if number % 10 == 0 or number == kills:
                    print(f"{number} kills, {book.told} rows told, {book.resent} asks cut off")
            await some_rows(book, tables, playing)
            book.stopping = True
            await until(lambda: not book.flying, playing)
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
        assert await child.end() == 0
    finally:
        await child.kill()
    assert "Traceback" not in child.journal and '"error"' not in child.journal
    store = SqliteStore(folder / FILE)
    try:
        await check(store, book)
    finally:
        await store.close()
    return book


def test_nothing_is_lost_in_kills_under_load(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed while all play: every row told and every answer stands in the logs, once."""
    monkeypatch.setattr(speto.client, "PATIENCE", (0.05, 0.1))
    book = asyncio.run(kill_under_load(tmp_path, tables=8, kills=3, dice=Random(1)))
    assert book.resent


@pytest.mark.long
def test_nothing_is_lost_in_a_hundred_kills_under_load(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hundred kills with twenty tables: no row lost, no gap, none twice, every ask settled."""
    monkeypatch.setattr(speto.client, "PATIENCE", (0.05, 0.1))
    book = asyncio.run(kill_under_load(tmp_path, tables=20, kills=100, dice=Random(2)))
    assert book.resent > 100
