"""Teaches the player `tuned` of Indian Rummy its weights, by the cross-entropy method.

Each generation draws weights from a normal distribution, plays them against others on the same
deals in both seatings, and fits the distribution to the best. Deals come from seed 1001; gates are
confirmed on others (bench/gate_indian.py). Prints the mean of each generation.

Run: python -m bench.tune_indian PRESET [--generations N] [--draws N] [--pairs N] [--cheat]
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from statistics import fmean

import numpy as np

from speto.indian import PRESETS
from speto.indian.codes import SIMPLE, TUNED
from speto.indian.contest import Contest, Entrant, duel
from speto.indian.deal import House
from speto.indian.weights import (
    AWAY,
    DENIES,
    FEEDS,
    FEEDS_SHOW,
    N_WEIGHTS,
    NEAR,
    OUTS,
    OUTS_FAR,
    POINTS,
    TAKES,
    WEIGHTS_FEW,
    WEIGHTS_MANY,
)

SEED = 1001
HONEST = [
    place
    for place in range(N_WEIGHTS)
    if place not in (POINTS, FEEDS, FEEDS_SHOW, DENIES, NEAR, AWAY)
]
"""The weight of a point stays as it is: only proportions count."""
CHEATS = [FEEDS, FEEDS_SHOW, OUTS, OUTS_FAR, DENIES, TAKES]
ELITE = 0.2


def margin(
    house: House, entrant: Entrant, opponents: Sequence[Entrant], start: int, pairs: int
) -> float:
    """Net points a deal of an entrant, on average over the opponents."""
    contest = Contest(house)
    found = []
    for opponent in opponents:
        duel(contest, entrant, opponent, SEED, start, pairs)
        found.append(fmean(contest.pairs(pairs)) / 2)
    return fmean(found)


def main() -> None:
    """Run the generations."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("preset", choices=PRESETS)
    words.add_argument("--generations", type=int, default=10)
    words.add_argument("--draws", type=int, default=30)
    words.add_argument("--pairs", type=int, default=400)
    words.add_argument("--cheat", action="store_true")
    asked = words.parse_args()
    house = House(PRESETS[asked.preset])
    places = CHEATS if asked.cheat else HONEST
    generator = np.random.default_rng(1)
    whole = list(WEIGHTS_FEW if asked.preset == "default" else WEIGHTS_MANY)
    mean = np.array([whole[place] for place in places], dtype=float)
    spread = np.maximum(np.abs(mean) * 0.4, 8.0)
    entrant = Entrant(house, TUNED, asked.cheat, asked.cheat)
    opponents = [Entrant(house, TUNED)]
    if not asked.cheat:
        opponents += [Entrant(house, SIMPLE)]
    for generation in range(asked.generations):
        draws = generator.normal(mean, spread, (asked.draws, len(places)))
        draws[0] = mean
        results = []
        for draw in draws:
            for place, weight in zip(places, draw, strict=True):
                whole[place] = round(weight)
            entrant.mind.set_weights(whole, whole)
            start = generation * asked.pairs
            results.append(margin(house, entrant, opponents, start, asked.pairs))
        best = np.argsort(results)[::-1][: max(2, int(asked.draws * ELITE))]
        mean = 0.3 * mean + 0.7 * draws[best].mean(axis=0)
        spread = 0.3 * spread + 0.7 * draws[best].std(axis=0)
        for place, weight in zip(places, mean, strict=True):
            whole[place] = round(weight)
        print(f"{generation + 1:3}: {results[0]:+.2f}, best {max(results):+.2f}", flush=True)
        print(tuple(whole), flush=True)


if __name__ == "__main__":
    main()
