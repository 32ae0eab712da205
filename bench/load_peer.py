"""Moves per second of boardgame.io and of Colyseus, driven as their own clients drive them.

What must stay true: a closed loop, so that a player moves when the move before has reached it; only
this machine takes part; the server is ended, whatever happens.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import socket
import subprocess
import time
import urllib.request
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from msgspec import msgpack
from websockets.asyncio.client import ClientConnection, connect

HERE: Final = Path(__file__).parent / "server_peer"
NAME: Final = "turns"
SEATS: Final = 4
JOINED: Final = 10
"""The first byte by which Colyseus says that a seat is taken, and its client that it knows."""
DATA: Final = 13
"""The first byte of a message of a Colyseus room."""


class Load:
    """What the connections have seen: `waits` are seconds from a move sent to its update."""

    def __init__(self) -> None:
        self.counting = False
        self.waits: list[float] = []

    def saw(self, sent: float) -> None:
        """A move that was sent then has come back."""
        if self.counting:
            self.waits.append(time.perf_counter() - sent)


Seat = Callable[[Load], Awaitable[None]]
"""Plays at one seat until it is cancelled."""


class Peer(NamedTuple):
    """A server: its version, its program, and the seats of so many matches."""

    version: str
    program: str
    seats: Callable[[int, int], Sequence[Seat]]


# boardgame.io: socket.io, the whole state with every move.


def boardgame_seats(port: int, matches: int) -> list[Seat]:
    """The seats of matches that the server makes when they are first asked for."""
    url = f"ws://127.0.0.1:{port}/socket.io/?EIO=4&transport=websocket"

    def seat(match: int, number: int) -> Seat:
        return lambda load: play_boardgame(url, f"match{match}", str(number), load)

    return [seat(match, number) for match in range(matches) for number in range(SEATS)]


def _event(frame: str) -> list[Any]:
    """The event of a frame of socket.io, and its arguments; nothing if it is another frame."""
    head = f"42/{NAME},"
    found: list[Any] = json.loads(frame[len(head) :]) if frame.startswith(head) else []
    return found


async def play_boardgame(url: str, match: str, seat: str, load: Load) -> None:
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
            if sent is not None and event[0] == "update":
                load.saw(sent)
                sent = None
            if state["ctx"]["currentPlayer"] == seat:
                sent = time.perf_counter()
                payload = {"type": "put", "args": [state["_stateID"] % 9], "playerID": seat}
                action = {"type": "MAKE_MOVE", "payload": payload}
                await _emit(line, "update", action, state["_stateID"], match, seat)


async def _emit(line: ClientConnection, *event: object) -> None:
    await line.send(f"42/{NAME},{json.dumps(event)}")


# Colyseus: a seat is reserved over HTTP, then MessagePack behind a byte that says what it is.


def colyseus_seats(port: int, matches: int) -> list[Seat]:
    """The seats of rooms that are made, and reserved, here."""

    def reserve(what: str) -> dict[str, str]:
        asked = urllib.request.Request(
            f"http://127.0.0.1:{port}/matchmake/{what}",
            data=b"{}",
            headers={"content-type": "application/json"},
        )
        with urllib.request.urlopen(asked, timeout=10) as answer:
            found: dict[str, str] = json.load(answer)
        return found

    def seat(held: dict[str, str]) -> Seat:
        place = f"{held['processId']}/{held['roomId']}?sessionId={held['sessionId']}"
        return lambda load: play_colyseus(f"ws://127.0.0.1:{port}/{place}", load)

    seats = []
    for _ in range(matches):
        first = reserve(f"create/{NAME}")
        others = [reserve(f"joinById/{first['roomId']}") for _ in range(SEATS - 1)]
        seats += [seat(held) for held in (first, *others)]
    return seats


async def play_colyseus(url: str, load: Load) -> None:
    """Sit in a room and move whenever it is this seat's turn."""
    sent: float | None = None
    async with connect(url, compression=None, max_size=None) as line:
        async for frame in line:
            assert isinstance(frame, bytes)
            if frame[0] == JOINED:
                await line.send(bytes([JOINED]))
            elif frame[0] == DATA:
                if sent is not None:
                    load.saw(sent)
                    sent = None
                told = msgpack.decode(frame[2 + (frame[1] & 31) :])  # behind the message's name
                if told["mine"]:
                    sent = time.perf_counter()
                    cell = msgpack.encode(told["count"] % 9)
                    await line.send(bytes([DATA]) + msgpack.encode("put") + cell)


PEERS: Final[Mapping[str, Peer]] = {
    "boardgame.io": Peer("0.50.2", "boardgame.js", boardgame_seats),
    "colyseus": Peer("0.18.17", "colyseus.js", colyseus_seats),
}


def installed() -> bool:
    """Whether the peers can be run: Node is there, and what they are made of."""
    return bool(shutil.which("node")) and (HERE / "node_modules").is_dir()


def processor_seconds(pid: int) -> float:
    """What a process has used so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_of(pid: int) -> float:
    """Resident megabytes of a process alone."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


async def measure(
    peer: Peer, port: int, pid: int, connections: int, seconds: float
) -> dict[str, object]:
    """Let all play, and count after a while of warming up."""
    load = Load()
    seats = await asyncio.to_thread(peer.seats, port, connections // SEATS)
    players = [asyncio.ensure_future(seat(load)) for seat in seats]
    await asyncio.sleep(seconds / 3)
    load.counting, used, began = True, processor_seconds(pid), time.perf_counter()
    own = time.process_time()
    await asyncio.sleep(seconds)
    load.counting = False
    took, used = time.perf_counter() - began, processor_seconds(pid) - used
    own = time.process_time() - own
    memory = memory_of(pid)
    for player in players:
        player.cancel()
    ended = await asyncio.gather(*players, return_exceptions=True)
    moves, waits = len(load.waits), sorted(load.waits)
    return {
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
        "server_rss_mb": round(memory, 1),
    }


def main() -> None:
    """Start the server, load it, print the figures as JSON."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--peer", choices=tuple(PEERS), default="boardgame.io")
    parser.add_argument("--connections", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=10)
    asked = parser.parse_args()
    peer = PEERS[asked.peer]
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    server = subprocess.Popen(
        ["node", peer.program, str(port)],
        cwd=HERE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "NODE_ENV": "production"},
    )
    try:
        assert server.stdout
        while (said := server.stdout.readline()) and said.strip() != "ready":
            pass
        found = asyncio.run(measure(peer, port, server.pid, asked.connections, asked.seconds))
        print(json.dumps({"peer": f"{asked.peer} {peer.version}", **found}))
    finally:
        server.kill()
        server.wait()


if __name__ == "__main__":
    main()
