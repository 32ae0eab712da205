"""The rule book of a table, put together from the clauses in the order of play.

What must stay true: the book says nothing of its own; every sentence is a clause's, an option's or
a choice's, with the numbers of the table. A book is plain data, so that a terminal and a page can
show the same one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from importlib import import_module
from typing import Any, Protocol, cast

from speto.clause import Clause
from speto.games import game_of
from speto.options import spell
from speto.texts import Catalogue, in_one_line, load, title_of


class Contents(Protocol):
    """What a game's own module `book` holds.

    `SECTIONS` are in the order of play, each with the beginnings of its codes; `TERMS` the words of
    the game, each with the rule that defines it; `values` names what counts, and how much.
    """

    TITLE: str
    HOME: str
    SECTIONS: tuple[tuple[str, tuple[str, ...]], ...]
    TERMS: Mapping[str, str | None]

    def values(self, rules: Any) -> Iterator[tuple[str, int | str | bool]]: ...


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


def contents(name: str) -> Contents:
    """What the book of a game is made of."""
    return cast(Contents, import_module(f"speto.{name}.book"))


def section_of(clause: Clause, name: str) -> str:
    """The section of a game's book in which a clause stands."""

    def belongs(codes: tuple[str, ...]) -> bool:
        return any(clause.code == code or clause.code.startswith(f"{code}-") for code in codes)

    (section,) = (section for section, codes in contents(name).SECTIONS if belongs(codes))
    return section


def write_book(rules: Any, texts: Catalogue) -> Book:
    """The book of a table in one language, of the game whose rules these are."""
    made_of = contents(game_of(rules).NAME)

    def section(name: str, lines: Iterator[Line]) -> Section:
        return Section(texts.text(f"ui.book.section.{name}"), tuple(lines))

    return Book(
        texts.text(made_of.TITLE),
        texts.text("ui.book.table", rules=str(rules)),
        tuple(section(name, _clauses(name, rules, texts)) for name, _ in made_of.SECTIONS),
        section("values", _values(rules, texts)),
        section("differences", _differences(rules, texts)),
        section("glossary", _words(made_of, texts)),
    )


def _clauses(section: str, rules: Any, texts: Catalogue) -> Iterator[Line]:
    game = game_of(rules)
    for clause in game.CLAUSES:
        if section_of(clause, game.NAME) == section:
            title = texts.title(clause, rules)
            words = texts.clause(clause, rules)
            yield Line(title, words.removeprefix(title).lstrip(".。। "), clause.code)


def _values(rules: Any, texts: Catalogue) -> Iterator[Line]:
    """What counts how much at this table."""
    for name, worth in contents(game_of(rules).NAME).values(rules):
        if worth:
            yield Line(str(worth).replace("-", "−"), texts.text(f"ui.book.value.{name}"))


def chosen(value: object, name: str, field: str, texts: Catalogue) -> str:
    """The words for the value of a game's option; they may begin with a title."""
    match value:
        case bool():
            return texts.text(f"ui.book.{'yes' if value else 'no'}")
        case IntEnum():
            return texts.text(f"choice.{name}.{field}.{spell(value)}")
        case _:
            return str(value)


def _differences(rules: Any, texts: Catalogue) -> Iterator[Line]:
    game = game_of(rules)
    name, default = game.NAME, game.PRESETS["default"]
    for field in game.FIELDS:
        value, usual = getattr(rules, field), getattr(default, field)
        if value != usual:
            yield Line(
                title_of(texts.text(f"option.{name}.{field}")),
                texts.text(
                    "ui.book.difference",
                    value=in_one_line(chosen(value, name, field, texts)),
                    default=title_of(chosen(usual, name, field, texts)),
                ),
                f"{field}={spell(value)}",
            )
    if rules == default:
        yield Line(texts.text("ui.book.same"))


def _words(made_of: Contents, texts: Catalogue) -> Iterator[Line]:
    """Each word beside the English one; in English beside that of where the game is at home."""
    other = load(made_of.HOME if texts.language == "en" else "en")
    for term, code in made_of.TERMS.items():
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
