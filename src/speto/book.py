"""The rule book of a table, put together from the clauses in the order of play.

What must stay true: the book says nothing of its own; every sentence is a clause's, an option's or
a choice's, with the numbers of the table. A book is plain data, so that a terminal and a page can
show the same one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from speto.clause import Clause
from speto.dummy import CLAUSES, NAME, PRESETS, Rules
from speto.dummy.melds import points_of
from speto.dummy.rules import FIELDS, ColorKnock, HeadValue
from speto.options import spell
from speto.texts import Catalogue, in_one_line, load, title_of

SECTIONS: Final = (
    ("deal", ("D-DEAL", "D-HEAD", "D-ROW")),
    ("turn", ("D-TURN",)),
    ("pick_up", ("D-PICK", "D-MORE-4", "D-MORE-15")),
    ("born", ("D-BORN",)),
    ("melds", ("D-MELD",)),
    ("lay_off", ("D-LAY",)),
    ("knock", ("D-KNOCK", "D-DARK", "D-COLOR")),
    ("end", ("D-END",)),
    ("points", ("D-VAL", "D-SCORE", "D-UNBORN")),
    ("fines", ("D-PEN", "D-NEAR", "D-WIN", "D-FOOL")),
    ("match", ("D-NEXT", "D-MATCH", "D-MONEY", "D-MORE-17", "D-MORE-18", "D-MORE-19")),
    ("words", ("T",)),
)
TERMS: Final = {
    "dummy": None,
    "pack": "D-DEAL-2",
    "stock": "D-DEAL-3",
    "row": "D-ROW-1",
    "head": "D-HEAD-1",
    "speto": "D-VAL-4",
    "hand": "D-DEAL-1",
    "turn": "D-TURN-1",
    "draw": "D-TURN-2",
    "pick_up": "D-PICK-1",
    "discard": "D-TURN-4",
    "meld": "D-MELD-5",
    "set": "D-MELD-1",
    "run": "D-MELD-2",
    "lay": "D-BORN-2",
    "lay_off": "D-LAY-2",
    "born": "D-BORN-1",
    "unborn": "D-UNBORN-2",
    "knock": "D-KNOCK-1",
    "knock_card": "D-KNOCK-3",
    "dark_knock": "D-DARK-1",
    "color_knock": "D-COLOR-1",
    "points": "D-SCORE-3",
    "fine": "D-PEN-0",
    "full_discard": "D-PEN-FULL",
    "lay_off_discard": "D-PEN-LAY",
    "feeding_head": "D-PEN-HEAD",
    "feeding_speto": "D-PEN-SPETO-0",
    "first_neighbor": "D-PEN-AON",
    "stuffed_speto": "D-PEN-STUFF",
    "fool": "D-FOOL-1",
    "neighbor": "D-NEAR-1",
    "window": "D-WIN-1",
    "deal": "D-DEAL-1",
    "match": "D-MATCH-1",
    "starter": "D-NEXT-1",
    "clubs": None,
    "diamonds": None,
    "hearts": None,
    "spades": None,
}
"""The words of the game, each with the rule that defines it."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the book: what it is called, what it says, and the code of its rule."""

    title: str
    rest: str = ""
    code: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and the lines under it."""

    title: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Book:
    """A rule book: the rules in the order of play, the values, the differences, the words."""

    title: str
    table: str
    rules: tuple[Section, ...]
    values: Section
    differences: Section
    words: Section


def section_of(clause: Clause) -> str:
    """The name of the section in which a clause stands."""

    def belongs(codes: tuple[str, ...]) -> bool:
        return any(clause.code == code or clause.code.startswith(f"{code}-") for code in codes)

    (name,) = (name for name, codes in SECTIONS if belongs(codes))
    return name


def write_book(rules: Rules, texts: Catalogue) -> Book:
    """The book of a table in one language."""

    def section(name: str, lines: Iterator[Line]) -> Section:
        return Section(texts.text(f"ui.book.section.{name}"), tuple(lines))

    return Book(
        texts.text("ui.book.title"),
        texts.text("ui.book.table", rules=str(rules)),
        tuple(section(name, _clauses(name, rules, texts)) for name, _ in SECTIONS),
        section("values", _values(rules, texts)),
        section("differences", _differences(rules, texts)),
        section("glossary", _words(texts)),
    )


def _clauses(section: str, rules: Rules, texts: Catalogue) -> Iterator[Line]:
    for clause in CLAUSES:
        if section_of(clause) == section:
            title = texts.title(clause, rules)
            words = texts.clause(clause, rules)
            yield Line(title, words.removeprefix(title).lstrip(".。। "), clause.code)


def _values(rules: Rules, texts: Catalogue) -> Iterator[Line]:
    """What counts how much at this table, from the same functions that score."""
    two, ten, ace, speto = (points_of(1 << number) for number in (1, 32, 48, 0))
    head = 50
    found: list[tuple[str, int | str | bool]] = [
        ("low", two),
        ("high", ten),
        ("ace", ace),
        ("ace_in_run", rules.ace_in_run != ace and rules.ace_in_run),
        ("speto", speto),
        ("head" if rules.head_value is HeadValue.REPLACE else "head_bonus", head),
        ("head_speto", speto + head),
        ("knock_card", rules.knock_value),
        ("knock_special", rules.knock_special and 2 * rules.knock_value),
        ("dark", f"×{rules.dark_mult}"),
        ("color", rules.color_knock is not ColorKnock.OFF and f"×{rules.color_mult}"),
        ("fine", -rules.fine),
        ("stuffed", rules.stuffed_speto and -rules.stuffed_speto),
        ("target", rules.match_target),
    ]
    for name, worth in found:
        if worth:
            yield Line(str(worth).replace("-", "−"), texts.text(f"ui.book.value.{name}"))


def chosen(value: object, field: str, texts: Catalogue) -> str:
    """The words for an option's value; they may begin with a title."""
    match value:
        case bool():
            return texts.text(f"ui.book.{'yes' if value else 'no'}")
        case IntEnum():
            return texts.text(f"choice.{NAME}.{field}.{spell(value)}")
        case _:
            return str(value)


