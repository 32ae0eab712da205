"""A socket at one node that reads nothing while people play at all nodes: it is cut, they go on."""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress
from itertools import count
from pathlib import Path

import httpx
import pytest
from msgspec import json
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from speto.client import Client
from speto.server import asks
from tests import serving
from tests.cluster.engines import Database, Redis
from tests.cluster.load import LONG, Load, load
from tests.cluster.nodes import cluster
from tests.cluster.stores import opened, tokens
from tests.killing import Child
from tests.witness import SETTLED, until

pytestmark = [pytest.mark.cluster, pytest.mark.once]

SLOW = 4008


async def narrow(node: Child) -> ClientConnection:
    """A socket at a node that takes little, and nothing but what is asked for."""
    small = socket.socket()
    small.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    small.setblocking(False)
    await asyncio.get_running_loop().sock_connect(small, ("127.0.0.1", node.port))
    return await connect(node.url, sock=small, compression=None, max_queue=1, ping_interval=None)


async def cut_as_slow(node: Child) -> int:
    """How many sockets a node has cut since they read too slowly."""
    async with httpx.AsyncClient(base_url=node.web) as web:
        told = (await web.get("/metrics")).text
    lines = (line for line in told.splitlines() if line.startswith("speto_sockets_cut_total"))
    return sum(int(float(line.split()[-1])) for line in lines if 'reason="slow"' in line)


async def look_on(playing: Load, token: str) -> None:
    """Watch all tables at one node without reading until cut; then come back elsewhere, whole."""
    here, there = playing.cluster.nodes[:2]
    tables = [each.table for each in playing.people[::2]]
    slow = await narrow(here)
    await slow.send(json.encode(asks.Hello(id="h", version=1, token=token)).decode())
    async with asyncio.timeout(SETTLED):
        for number in count():
            if await cut_as_slow(here):
                break
            with suppress(ConnectionClosed):
                for table in tables:
                    ask = asks.Watch(id=f"w{number}-{table}", table=table)
                    await slow.send(json.encode(ask).decode())
            await playing.all_play_on(1)  # they do not wait for it
    with suppress(ConnectionClosed):
        while True:
            await slow.recv()
    assert slow.close_code == SLOW
    async with Client(there.url, token=token) as back:
        for table in tables:
            await back.watch(table)
        before = dict(back.seen)
        await until(lambda: any(back.seen[each] > before[each] for each in tables), playing.tasks)


def test_a_slow_socket_holds_up_nobody(
    tmp_path: Path, pg: Database, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever does not read is closed as slow; all others play on; back at another node he sees."""
    monkeypatch.setattr(serving, "RULES", LONG)

    async def run() -> None:
        async with opened(pg.url) as store:
            held = await tokens(store, 13)
            async with cluster(tmp_path, database=pg.url, bus=redis.url) as site:
                async with load(site, held[:12]) as playing:
                    await playing.all_play_on()
                    await look_on(playing, held[12])
                    await playing.settle(store)
                    playing.report("a slow client")
                await site.end()
                assert not site.troubles()

    asyncio.run(run())
