"""The rule book as text for a terminal, and the rules for a word that is asked about.

What must stay true: it shows every line of the book once, numbers and codes apart from the words.
"""

from __future__ import annotations

from typing import Final

from speto.book import Book, Line, Section, contents
from speto.clause import Clause
from speto.games import game_of
from speto.terminal.page import wrap
from speto.terminal.speech import Speech

WORTH: Final = 6
MOST: Final = 12
"""So many rules are shown for a word."""


def book_lines(book: Book) -> list[list[str]]:
    """The book as blocks of lines: titles, rules, values, differences, words."""
    blocks = [wrap(book.title), wrap(book.table)]
    for section in book.rules:
        blocks += _section(section)
    values = [wrap(f"{line.title:>{WORTH}}  {line.rest}", hang=8) for line in book.values.lines]
    blocks += _with_title(book.values.title, values)
    return [*blocks, *_section(book.differences), *_section(book.words, joint=":")]


def _section(section: Section, joint: str = "") -> list[list[str]]:
    lines = [wrap(_said(line, joint), hang=2) for line in section.lines]
    return _with_title(section.title, lines)


def _with_title(title: str, lines: list[list[str]]) -> list[list[str]]:
    """A title never stands at the end of a page without a line below it."""
    first = ["", title, *(lines[0] if lines else [])]
    return [first, *lines[1:]]


def _said(line: Line, joint: str) -> str:
    title = f"{line.title}{joint or stop(line.title)}" if line.rest else line.title
    gap = "" if title.endswith("。") else " "
    text = f"{title}{gap}{line.rest}" if line.rest else title
    return f"{text} ({line.code})" if line.code else text


def stop(text: str) -> str:
    """What ends a sentence in the script of a text; Thai has nothing.

    >>> stop("Fool"), stop("敲門"), stop("Fool.")
    ('.', '。', '')
    """
    last = text[-1]
    if "\u0e00" <= last <= "\u0e7f" or last in ".。।?!":
        return ""
    if "\u0900" <= last <= "\u097f":
        return "।"
    return "。" if "\u3000" <= last <= "\u9fff" else "."


def about_word(word: str, speech: Speech) -> list[Clause]:
    """The rules that a word is about: it begins their code, or stands in title or text."""
    wanted = " ".join(word.casefold().split())
    if not wanted:
        return []
    game = game_of(speech.rules)
    letter = f"{game.NAME[0]}-"
    defined = [
        game.BY_CODE[code]
        for term, code in contents(game.NAME).TERMS.items()
        if code and wanted in speech.texts.text(f"term.{term}").casefold()
    ]
    clauses = game.CLAUSES
    exact = [c for c in clauses if c.code.casefold().removeprefix(letter).startswith(wanted)]
    titled = [c for c in clauses if wanted in speech.title(c).casefold()]
    said = [c for c in clauses if wanted in speech.words(c).casefold()]
    return list(dict.fromkeys([*exact, *titled, *defined, *said]))[:MOST]
