"""Text put into lines: wrapping, packing, columns and pages.

What must stay true: no line is wider than asked for, counted in terminal cells, and none begins
with a mark that belongs to the letter before it. Translated text stands in no column but the last.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final

from rich.cells import cell_len, set_cell_size

WIDTH: Final = 80
HEIGHT: Final = 24
DENSE: Final = re.compile(r"[\u0e00-\u0e7f\u3000-\u9fff\uff00-\uffef]")
"""Scripts whose lines may end between two letters: Thai and Chinese write no spaces."""
RUN: Final = re.compile(r"[!-~♣♦♥♠−×]+|.", re.S)
NEVER_FIRST: Final = "ะาำๅๆฯ。，、；：？！）」』》”’…"
NEVER_LAST: Final = "เแโใไ（「『《“‘"
BESIDE: Final = re.compile("[\u0903\u093b\u093e-\u0940\u0949-\u094c\u094e\u094f]")
"""Devanagari signs beside a letter (Unicode category Mc)."""
JOINERS: Final = "\u200c\u200d\u094d"
"""After these, and after a Devanagari virama, the letter goes on."""


def cells(text: str) -> int:
    """How many cells of a terminal a text takes at most.

    Terminals differ over Devanagari vowel signs that stand beside their letter: some put them into
    its cell, some give them one of their own, as is counted here.

    >>> cells("7♣"), cells("敲門"), cells("को"), cells("के")
    (2, 4, 2, 1)
    """
    rest, beside = BESIDE.subn("", text)
    return cell_len(rest) + beside


def fit(text: str, width: int) -> str:
    """The text in exactly so many cells, cut or filled up at its end.

    >>> fit("Nok", 5), fit("Somchai", 5)
    ('Nok  ', 'Somch')
    """
    return set_cell_size(text, width)


def pieces(word: str) -> list[str]:
    """The parts of a word between which a line may end: cards and Latin words stay whole.

    >>> pieces("Nok"), pieces("น็อค7♣"), pieces("敲門，7♣")
    (['Nok'], ['น็', 'อ', 'ค', '7♣'], ['敲', '門，', '7♣'])
    """
    if not DENSE.search(word):
        return [word]
    return letters(word)


def letters(word: str) -> list[str]:
    """A word as letters with their marks; only what is written in ASCII stays together."""
    found: list[str] = []
    for run in RUN.findall(word):
        mark = run in NEVER_FIRST or run in JOINERS or unicodedata.category(run[0])[0] == "M"
        if found and (mark or found[-1][-1] in NEVER_LAST or found[-1][-1] in JOINERS):
            found[-1] += run
        else:
            found.append(run)
    return found


def _broken(word: str, width: int) -> list[str]:
    """A word, broken where the lines end if it is too long for one, before no mark."""
    if cells(word) <= width:
        return [word]
    lines = [""]
    for letter in (part for run in letters(word) for part in _short(run, width)):
        if lines[-1] and cells(lines[-1]) + cells(letter) > width:
            lines.append("")
        lines[-1] += letter
    return lines


def _short(run: str, width: int) -> list[str]:
    return [run] if cells(run) <= width else list(run)


def pack(items: Iterable[str], width: int = WIDTH, gap: str = "  ") -> list[str]:
    """Items beside each other, as many as a line holds; only one that is too long is broken.

    >>> pack(["3h 4h 5h", "Kd Ks Kc"], 18), pack(["3h 4h 5h", "Kd Ks Kc"], 17)
    (['3h 4h 5h  Kd Ks Kc'], ['3h 4h 5h', 'Kd Ks Kc'])
    """
    lines: list[str] = []
    for item in items:
        if lines and cells(lines[-1]) + len(gap) + cells(item) <= width:
            lines[-1] += gap + item
        elif cells(item) <= width:
            lines.append(item)
        else:
            lines += wrap(item, width)
    return lines


def wrap(text: str, width: int = WIDTH, *, hang: int = 0) -> list[str]:
    """A text broken at its spaces; the lines after the first begin `hang` cells further right.

    Thai and Chinese are also broken between letters.

    >>> wrap("Nok drew, discarded 4c", 12, hang=2)
    ['Nok drew,', '  discarded', '  4c']
    >>> wrap("敲門牌值五十分", 8)
    ['敲門牌值', '五十分']
    """
    line = " " * (len(text) - len(text.lstrip(" ")))
    lines: list[str] = []
    bare = True
    for word in text.lstrip(" ").split(" "):
        far = not bare and cells(line) >= width // 2 and word[-1:] < "\u3000"
        parts = [word] if far and cells(word) <= width - hang else pieces(word)
        for n, part in enumerate(parts):
            joint = "" if bare or n else " "
            if not bare and cells(line + joint + part) > width:
                lines.append(line.rstrip())
                line, joint, bare = " " * hang, "", True
            *full, rest = _broken(part, width - max(cells(line), hang)) if bare else [part]
            for one in full:
                lines.append(line + one)
                line = " " * hang
            line += joint + rest
            bare = bare and not part
    return lines if bare and lines else [*lines, line.rstrip()]


def beside(label: str, lines: Sequence[str], width: int) -> list[str]:
    """Lines with a label in a column of their own, left of the first.

    >>> beside("Row", ["8d Ts", "5c"], 5)
    ['Row  8d Ts', '     5c']
    """
    labels = [fit(label, width), *[" " * width] * (len(lines) - 1)]
    return [f"{left}{line}".rstrip() for left, line in zip(labels, lines or [""], strict=True)]


def after(label: str, items: Iterable[str], gap: str = " ") -> list[str]:
    """Items behind a label of any width; further lines are indented.

    >>> after("Row (2):", ["8d", "Ts"])
    ['Row (2): 8d Ts']
    """
    return _indented(pack([label, *items], WIDTH - 4, gap))


def _indented(lines: list[str]) -> list[str]:
    return lines[:1] + ["    " + line for line in lines[1:]]


def pages(blocks: Iterable[Sequence[str]], height: int) -> list[list[str]]:
    """Blocks of lines on as few pages as hold them; a block is broken only if it fills a page.

    Behind the first no page begins with an empty line.

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
            if line or found[-1] or len(found) == 1:
                found[-1].append(line)
    return found
