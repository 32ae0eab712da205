"""Who sits at a table of the server, whose turn a computer has, and a deal that is over.

What must stay true: these are values; how they change is the table's to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from speto import challenge
from speto.fair import PERSON, Proof, tags_of
from speto.games import State, View
from speto.players.played import tags_of as tags_of_players
from speto.record import Record
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


def challenges(seats: Iterable[Seat]) -> bool:
    """Whether an open cheat sits there, who plays against one person alone."""
    return any(challenge.way_of(seat.level) for seat in seats)


class Finished(NamedTuple):
    """A deal that is over, as it is downloaded: the record carries its proof."""

    record: str
    proof: str


class Turn(NamedTuple):
    """A computer's turn, and all that it may know; `chance` is the seed of its generator."""

    seat: int
    level: str
    view: View[Any]
    chance: int


def record_of(
    game_name: str,
    sitting: Sequence[Seat],
    state: State,
    chosen: Iterable[tuple[int, str]],
    proof: Proof,
) -> Record:
    """A deal that is over as it is kept: it names its computer players, and carries its proof."""
    players = tags_of_players([seat.level for seat in sitting], dict(chosen), state)
    names = tuple(seat.name for seat in sitting)
    return Record(game_name, names, state, (*players, *tags_of(proof)))
