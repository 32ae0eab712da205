"""What a seed makes of a run: how big it is, what goes wrong in it, and when.

What must stay true: all chance comes from the seed, by streams that do not disturb one another.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Final, NamedTuple
from unittest.mock import patch

RULES: Final = {
    "dummy": ("default,match_target=0", "default,match_target=0", "default,match_target=50"),
    "indian": ("default", "default", "default,format=deals"),
}
CLOCKS: Final = ("blitz", "blitz", "fast", "fast", "normal", "none")
LEVELS: Final = ("random", "simple")
LARGEST: Final = (1 << 16, 1 << 16, 1 << 16, 400)
"""As long as Redis carries; or so short that many a row must be told as one to look for."""


def stream(seed: int, name: str) -> Random:
    """A generator of its own for each purpose."""
    return Random(f"{seed} {name}")


@contextmanager
def seeded(seed: int) -> Iterator[None]:
    """What the system draws by `secrets` comes from the seed, as long as the context lasts."""
    with patch.object(random, "_urandom", stream(seed, "secrets").randbytes):
        yield


class TablePlan(NamedTuple):
    """A table that somebody opens."""

    game: str
    rules: str
    seats: tuple[str, ...]
    level: str
    clock: str
    public: bool
    delay: int


class Crash(NamedTuple):
    """A process that dies: at a moment, or right after its next commit; it is back after a while.

    One that is `frozen` only stands still, one that is `orderly` is asked to end.
    """

    at: float
    node: int
    after_commit: bool
    frozen: bool
    orderly: bool
    away: float


class Span(NamedTuple):
    """When something is in the way."""

    begin: float
    end: float


@dataclass
class Weather:
    """How things are just now; `calm` when nothing goes wrong any more.

    Of each message over the bus, and each ask of the store, so many go wrong; `cut` are the nodes
    that do not hear of one another.
    """

    bus_lost: float = 0.0
    bus_twice: float = 0.0
    bus_late: float = 0.0
    bus_dead: bool = False
    cut: frozenset[int] = frozenset()
    store_slow: float = 0.0
    store_away: bool = False
    answer_lost: float = 0.0
    conflict: float = 0.0
    socket_lost: float = 0.0
    socket_slow: float = 0.0
    stalls: float = 0.0

    def clear(self) -> None:
        """Nothing goes wrong from now on."""
        self.__dict__.update(Weather().__dict__)


@dataclass
class Plan:
    """A run: its nodes with their skew in milliseconds, its persons, its tables, its storm.

    With `twins` the last person is the first one with another device; `quick` is the game of which
    two persons want a match; `largest` is the longest message that the bus carries.
    """

    seed: int
    skews: list[int]
    drifts: list[float]
    persons: int
    twins: bool
    tables: list[TablePlan]
    quick: str | None
    rematch: bool
    storm: float
    bus: bool
    largest: int
    weather: Weather
    crashes: list[Crash] = field(default_factory=list)
    store_away: list[Span] = field(default_factory=list)
    bus_dead: list[Span] = field(default_factory=list)
    bus_cut: list[tuple[Span, frozenset[int]]] = field(default_factory=list)

    @property
    def skew(self) -> int:
        """How far two clocks of the site may be apart, in milliseconds."""
        reach = [abs(skew) + 1000 * 600 * abs(drift) for skew, drift in self._clocks]
        return int(2 * max(reach)) + 2

    @property
    def _clocks(self) -> list[tuple[int, float]]:
        return list(zip(self.skews, self.drifts, strict=True))


def plan_of(seed: int) -> Plan:
    """What a seed makes of a run."""
    draw = stream(seed, "plan")
    nodes = draw.choice((1, 2, 2, 2, 3, 3, 4))
    wrong = draw.choice((0.0, 0.05, 0.3, 1.0))
    most = draw.choice((0, 20, 200, 1_500))
    storm = draw.choice((6.0, 12.0, 25.0))
    persons = draw.choice((2, 2, 3, 4))
    weather = Weather(
        bus_lost=_some(draw, wrong, 0.5),
        bus_twice=_some(draw, wrong, 0.3),
        bus_late=_some(draw, wrong, 1.0),
        store_slow=_some(draw, wrong, 0.2),
        answer_lost=_some(draw, wrong, 0.05),
        conflict=_some(draw, wrong, 0.03),
        socket_lost=_some(draw, wrong, 0.1),
        socket_slow=_some(draw, wrong, 0.05),
        stalls=_some(draw, wrong, 0.1),
    )
    made = Plan(
        seed,
        [draw.randint(-most, most) for _ in range(nodes)],
        [draw.choice((0.0, 0.0, 1e-4, -1e-4)) for _ in range(nodes)],
        persons,
        draw.random() < 0.5 and persons > 2,
        [_table(draw, persons) for _ in range(draw.choice((1, 1, 1, 2)))],
        draw.choice(("dummy", "indian")) if draw.random() < 0.1 else None,
        draw.random() < 0.1,
        storm,
        nodes > 1 or draw.random() < 0.5,
        stream(seed, "bus largest").choice(LARGEST),
        weather,
    )
    for _ in range(draw.choice((0, 0, 1, 1, 2, 3))):
        made.crashes.append(
            Crash(
                at=draw.uniform(0.5, storm),
                node=draw.randrange(nodes),
                after_commit=draw.random() < 0.6,
                frozen=draw.random() < 0.2,
                orderly=draw.random() < 0.2,
                away=draw.choice((0.2, 1.0, 4.0, 12.0)),
            )
        )
    if draw.random() < 0.15:  # the power is cut
        at, away = draw.uniform(1.0, storm), draw.uniform(2.0, 15.0)
        made.crashes += [
            Crash(at, node, after_commit=False, frozen=False, orderly=False, away=away)
            for node in range(nodes)
        ]
    if draw.random() < 0.3:
        made.store_away.append(_span(draw, storm, 6.0))
    if draw.random() < 0.3:
        made.bus_dead.append(_span(draw, storm, 15.0))
    if nodes > 1 and draw.random() < 0.4:
        group = frozenset(draw.sample(range(nodes), draw.randrange(1, nodes)))
        made.bus_cut.append((_span(draw, storm, 15.0), group))
    return made


def _some(draw: Random, wrong: float, most: float) -> float:
    """A chance of something going wrong; often none."""
    return draw.choice((0.0, draw.random())) * wrong * most


def _span(draw: Random, storm: float, most: float) -> Span:
    begin = draw.uniform(0.0, storm)
    return Span(begin, begin + draw.uniform(0.1, most))


def _table(draw: Random, persons: int) -> TablePlan:
    game = draw.choice(("dummy", "dummy", "indian"))
    seats = [
        "person",
        *(draw.choice(("open", "open", "computer")) for _ in range(draw.choice((1, 1, 2, 3)))),
    ]
    while seats.count("open") >= persons:
        seats[seats.index("open")] = "computer"
    return TablePlan(
        game,
        draw.choice(RULES[game]),
        tuple(seats),
        draw.choice(LEVELS),
        draw.choice(CLOCKS),
        public=draw.random() < 0.7,
        delay=draw.choice((0, 0, 5_000)),
    )
