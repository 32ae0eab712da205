"""A bus through PostgreSQL's LISTEN and NOTIFY, over one connection.

What must stay true: no topic makes an identifier, so that none can be too long or collide in ways
that lose messages; what waits is said in one round trip.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from typing import Any, Final
from urllib.parse import urlsplit
from zlib import crc32

import asyncpg

from speto.server.bus.kept import PATIENCE, Frame, KeptBus

PAYLOAD: Final = 7_999
"""So many bytes PostgreSQL carries."""
LARGEST: Final = 7_900
"""The sender and the topic stand before a message; one that is coded is a third longer."""
CHANNELS: Final = 256
"""PostgreSQL looks through all channels of a listener for each message, so there are not more."""
PLAIN: Final = "="
CODED: Final = "~"
NUMBER: Final = 6  # letters before a frame at most
NOTIFY: Final = """
    SELECT pg_notify(said.channel, said.text)
    FROM unnest($1::text[], $2::text[]) AS said(channel, text)
"""
SETTINGS: Final = {
    "application_name": "speto bus",
    # a message is no promise: nobody waits for the disk
    "synchronous_commit": "off",
    "jit": "off",
}


class PostgresLink:
    """A connection to the database of an address `postgresql://…`."""

    def __init__(self, url: str) -> None:
        named = urlsplit(url).netloc.rpartition("@")[2].split(",")
        hosts = [urlsplit(f"//{host}") for host in named]
        self.where = ",".join(f"{one.hostname or 'localhost'}:{one.port or 5432}" for one in hosts)
        self._url = url
        self._connection: asyncpg.Connection[asyncpg.Record] | None = None
        self._heard: Callable[[bytes], None] = lambda text: None
        self._channels: Counter[str] = Counter()

    async def connect(self, heard: Callable[[bytes], None], broken: Callable[[], None]) -> None:
        """Connect, and listen to nothing yet."""
        self._heard = heard
        self._channels.clear()
        made = await asyncpg.connect(
            self._url, timeout=PATIENCE, command_timeout=PATIENCE, server_settings=SETTINGS
        )

        def on_end(_: object) -> None:
            if made is self._connection:  # which was not let go
                broken()

        made.add_termination_listener(on_end)
        self._connection = made

    async def listen(self, topics: Collection[str]) -> None:
        """Listen to the channels of these topics."""
        for channel in map(channel_of, topics):
            if not self._channels[channel]:
                await self._open.add_listener(channel, self._on_notify)
            self._channels[channel] += 1

    async def ignore(self, topics: Collection[str]) -> None:
        """Listen no more to the channels that only these topics needed."""
        for channel in map(channel_of, topics):
            self._channels[channel] -= 1
            if not self._channels[channel]:
                await self._open.remove_listener(channel, self._on_notify)

    async def say(self, frames: Sequence[Frame]) -> int:
        """Notify of all that fit, in one transaction; how many those are."""
        payloads = [payload_of(frame.text, n) for n, frame in enumerate(frames)]
        fit = [
            (channel_of(frame.topic), payload)
            for frame, payload in zip(frames, payloads, strict=True)
            if max(len(payload), len(frame.text) + NUMBER) <= PAYLOAD
        ]
        await self._open.execute(NOTIFY, [each[0] for each in fit], [each[1] for each in fit])
        return len(fit)

    async def check(self) -> None:
        """See whether the engine answers."""
        await self._open.execute("SELECT 1")

    async def end(self) -> None:
        """Let the connection go."""
        ended, self._connection = self._connection, None
        if ended is not None:
            ended.terminate()

    @property
    def _open(self) -> asyncpg.Connection[asyncpg.Record]:
        if self._connection is None:
            raise ConnectionError
        return self._connection

    def _on_notify(self, connection: Any, pid: int, channel: str, payload: object) -> None:
        self._heard(text_of(str(payload)))


def postgres_bus(url: str, node: str) -> KeptBus:
    """A bus through the database of an address, not yet open."""
    return KeptBus(node, LARGEST, PostgresLink(url))


def channel_of(topic: str) -> str:
    """The channel that a topic shares with some others.

    >>> channel_of("site") == channel_of("site") != channel_of("node:ab12cd34")
    True
    """
    return f"speto_{crc32(topic.encode()) % CHANNELS}"


def payload_of(text: bytes, n: int) -> str:
    """A frame as text that PostgreSQL carries; what is none in UTF-8 is coded.

    PostgreSQL tells once what is said twice in one transaction, so each is numbered.

    >>> payload_of("ไพ่".encode(), 7), payload_of(bytes([0, 255]), 8)
    ('7=ไพ่', '8~AP8=')
    """
    try:
        plain = text.decode()
    except UnicodeDecodeError:
        plain = "\0"
    return f"{n}{CODED}{b64encode(text).decode()}" if "\0" in plain else f"{n}{PLAIN}{plain}"


def text_of(payload: str) -> bytes:
    """The frame of a payload.

    >>> text_of(payload_of(bytes([0, 255]), 1)), text_of(payload_of(b"~=", 2))
    (b'\\x00\\xff', b'~=')
    """
    number, _, plain = payload.partition(PLAIN)
    if number.isdigit():
        return plain.encode()
    return b64decode(payload.partition(CODED)[2])
