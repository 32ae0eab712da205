"""The points of an Indian Rummy hand as an integer program, solved by HiGHS: slow, and the same.

Each group that could be laid is a variable; each card is in one group at most.
"""

from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import combinations
from random import Random
from time import process_time
from typing import Any, NamedTuple

from bench.arranging import KINDS, OF_THE_BASELINE, Hand, dealt
from speto.indian.arrange import Arranger, fewest, prepare
from speto.indian.codes import HAND
from speto.indian.melds import points_of, value


class Group(NamedTuple):
    """Cards that stand for themselves, and how many wilds stand for others."""

    cards: frozenset[int]
    wilds: int
    run: bool

    @property
    def pure(self) -> bool:
        """Whether it is a pure run."""
        return self.run and not self.wilds


def groups_of(held: set[int], wilds: int) -> set[Group]:
    """Every group of these cards and so many wilds."""
    places = [
        ([(place - 1) % 13 * 4 + suit for place in range(low, low + size)], True)
        for suit in range(4)
        for size in range(3, 14)
        for low in range(15 - size)
    ]
    places += [
        ([rank * 4 + suit for suit in suits], False)
        for rank in range(13)
        for size in (3, 4)
        for suits in combinations(range(4), size)
    ]
    found = set()
    for cards, run in places:
        here = [card for card in cards if card in held]
        for n in range(max(1, len(cards) - wilds), len(here) + 1):
            for chosen in combinations(here, n):
                found.add(Group(frozenset(chosen), len(cards) - n, run))
    return found


def program(hand: Hand) -> int:
    """The points, with the options of the baseline.

    :raises ImportError: if highspy is not installed.
    """
    highspy: Any = import_module("highspy")
    one, two, jokers, wild = hand
    _, _, _, cap = OF_THE_BASELINE
    counts = {c: 1 + (two >> c & 1) for c in range(52) if one >> c & 1}
    special = sum(count for card, count in counts.items() if wild >> card & 1)
    points = {card: 0 if wild >> card & 1 else value(card) for card in counts}
    total = points_of(one, two, wild)
    groups = sorted(groups_of(set(counts), jokers + special), key=repr)
    worth = [sum(points[card] for card in group.cards) for group in groups]
    pure = [points for points, group in zip(worth, groups, strict=True) if group.pure]
    if not pure:
        return min(cap, total)
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    used = [solver.addIntegral(lb=0, ub=2) for _ in groups]
    for card, count in counts.items():
        holding = [x for x, group in zip(used, groups, strict=True) if card in group.cards]
        if holding:
            solver.addConstr(sum(holding) <= count)
    # a special wild that stands for itself stands for nothing else
    taken = [group.wilds + sum(wild >> card & 1 for card in group.cards) for group in groups]
    busy = [n * x for n, x in zip(taken, used, strict=True) if n]
    if busy:
        solver.addConstr(sum(busy) <= jokers + special)
    solver.addConstr(sum(x for x, group in zip(used, groups, strict=True) if group.run) >= 2)
    solver.addConstr(sum(x for x, group in zip(used, groups, strict=True) if group.pure) >= 1)
    solver.maximize(sum(n * x for n, x in zip(worth, used, strict=True)))
    found = total - max(pure)
    if solver.getModelStatus() == highspy.HighsModelStatus.kOptimal:
        found = min(found, total - round(solver.getObjectiveValue()))
    return min(cap, found)


def hands(count: int) -> Iterator[Hand]:
    """Random hands, and hands of the middle of a game."""
    random = Random(9)
    kinds = [kind for kind in KINDS if kind.size == HAND]
    for _ in range(count):
        yield dealt(random, random.choice(kinds))


def compare(step: Callable[[], None], count: int = 500) -> float:
    """How many times as long the integer program takes as the arranger.

    :raises AssertionError: if their points differ.
    :raises ImportError: if highspy is not installed.
    """
    arranger = Arranger()
    theirs = ours = 0.0
    for hand in hands(count):
        one, two, jokers, wild = hand
        began = process_time()
        points = program(hand)
        between = process_time()
        prepare(arranger, wild, *OF_THE_BASELINE)
        for _ in range(100):
            found = fewest(arranger, one, two, jokers)
        ended = process_time()
        assert found == points, f"{hand}: {found} is not {points}"
        theirs += between - began
        ours += (ended - between) / 100
        step()
    return theirs / ours
