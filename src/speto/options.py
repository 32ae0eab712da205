"""Reading and writing a game's options: a preset, then what differs from it.

What must stay true: what is written reads back as equal rules; a mistake is named with what would
be right.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Mapping
from dataclasses import Field, fields, replace
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Final, TypeVar

from speto.cards import shown
from speto.clause import RulesError

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    R = TypeVar("R", bound=DataclassInstance)

BOOLS: Final = {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}
WHOLE: Final = re.compile(r"-?[0-9]{1,9}")


def choices(kind: type[IntEnum]) -> list[str]:
    """The spelled values of a choice, in their order."""
    return [value.name.lower() for value in kind]


def spell(value: object) -> str:
    """An option's value as rules strings write it."""
    if isinstance(value, IntEnum):
        return value.name.lower()
    return str(value).lower()


def check_range(rules: object, least: int, most: int, *names: str) -> None:
    """Refuse numbers below `least` or above `most`; a bound keeps all sums far inside 64 bits.

    :raises RulesError: naming the option.
    """
    for name in names:
        value = getattr(rules, name)
        if not least <= value <= most:
            problem = f"{name}={value}: must be from {least} to {most}"
            raise RulesError(problem, name, allowed=f"{least}–{most}")


def check_kinds(rules: DataclassInstance) -> None:
    """Refuse values of another kind than the default's: a number for a choice, text for a number.

    :raises RulesError: naming the option.
    """
    for field in fields(rules):
        value = getattr(rules, field.name)
        if type(value) is not type(field.default):
            raise RulesError(f"{field.name}={value!r}: must be a {type(field.default).__name__}")


def _near(word: str, known: list[str]) -> str:
    close = [name for name in known if word and name.startswith(word)]
    close = close or difflib.get_close_matches(word, known, n=1)
    return f"did you mean {' or '.join(close)}?" if close else f"there are {', '.join(known)}"


def _read_value(field: Field[Any], text: str, default: object) -> object:
    match default:
        case bool():
            if text not in BOOLS:
                raise RulesError(f"{field.name}={shown(text)}: write true or false")
            return BOOLS[text]
        case IntEnum():
            kind = type(default)
            if text not in choices(kind):
                raise RulesError(f"{field.name}={shown(text)}: {_near(text, choices(kind))}")
            return kind[text.upper()]
        case _:
            if not WHOLE.fullmatch(text):
                raise RulesError(f"{field.name}={shown(text)}: write a whole number", field.name)
            return int(text)


def _nothing_more(given: Mapping[str, object], preset: object) -> Mapping[str, object]:
    return {}


def read_options(
    text: str,
    presets: Mapping[str, R],
    implied: Callable[[Mapping[str, object], R], Mapping[str, object]] = _nothing_more,
) -> R:
    """Read `preset,option=value,…`; without a preset the options stand on `default`.

    `implied` gives the options that follow from those given, where they are not given too.

    :raises RulesError: naming what is unknown or written twice, and what would be right.
    """
    words = [word.strip().lower() for word in text.split(",")]
    name = "default"
    if "=" not in words[0]:
        name = words.pop(0)
    if name not in presets:
        raise RulesError(f"{shown(name)} is no preset; {_near(name, list(presets))}")
    rules = presets[name]
    known = {field.name: field for field in fields(rules)}
    given: dict[str, object] = {}
    for word in words:
        key, equals, value = (part.strip() for part in word.partition("="))
        if not equals:
            raise RulesError(f"{shown(word)} is no option; write option=value after the preset")
        if key not in known:
            raise RulesError(f"{shown(key)} is no option; {_near(key, list(known))}")
        if key in given:
            raise RulesError(f"{key} is given twice; write it once")
        given[key] = _read_value(known[key], value, getattr(rules, key))
    return replace(rules, **{**implied(given, rules), **given})


def write_options(
    rules: R,
    presets: Mapping[str, R],
    implied: Callable[[Mapping[str, object], R], Mapping[str, object]] = _nothing_more,
) -> str:
    """The shortest `preset,option=value,…` for these rules; the first preset wins a tie."""

    def differing(preset: R) -> list[str]:
        own = {field.name: getattr(rules, field.name) for field in fields(rules)}
        base = {field.name: getattr(preset, field.name) for field in fields(rules)}
        changed = {name: value for name, value in own.items() if value != base[name]}
        base |= implied(changed, preset)
        return [f"{name}={spell(value)}" for name, value in own.items() if value != base[name]]

    name = min(presets, key=lambda name: len(differing(presets[name])))
    return ",".join([name, *differing(presets[name])])
