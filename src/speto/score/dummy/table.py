"""A table of real cards as people wrote it down.

What must stay true: a `Table` says what was written, nothing that follows from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from speto.cards import Card, mask_of, write_cards
from speto.clause import Clause
from speto.dummy import Rules


@dataclass(frozen=True, slots=True)
class Setting:
    """What all deals of a match share: the rules and the names, in seat order."""

    rules: Rules
    names: tuple[str, ...]

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.names)


@dataclass(frozen=True, slots=True)
class Pile:
    """A meld as it lies: its owner, and each card with the seat that laid it."""

    owner: int
    cards: tuple[tuple[Card, int], ...]
    line: int = 0

    @property
    def mask(self) -> int:
        """The cards as a mask."""
        return mask_of(card for card, _ in self.cards)

    def __str__(self) -> str:
        return write_cards(card for card, _ in self.cards)


@dataclass(frozen=True, slots=True)
class Fine:
    """A fine: whose, which rule's and for which card, if that was written; points, if they were."""

    seat: int
    points: int | None
    clause: Clause | None
    card: Card | None = None
    line: int = 0


@dataclass(frozen=True, slots=True)
class Fool:
    """A fool: by which card, if that was written; whether this card had cost a fine before."""

    seat: int
    card: Card | None = None
    fined: bool = False
    line: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """One deal at its end. `None` is what was not written; `lines` tells where each thing stands.

    `fines_in_all`: the fines are totals, with those that the melds show.
    """

    setting: Setting
    starter: int | None = None
    direction: int | None = None
    head: Card | None = None
    row: tuple[Card, ...] | None = None
    melds: tuple[Pile, ...] = ()
    hands: Mapping[int, tuple[Card, ...]] = field(default_factory=dict)
    knocker: int | None = None
    card: Card | None = None
    dark: bool = False
    took: str = ""
    born: frozenset[int] | None = None
    fines: tuple[Fine, ...] = ()
    fines_in_all: bool = False
    fools: tuple[Fool, ...] = ()
    first: int = 0
    lines: Mapping[str, int] = field(default_factory=dict)

    def line(self, key: str, seat: int | None = None) -> int:
        """The line in which a thing stands, or the first of the deal."""
        found = self.lines.get(key if seat is None else f"{key} {seat}")
        return found or self.lines.get(key) or self.first

    def name(self, seat: int) -> str:
        """The name of a seat."""
        return self.setting.names[seat]

    def laid(self, seat: int) -> tuple[Card, ...]:
        """The cards that a seat laid, wherever they lie."""
        return tuple(card for pile in self.melds for card, layer in pile.cards if layer == seat)

    def owns(self, seat: int) -> bool:
        """Whether a meld is the seat's."""
        return any(pile.owner == seat for pile in self.melds)
