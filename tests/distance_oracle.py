"""The distance to a valid Show once more, slowly: a search over the shows that keep enough cards.

A card is a number, (rank − 2)·4 + suit, a printed joker 52; a hand and the cards gone are counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from functools import cache
from itertools import combinations
from typing import NamedTuple

JOKER = 52
DEALT = 13
UNREACHABLE = 14
FEW = 30  # of more cards, the most that lie in groups take too long to count
LADDER = (12, *range(13))  # A, 2 .. K, A


class Shape(NamedTuple):
    """The places of a group, each named by the card that belongs there."""

    places: tuple[int, ...]
    is_run: bool


def _shapes() -> Iterator[Shape]:
    # seven in a row or more can be cut into runs of which one has four
    for length in range(3, 7):
        for start in range(len(LADDER) - length + 1):
            for suit in range(4):
                ranks = LADDER[start : start + length]
                yield Shape(tuple(rank * 4 + suit for rank in ranks), True)
    for rank in range(13):
        for size in (3, 4):
            for suits in combinations(range(4), size):
                yield Shape(tuple(rank * 4 + suit for suit in suits), False)


SHAPES = tuple(_shapes())
WITH = {card: [shape for shape in SHAPES if card in shape.places] for card in range(52)}


def _less(cards: tuple[int, ...], places: Collection[int]) -> tuple[int, ...]:
    """The cards that remain when each place takes its own, if it is there."""
    rest = list(cards)
    for place in places:
        if place in rest:
            rest.remove(place)
    return tuple(rest)


class Search:
    """Whether a hand is so near to a valid Show; one for each hand."""

    def __init__(
        self, hand: Counter[int], gone: Counter[int], wilds: frozenset[int], shortest: int
    ) -> None:
        self.hand = hand
        self.wilds = wilds
        self.shortest = shortest  # one of the runs has as many cards
        self.natural = tuple(sorted(card for card in hand.elements() if not self.is_wild(card)))
        self.limit = {c: max(2 - gone[c], hand[c]) for c in range(JOKER + 1)}
        self.wilds_held = sum(n for card, n in hand.items() if self.is_wild(card))
        self.wilds_left = sum(n for card, n in self.limit.items() if self.is_wild(card))
        self.open = tuple(c for c, n in self.limit.items() if not self.is_wild(c) for _ in range(n))
        self.most = cache(self._most)

    def is_wild(self, card: int) -> bool:
        return card == JOKER or card in self.wilds

    def _most(self, cards: tuple[int, ...], places: int) -> int:
        """The most of these cards that lie in groups of so many places."""
        if not cards or places < 3:
            return 0
        best = self.most(cards[1:], places)
        for shape in WITH[cards[0]]:
            size = len(shape.places)
            if size <= places:
                rest = _less(cards, shape.places)
                best = max(best, len(cards) - len(rest) + self.most(rest, places - size))
        return best

    def filled(self, groups: Collection[Shape]) -> int:
        """The places that cards other than wilds can take, as far as there are such cards."""
        places = Counter(place for shape in groups for place in shape.places)
        return sum(min(n, self.limit[c]) for c, n in places.items() if c not in self.wilds)

    def lacks(self, run: Shape) -> int:
        """How many cards a run lacks of being pure; too many if one of them is gone."""
        missing = [place for place in run.places if not self.hand[place]]
        return len(missing) if all(self.limit[place] for place in missing) else UNREACHABLE

    def is_show(self, groups: Collection[Shape], away: int) -> bool:
        """Whether the groups make a show of cards that are there, one of the runs a pure one."""
        runs = [shape for shape in groups if shape.is_run]
        return (
            len(runs) >= 2
            and max(len(run.places) for run in runs) >= self.shortest
            and min(map(self.lacks, runs)) <= away
            and self.filled(groups) + self.wilds_left >= DEALT
        )

    def complete(self, groups: tuple[Shape, ...], first: int, away: int) -> bool:
        """Whether some more groups make it a show."""
        if self.is_show(groups, away):
            return True
        places = fillable = DEALT - sum(len(shape.places) for shape in groups)
        if len(self.open) <= FEW:
            taken = [place for shape in groups for place in shape.places]
            fillable = self.most(_less(self.open, taken), places)
        if self.filled(groups) + fillable + self.wilds_left < DEALT:
            return False
        return any(
            len(SHAPES[n].places) <= places and self.complete((*groups, SHAPES[n]), n, away)
            for n in range(first, len(SHAPES))
        )

    def keeps(self, cards: tuple[int, ...], groups: tuple[Shape, ...], due: int, away: int) -> bool:
        """Whether a show has these groups and keeps so many of the cards."""
        places = DEALT - sum(len(shape.places) for shape in groups)
        if due <= 0:
            return self.complete(groups, 0, away)
        if self.most(cards, places) < due:
            return False
        for shape in WITH[cards[0]]:
            if len(shape.places) <= places:
                rest = _less(cards, shape.places)
                if self.keeps(rest, (*groups, shape), due - len(cards) + len(rest), away):
                    return True
        return self.keeps(cards[1:], groups, due, away)

    def reaches(self, away: int) -> bool:
        """Whether so many new cards are enough."""
        if min(self.lacks(shape) for shape in SHAPES if shape.is_run) > away:
            return False
        return self.keeps(self.natural, (), DEALT - self.wilds_held - away, away)


def distance(
    hand: Counter[int], gone: Counter[int], wilds: frozenset[int], second_run_min: int
) -> int:
    """The fewest cards to replace, of 13 or of 14 after the best discard."""
    search = Search(hand, gone, wilds, second_run_min)
    if not search.reaches(DEALT):
        return UNREACHABLE
    return next(away for away in range(UNREACHABLE) if search.reaches(away))
