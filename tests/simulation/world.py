"""One run: a site of several nodes, its persons, and all that goes wrong between them.

What must stay true: everything is checked whenever it happens; when the storm is over the site
becomes whole by itself, and every match ends.
"""

from __future__ import annotations

import asyncio
from random import Random
from typing import Final, NamedTuple
from unittest.mock import patch

from speto.players import player
from speto.server.table import seat_of
from tests.simulation.air import Air, BusAt
from tests.simulation.disk import Disk, StoreAt
from tests.simulation.frames import Frames
from tests.simulation.judge import Judge
from tests.simulation.loop import Process, Stuck, VirtualLoop
from tests.simulation.machine import BEGAN, Chooser, Machine
from tests.simulation.persons import Person
from tests.simulation.sockets import Socket
from tests.simulation.weather import Crash, Plan, plan_of, seeded, stream

TICK: Final = 0.5
"""Seconds between two looks at the whole."""
BOUND: Final = 8.0
"""So late may a deadline be acted upon when nothing goes wrong."""
PLAYED: Final = 8.0
"""So long a computer player may take, if anybody looks on and nothing goes wrong."""
SETTLE: Final = 12.0
"""Seconds after the storm from which on nothing may be late."""
FRESH: Final = 2.0
"""Seconds after which a row is shown to all who look on when nothing goes wrong."""
HEALED: Final = 9.0
"""The same in a storm in which the store answers."""
LAST: Final = 6.0
"""Seconds after the last row in which everybody hears of it."""
LONGEST: Final = 900.0
"""Seconds after the storm in which every match ends."""
LINES: Final = 70
"""So many lines of a trace are shown."""
ENDED: Final = ("over", "closed")


class Outcome(NamedTuple):
    """What a run has come to; `wrong` is the first thing that must not be."""

    seed: int
    wrong: str | None
    trace: list[str]
    rows: int
    frames: int
    seconds: float

    def __str__(self) -> str:
        if self.wrong is None:
            return f"seed {self.seed}: {self.rows} rows, {self.frames} frames, all is right"
        lines = "\n".join(self.trace[-LINES:])
        return (
            f"seed {self.seed}: {self.wrong}\n{lines}\n"
            f"again: python -m tests.simulation {self.seed}"
        )


