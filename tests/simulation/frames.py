"""Holds every frame that a socket is sent against the log.

What must stay true: a frame is judged when it is pushed, so that nothing is taken as shown later
than it was; what it should be is made here from the log alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final, Protocol

from msgspec import UNSET, json, structs

from speto.server import asks, faces, log, messages
from speto.server.decide import decide
from speto.server.drafts import Refused, try_words
from speto.server.messages import Event, Message, Moved
from speto.server.showing import Step, whole
from speto.server.table import Table, seat_of
from speto.server.wire import encode
from tests.simulation.disk import Disk
from tests.simulation.judge import UNTRUE, History, Judge, Wrong
from tests.test_faces import may_know

READ: Final[json.Decoder[Message]] = json.Decoder(Message)
CARDS: Final = re.compile(r"[2-9TJQKA][cdhs]|\*\*")
UNKNOWN: Final = ("store", "failed")
"""Refusals that do not say whether the ask was done."""


class Shown(Protocol):
    """A socket as it is judged: who is at it, what it asks just now, which rows it was shown."""

    name: str
    node: str
    asks: asks.Ask | None
    reached: dict[str, int]
    shown: dict[str, int]

    @property
    def account(self) -> str: ...


class Frames:
    """The judge of frames."""

    def __init__(self, judge: Judge, disk: Disk) -> None:
        self.judge = judge
        self.disk = disk
        self.count = 0

    def on_push(self, socket: Shown, frame: bytes) -> Message:
        """Something is sent to a socket; what it says."""
        self.count += 1
        message = READ.decode(frame)
        try:
            self._check(socket, message, frame)
        except Wrong as problem:
            self.judge.note(f"{socket.name} <- {frame.decode()[:400]}")
            self.judge.fail(f"{socket.name}: {problem}")
        except Exception as problem:
            self.judge.note(f"{socket.name} <- {frame.decode()[:400]}")
            self.judge.fail(f"{socket.name}: a frame that cannot be: {problem!r}")
        return message

    def _check(self, socket: Shown, message: Message, frame: bytes) -> None:
        match message:
            case Moved() | Event():
                self._row(socket, message, frame)
            case messages.Table():
                self._whole(socket, message, frame)
            case messages.Draft():
                self._draft(socket, message, frame)
            case messages.Done():
                self._done(socket, message)
            case messages.Refused():
                self._refused(socket, message)
            case messages.Said():
                self._said(message)
            case messages.Lobby():
                for listed in message.tables:
                    if not self._history(listed.table).table.opened.public:
                        raise Wrong(f"{listed.table} is listed and not public")
            case messages.Notice(code="broken"):
                raise Wrong(f"{message.table} was set aside")
            case _:
                pass
        self._check_seeds(frame)

    def _history(self, table: str) -> History:
        if table not in self.judge.histories:
            raise Wrong(f"{table} is not in the store")
        return self.judge.histories[table]

    def _durable(self, table: str, seq: int) -> History:
        history = self._history(table)
        if seq > history.seq:
            raise Wrong(f"row {seq} of {table} is shown before it is durable")
        return history

    def _check_seeds(self, frame: bytes) -> None:
        for table, history in self.judge.histories.items():
            revealed = history.table.reveals
            for deal, seed in history.seeds.items():
                if deal not in revealed and seed.hex().encode() in frame:
                    raise Wrong(f"the seed of deal {deal} of {table} is told")
            luck = history.table.luck
            if luck and history.table.stage == "playing" and luck.encode() in frame:
                raise Wrong(f"the chance of {table} is told")

    # What a table shows.

    def _row(self, socket: Shown, message: Moved | Event, frame: bytes) -> None:
        history = self._durable(message.table, message.seq)
        self._check_order(socket, message)
        table = history.at(message.seq)
        seat = self._seat(history, socket, message.seq)
        row = history.rows[message.seq - 1]
        sight = _has_sight(message.view)

        def make() -> Message:
            step = Step(table, row, frozenset, row.at)
            return step.for_seat(seat, sight=sight)

        expected: Any = self._expected(history, message.seq, seat, (seat, sight, "row"), make)
        self._check_clock(socket, message.now, table, row.at)
        more: dict[str, Any] = {"now": structs.replace(expected.now, left=message.now.left)}
        if isinstance(message, Event):
            more["seats"] = _as_here(expected.seats, message.seats)
        self._compare(encode(structs.replace(expected, **more)), frame, message.seq)
        self._check_delay(socket, table, row.at)

    def _whole(self, socket: Shown, message: messages.Table, frame: bytes) -> None:
        history = self._durable(message.table, message.seq)
        table = history.at(message.seq)
        self._check_order(socket, message)
        seat = self._seat(history, socket, message.seq)
        sight = _has_sight(message.view)
        head = self.disk.heads[message.table]

        def make() -> Message:
            return whole(table, head, seat, frozenset(), 0, (), sight=sight)

        expected: Any = self._expected(history, message.seq, seat, (seat, sight, "all"), make)
        began = history.rows[message.seq - 1].at
        self._check_clock(socket, message.now, table, began)
        for said in message.said:
            self._said(said)
        if not set(message.away) <= set(range(len(message.log))):
            raise Wrong(f"what was played away is {message.away}")
        same = structs.replace(
            expected,
            now=structs.replace(expected.now, left=message.now.left),
            seats=_as_here(expected.seats, message.seats),
            said=message.said,
            away=message.away,
        )
        self._compare(encode(same), frame, message.seq)
        self._check_delay(socket, table, began)

    def _expected(
        self,
        history: History,
        seq: int,
        seat: int | None,
        key: tuple[int | None, bool, str],
        make: Callable[[], Message],
    ) -> Message:
        """What is to be told, made once for all who are told the same; no hidden card in it."""
        if (seq, *key) not in history.told:
            made: Any = make()
            said = [] if made.view is None else [made.view.public, made.view.own, made.view.sight]
            text = " ".join(bytes(part).decode() for part in said[:2])
            text += " " + (said[2] if said and isinstance(said[2], str) else "")
            words = getattr(made, "words", None) or [line.word for line in getattr(made, "log", ())]
            self._check_cards(history, seq, seat, f"{text} {' '.join(words)}")
            history.told[seq, *key] = made
        found: Message = history.told[seq, *key]
        return found

    def _check_cards(self, history: History, seq: int, seat: int | None, text: str) -> None:
        told = set(CARDS.findall(text))
        if told <= history.knows(seq, seat):
            return
        table = history.at(seq)
        assert table.state
        known = set(map(str, may_know(table.state, table.place_of(seat))))
        if not told <= known:
            raise Wrong(f"seat {seat} is told of {sorted(told - known)} at row {seq}")

    def _compare(self, expected: bytes, frame: bytes, seq: int) -> None:
        if expected != frame:
            at = next(
                (n for n, (a, b) in enumerate(zip(expected, frame, strict=False)) if a != b), 0
            )
            part = slice(max(0, at - 60), at + 60)
            raise Wrong(
                f"row {seq} is shown as …{frame[part].decode(errors='replace')}… and is "
                f"…{expected[part].decode(errors='replace')}…"
            )

    def _check_order(self, socket: Shown, message: Moved | Event | messages.Table) -> None:
        """See that a socket is shown all rows, one after the other."""
        table, seq, asks_ = message.table, message.seq, socket.asks
        watches = isinstance(asks_, asks.Watch) and self._named(asks_) == table
        since = asks_.since if watches and isinstance(asks_, asks.Watch) else None
        shown = socket.shown.get(table)
        if isinstance(message, messages.Table):
            late = message.seat is None and message.settings.delay
            least = max(since or 0, shown or 0)
            if not late and seq < least:
                raise Wrong(f"the whole {table} is shown at row {seq}, after row {least}")
            if not watches and not (shown is not None and seq > shown):
                raise Wrong(f"the whole {table} is shown and was not asked for")
        elif not (shown is not None and seq == shown + 1) and not (
            since is not None and seq == since + 1
        ):
            raise Wrong(f"row {seq} of {table} is shown after row {shown}, asked since {since}")
        socket.shown[table] = seq

    def _named(self, ask: asks.Watch) -> str | None:
        return ask.table or self.disk.codes.get(ask.code or "")

    def _seat(self, history: History, socket: Shown, seq: int) -> int | None:
        """The seat that a viewer had after a row; none if he has left it, and sees it later."""
        seat = seat_of(history.at(seq), socket.account)
        left = history.table.opened.delay and seat_of(history.table, socket.account) is None
        return None if left else seat

    def _check_clock(self, socket: Shown, now: messages.Now, table: Table, since: int) -> None:
        """See that what is left on a clock was so between a row and this moment."""
        if (now.left is None) != (table.deadline is None):
            raise Wrong(f"the clock shows {now.left}, and ends at {table.deadline}")
        if now.left is None or table.deadline is None:
            return
        here = self.judge.clock(socket.node)
        least = max(0, table.deadline - here) - UNTRUE
        most = max(0, table.deadline - since) + self.judge.skew
        if not least <= now.left <= most:
            raise Wrong(f"the clock shows {now.left}, and should between {least} and {most}")

    def _check_delay(self, socket: Shown, table: Table, at: int) -> None:
        """See that who only looks on sees nothing younger than he may."""
        history = self._history(table.id)
        seated = any(seat_of(each, socket.account) is not None for each in history.tables)
        if seated or not table.opened.delay or table.seq == 1:
            return
        if self.judge.clock(socket.node) + UNTRUE < at + table.opened.delay:
            raise Wrong(f"row {table.seq} of {table.id} is shown too soon to who looks on")

    # Answers.

    def _draft(self, socket: Shown, message: messages.Draft, frame: bytes) -> None:
        history = self._durable(message.table, message.seq)
        table = history.at(message.seq)
        seat = seat_of(table, socket.account)
        ask = self.judge.asked.get((socket.account, message.id))
        if seat is None or not isinstance(ask, asks.Try):
            raise Wrong(f"a draft of {message.table} that was not asked for")
        draft = try_words(table, seat, ask.words)
        face = faces.face(draft.view, sight=_has_sight(message.view))
        same = structs.replace(message, words=list(draft.words), view=face)
        self._compare(encode(same), frame, message.seq)

    def _done(self, socket: Shown, message: messages.Done) -> None:
        ask = self.judge.asked.get((socket.account, message.id))
        if ask is None:
            raise Wrong(f"{message.id} was not asked for")
        if message.table is None or message.seq is None:
            return
        if isinstance(ask, asks.Rematch):  # whose row is that of the old table
            self._durable(ask.table, message.seq)
            self._history(message.table)
            return
        history = self._durable(message.table, message.seq)
        if isinstance(ask, asks.Watch):
            self._watched(socket, ask, history, message.seq)
        if isinstance(ask, asks.Watch | asks.Unwatch):
            return
        row = history.rows[message.seq - 1]
        own = (row.actor, row.command) == (socket.account, message.id)
        if not own and not isinstance(ask, asks.Open | asks.Quick):
            raise Wrong(f"{message.id} is said to be row {message.seq}, which is {row.command}")

    def _watched(self, socket: Shown, ask: asks.Watch, history: History, seq: int) -> None:
        """See that a socket was shown all rows up to where it looks on from."""
        name = history.table.id
        late = history.table.opened.delay and self._seat(history, socket, history.seq) is None
        shown = socket.shown.setdefault(name, ask.since or 0)
        if not late and shown != seq:
            raise Wrong(f"{name} is shown up to row {shown}, and looked at from row {seq} on")

    def _refused(self, socket: Shown, message: messages.Refused) -> None:
        self.judge.note(f"{socket.name} {message.id} is refused: {message.code}")
        ask = self.judge.asked.get((socket.account, message.id))
        if message.code == "failed":
            raise Wrong(f"{message.id} has failed")
        if ask is None or message.code in UNKNOWN:
            return
        done = self.judge.applied.get((socket.account, message.id))
        if done:
            raise Wrong(f"{message.id} is refused ({message.code}), and is {done}")
        table = getattr(ask, "table", None)
        if table in self.judge.histories:
            self._check_refusal(socket, ask, self._history(table), message.code)

    def _check_refusal(self, socket: Shown, ask: asks.Ask, history: History, code: str) -> None:
        """See that an ask was not allowed at some moment since it came."""
        reached = socket.reached.get(history.table.id, history.seq)
        for seq in range(max(1, reached), history.seq + 1):
            try:
                _allow(history, seq, socket.account, ask)
            except Refused:
                return
        if code in ("scope", "often", "drains", "hello"):
            return
        raise Wrong(f"{ask.id} ({type(ask).__name__}) is refused ({code}) and was allowed")

    def _said(self, said: messages.Said) -> None:
        found = self.disk.said(said.table, said.n)
        if found is None or (found["phrase"], found["text"]) != (said.phrase, said.text):
            raise Wrong(f"line {said.n} of {said.table} is told and does not stand so")


def _has_sight(view: messages.Face | None) -> bool:
    return view is not None and view.sight is not UNSET


def _as_here(
    expected: list[messages.SeatShown], told: list[messages.SeatShown]
) -> list[messages.SeatShown]:
    """The seats with who is here, which the log does not tell."""
    return [
        structs.replace(seat, here=other.here and seat.account is not None)
        for seat, other in zip(expected, told, strict=True)
    ]


def _allow(history: History, seq: int, account: str, ask: asks.Ask) -> None:
    """See whether an ask is allowed after a row.

    :raises Refused: if it is not, or if that can't be said here.
    """
    table = history.at(seq)
    seat = seat_of(table, account)
    if seat is None:
        raise Refused("seat")
    body: log.Body
    match ask:
        case asks.Do():
            if history.played[seq - 1] > ask.seq or ask.seq > seq:
                raise Refused("stale")
            body = log.Did(seat, tuple(ask.words))
        case asks.Try():
            if history.played[seq - 1] > ask.seq or ask.seq > seq:
                raise Refused("stale")
            try_words(table, seat, ask.words)
            return
        case asks.Entropy():
            body = log.Gave(seat, ask.deal, ask.entropy)
        case asks.Ready():
            body = log.Ready(seat)
        case asks.Rejoin():
            body = log.Rejoined(seat)
        case asks.Back():
            body = log.Returned(seat)
        case asks.Leave():
            body = log.Left(seat)
        case asks.Fill():
            body = log.Filled(ask.level)
        case _:
            raise Refused("server")
    decide(table, account, body, 0)
