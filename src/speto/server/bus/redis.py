"""A bus through the channels of Redis or Valkey: one connection hears, another says.

What must stay true: what waits is said in one round trip; a topic is heard when `listen` returns.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from typing import Any, Final
from urllib.parse import urlsplit, urlunsplit

from redis.asyncio import ConnectionPool
from redis.asyncio.connection import AbstractConnection
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from speto.server.bus.kept import PATIENCE, Frame, KeptBus

LARGEST: Final = 1 << 16
CHANNELS: Final = 1_000
"""So many topics are told in one command."""
SCHEMES: Final = {"valkey": "redis", "valkeys": "rediss"}


class RedisLink:
    """Two connections to the server of an address `redis://…`.

    The number of its database is a part of each channel: channels are of all databases.
    """

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        parts = parts._replace(scheme=SCHEMES.get(parts.scheme, parts.scheme))
        self.where = f"{parts.hostname or 'localhost'}:{parts.port or 6379}"
        self._pool: ConnectionPool = ConnectionPool.from_url(
            urlunsplit(parts),
            protocol=2,
            retry=Retry(NoBackoff(), 0),  # who holds the link connects again
            socket_timeout=PATIENCE,
            socket_connect_timeout=PATIENCE,
            socket_keepalive=True,
            client_name="speto-bus",
        )
        self._room = f"speto:{self._pool.connection_kwargs.get('db', 0)}:"
        self._ear: AbstractConnection | None = None
        self._mouth: AbstractConnection | None = None
        self._listener: asyncio.Task[None] | None = None
        self._heard: Callable[[bytes], None] = lambda text: None
        self._asked = 0
        self._answers: dict[bytes, asyncio.Future[None]] = {}

    async def connect(self, heard: Callable[[bytes], None], broken: Callable[[], None]) -> None:
        """Connect, and listen to nothing yet."""
        self._heard = heard
        self._ear, self._mouth = self._connection(), self._connection()
        for connection in (self._ear, self._mouth):
            await connection.connect_check_health(check_health=False)
        listening = self._listen(self._ear, broken)
        self._listener = asyncio.get_running_loop().create_task(listening)

    async def listen(self, topics: Collection[str]) -> None:
        """Listen to these topics; they are heard when this returns."""
        await self._tell("SUBSCRIBE", topics)
        await self._hear_answer()

    async def ignore(self, topics: Collection[str]) -> None:
        """Listen no more to these topics."""
        await self._tell("UNSUBSCRIBE", topics)

    async def say(self, frames: Sequence[Frame]) -> int:
        """Publish them all in one round trip."""
        mouth = _connected(self._mouth)
        commands = [("PUBLISH", self._room + frame.topic, frame.text) for frame in frames]
        await mouth.send_packed_command(mouth.pack_commands(commands), check_health=False)
        for _ in frames:
            await mouth.read_response()
        return len(frames)

    async def check(self) -> None:
        """See whether the engine answers, on both connections."""
        mouth = _connected(self._mouth)
        await mouth.send_command("PING", check_health=False)
        await mouth.read_response()
        await self._hear_answer()

    async def end(self) -> None:
        """Let the connections go."""
        if self._listener is not None:
            self._listener.cancel()
            await asyncio.gather(self._listener, return_exceptions=True)
            self._listener = None
        for answer in self._answers.values():
            answer.cancel()
        self._answers.clear()
        ended, self._ear, self._mouth = (self._ear, self._mouth), None, None
        for connection in ended:
            if connection is not None:
                with suppress(Exception):  # it may be lost in any way
                    await connection.disconnect(nowait=True)

    def _connection(self) -> AbstractConnection:
        made: AbstractConnection = self._pool.connection_class(**self._pool.connection_kwargs)
        return made

    async def _tell(self, command: str, topics: Collection[str]) -> None:
        ear, channels = _connected(self._ear), [self._room + topic for topic in topics]
        commands = [
            (command, *channels[at : at + CHANNELS]) for at in range(0, len(channels), CHANNELS)
        ]
        await ear.send_packed_command(ear.pack_commands(commands), check_health=False)

    async def _hear_answer(self) -> None:
        """Wait until the engine has done all that it was told on the connection that hears."""
        self._asked += 1
        name = str(self._asked).encode()
        answer = self._answers[name] = asyncio.get_running_loop().create_future()
        try:
            await _connected(self._ear).send_command("PING", name, check_health=False)
            await answer
        finally:
            self._answers.pop(name, None)

    async def _listen(self, ear: AbstractConnection, broken: Callable[[], None]) -> None:
        try:
            while True:
                told: Any = await ear.read_response(timeout=math.inf, disconnect_on_error=False)
                if not isinstance(told, list):  # the answer of one that listens to nothing
                    self._on_answer(told)
                elif told[0] == b"message":
                    self._heard(told[2])
                elif told[0] == b"pong":
                    self._on_answer(told[1])
        except Exception:  # whatever it is, the connection is of no use any more
            broken()

    def _on_answer(self, name: bytes) -> None:
        answer = self._answers.get(name)
        if answer is not None and not answer.done():
            answer.set_result(None)


def _connected(connection: AbstractConnection | None) -> AbstractConnection:
    if connection is None:
        raise ConnectionError
    return connection


def redis_bus(url: str, node: str) -> KeptBus:
    """A bus through the server of an address, not yet open."""
    return KeptBus(node, LARGEST, RedisLink(url))
