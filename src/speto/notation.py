"""Reading positions of any game: one line of `key=value` parts.

What must stay true: a part that is unknown, empty, given twice or missing is named, with what would
be right.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from speto.cards import Card, ParseError, parse_cards, shown

DREW: Final = "drew"
"""The phase after a draw; the card may stand behind it."""
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


def split_hands(fields: Mapping[str, str], seat: int | None) -> tuple[list[str], list[str]]:
    """What stands for the hand of each seat, and the cards of it that all know.

    :raises ParseError: if there are not as many of both, or there is no such seat.
    """
    hands, knowns = fields["hands"].split("/"), fields["known"].split("/")
    if len(hands) != len(knowns) or (seat is not None and seat >= len(hands)):
        raise ParseError("hands, known: they must have a part for each seat")
    return hands, knowns


def with_hands(fields: Mapping[str, str], hands: Sequence[str], seat: int | None) -> str:
    """The position with these hands, as text; `seat` alone may know which card was drawn.

    >>> with_hands({"act": "1", "phase": "drew"}, ("2c3c", "4c5c"), 0)
    'act=1 phase=drew:4c hands=2c3c/4c5c'

    :raises ParseError: if there is no seat that acts.
    """
    whole = {**fields, "hands": "/".join(hands)}
    act = read_whole("act", fields["act"], 0, len(hands) - 1)
    if fields.get("phase") == DREW and act != seat:
        # which card it was stays hidden; one of its own stands for it
        whole["phase"] = f"{DREW}:{hands[act][:2]}"
    return " ".join(f"{key}={value}" for key, value in whole.items())


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


def write_totals(totals: Sequence[int]) -> str:
    """The totals of a match as text.

    >>> write_totals((120, -35))
    '120,-35'
    """
    return ",".join(map(str, totals))


def read_totals(text: str, seats: int) -> tuple[int, ...]:
    """The totals of a match, one a seat; none if there is no text.

    >>> read_totals("120,-35", 2)
    (120, -35)

    :raises ParseError: if there is not one number a seat.
    """
    if not text:
        return ()
    parts = text.split(",")
    if len(parts) != seats or not all(map(WHOLE.fullmatch, parts)):
        raise ParseError(f"totals: {shown(text)} is not right; write a number for each seat")
    return tuple(map(int, parts))
