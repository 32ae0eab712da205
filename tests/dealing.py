"""Random packs, rules and words for the tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, replace
from enum import IntEnum
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar

from speto.cards import PACK, Card
from speto.clause import RulesError
from speto.dummy import PRESETS, Rules, State, start
from speto.options import spell

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    R = TypeVar("R", bound=DataclassInstance)

NUMBERS = {
    "knock_value": (0, 50, 30),
    "dark_mult": (1, 2, 3, 100),
    "color_mult": (1, 2, 3),
    "ace_in_run": (10, 15),
    "fine": (0, 50, 20, 10_000),
    "stuffed_speto": (0, 50, 30),
}


def random_pack(random: Random) -> list[Card]:
    """A shuffled pack."""
    pack = list(PACK)
    random.shuffle(pack)
    return pack


def random_rules(random: Random) -> Rules:
    """A preset, often with a few of its options changed."""
    return some_rules(random, PRESETS, NUMBERS)


def some_rules(random: Random, presets: Mapping[str, R], numbers: Mapping[str, Sequence[int]]) -> R:
    """A preset of a game, often with a few of its options changed; numbers to one of these."""
    while True:
        preset = random.choice(list(presets.values()))
        changed: dict[str, Any] = {}
        for field in random.sample(fields(preset), random.choice((0, 3, 8))):
            value = getattr(preset, field.name)
            if isinstance(value, bool):
                changed[field.name] = not value
            elif isinstance(value, IntEnum):
                changed[field.name] = random.choice(list(type(value)))
            elif field.name in numbers:
                changed[field.name] = random.choice(numbers[field.name])
        with suppress(RulesError):
            return replace(preset, **changed)


def options_of(rules: Any) -> dict[str, int | bool | str]:
    """Rules as plain values, choices spelled."""
    return {
        field.name: spell(value) if isinstance(value, IntEnum) else value
        for field in fields(rules)
        for value in [getattr(rules, field.name)]
    }


def random_deal(random: Random, rules: Rules | None = None) -> State:
    """A fresh deal with random seats, starter and direction."""
    seats = random.choice((2, 3, 4))
    return start(
        rules or random_rules(random),
        random_pack(random),
        seats=seats,
        starter=random.randrange(seats),
        direction=random.choice((1, -1)),
    )


def busy_choice(random: Random, state: State) -> int:
    """An index into the legal actions that prefers pick-ups, lays and knocks to draws."""
    words: Sequence[str] = [str(action) for action in state.legal]
    lively = [i for i, word in enumerate(words) if word[0] in "^=>#"]
    if lively and random.random() < 0.7:
        return random.choice(lively)
    return random.randrange(len(words))
