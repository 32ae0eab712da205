"""The frames of a socket: whole, in pieces, wrong, and its end."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

import pytest
import uvicorn
from msgspec import json
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from speto.server import line
from speto.server.wire import FRAME
from tests.serving import PATIENCE, served

pytestmark = pytest.mark.once

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
HELLO = b'{"type":"hello","id":"h","version":1}'
ASK = (
    b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


def frame(kind: int, payload: bytes = b"", *, final: bool = True, first: int = 0) -> bytes:
    """A frame as a client sends it, masked; `first` are more bits of its first byte."""
    mask = b"\x11\xa2\x00\xff"
    size = len(payload)
    long = b"" if size < 126 else size.to_bytes(2 if size < 1 << 16 else 8)
    length = size if size < 126 else 126 if size < 1 << 16 else 127
    body = bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload))
    return bytes(((0x80 if final else 0) | first | kind, 0x80 | length)) + long + mask + body


class Wire:
    """A socket byte by byte."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    def send(self, data: bytes) -> None:
        """Send bytes as they are."""
        self.writer.write(data)

    async def next(self) -> tuple[int, bytes]:
        """The kind and the payload of the next frame of the server."""
        async with asyncio.timeout(PATIENCE):
            first, length = await self.reader.readexactly(2)
            if length == 126:
                length = int.from_bytes(await self.reader.readexactly(2))
            elif length == 127:
                length = int.from_bytes(await self.reader.readexactly(8))
            return first & 0x0F, await self.reader.readexactly(length)

    async def text(self) -> dict[str, object]:
        """The message of the next frame, which is a text."""
        kind, payload = await self.next()
        assert kind == TEXT
        found: dict[str, object] = json.decode(payload)
        return found

    async def end(self) -> int:
        """The code with which the server closes, after which it says nothing more."""
        kind, payload = await self.next()
        assert kind == CLOSE
        self.send(frame(CLOSE, payload))
        async with asyncio.timeout(PATIENCE):
            assert await self.reader.read() == b""
        return int.from_bytes(payload[:2])


def on_a_wire(folder: Path, talk: Callable[[Wire], Awaitable[None]]) -> None:
    """Have a talk over a socket that is open."""

    async def run() -> None:
        async with served(folder) as site:
            reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
            writer.write(ASK)
            head = await reader.readuntil(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 101")
            await talk(Wire(reader, writer))
            writer.close()
            async with asyncio.timeout(PATIENCE):
                while site.app.sessions:
                    await asyncio.sleep(0.01)

    asyncio.run(run())


def test_a_text_is_heard_in_whatever_pieces_it_comes(tmp_path: Path) -> None:
    """Bytes one at a time, frames in one piece, and a text in several frames are all heard."""

    async def talk(wire: Wire) -> None:
        for byte in frame(TEXT, HELLO):
            wire.send(bytes((byte,)))
            await asyncio.sleep(0)
        assert (await wire.text())["id"] == "h"
        pings = [json.encode({"type": "ping", "id": f"p{n}"}) for n in range(40)]
        wire.send(b"".join(frame(BINARY if n % 2 else TEXT, ping) for n, ping in enumerate(pings)))
        for n in range(40):
            assert (await wire.text())["id"] == f"p{n}"
        wire.send(frame(TEXT, pings[0][:9], final=False) + frame(PING, b"between"))
        wire.send(frame(0, b"", final=False) + frame(0, pings[0][9:]))
        assert await wire.next() == (PONG, b"between")
        assert (await wire.text())["id"] == "p0"
        wire.send(frame(TEXT, b" " * (FRAME + 1)))
        assert (await wire.text())["code"] == "long"
        wire.send(frame(CLOSE, (1001).to_bytes(2)))
        assert await wire.next() == (CLOSE, (1001).to_bytes(2))
        assert await wire.reader.read() == b""

    on_a_wire(tmp_path, talk)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (frame(TEXT, b"{}", first=0x40), 1002),
        (frame(3, b"{}"), 1002),
        (frame(11), 1002),
        (frame(0, b"{}"), 1002),
        (frame(TEXT, b"{", final=False) + frame(TEXT, b"}"), 1002),
        (frame(PING, final=False), 1002),
        (frame(PING, bytes(126)), 1002),
        (b"\x81\x02{}\0\0\0\0", 1002),
        (frame(CLOSE, (1005).to_bytes(2)), 1002),
        (b"\x81\xff" + (1 << 40).to_bytes(8) + bytes(4), 1009),
        (frame(TEXT, bytes(FRAME), final=False) + frame(0, bytes(FRAME + 1)), 1009),
    ],
)
def test_a_wrong_frame_ends_its_socket(data: bytes, code: int, tmp_path: Path) -> None:
    """What RFC 6455 forbids is answered with its code, and what comes behind it is not heard."""

    async def talk(wire: Wire) -> None:
        wire.send(frame(TEXT, HELLO))
        assert (await wire.text())["id"] == "h"
        wire.send(data + frame(TEXT, b'{"type":"ping","id":"p"}'))
        assert await wire.end() == code

    on_a_wire(tmp_path, talk)


