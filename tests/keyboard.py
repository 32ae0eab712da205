"""Somebody at the keyboard, for the tests of whatever asks and answers."""

from __future__ import annotations

import io
from collections.abc import Callable


class Output(io.StringIO):
    """Standard output that can show ♣♦♥♠."""

    encoding = "utf-8"


class Person:
    """Standard input that answers after having read what is on standard output."""

    def __init__(self, out: io.StringIO, answers: Callable[[str], str]) -> None:
        self.out = out
        self.answers = answers
        self.read_up_to = 0
        self.screens: list[str] = []
        self.said: list[str] = []

    def isatty(self) -> bool:
        return False

    def readline(self, size: int = -1, /) -> str:
        shown = self.out.getvalue()
        screen, self.read_up_to = shown[self.read_up_to :], len(shown)
        if self.said:
            screen = screen.partition("\n")[2]  # the echo of the last answer
        self.screens.append(screen)
        try:
            self.said.append(self.answers(screen))
        except EOFError:
            return ""
        return self.said[-1] + "\n"
