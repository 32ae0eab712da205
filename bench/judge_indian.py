"""Judges the search of Indian Rummy action by action on the true hands: where is it wrong?

Deals of seed 1001 go as `tuned` plays them. At every few decisions each action is weighed by the
search and then, the hidden hand told, played to the end by `tuned` over many orders of the stock.
By kind of action against what `tuned` does it prints how many there were, what the search found and
what was true, the line that foretells the truth, and what the search's own choices gained a deal.

Run: python -m bench.judge_indian PRESET [--deals N] [--first N] [--playouts N] [--every N]
"""

from __future__ import annotations

import argparse
from random import Random
from statistics import fmean, stdev

import numpy as np

from speto.indian import PRESETS
from speto.indian.codes import DISCARD, DROP, JOKER, OVER, SHOW
from speto.indian.deal import Deal, House
from speto.indian.deal import start as start_deal
from speto.indian.judge import legal
from speto.indian.labels import Moves
from speto.indian.minds import Mind, lacks, ready
from speto.indian.past import Past, forget, note
from speto.indian.play import shuffle
from speto.indian.playout import Playout, brought, do, play_on, set_out
from speto.indian.search import Search, search
from speto.indian.sight import Sight, see
from speto.indian.traces import Worlds
from speto.indian.tuned import tuned
from speto.indian.turn import apply
from speto.indian.worlds import begin, lay_out
from speto.rng import Rng
from speto.rng import start as start_stream

SEED = 1001
ORDERS = 60
LEAST = 20
KINDS = ("draw", "take", "discard", "show", "drop")


class Truth:
    """Plays actions to the end where every card but the order of the stock is known."""

    def __init__(self, house: House) -> None:
        self.worlds, self.world, self.mind, self.rng = Worlds(), Deal(house), Mind(), Rng()
        self.worlds.told = True
        self.worlds.share = 0
        self.playout = Playout(self.world)
        self.house = house

    def of(
        self, sight: Sight, past: Past, deal: Deal, actions: list[int], seed: int
    ) -> list[float]:
        """What each action brings, in points."""
        for seat, hand in enumerate(deal.hands()):
            self.worlds.tell(seat, hand)
        start_stream(self.rng, seed, 0)
        ready(self.mind, sight.seen)
        begin(self.worlds, sight, past, self.mind, self.rng)
        totals = [0.0] * len(actions)
        for _ in range(ORDERS):
            lay_out(self.worlds, sight, self.world, self.rng)
            for i, action in enumerate(actions):
                totals[i] += self.one(sight.seat, past, action)
        return [total / ORDERS / 100 for total in totals]

    def one(self, seat: int, past: Past, action: int) -> int:
        """What an action brings with this order of the stock, in hundredths."""
        if action >> 58 == DROP:
            first = self.world.turn < 2
            return -100 * (self.house.first_drop if first else self.house.middle_drop)
        set_out(self.playout, self.world, past)
        if not do(self.playout, self.worlds, action):
            return brought(self.playout, self.mind, seat)
        return play_on(self.playout, self.worlds, self.mind, seat, 0)


def kind_of(action: int, base: int, deal: Deal, mind: Mind) -> str:
    """What is done in place of what."""
    if action >> 58 != DISCARD:
        when = (
            ""
            if DROP not in (action >> 58, base >> 58)
            else " first"
            if deal.turn < 2
            else " later"
        )
        return f"{KINDS[action >> 58]} for {KINDS[base >> 58]}{when}"
    away = [left_away(deal, mind, code & 63) for code in (action, base)]
    return "discard, further off" if away[0] > away[1] else "discard, as near"


def left_away(deal: Deal, mind: Mind, card: int) -> int:
    """What the hand lacks without a card."""
    one, two, jokers = deal.hands()[deal.to_act]
    if card == JOKER:
        return lacks(mind, one, two, jokers - 1)
    card = 1 << card
    return lacks(mind, one & ~card | two & card, two & ~card, jokers)


def judge(preset: str, deals: int, begin_at: int, playouts: int, every: int) -> None:
    """Play the deals, and print what was found."""
    house = House(PRESETS[preset])
    deal, mind, moves, sight = Deal(house), Mind(), Moves(), Sight(house)
    past, rng, tried, truth = Past(), Rng(), Search(house), Truth(house)
    random = Random(begin_at)
    found: dict[str, list[tuple[float, float]]] = {}
    gains = {"all": [0.0] * deals}
    for k in range(deals):
        start_stream(rng, SEED, begin_at + k)
        shuffle(deal, rng)
        start_deal(deal, 2, k % 2, 1)
        forget(past)
        while deal.phase != OVER:
            legal(deal, moves)
            see(sight, deal, deal.to_act)
            base = tuned(sight, moves, mind, past)
            if base >> 58 != SHOW and not random.randrange(every):
                search(tried, sight, past, random.getrandbits(64), playouts)
                chosen, actions = tried.chosen, tried.actions()
                true = truth.of(sight, past, deal, actions, deal.turn)
                tried.chosen = 0
                for i in range(1, len(actions)):
                    kind = kind_of(actions[i], base, deal, mind)
                    gain = true[i] - true[0]
                    found.setdefault(kind, []).append((-tried.figures(i)[3], gain))
                    if i == chosen:
                        gains["all"][k] += gain * every / 2
                        gains.setdefault(kind, [0.0] * deals)[k] += gain * every / 2
            note(past, deal, base)
            apply(deal, moves, base)
    print(f"{preset}: {deals} deals from {begin_at} of seed {SEED}, {playouts} play-outs")
    for kind, rows in sorted(found.items()):
        guess, gain = np.array(rows).T
        told = f"{kind}: {len(rows)}, found {guess.mean():+.2f}, true {gain.mean():+.2f}"
        if len(rows) >= LEAST:
            slope, start = np.polyfit(guess, gain, 1)
            told += f", truth = {start:+.2f} {slope:+.2f} × found"
        print(told)
    for kind, each in sorted(gains.items()):
        error = 1.96 * stdev(each) / deals**0.5
        print(f"gained a deal by {kind}: {fmean(each):+.2f} ± {error:.2f} (95 %)", flush=True)


def main() -> None:
    """Judge the search under one preset."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("preset", choices=PRESETS)
    words.add_argument("--deals", type=int, default=100)
    words.add_argument("--first", type=int, default=0)
    words.add_argument("--playouts", type=int, default=800)
    words.add_argument("--every", type=int, default=3)
    asked = words.parse_args()
    judge(asked.preset, asked.deals, asked.first, asked.playouts, asked.every)


if __name__ == "__main__":
    main()
