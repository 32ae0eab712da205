"""Players for a table server under load: a socket of few instructions, and what a player answers.

What must stay true: a player does what a real one's program must do, hello to entropy, and knows
its own view alone; of a frame only what it needs for that is decoded.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from random import Random
from typing import Final, cast

from msgspec import Struct, json

TEXT: Final = 0x81
CLOSE: Final = 0x88
PING: Final = 0x89
PONG: Final = 0x8A
PRESENCE: Final = b'{"type":"presence"'


class Own(Struct):
    """The part of a view that only its seat is shown."""

    words: list[str]


class View(Struct):
    """A view; its public part is not looked at."""

    own: Own


class Now(Struct):
    """The stage of a table."""

    stage: str


class Fair(Struct):
    """The deal that is announced or runs."""

    deal: int


class Frame(Struct):
    """What a player needs of any message."""

    type: str
    id: str = ""
    code: str = ""
    table: str | None = None
    seq: int | None = None
    what: str = ""
    now: Now | None = None
    fair: Fair | None = None
    view: View | None = None


_DECODER: Final = json.Decoder(Frame)


class Line(asyncio.Protocol):
    """A WebSocket from its client's side; `hear` is told each text, `gone` its end."""

    def __init__(self, hear: Callable[[bytes], None], gone: Callable[[], None]) -> None:
        self._hear = hear
        self._gone = gone
        self._rest = b""
        self._open = False
        self.transport: asyncio.Transport | None = None
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the WebSocket."""
        # uvloop's has the methods and is none by its type
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(
            b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
            b"Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            b"Sec-WebSocket-Version: 13\r\n\r\n"
        )

    def connection_lost(self, problem: Exception | None) -> None:
        """Say that the socket is gone."""
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("the server did not open the socket"))
        self._gone()

    def data_received(self, data: bytes) -> None:
        """Take the frames out of what came."""
        data = self._rest + data if self._rest else data
        at = 0
        if not self._open:
            end = data.find(b"\r\n\r\n")
            if end < 0:
                self._rest = data
                return
            if not data.startswith(b"HTTP/1.1 101"):
                self.close()
                return
            self._open, at = True, end + 4
            self.opened.set_result(None)
        size = len(data)
        while size - at >= 2:
            length, body = data[at + 1], at + 2
            if length == 126:
                length, body = int.from_bytes(data[body : body + 2]), body + 2
            elif length == 127:
                length, body = int.from_bytes(data[body : body + 8]), body + 8
            if size < body + length:
                break
            kind = data[at]
            if kind == TEXT:
                self._hear(data[body : body + length])
            elif kind == PING:
                self.send(data[body : body + length], PONG)
            elif kind == CLOSE:
                self.close()
            at = body + length
        self._rest = data[at:]

    def send(self, text: bytes, kind: int = TEXT) -> None:
        """Send a text; masked with zeros, as there is nobody between to be misled by it."""
        size = len(text)
        head = bytes((kind, 0x80 | size)) if size < 126 else bytes((kind, 0xFE, *divmod(size, 256)))
        if self.transport and not self.transport.is_closing():
            self.transport.write(head + b"\0\0\0\0" + text)

    def close(self) -> None:
        """End it without ceremony."""
        if self.transport:
            self.transport.abort()


class Load:
    """What all players saw: `waits` are seconds from a move sent to its own `moved` frame."""

    def __init__(self, seed: int) -> None:
        self.counting = False
        self.waits: list[float] = []
        self.frames = 0
        self.bytes = 0
        self.refused: dict[str, int] = {}
        self.deals = 0
        self.lost = 0
        self.over = 0
        self.chance = Random(seed)
        self.move: Callable[[Player], None] = Player.move
        """What a player does in its turn: move at once, or wait to be told."""


class Player:
    """One person at one table; `move` is to be called when it is to act."""

    def __init__(self, load: Load, port: int, token: str) -> None:
        self.load = load
        self.port = port
        self.token = token
        self.table = ""
        self.words: list[str] = []
        self.seq = 0
        self.sent: float | None = None
        self.given = 0
        self.asked = 0
        self.line: Line | None = None
        self.leaving = False
        self.shown: asyncio.Future[None] | None = None
        self._answers: dict[str, asyncio.Future[Frame]] = {}

    async def come(self) -> None:
        """Open the socket and say who comes."""
        loop = asyncio.get_running_loop()
        self.leaving = False
        _, self.line = await loop.create_connection(
            lambda: Line(self.hear, self._gone), "127.0.0.1", self.port
        )
        await self.line.opened
        await self.ask("hello", f'"version":1,"token":"{self.token}"')

    async def open(self, game: str, rules: str, seats: int) -> str:
        """Open a table for persons alone, without a clock."""
        plans = ",".join(f'{{"kind":"{"open" if seat else "person"}"}}' for seat in range(seats))
        done = await self.ask(
            "open", f'"game":"{game}","rules":"{rules}","seats":[{plans}],"clock":"none"'
        )
        assert done.table
        return done.table

    async def join(self, table: str) -> None:
        """Sit down at a table."""
        await self.ask("join", f'"table":"{table}"')

    async def watch(self, table: str) -> None:
        """Be shown a table whole."""
        self.table = table
        self.shown = asyncio.get_running_loop().create_future()
        self.tell("watch", f'"table":"{table}"')
        await self.shown

    def leave(self) -> None:
        """Be gone, as if the network were."""
        self.leaving = True
        if self.line:
            self.line.close()

    def move(self) -> None:
        """Play some legal word."""
        words = self.words
        if not words:
            return
        word = words[int(self.load.chance.random() * len(words))]
        self.words = []
        self.sent = time.perf_counter()
        self.tell("do", f'"table":"{self.table}","seq":{self.seq},"words":["{word}"]')

    async def ask(self, kind: str, rest: str) -> Frame:
        """Send an ask and wait for its answer."""
        answer: asyncio.Future[Frame] = asyncio.get_running_loop().create_future()
        name = self.tell(kind, rest)
        self._answers[name] = answer
        found = await answer
        if found.type == "refused":
            raise ConnectionError(f"{kind} is refused: {found.code}")
        return found

    def tell(self, kind: str, rest: str) -> str:
        """Send an ask."""
        self.asked += 1
        name = f"n{self.asked}"
        if self.line:
            self.line.send(f'{{"type":"{kind}","id":"{name}",{rest}}}'.encode())
        return name

    def hear(self, text: bytes) -> None:
        """Do what a message calls for."""
        load = self.load
        load.frames += 1
        load.bytes += len(text)
        if text.startswith(PRESENCE):
            return
        frame = _DECODER.decode(text)
        if frame.type == "moved":
            self._moved(frame)
        elif frame.type in ("event", "table"):
            self._changed(frame)
        else:
            answer = self._answers.pop(frame.id, None)
            if answer and not answer.done():
                answer.set_result(frame)
            elif frame.type == "refused":
                load.refused[frame.code] = load.refused.get(frame.code, 0) + 1

    def _moved(self, frame: Frame) -> None:
        load = self.load
        if self.sent is not None:
            if load.counting:
                load.waits.append(time.perf_counter() - self.sent)
            self.sent = None
        self._see(frame)

    def _changed(self, frame: Frame) -> None:
        assert frame.now and frame.fair
        if self.shown and not self.shown.done() and frame.type == "table":
            self.shown.set_result(None)
        stage, deal = frame.now.stage, frame.fair.deal
        if stage == "entropy" and self.given < deal:
            self.given = deal
            entropy = f"{self.load.chance.getrandbits(128):032x}"
            self.tell("entropy", f'"table":"{self.table}","deal":{deal},"entropy":"{entropy}"')
        elif frame.what == "revealed":
            self.load.deals += 1
            if stage == "over":
                self.load.over += 1
            else:
                self.tell("ready", f'"table":"{self.table}"')
        self._see(frame)

    def _see(self, frame: Frame) -> None:
        self.seq = frame.seq or 0
        self.words = frame.view.own.words if frame.view else []
        if self.words:
            self.load.move(self)

    def _gone(self) -> None:
        if not self.leaving:
            self.load.lost += 1
        for answer in self._answers.values():
            if not answer.done():
                answer.set_exception(ConnectionError("the socket is gone"))
        self._answers.clear()
