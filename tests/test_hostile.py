"""Malformed and hostile frames and requests: all are answered, and hurt nobody."""

from __future__ import annotations

import asyncio
import re
import signal
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from functools import partial
from importlib.resources import files
from pathlib import Path
from random import Random
from time import monotonic

import httpx
import pytest

from speto.client import Client
from speto.server import asks, messages, service, sessions
from speto.server.limits import Rate
from speto.server.serve import FILE
from speto.server.store.sqlite import SqliteStore
from tests import serving
from tests.hostile import HEADERS, PATHS, Attack, asked, attack, many, request
from tests.killing import SERVE, Child, free_port, guests

pytestmark = pytest.mark.once

BUILT = (files("speto") / "static" / "index.html").is_file()
"""Without a built client its page is answered by 503, and what to do about it."""
UNLIMITED = """
from speto.server import limits, service, sessions
sessions.SOCKET = service.SOCKET = service.WATCHES = limits.Rate(10**9, 1)
sessions.FAULTS = 200

import ctypes, gc, os, signal, sys
from pathlib import Path

def tidy(*_):
    gc.collect()
    getattr(ctypes.CDLL(None), "malloc_trim", abs)(0)
    done = Path(sys.argv[2], "tidied")
    done.with_suffix(".new").write_text(str(sys.getallocatedblocks()))
    os.replace(done.with_suffix(".new"), done)

signal.signal(signal.SIGUSR1, tidy)
"""
"""A server that hears a socket as fast and as long as it speaks; all other limits stand.

Asked by a signal it gives back what it does not use: garbage that waits for the rare look at all,
and free memory that the allocator keeps.
"""
ATTACKERS = 6
OPENED = 10 * ATTACKERS
"""Tables that so many accounts may open at once."""
GROWN = 24 << 20
"""Bytes that a server may grow by after it has warmed up."""


class Seated(Client):
    """A client that hands on what is told of one table at a time."""

    table = ""

    async def messages(self) -> AsyncIterator[messages.Message]:
        """What is told of the table that is played at."""
        async for told in super().messages():
            if getattr(told, "table", None) == self.table:
                yield told


@dataclass
class Bystanders:
    """Two people who play on while others attack; `rows` were told to the first."""

    one: Seated
    two: Seated
    table: str
    rows: int = 0

    def note(self, told: messages.Message) -> None:
        """Count a row."""
        self.rows += isinstance(told, messages.Moved | messages.Event)

    async def play(self) -> None:
        """Play one match after the other at tables of their own."""
        dice = Random(5)
        table = self.table
        while True:
            await asyncio.gather(
                serving.play_on(self.one, table, dice, note=self.note),
                serving.play_on(self.two, table, dice),
            )
            done = await self.one.ask(partial(_rematch, table))
            assert isinstance(done, messages.Done) and done.table
            for each in (self.one, self.two):
                await each.ask(partial(_unwatch, table))
                del each.seen[table]
            table = done.table
            await self.two.ask(partial(_join, table))
            await watch(self.one, self.two, table)


async def watch(one: Seated, two: Seated, table: str) -> None:
    """Have two people look at the table that they sit at."""
    for each in (one, two):
        each.table = table
        await each.watch(table)


def _join(table: str, name: str) -> asks.Join:
    return asks.Join(id=name, table=table)


def _unwatch(table: str, name: str) -> asks.Unwatch:
    return asks.Unwatch(id=name, table=table)


def _rematch(table: str, name: str) -> asks.Rematch:
    return asks.Rematch(id=name, table=table)


async def sit_down(stack: AsyncExitStack, url: str, held: list[str]) -> Bystanders:
    """Two people at a table, whom the attackers know of."""
    one, two = [
        await stack.enter_async_context(Seated(url, token=token, tries=3)) for token in held
    ]
    table = await serving.open_with(one, "dummy", ("person", "open"))
    await two.ask(partial(_join, table))
    await watch(one, two, table)
    return Bystanders(one, two, table)


async def attack_with(known: Attack, held: list[str], frames: int) -> None:
    """All attackers at once, sending so many frames in all."""
    each = frames // len(held)
    await many([partial(attack, known, token, each, n) for n, token in enumerate(held)])


async def check_seeds(folder: Path, known: Attack) -> None:
    """See that no seed was told before its reveal."""
    store = SqliteStore(folder / FILE)
    try:
        seeds = await store.seeds(known.table)
        rows = await store.rows(known.table)
    finally:
        await store.close()
    assert known.seeds, "the attackers were shown the table"
    told = b"".join(row.body for row in rows)
    secret = {seed.hex().encode() for seed in seeds.values() if seed.hex().encode() not in told}
    assert secret and not secret & known.seeds


async def few_frames(folder: Path) -> None:
    """Some thousand frames at a server in this process."""
    held = await guests(folder, ATTACKERS + 2)
    async with serving.served(folder) as server, AsyncExitStack() as stack:
        seated = await sit_down(stack, server.url, held[:2])
        playing = asyncio.create_task(seated.play())
        accounts = seated.one.account, seated.two.account
        await attack_with(Attack(server.url, seated.table, accounts, 0), held[2:], 600)
        tasks, rows = len(asyncio.all_tasks()), seated.rows
        known = Attack(server.url, seated.table, accounts, 1)
        await attack_with(known, held[2:], 5_000)
        assert known.sent >= 4_900 and known.answered >= known.sent - 16 * known.sockets
        assert not playing.done() and seated.rows > rows
        async with asyncio.timeout(serving.PATIENCE):
            while len(server.app.sessions) != 2:
                await asyncio.sleep(0.05)
        assert len(asyncio.all_tasks()) < tasks + 12
        assert len(server.app.service.hosting.tables) <= OPENED + 2 * ATTACKERS
        playing.cancel()
        with suppress(asyncio.CancelledError):
            await playing
        journal = server.journal.getvalue()
    assert '"error"' not in journal, journal
    await check_seeds(folder, known)


