"""Clients that write down all they are told, and the logs held against what they were told."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from random import Random

from msgspec import json

from speto.client import Client, NotServed
from speto.games import NAMES
from speto.server import asks, faces, log, messages
from speto.server.store import Row, Store
from speto.server.table import Table, begin, follow, seat_of
from tests import serving

KINDS = (("person", "open"), ("person", "open", "computer"))
SETTLED = 60.0
"""Seconds in which all that was asked must be answered after the last fault."""
UNKNOWN = ("store",)
"""Refusals that do not say whether it was done: asked again under the same id."""
LATER = ("tables", "often")
"""Refusals that say: not so fast."""


@dataclass
class Book:
    """What all clients were told: rows by table, number and account; answers by table and ask.

    `back` are the seconds from a kill until each client of the killed node was told a row again.
    """

    rows: dict[str, dict[tuple[int, str], str]] = field(default_factory=lambda: defaultdict(dict))
    answers: dict[str, dict[tuple[str, str], int | str]] = field(
        default_factory=lambda: defaultdict(dict)
    )
    flying: set[str] = field(default_factory=set)
    back: list[float] = field(default_factory=list)
    resent: int = 0
    told: int = 0
    stopping: bool = False


class Witness(Client):
    """A client that notes in a book what it is told, and how each of its asks was answered.

    `heard` is how many rows it was told, `table` what it is shown.
    """

    def __init__(self, url: str, token: str, book: Book) -> None:
        super().__init__(url, token=token, on_socket=self._on_socket)
        self.book = book
        self.heard = 0
        self.table = ""
        self._cut: float | None = None
        self._returned = False

    async def ask(self, make: Callable[[str], asks.Ask]) -> messages.Message:
        """Ask and note the answer; nothing new is asked once the book is being closed."""
        if self.book.stopping:
            await asyncio.Event().wait()
        made: list[asks.Ask] = []

        def named(name: str) -> asks.Ask:
            if not made:
                made.append(make(name))
            self.book.flying.add(made[0].id)
            return made[0]

        try:
            answer = await self._answer_to(named)
        except NotServed as problem:
            self._answered(made[0], problem.code)
            raise
        finally:
            self.book.flying.discard(made[0].id)
        if isinstance(answer, messages.Done) and answer.seq is not None:
            self._answered(made[0], answer.seq)
        return answer

    async def _answer_to(self, named: Callable[[str], asks.Ask]) -> messages.Message:
        """The answer to an ask, which is asked again as long as there is none that counts."""
        while True:
            try:
                return await super().ask(named)
            except NotServed as problem:
                if problem.code not in UNKNOWN + LATER:
                    raise
                if problem.code in LATER and self.book.stopping:
                    self.book.flying.discard(named("").id)
                    await asyncio.Event().wait()
            await asyncio.sleep(0.2)

    def _answered(self, ask: asks.Ask, answer: int | str) -> None:
        if isinstance(ask, asks.Do | asks.Join | asks.Ready):
            answers = self.book.answers[ask.table or ""]
            assert (self.account, ask.id) not in answers
            answers[self.account, ask.id] = answer

    async def sit_at(self, table: str) -> None:
        """Be shown a table instead of the one before."""
        self.table = ""
        self.seen.clear()
        await self.watch(table)
        self.table = table

    def cut(self) -> None:
        """Its node is being killed: from now on the time counts until it plays on."""
        self._cut, self._returned = time.monotonic(), False

    def _on_socket(self, up: bool) -> None:
        self._returned = self._returned or up

    def note(self, told: messages.Message) -> None:
        """Note a row as it was told."""
        if not isinstance(told, messages.Moved | messages.Event):
            return
        if self._cut is not None and self._returned:
            self.book.back.append(time.monotonic() - self._cut)
            self._cut = None
        self.book.told += 1
        self.heard += 1
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
            await each.sit_at(table)
        await asyncio.gather(
            *(serving.play_on(each, table, dice, note=each.note) for each in (one, two))
        )


def _join(table: str, name: str) -> asks.Join:
    return asks.Join(id=name, table=table)


async def until(
    holds: Callable[[], bool], playing: Iterable[asyncio.Task[None]], *, within: float = SETTLED
) -> None:
    """Wait until something holds; whoever plays and fails meanwhile fails the test."""
    async with asyncio.timeout(within):
        while not holds():
            for task in playing:
                if task.done():
                    await task
                    raise AssertionError("a match that goes on for ever has ended")
            await asyncio.sleep(0.01)


async def some_rows(book: Book, count: int, playing: Iterable[asyncio.Task[None]]) -> None:
    """Wait until so many more rows were told."""
    wanted = book.told + count
    await until(lambda: book.told >= wanted, playing)


async def check(store: Store, book: Book) -> None:
    """See that every log has no gap, all that was told, and each answered command as answered."""
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
