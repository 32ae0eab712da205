"""What a game gives the terminal: how its table is drawn, what may be said, how a deal ends.

What must stay true: the loop, the person, the reader and the replay know a game by its `Face`
alone; a face knows views and words, never a `State`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from importlib import import_module
from typing import Any, NamedTuple, Protocol, cast

from speto.cards import Card
from speto.clause import Clause
from speto.terminal.answer import Ask, Choice, Own, Question
from speto.terminal.speech import Speech


@dataclass(frozen=True, slots=True)
class Standing:
    """Where the match is: the number of this deal from 1, and the totals before it."""

    deal: int
    totals: tuple[int, ...]


class Warn(StrEnum):
    """When a discard is asked about: always if it may cost points, if it is risky, or never."""

    ALWAYS = "always"
    RISKY = "risky"
    NEVER = "never"

    @property
    def next(self) -> Warn:
        """The one that comes after it when it is switched."""
        found = list(Warn)
        return found[(found.index(self) + 1) % len(found)]


class Sure(NamedTuple):
    """What a move brings or costs, and the question whether it is meant all the same.

    `spelled`: only a y is a yes, no number that may have been meant for something else.
    """

    lines: list[str]
    prompt: str
    spelled: bool = False


class Face(Protocol):
    """One game at the terminal; `speech` has the names of the seats of the running deal.

    Views, actions and matches are the game's own.
    """

    speech: Speech
    warn: Warn

    # a turn
    def begin(self, view: Any, totals: Sequence[int] = ()) -> None:
        """A deal begins; `view` is of its first moment, `totals` are those before it."""

    def choices(self, view: Any) -> list[Choice]:
        """Every legal action, numbered from 1."""

    def understand(
        self, answer: str, view: Any, found: Sequence[Choice]
    ) -> Any | Ask | Own | Clause | Question:
        """The action, the request, the rule or the question that an answer names.

        :raises Unclear: with what would be clear.
        """

    def told(self, action: Any, view: Any) -> str:
        """A legal action in plain words."""

    def word(self, action: Any, view: Any) -> str:
        """How an action may be said."""

    def sure(self, action: Any, view: Any) -> Sure | None:
        """What is asked back before an action is done, if anything is."""

    def advice(self, view: Any) -> Any:
        """What the player `simple` would do."""

    def reason(self, action: Any, view: Any) -> str:
        """Why a move is good, in one sentence."""

    def do(self, asked: Ask | Own, view: Any) -> list[str]:
        """Change how the hand is shown or when is warned; the remark that says so."""

    # the table
    def table(self, view: Any, standing: Standing, *, close: bool = False) -> list[str]:
        """The whole table, the hand only for a seat; `close` where there is little room."""

    def middle(self, view: Any) -> list[str]:
        """What lies open between the seats."""

    def own_hand(self, view: Any) -> list[str]:
        """The hand of the seat that looks."""

    def open_hand(self, label: str, cards: Sequence[Card], view: Any) -> list[str]:
        """A hand that lies open, in a replay."""

    def blocks(self, view: Any, found: Sequence[Choice], *, close: bool = False) -> list[list[str]]:
        """The list of what may be done, with its warnings; `close` where there is little room."""

    def status(self, view: Any) -> list[str]:
        """What binds or favors this turn, if anything does."""

    def news(self, view: Any) -> list[str]:
        """What was done since this seat's last turn."""

    def log(self, view: Any, since: int = 0, said: Sequence[Any] = ()) -> list[str]:
        """What was done in this deal, from so many actions on; `said` is a log that hides less."""

    # rules
    def matters(self, view: Any, refused: Clause | None) -> Sequence[Clause]:
        """The rules that matter to the seat now."""

    def about(self, action: Any, view: Any) -> Sequence[Clause]:
        """The rules of one legal move."""

    def aim(self) -> list[str]:
        """What the game is about, in a few lines, where help begins with it."""

    def how(self) -> list[list[str]]:
        """How moves are said, and what else may be said."""

    # deals and matches; `table` is the speech with the names of all seats of the match
    def beginning(self, view: Any, before: Any | None, match: Any) -> list[str]:
        """Who begins a deal of a match, and why; `before` is the deal before it as it ended."""

    def items(self, view: Any) -> list[list[str]]:
        """A block for each seat: its points, then each of its entries with what brought it."""

    def ending(self, view: Any, deal: int) -> list[str]:
        """How a deal ended."""

    def sheet(self, view: Any, before: Any, after: Any, table: Speech) -> list[list[str]]:
        """The blocks of the sheet of a deal, given the match before and after it."""

    def standing(self, match: Any, table: Speech, scores: Sequence[int] = ()) -> list[str]:
        """How a match stands; `scores` are those of a running deal, by seat of the match."""

    def result(self, match: Any, table: Speech) -> list[str]:
        """Who has won a match, how it stands, and who pays what."""


def names_of_computers(game: str) -> tuple[str, ...]:
    """Who sits beside the person."""
    return cast(tuple[str, ...], import_module(f"speto.terminal.{game}").COMPUTERS)


def face_of(game: str, speech: Speech, warn: Warn = Warn.RISKY) -> Face:
    """The face of a game."""
    return cast(Face, import_module(f"speto.terminal.{game}").make_face(speech, warn))
