"""Holds every row that becomes durable against the rules, as the log alone tells them.

What must stay true: it knows nothing of what a node has in memory; each table is folded here anew,
and each row is decided here again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from msgspec import structs

from speto.fair import commit_to
from speto.server import asks, log
from speto.server.decide import CLOCK, SERVER, check_opened, decide, due, upkeep
from speto.server.drafts import Refused
from speto.server.live import head_of
from speto.server.store import Row, Write
from speto.server.table import Table, begin, follow
from tests.test_faces import may_know, named

KEPT: Final = 4_000
"""So many lines of a trace are kept."""
LATE: Final = 4_000
"""How much longer than it was an outage may be taken for, in milliseconds."""
UNTRUE: Final = 2
"""Two clocks that are read at the same moment may differ by so much through rounding."""


class Wrong(AssertionError):
    """Something that must never be."""


@dataclass(eq=False)
class History:
    """A table as the log tells it: the table after each row, and what lay open by then."""

    tables: list[Table]
    rows: list[Row]
    seeds: dict[int, bytes]
    when: list[float]
    played: list[int] = field(default_factory=lambda: [0])
    open: list[frozenset[str]] = field(default_factory=lambda: [frozenset()])
    credited: int = 0
    told: dict[Any, Any] = field(default_factory=dict)

    @property
    def seq(self) -> int:
        """The last row that is durable."""
        return len(self.rows)

    @property
    def table(self) -> Table:
        """The table after the last row."""
        return self.tables[-1]

    def at(self, seq: int) -> Table:
        """The table after a row."""
        return self.tables[seq - 1]

    def knows(self, seq: int, seat: int | None) -> frozenset[str]:
        """Cards that a seat of the match may know after a row; there may be more."""
        table = self.at(seq)
        place = table.place_of(seat)
        if table.state is None or place is None:
            return self.open[seq - 1]
        return self.open[seq - 1] | {str(card) for card in table.state.hands[place]}

    def add(self, row: Row, after: Table, when: float) -> None:
        """One more row."""
        before = self.table
        self.tables.append(after)
        self.rows.append(row)
        self.when.append(when)
        self.played.append(row.seq if after.state is not before.state else self.played[-1])
        self.open.append(self._opened(before, after))

    def _opened(self, before: Table, after: Table) -> frozenset[str]:
        if after.state is None or after.state is before.state:
            return self.open[-1]
        if before.state is None or after.stage != "playing" or after.state.before is None:
            return frozenset(map(str, may_know(after.state, None)))
        words = [str(told.action) for told in after.state.view_for(None).log[before.state.at :]]
        return self.open[-1] | {str(card) for word in words for card in named(word)}


class Judge:
    """Who watches; `wrong` is the first thing that must not be."""

    def __init__(self, skew: int) -> None:
        self.skew = skew
        self.wrong: str | None = None
        self.over = False
        self.trace: list[str] = []
        self.histories: dict[str, History] = {}
        self.asked: dict[tuple[str, str], asks.Ask] = {}
        self.applied: dict[tuple[str, str], str] = {}
        self.time: Callable[[], float] = lambda: 0.0
        self.clock: Callable[[str], int] = lambda node: 0
        self.outage: Callable[[], tuple[float, int]] = lambda: (0.0, 0)
        self.on_wrong: Callable[[], None] = lambda: None

    def note(self, said: str) -> None:
        """Write down what happens."""
        self.trace.append(f"{self.time():9.3f}  {said}")
        if len(self.trace) > KEPT:
            del self.trace[: KEPT // 2]

    def fail(self, said: str) -> None:
        """Say what is wrong."""
        if self.over:
            return
        self.note(f"WRONG: {said}")
        if self.wrong is None:
            self.wrong = said
            self.on_wrong()

    # Rows.

    def on_commit(self, node: str, write: Write) -> None:
        """A row is durable."""
        try:
            self._row(node, write)
        except Wrong as problem:
            self.fail(str(problem))
        except Exception as problem:
            self.fail(f"row {write.row.seq} of {write.row.table} cannot be followed: {problem!r}")

    def _row(self, node: str, write: Write) -> None:
        row, body = write.row, log.read(write.row.body)
        name = f"row {row.seq} of {row.table} ({row.actor} {row.command})"
        self.note(f"{node} commits {name}: {row.body.decode()[:160]}")
        history = self.histories.get(row.table)
        if row.at > self.clock(node) + UNTRUE:
            raise Wrong(f"{name} is of a time that has not come yet")
        if history is None:
            if row.seq != 1:
                raise Wrong(f"{name} is the first of its table")
            history = self._opened(row, body, dict(write.seeds))
        else:
            before = history.table
            if row.seq != before.seq + 1:
                raise Wrong(f"{name} leaves a gap behind row {before.seq}")
            self._check_right(history, row, body, dict(write.seeds))
            history.seeds.update(write.seeds)
            history.add(row, follow(before, row, history.seeds), self.time())
        self._check_after(history, write, name)
        if isinstance(body, log.Credited):
            self._check_credit(history, body, name)

    def _opened(self, row: Row, body: log.Body, seeds: dict[int, bytes]) -> History:
        if not isinstance(body, log.Opened):
            raise Wrong(f"{row.table} was never opened")
        check_opened(body)
        if commit_to(seeds[1]).hex() != body.commit:
            raise Wrong(f"{row.table} promises another seed")
        if not row.command.startswith(("quick:", "rematch:")):
            self._apply(row, log.Opened)
        history = History([begin(row)], [row], seeds, [self.time()])
        self.histories[row.table] = history
        return history

    def _check_right(
        self, history: History, row: Row, body: log.Body, seeds: dict[int, bytes]
    ) -> None:
        """See that a row may stand where it stands."""
        before, name = history.table, f"row {row.seq} of {row.table}"
        expected: log.Body | None
        try:
            match row.actor:
                case actor if actor == CLOCK:
                    expected = due(before, row.at)
                case actor if actor == SERVER:
                    expected = self._of_server(before, row, body, seeds)
                case _:
                    self._apply(row, type(body))
                    ask = self.asked[row.actor, row.command]
                    if isinstance(ask, asks.Do) and history.played[-1] > ask.seq:
                        raise Wrong(f"{name} was thought for another moment")
                    expected = decide(before, row.actor, body, row.at)
        except Refused as problem:
            raise Wrong(f"{name} is not allowed: {problem}") from None
        if expected != body:
            raise Wrong(f"{name} should be {expected}, and is {body}")

    def _of_server(
        self, before: Table, row: Row, body: log.Body, seeds: dict[int, bytes]
    ) -> log.Body | None:
        kind, _, _ = row.command.partition(":")
        if kind == "upkeep":
            seed = next(iter(seeds.values()), bytes(32))
            found = upkeep(before, row.at, lambda: seed)
            return found and found[0]
        if kind == "computer" and isinstance(body, log.Did):
            return decide(before, SERVER, structs.replace(body, late=False), row.at)
        if kind == "credit" and isinstance(body, log.Credited):
            return decide(before, SERVER, body, row.at)
        raise Wrong(f"row {row.seq} of {row.table} is by nobody known: {row.command}")

    def _apply(self, row: Row, kind: type) -> None:
        """See that somebody asked for a row, and that it was not done before."""
        key = row.actor, row.command
        ask = self.asked.get(key)
        where = getattr(ask, "table", None)
        if ask is None or where not in (None, row.table):
            raise Wrong(f"row {row.seq} of {row.table} was not asked for: {kind} {row.command}")
        if key in self.applied:
            raise Wrong(f"{row.command} of {row.actor} was done twice")
        self.applied[key] = f"row {row.seq} of {row.table}"

    def _check_after(self, history: History, write: Write, name: str) -> None:
        after, row = history.table, write.row
        if row.seq > 1 and head_of(after, write.head, row) != write.head:
            raise Wrong(f"{name} has a head that is not its own: {write.head}")
        full = after.opened.clock.bank
        if any(not 0 <= bank <= full for bank in after.banks):
            raise Wrong(f"the banks after {name} are {after.banks}")
        for deal, seed in history.seeds.items():
            if deal not in after.reveals and seed.hex().encode() in row.body:
                raise Wrong(f"{name} tells the seed of deal {deal}")

    def _check_credit(self, history: History, body: log.Credited, name: str) -> None:
        history.credited += body.ms
        seconds, times = self.outage()
        most = 1000 * seconds + times * (LATE + self.skew)
        if history.credited > most:
            raise Wrong(f"{name} gives back {history.credited} ms in all, of at most {most:.0f}")
