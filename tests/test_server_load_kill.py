"""The table server killed again and again under load: nothing visible is lost, all is settled."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest
from msgspec import json

import speto.client
from speto.client import Client, NotServed
from speto.games import NAMES
from speto.server import asks, faces, log, messages
from speto.server.serve import FILE
from speto.server.store import Row
from speto.server.store.sqlite import SqliteStore
from speto.server.table import Table, begin, follow, seat_of
from tests import serving
from tests.killing import Child, free_port, guests

pytestmark = pytest.mark.once

KINDS = (("person", "open"), ("person", "open", "computer"))
SETTLED = 60.0
"""Seconds in which all that was asked must be answered after the last kill."""


@dataclass
class Book:
    """What all clients were told: rows by table, number and account; answers by table and ask."""

    rows: dict[str, dict[tuple[int, str], str]] = field(default_factory=lambda: defaultdict(dict))
    answers: dict[str, dict[tuple[str, str], int | str]] = field(
        default_factory=lambda: defaultdict(dict)
    )
    flying: set[str] = field(default_factory=set)
    resent: int = 0
    told: int = 0
    stopping: bool = False


class Witness(Client):
    """A client that notes in a book what it is told, and how each of its asks was answered."""

    def __init__(self, url: str, token: str, book: Book) -> None:
        super().__init__(url, token=token)
        self.book = book

    async def ask(self, make: Callable[[str], asks.Ask]) -> messages.Message:
        """Ask and note the answer; nothing new is asked once the book is being closed."""
        if self.book.stopping:
            await asyncio.Event().wait()
        made: list[asks.Ask] = []

        def named(name: str) -> asks.Ask:
            made.append(make(name))
            self.book.flying.add(name)
            return made[0]

        try:
            answer = await super().ask(named)
        except NotServed as problem:
            self._answered(made[0], problem.code)
            raise
        finally:
            self.book.flying.discard(made[0].id)
        if isinstance(answer, messages.Done) and answer.seq is not None:
            self._answered(made[0], answer.seq)
        return answer

    def _answered(self, ask: asks.Ask, answer: int | str) -> None:
        if isinstance(ask, asks.Do | asks.Join | asks.Ready):
            answers = self.book.answers[ask.table or ""]
            assert (self.account, ask.id) not in answers
            answers[self.account, ask.id] = answer

    def note(self, told: messages.Message) -> None:
        """Note a row as it was told."""
        if not isinstance(told, messages.Moved | messages.Event):
            return
        self.book.told += 1
        rows = self.book.rows[told.table]
        assert (told.seq, self.account) not in rows, "told twice"
        rows[told.seq, self.account] = digest(told)


def digest(told: messages.Moved | messages.Event) -> str:
    """What a row told a viewer: its words or what happened, and the view unless it was skipped."""
    what = told.words if isinstance(told, messages.Moved) else told.what
    whole = json.encode([told.at, told.seat, what])
    view = json.encode(told.view) if told.view else b""
    return f"{sha256(whole).hexdigest()} {sha256(view).hexdigest() if view else ''}"


def expected(table: Table, row: Row, seat: int | None) -> tuple[str, str]:
    """What a row must have told whoever sits in that seat, without and with the view."""
    view, body = table.view_for(seat), log.read(row.body)
    if isinstance(body, log.Did):
        assert view
        lines = faces.log(view, len(view.log) - len(body.words))
        whole = json.encode([row.at, lines[0].seat, [line.word for line in lines]])
    else:
        whole = json.encode([row.at, getattr(body, "seat", None), type(body).__name__.lower()])
    seen = sha256(json.encode(faces.face(view))).hexdigest() if view else ""
    first = sha256(whole).hexdigest()
    return f"{first} ", f"{first} {seen}"


async def play(one: Witness, two: Witness, number: int) -> None:
    """Two people at one table after the other, for ever."""
    dice = Random(number)
    for match in range(number, 1_000_000):
        kinds = KINDS[number % 5 == 0]
        table = await serving.open_with(one, NAMES[match % len(NAMES)], kinds)
        await two.ask(partial(_join, table))
        for each in (one, two):
            each.seen.clear()  # of the table before
            await each.watch(table)
        await asyncio.gather(
            *(serving.play_on(each, table, dice, note=each.note) for each in (one, two))
        )


def _join(table: str, name: str) -> asks.Join:
    return asks.Join(id=name, table=table)


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
            async with asyncio.timeout(SETTLED):
                while book.flying:
                    assert not any(task.done() for task in playing)
                    await asyncio.sleep(0.02)
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
        assert await child.end() == 0
    finally:
        await child.kill()
    assert "Traceback" not in child.journal and '"error"' not in child.journal
    await check(folder, book)
    return book


async def some_rows(book: Book, count: int, playing: list[asyncio.Task[None]]) -> None:
    """Wait until so many more rows were told, since the server came back."""
    wanted = book.told + count
    async with asyncio.timeout(SETTLED):
        while book.told < wanted:
            for task in playing:
                if task.done():
                    await task
            await asyncio.sleep(0.01)


async def check(folder: Path, book: Book) -> None:
    """See that every log has no gap, all that was told, and each answered command as answered."""
    store = SqliteStore(folder / FILE)
    try:
        for table, told in book.rows.items():
            rows, seeds = await store.rows(table), await store.seeds(table)
            assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
            of = {(row.actor, row.command): row.seq for row in rows}
            assert len(of) == len(rows)
            answers = book.answers[table]
            for which, answer in answers.items():
                # a number: that row and no other; a refusal: none
                assert of.get(which) == (answer if isinstance(answer, int) else None), which
            check_rows(rows, seeds, told)
    finally:
        await store.close()


def check_rows(rows: list[Row], seeds: dict[int, bytes], told: dict[tuple[int, str], str]) -> None:
    """See that rows tell now what they told then."""
    folded = begin(rows[0])
    viewers = {account for _, account in told}
    for row in rows[1:]:
        folded = follow(folded, row, seeds)
        for account in viewers:
            seen = told.pop((row.seq, account), None)
            if seen is not None:
                assert seen in expected(folded, row, seat_of(folded, account)), row
    assert not told, "rows that were told are not in the log"


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