def test_a_socket_that_does_not_read_is_cut(tmp_path: Path) -> None:
    """Who asks and asks and reads nothing is closed with 4008 once too much waits."""

    async def run() -> None:
        async with served(tmp_path) as site:
            reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
            writer.write(ASK)
            await reader.readuntil(b"\r\n\r\n")
            wire = Wire(reader, writer)
            wire.send(frame(TEXT, HELLO))
            assert (await wire.text())["id"] == "h"
            (session,) = site.app.sessions
            while not session.outbox.full:
                session.push(b"x" * 50_000)
                await asyncio.sleep(0)
            while (found := await wire.next())[0] == TEXT:
                assert found[1] == b"x" * 50_000
            assert found == (CLOSE, (4008).to_bytes(2))
            writer.close()

    asyncio.run(run())


def test_a_peer_that_answers_no_ping_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A socket is kept while anything comes from it, a pong too, and is ended when nothing does."""
    monkeypatch.setattr(line, "BEAT", 0.2)

    async def talk(wire: Wire) -> None:
        wire.send(frame(TEXT, HELLO))
        assert (await wire.text())["id"] == "h"
        for _ in range(4):
            assert await wire.next() == (PING, b"")
            wire.send(frame(PONG))
        assert await wire.next() == (PING, b"")
        assert await wire.end() == 1011

    on_a_wire(tmp_path, talk)


@pytest.mark.parametrize("closes", [False, True])
def test_who_pings_and_reads_nothing_is_not_read(tmp_path: Path, *, closes: bool) -> None:
    """What waits for a peer that sends pings and reads no pong is limited, closed or not."""
    ping = frame(PING, bytes(125)) * 1_000

    async def run() -> None:
        async with served(tmp_path) as site:
            reader, writer = await asyncio.open_connection("127.0.0.1", site.port, limit=1_024)
            writer.write(ASK)
            await reader.readuntil(b"\r\n\r\n")
            wire = Wire(reader, writer)
            wire.send(frame(TEXT, HELLO))
            assert (await wire.text())["id"] == "h"
            if closes:
                (session,) = site.app.sessions
                session.outbox.close()
            sent = 0
            with suppress(TimeoutError):
                while sent < 1 << 26:
                    writer.write(ping)
                    sent += len(ping)
                    async with asyncio.timeout(1):
                        await writer.drain()
            assert sent < 1 << 26
            writer.transport.abort()

    asyncio.run(run())


def test_the_uvicorn_that_is_installed_has_the_parts_that_are_used() -> None:
    """Its protocol is the one that is known, and what lacks a part of it is refused by name."""

    async def send(message: object) -> None:
        raise AssertionError(message)

    async def run() -> None:
        with pytest.raises(TypeError, match="uvicorn"):
            line.Opened(send)
        config = uvicorn.Config(send, ws="websockets-sansio")
        config.load()
        assert config.ws_protocol_class is WebSocketsSansIOProtocol
        made = WebSocketsSansIOProtocol(config, ServerState(), {})
        with pytest.raises(TypeError, match="uvicorn"):
            line.Opened(made.send)  # which has no transport yet
        made.connection_made(asyncio.Transport())
        opened = line.Opened(made.send)
        assert opened.protocol is made.conn and opened.transport is made.transport
        assert made.close_sent

    asyncio.run(run())
