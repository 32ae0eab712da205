"""A door in front of PostgreSQL that is slammed at the moment of a commit, for its tests."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Literal

from tests.cluster.engines import Database

COMMIT = b"COMMIT\x00"
MOVES = b"WITH moved AS"
"""So begins what writes rows without a transaction around it."""
BIND = b"B"
"""So begins a message by which a statement that was prepared is done."""

Cut = Literal["no", "before", "after"]


class SlammedDoor:
    """Lets through what is said, until rows are committed: it arrives or not, and is not answered.

    They are by a commit, or by the `single` statement that is one by itself.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._port = 0
        self.cut: Cut = "no"
        self.cuts = 0
        self.single = False
        self._guests: set[asyncio.Task[None]] = set()

    @property
    def url(self) -> str:
        """The database, through this door."""
        engine = self._database.engine
        return self._database.url.replace(f":{engine.port}/", f":{self._port}/")

    @asynccontextmanager
    async def open(self) -> AsyncIterator[SlammedDoor]:
        """Be there as long as the context lasts."""
        server = await asyncio.start_server(self._come, "127.0.0.1", 0)
        self._port = server.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            server.close()
            await asyncio.gather(*self._guests)

    def _come(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._guests.add(asyncio.create_task(self._serve(reader, writer)))

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        inner, out = await asyncio.open_connection("127.0.0.1", self._database.engine.port)
        slammed = asyncio.Event()

        async def answers() -> None:
            with suppress(ConnectionError):
                while said := await inner.read(65536):
                    if slammed.is_set():
                        break  # it is done, and nobody hears of it
                    writer.write(said)
                    await writer.drain()
            writer.close()

        back = asyncio.create_task(answers())
        moves = False
        with suppress(ConnectionError):
            while said := await reader.read(65536):
                single = moves and said.startswith(BIND)
                moves = moves or MOVES in said
                if self.cut != "no" and (single or said.endswith(COMMIT)):
                    self.single = single
                    cut, self.cut = self.cut, "no"
                    self.cuts += 1
                    slammed.set()
                    if cut == "after":
                        out.write(said)
                        await back
                    break
                out.write(said)
                await out.drain()
        for each in (out, writer):
            each.transport.abort()
        await back
