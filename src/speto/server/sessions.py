"""One socket: who it is, what it asks, what it is answered.

What must stay true: whatever is sent, the answer is a message; a mistake here ends this socket at
most, and no frame is handled before it was counted against the limits.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

from speto.server import lobby, playing
from speto.server.asks import Ask, Hello, Ping
from speto.server.drafts import Refused
from speto.server.hosting import NoTable
from speto.server.journal import place_of
from speto.server.limits import SOCKET, Bucket, group
from speto.server.messages import Closing, Message, Notice, Pong, Welcome
from speto.server.messages import Refused as Answer
from speto.server.outbox import Outbox
from speto.server.service import Service
from speto.server.store import StoreError
from speto.server.talk import NotSaid
from speto.server.terms import VERSION, Ending
from speto.server.tokens import Account, Bearer
from speto.server.wire import WireError, decode, encode
from speto.texts import languages

PROGRAM: Final = "speto"
FAULTS: Final = 20
"""After so many frames that are none a socket is closed."""
PLAY: Final = "play"


class Session:
    """A socket's side of the conversation; `bearer` is known from its cookie or after `hello`.

    Until then it has a bucket of frames of its own, and then it shares that of its account.
    """

    def __init__(self, service: Service, address: str, bearer: Bearer | None) -> None:
        self.service = service
        self.address = group(address)
        self.bearer = bearer
        self.outbox = Outbox()
        self.faults = 0
        self.ready = False
        self._frames = Bucket(SOCKET, service.now)
        self._entered = ""

    @property
    def account(self) -> Account:
        """Who is at the other end."""
        if self.bearer is None:
            raise Refused("hello")
        return self.bearer.account

    @property
    def account_id(self) -> str:
        """The id of whoever is at the other end."""
        return self.bearer.account.id if self.bearer else ""

    @property
    def account_name(self) -> str:
        """The name of whoever is at the other end, as it is now."""
        return self.bearer.account.name if self.bearer else ""

    def push(self, frame: bytes) -> None:
        """Let a frame be sent."""
        self.outbox.push(frame)
        if self.outbox.full:
            self.service.metrics.cut.labels("slow").inc()

    def tell(self, message: Message) -> None:
        """Let a message be sent."""
        self.push(encode(message))

    async def take(self, frame: str | bytes) -> bool:
        """Answer a frame; whether the socket may stay open."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        outcome, name = "done", ""
        try:
            if not self._frames.take():
                await self._slow_down()
            ask = decode(frame)
            name = ask.id
            answer = await self._answer(ask)
            if answer is not None:
                self.tell(answer)
                if isinstance(answer, Welcome) and self.service.drains:
                    self.tell(Notice(code="drains", table=None))
            self.service.metrics.ask_seconds.observe(loop.time() - began)
        except WireError as problem:
            outcome = problem.code
            self.faults += 1
            self.tell(Answer(id=problem.id, code=problem.code, text=problem.sentence))
        except Refused as problem:
            outcome = "refused"
            clause = problem.clause.code if problem.clause else None
            self.tell(Answer(id=name, code=problem.code, clause=clause, place=problem.place))
        except NotSaid as problem:
            outcome = "refused"
            self.tell(Answer(id=name, code=problem.code))
        except NoTable:
            outcome = "refused"
            self.tell(Answer(id=name, code="table"))
        except StoreError as problem:
            outcome = "store"
            self.service.journal.error("store", **place_of(problem))
            self.tell(Answer(id=name, code="store"))
        except Exception as problem:  # whatever it is, it must stay with this socket
            outcome = "failed"
            self.service.journal.error("ask failed", **place_of(problem))
            self.tell(Answer(id=name, code="failed"))
        self.service.metrics.count_ask(outcome)
        return self.faults < FAULTS

    async def _slow_down(self) -> None:
        """Hear a socket that sends too much no faster than anybody may speak; nothing is lost."""
        while not self._frames.take():
            await asyncio.sleep(self._frames.wait() / 1000)

    async def _answer(self, ask: Ask) -> Message | None:
        if isinstance(ask, Hello):
            return await self._hello(ask)
        if isinstance(ask, Ping):
            return Pong(id=ask.id, at=self.service.now())
        if not self.ready or self.bearer is None:
            raise Refused("hello")
        scope = lobby.SCOPES.get(type(ask)) or playing.SCOPES.get(type(ask)) or PLAY
        if scope not in self.bearer.scopes:
            raise Refused("scope")
        handler: Any = lobby.HANDLERS.get(type(ask)) or playing.HANDLERS[type(ask)]
        message: Message | None
        try:
            message = await handler(self, ask)
        except Refused:
            # it may be for what another node has written and this one has not heard yet
            table = getattr(ask, "table", None)
            if table is None or not await self.service.hosting.catch_up(table):
                raise
            message = await handler(self, ask)
        return message

    async def _hello(self, ask: Hello) -> Welcome | None:
        if self.ready:
            raise Refused("twice")
        if ask.version != VERSION:
            raise Refused("version")
        token = None
        if ask.token is not None:
            self.bearer = await self.service.accounts.bearer(ask.token)
            if self.bearer is None:
                raise Refused("token")
        if self.bearer is None:
            token = await self.become_guest()
        else:
            # looked up again now that this socket is found by whoever ends a token or takes a name
            self.bearer = await self.service.accounts.again(self.bearer)
            if self.bearer is None:
                self.shut("token")
                return None
        await lobby.check_ban(self.service, self.account.id)
        bucket = self.service.sockets.enter(self.account.id)
        if bucket is None:
            self.shut("sockets")
            return None
        self._entered, self._frames = self.account.id, bucket
        self.ready = True
        return Welcome(
            id=ask.id,
            account=self.account.id,
            name=self.account.name,
            token=token,
            version=VERSION,
            languages=list(languages()),
            server=PROGRAM,
        )

    def rename(self, who: Account) -> None:
        """Take the new name of whoever is at the other end, if it is his."""
        if self.bearer is not None and self.bearer.account.id == who.id:
            self.bearer = self.bearer._replace(account=who)

    def shut(self, reason: Ending) -> None:
        """Say why this socket is closed, and close it."""
        self.tell(Closing(reason=reason))
        self.outbox.close()

    async def become_guest(self) -> str:
        """Make a guest of whoever came without a token.

        :raises Refused: if too many came from there.
        """
        if not self.service.guests.take(self.address):
            raise Refused("guests")
        _, token = await self.service.accounts.guest()
        self.bearer = await self.service.accounts.bearer(token)
        return token

    def leave(self) -> None:
        """The socket is gone."""
        self.outbox.close()
        if self._entered:
            self.service.sockets.leave(self._entered)
            self._entered = ""
        self.service.matching.forget(self)
        for live in self.service.audience.leave(self):
            if live.table.id not in self.service.audience.watches and live.table.deadline is None:
                self.service.hosting.let_go(live.table.id)
