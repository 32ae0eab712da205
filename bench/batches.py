"""Many deals at once: steps and deals a second, beside the core's own loop; two threads."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from threading import Thread
from time import perf_counter, process_time
from typing import Any

import numpy as np

from speto.batch import Batch, play
from speto.bench import written
from speto.games import game
from speto.rng import Rng
from speto.rng import start as start_stream

SIZES = (16, 256, 4096)
TABLES = (("dummy", 4), ("indian", 2))
KEYS = ("seat", "count", "legal", "reward", "done")
DEALS = {"dummy": 4000, "indian": 1000}
STEPS = 200_000
ROUNDS = 3


def best(work: Callable[..., float], *of: object) -> float:
    """The most of some rounds."""
    return max(work(*of) for _ in range(ROUNDS))


def steps(name: str, seats: int, n: int, keys: tuple[str, ...], least: int = STEPS) -> float:
    """Steps a second of CPU time with a random policy in numpy, the policy's time counted too."""
    batch = Batch(name, "default", seats=seats, n=n, seed=1)
    out = {key: np.zeros(batch.shapes[key], np.int64) for key in keys}
    batch.reset(**out)
    random = np.random.default_rng(1)
    done, began = 0, process_time()
    while done < least:
        batch.step((random.random(n) * out["count"]).astype(np.int64))
        done += n
    return done / (process_time() - began)


def series(name: str, seats: int, deals: int, player: str = "simple") -> float:
    """Whole deals a second of CPU time, all seats by one player, through `play`."""
    points = np.zeros((deals, seats), np.int64)
    began = process_time()
    play(name, "default", points, players=[player] * seats, seed=1)
    return deals / (process_time() - began)


def loop(name: str, seats: int, deals: int) -> float:
    """The same deals a second by the core's `play_levels`, called once a deal from Python."""
    core: Any = import_module(f"speto.{name}.play")
    data: Any = import_module(f"speto.{name}.deal")
    sights: Any = import_module(f"speto.{name}.sight")
    lists: Any = import_module(f"speto.{name}.{'melds' if name == 'dummy' else 'labels'}")
    deal = data.Deal(data.House(game(name).PRESETS["default"]))
    moves, sight, rng = lists.Moves(), sights.Sight(deal.house), Rng()
    began = process_time()
    for number in range(deals):
        start_stream(rng, 1, number)
        core.shuffle(deal, rng)
        data.start(deal, seats, number % seats, 1 - 2 * (number // seats % 2))
        core.play_levels(deal, moves, sight, rng, (1 << seats) - 1)
    return deals / (process_time() - began)


def threaded(name: str, seats: int, deals: int, threads: int) -> float:
    """Whole deals a second by the clock, so many threads at once."""

    def work(first: int) -> None:
        points = np.zeros((deals, seats), np.int64)
        play(name, "default", points, players=["simple"] * seats, seed=1, first=first)

    crew = [Thread(target=work, args=(at * deals,)) for at in range(threads)]
    began = perf_counter()
    for thread in crew:
        thread.start()
    for thread in crew:
        thread.join()
    return threads * deals / (perf_counter() - began)


def main() -> None:
    """Measure and print."""
    for name, seats in TABLES:
        print(f"{name}, {seats} seats")
        for n in SIZES:
            plain = best(steps, name, seats, n, KEYS)
            full = best(steps, name, seats, n, (*KEYS, "observation"))
            print(f"  steps a second, {n:>4} deals: {written(plain):>12}")
            print(f"     with observations:      {written(full):>12}")
        deals = DEALS[name]
        ours, theirs = best(series, name, seats, deals), best(loop, name, seats, deals)
        print(f"  `simple`, beside play_levels from Python: {ours / theirs:.2f} ×")
        for player in import_module(f"speto.{name}.series").PLAYERS:
            rate = best(series, name, seats, deals // 4, player)
            print(f"  whole deals a second by `{player}`: {written(rate)}")
        one, two = (best(threaded, name, seats, 2 * deals, n) for n in (1, 2))
        print(f"  by the clock, two threads: {written(two)}, {two / one:.2f} × one")


if __name__ == "__main__":
    main()