def _differences(rules: Rules, texts: Catalogue) -> Iterator[Line]:
    default = PRESETS["default"]
    for field in FIELDS:
        value, usual = getattr(rules, field), getattr(default, field)
        if value != usual:
            yield Line(
                title_of(texts.text(f"option.{NAME}.{field}")),
                texts.text(
                    "ui.book.difference",
                    value=in_one_line(chosen(value, field, texts)),
                    default=title_of(chosen(usual, field, texts)),
                ),
                f"{field}={spell(value)}",
            )
    if rules == default:
        yield Line(texts.text("ui.book.same"))


def _words(texts: Catalogue) -> Iterator[Line]:
    """Each word beside the English one; in English beside the Thai, where the game comes from."""
    other = load("th" if texts.language == "en" else "en")
    for term, code in TERMS.items():
        yield Line(texts.text(f"term.{term}"), other.text(f"term.{term}"), code or "")


def as_markdown(book: Book) -> str:
    """The book as a page."""
    parts = [f"# {book.title}", book.table]
    for section in (*book.rules, book.differences, book.words):
        parts.append(f"## {section.title}")
        parts.append("\n".join(f"- {_marked(line)}" for line in section.lines))
    values = [f"| {line.title} | {line.rest} |" for line in book.values.lines]
    # the values stand after the rules, before the differences
    parts[-4:-4] = [f"## {book.values.title}", "\n".join(["| | |", "| ---: | --- |", *values])]
    return "\n\n".join(parts) + "\n"


def _marked(line: Line) -> str:
    rest = f" {line.rest}" if line.rest else ""
    code = f" `{line.code}`" if line.code else ""
    return f"**{line.title}**{rest}{code}"
