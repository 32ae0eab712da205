"""Computer players: honest (see test_honesty), legal, and as strong as they should be."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from speto import indian
from speto.cards import ParseError
from speto.dummy import PRESETS
from speto.dummy.deal import Deal, House
from speto.dummy.deal import start as start_deal
from speto.dummy.melds import Moves
from speto.dummy.play import play_levels, shuffle
from speto.dummy.sight import Sight
from speto.games import State
from speto.indian.deal import Deal as IndianDeal
from speto.indian.deal import House as IndianHouse
from speto.indian.deal import start as start_indian
from speto.indian.labels import Moves as IndianMoves
from speto.indian.play import play_levels as play_indian_levels
from speto.indian.play import shuffle as shuffle_indian
from speto.indian.sight import Sight as IndianSight
from speto.players import player
from speto.rng import Rng
from speto.rng import start as start_stream
from tests import dealing, indian_dealing
from tests.levels import EACH, quick

PAIRS = [0b0011, 0b0101, 0b1001, 0b0110, 0b1010, 0b1100]
"""The six ways to seat two thinkers at a table of four."""


DEALS: dict[str, Callable[[Random], State]] = {
    "dummy": dealing.random_deal,
    "indian": indian_dealing.random_deal,
}


@pytest.mark.parametrize("game", DEALS)
@pytest.mark.parametrize("level", EACH)
def test_choices_are_legal(level: str, game: str) -> None:
    """Under any rules of any game a computer player says only legal words, from its view alone."""
    random = Random(2)
    for _ in range(30):
        state = DEALS[game](random)
        while not state.over:
            action = quick(level, game).choose(state.view_for(state.to_act), random)
            assert state.why_not(action) is None
            state = state.apply(action)


def test_no_such_level() -> None:
    """A level that does not exist is refused by name, with those that do."""
    with pytest.raises(ParseError, match="'clever' is no level; there are random, beginner, "):
        player("clever")


def duplicate_margin(preset: str, deals: int) -> float:
    """Points a deal by which two `simple` beat two `random`, each deal in all six seatings."""
    house = House(PRESETS[preset])
    deal, moves, sight, rng = Deal(house), Moves(), Sight(house), Rng()
    margin = 0.0
    for number in range(deals):
        for thinkers in PAIRS:
            start_stream(rng, 4, number)
            shuffle(deal, rng)
            start_deal(deal, 4, number % 4, 1)
            play_levels(deal, moves, sight, rng, thinkers)
            for seat, score in enumerate(deal.scores()):
                margin += score if thinkers >> seat & 1 else -score
    return margin / (2 * len(PAIRS) * deals)


@pytest.mark.parametrize("preset", PRESETS)
def test_simple_beats_random(preset: str) -> None:
    """Two `simple` beat two `random` by at least 80 points a deal, over duplicate deals."""
    assert duplicate_margin(preset, 100) >= 80


@pytest.mark.parametrize("preset", indian.PRESETS)
def test_simple_wins_at_indian_rummy(preset: str) -> None:
    """`simple` wins at least 90 of 100 deals of two seats against `random`, in both seatings."""
    house = IndianHouse(indian.PRESETS[preset])
    deal, moves, sight, rng = IndianDeal(house), IndianMoves(), IndianSight(house), Rng()
    deals, won = 100, 0
    for number in range(deals):
        for seat in range(2):
            start_stream(rng, 7, number)
            shuffle_indian(deal, rng)
            start_indian(deal, 2, number % 2, 1)
            play_indian_levels(deal, moves, sight, rng, 1 << seat)
            won += deal.won >> seat & 1
    assert won >= 0.9 * 2 * deals
