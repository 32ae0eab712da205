"""Every rule, option and choice has its words, and the words fit the rules."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from enum import IntEnum
from random import Random

import pytest

from speto.clause import Clause, RulesError
from speto.dummy import BY_CODE, CLAUSES, PRESETS, Rules
from speto.dummy.rules import FIELDS, read_rules
from speto.options import choices, spell
from speto.texts import HOLE, LOCALES, Catalogue, languages, load, title_of
from tests.dealing import random_rules

pytestmark = pytest.mark.once

DEFAULTS = {name: getattr(Rules(), name) for name in FIELDS}
# Keys that the rules own; `ui.`, `level.` and `phrase.` belong to those who speak them.
OF_RULES = ("clause", "option", "choice")
each_language = pytest.mark.parametrize("language", languages())


def values_of(name: str) -> list[str]:
    """The spelled values of an option that has a few named ones; none for a number."""
    match DEFAULTS[name]:
        case bool():
            return ["true", "false"]
        case IntEnum() as value:
            return choices(type(value))
        case _:
            return []


def endings(catalogue: Catalogue, clause: Clause) -> set[str]:
    """The option values for which a clause has words of their own."""
    start = f"clause.{clause.code}."
    return {key.removeprefix(start) for key in catalogue.texts if key.startswith(start)}


def rules_to_try() -> Iterator[Rules]:
    """Every preset, every preset with one option changed, and random rules."""
    for preset in PRESETS:
        yield PRESETS[preset]
        for name in FIELDS:
            for value in values_of(name) or ["0", "1", "10", "15", "70"]:
                try:
                    yield read_rules(f"{preset},{name}={value}")
                except RulesError:
                    continue
    random = Random(0)
    yield from (random_rules(random) for _ in range(200))


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
    full, target = BY_CODE["D-PEN-FULL"], BY_CODE["D-MATCH-1"]
    catalogue = load()
    assert "any two cards" in catalogue.clause(full, PRESETS["default"])
    assert catalogue.title(full, read_rules("default,full_discard=off")) == (
        "A full discard is not fined"
    )
    assert catalogue.title(target, Rules(match_target=300)) == (
        "The first to reach 300 points wins the match"
    )
    assert catalogue.title(target, Rules(match_target=0)) == "A match is a single deal"


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
    for clause in CLAUSES:
        special = endings(catalogue, clause)
        owned |= {f"clause.{clause.code}.{ending}" for ending in special}
        if special and not any(ending.isdigit() for ending in special):
            assert f"clause.{clause.code}" not in catalogue, clause.code
        else:
            owned.add(f"clause.{clause.code}")
    for name in FIELDS:
        owned.add(f"option.dummy.{name}")
        if not isinstance(DEFAULTS[name], bool):
            owned |= {f"choice.dummy.{name}.{value}" for value in values_of(name)}
    assert owned == {key for key in catalogue.texts if key.split(".")[0] in OF_RULES}


@each_language
def test_words_for_one_value_mean_words_for_all(language: str) -> None:
    """A clause with words for a choice's value has them for all its values, and of one option only.

    Beside its general words a clause may have others for one number, such as 0.
    """
    catalogue = load(language)
    for clause in CLAUSES:
        special = endings(catalogue, clause)
        if not special:
            continue
        if all(ending.isdigit() for ending in special):
            assert any(not values_of(name) for name in clause.reads), clause.code
        else:
            chosen = next(name for name in clause.reads if special & set(values_of(name)))
            assert special == set(values_of(chosen)), clause.code


@each_language
def test_holes_are_numbers_of_the_rules(language: str) -> None:
    """A clause's words leave room only for numbers that the clause reads; options have no holes."""
    for key, text in texts_of(language).items():
        kind, _, name = key.partition(".")
        holes = set(HOLE.findall(text))
        assert text.count("{") == text.count("}") == len(HOLE.findall(text)), key
        if kind == "clause":
            reads = BY_CODE[name.partition(".")[0]].reads
            assert holes <= {field for field in reads if not values_of(field)}, key
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
    for rules in rules_to_try():
        for clause in CLAUSES:
            text = catalogue.clause(clause, rules)
            assert "{" not in text, clause.code
            assert text.startswith(catalogue.title(clause, rules)), clause.code
            said.add(catalogue.clause_key(clause, rules))
    assert said == {key for key in catalogue.texts if key.startswith("clause.")}


@each_language
def test_what_a_clause_says_depends_on_what_it_reads(language: str) -> None:
    """Two tables that agree in all that a clause reads hear the same words."""
    catalogue = load(language)
    heard = dict[tuple[str, ...], str]()
    for rules in rules_to_try():
        for clause in CLAUSES:
            values = (clause.code, *(spell(getattr(rules, name)) for name in clause.reads))
            text = catalogue.clause(clause, rules)
            assert heard.setdefault(values, text) == text
