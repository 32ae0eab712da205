"""The slowest answer of the finish search, over random and dense hands and busy tables."""

from collections.abc import Iterator
from random import Random
from time import perf_counter_ns

from speto.dummy.codes import ACES, FULL
from speto.dummy.finish import can_finish
from speto.dummy.melds import ends, runs_on

Question = tuple[int, int, int, bool, bool]


def mask(cards: list[int]) -> int:
    """Cards as one mask."""
    return sum(1 << card for card in cards)


def some_meld(random: Random, left: int) -> int:
    """A set or a run of the cards left, or none at the first try that fails."""
    rank, suit = random.randrange(13), random.randrange(4)
    if random.random() < 0.5:
        cards = [rank * 4 + s for s in range(4) if left >> rank * 4 + s & 1]
        return mask(random.sample(cards, 3)) if len(cards) >= 3 else 0
    run = mask([at * 4 + suit for at in range(rank, min(13, rank + random.choice((3, 3, 4, 5))))])
    return run if run.bit_count() >= 3 and not run & ~left else 0


def question(random: Random) -> Question:
    """A hand of 12 to 20 cards, random or dense, and a table of some of the others."""
    ace_low = random.random() < 0.5
    width = random.choice((5, 6, 7, 8, 13, 13, 13))
    lowest = random.randrange(14 - width) * 4
    hand = mask(random.sample(range(lowest, lowest + width * 4), random.randrange(12, 21)))
    left = FULL & ~hand
    chain = single = 0
    for _ in range(random.randrange(40)):
        meld = some_meld(random, left)
        if meld:
            left &= ~meld
            fit = ends(meld, ace_low, False)
            low = fit & ACES & ~(meld << 4) if runs_on(meld) else fit
            single |= low
            chain |= fit ^ low
    return hand, chain, single, random.random() < 0.5, ace_low


def time_of(asked: Question, times: int) -> float:
    """Microseconds of one answer, the best of so many."""
    best = 1 << 60
    for _ in range(times):
        began = perf_counter_ns()
        can_finish(*asked)
        best = min(best, perf_counter_ns() - began)
    return best / 1000


def questions(count: int, seed: int) -> Iterator[Question]:
    """So many hands with their tables."""
    random = Random(seed)
    for _ in range(count):
        yield question(random)


def slowest(count: int = 100_000, seed: int = 3) -> float:
    """Microseconds of the slowest answer: the 100 slowest of all are timed twenty times more."""
    timed = sorted(((time_of(asked, 1), asked) for asked in questions(count, seed)), reverse=True)
    return max(time_of(asked, 20) for _, asked in timed[:100])
