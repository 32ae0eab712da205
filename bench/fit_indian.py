"""Fits the formulas of Indian Rummy's players to deals of `tuned` in which nobody drops.

`VALUES` and `SHOWS` (src/speto/indian/values.py): at each moment before a seat takes, what both
hands show is set against what the deal brought that seat, and whether it showed. `DROPS`
(src/speto/indian/weights.py): the same for the first turn alone, own hand alone, two to six seats.
A fit belongs to the `tuned` that played: with other weights the numbers come out otherwise.

Run: python -m bench.fit_indian [--deals N] [--more N] [--drops]
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import numpy as np

from speto.indian import PRESETS
from speto.indian.codes import OVER, TAKE
from speto.indian.deal import Deal, House
from speto.indian.deal import start as start_deal
from speto.indian.judge import legal
from speto.indian.labels import Moves
from speto.indian.minds import Mind, points_in, ready
from speto.indian.outlook import Outlook, look
from speto.indian.past import Past, forget, note
from speto.indian.play import shuffle
from speto.indian.playout import settled
from speto.indian.sight import Sight, see
from speto.indian.tuned import tuned
from speto.indian.turn import apply
from speto.indian.weights import DROPS, WEIGHTS_FEW, WEIGHTS_MANY
from speto.rng import Rng
from speto.rng import start as start_stream

SEED = 501
NEVER = 10**6
NUMBERS = 138
STEADY, SLOPES = 30.0, 3000.0
Row = list[int]


def moments(preset: str, seats: int, deals: int, seed: int, last: int) -> Iterator[Row]:
    """Features, turn, seats, uncapped points, wilds, and what the deal brought, up to a turn."""
    house = House(PRESETS[preset])
    deal, mind, moves, sight = Deal(house), Mind(), Moves(), Sight(house)
    past, rng, outlook = Past(), Rng(), Outlook()
    staying = [list(WEIGHTS_FEW), list(WEIGHTS_MANY)]
    for weights in staying:
        weights[DROPS] = NEVER
    mind.set_weights(*staying)
    for number in range(deals):
        start_stream(rng, seed, number)
        shuffle(deal, rng)
        start_deal(deal, seats, number % seats, 1)
        forget(past)
        kept: list[tuple[int, Row]] = []
        while deal.phase != OVER:
            legal(deal, moves)
            seat = deal.to_act
            see(sight, deal, seat)
            if deal.phase == TAKE and deal.turn < last:
                ready(mind, deal)
                look(outlook, mind, deal, seat, (seat + 1) % seats)
                one, two, jokers = deal.hands()[seat]
                wilds = jokers + sum((cards & deal.wild).bit_count() for cards in (one, two))
                row = [*outlook.features(), deal.turn, seats]
                kept.append((seat, [*row, points_in(mind, one, two, jokers), wilds]))
            action = tuned(sight, moves, mind, past)
            note(past, deal, action)
            apply(deal, moves, action)
        for seat, row in kept:
            yield [*row, settled(deal, seat)]


def design(found: np.ndarray) -> np.ndarray:
    """The table, slopes and counts that `outlook.reckon` adds up, one row a moment."""
    rows = np.arange(len(found))
    mine, theirs, helped, points, owed = found[:, :5].T
    wide = np.zeros((len(found), NUMBERS))
    wide[rows, (mine * 7 + theirs) * 2 + helped] = 1
    wide[rows, 98 + mine] = points
    wide[rows, 105 + theirs] = points
    wide[rows, 112 + theirs] = owed
    wide[rows, 119 + mine] = owed
    wide[rows, 126 + found[:, 5]] = 1
    wide[rows, 129 + found[:, 6]] = 1
    wide[:, 132:] = found[:, 7:13]
    return wide


def fitted(wide: np.ndarray, truth: np.ndarray) -> list[int]:
    """Hundredths, by ridge regression; slopes are held back more."""
    held = np.full(NUMBERS, STEADY)
    held[98:126] = SLOPES
    found = np.linalg.solve(wide.T @ wide + np.diag(held), wide.T @ truth)
    return [round(100 * number) for number in found]


def drops(found: np.ndarray, truth: np.ndarray) -> list[int]:
    """Hundredths: what going on brings, and how that changes with each seat beyond two."""
    own = found[:, [0, 15, 5, 7, 8, 9, 2, 13]].astype(float)
    own[:, 2] = own[:, 2] == 2
    own = np.column_stack([own, np.ones(len(own)), found[:, 16]])
    more = found[:, 14] - 2
    wide = np.column_stack([own, own * more[:, None]])
    spread = np.array([truth[more == k].std() if (more == k).any() else 1.0 for k in range(5)])
    scaled = wide / spread[more][:, None] ** 2
    weights = np.linalg.solve(scaled.T @ wide + np.eye(20) * 1e-4, scaled.T @ truth)
    return [round(100 * number) for number in weights]


def main() -> None:
    """Fit, and print the numbers of each preset."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--deals", type=int, default=12_000, help="of two seats")
    words.add_argument("--more", type=int, default=1_000, help="of each number of seats beyond")
    words.add_argument("--drops", action="store_true", help="fit nothing else")
    asked = words.parse_args()
    for preset in PRESETS:
        last = 2 if asked.drops else NEVER
        rows = np.array(list(moments(preset, 2, asked.deals, SEED, last)), dtype=np.int64)
        print(preset, len(rows), "moments")
        if not asked.drops:
            wide, truth = design(rows), rows[:, -1].astype(float)
            print("values", fitted(wide, truth))
            print("shows", fitted(wide, 1000.0 * (truth > 0)))
        first = [rows[rows[:, 13] < 2]]
        for seats in range(3, 7):
            others = list(moments(preset, seats, asked.more, SEED + 100, seats))
            first.append(np.array(others, dtype=np.int64))
        whole = np.concatenate(first)
        print("drops", drops(whole, whole[:, -1].astype(float)), flush=True)


if __name__ == "__main__":
    main()