def test_hostile_frames_are_answered_and_hurt_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each frame is answered or ends its socket; others play on, and nothing is left behind."""
    for each in (sessions, service):
        monkeypatch.setattr(each, "SOCKET", Rate(1_000_000, 1))
    monkeypatch.setattr(service, "WATCHES", Rate(1_000_000, 1))
    asyncio.run(few_frames(tmp_path))


async def held_by(child: Child) -> tuple[int, int]:
    """The bytes of memory that a server needs, and the objects in it."""
    done = child.folder / "tidied"
    done.unlink(missing_ok=True)
    assert child.process
    child.process.send_signal(signal.SIGUSR1)
    async with asyncio.timeout(serving.PATIENCE):
        while not done.exists():
            await asyncio.sleep(0.05)
    return memory(child.process.pid), int(done.read_text())


def memory(pid: int) -> int:
    """The bytes of memory that a process holds."""
    status = Path(f"/proc/{pid}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    assert found
    return int(found[1]) << 10


async def many_frames(folder: Path, frames: int) -> None:
    """A million frames at a server that is a process of its own."""
    held = await guests(folder, ATTACKERS + 2)
    child = Child(free_port(), folder, UNLIMITED + SERVE)
    await child.start()
    try:
        async with AsyncExitStack() as stack:
            seated = await sit_down(stack, child.url, held[:2])
            playing = asyncio.create_task(seated.play())
            accounts = seated.one.account, seated.two.account
            sizes: list[int] = []
            known = Attack(child.url, seated.table, accounts, 7)
            began = monotonic()
            for part in range(10):
                rows = seated.rows
                known.seed += 1
                await attack_with(known, held[2:], frames // 10)
                size, objects = await held_by(child)
                sizes.append(size)
                print(
                    f"{known.sent} frames on {known.sockets} sockets, {monotonic() - began:.0f} s;"
                    f" {size >> 20} MiB, {objects} objects; {seated.rows} rows of the bystanders"
                )
                assert not playing.done() and seated.rows > rows, part
            playing.cancel()
            with suppress(asyncio.CancelledError):
                await playing
            async with httpx.AsyncClient(base_url=child.web) as web:
                figures = (await web.get("/metrics")).text
            opened = OPENED + ATTACKERS * (monotonic() - began) / 30
            assert value(figures, "speto_tables_loaded") < opened + 20
            assert value(figures, "speto_tables_broken_total") == 0
            assert 'outcome="failed"' not in figures and 'outcome="store"' not in figures
            assert max(sizes) < sizes[1] + GROWN, sizes
        assert await child.end() == 0
    finally:
        await child.kill()
    assert "Traceback" not in child.journal and '"error"' not in child.journal
    await check_seeds(folder, known)


def value(figures: str, name: str) -> float:
    """A figure of /metrics."""
    found = re.search(rf"^{name} (\S+)$", figures, re.M)
    assert found, name
    return float(found[1])


@pytest.mark.long
def test_a_million_hostile_frames(tmp_path: Path) -> None:
    """A million frames leave the server as it was: no failure, no growth, the bystanders play."""
    asyncio.run(many_frames(tmp_path, 1_000_000))


async def odd_requests(folder: Path, count: int) -> None:
    """Requests over HTTP, each header and path alone and then at random."""
    held = await guests(folder, 3)
    child = Child(free_port(), folder)
    await child.start()
    try:
        async with AsyncExitStack() as stack:
            seated = await sit_down(stack, child.url, held[:2])
            playing = asyncio.create_task(seated.play())
            dice = Random(3)
            plain = [
                f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode()
                for path in PATHS
            ] + [
                f"GET {path} HTTP/1.1\r\n{header}\r\nConnection: close\r\n\r\n".encode("latin-1")
                for header in HEADERS
                for path in ("/invitations/ACD34F.svg", "/ws", "/account")
            ]
            random = [request(dice, seated.table, held[2]) for _ in range(count)]
            for raw in plain + random:
                answer = await asked(child.port, raw, 0.5)
                status = answer[9:12]
                assert not status.startswith(b"5") or (status == b"503" and not BUILT), (
                    raw,
                    answer,
                )
                assert b"Traceback" not in answer
                assert status != b"200" or b"/etc/" not in raw, raw
            assert not playing.done() and seated.rows
            playing.cancel()
            with suppress(asyncio.CancelledError):
                await playing
        assert await child.end() == 0
    finally:
        await child.kill()
    assert "Traceback" not in child.journal, child.journal
    assert '"error"' not in child.journal


def test_odd_requests_are_answered(tmp_path: Path) -> None:
    """No path, header, cookie or body makes the server fail, or tell of a deal that runs."""
    asyncio.run(odd_requests(tmp_path, 300))
