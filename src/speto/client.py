"""Plays over the wire: one socket to a table server, opened again whenever it is lost.

What must stay true: an ask is sent again with the same id until it is answered, so that it is done
once; rows are handed on in order and without a gap; entropy is given only to an announced deal
whose commit came before, and what was sealed is held against what was announced.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from types import TracebackType
from typing import Final, Self

from msgspec import DecodeError, json
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, InvalidURI, WebSocketException

from speto.fair import Transcript, is_sealed_with, read_transcript
from speto.server import messages
from speto.server.asks import Ask, Entropy, Hello, Watch
from speto.server.messages import Done, Event, Message, Moved, Refused, Table, Welcome
from speto.server.terms import VERSION

PATIENCE: Final = (0.1, 0.3, 1.0, 2.0, 4.0)
"""Seconds before each new try to open the socket; the last is repeated."""
FRAME: Final = 1 << 22
"""So many bytes a frame of the server may have."""

_DECODER: Final = json.Decoder(messages.Message)


class NotServed(ValueError):
    """What the server refused, with its code, or that there is no server; one sentence."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


class Cheated(ValueError):
    """A deal that was not dealt as it was announced; one sentence."""


class Client:
    """A connection to a table server; use it as an asynchronous context."""

    def __init__(
        self,
        url: str,
        *,
        token: str | None = None,
        language: str | None = None,
        tries: int = 100,
    ) -> None:
        self.url = url
        self.token = token
        self.language = language
        self.tries = tries
        self.account = ""
        self.name = ""
        self.seen: dict[str, int] = {}
        self._announced: dict[tuple[str, int], Transcript] = {}
        self._commits: dict[tuple[str, int], str] = {}
        self._given: dict[tuple[str, int], tuple[bytes, asyncio.Future[Message]]] = {}
        self._waiting: dict[str, tuple[Ask, asyncio.Future[Message]]] = {}
        self._inbox: asyncio.Queue[Message | BaseException] = asyncio.Queue()
        self._socket: ClientConnection | None = None
        self._prefix = secrets.token_hex(4)
        self._count = 0
        self._runs: asyncio.Task[None] | None = None
        self._welcomed = asyncio.Event()

    async def __aenter__(self) -> Self:
        self._runs = asyncio.create_task(self._run())
        welcomed = asyncio.create_task(self._welcomed.wait())
        await asyncio.wait({self._runs, welcomed}, return_when=asyncio.FIRST_COMPLETED)
        if not welcomed.done():
            welcomed.cancel()
            await self._runs
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._runs:
            self._runs.cancel()
            with suppress(asyncio.CancelledError, NotServed):
                await self._runs

    # Asking.

    def fresh_id(self) -> str:
        """The id of a new command."""
        self._count += 1
        return f"{self._prefix}-{self._count}"

    async def ask(self, make: Callable[[str], Ask]) -> Message:
        """Send an ask, again after a lost socket, until it is answered.

        :raises NotServed: if it is refused, or the server is gone for good.
        """
        ask = make(self.fresh_id())
        answered: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        self._waiting[ask.id] = ask, answered
        try:
            if self._socket is not None:
                await self._send(ask)
            answer = await answered
        finally:
            self._waiting.pop(ask.id, None)
        if isinstance(answer, Refused):
            raise NotServed(answer.code, answer.text or answer.code)
        return answer

    async def watch(self, table: str) -> None:
        """Be shown a table from now on, also after a lost socket."""
        self.seen.setdefault(table, 0)
        await self.ask(lambda name: Watch(id=name, table=table))

    async def messages(self) -> AsyncIterator[Message]:
        """What the server tells, in order; a table first as it is, then row by row.

        :raises NotServed: if the server is gone for good.
        :raises Cheated: if a deal was not dealt as it was announced.
        """
        while True:
            found = await self._inbox.get()
            if isinstance(found, BaseException):
                raise found
            yield found

    # The socket.

    async def _send(self, ask: Ask) -> None:
        socket = self._socket
        if socket is not None:
            with suppress(WebSocketException):
                await socket.send(json.encode(ask).decode())

    async def _run(self) -> None:
        failures = 0
        while True:
            try:
                async with connect(
                    self.url, max_size=FRAME, compression=None, open_timeout=10
                ) as socket:
                    await self._converse(socket)
                failures = 0
            except InvalidURI:
                raise self._end(
                    "url", f"{self.url} is no address of a server; write ws://…"
                ) from None
            except (OSError, WebSocketException, TimeoutError, InvalidHandshake) as problem:
                if self._socket is not None:
                    failures = 0
                failures += 1
                if failures > self.tries:
                    raise self._end("gone", f"{self.url} does not answer: {problem}") from None
            except (NotServed, Cheated) as problem:
                self._end_with(problem)
                raise
            finally:
                self._socket = None
            await asyncio.sleep(PATIENCE[min(failures, len(PATIENCE) - 1)])

    def _end(self, code: str, sentence: str) -> NotServed:
        problem = NotServed(code, sentence)
        self._end_with(problem)
        return problem

    def _end_with(self, problem: ValueError) -> None:
        self._inbox.put_nowait(problem)
        for _, answered in self._waiting.values():
            if not answered.done():
                answered.set_exception(problem)

    async def _converse(self, socket: ClientConnection) -> None:
        hello = Hello(id=self.fresh_id(), version=VERSION, token=self.token, language=self.language)
        await socket.send(json.encode(hello).decode())
        async for frame in socket:
            try:
                message = _DECODER.decode(frame)
            except DecodeError as problem:
                raise NotServed(
                    "message", f"the server speaks another language: {problem}"
                ) from None
            if isinstance(message, Welcome):
                await self._come_in(socket, message)
            elif isinstance(message, Refused) and message.id == hello.id:
                raise NotServed(message.code, message.text or message.code)
            else:
                await self._hear(message)

    async def _come_in(self, socket: ClientConnection, welcome: Welcome) -> None:
        self.account, self.name = welcome.account, welcome.name
        self.token = welcome.token or self.token
        self._socket = socket
        self._welcomed.set()
        for table, seq in self.seen.items():
            await self._send(Watch(id=self.fresh_id(), table=table, since=seq or None))
        for ask, _ in tuple(self._waiting.values()):
            await self._send(ask)

    async def _hear(self, message: Message) -> None:
        waiting = self._waiting.get(getattr(message, "id", ""))
        if waiting and not waiting[1].done():
            waiting[1].set_result(message)
        if isinstance(message, Table | Moved | Event):
            seen = self.seen.get(message.table, 0)
            if isinstance(message, Table):
                if message.seq < seen:
                    return
            elif message.seq <= seen:
                return
            elif message.seq > seen + 1:
                await self._send(Watch(id=self.fresh_id(), table=message.table, since=seen or None))
                return
            self.seen[message.table] = message.seq
            if not isinstance(message, Moved):
                await self._deal_fairly(message)
        self._inbox.put_nowait(message)

    # Fair dealing.

    async def _deal_fairly(self, message: Table | Event) -> None:
        """Give entropy to an announced deal; hold a sealed one against it."""
        fair, table = message.fair, message.table
        if fair.commit is not None:
            self._check_commit(table, fair.deal + 1, fair.commit)
        if fair.transcript is None:
            return
        transcript = read_transcript(fair.transcript)
        self._check_commit(table, fair.deal, transcript.commit.hex())
        seat = self._seat(message)
        if seat is None:
            return
        if not fair.sealed:
            self._announced[table, fair.deal] = transcript
            if (table, fair.deal) not in self._given and not self._gave(message):
                await self._give(table, fair.deal)
            return
        announced = self._announced.pop((table, fair.deal), None)
        entropy, answered = self._given.pop((table, fair.deal), (None, None))
        if announced is None:
            return
        _check_sealed(transcript, announced, seat, transcript.seats[seat].entropy)
        if answered is not None:  # which may come after the deal was sealed

            def judge(answered: asyncio.Future[Message]) -> None:
                if not answered.exception() and isinstance(answered.result(), Done):
                    try:
                        _check_sealed(transcript, announced, seat, entropy)
                    except Cheated as problem:
                        self._end_with(problem)

            answered.add_done_callback(judge)

    async def _give(self, table: str, deal: int) -> None:
        """Give entropy to a deal, again after a lost socket, until it is answered."""
        entropy = secrets.token_bytes(16)
        ask = Entropy(id=self.fresh_id(), table=table, deal=deal, entropy=entropy.hex())
        answered: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        self._given[table, deal] = entropy, answered
        self._waiting[ask.id] = ask, answered

        def forget(answered: asyncio.Future[Message]) -> None:
            self._waiting.pop(ask.id, None)
            answered.exception()

        answered.add_done_callback(forget)
        await self._send(ask)

    def _check_commit(self, table: str, deal: int, commit: str) -> None:
        """See that a deal is dealt from the seed that was first committed to.

        :raises Cheated: if it is not.
        """
        if self._commits.setdefault((table, deal), commit) != commit:
            raise Cheated(
                f"deal {deal} of table {table} is not dealt from the seed that was committed to"
                " before"
            )

    def _seat(self, message: Table | Event) -> int | None:
        """The own seat in the next deal."""
        mine = [n for n, seat in enumerate(message.seats) if seat.account == self.account]
        playing = message.standing.playing if message.standing else range(len(message.seats))
        return next((place for place, seat in enumerate(playing) if seat in mine), None)

    def _gave(self, message: Table | Event) -> bool:
        """Whether this account has given entropy, on another socket or before a restart."""
        return any(message.seats[seat].account == self.account for seat in message.fair.gave)


def _check_sealed(
    sealed: Transcript, announced: Transcript, seat: int, given: bytes | None
) -> None:
    """See that a deal is sealed as it was announced.

    :raises Cheated: if it is not.
    """
    if not is_sealed_with(sealed, announced, seat, given):
        raise Cheated(
            f"deal {sealed.deal} of table {sealed.table} is not sealed as it was announced, or"
            " without the own entropy"
        )
