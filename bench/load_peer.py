"""Moves per second of boardgame.io, driven as its own client drives it.

What must stay true: a closed loop, so that a player moves when the move before has reached it; only
this machine takes part; the server is ended, whatever happens.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import socket
import subprocess
import time
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

HERE = Path(__file__).parent / "server_peer"
NAME = "turns"
SEATS = 4


class Load:
    """What the connections have seen: `waits` are seconds from a move sent to its update."""

    def __init__(self) -> None:
        self.counting = False
        self.waits: list[float] = []


def _event(frame: str) -> list[Any]:
    """The event of a frame of socket.io, and its arguments; nothing if it is another frame."""
    head = f"42/{NAME},"
    found: list[Any] = json.loads(frame[len(head) :]) if frame.startswith(head) else []
    return found


async def play(url: str, match: str, seat: str, load: Load) -> None:
    """Sit at a match and move whenever it is this seat's turn."""
    async with connect(url, compression=None, max_size=None) as line:
        await line.recv()
        await line.send(f"40/{NAME},")
        await line.recv()
        await _emit(line, "sync", match, seat, None, SEATS)
        sent: float | None = None
        async for frame in line:
            if frame == "2":  # the server asks whether we are there
                await line.send("3")
                continue
            event = _event(str(frame))
            if not event or event[0] not in ("sync", "update"):
                continue
            state = event[2]["state"] if event[0] == "sync" else event[2]
            now = time.perf_counter()
            if sent is not None and event[0] == "update":
                if load.counting:
                    load.waits.append(now - sent)
                sent = None
            if state["ctx"]["currentPlayer"] == seat:
                sent = now
                payload = {"type": "put", "args": [state["_stateID"] % 9], "playerID": seat}
                action = {"type": "MAKE_MOVE", "payload": payload}
                await _emit(line, "update", action, state["_stateID"], match, seat)


async def _emit(line: ClientConnection, *event: object) -> None:
    await line.send(f"42/{NAME},{json.dumps(event)}")


def processor_seconds(pid: int) -> float:
    """What a process has used so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def measure(port: int, pid: int, connections: int, seconds: float) -> dict[str, object]:
    """Let all play, and count after a while of warming up."""
    load = Load()
    url = f"ws://127.0.0.1:{port}/socket.io/?EIO=4&transport=websocket"
    players = [
        asyncio.create_task(play(url, f"match{n // SEATS}", str(n % SEATS), load))
        for n in range(connections)
    ]
    await asyncio.sleep(seconds / 3)
    load.counting, used, began = True, processor_seconds(pid), time.perf_counter()
    own = time.process_time()
    await asyncio.sleep(seconds)
    load.counting = False
    took, used = time.perf_counter() - began, processor_seconds(pid) - used
    own = time.process_time() - own
    for player in players:
        player.cancel()
    ended = await asyncio.gather(*players, return_exceptions=True)
    moves, waits = len(load.waits), sorted(load.waits)
    return {
        "peer": "boardgame.io 0.50.2",
        "connections": connections,
        "failed": sum(not isinstance(one, asyncio.CancelledError) for one in ended),
        "seconds": round(took, 2),
        "moves": moves,
        "moves_per_second": round(moves / took, 1),
        "server_cpu_seconds": round(used, 2),
        "moves_per_server_cpu_second": round(moves / used, 1) if used else None,
        "load_cpu_seconds": round(own, 2),
        "ms_p50": round(1000 * waits[moves // 2], 2) if moves else None,
        "ms_p99": round(1000 * waits[moves * 99 // 100], 2) if moves else None,
    }


def main() -> None:
    """Start the server, load it, print the figures as JSON."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--connections", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=10)
    asked = parser.parse_args()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    server = subprocess.Popen(
        ["node", "server.js", str(port)],
        cwd=HERE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "NODE_ENV": "production"},
    )
    try:
        assert server.stdout
        while (said := server.stdout.readline()) and said.strip() != "ready":
            pass
        print(json.dumps(asyncio.run(measure(port, server.pid, asked.connections, asked.seconds))))
    finally:
        server.kill()
        server.wait()


if __name__ == "__main__":
    main()
