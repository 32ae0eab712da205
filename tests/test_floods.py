"""Sockets whose frames are none, and floods by those who read nothing."""

from __future__ import annotations

import asyncio
from base64 import b64encode
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from speto.server import asks, messages
from tests import serving
from tests.serving import Served, Tap, served

pytestmark = pytest.mark.once


def framed(dice: Random) -> bytes:
    """Some bytes that look like a frame of RFC 6455, or do not."""
    kind, length = dice.randrange(16), dice.choice([0, 1, 5, 125, 126, 127])
    head = bytes([dice.choice([0x80, 0, 0xC0, 0x10]) | kind, dice.choice([0x80, 0]) | length])
    if length == 126:
        head += dice.choice([0, 10, 40_000, 65_535]).to_bytes(2)
    elif length == 127:
        head += dice.choice([0, 10, 1 << 20, 1 << 40, (1 << 64) - 1]).to_bytes(8)
    return head + dice.randbytes(dice.choice([0, 3, 4, length + 4, 300]))


async def hand_shaken(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A socket that has been opened by hand."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    key = b64encode(b"0123456789abcdef").decode()
    writer.write(
        f"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101")
    return reader, writer


async def flood(port: int, first: bytes, again: bytes, size: int) -> None:
    """Send the same again and again without reading, up to so many bytes."""
    _, writer = await hand_shaken(port)
    with suppress(ConnectionError, TimeoutError):
        writer.write(first)
        block = again * (65_536 // len(again))
        for _ in range(size // len(block)):
            writer.write(block)
            await asyncio.wait_for(writer.drain(), 0.5)
    writer.transport.abort()


def frame(kind: int, payload: bytes, *, final: bool = True) -> bytes:
    """A masked frame, its mask zero."""
    size = len(payload)
    length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2)
    return bytes([(0x80 if final else 0) | kind]) + length + b"\0\0\0\0" + payload


def unread(server: Served) -> int:
    """The bytes that the server keeps for its sockets."""
    return sum(
        sum(len(text) for text in vars(session.outbox)["_waiting"])
        for session in server.app.sessions
    )


def test_frames_that_are_none_end_their_socket_alone(tmp_path: Path) -> None:
    """Whatever bytes come the server goes on, closes that socket and keeps nothing of it."""

    async def run() -> None:
        dice = Random(11)
        async with served(tmp_path) as server, Tap(server.url) as one:
            for _ in range(300):
                _, writer = await hand_shaken(server.port)
                with suppress(ConnectionError):
                    for _ in range(dice.randint(1, 6)):
                        writer.write(framed(dice))
                    await writer.drain()
                writer.transport.abort()
            assert isinstance(await one.ask(asks.Ping), messages.Pong)
            async with asyncio.timeout(serving.PATIENCE):
                while len(server.app.sessions) > 1:
                    await asyncio.sleep(0.02)
            assert '"error"' not in server.journal.getvalue()

    asyncio.run(run())


@pytest.mark.parametrize(
    ("first", "again"),
    [
        (b"", frame(9, b"p" * 125)),
        (frame(1, b"x", final=False), frame(0, b"y" * 60_000, final=False)),
        (frame(1, b"x", final=False), frame(0, b"", final=False)),
        (frame(3, b""), frame(0, b"z" * 60_000, final=False)),
        (b"", frame(1, b'{"type":"ping","id":"p"}')),
    ],
    ids=["pings", "parts", "empty parts", "parts after the end", "asks"],
)
def test_a_flood_is_not_kept(first: bytes, again: bytes, tmp_path: Path) -> None:
    """Of 20 MB that are sent at once by one who reads nothing little stays in memory."""

    async def run() -> None:
        async with served(tmp_path) as server, Tap(server.url) as one:
            before = memory()
            await flood(server.port, first, again, 20 << 20)
            assert memory() < before + (12 << 20) and unread(server) < 4 << 20
            assert isinstance(await one.ask(asks.Ping), messages.Pong)

    asyncio.run(run())


def memory() -> int:
    """The bytes of memory that this process holds."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096
