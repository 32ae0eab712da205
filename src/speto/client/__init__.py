"""Plays over the wire: one socket to a table server, opened again whenever it is lost.

What must stay true: an ask is sent again with the same id until it is answered, so that it is done
once; rows are handed on in order and without a gap, and none before it was held against what the
table has promised; if a server goes back to an earlier state, what is left is told as such.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from types import TracebackType
from typing import Final, Self

from msgspec import DecodeError, json, structs
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, InvalidURI, WebSocketException

from speto.client.fairness import Cheated, Fairness
from speto.server import messages
from speto.server.asks import Ask, Entropy, Hello, Unwatch, Watch
from speto.server.messages import Done, Event, Message, Moved, Refused, Table, Welcome
from speto.server.terms import VERSION

__all__ = ["Cheated", "Client", "Lost", "NotServed", "SetBack"]

PATIENCE: Final = (0.1, 0.3, 1.0, 2.0, 4.0)
"""Seconds before each new try to open the socket; the last is repeated."""
GONE: Final = ("table", "broken")
"""Refusals of a table that will not come back."""
PASSING: Final = ("store", "failed")
"""Those of one that is there all the same: it is asked for again after a while."""
A_WHILE: Final = 4.0
"""Seconds."""
FRAME: Final = 1 << 22
"""So many bytes a frame of the server may have."""

_DECODER: Final = json.Decoder(messages.Message)


class NotServed(ValueError):
    """What the server refused, with its code, or that there is no server; one sentence."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


class SetBack(Table, frozen=True, tag="table"):
    """A whole table whose server has lost rows that were told; all that came before is void."""


class Lost(Refused, frozen=True, kw_only=True, tag="refused"):
    """A table that was watched, and which the server does not show any more."""

    table: str


