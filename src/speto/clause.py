"""A rule as a value: its name, the options it reads and where it comes from.

What must stay true: refusals, ledger lines, the option form, the rule book and the tests all point
at the same `Clause`. Its words stand in `locales/`, under `clause.<code>`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from speto.cards import Card


class Clause(NamedTuple):
    """One rule: a stable code, the option fields it reads, and its source."""

    code: str
    reads: tuple[str, ...]
    source: str


class Entry(NamedTuple):
    """One line of the ledger: points (may be negative) for a seat, and the clause that gives them.

    `at` is the index, from 0, of the action in the deal that brought the points.
    """

    seat: int
    points: int
    clause: Clause
    cards: tuple[Card, ...]
    at: int


class IllegalAction(ValueError):
    """An action that a clause forbids."""

    def __init__(self, word: str, clause: Clause) -> None:
        super().__init__(f"{word} is refused by {clause.code}")
        self.word = word
        self.clause = clause


class RulesError(ValueError):
    """Rules that contradict themselves, or an option that does not exist.

    `options` are the fields that it is about: one that must be as `allowed` says, or two that
    clash, of which the first may not be above the second where `ordered`.
    """

    def __init__(
        self, problem: str, *options: str, allowed: str = "", ordered: bool = False
    ) -> None:
        super().__init__(problem)
        self.options = options
        self.allowed = allowed
        self.ordered = ordered


T_OVER: Final = Clause("T-OVER", (), "A deal that is over takes no action.")
T_TURN: Final = Clause("T-TURN", (), "Only the seat whose turn it is may act.")
T_KIND: Final = Clause("T-KIND", (), "Each game has its own actions.")
T_HOLD: Final = Clause("T-HOLD", (), "An action can only use cards that are where it says.")
SHARED: Final = (T_OVER, T_TURN, T_KIND, T_HOLD)
