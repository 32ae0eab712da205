"""Reading positions of any game: one line of `key=value` parts.

What must stay true: a part that is unknown, empty, given twice or missing is named, with what would
be right.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from speto.cards import Card, ParseError, parse_cards, shown

WHOLE: Final = re.compile(r"-?[0-9]{1,9}")


def split_fields(text: str, keys: Collection[str], needed: Collection[str]) -> dict[str, str]:
    """The parts of a position by their keys.

    >>> split_fields("act=0 hands=2c/3c", ("act", "hands", "row"), ("act",))
    {'act': '0', 'hands': '2c/3c'}

    :raises ParseError: at the first part that is not right.
    """
    fields: dict[str, str] = {}
    for word in text.split():
        key, equals, value = word.partition("=")
        if key not in keys or not equals or not value:
            raise ParseError(f"{shown(word)} is no part of a position; there are {', '.join(keys)}")
        if key in fields:
            raise ParseError(f"{key} is given twice; write it once")
        fields[key] = value
    for key in needed:
        if key not in fields:
            raise ParseError(f"{key}= is missing from the position")
    return fields


def read_cards(key: str, text: str) -> tuple[Card, ...]:
    """The cards of a part, `-` for none.

    :raises ParseError: naming the part.
    """
    try:
        return parse_cards("" if text == "-" else text)
    except ParseError as problem:
        raise problem.within(key) from None


def read_whole(key: str, text: str, low: int, high: int) -> int:
    """A whole number from `low` to `high`.

    >>> read_whole("turn", "12", 0, 300)
    12

    :raises ParseError: naming the part.
    """
    if WHOLE.fullmatch(text) and low <= int(text) <= high:
        return int(text)
    raise ParseError(f"{key}: {shown(text)} is not right; write a number from {low} to {high}")
