"""The one place that writes to the terminal and reads from it.

What must stay true: where the output is no terminal, not one control code is written; every screen
fits, with its prompt, so that nothing scrolls away before it was read.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from rich.console import Console
from rich.control import Control
from rich.highlighter import RegexHighlighter
from rich.theme import Theme

from speto.terminal.page import HEIGHT, WIDTH, wrap
from speto.terminal.speech import SIGNS

YES: Final = ("y", "yes", "1")
NO: Final = ("n", "no", "2", "")


class Left(Exception):
    """The person leaves."""


class RedSuits(RegexHighlighter):
    """Diamonds and hearts are red and bold, where there is color."""

    base_style = "card."
    highlights = [r"(?P<red>[2-9TJQKA](?:[♦♥]|(?<=[2-9TJQKA])[dh]\b)\*?)"]  # noqa: RUF012


class Screen:
    """Shows one screen after another, each with a question below it."""

    def __init__(self) -> None:
        self.console = Console(
            highlighter=RedSuits(), theme=Theme({"card.red": "bold red"}), emoji=False, markup=False
        )
        with suppress(ImportError):
            import readline  # noqa: F401  (lines can be edited and recalled)

    @property
    def signs(self) -> bool:
        """Whether ♣♦♥♠ can be shown."""
        try:
            SIGNS.encode(sys.stdout.encoding or "ascii")
        except (UnicodeEncodeError, LookupError):
            return False
        return True

    @property
    def alive(self) -> bool:
        """Whether a person looks at it: not a pipe, not a file."""
        return self.console.is_terminal

    @property
    def height(self) -> int:
        """How many lines a screen may have, the prompt's with them."""
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
        self.show(lines)
        answer = input(f"{prompt} ")
        if not sys.stdin.isatty():
            print(answer)  # a pipe echoes nothing, and a transcript should show what was said
        return answer.strip()

    def sure(self, lines: Sequence[str], prompt: str) -> bool:
        """Ask until it is yes or no; Enter alone is no."""
        while True:
            answer = self.ask(lines, prompt).lower()
            if answer in YES or answer in NO:
                return answer in YES

    def read_through(self, leaves: Sequence[Sequence[str]], prompts: Sequence[str]) -> str:
        """One page after another; the first answer that is not Enter, or the last."""
        answer = ""
        for leaf, prompt in zip(leaves, prompts, strict=True):
            answer = self.ask(leaf, prompt)
            if answer:
                break
        return answer


def paragraphs(text: str) -> list[str]:
    """A text of several lines, each wrapped with the indent it begins with."""
    lines = []
    for line in text.split("\n"):
        indent = len(line) - len(line.lstrip())
        hang = indent + (12 if indent else 0)
        lines += wrap(line, hang=hang) if line else [""]
    return lines
