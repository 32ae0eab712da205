"""Rows committed a second, and what each costs: `python -m bench.commits [--quick] [--json FILE]`.

What must stay true: a closed loop, so that a table's next row is asked for when the one before is
durable; PostgreSQL is one that is started here, with its own defaults: each commit is on the
disk; in SQLite it is there after the end of the process, with `full` after a loss of power too.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final, NamedTuple

import uvloop

from bench.load_peer import processor_seconds
from bench.serving import family
from speto.server.store import Head, Row, Store, Write
from speto.server.store.opening import open_store
from tests.cluster.engines import Missing, Postgres

TABLES: Final = (1, 50, 250, 1000)
BODY: Final = b'{"is":"played","seat":2,"words":["^Jh=ThJhQh","!7c"],"sight":3}'
"""As long as a move mostly is."""
WARM: Final = 1.0
"""Seconds before anything is counted."""


class Figures(NamedTuple):
    """What one run gave: `middle` and `late` are milliseconds; CPU is microseconds a row."""

    store: str
    tables: int
    rows: float
    middle: float
    late: float
    own: float
    database: float


class Measured(NamedTuple):
    """A store to measure: how it is opened, the process of its engine, and by how many nodes."""

    name: str
    opened: Callable[[], Awaitable[Store]]
    engine: int | None = None
    nodes: int = 1


class Count:
    """What is counted while a run lasts."""

    def __init__(self) -> None:
        self.waits: list[float] = []
        self.counts = False
        self.ends = False


async def _play(store: Store, table: str, count: Count) -> None:
    """Append the rows of a table, one after the other."""
    seq = 0
    while not count.ends:
        seq += 1
        row = Row(table, seq, f"acct{seq % 4}{table}", f"c{seq}", 1_790_000_000_000 + seq, BODY)
        head = Head(table, seq, "live", row.at + 30_000, "dummy", True, "", 1)
        began = time.perf_counter()
        await store.append(Write(row, head, ((1, bytes(32)),) if seq == 1 else ()))
        if count.counts:
            count.waits.append(time.perf_counter() - began)


def _used(pid: int | None) -> float:
    return sum(processor_seconds(each) for each in family(pid)) if pid else 0.0


async def measure(
    name: str,
    opened: Callable[[], Awaitable[Store]],
    engine: int | None,
    nodes: int,
    *,
    tables: int,
    seconds: float,
) -> Figures:
    """Commit rows of so many tables at once; `engine` is the process of the database."""
    stores = [await opened() for _ in range(nodes)]
    count = Count()
    try:
        tasks = [
            asyncio.create_task(_play(stores[n % nodes], f"{os.urandom(4).hex()}{n:05}", count))
            for n in range(tables)
        ]
        await asyncio.sleep(WARM)
        own, other, began = time.process_time(), _used(engine), time.perf_counter()
        count.counts = True
        await asyncio.sleep(seconds)
        count.counts = False
        took = time.perf_counter() - began
        own, other = time.process_time() - own, _used(engine) - other
        count.ends = True
        await asyncio.gather(*tasks)
    finally:
        for store in stores:
            await store.close()
    waits = sorted(count.waits)
    rows = len(waits)
    middle, late = (waits[int(rows * part)] * 1000 for part in (0.5, 0.99))
    return Figures(name, tables, rows / took, middle, late, own / rows * 1e6, other / rows * 1e6)


@contextmanager
def _places(quick: bool) -> Iterator[list[Measured]]:
    """The stores to measure."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        places = [
            Measured("SQLite", lambda: open_store(None, folder / "normal.db")),
            Measured("SQLite, full", lambda: open_store(None, folder / "full.db", full=True)),
        ]
        if quick:
            places.pop()
        try:
            engine = Postgres()
        except Missing as problem:
            print(problem, file=sys.stderr)
            yield places
            return
        with closing(engine):
            engine.start()
            with engine.database() as database:
                one = Measured("PostgreSQL", lambda: open_store(database.url, folder), engine.pid)
                yield [*places, one, one._replace(name="PostgreSQL, two nodes", nodes=2)]


def table(figures: list[Figures]) -> str:
    """The figures for a page."""
    lines = [
        "| store | tables at once | rows a second | p50 ms | p99 ms | our CPU µs a row "
        "| engine's CPU µs a row |",
        "|---|--:|--:|--:|--:|--:|--:|",
    ]
    for each in figures:
        engine = f"{each.database:.0f}" if each.database else "in ours"
        lines.append(
            f"| {each.store} | {each.tables} | {each.rows:,.0f} | {each.middle:.2f} "
            f"| {each.late:.1f} | {each.own:.0f} | {engine} |"
        )
    return "\n".join(lines)


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description="Rows committed a second.")
    parser.add_argument("--quick", action="store_true", help="a second of each")
    parser.add_argument("--json", type=Path, help="write the figures to this file too")
    asked = parser.parse_args()
    seconds = 1.0 if asked.quick else 5.0
    with _places(asked.quick) as places:
        figures = [
            uvloop.run(measure(*place, tables=tables, seconds=seconds))
            for place in places
            for tables in TABLES
            if tables >= place.nodes
        ]
    print(table(figures))
    if asked.json:
        asked.json.write_text(json.dumps([each._asdict() for each in figures], indent=1) + "\n")


if __name__ == "__main__":
    main()
