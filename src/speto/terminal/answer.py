"""What may be answered at any table: numbers, requests and questions, whatever the game.

What must stay true: what is understood here names no rule of a game.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum, auto
from typing import Any, Final, NamedTuple

from speto.clause import Clause
from speto.games import game_of
from speto.terminal.speech import TO_LETTERS, Speech


class Choice(NamedTuple):
    """A line of the list: its number, its group, the action, and what it says."""

    number: int
    group: str
    action: Any
    text: str


class Ask(Enum):
    """What may be said besides actions."""

    HELP = auto()
    MORE = auto()
    LEDGER = auto()
    LOG = auto()
    TABLE = auto()
    HINT = auto()
    COACH = auto()
    COACH_ON = auto()
    COACH_OFF = auto()
    UNDO = auto()
    ORDER = auto()
    WARN = auto()
    QUIT = auto()


class Question(NamedTuple):
    """A word or a number of the list that is asked about."""

    text: str


class Own(NamedTuple):
    """A request that only this game knows, with what was said behind it."""

    text: str


ASKS: Final = {
    "?": Ask.HELP,
    "help": Ask.HELP,
    "": Ask.MORE,
    "m": Ask.MORE,
    "more": Ask.MORE,
    "s": Ask.LEDGER,
    "score": Ask.LEDGER,
    "l": Ask.LOG,
    "log": Ask.LOG,
    "t": Ask.TABLE,
    "table": Ask.TABLE,
    "h": Ask.HINT,
    "hint": Ask.HINT,
    "c": Ask.COACH,
    "coach": Ask.COACH,
    "c on": Ask.COACH_ON,
    "coach on": Ask.COACH_ON,
    "c off": Ask.COACH_OFF,
    "coach off": Ask.COACH_OFF,
    "u": Ask.UNDO,
    "undo": Ask.UNDO,
    "o": Ask.ORDER,
    "order": Ask.ORDER,
    "w": Ask.WARN,
    "warn": Ask.WARN,
    "q": Ask.QUIT,
    "quit": Ask.QUIT,
}


class Unclear(ValueError):
    """An answer that names no one action; its text says what would."""


def plainly(answer: str) -> str:
    """An answer in small letters, suits as letters, one space between words.

    >>> plainly(" 9♥  9S ")
    '9h 9s'
    """
    return " ".join(answer.translate(TO_LETTERS).lower().split())


def question(said: str, speech: Speech) -> Clause | Question:
    """The clause of a code, whose letter of the game may be left out, or what else is asked."""
    game = game_of(speech.rules)
    for code in (said.upper(), f"{game.NAME[0].upper()}-{said.upper()}"):
        if code in game.BY_CODE:
            return game.BY_CODE[code]
    return Question(said)


def is_number(said: str) -> bool:
    """Whether a plain answer is one number, with or without the bracket of the list.

    >>> is_number("12"), is_number("3)"), is_number("-2c")
    (True, True, False)
    """
    return re.fullmatch(r"[0-9]{1,9}\)?", said) is not None


def numbered(said: str, found: Sequence[Choice], speech: Speech) -> Any:
    """The action of a number of the list.

    :raises Unclear: if the list has no such number.
    """
    number = int(said.rstrip(")"))
    for choice in found:
        if choice.number == number:
            return choice.action
    last = max((choice.number for choice in found), default=0)
    raise Unclear(speech.ui("no_number", n=number, last=last))
