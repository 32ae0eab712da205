"""A door before the nodes of a site: what a load balancer does, for bytes of any kind.

What must stay true: who comes in gets a node that takes connections, if there is one; a side that
reads slowly slows down the other side of its own connection alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final, Self

from tests.at_port import AtPort

CONNECT: Final = 2.0
"""Seconds that a node has to take a connection."""


class Door(AtPort):
    """A port of loopback before some ports; use it as an asynchronous context.

    Each who comes in gets the port after the last one's if it goes `round`, else the first that
    answers from `first` on; `at` is where the last one was let through.
    """

    def __init__(
        self, ports: Sequence[int], *, first: int = 0, round: bool = False, port: int = 0
    ) -> None:
        self.ports = ports
        self.at = first
        self.port = port
        self._first = first
        self._round = round
        self._sides: set[_Side] = set()
        self._coming: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: _Near(self), "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *problem: object) -> None:
        self._server.close()
        for task in tuple(self._coming):
            task.cancel()
        for side in tuple(self._sides):
            side.end()
        await self._server.wait_closed()

    def come(self, near: _Near) -> None:
        """Let somebody through who has come in."""
        task = asyncio.create_task(self._through(near))
        self._coming.add(task)
        task.add_done_callback(self._coming.discard)

    async def _through(self, near: _Near) -> None:
        loop = asyncio.get_running_loop()
        begin = self.at + 1 if self._round else self._first
        for step in range(len(self.ports)):
            at = (begin + step) % len(self.ports)
            try:
                async with asyncio.timeout(CONNECT):
                    _, far = await loop.create_connection(
                        lambda: _Side(self._sides), "127.0.0.1", self.ports[at]
                    )
            except (OSError, TimeoutError):
                continue
            self.at = at
            near.pair(far)
            return
        near.end()


class _Side(asyncio.Protocol):
    """One side of a connection; what it hears the other side says."""

    def __init__(self, sides: set[_Side]) -> None:
        self._sides = sides
        self._transport: asyncio.Transport | None = None
        self.other: _Side | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._sides.add(self)

    def pair(self, other: _Side) -> None:
        """Join two sides; the near one has waited until now."""
        self.other, other.other = other, self
        if self._transport is None or self._transport.is_closing():
            other.end()
        else:
            self._transport.resume_reading()

    def data_received(self, data: bytes) -> None:
        if self.other and self.other._transport:
            self.other._transport.write(data)

    def pause_writing(self) -> None:
        if self.other and self.other._transport:
            self.other._transport.pause_reading()

    def resume_writing(self) -> None:
        if self.other and self.other._transport:
            self.other._transport.resume_reading()

    def connection_lost(self, problem: Exception | None) -> None:
        self._sides.discard(self)
        if self.other:
            self.other.end()

    def end(self) -> None:
        """Close it, after what is still to be said."""
        if self._transport:
            self._transport.close()


class _Near(_Side):
    """The side of who came in, who is not heard until there is a node."""

    def __init__(self, door: Door) -> None:
        super().__init__(door._sides)
        self._door = door

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        assert isinstance(transport, asyncio.Transport)
        transport.pause_reading()
        self._door.come(self)
