"""The gates of Indian Rummy: two players, duplicate pairs, net points a deal to the first.

An entrant is `simple`, `tuned` or `think:N` (N play-outs a decision), with +hands or +top for what
it sees that it should not; `think:N+hands` is the ceiling of the search. What a seed is for stands
in docs/arena.md. Each line has the mean of the pairs, its 95 % interval, and the time.

Run: python -m bench.gate_indian FIRST SECOND [--preset P] [--pairs N] [--seed N] [--first N]
"""

from __future__ import annotations

import argparse
from statistics import fmean, stdev
from time import process_time

from speto.indian import PRESETS
from speto.indian.codes import SIMPLE, THINKS, TUNED
from speto.indian.contest import Contest, Entrant, duel
from speto.indian.deal import House

KINDS = {"simple": SIMPLE, "tuned": TUNED, "think": THINKS}
CHUNK = 100


def entrant(name: str, house: House) -> Entrant:
    """The player of a name."""
    kind, *sees = name.split("+")
    kind, _, playouts = kind.partition(":")
    return Entrant(house, KINDS[kind], "hands" in sees, "top" in sees, int(playouts or 0))


def gate(first: str, second: str, preset: str, pairs: int, seed: int, start: int) -> None:
    """Play the pairs and print what the first brings a deal."""
    house = House(PRESETS[preset])
    one, two = entrant(first, house), entrant(second, house)
    contest = Contest(house)
    margins: list[float] = []
    began = process_time()
    while len(margins) < pairs:
        number = min(CHUNK, pairs - len(margins))
        duel(contest, one, two, seed, start + len(margins), number)
        margins += [margin / 2 for margin in contest.pairs(number)]
    spent = process_time() - began
    error = 1.96 * stdev(margins) / pairs**0.5
    deals = 2 * pairs
    print(
        f"{first} - {second}, {preset}: {fmean(margins):+.2f} ± {error:.2f} (95 %), {pairs} pairs"
        f" from {start} of seed {seed}; {1000 * spent / max(one.decisions, 1):.2f} ms a decision"
        f" of the first; dropped {one.dropped / deals:.3f} and"
        f" {(contest.drops - one.dropped) / deals:.3f}; {contest.turns / deals:.1f} turns,"
        f" {deals / spent:.0f} deals/s",
        flush=True,
    )


def main() -> None:
    """Play one gate under one preset or both."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("one")
    words.add_argument("two")
    words.add_argument("--preset", choices=PRESETS)
    words.add_argument("--pairs", type=int, default=2000)
    words.add_argument("--seed", type=int, default=2001)
    words.add_argument("--first", type=int, default=0)
    asked = words.parse_args()
    for preset in [asked.preset] if asked.preset else PRESETS:
        gate(asked.one, asked.two, preset, asked.pairs, asked.seed, asked.first)


if __name__ == "__main__":
    main()
