"""People who play at tables of a cluster, two of each table at different nodes, through faults.

What must stay true: whoever plays here plays as fast as he is told; when all is over, the logs are
held against every row that anybody saw.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from statistics import quantiles
from typing import Any, Final

from speto.server.store import Store
from tests.cluster.door import Door
from tests.cluster.nodes import Cluster
from tests.witness import SETTLED, Book, Witness, check, play, until

LONG: Final = {"dummy": "default,match_target=1000000", "indian": "default,format=deals,deals=50"}
"""Matches that outlast a test, to put in the place of `serving.RULES`."""

Play = Callable[[Witness, Witness, int], Coroutine[Any, Any, None]]


@dataclass(frozen=True)
class Load:
    """Who plays, each behind a door of his own, and what all of them were told."""

    cluster: Cluster
    book: Book
    people: tuple[Witness, ...]
    doors: tuple[Door, ...]
    tasks: tuple[asyncio.Task[None], ...]

    async def all_play_on(self, rows: int = 3, *, within: float = SETTLED) -> float:
        """Wait until each was told so many more rows; the seconds that it took."""
        began = time.monotonic()
        wanted = [each.heard + rows for each in self.people]

        def waiting() -> list[str]:
            pairs = zip(self.people, self.doors, wanted, strict=True)
            return [
                f"{each.account} at node {door.at}, table {each.table}, row {each.seen}"
                for each, door, least in pairs
                if each.heard < least
            ]

        try:
            await until(lambda: not waiting(), self.tasks, within=within)
        except TimeoutError:
            raise AssertionError(f"not played on: {waiting()}") from None
        return time.monotonic() - began

    async def kill(self, number: int, *, gently: bool = False) -> None:
        """Kill a node or ask it to end; from now on the time counts for each of its clients."""
        self.book.resent += len(self.book.flying)
        for person, door in zip(self.people, self.doors, strict=True):
            if door.at == number:
                person.cut()
        node = self.cluster.nodes[number]
        if gently:
            assert await node.end() == 0
        await node.kill()

    async def settle(self, store: Store) -> None:
        """Let all asks be answered and all clients be whole, and check the logs."""
        self.book.stopping = True
        await until(lambda: not self.book.flying, self.tasks)
        behind: list[str] = []
        for _ in range(round(SETTLED / 0.1)):
            behind = await self._behind(store)
            if not behind:
                break
            await asyncio.sleep(0.1)
        assert not behind, behind
        await check(store, self.book)

    async def _behind(self, store: Store) -> list[str]:
        """Who has not seen the last row of his table."""
        found = []
        shown = [each for each in zip(self.people, self.doors, strict=True) if each[0].table]
        heads = await store.heads_of({person.table for person, _ in shown})
        for person, door in shown:
            seen, head = person.seen.get(person.table), heads.get(person.table)
            if head is None or head.seq != seen:
                found.append(f"{person.account} at node {door.at} has seen {seen} of {head}")
        return found

    @property
    def figures(self) -> str:
        """What was seen until now, and how long it took from a kill to the next row."""
        back = sorted(self.book.back)
        words = f"{self.book.told} rows told, {self.book.resent} asks cut off"
        if len(back) < 2:
            return words
        cuts = quantiles(back, n=100, method="inclusive")
        return f"{words}, back p50 {cuts[49]:.2f} s, p95 {cuts[94]:.2f} s, last {back[-1]:.2f} s"

    def report(self, fault: str) -> None:
        """Print what was seen, once all is settled: with anything wrong that has failed."""
        print(f"{fault}: {self.figures}; lost 0, gaps 0, double 0")


@asynccontextmanager
async def load(
    cluster: Cluster, tokens: Sequence[str], *, play: Play = play
) -> AsyncIterator[Load]:
    """One player for each token, two at a table, who play as long as the context lasts."""
    book = Book()
    async with AsyncExitStack() as stack:
        people, doors = [], []
        for number, token in enumerate(tokens):
            door = Door(cluster.ports, first=number % len(cluster.ports))
            doors.append(await stack.enter_async_context(door))
            people.append(await stack.enter_async_context(Witness(door.url, token, book)))
        pairs = zip(people[::2], people[1::2], strict=True)
        tasks = tuple(asyncio.create_task(play(*pair, n)) for n, pair in enumerate(pairs))
        try:
            yield Load(cluster, book, tuple(people), tuple(doors), tasks)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
