"""The arranger of Indian Rummy: hands a second beside the first prototype, the hardest hands."""

import heapq
from array import array
from collections.abc import Callable, Iterator
from random import Random
from time import perf_counter_ns, process_time
from typing import Any, NamedTuple

from bench.building import build
from speto.indian.arrange import Arranger, fewest, fewest_discarding, prepare
from speto.indian.codes import COUNT_ALL, EXEMPT, FLAT, JOKER, SUM_CAPPED

Hand = tuple[int, int, int, int]
"""The cards held, those held twice, the printed jokers, the special wilds."""

PACK = [*range(52), *range(52), JOKER, JOKER]
OF_THE_BASELINE = (3, SUM_CAPPED, EXEMPT, 80)
STRICTEST = (4, FLAT, COUNT_ALL, 80)
HARDEST = 100


class Kind(NamedTuple):
    """What hands are measured: two runs are dealt first in the middle of a game."""

    size: int
    middle: bool
    wilds: int | None  # None: as they come

    def __str__(self) -> str:
        """Its name in the table."""
        wilds = "as dealt" if self.wilds is None else f"{self.wilds} wild"
        return f"{self.size} cards, {'mid-game' if self.middle else 'random'}, {wilds}"


KINDS = [
    Kind(size, middle, wilds)
    for size in (13, 14)
    for middle in (False, True)
    for wilds in (None, 0, 1, 2)
]


class Figures(NamedTuple):
    """Hands a second: the prototype's, ours with its options, ours with the strictest."""

    baseline: float
    ours: float
    strict: float

    @property
    def ratio(self) -> float:
        """Ours to the prototype's."""
        return min(self.ours, self.strict) / self.baseline


def masks(cards: list[int], wild: int) -> Hand:
    """A hand of card codes in integers."""
    one = two = 0
    for card in cards:
        if card != JOKER:
            two |= one & 1 << card
            one |= 1 << card
    return one, two, cards.count(JOKER), wild


def dealt(random: Random, kind: Kind) -> Hand:
    """A hand; all four cards of a rank are wild."""
    while True:
        rank = random.randrange(13)
        pack, hand = PACK[:], list[int]()
        for _ in range(2 * kind.middle):
            suit, size = random.randrange(4), random.choice((3, 3, 4))
            low = random.randrange(15 - size)
            for place in range(low, low + size):
                card = (place - 1) % 13 * 4 + suit
                if card in pack:
                    pack.remove(card)
                    hand.append(card)
        if kind.wilds is not None:
            wild = [card for card in pack if card // 4 in (rank, 13)]
            missing = kind.wilds - sum(card // 4 == rank for card in hand)
            if missing < 0:
                continue
            hand += random.sample(wild, missing)
            pack = [card for card in pack if card // 4 not in (rank, 13)]
        hand += random.sample(pack, kind.size - len(hand))
        return masks(hand, 15 << 4 * rank)


def words(hands: list[Hand], *, rows: bool) -> "array[int]":
    """Hands as the loops read them; the prototype's with the ace in two rows, the wild's row."""
    if not rows:
        return array("q", [word for hand in hands for word in hand])
    found = array("q")
    for one, two, jokers, wild in hands:
        row = wild.bit_length() // 4
        found.extend((one << 4 | one >> 48, two << 4 | two >> 48, jokers, row))
    return found


def rounds(
    kind: Kind, loop: Any, baseline: Any, count: int = 20_000, seconds: float = 0.05
) -> Iterator[Figures]:
    """Hands a second, one round after the other, without end.

    :raises AssertionError: if the points of all hands do not add up to the prototype's.
    """
    random = Random(kind.size)
    hands = [dealt(random, kind) for _ in range(count)]
    ours, theirs = words(hands, rows=False), words(hands, rows=True)
    discarding = kind.size == 14
    settings = [array("q", options) for options in (OF_THE_BASELINE, STRICTEST)]

    def timed(work: Callable[[int], int], times: int) -> tuple[float, int]:
        began = process_time()
        total = work(times)
        return process_time() - began, total

    def by_baseline(times: int) -> int:
        return int(baseline.fewest_many(theirs, times, discarding))

    def by_us(setting: "array[int]") -> Callable[[int], int]:
        arranger = Arranger()
        return lambda times: loop.fewest_many(arranger, ours, times, discarding, setting)

    works = [by_baseline, *map(by_us, settings)]
    sums = [work(1) for work in works]
    assert sums[0] == sums[1], f"{kind}: {sums[1]} is not {sums[0]}"
    times = [max(1, int(seconds / max(timed(work, 1)[0], 1e-6))) for work in works]
    while True:
        found = []
        for work, n, total in zip(works, times, sums, strict=True):
            took, counted = timed(work, n)
            assert counted == n * total
            found.append(n * count / took)
        yield Figures(*found)


def compare(step: Callable[[], None], count: int = 20_000) -> dict[Kind, Figures]:
    """The best of five interleaved rounds of each kind of hands."""
    loop, baseline = build("arrange_loop.pyx"), build("indian_baseline.py")
    every = {kind: rounds(kind, loop, baseline, count) for kind in KINDS}
    best: dict[Kind, Figures] = {}
    for _ in range(5):
        for kind, figures in every.items():
            found = next(figures)
            old = best.get(kind, found)
            best[kind] = Figures(*map(max, old, found))
            step()
    return best


def hardest(
    step: Callable[[], None], random_hands: int = 10_000_000, dense_hands: int = 1_000_000
) -> list[tuple[int, Hand]]:
    """The hands with the most search nodes, of 13 and of 14 cards, with the number of nodes."""
    loop = build("arrange_loop.pyx")
    state = array("q", [0x9E3779B97F4A7C1])
    arranger = Arranger()
    top: list[tuple[int, Hand]] = []
    for options in (OF_THE_BASELINE, STRICTEST):
        for size in (13, 14):
            for dense, count in ((False, random_hands), (True, dense_hands)):
                for _ in range(20):
                    found = loop.hunt(
                        arranger,
                        state,
                        count // 80,
                        size,
                        dense,
                        array("q", options),
                        top[0][0] if len(top) == HARDEST else -1,
                    )
                    for nodes, *hand in found:
                        heapq.heappush(top, (nodes, tuple(hand)))
                    top = heapq.nlargest(HARDEST, top)[::-1]
                    heapq.heapify(top)
                    step()
    return sorted(top, reverse=True)


STEPS = 5 * len(KINDS), 160
"""How often `compare` and `hardest` report a step."""


def time_of(hand: Hand, times: int = 20) -> float:
    """Microseconds of the points of a hand, the slower of two options, the best of so many."""
    one, two, jokers, wild = hand
    arranger = Arranger()
    size = one.bit_count() + two.bit_count() + jokers
    work = fewest_discarding if size == 14 else fewest
    slowest = 0
    for options in (OF_THE_BASELINE, STRICTEST):
        prepare(arranger, wild, *options)
        best = 1 << 60
        for _ in range(times):
            began = perf_counter_ns()
            work(arranger, one, two, jokers)
            best = min(best, perf_counter_ns() - began)
        slowest = max(slowest, best)
    return slowest / 1000
