"""`speto play --server` as a process of its own, with somebody at it who follows the hints."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

PATIENCE = 90.0
"""Seconds after which a test that waits for a prompt fails."""
PROMPT = re.compile(r"[>›] $")
SAY = re.compile(r"Say (\d+) or")
CODE = re.compile(r"--join ([0-9A-Z]+)")
MAIN = "from speto.cli import main; main()"


class Terminal:
    """A terminal whose person plays what the hint says; `home` holds the token and the records."""

    def __init__(self, home: Path, *arguments: str) -> None:
        self.home = home
        self.arguments = arguments
        self.text = ""
        self.read = 0
        self.prompts = 0
        self.process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start it; what it writes is added to what it wrote before."""
        self.home.mkdir(exist_ok=True)
        environment = {**os.environ, "XDG_DATA_HOME": str(self.home), "PYTHONIOENCODING": "utf-8"}
        self.process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", MAIN, "play", *self.arguments, "--warn", "never"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            env=environment,
        )

    async def until(self, seen: Callable[[str], bool]) -> None:
        """Hear it, without an answer, until it has written something."""
        async with asyncio.timeout(PATIENCE):
            while not seen(self.text[self.read :]):
                assert await self._hear(), self.text[-2000:]

    async def play(self, stop: Callable[[Terminal], bool] = lambda terminal: False) -> int | None:
        """Answer its prompts; its status when it ends, none if it was to stop before."""
        assert self.process
        while True:
            while not PROMPT.search(self.text[self.read :]):
                async with asyncio.timeout(PATIENCE):
                    if not await self._hear():
                        return await self.process.wait()
            if stop(self):
                return None
            self.prompts += 1
            answer = answer_to(self.text[self.read :])
            self.read = len(self.text)
            await self.say(answer)

    async def say(self, answer: str) -> None:
        """Type a line."""
        assert self.process and self.process.stdin
        self.process.stdin.write(f"{answer}\n".encode())
        with suppress(ConnectionError):
            await self.process.stdin.drain()

    async def _hear(self) -> bool:
        assert self.process and self.process.stdout
        chunk = await self.process.stdout.read(1 << 16)
        self.text += chunk.decode(errors="replace")
        return bool(chunk)

    async def kill(self) -> None:
        """Kill it at once."""
        await self.end(signal.SIGKILL)

    async def end(self, by: signal.Signals = signal.SIGINT) -> int:
        """End it with a signal, hear what it says; its status."""
        assert self.process
        with suppress(ProcessLookupError):
            self.process.send_signal(by)
        async with asyncio.timeout(PATIENCE):
            while await self._hear():
                pass
            status = await self.process.wait()
        self.read = len(self.text)
        return status

    @property
    def records(self) -> list[Path]:
        """The files of records that it has kept."""
        return sorted((self.home / "speto" / "records").glob("*.deal"))

    @property
    def code(self) -> str:
        """The code of the table that it has opened."""
        found = CODE.search(self.text)
        assert found, self.text
        return found[1]


def answer_to(screen: str) -> str:
    """What somebody says who follows the hints, leaves nothing and wants no second match."""
    prompt = screen.rpartition("\n")[2]
    if "once more" in prompt or "Rejoin" in prompt:
        return "2"
    if "1 yes" in prompt:
        return "1"
    if "Number or word" not in prompt:
        return ""
    found = SAY.findall(" ".join(screen.split()))
    return found[-1] if found else "h"
