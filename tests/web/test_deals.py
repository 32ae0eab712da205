"""Whole deals of both games in the browser, however one touches the page."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.serving import RULES
from tests.web.deals import PLAYING, Dummy
from tests.web.hands import KINDS, STRIP, Clicks, Taps
from tests.web.house import DESKTOP, PHONE, SMALL, House, Visit
from tests.web.staging import Played

pytestmark = pytest.mark.web


def against_computer(
    house: House, game: str, *, seed: int, computers: int = 1, **visit: Any
) -> Visit:
    """A visit at a table with computers, before its first deal."""
    guests = house.folder.guests(1)
    name = house.folder.fresh_name()
    played = Played(Random(seed), game, RULES[game], guests, table=name, computers=computers)
    table = house.folder.put(played)
    found = house.visit(guests[0], **visit)
    found.go(f"/table/{table}")
    return found


@pytest.mark.parametrize("game", PLAYING)
@pytest.mark.parametrize("kind", KINDS)
def test_a_deal_is_played_to_its_end(house: House, game: str, kind: str) -> None:
    """Clicks, taps, drags by mouse and by finger, and keys alone: each leads to the score sheet."""
    way = KINDS[kind]
    size = {"clicks": DESKTOP, "taps": SMALL, "keys": DESKTOP}.get(kind, PHONE)
    visit = against_computer(house, game, seed=7, size=size, touch=way.touch)
    playing = PLAYING[game](visit, way(visit), Random(3))
    did = playing.play()
    assert did, "at least one turn was one's own"
    visit.page.locator("dialog[open]").wait_for()


@pytest.mark.parametrize("game", PLAYING)
def test_a_deal_at_full_speed(house: House, game: str) -> None:
    """Cards that fly and computers that think keep nobody from playing on at once."""
    visit = against_computer(
        house, game, seed=11, touch=True, settings={"speed": "normal", "sound": True}
    )
    PLAYING[game](visit, Taps(visit), Random(5)).play()
    visit.page.locator("dialog[open]").wait_for()


@pytest.mark.parametrize("language", ["th", "en"])
@pytest.mark.parametrize("size", [SMALL, DESKTOP], ids=str)
@pytest.mark.parametrize("game", PLAYING)
def test_who_comes_first_plays_at_once(
    house: House, game: str, size: tuple[int, int], language: str
) -> None:
    """From the home screen one press leads to a table, and the first card comes by the next."""
    visit = house.visit(house.folder.guests(1)[0], size=size, language=language)
    visit.go("/")
    visit.page.locator(f'input[value="{game}"]').check(force=True)
    visit.page.locator("button.play").click()
    playing = PLAYING[game](visit, Clicks(visit), Random(1))
    visit.until("the own turn", lambda: visit.stage() == "playing" and playing.is_mine, 40)
    playing.turn()
    assert playing.did


def test_a_press_is_for_the_card_under_it(house: House) -> None:
    """What comes to the row while a card is pressed moves nothing before that card is let go."""
    visit = against_computer(
        house, "dummy", seed=13, size=DESKTOP, computers=3, settings={"speed": "slow"}
    )
    playing = Dummy(visit, Clicks(visit), Random(4))
    visit.until("the deal", playing.plays)
    while True:
        visit.until("a turn, or the end", lambda: playing.is_over or playing.is_mine, 40)
        assert not playing.is_over, "the page was never behind what it knew"
        row = {one["card"] for one in visit.face()["public"]["row"]}
        shown = in_row(visit)
        if card := next((one for one in shown if one in row and len(shown) < len(row)), None):
            break
        playing.turn()
    press_long(visit, card)
    assert set(in_row(visit)) == row, "once it is let go all is shown"


def press_long(visit: Visit, card: str) -> None:
    """Press a card of the row for a while."""
    found = visit.page.locator(f'.row button[data-card="{card}"]')
    box, before = found.bounding_box(), in_row(visit)
    assert box
    visit.page.mouse.move(box["x"] + STRIP["x"], box["y"] + STRIP["y"])
    visit.page.mouse.down()
    visit.page.wait_for_timeout(1_500)
    assert in_row(visit) == before, "nothing moves under a press"
    visit.page.mouse.up()
    visit.page.locator(f'.row .anchor[data-card="{card}"]').wait_for()


def in_row(visit: Visit) -> list[str]:
    """The cards of the row, as they are shown."""
    names = "found => found.map((one) => one.dataset.card)"
    found: list[str] = visit.page.locator(".row button[data-card]").evaluate_all(names)
    return found
