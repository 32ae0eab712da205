"""Hands of one deal as people wrote them down.

What must stay true: a `Table` says what was written, nothing that follows from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from speto.cards import Card
from speto.indian import Rules

HAND: Final = 13
Part = tuple[Card, ...]


class Mark(StrEnum):
    """What a seat did in the deal, as far as it was written."""

    NOTHING = ""
    SHOW = "show"
    HEAVEN = "heaven"
    DROP_FIRST = "drop first"
    DROP_LATER = "drop later"
    WRONG = "wrong"


DROPS: Final = frozenset((Mark.DROP_FIRST, Mark.DROP_LATER))
OUT: Final = DROPS | {Mark.WRONG}
"""After these a seat is out of the deal, whatever it holds."""
CLAIMS: Final = frozenset((Mark.SHOW, Mark.HEAVEN))
"""These say that the hand is a Show."""


@dataclass(frozen=True, slots=True)
class Laid:
    """What one seat laid open: its cards in the parts that were written, the finishing card apart.

    `grouped`: the parts are groups that a person made.
    """

    parts: tuple[Part, ...] = ()
    grouped: bool = False
    finishing: Card | None = None
    mark: Mark = Mark.NOTHING
    line: int = 0

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards but the finishing card."""
        return tuple(card for part in self.parts for card in part)

    @property
    def all_cards(self) -> tuple[Card, ...]:
        """All cards, the finishing card last."""
        return (*self.cards, *((self.finishing,) if self.finishing else ()))


@dataclass(frozen=True, slots=True)
class Setting:
    """What all deals of a match share: the rules and the names, in seat order."""

    rules: Rules
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """One deal at its end: the cut card, and what each seat of the match laid open.

    `None` is what was not written; `lines` tells where each thing stands.
    """

    setting: Setting
    cut: Card
    laid: Mapping[int, Laid]
    starter: int | None = None
    direction: int | None = None
    first: int = 0
    lines: Mapping[str, int] = field(default_factory=dict)

    def line(self, key: str) -> int:
        """The line in which a thing stands, or the first of the deal."""
        return self.lines.get(key) or self.first

    def name(self, seat: int) -> str:
        """The name of a seat; of one too many, its number from 1."""
        names = self.setting.names
        return names[seat] if seat < len(names) else str(seat + 1)
