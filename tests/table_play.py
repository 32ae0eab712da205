"""Tables of the server played whole by chance, through begin, follow, decide, upkeep and due."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from speto.fair import commit_to
from speto.games import game
from speto.players import player
from speto.server import log
from speto.server.clock import PRESETS
from speto.server.decide import CLOCK, SERVER, check_opened, decide, due, upkeep
from speto.server.store import Row
from speto.server.table import Table, begin, follow

BEGAN = 1_700_000_000_000


@dataclass
class Played:
    """A table that is being played: its rows and secret seeds, and a clock that tests move."""

    rng: Random
    rows: list[Row] = field(default_factory=list)
    seeds: dict[int, bytes] = field(default_factory=dict)
    now: int = BEGAN
    folded: Table | None = None

    @property
    def table(self) -> Table:
        assert self.folded
        return self.folded

    def new_seed(self) -> bytes:
        return self.rng.randbytes(32)

    def append(self, actor: str, body: log.Body) -> None:
        """Log a body that was decided, and follow it."""
        row = Row(
            "lotus", len(self.rows) + 1, actor, f"c{len(self.rows)}", self.now, log.write(body)
        )
        self.folded = follow(self.table, row, self.seeds) if self.rows else begin(row)
        self.rows.append(row)

    def keep_up(self) -> None:
        """Log what the server logs of itself."""
        while found := upkeep(self.table, self.now, self.new_seed):
            body, seeds = found
            self.seeds.update(seeds)
            self.append(SERVER, body)

    def ask(self, actor: str, body: log.Body) -> None:
        """Have a body decided and logged, and all that follows of itself."""
        self.append(actor, decide(self.table, actor, body, self.now))
        self.keep_up()

    def say(self, seat: int, *words: str) -> None:
        """Words of the person or the computer that plays that seat."""
        sits = self.table.seats[seat]
        self.ask(sits.who if sits.present and sits.who else SERVER, log.Did(seat, words))

    def run_down(self) -> None:
        """Let the time pass until the deadline, and the clock act."""
        assert self.table.deadline is not None
        self.now = max(self.now, self.table.deadline)
        body = due(self.table, self.now)
        if body:
            self.append(CLOCK, body)
        self.keep_up()

    def give(self, seat: int) -> None:
        """Fresh entropy of the person in a seat."""
        given = self.rng.randbytes(16).hex()
        self.ask(f"a{seat}", log.Gave(seat, self.table.deal, given))

    def deal(self) -> None:
        """All entropy given, so that the deal runs."""
        while self.table.stage == "entropy":
            self.give(self.table.awaited[0])


def open_table(
    rng: Random,
    name: str,
    rules: str = "default",
    kinds: Sequence[str] = ("person", "person"),
    clock: str = "normal",
) -> Played:
    """A table just opened; people are a0, a1 ... by their seats."""
    played = Played(rng)
    played.seeds[1] = played.new_seed()
    opened = log.Opened(
        name,
        str(game(name).read_rules(rules)),
        tuple(_plan(kind, seat) for seat, kind in enumerate(kinds)),
        PRESETS[clock],
        True,
        "phrases",
        0,
        "a0",
        commit_to(played.seeds[1]).hex(),
    )
    check_opened(opened)
    played.append("a0", opened)
    played.keep_up()
    return played


def _plan(kind: str, seat: int) -> log.Plan:
    match kind:
        case "person":
            return log.Plan("person", f"a{seat}", f"Person {seat}")
        case "computer":
            return log.Plan("computer", None, f"Computer {seat}", "simple")
    return log.Plan("open")


def step(played: Played, *, lateness: float = 0.0, level: str = "simple") -> None:
    """One thing that may happen at a table, by chance."""
    table, rng = played.table, played.rng
    played.now += rng.randrange(3_000)
    late = table.deadline is not None and rng.random() < lateness
    match table.stage:
        case "waiting":
            seat = next(n for n, sits in enumerate(table.seats) if sits.kind == "open")
            played.ask(f"a{seat}", log.Sat(seat, f"a{seat}", f"Person {seat}"))
        case "between" | "rejoining" if table.deserted:
            seat = next(n for n, sits in enumerate(table.seats) if sits.kind == "person")
            played.ask(f"a{seat}", log.Returned(seat))
        case "playing" | "entropy" | "between" | "rejoining" if late:
            played.run_down()
        case "entropy":
            played.give(table.awaited[0])
        case "playing":
            acts = table.to_act
            view = table.view_for(acts)
            assert view and acts is not None
            word = str(player(level).choose(view, rng))
            # what a draw brings is told by the rules
            played.say(acts, "+" if word.startswith("+") else word)
        case "rejoining" if rng.random() < 0.5 and table.match and _coming(table):
            seat = _coming(table)[0]
            played.ask(f"a{seat}", log.Rejoined(seat))
        case "between" | "rejoining":
            seat = table.awaited[0]
            played.ask(f"a{seat}", log.Ready(seat))


def _coming(table: Table) -> list[int]:
    """The people who may rejoin and have not said that they do not."""
    assert table.match
    return [seat for seat in table.match.may_rejoin if seat in table.awaited]


def play(
    played: Played, *, lateness: float = 0.0, level: str = "simple", deals: int | None = None
) -> Played:
    """The match to its end, or so many deals of it."""
    for _ in range(100_000):
        table = played.table
        if table.stage in ("over", "closed") or len(table.deals_done) == deals:
            return played
        step(played, lateness=lateness, level=level)
    raise AssertionError("the match does not end")
