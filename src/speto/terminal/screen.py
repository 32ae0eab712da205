"""The one place that writes to the terminal and reads from it.

What must stay true: where the output is no terminal, or plain text is wanted, not one control code
is written; every screen fits, with its prompt, so that nothing scrolls away before it was read.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from select import select
from typing import Final

from rich.console import Console
from rich.control import Control
from rich.highlighter import Highlighter
from rich.text import Text
from rich.theme import Theme

from speto.cards import SUITS
from speto.terminal.page import HEIGHT, WIDTH, cells, wrap
from speto.terminal.speech import SIGNS

YES: Final = ("y", "yes", "1")
NO: Final = ("n", "no", "2")
ENDLESS: Final = 100_000
"""The height of a screen that is read as it comes."""
ANSWER: Final = 8
"""Cells kept free behind a prompt."""
COLORS: Final = {
    "four": ("green", "bold bright_blue", "bold red", ""),
    "two": ("", "bold red", "bold red", ""),
    "none": ("", "bold", "bold", ""),
}
"""For each way of coloring the styles of ♣♦♥♠; the red suits are bold, and the sign tells all."""


class Left(Exception):
    """The person leaves."""


class Suits(Highlighter):
    """Cards are told apart by color too, where there is color; words are dim."""

    def __init__(self, signs: str) -> None:
        self.patterns = [
            *(
                rf"(?P<{suit}>(?<!\w)(?:10|[2-9JQKA]){sign}(?!\w)[*~]?)"
                for suit, sign in zip(SUITS, signs, strict=True)
            ),
            r"  (?P<word>[-^=>#!](?:10|[2-9JQKA])[cdhs]\S*|[+.^x])(?= |$)",
        ]

    def highlight(self, text: Text) -> None:
        """Style what the patterns find."""
        for pattern in self.patterns:
            text.highlight_regex(re.compile(pattern, re.M), style_prefix="card.")


class Screen:
    """Shows one screen after another, each with a question below it."""

    def __init__(self, *, colors: str = "four", letters: bool = False, plain: bool = False) -> None:
        self.letters = letters
        self.plain = plain
        styles = dict(zip((f"card.{suit}" for suit in SUITS), COLORS[colors], strict=True))
        self.console = Console(
            highlighter=Suits(SIGNS if self.signs else SUITS),
            theme=Theme({**styles, "card.word": "dim"}),
            emoji=False,
            markup=False,
            force_terminal=False if plain else None,
        )
        with suppress(ImportError):
            import_module("readline")  # its import makes lines editable and recalls them

    @property
    def signs(self) -> bool:
        """Whether ♣♦♥♠ can be shown, and should be."""
        try:
            SIGNS.encode(sys.stdout.encoding or "ascii")
        except (UnicodeEncodeError, LookupError):
            return False
        return not self.letters

    @property
    def alive(self) -> bool:
        """Whether a person looks at it: not a pipe, not a file, not read aloud."""
        return self.console.is_terminal

    @property
    def height(self) -> int:
        """How many lines a screen may have, the prompt's with them."""
        if self.plain:
            return ENDLESS
        if not self.alive:
            return HEIGHT
        return max(HEIGHT, shutil.get_terminal_size((WIDTH, HEIGHT)).lines)

    @property
    def too_small(self) -> str | None:
        """The size of a terminal that is too small for a screen."""
        size = shutil.get_terminal_size((WIDTH, HEIGHT))
        if not self.alive or (size.columns >= WIDTH and size.lines >= HEIGHT):
            return None
        return f"{size.columns}x{size.lines}"

    def show(self, lines: Sequence[str]) -> None:
        """Write lines and nothing else."""
        if lines:
            self.console.print("\n".join(lines), soft_wrap=True)

    def ask(self, lines: Sequence[str], prompt: str) -> str:
        """One screen with a question under it; the answer.

        :raises EOFError: if nothing more can be read.
        """
        assert len(lines) < self.height, f"{len(lines)} lines and the prompt do not fit"
        if self.alive:
            self.console.control(Control.clear(), Control.home())
        if self.too_small:
            lines = self._piecemeal(lines)
        self.show(lines)
        return self._read(prompt)

    def forget_typed(self) -> None:
        """Take no notice of what was typed before anything was asked."""
        if self.alive and sys.stdin.isatty():
            with suppress(ImportError, OSError, ValueError):
                termios = import_module("termios")
                termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)

    @property
    def listens(self) -> bool:
        """Whether a line can be typed while nothing is asked."""
        return self.alive and sys.stdin.isatty() and os.name == "posix"

    def typed(self) -> str | None:
        """A line that was typed though nothing is asked; none if there is none.

        :raises EOFError: if nothing more can be read.
        """
        if not self.listens or not select([sys.stdin], [], [], 0)[0]:
            return None
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line.strip()

    def _piecemeal(self, lines: Sequence[str]) -> list[str]:
        """On a terminal that is too small, show what does not fit before the rest."""
        size = shutil.get_terminal_size((WIDTH, HEIGHT))
        width, height = max(size.columns, 10), max(size.lines - 2, 2)
        left = [part for line in lines for part in wrap(line, width, hang=min(4, width // 4))]
        while len(left) > height:
            self.show(left[:height])
            self._read("...")
            left = left[height:]
        return left

    def _read(self, prompt: str) -> str:
        *before, last = wrap(prompt, WIDTH - ANSWER) if cells(prompt) > WIDTH else [prompt]
        self.show(before)
        answer = input(f"{last} ")
        if not sys.stdin.isatty():
            print(answer)  # a pipe echoes nothing, and a transcript should show what was said
        return answer.strip()

    def sure(self, lines: Sequence[str], prompt: str) -> bool:
        """Ask until it is yes or no; Enter alone is no."""
        while True:
            answer = self.ask(lines, prompt).lower()
            if answer in YES or answer in (*NO, ""):
                return answer in YES


def paragraphs(text: str) -> list[str]:
    """A text of several lines, each wrapped with the indent it begins with."""
    lines = []
    for line in text.split("\n"):
        indent = len(line) - len(line.lstrip())
        hang = indent + (12 if indent else 0)
        lines += wrap(line, hang=hang) if line else [""]
    return lines
