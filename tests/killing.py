"""The server as a process of its own, to be killed and started again, for the server's tests."""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
import socket
import sys
from abc import ABC, abstractmethod
from contextlib import suppress
from pathlib import Path

import httpx

from speto.server.accounts import Accounts
from speto.server.now import now_ms
from speto.server.serve import FILE
from speto.server.store.sqlite import SqliteStore
from tests.at_port import AtPort

SERVE = """
import asyncio, sys
from pathlib import Path
from speto.server.serve import Place, serve
if __name__ == "__main__":
    sys.exit(asyncio.run(serve(Place("127.0.0.1", int(sys.argv[1]), Path(sys.argv[2])))))
"""


class Apart(ABC):
    """A process of its own that is started and killed; its journal stands in its folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.process: asyncio.subprocess.Process | None = None

    @property
    def journal(self) -> str:
        """What it has written to its standard error, over all its lives."""
        return (self.folder / "journal").read_text(errors="replace")

    @property
    def environment(self) -> dict[str, str]:
        """What is around it."""
        return dict(os.environ)

    @abstractmethod
    def command(self) -> tuple[str, ...]:
        """The words that start it."""

    async def begin(self) -> asyncio.subprocess.Process:
        """Start it, ready or not."""
        with (self.folder / "journal").open("ab") as journal:
            self.process = await asyncio.create_subprocess_exec(
                *self.command(),
                env=self.environment,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=journal,
                start_new_session=True,
            )
        return self.process

    async def kill(self) -> None:
        """Kill it, and the processes that it started, at once."""
        if self.process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            await self.process.wait()
            self.process = None

    async def end(self) -> int:
        """Ask it to stop; its status."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(60):
            return await self.process.wait()


class Child(Apart, AtPort):
    """The server as a process of its own; `program` is what it runs."""

    def __init__(self, port: int, folder: Path, program: str = SERVE) -> None:
        super().__init__(folder)
        self.port = port
        self.program = program

    def command(self) -> tuple[str, ...]:
        """The words that start it."""
        return sys.executable, "-c", self.program, str(self.port), str(self.folder)

    async def start(self) -> None:
        """Start it, and wait until it is ready."""
        process = await self.begin()
        async with httpx.AsyncClient() as web, asyncio.timeout(90):
            while True:
                assert process.returncode is None, self.journal[-2000:]
                with suppress(httpx.TransportError):
                    if (await web.get(f"{self.web}/readyz")).status_code == 200:
                        return
                await asyncio.sleep(0.05)


def free_port() -> int:
    """A port on which nobody listens, of those that no system gives whoever asks for any."""
    while True:
        port = secrets.choice(range(10_000, 32_768))
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


async def guests(folder: Path, count: int) -> list[str]:
    """The tokens of so many guests, made in the store before the server runs."""
    store = SqliteStore(folder / FILE)
    try:
        accounts = Accounts(store, now_ms)
        return [(await accounts.guest())[1] for _ in range(count)]
    finally:
        await store.close()
