"""The table server under load, beside boardgame.io: `python -m bench.serving [--quick]`.

What must stay true: server and load are two processes of one machine and talk over loopback; a move
counts when its player was shown it, so when it is durable; every process started here is ended.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import resource
import socket
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

import uvloop

from bench.load_peer import installed, memory_of, processor_seconds
from bench.serving_client import Load, Player
from speto.server.accounts import Accounts
from speto.server.now import now_ms
from speto.server.serve import FILE
from speto.server.store.opening import open_store

SEATS: Final = 4
GAME: Final = "dummy"
RULES: Final = "default,match_target=100000"
AT_ONCE: Final = 64
"""So many sockets are opened at a time, but in a reconnect."""
TICK: Final = 0.002
PATIENCE: Final = 60.0


class Server(NamedTuple):
    """A server that runs, on one node or more, and the tokens of accounts that it knows.

    `engines` are the processes of what the nodes share: a database, a bus. The players of a table
    sit at different nodes, unless all are kept `together`.
    """

    ports: tuple[int, ...]
    pids: tuple[int, ...]
    tokens: list[str]
    engines: tuple[int, ...] = ()
    together: bool = False


def family(pid: int) -> list[int]:
    """A process and all that it has started."""
    found = [pid]
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in task.read_text().split():
            found += family(int(child))
    return found


def used_by(pids: Sequence[int]) -> float:
    """Seconds of processor time that processes and all that they started have used so far."""
    return sum(processor_seconds(one) for pid in pids for one in family(pid))


async def accounts(database: str | None, folder: Path, count: int) -> list[str]:
    """Make guests in a store that nobody serves yet, past the limit of guests a minute."""
    store = await open_store(database, folder / FILE)
    try:
        site = Accounts(store, now_ms)
        return [token for _, token in await asyncio.gather(*(site.guest() for _ in range(count)))]
    finally:
        await store.close()


@contextmanager
def serving(count: int) -> Iterator[Server]:
    """A server in a folder of its own, with accounts; ended in any case."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tokens = asyncio.run(accounts(None, folder, count))
        with node(folder) as (port, pid):
            yield Server((port,), (pid,), tokens)


@contextmanager
def node(folder: Path, *words: str) -> Iterator[tuple[int, int]]:
    """A process that serves with these words: its port, its number; ended in any case."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    serve = [sys.executable, "-m", "speto", "serve", "--port", str(port)]
    with (folder / "said").open("w") as said:
        process = subprocess.Popen([*serve, "--data", folder, *words], stdout=said, stderr=said)
        try:
            _await(port, process)
            yield port, process.pid
        finally:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
    problems = [line for line in (folder / "said").read_text().splitlines() if "error" in line]
    if problems:
        print(f"the server said {len(problems)} errors: {problems[0]}", file=sys.stderr)


def _await(port: int, process: subprocess.Popen[bytes]) -> None:
    for _ in range(300):
        if process.poll() is not None:
            raise SystemExit(f"the server ended with status {process.returncode}")
        with socket.socket() as line:
            if line.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise SystemExit("the server does not listen")


async def seat(server: Server, load: Load, tables: int) -> list[Player]:
    """Fill that many tables with players."""
    each = SEATS if server.together else 1
    players = [
        Player(load, server.ports[n // each % len(server.ports)], token)
        for n, token in enumerate(server.tokens[: tables * SEATS])
    ]
    gate = asyncio.Semaphore(AT_ONCE)

    async def fill(four: Sequence[Player]) -> None:
        async with gate:
            for player in four:
                await player.come()
            table = await four[0].open(GAME, RULES, SEATS)
            await four[0].watch(table)
            for player in four[1:]:
                # shown first, so that no announcement is missed
                await player.watch(table)
            for player in four[1:]:
                await player.join(table)

    fours = [players[at : at + SEATS] for at in range(0, len(players), SEATS)]
    await asyncio.wait_for(asyncio.gather(*map(fill, fours)), PATIENCE)
    return players


@asynccontextmanager
async def seated(server: Server, load: Load, tables: int) -> AsyncIterator[list[Player]]:
    """Players at their tables as long as the context lasts."""
    players = await seat(server, load, tables)
    try:
        yield players
    finally:
        load.counting = False
        for player in players:
            player.leave()


async def counted(server: Server, load: Load, seconds: float, warm: float) -> dict[str, Any]:
    """Count what happens in so many seconds, after a while of warming up."""
    await asyncio.sleep(warm)
    load.waits, load.frames, load.bytes, deals = [], 0, 0, load.deals
    load.counting, used, began = True, used_by(server.pids), time.perf_counter()
    own, engines = time.process_time(), used_by(server.engines)
    await asyncio.sleep(seconds)
    load.counting = False
    took, used = time.perf_counter() - began, used_by(server.pids) - used
    own, engines = time.process_time() - own, used_by(server.engines) - engines
    moves, waits = len(load.waits), sorted(load.waits)
    return {
        "seconds": round(took, 2),
        "moves": moves,
        "moves_per_second": round(moves / took, 1),
        "server_cpu_seconds": round(used, 2),
        "moves_per_server_cpu_second": round(moves / used, 1) if used else None,
        "engine_cpu_seconds": round(engines, 2),
        "load_cpu_seconds": round(own, 2),
        "ms_p50": round(1000 * waits[moves // 2], 2) if moves else None,
        "ms_p99": round(1000 * waits[moves * 99 // 100], 2) if moves else None,
        "ms_most": round(1000 * waits[-1], 2) if moves else None,
        "frames_per_second": round(load.frames / took, 1),
        "megabytes_per_second": round(load.bytes / took / 1e6, 2),
        "deals_ended": (load.deals - deals) // SEATS,
        "matches_over": load.over // SEATS,
        "lost_sockets": load.lost,
        "refused": load.refused,
        "server_rss_mb": round(max(map(memory_of, server.pids)), 1),
    }


async def closed_loop(server: Server, tables: int, seconds: float) -> dict[str, Any]:
    """Every player moves as soon as it may."""
    load = Load(1)
    async with seated(server, load, tables):
        found = await counted(server, load, seconds, seconds / 3)
    connections = tables * SEATS
    busy = found["moves_per_second"] / connections
    return {
        "tables": tables,
        "connections": connections,
        "frames_in_per_connection": round(busy, 2),
        "limit_binds": busy > 19,  # of the 20 frames a second that a socket may send
        **found,
    }


async def _pace(waiting: deque[Player], rate: float) -> None:
    """Let players that are to act move, so many a second in all, first come first."""
    began, moved = time.perf_counter(), 0
    while True:
        await asyncio.sleep(TICK)
        owed = int((time.perf_counter() - began) * rate) - moved
        moved += owed  # what nobody was there to play is not caught up with
        for _ in range(min(owed, len(waiting))):
            waiting.popleft().move()


async def paced(
    server: Server, tables: int, rate: float, seconds: float, back: int
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Players that move so often in all; then many come back at once, while nobody moves."""
    load, waiting = Load(2), deque[Player]()
    load.move = waiting.append
    began = time.perf_counter()
    async with seated(server, load, tables) as players:
        filled = time.perf_counter() - began
        pacing = asyncio.create_task(_pace(waiting, rate))
        found = await counted(server, load, seconds, seconds / 3)
        pacing.cancel()
        await asyncio.gather(pacing, return_exceptions=True)
        again = await come_back(server, load, players[:back])
    shape = {"tables": tables, "connections": tables * SEATS, "asked_per_second": rate}
    return {**shape, "seconds_to_fill": round(filled, 2), **found}, again


