"""Who sits at a table of the server, whose turn a computer has, and a deal that is over.

What must stay true: these are values; how they change is the table's to say.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from speto.fair import PERSON
from speto.games import View
from speto.server.terms import SeatKind


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits in a seat of the match.

    `substitute` is the level of the computer that plays for a person, `missed` how many turns the
    person has missed in a row.
    """

    kind: SeatKind
    who: str | None
    name: str
    level: str | None = None
    substitute: str | None = None
    missed: int = 0

    @property
    def present(self) -> bool:
        """Whether a person plays here without a substitute."""
        return self.kind == PERSON and self.substitute is None


class Finished(NamedTuple):
    """A deal that is over, as it is downloaded: the record carries its proof."""

    record: str
    proof: str


class Turn(NamedTuple):
    """A computer's turn, and all that it may know."""

    seat: int
    level: str
    view: View[Any]
