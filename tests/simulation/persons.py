"""Persons: they sit down, play legal words, try drafts, talk, look on, go away and come back.

What must stay true: a person knows what his sockets told him, and asks again under the same id what
was not answered; when the storm is over he stays, and plays to the end.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final, Protocol

from msgspec import json

from speto.server import asks, messages
from speto.server.messages import Event, Message, Moved, Table
from speto.server.talk import PHRASES
from tests.serving import seats, words_in
from tests.simulation.judge import Judge
from tests.simulation.loop import VirtualLoop
from tests.simulation.sockets import Socket
from tests.simulation.weather import RULES, Plan, TablePlan, Weather

PATIENCE: Final = 20.0
"""Seconds after which a socket that does not answer is given up."""
AGAIN: Final = ("store", "tables", "often", "drains")
"""Refusals after which the same is asked again, later."""
GIVEN_UP: Final = ("banned", "token", "scope")


class Town(Protocol):
    """The world as a person sees it."""

    loop: VirtualLoop
    judge: Judge
    weather: Weather
    calm: bool
    plan: Plan
    opened: list[str]

    def dial(self, person: Person) -> Socket | None: ...
    def choice(self, account: str, table: str, seq: int) -> str | None: ...
    def has_opened(self, table: str) -> None: ...


class Person:
    """Somebody with one device; with a `twin` it is the other device of that one.

    He `opens` these tables, and `wants` a quick match of that game.
    """

    def __init__(
        self,
        name: str,
        town: Town,
        draw: Random,
        opens: list[TablePlan],
        twin: Person | None = None,
        wants: str | None = None,
    ) -> None:
        self.name = name
        self.town = town
        self.draw = draw
        self.opens = opens
        self.twin = twin
        self.wants = wants
        self.account = ""
        self.token: str | None = None
        self.socket: Socket | None = None
        self.welcome = False
        self.pending: dict[str, asks.Ask] = {}
        self.seen: dict[str, int] = {}
        self.last: dict[str, Table | Moved | Event] = {}
        self.whole: dict[str, Table | Event] = {}
        self.here: dict[str, list[bool]] = {}
        self.owners: dict[str, str] = {}
        self.watching: dict[str, bool] = {}
        self.given: set[tuple[str, int]] = set()
        self.replayed: set[str] = set()
        self.away_until = 0.0
        self._count = 0
        self._heard = 0.0
        self._opening: dict[str, TablePlan] = {}

    @property
    def loop(self) -> VirtualLoop:
        """The time."""
        return self.town.loop

    def start(self) -> None:
        """Live from now on."""
        self.loop.later(self.draw.uniform(0.0, 1.0), self._live)

    def _live(self) -> None:
        self._act()
        quick = self.draw.random() < 0.8
        pause = self.draw.uniform(0.02, 0.3) if quick else self.draw.uniform(0.3, 2.0)
        self.loop.later(pause, self._live)

    # The socket.

    def _connect(self) -> None:
        if self.twin is not None and self.twin.token is None:
            return
        self.socket = self.town.dial(self)
        if self.socket is None:
            return
        self._heard = self.loop.time()
        if self.twin is not None:
            self.token = self.twin.token
        hello = asks.Hello(id=self._id(), version=1, token=self.token)
        self.socket.send(json.encode(hello))

    def on_lost(self, socket: Socket) -> None:
        """The socket is gone."""
        if socket is self.socket:
            self.socket, self.welcome = None, False
            self.here.clear()

    def _hang_up(self) -> None:
        if self.socket is not None:
            socket, self.socket, self.welcome = self.socket, None, False
            socket.cut()

    def _id(self) -> str:
        self._count += 1
        return f"{self.name}-{self._count}"

    def _send(self, ask: asks.Ask) -> None:
        self.town.judge.asked[self.account, ask.id] = ask
        if self.socket is not None and self.welcome:
            self.socket.send(json.encode(ask))

    def ask(self, kind: Callable[..., Any], **fields: Any) -> str:
        """Ask something, again and again until it is answered."""
        ask = kind(id=self._id(), **fields)
        self.pending[ask.id] = ask
        self._send(ask)
        if self.draw.random() < 0.03 and not self.town.calm:
            self._send(ask)  # an impatient finger
        return str(ask.id)

    def _pends(self, kind: type, table: str | None = None) -> bool:
        return any(
            isinstance(ask, kind) and table in (None, getattr(ask, "table", None))
            for ask in self.pending.values()
        )

    # What is heard.

    def hear(self, socket: Socket, message: Message) -> None:
        """Something was told."""
        if socket is not self.socket:
            return
        self._heard = self.loop.time()
        match message:
            case messages.Welcome():
                self._come_in(message)
            case (
                messages.Done()
                | messages.Draft()
                | messages.Arranged()
                | messages.Lobby()
                | messages.Pong()
            ):
                self._answered(message)
            case messages.Refused():
                self._refused(message)
            case Table() | Moved() | Event():
                self._told(message)
            case messages.Presence():
                self.here[message.table] = message.here
            case messages.Closing():
                self.town.judge.note(f"{self.name} is closed: {message.reason}")
            case _:
                pass

    def _come_in(self, message: messages.Welcome) -> None:
        self.account, self.token = message.account, message.token or self.token
        self.welcome = True
        for table, sight in self.watching.items():
            self._watch(table, sight=sight)
        for ask in tuple(self.pending.values()):
            self._send(ask)

    def _watch(self, table: str, *, sight: bool) -> None:
        for ask in tuple(self.pending.values()):
            if isinstance(ask, asks.Watch) and ask.table == table:
                del self.pending[ask.id]
        since = self.seen.get(table)
        self.watching[table] = sight
        self.ask(asks.Watch, table=table, since=since, sight=sight)

    def _answered(self, message: Any) -> None:
        ask = self.pending.get(message.id)
        if isinstance(ask, asks.Quick) and message.table is None:
            return  # he waits, and will be told
        self.pending.pop(message.id, None)
        if isinstance(ask, asks.Open | asks.Rematch | asks.Quick):
            self.town.has_opened(message.table)

    def _refused(self, message: messages.Refused) -> None:
        ask = self.pending.get(message.id)
        if ask is None:
            if message.code in AGAIN:  # the greeting
                self._hang_up()
            elif message.code in GIVEN_UP:
                self.town.judge.fail(f"{self.name} is not let in: {message.code}")
            return
        if message.code in AGAIN:
            self.loop.later(self.draw.uniform(0.2, 2.0), self._again, message.id)
        else:
            del self.pending[message.id]
            if isinstance(ask, asks.Entropy):
                self.given.discard((ask.table, ask.deal))

    def _again(self, name: str) -> None:
        if name in self.pending:
            self._send(self.pending[name])

    def _told(self, message: Table | Moved | Event) -> None:
        table = message.table
        seen = self.seen.get(table, 0)
        if message.seq < seen or (message.seq == seen and not isinstance(message, Table)):
            return
        if message.seq > seen + 1 and not isinstance(message, Table):
            self._watch(table, sight=self.watching.get(table, False))
            return
        self.seen[table] = message.seq
        self.last[table] = message
        if isinstance(message, Table):
            self.owners[table] = message.settings.owner
        if not isinstance(message, Moved):
            self.whole[table] = message
            self.here[table] = [seat.here for seat in message.seats]

    # What is done.

    def _act(self) -> None:
        now = self.loop.time()
        calm = self.town.calm
        if self.socket is None:
            if calm or now >= self.away_until:
                self._connect()
            return
        if now - self._heard > PATIENCE:
            self._hang_up()
            return
        if not self.welcome:
            return
        if not calm and self.draw.random() < self.town.weather.socket_lost:
            self._hang_up()
            return
        if self.draw.random() < self.town.weather.socket_slow:
            self.socket.stall(self.draw.uniform(0.5, 8.0))
        if not calm and self.draw.random() < 0.01:
            self.away_until = now + self.draw.choice((1.0, 6.0, 20.0))
            self._hang_up()
            return
        if now - self._heard > PATIENCE / 4 and not self._pends(asks.Ping):
            self.ask(asks.Ping)
        if self.opens and not self._pends(asks.Open):
            self._open(self.opens.pop(0))
            return
        if self.wants and not self._pends(asks.Quick):
            game, self.wants = self.wants, None
            self.ask(asks.Quick, game=game, rules=RULES[game][0], seats=2)
            return
        tables = [table for table in self.town.opened if table not in self.watching]
        if tables and (calm or self.draw.random() < 0.7):
            self._watch(self.draw.choice(tables), sight=self.draw.random() < 0.1)
            return
        if self.watching:
            for table in self.watching if calm else (self.draw.choice([*self.watching]),):
                self._at_table(table)

    def _open(self, plan: TablePlan) -> None:
        kinds = [kind for kind in plan.seats if kind == "person"]
        assert kinds
        asked = json.decode(json.encode(seats(*plan.seats)), type=list[asks.SeatAsked])
        asked = [
            asks.SeatAsked(kind=seat.kind, level=plan.level) if seat.kind == "computer" else seat
            for seat in asked
        ]
        self.ask(
            asks.Open,
            game=plan.game,
            rules=plan.rules,
            seats=asked,
            clock=plan.clock,
            public=plan.public,
            delay=plan.delay,
        )

    def _at_table(self, table: str) -> None:
        last, whole = self.last.get(table), self.whole.get(table)
        if last is None or whole is None:
            return
        mine = next((n for n, s in enumerate(whole.seats) if s.account == self.account), None)
        seat = None if mine is None else whole.seats[mine]
        if not self.town.calm and self._plays_about(table, last, seat is not None):
            return
        stage = last.now.stage
        if stage == "waiting":
            self._wait(table, whole, seat is not None)
        elif seat is None:
            return
        elif stage not in ("over", "closed") and (seat.substitute or seat.missed):
            self._once(asks.Back, table, 0.5)
        if seat is None or mine is None:
            return
        if stage == "over" and table not in self.replayed and self.town.plan.rematch:
            self.replayed.add(table)
            if len(self.town.opened) <= len(self.town.plan.tables):
                self.ask(asks.Rematch, table=table)
        if stage == "entropy":
            self._give(table, whole, mine)
        elif stage == "playing":
            self._play(table, last)
        elif stage == "rejoining" and self._may_rejoin(whole, mine):
            if not self._pends(asks.Rejoin, table) and not self._pends(asks.Ready, table):
                kind = asks.Rejoin if self.draw.random() < 0.5 else asks.Ready
                self.ask(kind, table=table)
        elif stage in ("between", "rejoining") and not seat.ready:
            self._once(asks.Ready, table, 0.6)

    def _once(self, kind: type, table: str, chance: float) -> None:
        """Ask something that is not asked already; in a storm not always."""
        if not self._pends(kind, table) and (self.town.calm or self.draw.random() < chance):
            self.ask(kind, table=table)

    def _may_rejoin(self, whole: Table | Event, mine: int) -> bool:
        return whole.standing is not None and mine in whole.standing.may_rejoin

    def _plays_about(self, table: str, last: Table | Moved | Event, sits: bool) -> bool:
        """Something that the game does not need; whether anything was done."""
        chance = self.draw.random()
        if chance < 0.02 and sits:
            self.ask(asks.Say, table=table, phrase=self.draw.choice(PHRASES))
        elif chance < 0.03:
            self.ask(asks.Tables)
        elif chance < 0.04 and self.seen.get(table):
            self.ask(asks.Unwatch, table=table)
            self.watching.pop(table, None)
        elif chance < 0.045 and sits and last.view is not None:
            self._arrange(table, last.view)
        elif chance < 0.05:
            self._watch(table, sight=self.draw.random() < 0.2)
        elif chance < 0.09 and (words := words_in(last)):
            self.ask(asks.Try, table=table, seq=last.seq, words=[self.draw.choice(words)])
        else:
            return False
        return True

    def _arrange(self, table: str, view: messages.Face) -> None:
        """Ask what the own hand is in groups."""
        hand = json.decode(view.own).get("hand") or []
        cards = [card for card in hand if isinstance(card, str)][:13]
        at = self.draw.randrange(1, 6)
        groups = [part for part in (cards[:at], cards[at:]) if part]
        self.ask(asks.Arrange, table=table, groups=groups)

    def _wait(self, table: str, whole: Table | Event, sits: bool) -> None:
        """Until the first deal."""
        if any(self._pends(kind, table) for kind in (asks.Join, asks.Fill, asks.Leave)):
            return
        free = any(seat.kind == "open" for seat in whole.seats)
        owner = self.owners.get(table) == self.account
        chance = self.draw.random()
        if not sits and free:
            if self.town.calm or chance < 0.5:
                self.ask(asks.Join, table=table)
        elif sits and owner and free:
            if self.town.calm or chance < 0.05:
                self.ask(asks.Fill, table=table, level="simple")
        elif sits and chance < 0.03 and not self.town.calm:
            self.ask(asks.Leave, table=table)

    def _give(self, table: str, whole: Table | Event, mine: int) -> None:
        deal = whole.fair.deal
        if (table, deal) in self.given or mine in whole.fair.gave:
            return
        if self.town.calm or self.draw.random() < 0.9:
            digits = self.draw.randbytes(16).hex()
            self.given.add((table, deal))
            self.ask(asks.Entropy, table=table, deal=deal, entropy=digits)

    def _play(self, table: str, last: Table | Moved | Event) -> None:
        words = words_in(last)
        if not words or self._pends(asks.Do, table):
            return
        word = self.town.choice(self.account, table, last.seq)
        if word not in words or self.draw.random() < 0.15:
            word = self.draw.choice([word for word in words if word != "x"] or words)
        self.ask(asks.Do, table=table, seq=last.seq, words=[word])
