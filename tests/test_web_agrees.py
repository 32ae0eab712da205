"""What the web client says of games, levels and clocks is what the server has."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from speto import challenge
from speto.games import NAMES, game
from speto.players import LEVELS
from speto.server.clock import PRESETS
from speto.texts import languages, load

pytestmark = pytest.mark.once

WISH = (Path(__file__).parent.parent / "web/src/home/wish.svelte.ts").read_text(encoding="utf-8")
each_language = pytest.mark.parametrize("language", languages())


def test_the_home_screen_offers_every_game_with_its_seats() -> None:
    """The games and numbers of seats on the home screen are those that there are."""
    offered = {
        name: tuple(map(int, seats.split(", ")))
        for name, seats in re.findall(r"^  (\w+): \[([\d, ]+)\],$", WISH, re.M)
    }
    assert offered == {name: tuple(game(name).SEATS) for name in NAMES}


def test_the_home_screen_offers_every_level() -> None:
    """No level of computer players is missing on the home screen, and none is made up."""
    found = re.search(r"LEVELS = \[(.*)\]", WISH)
    assert found
    assert re.findall(r"'(\w+)'", found[1]) == list(LEVELS)
    found = re.search(r"CHEATS = \[(.*)\]", WISH)
    assert found
    assert re.findall(r"'([\w+]+)'", found[1]) == list(challenge.LEVELS)


def test_the_protocol_names_every_level() -> None:
    """Its page lists the levels as they are, in their order."""
    page = (Path(__file__).parent.parent / "docs/protocol.md").read_text(encoding="utf-8")
    told = page.partition("The levels, the weakest first: ")[2].partition(".\n")[0]
    assert re.findall(r"`(\w+)`", told) == list(LEVELS)


@each_language
def test_games_levels_and_presets_have_names(language: str) -> None:
    """Each game, preset and level that is offered is named in each language, and told of."""
    texts = load(language)
    for name in NAMES:
        assert f"ui.web.game.{name}" in texts
        for preset in game(name).PRESETS:
            assert f"ui.web.preset.{preset}" in texts
    for level in (*LEVELS, *challenge.LEVELS):
        assert f"level.{level}" in texts
        assert f"level.{level}.about" in texts


@each_language
def test_a_clock_is_described_by_its_own_numbers(language: str) -> None:
    """The line below a clock tells the seconds that the server gives."""
    texts = load(language)
    for name, clock in PRESETS.items():
        line = texts.text(f"ui.web.clock.{name}.line")
        seconds = [] if clock.turn is None else [clock.turn // 1000, clock.bank // 1000]
        assert [int(number) for number in re.findall(r"\d+", line)] == seconds, name
