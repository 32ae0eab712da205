"""The rules as values: codes, options, numbers and the compiled house agree."""

from __future__ import annotations

import re
from enum import IntEnum
from pathlib import Path

import pytest

import speto.dummy
from speto.dummy import codes
from speto.dummy import rules as options
from speto.dummy.clauses import BY_CODE, BY_NUMBER, CLAUSES
from speto.dummy.deal import House
from speto.dummy.rules import FIELDS, Rules, read_rules
from speto.options import choices

HERE = Path(speto.dummy.__file__).parent
NUMBERS = {name: number for name, number in vars(codes).items() if re.match("[TD]_", name)}
HOUSE = [name for name in dir(House(Rules())) if not name.startswith("_")]
# Every value of every option, one at a time, goes with these rules.
FREE = read_rules("default,fool_reverse=off")
CHOICES = {
    options.HeadValue: ("REPLACE", "BONUS"),
    options.Birth: ("BORN_BY_PICK_UP", "BORN_BY_ANY_MELD"),
    options.ColorKnock: ("COLOR_OFF", "COLOR_COLOR", "COLOR_SUIT"),
    options.MultiplierScope: ("SCOPE_POSITIVE", "SCOPE_TOTAL", "SCOPE_KNOCK_ONLY"),
    options.StockEnd: ("NEXT_PLAYER_KNOCK_ONLY", "NEXT_PLAYER_PICKUP", "IMMEDIATE"),
    options.UnbornPenalty: ("HAND_X2", "MINUS50_THEN_X2", "UNBORN_NONE"),
    options.UnbornWhen: ("ON_KNOCK", "ALWAYS"),
    options.FullDiscard: ("FULL_ANY", "FULL_CONTIGUOUS", "FULL_OFF"),
    options.SpetoFeed: ("SPETO_ANY", "SPETO_S2_CASES", "SPETO_OFF"),
    options.FeedWindow: ("WINDOW_ROUND", "WINDOW_NEXT_TURN"),
    options.FoolScope: ("NEXT_PLAYER_SINGLE", "ROUND_ANY_PICKUP", "FOOL_OFF"),
}


def other_values(name: str) -> list[str]:
    """What an option may be instead of its value in `FREE`; of a number, one example."""
    match getattr(FREE, name):
        case bool(value):
            return ["off" if value else "on"]
        case IntEnum() as value:
            return [other for other in choices(type(value)) if other != value.name.lower()]
        case value:
            return ["10"] if name == "ace_in_run" else [str(value + 1)]


def test_codes_are_unique() -> None:
    """No two clauses share a code."""
    assert len(BY_CODE) == len(CLAUSES)


def test_every_clause_tells_its_source() -> None:
    """Every clause says where it comes from, and reads no option twice."""
    for clause in CLAUSES:
        assert clause.source, clause.code
        assert len(set(clause.reads)) == len(clause.reads), clause.code


def test_clauses_read_the_options() -> None:
    """A clause reads only options that exist, and every option is read by some clause."""
    assert {name for clause in CLAUSES for name in clause.reads} == set(FIELDS)


def test_numbers_name_clauses() -> None:
    """The compiled core's clause numbers run from 1 without a gap, each for its own clause."""
    assert sorted(NUMBERS.values()) == list(range(1, len(NUMBERS) + 1))
    names = {number: clause.code.replace("-", "_") for number, clause in BY_NUMBER.items()}
    assert names == {number: name for name, number in NUMBERS.items()}


def test_every_number_is_used() -> None:
    """Every clause number is named by some rule file, except that of another game's action."""
    source = "".join(file.read_text() for file in HERE.glob("*.py") if file.stem != "codes")
    unused = {name for name in NUMBERS if not re.search(rf"\b{name}\b", source)}
    assert unused <= {"T_TURN", "T_KIND"}


def test_choices_have_the_numbers_of_the_core() -> None:
    """A choice that the compiled core reads has the same number in `rules` and in `codes`."""
    in_house = {type(getattr(FREE, name)) for name in HOUSE}
    assert {kind for kind in in_house if issubclass(kind, IntEnum)} == set(CHOICES)
    for kind, names in CHOICES.items():
        assert [getattr(codes, name) for name in names] == [choice.value for choice in kind]
        for name, choice in zip(names, kind, strict=True):
            assert name.replace("_", "").endswith(choice.name.replace("_", "")), name


def test_house_holds_the_options_of_a_deal() -> None:
    """The house has all options but those of the match, and each that a numbered clause reads."""
    numbered = {name for clause in BY_NUMBER.values() for name in clause.reads}
    assert set(HOUSE) <= set(FIELDS)
    assert numbered <= set(HOUSE)
    source = (HERE.parent / "match.py").read_text()
    for name in set(FIELDS) - set(HOUSE):
        assert re.search(rf"\brules\.{name}\b", source), f"nothing asks {name}"


@pytest.mark.parametrize("name", HOUSE)
def test_house_follows_the_rules(name: str) -> None:
    """Each value of an option reaches the house under its own name, and changes nothing else."""
    before = House(FREE)
    assert getattr(before, name) == getattr(FREE, name)
    for value in other_values(name):
        rules = read_rules(f"default,fool_reverse=off,{name}={value}")
        house = House(rules)
        assert getattr(house, name) == getattr(rules, name)
        changed = {field for field in HOUSE if getattr(house, field) != getattr(before, field)}
        assert changed == {name}


@pytest.mark.parametrize("name", HOUSE)
def test_every_option_of_the_house_is_used(name: str) -> None:
    """Some compiled rule file reads the option: none is kept without an effect."""
    rule_files = [file for file in HERE.glob("*.py") if file.with_suffix(".pxd").exists()]
    source = "".join(file.read_text() for file in rule_files if file.stem != "deal")
    assert re.search(rf"\bhouse\.{name}\b", source)
