"""Every rule, option and choice has its words, and the words fit the rules."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from enum import IntEnum
from importlib import import_module
from random import Random
from typing import Any

import pytest

from speto.clause import Clause, RulesError
from speto.dummy.rules import Rules, read_rules
from speto.options import choices, spell
from speto.texts import HOLE, LOCALES, Catalogue, languages, load, title_of

pytestmark = pytest.mark.once

NUMBERS = ["0", "1", "4", "10", "15", "70"]


class Game:
    """What the tests ask of one game's rules and clauses."""

    def __init__(self, name: str) -> None:
        clauses, rules = (import_module(f"speto.{name}.{part}") for part in ("clauses", "rules"))
        self.name = name
        self.clauses: tuple[Clause, ...] = clauses.CLAUSES
        self.by_code: dict[str, Clause] = clauses.BY_CODE
        self.presets: Mapping[str, Any] = rules.PRESETS
        self.fields: tuple[str, ...] = rules.FIELDS
        self.read: Callable[[str], Any] = rules.read_rules

    def __repr__(self) -> str:
        return self.name

    def values_of(self, name: str) -> list[str]:
        """The spelled values of an option that has a few named ones; none for a number."""
        match getattr(self.presets["default"], name):
            case bool():
                return ["true", "false"]
            case IntEnum() as value:
                return choices(type(value))
            case _:
                return []

    def rules_to_try(self) -> Iterator[Any]:
        """Every preset, every preset with one option changed, and with several at random."""
        yield from self.presets.values()
        words = [f"{name}={value}" for name in self.fields for value in self.tried(name)]
        texts = [f"{preset},{word}" for preset in self.presets for word in words]
        random = Random(0)
        for _ in range(300):
            names = random.sample(self.fields, random.choice((2, 3, 8)))
            several = [f"{name}={random.choice(self.tried(name))}" for name in names]
            texts.append(",".join([random.choice(list(self.presets)), *several]))
        for text in texts:
            with suppress(RulesError):
                yield self.read(text)

    def tried(self, name: str) -> list[str]:
        """The values of an option to try: all there are, or some numbers."""
        return self.values_of(name) or NUMBERS


GAMES = [Game(name) for name in ("dummy", "indian")]
# Keys that the rules own; `ui.`, `level.` and `phrase.` belong to those who speak them.
OF_RULES = ("clause", "option", "choice")
each_language = pytest.mark.parametrize("language", languages())
each_game = pytest.mark.parametrize("game", GAMES, ids=repr)


def endings(catalogue: Catalogue, clause: Clause) -> set[str]:
    """The option values for which a clause has words of their own."""
    start = f"clause.{clause.code}."
    return {key.removeprefix(start) for key in catalogue.texts if key.startswith(start)}


def texts_of(language: str) -> dict[str, str]:
    return dict(load(language).texts)


def test_a_text_needs_its_key_and_its_holes() -> None:
    """A key that does not exist, a hole that is not filled and an unknown language are errors."""
    catalogue = Catalogue("en", {"ui.left": "{n} of {all} left"})
    assert catalogue.text("ui.left", n=2, all="3{n}") == "2 of 3{n} left"
    with pytest.raises(KeyError, match=r"en has no text ui\.right"):
        catalogue.text("ui.right")
    with pytest.raises(AssertionError, match=r"en ui\.left: nothing fills \['all'\]"):
        catalogue.text("ui.left", n=2)
    with pytest.raises(KeyError, match=r"xx is no language; there are .*en"):
        load("xx")


def test_words_follow_the_rules() -> None:
    """A clause speaks of the value its options have, by name, as a number, or in general."""
    dummy, indian = GAMES
    full, target = dummy.by_code["D-PEN-FULL"], dummy.by_code["D-MATCH-1"]
    catalogue = load()
    assert "any two cards" in catalogue.clause(full, dummy.presets["default"])
    assert catalogue.title(full, read_rules("default,full_discard=off")) == (
        "A full discard is not fined"
    )
    assert catalogue.title(target, Rules(match_target=300)) == (
        "The first to reach 300 points wins the match"
    )
    assert catalogue.title(target, Rules(match_target=0)) == "A match is a single deal"
    no_pure, heaven = indian.by_code["I-SCORE-1"], indian.by_code["I-HEAVEN-1"]
    assert catalogue.title(no_pure, indian.read("default,format=pool,pool_limit=61")) == (
        "No pure run costs 60"
    )
    assert catalogue.title(heaven, indian.presets["online"]) == (
        "A heaven hand brings nothing special"
    )


