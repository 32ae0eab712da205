"""Measures how fast this machine plays: deals, decisions, actions from Python, start-up.

What must stay true: a figure is the best of several rounds in CPU time, the rounds of all figures
interleaved, beside a fixed loop of plain Python that tells one machine or hour from another.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any, Final

import speto

ROUNDS: Final = 5
STARTS: Final = 21
SECONDS: Final = 0.2
PATIENCE: Final = 2.0

BARS: Final[Mapping[str, float]] = {
    "dummy.playouts_per_s": 100_000,
    "dummy.decisions_per_s": 5_000_000,
    "dummy.movegen_vs_c": 0.8,
    "dummy.python_actions_per_s": 100_000,
    "dummy.uncompiled_playouts_per_s": 1_000,
    "indian.playouts_2_seats_per_s": 20_000,
    "import_ms": 60,
}
"""What each figure must reach at least; for times, at most."""

Work = Callable[[int], tuple[float, float]]
"""Does so many pieces of work; the CPU seconds it took, and what else was counted."""


def reference_loop(n: int) -> tuple[float, float]:
    """A fixed loop of plain Python: `n` times a thousand steps of xorshift64."""
    x = 0x9E3779B97F4A7C15
    began = process_time()
    for _ in range(1000 * n):
        x ^= x << 13 & 0xFFFFFFFFFFFFFFFF
        x ^= x >> 7
        x ^= x << 17 & 0xFFFFFFFFFFFFFFFF
    return process_time() - began, x


def playouts(seats: int, n: int) -> tuple[float, float]:
    """Play `n` random deals by the default rules in one call; also count the decisions."""
    from speto.dummy.deal import Deal, House
    from speto.dummy.melds import Moves
    from speto.dummy.play import Tally
    from speto.dummy.play import playouts as play
    from speto.dummy.rules import Rules
    from speto.rng import Rng

    deal, moves, rng, tally = Deal(House(Rules())), Moves(), Rng(), Tally()
    began = process_time()
    play(deal, moves, rng, tally, seats, n, 1, 0)
    return process_time() - began, float(tally.decisions)


def indian_playouts(n: int, *, stays: bool) -> tuple[float, float]:
    """Play `n` random deals of Indian Rummy for two by the default rules; also the decisions.

    With `stays` nobody drops, so that most deals go on to the end of the stock.
    """
    from speto.indian.deal import Deal, House
    from speto.indian.labels import Moves
    from speto.indian.play import Tally
    from speto.indian.play import playouts as play
    from speto.indian.rules import Rules
    from speto.rng import Rng

    deal, moves, rng, tally = Deal(House(Rules())), Moves(), Rng(), Tally()
    began = process_time()
    play(deal, moves, rng, tally, 2, n, 1, 0, stays)
    return process_time() - began, float(tally.decisions)


def python_actions(n: int) -> tuple[float, float]:
    """Play `n` random deals one `State` after the other; also how many actions there were."""
    from speto.cards import PACK
    from speto.dummy import Rules, start

    rules, random, actions = Rules(), Random(1), 0
    packs = [random.sample(PACK, 52) for _ in range(n)]
    draw = random.random
    began = process_time()
    for pack in packs:
        state = start(rules, pack, seats=4)
        while not state.over:
            legal = state.legal
            state = state.apply(legal[int(draw() * len(legal))])
            actions += 1
    return process_time() - began, float(actions)


def pace(work: Work, seconds: float) -> int:
    """How many pieces of work take about so many seconds."""
    n = 1
    while True:
        took, _ = work(n)
        if took >= seconds / 4:
            return max(1, int(n * seconds / took))
        n *= 4


def uncompiled_rate(seconds: float) -> float:
    """Random deals a second of the same files uncompiled, in a process of its own."""
    code = (
        "from speto.bench import pace, playouts\n"
        "play = lambda n: playouts(4, n)\n"
        f"n = pace(play, {seconds})\n"
        "print(n / play(n)[0])\n"
    )
    return float(_python(code, SPETO_PURE="1").stdout)


def _python(code: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run code in a fresh Python that finds this package."""
    paths = [str(Path(speto.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths)), **settings}
    return subprocess.run(
        [sys.executable, "-c", code], env=environment, check=True, capture_output=True, text=True
    )


def start_time(code: str) -> tuple[float, float]:
    """Milliseconds by the clock and of CPU time, from start to end of a fresh Python."""
    spent, began = _children_cpu(), perf_counter()
    _python(code)
    ended = perf_counter()
    return 1000 * (ended - began), 1000 * (_children_cpu() - spent)


def _children_cpu() -> float:
    """CPU seconds of all processes waited for."""
    if sys.platform == "win32":
        return perf_counter()
    from resource import RUSAGE_CHILDREN, getrusage

    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Starts:
    """Cold starts with `import speto` and without, in turn."""

    def __init__(self) -> None:
        self.with_it: list[tuple[float, float]] = []
        self.bare: list[tuple[float, float]] = []

    def one(self) -> None:
        """Start both once."""
        self.with_it.append(start_time("import speto"))
        self.bare.append(start_time("pass"))

    def extra(self, which: int) -> float:
        """What the import adds at the median: 0 by the clock, 1 in CPU time."""
        medians = [median(pair[which] for pair in times) for times in (self.with_it, self.bare)]
        return max(0.001, medians[0] - medians[1])


