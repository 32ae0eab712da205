"""A score file as lines: what each is about, and which of them are one deal.

What must stay true: full-width signs are read as their plain forms; from `;` on is a comment.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from speto.score.words import short
from speto.score.wrong import Wrong

KEY: Final = re.compile(r"([^\s:=]+)[ \t]*[:=]?(.*)", re.S)
HALF_WIDTH: Final = {sign: sign - 0xFEE0 for sign in range(0xFF01, 0xFF5F)} | {ord("、"): ","}
"""An East Asian keyboard types full-width signs, and a comma of its own."""


class Line(NamedTuple):
    """A line of the file: its number, what it tells, and the rest."""

    number: int
    key: str
    text: str


class Keys(NamedTuple):
    """The words that begin a line: all of them, their other forms, those that may come again."""

    all: Sequence[str]
    also: Mapping[str, str]
    repeated: Sequence[str]


def keyed(number: int, text: str, before: Line | None, keys: Keys) -> Line:
    """A line as its key and the rest; one that begins with a name goes on with the line before.

    :raises Wrong: if no line begins so.
    """
    match = KEY.fullmatch(text)
    first = match[1] if match else text
    word = first.lower()
    key = keys.also.get(word, word)
    if key not in keys.all and before and before.key in keys.repeated and ":" in text:
        return Line(number, before.key, text)
    if key not in keys.all:
        raise Wrong("key", line=number, word=short(first), keys=", ".join(keys.all))
    return Line(number, key, match[2].strip() if match else "")


def plain(text: str) -> str:
    """A text with composed letters and half-width signs."""
    return unicodedata.normalize("NFC", text.removeprefix("\ufeff")).translate(HALF_WIDTH)


def blocks(text: str, as_line: Callable[[int, str, Line | None], Line]) -> Iterator[list[Line]]:
    """The deals of a file as lines; a blank line stands between two of them."""
    block: list[Line] = []
    for number, whole in enumerate([*plain(text).split("\n"), ""], 1):
        line = whole.partition(";")[0].strip()
        if line:
            block.append(as_line(number, line, block[-1] if block else None))
        elif block and not whole.strip():
            yield block
            block = []
