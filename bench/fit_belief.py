"""Fits the numbers of Dummy's `belief` to whole deals: `python -m bench.fit_belief`.

At a seat's turn each other hand is set against hands drawn at random for the same seat; the numbers
are those that best tell the true one (a conditional logit). Seeds from 910,000 on.
"""

from __future__ import annotations

import argparse
from random import Random
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from speto.dummy import PRESETS, codes
from speto.dummy.belief import Belief, describe, last_turn
from speto.dummy.deal import Deal, House
from speto.dummy.moves import legal
from speto.dummy.outlook import Weights
from speto.dummy.rollout import Crew, begin, choose
from speto.dummy.sight import Sight, see
from speto.dummy.turn import apply
from speto.dummy.worlds import draw_world
from speto.rng import Rng, start

Table: TypeAlias = NDArray[np.float64]

OTHERS = 15


def rows(deals: int, seed: int, policies: list[int]) -> Table:
    """For each hand its traits and those of others that might be, the true one first."""
    house = House(PRESETS["default"])
    deal, world, sight = Deal(house), Deal(house), Sight(house)
    crew, random, rng, belief = Crew(house, Weights(), Weights()), Random(seed), Rng(), Belief([])
    weights = Weights()
    found: list[Table] = []
    for number in range(deals):
        begin(crew, deal, 4, seed, number)
        crew.seat([random.choice(policies) for _ in range(4)])
        while deal.phase != codes.OVER:
            if deal.turn > 3 and random.random() < 0.06:
                seat = deal.to_act
                see(sight, deal, seat)
                start(rng, seed + 1, len(found))
                each = []
                for k in range(OTHERS + 1):
                    if k:
                        draw_world(world, sight, sight.seen, rng)
                    for other in range(4):
                        if other != seat:
                            describe(
                                belief,
                                world if k else deal,
                                crew.outlook,
                                weights,
                                crew.moves,
                                other,
                                last_turn(deal, other),
                            )
                            each.append(belief.traits())
                table = np.array(each, float).reshape(OTHERS + 1, 3, -1)
                found.extend(table[:, other] for other in range(3))
            legal(deal, crew.moves)
            apply(deal, choose(crew, deal))
    return np.array(found, np.float64) / 1024


def shares(numbers: Table, table: Table) -> Table:
    """The chance of each hand among those of its row."""
    fits = table @ numbers
    chances = np.exp2(fits - fits.max(1, keepdims=True))
    whole: Table = chances / chances.sum(1, keepdims=True)
    return whole


def bits(numbers: Table, table: Table) -> float:
    """The mean bits it takes to tell the true hand."""
    return float(-np.log2(shares(numbers, table)[:, 0]).mean())


def fitted(table: Table) -> Table:
    """The numbers that take the fewest bits, by Newton's method."""
    numbers: Table = np.zeros(table.shape[2])
    for _ in range(12):
        chances = shares(numbers, table)
        mean = np.einsum("nk,nkf->nf", chances, table)
        slope = (table[:, 0] - mean).mean(0)
        second = np.einsum("nk,nkf,nkg->fg", chances, table, table) - mean.T @ mean
        bend = second / len(table) + 1e-6 * np.eye(table.shape[2])
        numbers = numbers + np.linalg.solve(bend, slope) / np.log(2)
    return numbers


def main() -> None:
    """Fit, and print the numbers."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=1500)
    asked = parser.parse_args()
    honest, both = codes.TUNED, codes.TUNED | codes.HANDS | codes.TOP
    for policies in ([honest], [both], [honest, both]):
        table = rows(asked.deals, 910_000, policies)
        fresh = rows(asked.deals // 2, 910_005, policies)
        numbers = fitted(table)
        told = f"{bits(numbers, fresh):.3f} of {np.log2(OTHERS + 1):.3f}"
        print(policies, len(table), "bits", told)
        print([round(1024 * number) for number in numbers], flush=True)


if __name__ == "__main__":
    main()
