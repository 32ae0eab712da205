"""A server on SQLite whose disk is full: nothing that was told is lost, and all play on after."""

from __future__ import annotations

import asyncio
import resource
import sys
from pathlib import Path

import httpx
import pytest

from speto.server.serve import FILE
from speto.server.store.sqlite import SqliteStore
from tests.cluster.load import Load, load
from tests.cluster.nodes import Cluster
from tests.killing import Child, free_port, guests
from tests.witness import until

pytestmark = [pytest.mark.cluster, pytest.mark.once]

ROOM = 65_536
"""So many bytes the journal may still grow: less than the write-ahead log has."""


def limit(child: Child, size: int) -> None:
    """Let no file of a server grow beyond a size: to write there fails as on a full disk."""
    assert child.process
    resource.prlimit(child.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


async def fill(playing: Load) -> None:
    """Play until nothing more can be written; what is there can be read, and then there is room."""
    child = playing.cluster.nodes[0]
    limit(child, len(child.journal) + ROOM)
    seen = child.journal.count('"store"')
    await until(lambda: child.journal.count('"store"') >= seen + 10, playing.tasks)
    told = playing.book.told
    async with httpx.AsyncClient(base_url=child.web) as web:
        assert (await web.get("/healthz")).status_code == 200
    await asyncio.sleep(2)
    assert playing.book.told == told, "what is not durable was told"
    limit(child, resource.RLIM_INFINITY)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can limit a running process")
def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    """With no room for a row each ask waits for its answer; with room again all play on, whole."""

    async def run() -> None:
        held = await guests(tmp_path, 8)
        child = Child(free_port(), tmp_path)
        await child.start()
        try:
            site = Cluster((child,), None)
            async with load(site, held) as playing:
                await playing.all_play_on()
                for _ in range(3):
                    await fill(playing)
                    await playing.all_play_on()
                store = SqliteStore(tmp_path / FILE)
                try:
                    await playing.settle(store)
                finally:
                    await store.close()
                playing.report("3 times a full disk")
            await site.end()
        finally:
            await child.kill()
        assert site.troubles() == {"store"} and "Traceback" not in site.journals

    asyncio.run(run())
