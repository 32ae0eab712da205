"""Matches of Dummy for the gates, in duplicate: `python -m bench.gate_dummy ONE TWO`.

A player is `simple` or `tuned`, with `+hands`, `+top` or `+both` if it cheats; or a search:
`ms=30`, `playouts=2000`, joined by commas, and `rounds`, `guesses`, `evidence`, `models` (policies
joined by dots) where they differ from those of `think`. Four seats; each numbered deal is played in
two complementary seatings, or with `--alone` in four, each seat once against three. The unit of the
statistics is the deal.
"""

from __future__ import annotations

import argparse
from math import sqrt
from time import process_time

from speto.dummy import PRESETS, codes
from speto.dummy.deal import Deal, House
from speto.dummy.moves import legal
from speto.dummy.outlook import Weights
from speto.dummy.rollout import Crew, begin, choose, duel
from speto.dummy.search import Search
from speto.dummy.sight import Sight, see
from speto.dummy.think import EVIDENCE, GUESSES, MODELS, ROUNDS, ponder
from speto.dummy.turn import apply
from speto.dummy.weights import TUNED
from speto.thought import Budget

SEATS = 4
SEEING = {"hands": codes.HANDS, "top": codes.TOP, "both": codes.HANDS | codes.TOP}
PAIRS = ((0, 2), (1, 3))
ALONE = ((0,), (1,), (2,), (3,))


def policy_of(word: str) -> int | None:
    """The policy that a word names, or none if it is a search."""
    level, _, seeing = word.partition("+")
    if level not in ("simple", "tuned"):
        return None
    return (codes.TUNED if level == "tuned" else codes.SIMPLE) | SEEING.get(seeing, 0)


class Thinker:
    """A search with its settings, and what its decisions cost."""

    def __init__(self, word: str, house: House) -> None:
        asked = dict(part.split("=") for part in word.split(","))
        self.budget = Budget(
            playouts=int(asked["playouts"]) if "playouts" in asked else None,
            milliseconds=int(asked["ms"]) if "ms" in asked else None,
        )
        self.evidence = float(asked.get("evidence", EVIDENCE))
        self.search = Search(house, Weights(TUNED), Weights(TUNED))
        self.search.rounds = int(asked.get("rounds", ROUNDS))
        self.search.guesses = int(asked.get("guesses", GUESSES))
        models = (
            [int(model) for model in asked["models"].split(".")] if "models" in asked else MODELS
        )
        self.search.reckon_with(list(models))
        self.times: list[float] = []
        self.playouts = self.changed = 0

    def choose(self, sight: Sight, seed: int, log: list[int]) -> int:
        """What the search does after all these actions, timed."""
        began = process_time()
        self.search.past.tell(log)
        at = ponder(self.search, sight, self.budget, seed, self.evidence)
        self.times.append(1000 * (process_time() - began))
        self.playouts += self.search.playouts
        self.changed += at != 0
        return self.search.candidates()[at]

    def __str__(self) -> str:
        n = len(self.times)
        return (
            f"{sum(self.times) / n:.1f} ms a decision, at most {max(self.times):.0f}, of {n};"
            f" {self.playouts / n:.0f} play-outs; {100 * self.changed / n:.0f} % not the base move"
        )


class Gate:
    """Two players at a table."""

    def __init__(self, one: str, two: str, preset: str) -> None:
        house = House(PRESETS[preset])
        self.deal, self.sight = Deal(house), Sight(house)
        self.crew = Crew(house, Weights(TUNED), Weights(TUNED))
        self.policies = [policy_of(one), policy_of(two)]
        self.thinkers = [
            Thinker(word, house) if policy is None else None
            for policy, word in zip(self.policies, (one, two), strict=True)
        ]

    def play(self, seed: int, number: int, ones: tuple[int, ...]) -> list[int]:
        """The scores of a deal in which player one has these seats."""
        deal, crew = self.deal, self.crew
        begin(crew, deal, SEATS, seed, number)
        crew.seat([self.policies[seat not in ones] or 0 for seat in range(SEATS)])
        log: list[int] = []
        while deal.phase != codes.OVER:
            count = legal(deal, crew.moves)
            thinker = self.thinkers[deal.to_act not in ones]
            if thinker is None or count == 1:
                action = choose(crew, deal)
            else:
                see(self.sight, deal, deal.to_act)
                action = thinker.choose(self.sight, (seed << 20 | number) << 20 | len(log), log)
            apply(deal, action)
            log.append(action)
        return deal.scores()


def shown(gate: Gate, margins: list[float]) -> str:
    """Deals, mean, its 95 % interval, and what the decisions cost."""
    n = len(margins)
    mean = sum(margins) / n
    error = sqrt(sum((one - mean) ** 2 for one in margins) / max(1, n - 1) / n)
    costs = [str(thinker) for thinker in gate.thinkers if thinker]
    return "; ".join([f"{n} deals: {mean:+.1f} ± {1.96 * error:.1f}", *costs])


def heuristics(gate: Gate, one: int, two: int, seed: int, first: int, deals: int) -> str:
    """What `shown` says of two heuristics, whose deals need no Python between them."""
    began = process_time()
    duel(gate.crew, gate.deal, SEATS, seed, first, deals, one, two)
    rate = 2 * deals / (process_time() - began)
    mean = gate.crew.sum / SEATS / deals
    squares = gate.crew.squares / SEATS**2 / deals
    error = sqrt(max(0.0, squares - mean * mean) / max(1, deals - 1))
    return f"{deals} deals: {mean:+.1f} ± {1.96 * error:.1f}; {rate:.0f} deals a second"


def main() -> None:
    """Play, and print the points a deal that player one is ahead."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("one")
    parser.add_argument("two")
    parser.add_argument("--deals", type=int, default=400)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=500)
    parser.add_argument("--preset", default="default")
    parser.add_argument("--alone", action="store_true")
    asked = parser.parse_args()
    gate = Gate(asked.one, asked.two, asked.preset)
    one, two = gate.policies
    if one is not None and two is not None and not asked.alone:
        print(heuristics(gate, one, two, asked.seed, asked.first, asked.deals))
        return
    seatings = ALONE if asked.alone else PAIRS
    margins: list[float] = []
    for number in range(asked.first, asked.first + asked.deals):
        whole = 0.0
        for ones in seatings:
            scores = gate.play(asked.seed, number, ones)
            mine = sum(scores[seat] for seat in ones)
            whole += mine / len(ones) - (sum(scores) - mine) / (SEATS - len(ones))
        margins.append(whole / len(seatings))
        if len(margins) % 50 == 0 and any(gate.thinkers):
            print(shown(gate, margins), flush=True)
    print(shown(gate, margins))


if __name__ == "__main__":
    main()
