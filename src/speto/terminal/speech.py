"""How a table speaks: names of seats, cards with their suits, and the texts of a language.

What must stay true: a card is told by its letters or signs alone, never by its color.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any, Final

from speto.cards import SUITS, Card
from speto.clause import Clause
from speto.terminal.page import fit
from speto.texts import Catalogue

SIGNS: Final = "♣♦♥♠"
TO_SIGNS: Final = str.maketrans(SUITS, SIGNS)
TO_LETTERS: Final = str.maketrans(SIGNS, SUITS)
NAME_WIDTH: Final = 8
SHORT: Final = 4
"""A run of more cards is named by its ends."""


@dataclass(frozen=True, slots=True)
class Speech:
    """The words of one table; `signs` tells whether the screen can show ♣♦♥♠.

    `plain` tells that it is read aloud or kept: sentences in place of columns. `mine` is the seat
    of the match that is the person's.
    """

    texts: Catalogue
    rules: Any
    names: tuple[str, ...]
    signs: bool
    plain: bool = False
    mine: int = 0

    def ui(self, key: str, /, **holes: object) -> str:
        """A text of the terminal."""
        return self.texts.text(f"ui.terminal.{key}", **holes)

    def title(self, clause: Clause) -> str:
        """What a clause is called."""
        return self.texts.title(clause, self.rules)

    def named(self, clause: Clause) -> str:
        """What a clause is called, with its code."""
        return self.ui("rule", title=self.title(clause), code=clause.code)

    def words(self, clause: Clause) -> str:
        """A clause in full, with its code."""
        return f"{clause.code}: {self.texts.clause(clause, self.rules)}"

    def card(self, card: Card) -> str:
        """A card as the screen shows it; a ten is 10, as people write it."""
        text = str(card).replace("T", "10")
        return text.translate(TO_SIGNS) if self.signs else text

    def cards(self, cards: Iterable[Card]) -> str:
        """Cards with a space between."""
        return " ".join(map(self.card, cards))

    def meld(self, cards: Sequence[Card]) -> str:
        """A meld by its cards, or by the ends of a long run."""
        if len(cards) <= SHORT:
            return self.cards(cards)
        return f"{self.card(cards[0])}...{self.card(cards[-1])}"

    def word(self, action: object) -> str:
        """The word of an action, tens as 10: it can be said so."""
        return re.sub("T(?=[cdhs])", "10", str(action))

    def name(self, seat: int) -> str:
        """The name of a seat without what stands in brackets behind it, cut to its column."""
        return fit(self.names[seat].partition(" (")[0], NAME_WIDTH - 1).rstrip()

    def listed(self, things: Iterable[str]) -> str:
        """Things one after the other, as the language joins them."""
        return reduce(lambda first, then: self.ui("join", first=first, then=then), things)

    def colon(self, first: str, then: str) -> str:
        """Whom or what it is about, then what there is to say."""
        return self.ui("colon", first=first, then=then)

    def prompts(self, n_pages: int, more: str, last: str) -> list[str]:
        """The question under each of so many pages."""
        before = [self.ui(more, n=number, all=n_pages) for number in range(1, n_pages)]
        return [*before, self.ui(last)]

    def marks(self) -> Sequence[str]:
        """A letter for each seat; its number where two names begin alike."""
        letters = [name[0] for name in self.names]
        alike = len(set(letters)) < len(letters)
        return [str(seat) for seat in range(len(letters))] if alike else letters


def by_suit(cards: Iterable[Card]) -> list[Card]:
    """Cards sorted for a hand: suit by suit, lowest first."""
    return sorted(cards, key=lambda card: (card.suit, card.rank))


def by_rank(cards: Iterable[Card]) -> list[Card]:
    """Cards sorted for a hand: rank by rank."""
    return sorted(cards)


def in_play_order(view: Any, first: int) -> list[int]:
    """The seats in the order of play, from one on."""
    return [(first + view.direction * n) % view.seats for n in range(view.seats)]
