"""The options of a game as data from which a form can be built.

What must stay true: the form has every field of the game's `Rules` and says nothing of its own: its
titles and sentences are those of the rule book.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import Any, Literal

from msgspec import Struct

from speto.book import chosen, section_of
from speto.cards import ParseError
from speto.clause import Clause, RulesError
from speto.games import Game, game
from speto.options import choices, spell
from speto.texts import Catalogue, in_one_line, title_of

Value = bool | int | str


class Words(Struct, frozen=True):
    """A title and the sentences after it."""

    title: str
    rest: str


class Choice(Struct, frozen=True):
    """A value that an option can have, as rules strings write it."""

    value: str
    words: Words


class ClauseText(Struct, frozen=True):
    """A clause that reads the option, in the words of the preset `default`."""

    code: str
    section: str
    words: Words


class Option(Struct, frozen=True):
    """A field of the rules: `presets` are its values by preset; most numbers have no choices."""

    name: str
    kind: Literal["flag", "number", "choice"]
    words: Words
    default: Value
    presets: dict[str, Value]
    choices: list[Choice]
    clauses: list[ClauseText]


class Preset(Struct, frozen=True):
    """A named set of options, and the rules string that names it."""

    name: str
    rules: str


class OptionsForm(Struct, frozen=True):
    """All options of a game in one language."""

    game: str
    title: str
    language: str
    seats: list[int]
    presets: list[Preset]
    options: list[Option]


class RulesRead(Struct, frozen=True):
    """Rules read back: their shortest spelling and each option's value, or what is wrong where."""

    rules: str | None
    values: dict[str, Value]
    problem: str | None
    at: list[str]


def options_form(name: str, texts: Catalogue) -> OptionsForm:
    """The form of a game in one language.

    :raises ParseError: if there is no such game.
    """
    played = game(name)
    presets = [Preset(preset, str(rules)) for preset, rules in played.PRESETS.items()]
    options = [_option(played, field, texts) for field in played.FIELDS]
    title = texts.text(f"term.{name}")
    return OptionsForm(name, title, texts.language, list(played.SEATS), presets, options)


def read_back(name: str, text: str, texts: Catalogue) -> RulesRead:
    """What a rules string sets, for a form to show while it is filled in.

    :raises ParseError: if there is no such game.
    """
    played = game(name)
    try:
        rules = played.read_rules(text)
    except ParseError as wrong:
        return RulesRead(None, {}, str(wrong), [])
    except RulesError as wrong:
        return RulesRead(None, {}, _why(name, wrong, texts), list(wrong.options))
    values = {field: _plain(rules, field) for field in played.FIELDS}
    return RulesRead(str(rules), values, None, [])


def _why(name: str, wrong: RulesError, texts: Catalogue) -> str:
    """What is wrong with rules, in the words of the form."""
    titles = [title_of(texts.text(f"option.{name}.{option}")) for option in wrong.options]
    if wrong.allowed:
        return texts.text("ui.book.wrong.allowed", values=wrong.allowed)
    if len(titles) == 2:
        clash = "order" if wrong.ordered else "clash"
        return texts.text(f"ui.book.wrong.{clash}", first=titles[0], second=titles[1])
    return str(wrong)


def _option(played: Game, field: str, texts: Catalogue) -> Option:
    default = getattr(played.PRESETS["default"], field)
    kind: Literal["flag", "number", "choice"] = "number"
    if isinstance(default, bool):
        kind = "flag"
    elif isinstance(default, IntEnum):
        kind = "choice"
    return Option(
        field,
        kind,
        _words(texts.text(f"option.{played.NAME}.{field}")),
        _plain(played.PRESETS["default"], field),
        {name: _plain(rules, field) for name, rules in played.PRESETS.items()},
        [
            Choice(spell(value), _words(chosen(value, played.NAME, field, texts)))
            for value in _values(default)
        ]
        + [Choice(number, Words(number, "")) for number in _numbers(played, field, kind)],
        [_clause(played, clause, texts) for clause in played.CLAUSES if field in clause.reads],
    )


def _values(default: object) -> Iterator[bool | IntEnum]:
    if isinstance(default, bool):
        yield from (True, False)
    elif isinstance(default, IntEnum):
        kind = type(default)
        yield from (kind[name.upper()] for name in choices(kind))


def _numbers(played: Game, field: str, kind: str) -> list[str]:
    """The only values of a number that has few, as its refusal tells them."""
    if kind != "number":
        return []
    try:
        played.read_rules(f"default,{field}=-1")
    except RulesError as wrong:
        return wrong.allowed.split(", ") if ", " in wrong.allowed else []
    return []


def _clause(played: Game, clause: Clause, texts: Catalogue) -> ClauseText:
    words = texts.clause(clause, played.PRESETS["default"])
    title = texts.title(clause, played.PRESETS["default"])
    section = texts.text(f"ui.book.section.{section_of(clause, played.NAME)}")
    return ClauseText(clause.code, section, Words(title, _after(title, words)))


def _words(text: str) -> Words:
    title = title_of(text)
    return Words(title, _after(title, in_one_line(text)))


def _after(title: str, text: str) -> str:
    return text.removeprefix(title).lstrip(".。। ")


def _plain(rules: Any, field: str) -> Value:
    value = getattr(rules, field)
    plain: Value = spell(value) if isinstance(value, IntEnum) else value
    return plain
