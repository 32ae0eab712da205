"""Distances a second: 14 cards in the middle of a deal, under every option that matters."""

from collections.abc import Sequence
from random import Random
from time import process_time

from speto.indian.codes import ACES, JOKER, RANK
from speto.indian.distance import Distances, distance, prepare

Cards = tuple[int, int, int]  # held once, held twice, printed jokers
Question = tuple[int, int, int, int, int, int]

PACK = [*range(JOKER + 1)] * 2
NOTHING: Cards = (0, 0, 0)
# the eight of spades was cut, alone or with its rank, or a printed joker
SCOPES = {"exact": 1 << 27, "rank": RANK << 24, "aces": ACES}


def counted(cards: Sequence[int]) -> Cards:
    """Cards of the two packs as masks."""
    one = two = 0
    for card in cards:
        if card != JOKER:
            two |= one & 1 << card
            one |= 1 << card
    return one, two, cards.count(JOKER)


def some_hand(random: Random, d: Distances) -> tuple[Cards, Cards]:
    """Fourteen cards after two to seven turns that bring them nearer, and the discards."""
    pack = random.sample(PACK, len(PACK))
    hand = [pack.pop() for _ in range(13)]
    gone = [pack.pop() for _ in range(random.randrange(8, 25))]
    for _ in range(random.randrange(2, 8)):
        hand.append(pack.pop())
        random.shuffle(hand)
        worst = min(
            range(14),
            key=lambda at: distance(d, *counted(hand[:at] + hand[at + 1 :]), *NOTHING),
        )
        gone.append(hand.pop(worst))
    hand.append(pack.pop())
    return counted(hand), counted(gone)


def rate(d: Distances, questions: Sequence[Question], rounds: int) -> float:
    """Answers a second of CPU time, asked from Python; the best of some rounds."""
    best = 0.0
    for _ in range(rounds):
        began = process_time()
        for asked in questions:
            distance(d, *asked)
        best = max(best, len(questions) / (process_time() - began))
    return best


def run(hands: int = 3000, rounds: int = 5, seed: int = 7) -> dict[str, float]:
    """The rate under each option, and where a fifth of the pack or more is known to be gone."""
    figures = {}
    random, d = Random(seed), Distances()
    for scope, wild in SCOPES.items():
        for second_run_min in (3, 4):
            prepare(d, wild, second_run_min)
            asked = [some_hand(random, d) for _ in range(hands)]
            name = f"indian.distances_{scope}_{second_run_min}_per_s"
            figures[name] = rate(d, [(*hand, *NOTHING) for hand, _ in asked], rounds)
            name = f"indian.distances_{scope}_{second_run_min}_gone_per_s"
            figures[name] = rate(d, [(*hand, *gone) for hand, gone in asked], rounds)
    return figures


if __name__ == "__main__":
    for figure, per_second in run().items():
        print(f"{figure:45} {per_second:12,.0f}")
