"""Finds the weights of Dummy's tuned player by cross-entropy search: `python -m bench.tune_dummy`.

A generation of weights is drawn around a mean; each plays the same numbered deals in both seatings
against `simple`, `simple` that sees the hands, the present weights, and the present weights that
see hands and stock top; the best make the next mean. Deals of tuning have seeds from 1,000 on, one
for each generation; figures that are told elsewhere come from confirming seeds (docs/arena.md).
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from random import Random
from statistics import fmean, pstdev
from time import monotonic

from speto.dummy import PRESETS
from speto.dummy.codes import HANDS, RIVAL, SIMPLE, TOP, TUNED
from speto.dummy.deal import Deal, House
from speto.dummy.outlook import Weights
from speto.dummy.rollout import Crew, duel
from speto.dummy.weights import NAMES
from speto.dummy.weights import TUNED as START

OPPONENTS = (SIMPLE, SIMPLE | HANDS, TUNED | RIVAL, TUNED | RIVAL | HANDS | TOP)
FIRST_SEED = 1000
SEEN = ("draw_seen",)
"""What an honest player never asks: left as it is."""


class Bench:
    """Weights against a pool, on numbered deals."""

    def __init__(self, rival: Mapping[str, int]) -> None:
        self.house = House(PRESETS["default"])
        self.deal = Deal(self.house)
        self.rival = Weights(rival)

    def points(self, weights: Mapping[str, int], seed: int, deals: int, against: int) -> float:
        """Points a deal that two such seats win against two of an opponent."""
        crew = Crew(self.house, Weights(weights), self.rival)
        duel(crew, self.deal, 4, seed, 0, deals, TUNED, against)
        return crew.sum / (4 * deals)


def search(
    start: Mapping[str, int], *, minutes: float, deals: int, each: int, best: int, seed: int
) -> dict[str, int]:
    """The mean of the last generation, as weights."""
    random = Random(seed)
    names = [name for name in NAMES if name not in SEEN]
    mean = {name: float(start[name]) for name in NAMES}
    spread = {name: 0.35 * abs(start[name]) + 30 for name in names}
    floor = {name: 0.04 * abs(start[name]) + 4 for name in names}
    began, generation = monotonic(), 0
    rival = dict(start)
    while monotonic() - began < 60 * minutes:
        bench = Bench(rival)
        found = []
        for _ in range(each):
            weights = {name: round(value) for name, value in mean.items()}
            for name in names:
                weights[name] = round(random.gauss(mean[name], spread[name]))
            points = [
                bench.points(weights, FIRST_SEED + generation, deals, against)
                for against in OPPONENTS
            ]
            found.append((fmean(points), weights))
        found.sort(key=lambda one: -one[0])
        elite = [weights for _, weights in found[:best]]
        for name in names:
            values = [weights[name] for weights in elite]
            mean[name] = 0.3 * mean[name] + 0.7 * fmean(values)
            spread[name] = max(floor[name], 0.3 * spread[name] + 0.7 * pstdev(values))
        generation += 1
        if generation % 5 == 0:
            rival = {name: round(value) for name, value in mean.items()}
            shown = [f"{bench.points(rival, 999_999, 2000, one):+.1f}" for one in OPPONENTS]
            print(generation, f"{found[0][0]:+.1f}", *shown, rival, flush=True)
    return {name: round(value) for name, value in mean.items()}


def main() -> None:
    """Search, and print the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--deals", type=int, default=400)
    parser.add_argument("--each", type=int, default=48)
    parser.add_argument("--best", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    found = search(
        START,
        minutes=asked.minutes,
        deals=asked.deals,
        each=asked.each,
        best=asked.best,
        seed=asked.seed,
    )
    for name in NAMES:
        print(f'    "{name}": {found[name]},')


if __name__ == "__main__":
    main()
