"""A press at a table counts, whatever comes between the pointer's going down and its going up."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Locator

from tests.web.hands import STRIP
from tests.web.house import House, Visit
from tests.web.scenes import SCENES
from tests.web.staging import Guest, Played

pytestmark = pytest.mark.web

CARD = re.compile(r"[2-9TJQKA][cdhs]")
HAND = ':is([data-drop="hand"], [data-hand]) button[data-card]'
WATCH = """() => addEventListener('pointerdown', ({ target }) =>
  (globalThis.under = target.closest('button[data-card]')?.dataset.card))"""
FLYING = "document.getAnimations().some((one) => !(one instanceof CSSAnimation))"


@contextmanager
def pressed(visit: Visit, found: Locator, x: float, y: float) -> Iterator[None]:
    """The pointer is down on a thing meanwhile."""
    found.hover(position={"x": x, "y": y})
    visit.page.mouse.down()
    yield
    visit.page.mouse.up()


def heard(visit: Visit, kind: str) -> int:
    """How many messages of a kind the page was sent."""
    return sum(said["type"] == kind for said in visit.told())


@contextmanager
def pressed_as_others_come(
    house: House, visit: Visit, table: str, other: Guest, name: str
) -> Iterator[None]:
    """Somebody else comes to the table while a verb is pressed."""
    with pressed(visit, visit.page.locator(f'[data-verb="{name}"]'), 20, 20):
        before = heard(visit, "presence")
        house.visit(other).go(f"/table/{table}")
        visit.until("that he is here", lambda: heard(visit, "presence") > before)
        visit.page.wait_for_timeout(100)
        yield


def test_a_verb_is_taken_as_others_come(house: House) -> None:
    """Who comes to the table takes no verb away from under the pointer."""
    shown = SCENES["dummy"]["act"]
    table, guests = shown.scene.put(house.folder)
    visit = shown.visited(house, table, guests[0], settings={"confirm": "always"})
    with pressed_as_others_come(house, visit, table, guests[1], "end"):
        assert visit.page.locator('[data-verb="end"]').count() == 1
    visit.page.locator('[data-verb="yes"]').wait_for()


@pytest.mark.parametrize(("game", "scene"), [("dummy", "asks"), ("indian", "drop")])
def test_an_answer_is_taken_as_others_come(house: House, game: str, scene: str) -> None:
    """Nor is a question taken back while one says yes to it."""
    shown = SCENES[game][scene]
    table, guests = shown.scene.put(house.folder)
    visit = shown.visited(house, table, guests[0])
    with pressed_as_others_come(house, visit, table, guests[1], "yes"):
        assert visit.page.locator('[data-verb="yes"]').count() == 1
    visit.until("that it is done", lambda: heard(visit, "moved"))


def _picks_up(visit: Visit) -> None:
    visit.page.keyboard.press("p")


def _draws(visit: Visit) -> None:
    visit.page.keyboard.press("d")


@pytest.mark.parametrize(
    ("game", "scene", "act", "answer"),
    [("dummy", "peek", _picks_up, "draft"), ("indian", "deal", _draws, "moved")],
)
def test_a_card_is_taken_as_an_answer_comes(
    house: House, game: str, scene: str, act: Callable[[Visit], None], answer: str
) -> None:
    """Cards that come and go by what one did just before do not move the card one presses then."""
    shown = SCENES[game][scene]
    guests = house.folder.guests(shown.scene.people)
    found = shown.scene._replace(found=lambda one: shown.scene.found(one) and _some_stay(one))
    played = found.played(house.folder, guests)
    visit = shown.visited(house, house.folder.put(played), guests[0])
    last = [card for card in _hand(visit) if card not in _laid(played)][-1]
    card = visit.page.locator(f'button[data-card="{last}"]')
    before, place = _hand(visit), card.bounding_box()
    os.kill(house.process.pid, signal.SIGSTOP)
    try:
        act(visit)
        card.hover(position=STRIP)
        visit.page.mouse.down()
    finally:
        os.kill(house.process.pid, signal.SIGCONT)
    visit.until("the answer", lambda: heard(visit, answer))
    visit.page.wait_for_timeout(100)
    assert card.bounding_box() == place
    visit.page.mouse.up()
    visit.page.locator(f'button[data-card="{last}"][aria-pressed="true"]').wait_for()
    visit.until("the cards that came or went", lambda: _hand(visit) != before)


def _hand(visit: Visit) -> list[str]:
    """The cards of the hand, as they lie."""
    found: list[str] = visit.page.locator(HAND).evaluate_all(
        "all => all.map(one => one.dataset.card)"
    )
    return found


def _laid(played: Played) -> set[str]:
    """The cards that some way of picking up lays down."""
    ways = [word for word in played.view.words if word[0] == "^"]
    return {card for way in ways for card in CARD.findall(way)}


def _some_stay(played: Played) -> bool:
    return not set(map(str, played.view.hand)) <= _laid(played)


@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "finger"])
@pytest.mark.parametrize(("game", "scene"), [("dummy", "act"), ("indian", "six")])
def test_a_card_is_taken_as_it_flies(house: House, game: str, scene: str, *, touch: bool) -> None:
    """A press is for the card that was under the pointer as it went down, though cards fly."""
    shown = SCENES[game][scene]
    visit = shown._replace(prepare=lambda _: None).opened(
        house, settings={"speed": "slow"}, touch=touch
    )
    visit.page.evaluate(WATCH)
    tools = visit.page.context.new_cdp_session(visit.page)

    def point(kind: str, *points: dict[str, float]) -> None:
        tools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    pressed_cards = 0
    places = visit.page.locator(HAND).count()
    for n in range(8):
        visit.until("that nothing flies", lambda: not visit.page.evaluate(FLYING))
        box = visit.page.locator(HAND).nth(n % places).bounding_box()
        assert box
        x, y = box["x"] + STRIP["x"], box["y"] + STRIP["y"]
        visit.page.mouse.move(x, y)
        visit.page.keyboard.press("s")
        if touch:
            point("touchStart", {"x": x, "y": y})
        else:
            visit.page.mouse.down()
        visit.page.wait_for_timeout(150)
        if touch:
            point("touchEnd")
        else:
            visit.page.mouse.up()
        card = visit.page.evaluate("globalThis.under")
        if card is None:  # the card of this place is on its way still
            continue
        pressed_cards += 1
        visit.page.locator(f'{HAND}[data-card="{card}"][aria-pressed="true"]').wait_for()
        visit.page.keyboard.press("Escape")
    assert pressed_cards > 3


def test_a_question_comes_at_any_table(own_house: House) -> None:
    """The page asks in its scene at a table too whose first dear card costs no more than others."""
    for _ in range(6):
        own_house.folder.fresh_name()
    visit = SCENES["dummy"]["asks"].opened(own_house)
    assert visit.page.locator('[data-verb="no"]').count() == 1