class World:
    """All there is in a run."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.weather = plan.weather
        self.loop = VirtualLoop()
        self.judge = Judge(plan.skew)
        self.disk = Disk(self.judge)
        self.frames = Frames(self.judge, self.disk)
        self.air = Air(self.loop, self.weather, stream(plan.seed, "bus"), plan.largest)
        self.draw = stream(plan.seed, "world")
        self.calm = False
        self.opened: list[str] = []
        self.machines: list[Machine] = []
        self.sockets: list[Socket] = []
        self.persons: list[Person] = []
        self._all: list[Machine] = []
        self._lives = 0
        self._dialed = 0.0
        self._doomed: dict[str, float] = {}
        self._dark_since: float | None = None
        self._dark = self._light_since = 0.0
        self._darks = 0
        self.judge.time = self.loop.time
        self.judge.clock = self._clock
        self.judge.outage = self._outage
        self.judge.on_wrong = self._halt
        self.loop.ending = self._end

    # The site.

    def _clock(self, name: str) -> int:
        return next(machine.now() for machine in self._all if machine.name == name)

    def _halt(self) -> None:
        self.loop.halted = True

    def _end(self) -> None:
        """What is left to run has no store, and nobody watches."""
        self.weather.store_away = True
        self.judge.over = True

    def _outage(self) -> tuple[float, int]:
        """For how long nobody could play, and how often that was."""
        since = self._dark_since
        dark = self._dark + (0.0 if since is None else self.loop.time() - since)
        return dark, self._darks

    def _look_at_light(self) -> None:
        """Note whether anybody could play just now."""
        light = not self.weather.store_away and any(
            machine.process.alive and not machine.process.frozen and machine.ready
            for machine in self.machines
        )
        now = self.loop.time()
        if light and self._dark_since is not None:
            self._dark += now - self._dark_since
            self._dark_since = None
            self._light_since = now
        elif not light and self._dark_since is None:
            self._dark_since = now
            self._darks += 1

    def boot(self, number: int) -> None:
        """Begin a new life of a node."""
        plan = self.plan
        self._lives += 1
        name = f"n{number}.{self._lives}"
        draw = stream(plan.seed, name)
        machine = Machine(
            name,
            number,
            self.loop,
            self.judge,
            self.weather,
            draw,
            plan.skews[number],
            plan.drifts[number],
        )
        self.machines = [one for one in self.machines if one.number != number] + [machine]
        self._all.append(machine)
        self.judge.note(f"{name} boots, {plan.skews[number]} ms ahead")
        store = StoreAt(
            self.disk, machine.process, self.loop, self.weather, draw, self._on_committed
        )
        bus = None
        if plan.bus:
            bus = BusAt(self.air, name, number, machine.process, machine.context)
        machine.start(store, bus, self._on_ended)

    def _on_committed(self, process: Process) -> None:
        """A node has committed: one that is doomed dies now, before it can tell."""
        away = self._doomed.pop(process.name, None)
        if away is not None and process.alive:
            self._die(process.name, away)

    def _on_ended(self, machine: Machine) -> None:
        """A node has ended by itself: whoever looks after it starts it again."""
        self.judge.note(f"{machine.name} has ended")
        machine.process.alive = False
        self._look_at_light()
        self.loop.later(1.0, self.boot, machine.number)

    def _crash(self, crash: Crash) -> None:
        machine = next((one for one in self.machines if one.number == crash.node), None)
        if machine is None or not machine.process.alive or self.calm:
            return
        if crash.orderly:
            if machine.ready:
                self.judge.note(f"{machine.name} is asked to end")
                machine.end()
        elif crash.frozen:
            self.judge.note(f"{machine.name} stands still for {crash.away} s")
            machine.process.frozen = True
            self._look_at_light()
            self.loop.later(crash.away, self._thaw, machine)
        elif crash.after_commit:
            self._doomed[machine.name] = crash.away
        else:
            self._die(machine.name, crash.away)

    def _thaw(self, machine: Machine) -> None:
        self.judge.note(f"{machine.name} goes on")
        self.loop.thaw(machine.process)
        machine.awake_since = self.loop.time()
        self._look_at_light()

    def _die(self, name: str, away: float) -> None:
        machine = next(one for one in self.machines if one.name == name)
        self.judge.note(f"{name} dies")
        machine.process.alive = False
        for socket in self.sockets:
            if socket.machine is machine:
                socket.cut()
        self._look_at_light()
        self.loop.later(away, self.boot, machine.number)

    def chooser(self, n: int) -> Chooser:
        """Those who choose words at a node."""
        return Chooser(n, self.weather, stream(self.plan.seed, f"chooser {self._lives}"))

    # What persons see of it.

    def dial(self, person: Person) -> Socket | None:
        """A socket to some node, if it answers."""
        machine = self.draw.choice(self.machines)
        if not machine.process.alive or not machine.ready:
            return None
        number = self.persons.index(person)
        socket = Socket(
            person,
            machine,
            self.loop,
            self.judge,
            self.frames,
            stream(self.plan.seed, f"socket {len(self.sockets)}"),
            f"10.0.{number}.1",
        )
        self.sockets = [one for one in self.sockets if not one.lost] + [socket]
        self.judge.note(f"{person.name} dials {machine.name}")
        self._dialed = self.loop.time()
        return socket

    def choice(self, account: str, table: str, seq: int) -> str | None:
        """What a simple player would do."""
        moment = self.judge.histories[table].at(seq)
        view = moment.view_for(seat_of(moment, account))
        if view is None or not view.words:
            return None
        return str(player("simple").choose(view, Random(seq)))

    def has_opened(self, table: str) -> None:
        """A table is known to all."""
        if table not in self.opened:
            self.opened.append(table)

    # The run.

    async def live(self) -> None:
        """All of it."""
        plan = self.plan
        for number in range(len(plan.skews)):
            self.boot(number)
        for number in range(plan.persons):
            draw = stream(plan.seed, f"person {number}")
            opens = plan.tables[number :: plan.persons]
            last = plan.twins and number == plan.persons - 1
            twin = self.persons[0] if last and number else None
            wants = plan.quick if number < 2 else None
            self.persons.append(Person(f"p{number}", self, draw, opens, twin, wants))
        for person in self.persons:
            person.start()
        for crash in plan.crashes:
            self.loop.later(crash.at, self._crash, crash)
        while self.loop.time() < plan.storm:
            self._be_wet()
            if not plan.store_away and not self.weather.store_slow:
                self._look_at_sockets(HEALED)
                light = self._dark_since is None and self.loop.time() - self._light_since
                if light and light > BOUND + 4 and not self.weather.answer_lost:
                    self._look()
            await asyncio.sleep(TICK)
        if self.weather.bus_dead or self.weather.cut:
            self.air.mend()
        self.weather.clear()
        self.calm = True
        self.judge.note("the storm is over")
        until = self.loop.time() + LONGEST
        settled = self.loop.time() + SETTLE + max((crash.away for crash in plan.crashes), default=0)
        while not self._is_over():
            if self.loop.time() > until:
                self.judge.fail(f"no end: {self._standing()}")
            self._look_at_light()
            if self.loop.time() > settled:
                self._look()
                self._look_at_sockets(FRESH)
            await asyncio.sleep(TICK)
        self._look_at_end()

    def _be_wet(self) -> None:
        """Change what is wrong at this moment."""
        now, plan, weather = self.loop.time(), self.plan, self.weather
        weather.store_away = any(span.begin <= now < span.end for span in plan.store_away)
        dead = any(span.begin <= now < span.end for span in plan.bus_dead)
        cut = next((group for span, group in plan.bus_cut if span.begin <= now < span.end), None)
        if (weather.bus_dead and not dead) or (weather.cut and cut is None):
            self.air.mend()
        weather.bus_dead, weather.cut = dead, cut or frozenset()
        self._look_at_light()

    def _is_over(self) -> bool:
        # that somebody has come is told, too, as late as a table is shown
        late = max(table.delay for table in self.plan.tables) / 1000
        last = max((one.when[-1] for one in self.judge.histories.values()), default=0.0)
        until = max(last + LAST, self._dialed + LAST, self.plan.storm + SETTLE)
        if self.loop.time() < until + late:
            return False
        wanted = len(self.plan.tables) + (self.plan.quick is not None)
        return (
            len(self.judge.histories) >= wanted
            and all(one.table.stage in ENDED for one in self.judge.histories.values())
            and all(machine.ready and machine.process.alive for machine in self.machines)
            and all(person.welcome and not person.pending for person in self.persons)
        )

    def _standing(self) -> str:
        tables = [
            f"{table} {one.table.stage} at row {one.seq}, {one.table.awaited} awaited, "
            f"{one.table.to_act} to act"
            for table, one in self.judge.histories.items()
        ]
        waits = [f"{one.name}: {[*one.pending.values()]}" for one in self.persons if one.pending]
        return "; ".join(tables + waits)

    def _look(self) -> None:
        """See that no deadline has passed without its row."""
        now = BEGAN + 1000 * self.loop.time()
        watched = {table for socket in self.sockets if not socket.lost for table in socket.shown}
        for name, history in self.judge.histories.items():
            table = history.table
            deadline, seat = table.deadline, table.to_act
            if deadline is not None and now - deadline > 1000 * BOUND + self.judge.skew:
                self.judge.fail(f"{name} is {now - deadline:.0f} ms late at row {history.seq}")
            waits = self.loop.time() - history.when[-1] if name in watched else 0.0
            if seat is not None and self.calm and not table.seats[seat].present and waits > PLAYED:
                self.judge.fail(f"{name} waits for its computer player at row {history.seq}")

    def _look_at_sockets(self, bound: float) -> None:
        """See that what became durable some time ago was shown to all who look on."""
        for socket in self.sockets:
            machine = socket.machine
            if socket.lost or not machine.process.alive or machine.process.frozen:
                continue
            if socket.slow_until > self.loop.time() - bound:
                continue
            for table, shown in socket.shown.items():
                history = self.judge.histories[table]
                old = [when for when in history.when if when < self.loop.time() - bound]
                if socket.sees_late(history) or machine.awake_since > self.loop.time() - bound:
                    continue
                if len(old) > shown:
                    self.judge.fail(f"{socket.name} was not shown row {shown + 1} of {table}")

    def _look_at_end(self) -> None:
        """See that everybody has seen everything."""
        for person in self.persons:
            if person.socket is None or not person.welcome:
                self.judge.fail(f"{person.name} has no socket at the end")
            self._look_at_presence(person)
            for table in person.watching:
                seq = self.judge.histories[table].seq
                if person.seen.get(table) != seq:
                    self.judge.fail(
                        f"{person.name} has seen row {person.seen.get(table)} of {table}, "
                        f"which has {seq}"
                    )

    def _look_at_presence(self, person: Person) -> None:
        """See that a person knows who is here."""
        for table, told in person.here.items():
            history = self.judge.histories[table]
            if table not in person.watching:
                continue
            looks = {one.account for one in self.persons if table in one.watching}
            here = [seat.who in looks for seat in history.table.seats]
            if told != here:
                self.judge.fail(f"{person.name} is told that {told} are here, and {here} are")


def run(plan: Plan) -> Outcome:
    """What a plan comes to."""
    with seeded(plan.seed):
        world = World(plan)
        # what `serve` would start as processes of their own
        choosers = patch("speto.server.serve.Workers", world.chooser)
        # the guard's looks cost much here, and it is woken when there is anything to do
        seldom = patch("speto.server.guard.EVERY", 2.0)
        try:
            with choosers, seldom:
                world.loop.run(world.live())
        except Stuck as problem:
            world.judge.over = False
            world.judge.fail(f"{problem}: {world._standing()}")
        for said in world.loop.problems[:1]:
            world.judge.over = False
            world.judge.fail(f"an exception that nobody caught: {said}")
    judge = world.judge
    rows = sum(one.seq for one in judge.histories.values())
    return Outcome(plan.seed, judge.wrong, judge.trace, rows, world.frames.count, world.loop.time())


def run_seed(seed: int) -> Outcome:
    """What a seed comes to."""
    return run(plan_of(seed))
