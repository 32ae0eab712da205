"""The words of speto: every sentence that a person reads, by language and key.

What must stay true: the words stand in `locales/` alone and are read when first asked for; a number
in a sentence comes from the rules of the table, so that no sentence contradicts its option.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from speto.clause import Clause
from speto.options import spell

HOLE: Final = re.compile(r"\{(\w+)\}")
TITLE_END: Final = re.compile(r"\. |\.$|。|। |।$|\n")
ONE_IS: Final = {"en": (1,), "hi": (0, 1)}
"""Whole numbers with a plural form of their own (CLDR 48); Thai and Chinese have none."""
LOCALES: Final = files("speto") / "locales"


class Catalogue:
    """The texts of one language, under flat keys such as `clause.D-PEN-FULL.any`."""

    def __init__(self, language: str, texts: Mapping[str, str]) -> None:
        self.language = language
        self.texts = texts

    def __contains__(self, key: str) -> bool:
        return key in self.texts

    def text(self, key: str, /, **holes: object) -> str:
        """The text of a key, its holes filled; the hole `n` chooses among plural forms.

        >>> forms = {"ui.left.one": "{n} card left", "ui.left.other": "{n} cards left"}
        >>> Catalogue("en", forms).text("ui.left", n=1), Catalogue("en", forms).text("ui.left", n=3)
        ('1 card left', '3 cards left')
        """
        text = self.texts.get(key)
        if text is None and f"{key}.other" in self.texts:
            text = self.texts[f"{key}.{plural(self.language, holes['n'])}"]
        if text is None:
            raise KeyError(f"{self.language} has no text {key}")
        empty = set(HOLE.findall(text)) - holes.keys()
        assert not empty, f"{self.language} {key}: nothing fills {sorted(empty)}"
        return HOLE.sub(lambda hole: str(holes[hole[1]]), text)

    def clause_key(self, clause: Clause, rules: object) -> str:
        """The key of a clause's words: that of an option's value, where a text is kept for it.

        The first of the options that the clause reads wins: `clause.D-PEN-FULL.any`,
        `clause.D-KNOCK-4.false`, `clause.D-MATCH-1.0`; else `clause.D-MATCH-1`.
        """
        plain = f"clause.{clause.code}"
        keys = (f"{plain}.{spell(getattr(rules, name))}" for name in clause.reads)
        return next(filter(self.texts.__contains__, keys), plain)

    def clause(self, clause: Clause, rules: object) -> str:
        """The words of a clause at a table with these rules.

        >>> from speto.dummy import BY_CODE, Rules
        >>> load().clause(BY_CODE["D-KNOCK-3"], Rules(knock_value=60)).partition(". ")[0]
        'The knock card is worth 60'
        """
        holes = {name: spell(getattr(rules, name)) for name in clause.reads}
        return in_one_line(self.text(self.clause_key(clause, rules), **holes))

    def title(self, clause: Clause, rules: object) -> str:
        """The title of a clause: the first sentence of its words, without the full stop."""
        holes = {name: spell(getattr(rules, name)) for name in clause.reads}
        return title_of(self.text(self.clause_key(clause, rules), **holes))

    def line(self, key: str, /, **holes: object) -> str:
        """A text in one line, where its title stands apart in the file."""
        return in_one_line(self.text(key, **holes))


def in_one_line(text: str) -> str:
    """A text whose title ends with a line end, as Thai ones do, in one line.

    >>> in_one_line("ทิ้งเต็ม\\nไพ่ที่ทิ้ง")
    'ทิ้งเต็ม ไพ่ที่ทิ้ง'
    """
    return text.replace("\n", " ")


def title_of(text: str) -> str:
    """The first sentence of a text, without its full stop; Thai ends it with a line end.

    >>> title_of("Full discard. Your discard makes a meld with two cards of the row.")
    'Full discard'
    """
    return TITLE_END.split(text, maxsplit=1)[0]


def plural(language: str, n: object) -> str:
    """The CLDR plural form of a whole number: `one` or `other`.

    >>> plural("en", 1), plural("hi", 0), plural("th", 1)
    ('one', 'one', 'other')
    """
    assert isinstance(n, int), f"{n!r} is no number to choose a plural form by"
    return "one" if n in ONE_IS.get(language, ()) else "other"


def preferred(wanted: str) -> str:
    """The language for a tag or a locale's name; English where we have none.

    >>> preferred("th_TH.UTF-8"), preferred("zh-TW"), preferred("fr")
    ('th', 'zh-Hant', 'en')
    """
    base = re.split(r"[-_.@]", wanted.lower(), maxsplit=1)[0]
    return next((tag for tag in languages() if tag.lower().split("-")[0] == base), "en")


@cache
def languages() -> tuple[str, ...]:
    """The languages there are; English, in which they are written first, leads."""
    names = {file.name.removesuffix(".json") for file in LOCALES.iterdir()}
    return tuple(tag for tag in ("en", "th", "zh-Hant", "hi") if tag in names)


def load(language: str = "en") -> Catalogue:
    """The catalogue of a language; its file is read once, when first asked for."""
    return _read(language)


@cache
def _read(language: str) -> Catalogue:
    if language not in languages():
        raise KeyError(f"{language} is no language; there are {', '.join(languages())}")
    texts = (LOCALES / f"{language}.json").read_text(encoding="utf-8")
    return Catalogue(language, json.loads(texts))
