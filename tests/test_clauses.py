"""The rules as values: codes, options, numbers and the compiled house agree, in every game."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import IntEnum
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import speto
from speto.clause import Clause
from speto.options import choices

SRC = Path(speto.__file__).parent
# Every value of every option, one at a time, goes with these rules.
BASE = {"dummy": "default,fool_reverse=off", "indian": "default,wrong_show=70"}
CHOICES = {
    "dummy": {
        "head_value": ("REPLACE", "BONUS"),
        "birth": ("BORN_BY_PICK_UP", "BORN_BY_ANY_MELD"),
        "color_knock": ("COLOR_OFF", "COLOR_COLOR", "COLOR_SUIT"),
        "multiplier_scope": ("SCOPE_POSITIVE", "SCOPE_TOTAL", "SCOPE_KNOCK_ONLY"),
        "stock_end": ("NEXT_PLAYER_KNOCK_ONLY", "NEXT_PLAYER_PICKUP", "IMMEDIATE"),
        "unborn_penalty": ("HAND_X2", "MINUS50_THEN_X2", "UNBORN_NONE"),
        "unborn_when": ("ON_KNOCK", "ALWAYS"),
        "full_discard": ("FULL_ANY", "FULL_CONTIGUOUS", "FULL_OFF"),
        "speto_feed": ("SPETO_ANY", "SPETO_S2_CASES", "SPETO_OFF"),
        "feed_window": ("WINDOW_ROUND", "WINDOW_NEXT_TURN"),
        "fool_scope": ("NEXT_PLAYER_SINGLE", "ROUND_ANY_PICKUP", "FOOL_OFF"),
    },
    "indian": {
        "wild_scope": ("EXACT", "SAME_RANK"),
        "wild_pick": ("FIRST_TURN_ONLY", "NEVER", "FREE"),
        "show_check": ("BEST", "DECLARED"),
        "score_arrangement": ("BEST", "DECLARED"),
        "no_pure": ("FLAT", "SUM_CAPPED"),
        "one_pure": ("EXEMPT", "COUNT_ALL"),
        "on_exhaust": ("SETTLE", "RESHUFFLE", "VOID"),
    },
}


class Game:
    """What the tests ask of one game's clauses, codes, rules and house."""

    def __init__(self, name: str) -> None:
        clauses, codes, rules, deal = (
            import_module(f"speto.{name}.{part}") for part in ("clauses", "codes", "rules", "deal")
        )
        self.name = name
        self.folder = SRC / name
        self.clauses: tuple[Clause, ...] = clauses.CLAUSES
        self.by_code: dict[str, Clause] = clauses.BY_CODE
        self.by_number: dict[int, Clause] = clauses.BY_NUMBER
        self.codes: dict[str, Any] = vars(codes)
        self.numbers = {
            word: number for word, number in self.codes.items() if re.match("[TDI]_", word)
        }
        self.fields: tuple[str, ...] = rules.FIELDS
        self.read: Callable[[str], Any] = rules.read_rules
        self.house: Callable[[Any], Any] = deal.House
        self.base = self.read(BASE[name])
        self.held = [word for word in dir(self.house(self.base)) if not word.startswith("_")]

    def __repr__(self) -> str:
        return self.name

    def read_with(self, option: str, value: str) -> Any:
        """The rules of `base`, but for one option."""
        words = [word for word in BASE[self.name].split(",") if not word.startswith(f"{option}=")]
        return self.read(",".join([*words, f"{option}={value}"]))

    def other_values(self, option: str) -> list[str]:
        """What an option may be instead of its value in `base`; of a number, one example."""
        match getattr(self.base, option):
            case bool(value):
                return ["off" if value else "on"]
            case IntEnum() as value:
                return [other for other in choices(type(value)) if other != value.name.lower()]
            case value:
                return ["10"] if option == "ace_in_run" else [str(value + 1)]


GAMES = [Game(name) for name in BASE]
each_game = pytest.mark.parametrize("game", GAMES, ids=repr)
each_option = pytest.mark.parametrize(
    "game, option",
    [pytest.param(game, option, id=f"{game}-{option}") for game in GAMES for option in game.held],
)


@each_game
def test_codes_are_unique(game: Game) -> None:
    """No two clauses share a code."""
    assert len(game.by_code) == len(game.clauses)


@each_game
def test_every_clause_tells_its_source(game: Game) -> None:
    """Every clause says where it comes from, and reads no option twice."""
    for clause in game.clauses:
        assert clause.source, clause.code
        assert len(set(clause.reads)) == len(clause.reads), clause.code


@each_game
def test_clauses_read_the_options(game: Game) -> None:
    """A clause reads only options that exist, and every option is read by some clause."""
    assert {name for clause in game.clauses for name in clause.reads} == set(game.fields)


@each_game
def test_numbers_name_clauses(game: Game) -> None:
    """The compiled core's clause numbers run from 1 without a gap, each for its own clause."""
    assert sorted(game.numbers.values()) == list(range(1, len(game.numbers) + 1))
    names = {number: clause.code.replace("-", "_") for number, clause in game.by_number.items()}
    assert names == {number: name for name, number in game.numbers.items()}


@each_game
def test_every_number_is_used(game: Game) -> None:
    """Every clause number is named by some rule file, except that of another game's action."""
    source = "".join(file.read_text() for file in game.folder.glob("*.py") if file.stem != "codes")
    unused = {name for name in game.numbers if not re.search(rf"\b{name}\b", source)}
    assert unused <= {"T_TURN", "T_KIND"}


@each_game
def test_choices_have_the_numbers_of_the_core(game: Game) -> None:
    """A choice that the compiled core reads has the same number in `rules` and in `codes`."""
    values = {name: getattr(game.base, name) for name in game.held}
    kinds = {name: type(value) for name, value in values.items() if isinstance(value, IntEnum)}
    assert set(kinds) == set(CHOICES[game.name])
    for option, names in CHOICES[game.name].items():
        kind = kinds[option]
        assert [game.codes[name] for name in names] == [choice.value for choice in kind]
        for name, choice in zip(names, kind, strict=True):
            assert name.replace("_", "").endswith(choice.name.replace("_", "")), name


@each_game
def test_house_holds_the_options_of_a_deal(game: Game) -> None:
    """The house has all options but those of the match, and each that a numbered clause reads."""
    numbered = {name for clause in game.by_number.values() for name in clause.reads}
    assert set(game.held) <= set(game.fields)
    assert numbered <= set(game.held)
    files = (SRC / "match.py", game.folder / "match.py")
    source = "".join(file.read_text() for file in files if file.exists())
    for name in set(game.fields) - set(game.held):
        assert re.search(rf"\brules\.{name}\b", source), f"nothing asks {name}"


@each_option
def test_house_follows_the_rules(game: Game, option: str) -> None:
    """Each value of an option reaches the house under its own name, and changes nothing else."""
    before = game.house(game.base)
    assert getattr(before, option) == getattr(game.base, option)
    for value in game.other_values(option):
        rules = game.read_with(option, value)
        house = game.house(rules)
        assert getattr(house, option) == getattr(rules, option)
        changed = {name for name in game.held if getattr(house, name) != getattr(before, name)}
        assert changed == {option}


@each_option
def test_every_option_of_the_house_is_used(game: Game, option: str) -> None:
    """Some compiled rule file reads the option: none is kept without an effect."""
    files = [file for file in game.folder.glob("*.py") if file.with_suffix(".pxd").exists()]
    source = "".join(file.read_text() for file in files)
    assert re.search(rf"\bhouse\.{option}\b", source)
