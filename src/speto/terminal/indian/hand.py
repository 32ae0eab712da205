"""The own hand in groups: as the person grouped it, or as it counts fewest points.

What must stay true: a grouping never holds a card that the hand does not; each card of the hand
stands in it once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Final, NamedTuple

from speto.cards import Card
from speto.indian import View
from speto.indian.actions import Discard
from speto.indian.groups import Arrangement, Group, Stage
from speto.terminal.indian.lineup import as_laid, laid_group
from speto.terminal.indian.naming import named
from speto.terminal.page import WIDTH, cells, fit, pack, wrap
from speto.terminal.speech import Speech

HAND: Final = 13
CELL: Final = 9
"""Cells of a card with its number before it."""
ROW: Final = 8
"""So many cards stand in a line with their numbers."""
LABELS: Final = 24
NUMBERED_LABELS: Final = 46
"""The column of what a group is, behind its cards, without and with their numbers."""

Part = tuple[Card, ...]


class Look(NamedTuple):
    """How the own hand is shown: as the person grouped it, or by itself; loose cards by what."""

    own: tuple[Part, ...] | None = None
    by_rank: bool = False


class Grouped(NamedTuple):
    """A hand as it is shown, and what it counts; of 14 cards, after the best discard."""

    groups: tuple[Group, ...]
    loose: tuple[Card, ...]
    counts: Arrangement


def grouped(view: View, look: Look) -> Grouped:
    """The hand of the seat that looks, in groups."""
    if look.own is None:
        best = view.best
        loose = [*best.loose, *([best.discard] if best.discard else [])]
        groups = tuple(laid_group(group, view.wilds) for group in best.groups)
        return Grouped(groups, sort_loose(loose, look), best)
    parts = fitted(look.own, view.hand)
    groups = tuple(Group(view.kind(part), as_laid(part, view.wilds)) for part in parts)
    rest = Counter(view.hand)
    rest.subtract(chain(*parts))
    return Grouped(groups, sort_loose(rest.elements(), look), view.arrange(parts))


def fitted(parts: Iterable[Part], hand: Iterable[Card]) -> tuple[Part, ...]:
    """Parts with the cards that the hand still holds; one card alone is no part.

    >>> from speto.cards import parse_cards
    >>> parts = fitted([parse_cards("3h4h5h"), parse_cards("9c9d")], parse_cards("3h4h9c2s"))
    >>> [len(part) for part in parts]
    [2]
    """
    left = Counter(hand)
    found = []
    for part in parts:
        cards = []
        for card in part:
            if left[card]:
                left[card] -= 1
                cards.append(card)
        if len(cards) > 1:
            found.append(tuple(cards))
    return tuple(found)


def regrouped(new: Sequence[Part], old: Sequence[Part], hand: Sequence[Card]) -> tuple[Part, ...]:
    """New parts, then what is left of the old ones; the order of the old is kept.

    A card named alone leaves its group, also where the hand holds an equal one in none.
    """
    fresh = [part for part in new if part not in old]
    left = Counter(hand)
    left.subtract(chain(*fresh))
    grouped_now = Counter(chain(*old))
    for card in (part[0] for part in fresh if len(part) == 1):
        left[card] = max(min(left[card], grouped_now[card] - 1), 0)
    kept = fitted(old, left.elements())
    return (*kept, *(part for part in fresh if len(part) > 1))


def sort_loose(cards: Iterable[Card], look: Look) -> tuple[Card, ...]:
    """Loose cards by suit or by rank, printed jokers last."""

    def place(card: Card) -> tuple[bool, int, int]:
        by = (card.rank, card.suit) if look.by_rank else (card.suit, card.rank)
        return not card.rank, *by

    return tuple(sorted(cards, key=place))


def in_order(hand: Grouped) -> list[Card]:
    """The cards of a hand as they are shown."""
    return [*chain(*(group.cards for group in hand.groups)), *hand.loose]


def numbers(view: View, hand: Grouped) -> list[int | None]:
    """The number of each card as it is shown; one that may not be discarded has none."""
    allowed = {action.card for action in view.legal if isinstance(action, Discard)}
    found: list[int | None] = []
    for card in in_order(hand):
        found.append(1 + sum(n is not None for n in found) if card in allowed else None)
    return found


def draw_own_hand(view: View, speech: Speech, look: Look, *, close: bool = False) -> list[str]:
    """What the hand counts, then a line for each group; while one may discard, with numbers.

    `close`: groups stand beside each other.
    """
    hand = grouped(view, look)
    lines = wrap(heading(view, speech), hang=2)
    if look.own is not None and view.best.points < hand.counts.points:
        lines += wrap(speech.ui("indian.hand.own", points=hand.counts.points), hang=2)
    labels = [speech.ui(f"indian.kind.{group.kind.name.lower()}") for group in hand.groups]
    rows = [group.cards for group in hand.groups]
    if hand.loose:
        labels.append(speech.ui("indian.kind.rest"))
        rows.append(hand.loose)
    if speech.plain:
        spoken = (named(cards, view, speech) for cards in rows)
        return [*lines, *(speech.colon(*pair) for pair in zip(labels, spoken, strict=True))]
    by_number = iter(numbers(view, hand))
    can = any(isinstance(action, Discard) for action in view.legal)
    found = []
    for label, cards in zip(labels, rows, strict=True):
        names = [named([card], view, speech) for card in cards]
        found.append((label, names, [next(by_number) for _ in cards] if can else []))
    if close:
        return lines + pack([_close(*row) for row in found], WIDTH - 2, "   ")
    return lines + [line for row in found for line in _row(*row)]


def heading(view: View, speech: Speech) -> str:
    """How many cards, what they count however they are grouped, what is missing for a Show."""
    counts = view.best
    size = "fourteen" if len(view.hand) > HAND else "thirteen"
    missing = "show" if counts.show else counts.stage.name.lower()
    if counts.stage is Stage.ONE_PURE:
        missing = view.rules.one_pure.name.lower()
    return speech.ui(f"indian.hand.{size}.{missing}", points=counts.points)


def _row(label: str, names: Sequence[str], numbered: Sequence[int | None]) -> list[str]:
    """The cards of a group in a line, or several; behind them what they are."""
    column = LABELS
    if numbered:
        column = NUMBERED_LABELS
        items = [
            fit(f"{number:>3}) {name}" if number else f"     {name}", CELL)
            for number, name in zip(numbered, names, strict=True)
        ]
        lines = ["".join(items[n : n + ROW]) for n in range(0, len(items), ROW)]
    else:
        lines = ["  " + " ".join(names)]
    last = fit(lines[-1], max(column, cells(lines[-1].rstrip()) + 2))
    if cells(last + label) <= WIDTH:
        return [*(line.rstrip() for line in lines[:-1]), last + label]
    return [*(line.rstrip() for line in lines), " " * 6 + label]


def _close(label: str, names: Sequence[str], numbered: Sequence[int | None]) -> str:
    """The cards of a group and what they are, in no column."""
    cards = [
        f"{number}) {name}" if number else name
        for number, name in zip(numbered or [None] * len(names), names, strict=True)
    ]
    return " ".join([*cards, label])
