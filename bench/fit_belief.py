"""What Dummy's `belief` tells of the hidden cards: `python -m bench.fit_belief --fear 50`.

At moments of whole deals packs are guessed, and the shares of them in which each hidden card lies
where it truly lies are set against those of packs at random: bits a moment, the more the better.
`--others` are the policies of the seats across, `--fear` what others are believed to fear to feed,
in hundredths of the tuned player's own. Deals of the tuning seed 5,000.
"""

from __future__ import annotations

import argparse
from math import log2
from random import Random
from time import process_time

from speto.dummy import PRESETS, codes
from speto.dummy.belief import Past, begin_guessing, guess_on
from speto.dummy.deal import Deal, House
from speto.dummy.moves import legal
from speto.dummy.outlook import Weights
from speto.dummy.rollout import Crew, begin, choose
from speto.dummy.sight import Sight, see
from speto.dummy.turn import apply
from speto.dummy.weights import DOUBT, TUNED, WAVER
from speto.dummy.worlds import lay_out
from speto.rng import Rng, start

POLICIES = {
    "both": [codes.TUNED | codes.HANDS | codes.TOP],
    "tuned": [codes.TUNED],
    "simple": [codes.SIMPLE],
    "mixed": [codes.TUNED | codes.HANDS | codes.TOP, codes.TUNED, codes.SIMPLE],
}
AT_RANDOM = 6
"""The packs at random that are counted beside the guessed ones, so that no share is nothing."""


class Teller:
    """Guesses at moments, and counts what they tell."""

    def __init__(self, asked: argparse.Namespace) -> None:
        self.asked = asked
        house = House(PRESETS["default"])
        self.deal, self.world, self.work = Deal(house), Deal(house), Deal(house)
        self.sight, self.rng, self.past = Sight(house), Rng(), Past()
        self.past.waver, self.past.cap = asked.waver, asked.cap
        self.crew = Crew(house, Weights(), Weights())
        self.believed = Weights(
            {
                name: number * asked.fear // 100
                if name.startswith("feed") and name != "feed_after"
                else number
                for name, number in TUNED.items()
            }
        )
        self.moments = 0
        self.told = self.whole = self.spent = 0.0

    def worlds(self, log: list[int]) -> list[list[int]]:
        """The hands of as many worlds as are asked for."""
        asked, sight, past, moves = self.asked, self.sight, self.past, self.crew.moves
        outlook = self.crew.outlook
        began = process_time()
        past.tell(log)
        begin_guessing(past, sight, sight.seen, self.rng, self.work, outlook, self.believed, moves)
        steps, found = asked.first, []
        for _ in range(asked.worlds):
            guess_on(past, self.rng, self.work, outlook, self.believed, moves, steps)
            lay_out(self.world, past, sight, sight.seen, self.rng)
            found.append(self.world.hands())
            steps = asked.steps
        self.spent += process_time() - began
        return found

    def listen(self, log: list[int]) -> None:
        """Guess at this moment, and count the bits."""
        deal, seat = self.deal, self.deal.to_act
        see(self.sight, deal, seat)
        start(self.rng, 77, self.moments)
        worlds = self.worlds(log)
        hidden = self.sight.unseen
        for other, known in enumerate(deal.knowns()):
            if other != seat:
                hidden &= ~known
        count = hidden.bit_count()
        stock = len(deal.stock_left())
        for card in range(52):
            if hidden >> card & 1:
                true = place(deal.hands(), card, seat)
                size = (deal.hands()[true] & hidden).bit_count() if true >= 0 else stock
                seen = sum(place(hands, card, seat) == true for hands in worlds)
                share = (seen + AT_RANDOM * size / count) / (len(worlds) + AT_RANDOM)
                self.told += log2(share)
                self.whole -= log2(size / count)
        self.moments += 1


def place(hands: list[int], card: int, seat: int) -> int:
    """The other seat that holds a card, or −1 for the stock."""
    return next(
        (other for other, hand in enumerate(hands) if other != seat and hand >> card & 1), -1
    )


def main() -> None:
    """Guess, and print the bits."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--others", choices=POLICIES, default="both")
    parser.add_argument("--waver", type=int, default=WAVER)
    parser.add_argument("--cap", type=int, default=DOUBT)
    parser.add_argument("--fear", type=int, default=50)
    parser.add_argument("--worlds", type=int, default=300)
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--first", type=int, default=1000)
    asked = parser.parse_args()
    teller, random = Teller(asked), Random(5_000)
    deal, crew = teller.deal, teller.crew
    for number in range(asked.deals):
        begin(crew, deal, 4, 5_000, number)
        others = POLICIES[asked.others]
        odd = number & 1
        crew.seat([codes.TUNED if seat & 1 == odd else random.choice(others) for seat in range(4)])
        log: list[int] = []
        while deal.phase != codes.OVER:
            count = legal(deal, crew.moves)
            if count > 1 and deal.to_act & 1 == odd and deal.turn > 3 and random.random() < 0.08:
                teller.listen(log)
                legal(deal, crew.moves)
            log.append(choose(crew, deal))
            apply(deal, log[-1])
    n = teller.moments
    print(f"{n} moments: {(teller.whole + teller.told) / n:.2f} of {teller.whole / n:.2f} bits")
    print(f"{1000 * teller.spent / n:.1f} ms a moment")


if __name__ == "__main__":
    main()
