"""The load report: `python -m bench.load docs` writes load.md and its pictures (`make load`).

What must stay true: all figures of a report are of one run on one machine; every process started
here is ended; what is worked out from the figures says from which.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import resource
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any, Final

import uvloop

from bench.load_page import machine, page, pictures
from bench.load_peer import PEERS
from bench.serving import SEATS, Server, accounts, closed_loop, node, paced, peer, serving
from tests.cluster.engines import Engine, Missing, Postgres, Redis

PACE: Final = 4.0
"""Seconds between two moves of a table, where moves are paced: faster than people play."""
CLOSED: Final = 50
"""The tables of a closed loop."""


@contextmanager
def site(count: int, nodes: int, *, redis: bool) -> Iterator[Server]:
    """A site of some nodes on PostgreSQL, and on Redis or not, with so many accounts."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        engines: list[Engine] = [stack.enter_context(closing(Postgres()))]
        database = engines[0]
        assert isinstance(database, Postgres)
        database.start()
        url = stack.enter_context(database.database()).url
        words = ["--database", url]
        if redis:
            bus = stack.enter_context(closing(Redis()))
            bus.start()
            engines.append(bus)
            words += ["--bus", bus.url]
        tokens = asyncio.run(accounts(url, folder, count))
        started = []
        for n in range(nodes):
            place = folder / f"node{n}"
            place.mkdir()
            started.append(stack.enter_context(node(place, *words)))
        ports, pids = zip(*started, strict=True)
        yield Server(ports, pids, tokens, tuple(engine.pid for engine in engines))


def measured(connections: list[int], nodes: list[int], seconds: float) -> dict[str, Any]:
    """All figures of a report."""
    say = _Progress(len(connections) + len(nodes) + len(PEERS) + 3)
    found: dict[str, Any] = {"seconds": seconds, "machine": machine()}
    found |= {"paced": [], "nodes": [], "peers": []}
    for count in connections:
        tables = count // SEATS
        with say.of(f"{count} connections, paced"), serving(count) as server:
            row, back = uvloop.run(
                paced(server, tables, tables / PACE, seconds, min(2000, count // 2))
            )
            found["paced"].append({**row, "come_back": back})
    with say.of("one process on SQLite"), serving(CLOSED * SEATS) as server:
        found["alone"] = uvloop.run(closed_loop(server, CLOSED, seconds))
    for count, redis, together in [
        *((n, True, False) for n in nodes),
        (nodes[1], True, True),
        (nodes[1], False, False),
    ]:
        name = "Redis" if redis else "PostgreSQL"
        with (
            say.of(f"{count} nodes on PostgreSQL, bus on {name}"),
            site(CLOSED * SEATS, count, redis=redis) as server,
        ):
            asked = server._replace(together=together)
            row = uvloop.run(closed_loop(asked, CLOSED, seconds))
            sit = "together" if together or count == 1 else "apart"
            found["nodes"].append({"nodes": count, "bus": name, "sit": sit, **row})
    for name in PEERS:
        with say.of(name):
            beside = peer(name, CLOSED * SEATS, seconds)
        if beside is None:
            print(f"{name} is not measured: Node or its packages are missing", file=sys.stderr)
        else:
            found["peers"].append(beside)
    return found


class _Progress:
    """Says what is being measured, and how much of it is done."""

    def __init__(self, parts: int) -> None:
        self._parts = parts
        self._done = 0

    @contextmanager
    def of(self, what: str) -> Iterator[None]:
        self._done += 1
        print(f"{self._done}/{self._parts} {what}", file=sys.stderr, flush=True)
        yield


def main() -> None:
    """Measure, then write the page and its pictures."""
    parser = argparse.ArgumentParser(description="The load report.")
    parser.add_argument("docs", type=Path, help="the folder for load.md and pictures/")
    parser.add_argument("--quick", action="store_true", help="small and short, to try it")
    parser.add_argument("--seconds", type=float, help="how long each part is measured")
    parser.add_argument("--from", dest="figures", type=Path, help="take the figures from this file")
    asked = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    kept = Path("build/load.json")
    if asked.figures:
        found = json.loads(asked.figures.read_text())
    else:
        connections, nodes = ([40, 200], [1, 2]) if asked.quick else ([200, 1000, 4000], [1, 2, 3])
        try:
            found = measured(connections, nodes, asked.seconds or (2.0 if asked.quick else 10.0))
        except Missing as problem:
            raise SystemExit(str(problem)) from None
        kept.parent.mkdir(exist_ok=True)
        _whole(kept, lambda file: file.write_text(json.dumps(found, indent=1) + "\n"))
    pictures(found, asked.docs / "pictures")
    _whole(asked.docs / "load.md", lambda file: file.write_text(page(found)))


def _whole(file: Path, write: Callable[[Path], object]) -> None:
    """Write a file whole or not at all."""
    fresh = file.with_name(f"{file.name}.part")
    write(fresh)
    fresh.replace(file)


if __name__ == "__main__":
    main()
