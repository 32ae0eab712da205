"""A table server in this process, and sockets that keep every frame, for the server's tests."""

from __future__ import annotations

import asyncio
import io
import socket
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Any, Self

import httpx
import uvicorn
from msgspec import json
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from speto.client import Client, NotServed
from speto.server import asks, messages
from speto.server.app import App, application
from speto.server.bus.local import Hub
from speto.server.journal import open_journal
from speto.server.now import now_ms
from speto.server.pulse import InStore
from speto.server.serve import FILE, Place, joined, running
from speto.server.store import Store
from speto.server.store.sqlite import SqliteStore
from speto.server.wire import FRAME
from tests.at_port import AtPort

PATIENCE = 60.0
"""Seconds after which a test that waits for a frame fails."""
RULES = {"dummy": "default,match_target=50", "indian": "default,format=deals"}
"""Short matches; one of Dummy may be over within a dozen moves."""
LONGER = RULES | {"dummy": "default,match_target=150"}
"""Matches that are not over that soon."""
READ: json.Decoder[messages.Message] = json.Decoder(messages.Message)


@dataclass
class Served(AtPort):
    """A server on a free port of this machine."""

    app: App
    port: int
    journal: io.StringIO


@asynccontextmanager
async def served(folder: Path, now: Callable[[], int] = now_ms) -> AsyncIterator[Served]:
    """A server in this loop, as long as the context lasts."""
    journal = io.StringIO()
    listening = socket.create_server(("127.0.0.1", 0))
    port = listening.getsockname()[1]
    async with (
        running(Place("127.0.0.1", port, folder), open_journal(journal), now) as app,
        _answering(app, listening),
    ):
        yield Served(app, port, journal)


@asynccontextmanager
async def node_of(
    store: Store, hub: Hub, name: str, now: Callable[[], int] = now_ms
) -> AsyncIterator[Served]:
    """One node of several in this loop, on their store and their bus."""
    journal = io.StringIO()
    listening = socket.create_server(("127.0.0.1", 0))
    port = listening.getsockname()[1]
    place = Place("127.0.0.1", port, Path("nowhere"))
    pulse = InStore(store, name)
    with listening:  # also where it does not come up
        async with (
            joined(place, open_journal(journal), store, pulse, hub.bus(name), name, now) as app,
            _answering(app, listening),
        ):
            yield Served(app, port, journal)


@asynccontextmanager
async def nodes_of(
    folder: Path, count: int, hub: Hub | None = None, now: Callable[[], int] = now_ms
) -> AsyncIterator[list[Served]]:
    """So many nodes in this loop, on one store in a folder."""
    store = SqliteStore(folder / FILE)
    hub = hub or Hub()
    try:
        async with AsyncExitStack() as stack:
            yield [
                await stack.enter_async_context(node_of(store, hub, f"node{number}", now))
                for number in range(count)
            ]
    finally:
        await store.close()


@asynccontextmanager
async def _answering(app: App, listening: socket.socket) -> AsyncIterator[None]:
    """Let sockets be heard, as long as the context lasts."""
    with listening:
        config = uvicorn.Config(
            application(app),
            ws="websockets-sansio",
            ws_max_size=FRAME * 2,
            ws_per_message_deflate=False,
            log_config=None,
            access_log=False,
            lifespan="off",
            timeout_graceful_shutdown=2,
        )
        server = uvicorn.Server(config)
        task = asyncio.create_task(server.serve(sockets=[listening]))
        while not server.started:
            await asyncio.sleep(0.01)
        try:
            yield
        finally:
            await app.close("drain")
            server.should_exit = True
            await task


