"""A WebSocket once it is open: the protocol of `websockets` on the transport that uvicorn opened.

What must stay true: while one text is answered only what came with it and `AHEAD` more are read;
all that is sent in one turn of the loop is one write; what waits for a peer that does not read,
open or closed, has a limit; of a socket that is gone nothing is left to be looked for as a cycle,
since that is done seldom.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame, Opcode
from websockets.protocol import OPEN, SEND_EOF
from websockets.server import ServerProtocol

from speto.server.outbox import Outbox

AHEAD: Final = 32
"""So many texts may wait to be answered before no more is read."""
BEAT: Final = 20.0
"""Seconds between two pings; a socket from which nothing came in between is ended."""
CLOSING: Final = 10.0
"""Seconds in which the other side may end a closed socket itself."""
SLOW: Final = 4008


class Opened:
    """What is used of uvicorn past ASGI: the protocol whose method this `send` is.

    :raises TypeError: if uvicorn serves by another protocol, or has changed this one.
    """

    def __init__(self, send: Callable[..., Any]) -> None:
        by: Any = getattr(send, "__self__", None)
        if (
            not isinstance(by, WebSocketsSansIOProtocol)
            or not isinstance(getattr(by, "conn", None), ServerProtocol)
            or not hasattr(getattr(by, "transport", None), "set_protocol")
            or getattr(by, "close_sent", None) is not False
        ):
            raise TypeError("a socket needs ws='websockets-sansio' of a uvicorn that speto knows")
        by.close_sent = True  # so that uvicorn itself says nothing more, however it ends
        self.by: asyncio.Protocol = by
        self.transport = by.transport
        self.protocol = by.conn


class Line(asyncio.Protocol):
    """The socket that uvicorn has opened, from then on."""

    def __init__(self, opened: Opened, outbox: Outbox) -> None:
        self._by = opened.by
        self._transport = opened.transport
        self._protocol = opened.protocol
        self._outbox = outbox
        self._inbox: deque[bytes] = deque()
        self._parts = bytearray()
        self._closed = False
        self._quiet = False
        self._pinged = False
        self._reads = True
        self._flushes = False
        self._loop = asyncio.get_running_loop()
        self._more = asyncio.Event()
        self._gone = asyncio.Event()
        self._beat = self._loop.call_later(BEAT, self._ping)
        self._transport.set_protocol(self)
        outbox.open(self._tell, self._end)

    # What asyncio calls.

    def data_received(self, data: bytes) -> None:
        """Take the frames out of what came."""
        self._quiet = False
        self._protocol.receive_data(data)
        answers = False
        for frame in self._protocol.events_received():
            if not isinstance(frame, Frame):
                continue
            if frame.opcode in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
                self._take(frame)
            elif frame.opcode is Opcode.PING:
                # which the library has answered; who reads nothing is to ask for no more of it
                answers, self._pinged = True, self._outbox.held
        if answers or self._protocol.state is not OPEN:
            self._flush_soon()
            self._more.set()
        self._read_or_not()

    def pause_writing(self) -> None:
        """The network does not keep up."""
        self._outbox.hold()

    def resume_writing(self) -> None:
        """The network has caught up."""
        self._pinged = False
        self._outbox.go_on()
        self._read_or_not()

    def connection_lost(self, problem: Exception | None) -> None:
        """The socket is gone."""
        self._beat.cancel()
        self._protocol.receive_eof()
        # both hold what they are part of: what waits for more for ever, and why it ended early
        self._protocol.parser.close()
        self._protocol.parser_exc = None
        self._outbox.lose()
        self._more.set()
        self._gone.set()
        self._by.connection_lost(problem)

    # What the server calls.

    async def hear(self) -> bytes | None:
        """The next text, or none at the end."""
        while not self._inbox:
            if self._protocol.state is not OPEN:
                return None
            self._more.clear()
            await self._more.wait()
        text = self._inbox.popleft()
        if not self._inbox:
            self._read_or_not()
        return text

    def close(self, code: int = CloseCode.NORMAL_CLOSURE) -> None:
        """Say that this is the end, and hear nothing more."""
        if self._protocol.state is not OPEN:
            return
        self._protocol.send_close(code)
        self._flush_soon()
        self._closed = True
        self._inbox.clear()
        self._parts.clear()
        self._read_or_not()
        self._more.set()

    async def ended(self) -> None:
        """Wait for the other side to end it, and do it here if that takes too long."""
        try:
            async with asyncio.timeout(CLOSING):
                await self._gone.wait()
        except TimeoutError:
            self._transport.abort()

    # In.

    def _take(self, frame: Frame) -> None:
        if self._closed:
            return
        if frame.fin and not self._parts:
            text = bytes(frame.data)
        else:
            self._parts += frame.data
            if not frame.fin:
                return
            text = bytes(self._parts)
            self._parts.clear()
        self._inbox.append(text)
        self._more.set()

    def _read_or_not(self) -> None:
        reads = len(self._inbox) < AHEAD and not self._pinged
        if reads != self._reads and not self._transport.is_closing():
            self._reads = reads
            if reads:
                self._transport.resume_reading()
            else:
                self._transport.pause_reading()

    # Out.

    def _tell(self, text: bytes) -> None:
        if self._protocol.state is OPEN:
            self._protocol.send_text(text)
            self._flush_soon()

    def _flush_soon(self) -> None:
        """Send what waits at the end of this turn of the loop, all in one write."""
        if not self._flushes:
            self._flushes = True
            self._loop.call_soon(self._flush)

    def _flush(self) -> None:
        self._flushes = False
        waits = self._protocol.data_to_send()
        if waits and not self._transport.is_closing():
            self._transport.write(b"".join(waits))
            if waits[-1] == SEND_EOF:
                with suppress(OSError):  # the other side has gone meanwhile
                    self._transport.write_eof()

    def _ping(self) -> None:
        if self._quiet and not self._inbox:
            self.close(CloseCode.INTERNAL_ERROR)
        if self._protocol.state is OPEN:
            self._quiet = True
            self._protocol.send_ping(b"")
            self._flush_soon()
            self._beat = self._loop.call_later(BEAT, self._ping)

    def _end(self) -> None:
        self.close(SLOW if self._outbox.full else CloseCode.NORMAL_CLOSURE)
