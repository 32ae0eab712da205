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
LOCALES: Final = files("speto") / "locales"


class Catalogue:
    """The texts of one language, under flat keys such as `clause.D-PEN-FULL.any`."""

    def __init__(self, language: str, texts: Mapping[str, str]) -> None:
        self.language = language
        self.texts = texts

    def __contains__(self, key: str) -> bool:
        return key in self.texts

    def text(self, key: str, /, **holes: object) -> str:
        """The text of a key, its holes filled.

        >>> Catalogue("en", {"ui.left": "{n} left"}).text("ui.left", n=3)
        '3 left'
        """
        if key not in self.texts:
            raise KeyError(f"{self.language} has no text {key}")
        text = self.texts[key]
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
        return self.text(self.clause_key(clause, rules), **holes)

    def title(self, clause: Clause, rules: object) -> str:
        """The title of a clause: the first sentence of its words, without the full stop."""
        return title_of(self.clause(clause, rules))


def title_of(text: str) -> str:
    """The first sentence of a text, without its full stop.

    >>> title_of("Full discard. Your discard makes a meld with two cards of the row.")
    'Full discard'
    """
    return text.partition(". ")[0].removesuffix(".")


@cache
def languages() -> tuple[str, ...]:
    """The languages there are, in the order of their tags."""
    names = (file.name for file in LOCALES.iterdir())
    return tuple(sorted(name.removesuffix(".json") for name in names if name.endswith(".json")))


def load(language: str = "en") -> Catalogue:
    """The catalogue of a language; its file is read once, when first asked for."""
    return _read(language)


@cache
def _read(language: str) -> Catalogue:
    if language not in languages():
        raise KeyError(f"{language} is no language; there are {', '.join(languages())}")
    texts = (LOCALES / f"{language}.json").read_text(encoding="utf-8")
    return Catalogue(language, json.loads(texts))
