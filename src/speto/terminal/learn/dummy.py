"""The board of Thai Dummy: every task is a move."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from speto.lesson import Lesson
from speto.terminal.answer import Choice
from speto.terminal.dummy.choices import draw_list
from speto.terminal.face import face_of
from speto.terminal.learn.board import Board
from speto.terminal.speech import Speech


class DummyBoard(Board):
    """A board without the warnings of a match: what a discard may cost is told by the lesson."""

    def listed(self, lesson: Lesson, found: Sequence[Choice], *, close: bool) -> list[str]:
        """The list of moves."""
        return [*chain(*draw_list(found, self.speech, close=close))]


def make_board(speech: Speech) -> Board:
    """The board."""
    return DummyBoard(face_of("dummy", speech), speech)
