"""What the lesson of a game shows of a task, and how an answer to it is read.

What must stay true: a task that is a move is shown and read as in a match, by the game's own face.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from importlib import import_module
from itertools import chain
from typing import Any, Final, cast

from speto.clause import Clause
from speto.lesson import Lesson
from speto.terminal.answer import Ask, Choice, Own, Question
from speto.terminal.face import Face, Standing
from speto.terminal.speech import Speech


class Wish(Enum):
    """What may be said besides answers; the value names its line in the menu."""

    HINT = "hint"
    NEXT = "next"
    BACK = "back"
    LEAVE = "leave"
    MENU = ""


WISHES: Final[Mapping[str, Wish]] = {
    "": Wish.HINT,
    "h": Wish.HINT,
    "hint": Wish.HINT,
    "s": Wish.NEXT,
    "skip": Wish.NEXT,
    "b": Wish.BACK,
    "back": Wish.BACK,
    "q": Wish.LEAVE,
    "quit": Wish.LEAVE,
    "0": Wish.MENU,
    "?": Wish.MENU,
}


class Board:
    """The blackboard of one game; `wishes` are the words for what may be said besides answers."""

    wishes: Mapping[str, Wish] = WISHES

    def __init__(self, face: Face, speech: Speech) -> None:
        self.face = face
        self.speech = speech

    def begin(self, lesson: Lesson) -> None:
        """A step begins."""
        self.face.begin(lesson.view)

    def go_on(self, lesson: Lesson) -> None:
        """A task begins, or something was said to it: no board need do anything."""

    def table(self, lesson: Lesson) -> list[str]:
        """What is seen of the position."""
        return self.face.table(lesson.view, Standing(1, (0,) * lesson.state.seats))

    def choices(self, lesson: Lesson) -> list[Choice]:
        """What may be answered, numbered from 1."""
        return self.face.choices(lesson.view)

    def listed(self, lesson: Lesson, found: Sequence[Choice], *, close: bool) -> list[str]:
        """The list of what may be answered; `close` where there is little room."""
        return [*chain(*self.face.blocks(lesson.view, found, close=close))]

    def tempting(self, lesson: Lesson, found: Sequence[Choice]) -> int:
        """The number of what is worth trying though it is forbidden."""
        return len(found) + 1

    def understand(
        self, answer: str, lesson: Lesson, found: Sequence[Choice]
    ) -> list[Any] | Ask | Own | Clause | Question:
        """What an answer says, one thing after the other, or the request that it is.

        :raises Unclear: with what would be clear.
        """
        said = self.face.understand(answer, lesson.view, found)
        return said if isinstance(said, Ask | Own | Clause | Question) else [said]

    def number(self, word: str, lesson: Lesson, found: Sequence[Choice]) -> str:
        """What may be typed for a word that is wanted."""
        return str(next(choice.number for choice in found if str(choice.action) == word))


def board_of(game: str, speech: Speech) -> Board:
    """The board of a game."""
    return cast(Board, import_module(f"speto.terminal.learn.{game}").make_board(speech))