def test_a_file_is_read_once() -> None:
    """Asking twice gives the same catalogue, and asking for none in particular the English one."""
    assert load("en") is load("en") is load()
    assert load().language == "en"
    assert "en" in languages()


@each_language
def test_files_merge_well(language: str) -> None:
    """A locale file is sorted by key, one key a line, no key twice, no text empty."""
    source = (LOCALES / f"{language}.json").read_text(encoding="utf-8")
    pairs = json.loads(source, object_pairs_hook=list)
    assert not [key for key, n in Counter(key for key, _ in pairs).items() if n > 1]
    assert [key for key, _ in pairs] == sorted(key for key, _ in pairs)
    assert all(text and text == text.strip() for _, text in pairs)
    assert source == json.dumps(dict(pairs), ensure_ascii=False, indent=2) + "\n"


@each_language
def test_every_rule_has_words(language: str) -> None:
    """Every clause, option and choice has its text, and no text of theirs has lost its owner."""
    catalogue = load(language)
    owned = set[str]()
    for game in GAMES:
        for clause in game.clauses:
            special = endings(catalogue, clause)
            owned |= {f"clause.{clause.code}.{ending}" for ending in special}
            if special and not any(ending.isdigit() for ending in special):
                assert f"clause.{clause.code}" not in catalogue, clause.code
            else:
                owned.add(f"clause.{clause.code}")
        for name in game.fields:
            owned.add(f"option.{game.name}.{name}")
            if game.values_of(name) != ["true", "false"]:
                owned |= {f"choice.{game.name}.{name}.{value}" for value in game.values_of(name)}
    assert owned == {key for key in catalogue.texts if key.split(".")[0] in OF_RULES}


@each_game
@each_language
def test_words_for_one_value_mean_words_for_all(language: str, game: Game) -> None:
    """A clause with words for a choice's value has them for all its values, and of one option only.

    Beside its general words a clause may have others for one number, such as 0.
    """
    catalogue = load(language)
    for clause in game.clauses:
        special = endings(catalogue, clause)
        if not special:
            continue
        if all(ending.isdigit() for ending in special):
            assert any(not game.values_of(name) for name in clause.reads), clause.code
        else:
            chosen = next(name for name in clause.reads if special & set(game.values_of(name)))
            assert special == set(game.values_of(chosen)), clause.code


@each_language
def test_holes_are_numbers_of_the_rules(language: str) -> None:
    """A clause's words leave room only for numbers that the clause reads; options have no holes."""
    numbers = {
        clause.code: {field for field in clause.reads if not game.values_of(field)}
        for game in GAMES
        for clause in game.clauses
    }
    for key, text in texts_of(language).items():
        kind, _, name = key.partition(".")
        holes = set(HOLE.findall(text))
        assert text.count("{") == text.count("}") == len(HOLE.findall(text)), key
        if kind == "clause":
            assert holes <= numbers[name.partition(".")[0]], key
        elif kind in OF_RULES:
            assert not holes, key


@each_language
def test_words_are_short(language: str) -> None:
    """A title fits on a line, a text is read in a moment, and both end as sentences do."""
    for key, text in texts_of(language).items():
        if key.split(".")[0] in OF_RULES:
            assert len(title_of(text)) <= 70, key
            assert len(text) <= 400, key
            assert title_of(text) != text, key


@each_language
def test_every_clause_can_be_said(language: str) -> None:
    """At every table each clause has words, every hole filled, and a title that begins them."""
    catalogue = load(language)
    said = set[str]()
    for game in GAMES:
        for rules in game.rules_to_try():
            for clause in game.clauses:
                text = catalogue.clause(clause, rules)
                assert "{" not in text, clause.code
                assert text.startswith(catalogue.title(clause, rules)), clause.code
                said.add(catalogue.clause_key(clause, rules))
    assert said == {key for key in catalogue.texts if key.startswith("clause.")}


@each_game
@each_language
def test_what_a_clause_says_depends_on_what_it_reads(language: str, game: Game) -> None:
    """Two tables that agree in all that a clause reads hear the same words."""
    catalogue = load(language)
    heard = dict[tuple[str, ...], str]()
    for rules in game.rules_to_try():
        for clause in game.clauses:
            values = (clause.code, *(spell(getattr(rules, name)) for name in clause.reads))
            text = catalogue.clause(clause, rules)
            assert heard.setdefault(values, text) == text
