"""Fits the numbers of Dummy's `prospect` to whole deals: `python -m bench.fit_dummy`.

Deals are played by tuned seats, some of which see the hands; at moments before a seat takes, each
seat's features are set against what the rest of the deal brought it. Seeds from 900,000 on.
"""

from __future__ import annotations

import argparse
from random import Random

import numpy as np

from speto.dummy import PRESETS, codes
from speto.dummy.deal import Deal, House
from speto.dummy.judge import open_ends
from speto.dummy.moves import legal
from speto.dummy.outlook import Weights
from speto.dummy.prospect import Prospect, describe, least_born
from speto.dummy.rollout import Crew, begin, choose
from speto.dummy.turn import apply
from speto.dummy.weights import TUNED

POLICIES = (codes.TUNED, codes.TUNED, codes.TUNED | codes.HANDS | codes.TOP)


def rows(seats: int, deals: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Features, and the points to come."""
    house = House(PRESETS["default"])
    deal, crew, random = Deal(house), Crew(house, Weights(TUNED), Weights(TUNED)), Random(seed)
    prospect = Prospect([])
    features, points = [], []
    for number in range(deals):
        begin(crew, deal, seats, seed, number)
        crew.seat([random.choice(POLICIES) for _ in range(seats)])
        kept = []
        while deal.phase != codes.OVER:
            if deal.phase == codes.TAKE and random.random() < 0.15:
                open_ends(deal, crew.moves, -1)
                for seat in range(seats):
                    describe(prospect, deal, crew.moves, seat, least_born(deal, seat))
                    kept.append((seat, prospect.features(), deal.scores()[seat]))
            legal(deal, crew.moves)
            apply(deal, choose(crew, deal))
        for seat, found, score in kept:
            features.append(found)
            points.append(deal.scores()[seat] - score)
    return np.array(features, float), np.array(points, float)


def main() -> None:
    """Fit, and print the numbers."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--deals", type=int, default=20_000)
    asked = parser.parse_args()
    features, points = rows(asked.seats, asked.deals, 900_000)
    ridge = np.eye(features.shape[1]) * 1e-3
    found = np.linalg.solve(features.T @ features + ridge, features.T @ points)
    fresh, truth = rows(asked.seats, asked.deals // 5, 900_001)
    wrong = truth - fresh @ found
    print("rows", len(points), "sd", truth.std(), "left", wrong.std())
    margin, guess = truth.reshape(-1, asked.seats), (fresh @ found).reshape(-1, asked.seats)
    margin = margin - margin.mean(1, keepdims=True)
    guess = guess - guess.mean(1, keepdims=True)
    print("margins: sd", margin.std(), "left", (margin - guess).std(), "guess sd", guess.std())
    print([round(1000 * number) for number in found])


if __name__ == "__main__":
    main()