class Client:
    """A connection to a table server; use it as an asynchronous context.

    With `sight` each view is sent with all that it knows; `on_socket` hears when the socket comes
    and goes.
    """

    def __init__(
        self,
        url: str,
        *,
        token: str | None = None,
        language: str | None = None,
        tries: int = 100,
        sight: bool = False,
        on_socket: Callable[[bool], None] = lambda up: None,
    ) -> None:
        self.url = url
        self.token = token
        self.language = language
        self.tries = tries
        self.sight = sight
        self.on_socket = on_socket
        self.account = ""
        self.name = ""
        self.seen: dict[str, int] = {}
        self._resumed: dict[str, tuple[str, int]] = {}
        self._later: set[asyncio.Task[None]] = set()
        self._fairness = Fairness(self._give, self._leave_cheat)
        self._waiting: dict[str, tuple[Ask, asyncio.Future[Message]]] = {}
        self._inbox: asyncio.Queue[Message | BaseException] = asyncio.Queue()
        self._socket: ClientConnection | None = None
        self._prefix = secrets.token_hex(4)
        self._count = 0
        self._runs: asyncio.Task[None] | None = None
        self._welcomed = asyncio.Event()
        self._unheard: BaseException | None = None

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
        for later in self._later:
            later.cancel()
        if self._runs:
            self._runs.cancel()
            with suppress(asyncio.CancelledError, NotServed, Cheated):
                await self._runs
        if self._unheard:
            raise self._unheard

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
        except Cheated:
            self._unheard = None
            raise
        finally:
            self._waiting.pop(ask.id, None)
        if isinstance(answer, Refused):
            raise NotServed(answer.code, answer.text or answer.code)
        return answer

    async def watch(self, table: str) -> None:
        """Be shown a table from now on, also after a lost socket."""
        await self.ask(lambda name: Watch(id=name, table=table, sight=self.sight))

    async def unwatch(self, table: str) -> None:
        """Be shown a table no more."""
        await self.ask(lambda name: Unwatch(id=name, table=table))
        self.seen.pop(table, None)

    def _watch_again(self, table: str) -> Watch:
        """The ask for the rows of a table that are not seen yet."""
        since = self.seen.get(table, 0)
        ask = Watch(id=self.fresh_id(), table=table, since=since or None, sight=self.sight)
        self._resumed[ask.id] = table, since
        return ask

    async def messages(self) -> AsyncIterator[Message]:
        """What the server tells, in order; a table first as it is, then row by row.

        :raises NotServed: if the server is gone for good.
        :raises Cheated: if a deal was not dealt as it was announced.
        """
        while True:
            found = await self._inbox.get()
            if isinstance(found, BaseException):
                self._unheard = None
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
                if self._socket is None:
                    raise ConnectionError("it has closed the socket again")
                failures = 0
            except InvalidURI:
                sentence = f"{self.url} is no address of a server; write ws://…"
                raise self._end("url", sentence) from None
            except (OSError, WebSocketException, TimeoutError, InvalidHandshake) as problem:
                if self._socket is not None:
                    failures = 0
                failures += 1
                if failures > self.tries:
                    raise self._end("gone", f"{self.url} does not answer: {problem}") from None
            except (NotServed, Cheated) as problem:
                self._end_with(problem)
                raise
            except (ValueError, LookupError) as problem:
                raise self._end("message", f"the server says what cannot be: {problem}") from None
            finally:
                if self._socket is not None:
                    self._socket = None
                    self.on_socket(False)
            await asyncio.sleep(PATIENCE[min(failures, len(PATIENCE) - 1)])

    def _end(self, code: str, sentence: str) -> NotServed:
        problem = NotServed(code, sentence)
        self._end_with(problem)
        return problem

    def _end_with(self, problem: ValueError) -> None:
        self._inbox.put_nowait(problem)
        self._unheard = problem if isinstance(problem, Cheated) else None
        for _, answered in self._waiting.values():
            if not answered.done():
                answered.set_exception(problem)

    def _leave_cheat(self, problem: Cheated) -> None:
        """End it all: nothing more is played with a server that has cheated."""
        self._end_with(problem)
        if self._runs:
            self._runs.cancel()

    async def _converse(self, socket: ClientConnection) -> None:
        hello = Hello(id=self.fresh_id(), version=VERSION, token=self.token, language=self.language)
        await socket.send(json.encode(hello).decode())
        async for frame in socket:
            try:
                message = _DECODER.decode(frame)
            except DecodeError as problem:
                sentence = f"the server speaks another language: {problem}"
                raise NotServed("message", sentence) from None
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
        self._resumed.clear()
        self._welcomed.set()
        self.on_socket(True)
        for table in self.seen:
            await self._send(self._watch_again(table))
        for ask, _ in tuple(self._waiting.values()):
            await self._send(ask)

    async def _hear(self, message: Message) -> None:
        waiting = self._waiting.get(getattr(message, "id", ""))
        if waiting and not waiting[1].done():
            waiting[1].set_result(message)
        if isinstance(message, Done | Refused) and message.id in self._resumed:
            message = await self._look_back(*self._resumed.pop(message.id), message)
        if isinstance(message, Table | Moved | Event):
            seen = self.seen.get(message.table, 0)
            back = seen == 0 and message.table in self.seen
            if isinstance(message, Table):
                if message.seq < seen:
                    return
                if back:
                    message = SetBack(**structs.asdict(message))
            elif back or message.seq <= seen:
                return
            elif message.seq > seen + 1:
                await self._send(self._watch_again(message.table))
                return
            self.seen[message.table] = message.seq
            await self._fairness.hear(message, self.account)
        self._inbox.put_nowait(message)

    async def _look_back(self, table: str, since: int, answer: Done | Refused) -> Message:
        """Begin anew where the server has not even the row after which it was asked."""
        if isinstance(answer, Refused):
            if answer.code in PASSING:
                again = asyncio.create_task(self._watch_later(table))
                self._later.add(again)
                again.add_done_callback(self._later.discard)
            if answer.code not in GONE:
                return answer
            self.seen.pop(table, None)
            return Lost(**structs.asdict(answer), table=table)
        if answer.seq is not None and answer.seq < since <= self.seen.get(table, 0):
            self.seen[table] = 0  # nothing is heard of it before it is told as a whole
            self._fairness.forget(table)
            await self._send(self._watch_again(table))
        return answer

    async def _watch_later(self, table: str) -> None:
        await asyncio.sleep(A_WHILE)
        if table in self.seen:
            await self._send(self._watch_again(table))

    async def _give(self, table: str, deal: int, entropy: bytes) -> asyncio.Future[Message]:
        """Give entropy to a deal, again after a lost socket, until it is answered."""
        ask = Entropy(id=self.fresh_id(), table=table, deal=deal, entropy=entropy.hex())
        answered: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        self._waiting[ask.id] = ask, answered

        def forget(answered: asyncio.Future[Message]) -> None:
            self._waiting.pop(ask.id, None)
            answered.exception()

        answered.add_done_callback(forget)
        await self._send(ask)
        return answered
