"""What waits to be sent to one socket.

What must stay true: nobody who speaks to a socket ever waits for it; a socket that does not keep up
is cut, and resumes from the log.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final

FRAMES: Final = 256
BYTES: Final = 1 << 20
"""So much may wait for a socket; a whole table is some 10 kB."""


class Outbox:
    """Frames on their way to one socket; `full` once it was cut for being slow."""

    def __init__(self, *, frames: int = FRAMES, size: int = BYTES) -> None:
        self.frames = frames
        self.size = size
        self.full = False
        self.closed = False
        self._waiting: deque[bytes] = deque()
        self._bytes = 0
        self._more = asyncio.Event()

    def push(self, frame: bytes) -> None:
        """Let a frame be sent; what comes after the end or over the limit is dropped."""
        if self.closed:
            return
        if len(self._waiting) >= self.frames or self._bytes + len(frame) > self.size:
            self.full = True
            self.close()
            return
        self._waiting.append(frame)
        self._bytes += len(frame)
        self._more.set()

    def close(self) -> None:
        """Take nothing more; what waits is still sent, unless the socket was too slow."""
        self.closed = True
        if self.full:
            self._waiting.clear()
        self._more.set()

    async def run(self, send: Callable[[str], Awaitable[None]]) -> None:
        """Send all that comes until the end."""
        while True:
            while self._waiting:
                frame = self._waiting.popleft()
                self._bytes -= len(frame)
                await send(frame.decode())
            if self.closed:
                return
            self._more.clear()
            await self._more.wait()