def checkout() -> Any:
    """The module bench.movegen, where this is a checkout of the repository; else nothing."""
    root = Path(__file__).resolve().parents[2]
    if not speto.compiled or not (root / "bench/movegen.py").exists():
        return None
    if str(root) not in sys.path:
        sys.path.append(str(root))
    return import_module("bench.movegen")


@contextmanager
def bar_shown(total: int) -> Iterator[Callable[[], None]]:
    """A bar on the terminal's standard error, once the work has taken two seconds."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    began = perf_counter()
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("measuring", total=total, visible=False)

        def step() -> None:
            bar.update(task, advance=1, visible=perf_counter() - began > PATIENCE)

        yield step


def measure(
    progress: Callable[[int, int], None] | None = None,
    *,
    rounds: int = ROUNDS,
    seconds: float = SECONDS,
    starts: int = STARTS,
) -> dict[str, float]:
    """All figures by name; some ten seconds.

    `progress` is told how many of how many steps are done; without it a bar appears on the
    terminal. `dummy.movegen_vs_c` is there only in a checkout of the repository that can build it.
    """
    steps = rounds * 9 + starts
    if progress is None:
        with bar_shown(steps) as step:
            return _measure(step, rounds, seconds, starts)
    told, done = progress, 0

    def count() -> None:
        nonlocal done
        done += 1
        told(done, steps)

    return _measure(count, rounds, seconds, starts)


def _measure(
    step: Callable[[], None], rounds: int, seconds: float, starts: int
) -> dict[str, float]:
    """The rounds, one after the other, each with every figure."""
    works: dict[str, Work] = {
        "reference": reference_loop,
        "python": python_actions,
        **{f"{seats} seats": partial(playouts, seats) for seats in (4, 3, 2)},
        "indian": partial(indian_playouts, stays=False),
        "indian to the end": partial(indian_playouts, stays=True),
    }
    sizes = {name: pace(work, seconds) for name, work in works.items()}
    versus = movegen_rounds(seconds)
    found: dict[str, list[float]] = {}

    def note(name: str, value: float) -> None:
        found.setdefault(name, []).append(value)

    cold = Starts()
    for number in range(rounds):
        for name, work in works.items():
            took, counted = work(sizes[name])
            note(name, sizes[name] / took)
            note(f"{name} counted", counted / took)
            step()
        note("uncompiled", uncompiled_rate(seconds))
        step()
        for ours, theirs in [next(versus)] if versus else []:
            note("ours", ours)
            note("theirs", theirs)
        step()
        for _ in range(starts * number // rounds, starts * (number + 1) // rounds):
            cold.one()
            step()
    best = {name: max(values) for name, values in found.items()}
    figures = {
        "dummy.playouts_per_s": best["4 seats"],
        "dummy.decisions_per_s": best["4 seats counted"],
        "dummy.playouts_3_seats_per_s": best["3 seats"],
        "dummy.decisions_3_seats_per_s": best["3 seats counted"],
        "dummy.playouts_2_seats_per_s": best["2 seats"],
        "dummy.decisions_2_seats_per_s": best["2 seats counted"],
        "indian.playouts_2_seats_per_s": best["indian"],
        "indian.decisions_2_seats_per_s": best["indian counted"],
        "indian.playouts_without_drops_per_s": best["indian to the end"],
        "indian.decisions_without_drops_per_s": best["indian to the end counted"],
        "dummy.python_actions_per_s": best["python counted"],
        "dummy.uncompiled_playouts_per_s": best["uncompiled"],
        "import_ms": cold.extra(0),
        "import_cpu_ms": cold.extra(1),
        "reference_loop_per_s": best["reference"],
    }
    if versus:
        figures["dummy.movegen_vs_c"] = best["ours"] / best["theirs"]
    return figures


def movegen_rounds(seconds: float) -> Iterator[tuple[float, float]] | None:
    """Rounds of our move generation and of its twin in C, where they can be built."""
    versus = checkout()
    if versus is None or versus.what_is_missing():
        return None
    rounds: Iterator[tuple[float, float]] = versus.rounds(seconds=seconds)
    return rounds


def as_json(figures: Mapping[str, float]) -> str:
    """The figures as one JSON object."""
    return json.dumps({name: float(f"{value:.6g}") for name, value in figures.items()}, indent=2)


def written(value: float) -> str:
    """A figure for the eye."""
    return f"{value:,.0f}" if value >= 1000 else f"{value:.2f}"


def is_met(name: str, value: float) -> bool:
    """Whether a figure reaches its bar."""
    return value <= BARS[name] if name.endswith("_ms") else value >= BARS[name]


def report(figures: Mapping[str, float]) -> str:
    """The figures as a table, each beside its bar."""
    lines = []
    for name, value in figures.items():
        line = f"{name:<34} {written(value):>12}"
        if name in BARS:
            verdict = "met" if is_met(name, value) else "MISSED"
            sign = "≤" if name.endswith("_ms") else "≥"
            line += f"   {sign} {written(BARS[name]):>9}  {verdict}"
        lines.append(line)
    return "\n".join(lines)
