"""What waits to be sent to one socket.

What must stay true: nobody who speaks to a socket ever waits for it; a socket that does not keep up
is cut, and resumes from the log.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final

FRAMES: Final = 256
BYTES: Final = 1 << 20
"""So much may wait for a socket; a whole table is some 10 kB."""


class Outbox:
    """Frames on their way to one socket; `full` once it was cut for being slow.

    Frames wait while it is `held`: before the socket is open, and while its network is behind.
    """

    def __init__(self, *, frames: int = FRAMES, size: int = BYTES) -> None:
        self.frames = frames
        self.size = size
        self.full = False
        self.closed = False
        self.held = True
        self._waiting: deque[bytes] = deque()
        self._bytes = 0
        self._send: Callable[[bytes], None] | None = None
        self._end: Callable[[], None] | None = None

    def open(self, send: Callable[[bytes], None], end: Callable[[], None]) -> None:
        """Send what waits and what comes; `end` is called when all is sent after `close`."""
        self._send, self._end = send, end
        self.go_on()

    def push(self, frame: bytes) -> None:
        """Let a frame be sent; what comes after the end or over the limit is dropped."""
        if self.closed:
            return
        if not self.held and self._send:
            self._send(frame)
        elif len(self._waiting) >= self.frames or self._bytes + len(frame) > self.size:
            self.full = True
            self.close()
        else:
            self._waiting.append(frame)
            self._bytes += len(frame)

    def hold(self) -> None:
        """Let frames wait."""
        self.held = True

    def go_on(self) -> None:
        """Send what waits, until it is held again."""
        self.held = False
        while self._waiting and self._send and not self.held:
            frame = self._waiting.popleft()
            self._bytes -= len(frame)
            self._send(frame)
        self._end_if_sent()

    def close(self) -> None:
        """Take nothing more; what waits is still sent, unless the socket was too slow."""
        self.closed = True
        if self.full:
            self._waiting.clear()
        self._end_if_sent()

    def lose(self) -> None:
        """Know no more where to send: the socket is gone."""
        self.held = True
        self._send = self._end = None
        self.close()
        self._waiting.clear()

    def _end_if_sent(self) -> None:
        if self.closed and not self._waiting and self._end:
            end, self._end = self._end, None
            end()