async def come_back(server: Server, load: Load, players: Sequence[Player]) -> dict[str, Any]:
    """Players whose sockets all broke, until each has its table again."""
    for player in players:
        player.leave()
    await asyncio.sleep(2)
    waits: list[float] = []
    began, used = time.perf_counter(), used_by(server.pids)

    async def again(player: Player) -> None:
        await player.come()
        await player.watch(player.table)
        waits.append(time.perf_counter() - began)

    results = await asyncio.gather(*map(again, players), return_exceptions=True)
    return {
        "connections": len(players),
        "seconds": round(time.perf_counter() - began, 2),
        "seconds_p50": round(sorted(waits)[len(waits) // 2], 2) if waits else None,
        "server_cpu_seconds": round(used_by(server.pids) - used, 2),
        "failed": sum(isinstance(result, BaseException) for result in results),
        "server_rss_mb": round(max(map(memory_of, server.pids)), 1),
    }


def peer(name: str, connections: int, seconds: float) -> dict[str, Any] | None:
    """The figures of another server, where it is installed."""
    if not installed():
        return None
    asked = ["--peer", name, "--connections", str(connections), "--seconds", str(seconds)]
    command = [sys.executable, "-m", "bench.load_peer", *asked]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    found: dict[str, Any] | None = json.loads(done.stdout) if done.returncode == 0 else None
    return found


def shown(figures: dict[str, Any]) -> str:
    """The figures as a small table."""
    columns = ("moves_per_second", "moves_per_server_cpu_second", "ms_p50", "ms_p99")
    lines = [
        f"{'':12}{'connections':>12}{'moves/s':>10}{'per CPU s':>10}{'p50 ms':>9}{'p99 ms':>9}"
    ]
    for name in ("closed_loop", "paced", "peer"):
        row = figures.get(name)
        if row:
            cells = [f"{row[column]!s:>{10 if n < 2 else 9}}" for n, column in enumerate(columns)]
            lines.append(f"{name:12}{row['connections']:>12}{''.join(cells)}")
    back = figures.get("come_back")
    if back:
        lines.append(f"{back['connections']} sockets back at once: {back['seconds']} s")
    if figures.get("ratio"):
        lines.append(f"moves per CPU second, as a multiple of the peer's: {figures['ratio']}")
    return "\n".join(lines)


def main() -> None:
    """Measure, print JSON and a table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true", help="a fifth of the size")
    parser.add_argument("--only", choices=("closed", "paced", "peer"))
    parser.add_argument("--seconds", type=float)
    asked = parser.parse_args()
    seconds = asked.seconds or (3.0 if asked.quick else 12.0)
    tables, rate, back = (100, 200.0, 300) if asked.quick else (1000, 1000.0, 2000)
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    figures: dict[str, Any] = {}
    if asked.only in (None, "closed"):
        with serving(50 * SEATS) as server:
            print(f"server {server.pids[0]} is under load", file=sys.stderr, flush=True)
            figures["closed_loop"] = uvloop.run(closed_loop(server, 50, seconds))
    if asked.only in (None, "peer"):
        figures["peer"] = peer("boardgame.io", 50 * SEATS, seconds)
    if asked.only in (None, "paced"):
        with serving(tables * SEATS) as server:
            found, again = uvloop.run(paced(server, tables, rate, seconds, back))
            figures["paced"], figures["come_back"] = found, again
    ours, theirs = figures.get("closed_loop"), figures.get("peer")
    if ours and theirs:
        mine, other = (one["moves_per_server_cpu_second"] for one in (ours, theirs))
        figures["ratio"] = round(mine / other, 2)
    print(json.dumps(figures, indent=2))
    print(shown(figures))


if __name__ == "__main__":
    main()
