"""Text put into lines: wrapping, packing, columns and pages.

What must stay true: no line is wider than asked for, counted in terminal cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rich.cells import cell_len, set_cell_size

WIDTH: Final = 80
HEIGHT: Final = 24


def fit(text: str, width: int) -> str:
    """The text in exactly so many cells, cut or filled up at its end.

    >>> fit("Nok", 5), fit("Somchai", 5)
    ('Nok  ', 'Somch')
    """
    return set_cell_size(text, width)


def pack(items: Iterable[str], width: int = WIDTH, gap: str = "  ") -> list[str]:
    """Items beside each other, as many as a line holds; only one that is too long is broken.

    >>> pack(["3h 4h 5h", "Kd Ks Kc"], 18), pack(["3h 4h 5h", "Kd Ks Kc"], 17)
    (['3h 4h 5h  Kd Ks Kc'], ['3h 4h 5h', 'Kd Ks Kc'])
    """
    lines: list[str] = []
    for item in items:
        if lines and cell_len(lines[-1]) + len(gap) + cell_len(item) <= width:
            lines[-1] += gap + item
        elif cell_len(item) <= width:
            lines.append(item)
        elif " " in item:
            lines += pack(item.split(" "), width, " ")
        else:
            lines += _broken(item, width)
    return lines


def _broken(word: str, width: int) -> list[str]:
    """A word too long for a line, broken where the lines end."""
    lines = []
    while word:
        lines.append(fit(word, width).rstrip())
        word = word[len(lines[-1]) :]
    return lines


def wrap(text: str, width: int = WIDTH, *, hang: int = 0) -> list[str]:
    """A text broken at its spaces; the lines after the first begin `hang` cells further right.

    >>> wrap("Nok drew, discarded 4c", 12, hang=2)
    ['Nok drew,', '  discarded', '  4c']
    """
    words = text.split(" ")
    first = pack(words, width, " ")[:1]
    rest = words[len(first[0].split(" ")) :] if first else []
    return first + [" " * hang + line for line in pack(rest, width - hang, " ")]


def beside(label: str, lines: Sequence[str], width: int) -> list[str]:
    """Lines with a label in a column of their own, left of the first.

    >>> beside("Row", ["8d Ts", "5c"], 5)
    ['Row  8d Ts', '     5c']
    """
    labels = [fit(label, width), *[" " * width] * (len(lines) - 1)]
    return [f"{left}{line}".rstrip() for left, line in zip(labels, lines or [""], strict=True)]


def pages(blocks: Iterable[Sequence[str]], height: int) -> list[list[str]]:
    """Blocks of lines on as few pages as hold them; a block is broken only if it fills a page.

    >>> pages([["a", "b"], ["c", "d"], ["e"]], 3)
    [['a', 'b'], ['c', 'd', 'e']]
    """
    found: list[list[str]] = [[]]
    for block in blocks:
        if found[-1] and len(found[-1]) + len(block) > height:
            found.append([])
        for line in block:
            if len(found[-1]) == height:
                found.append([])
            found[-1].append(line)
    return found