class Tap:
    """A socket that keeps every frame it gets, and answers for nothing by itself."""

    def __init__(self, url: str, *, token: str | None = None, **headers: str) -> None:
        self.url = url
        self.token = token
        self.headers = headers
        self.frames: list[bytes] = []
        self.told: list[messages.Message] = []
        self.heard: list[int] = []
        self.account = ""
        self.cut: int | None = None
        self.cookie: str | None = None
        self._count = 0
        self._taken = 0
        self._more = asyncio.Condition()

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def open(self, *, greets: bool = True) -> None:
        """Open the socket, and say who comes."""
        self.socket: ClientConnection = await connect(
            self.url, additional_headers=self.headers, compression=None, max_size=1 << 22
        )
        self.cut = None
        response = self.socket.response
        self.cookie = response.headers.get("set-cookie") if response else None
        self._hearing = asyncio.create_task(self._hear())
        if greets:
            answer = await self.ask(asks.Hello, version=1, token=self.token)
            assert isinstance(answer, messages.Welcome), answer
            self.account, self.token = answer.account, answer.token or self.token

    async def next(self) -> messages.Message:
        """The next message that was not yet taken here."""
        async with asyncio.timeout(PATIENCE), self._more:
            while self._taken >= len(self.told):
                assert self.cut is None, f"the socket was closed with {self.cut}"
                await self._more.wait()
        self._taken += 1
        return self.told[self._taken - 1]

    async def close(self) -> None:
        """Close the socket."""
        await self.socket.close()
        await self._hearing

    async def _hear(self) -> None:
        try:
            async for frame in self.socket:
                raw = frame if isinstance(frame, bytes) else frame.encode()
                async with self._more:
                    self.frames.append(raw)
                    self.told.append(READ.decode(raw))
                    self.heard.append(now_ms())
                    self._more.notify_all()
        except ConnectionClosed:
            pass
        self.cut = self.socket.close_code
        async with self._more:
            self._more.notify_all()

    async def send(self, frame: str) -> None:
        """Send a frame as it is."""
        await self.socket.send(frame)

    async def ask(self, kind: type[asks.Ask], *, id: str | None = None, **fields: Any) -> Any:
        """Ask, and wait for the answer."""
        self._count += 1
        name = id or f"tap-{self._count}"
        since = len(self.told)
        await self.send(json.encode(kind(id=name, **fields)).decode())
        return await self.find(lambda told: getattr(told, "id", None) == name, since)

    async def find(self, wanted: Callable[[Any], bool], since: int = 0) -> Any:
        """The first message of a kind; waited for."""
        at = since
        try:
            async with asyncio.timeout(PATIENCE), self._more:
                while True:
                    for told in self.told[at:]:
                        if wanted(told):
                            return told
                    at = len(self.told)
                    assert self.cut is None, f"the socket was closed with {self.cut}"
                    await self._more.wait()
        except TimeoutError:
            frames = b"\n".join(self.frames[since:]).decode()
            raise AssertionError(
                f"not told in {PATIENCE} seconds, but this was:\n{frames}"
            ) from None

    def rows(self, table: str, since: int = 0) -> list[int]:
        """The numbers of the rows of a table that were told one by one."""
        kinds = messages.Moved | messages.Event
        return [m.seq for m in self.told[since:] if isinstance(m, kinds) and m.table == table]


async def download(web: httpx.AsyncClient, table: str, deals: int, folder: Path) -> list[Path]:
    """Every deal of a table, as its record and as its proof; they are kept soon after its end."""
    files = []
    for path in (f"{deal}.{kind}" for deal in range(1, deals + 1) for kind in ("deal", "json")):
        async with asyncio.timeout(PATIENCE):
            while (answer := await web.get(f"/deals/{table}/{path}")).status_code != 200:
                await asyncio.sleep(0.05)
        files.append(folder / path)
        files[-1].write_bytes(answer.content)
    return files


def seats(*kinds: str) -> list[asks.SeatAsked]:
    """The seats of a table to open."""
    return [json.decode(json.encode({"kind": kind}), type=asks.SeatAsked) for kind in kinds]


async def open_with(
    client: Client, game: str, kinds: Sequence[str], *, rules: str | None = None, **fields: Any
) -> str:
    """Open a table; its id."""
    done = await client.ask(
        lambda name: asks.Open(
            id=name,
            game=game,
            rules=rules or RULES[game],
            seats=seats(*kinds),
            clock="none",
            **fields,
        )
    )
    assert isinstance(done, messages.Done) and done.table
    return done.table


async def play_on(
    client: Client,
    table: str,
    random: Random,
    *,
    note: Callable[[messages.Message], None] = lambda told: None,
) -> messages.Table | messages.Event:
    """Play to the end of the match at a table; the message that ended it."""
    working: set[asyncio.Task[None]] = set()

    def start(make: Callable[[str], asks.Ask]) -> None:
        task = asyncio.create_task(_ask(client, make))
        working.add(task)
        task.add_done_callback(working.discard)

    try:
        async for told in client.messages():
            if not isinstance(told, messages.Table | messages.Moved | messages.Event):
                continue
            note(told)
            if not isinstance(told, messages.Moved):
                if told.now.stage == "over":
                    return told
                mine = next(seat for seat in told.seats if seat.account == client.account)
                if told.now.stage == "between" and not mine.ready:
                    start(lambda name: asks.Ready(id=name, table=table))
            words = words_in(told)
            if words:
                word, seq = chosen(random, words), told.seq
                start(_do(table, seq, word))
    finally:
        for task in tuple(working):
            task.cancel()
        await asyncio.gather(*working, return_exceptions=True)
    raise AssertionError("the messages ended before the match")


def _do(table: str, seq: int, word: str) -> Callable[[str], asks.Ask]:
    return lambda name: asks.Do(id=name, table=table, seq=seq, words=[word])


def words_in(told: messages.Message) -> list[str]:
    """The words that whoever is told this may say now."""
    moments = messages.Table | messages.Moved | messages.Event
    if not isinstance(told, moments) or told.view is None or told.now.stage != "playing":
        return []
    words: list[str] = json.decode(told.view.own)["words"]
    return words


def chosen(random: Random, words: Sequence[str]) -> str:
    """One of these words; to give the deal up but rarely."""
    kept = [word for word in words if word != "x"]
    return random.choice(kept if kept and random.random() < 0.97 else words)


async def _ask(client: Client, make: Callable[[str], asks.Ask]) -> None:
    """Ask; what the table meanwhile left behind is refused, which is right."""
    try:
        await client.ask(make)
    except NotServed as problem:
        assert problem.code in ("stale", "turn", "stage", "twice"), problem.code
