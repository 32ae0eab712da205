"""Somebody at the keyboard, for the tests of whatever asks and answers."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Sequence

import pytest

from speto.cli import main
from speto.terminal.page import HEIGHT, WIDTH

Answers = Callable[[str], str]


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


def run(monkeypatch: pytest.MonkeyPatch, answers: Answers, *arguments: str) -> tuple[int, Person]:
    """`speto` with these arguments, and somebody who answers."""
    out = Output()
    person = Person(out, answers)
    monkeypatch.setattr(sys, "argv", ["speto", *arguments])
    monkeypatch.setattr(sys, "stdin", person)
    monkeypatch.setattr(sys, "stdout", out)
    with pytest.raises(SystemExit) as end:
        main()
    person.screens.append(out.getvalue()[person.read_up_to :].partition("\n")[2])
    assert isinstance(end.value.code, int)
    return end.value.code, person


def says(*answers: str) -> Answers:
    """Says these things and then leaves by the end of the input."""
    left = list(answers)

    def answer(screen: str) -> str:
        if not left:
            raise EOFError
        return left.pop(0)

    return answer


def assert_fits(screens: Sequence[str]) -> None:
    """No screen is higher or wider than the terminal, but for paths, or holds control codes."""
    for screen in screens:
        lines = screen.split("\n")
        assert len(lines) <= HEIGHT, screen
        assert all(len(line) <= WIDTH or "/" in line for line in lines), screen  # but paths
        assert "\x1b" not in screen
