"""Who plays alone with computers may ask the coach; anybody may have a finished deal reviewed."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from speto.texts import load
from tests.web.house import DESKTOP, LANGUAGES, PHONE, House, Visit
from tests.web.rooms import Looking
from tests.web.staging import Played
from tests.web.test_access import faults

pytestmark = pytest.mark.web

GAMES = ("dummy", "indian")


@pytest.fixture(scope="module")
def looking(served: House) -> Looking:
    """Goes to screens."""
    return Looking(served)


def at_a_table(house: House, game: str, *, people: int = 1, **how: Any) -> tuple[Visit, str]:
    """A visit of the first guest to a table at which he is to discard."""
    guests = house.folder.guests(people)
    name = house.folder.fresh_name()
    for seed in range(200):
        played = Played(
            Random(seed), game, "default", guests, table=name, computers=3 - people, clock="none"
        )
        played.begin_deal()
        while played.table.stage == "playing":
            if played.table.to_act == 0 and played.view.taken:
                break
            played.simply()
        if played.table.stage == "playing":
            break
    house.folder.put(played)
    return house.visit(guests[0], **how), name


def ask(visit: Visit, language: str = "en") -> None:
    """Open the coach from the menu."""
    title = load(language).text("ui.web.coach.title")
    visit.page.locator("header button").first.click()
    visit.page.get_by_role("button", name=title, exact=True).click()
    visit.page.locator("dialog[open] li.best").wait_for()


@pytest.mark.parametrize("game", GAMES)
def test_the_coach_at_a_table(house: House, game: str) -> None:
    """The coach weighs the moves, the best first, and once switched on speaks by himself."""
    visit, table = at_a_table(house, game, size=PHONE)
    visit.go(f"/table/{table}")
    visit.page.locator("main.table").wait_for()
    ask(visit)
    dialog = visit.page.locator("dialog[open]")
    assert dialog.locator("li").count() > 1
    assert "±" in dialog.locator("li.best").inner_text()
    dialog.get_by_role("checkbox").check()
    visit.page.keyboard.press("Escape")
    notice = visit.page.locator(".notices .notice").filter(has_text="Coach:")
    notice.wait_for()
    notice.get_by_role("button").click()
    notice.wait_for(state="detached")


def test_no_coach_beside_people(house: House) -> None:
    """Where another person sits the menu offers none, even if he was switched on before."""
    visit, table = at_a_table(house, "dummy", people=2, settings={"coach": True})
    visit.go(f"/table/{table}")
    visit.page.locator("main.table").wait_for()
    visit.page.get_by_role("button", name="Menu").click()
    visit.page.locator("dialog[open]").wait_for()
    assert visit.page.get_by_role("button", name="Coach", exact=True).count() == 0
    assert visit.page.locator(".notices .notice").count() == 0


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_is_reviewed(house: House, looking: Looking, game: str) -> None:
    """A finished deal is judged seat by seat; a decision leads to the moment before it."""
    name = {"dummy": "replay", "indian": "replay-indian"}[game]
    visit = looking.screen(name, language="en", size=DESKTOP)
    visit.page.get_by_role("button", name="Review").click()
    dialog = visit.page.locator("dialog[open]")
    dialog.locator("section").first.wait_for()
    assert dialog.locator("section").count() == visit.page.locator(".eyes option").count() - 1
    assert "Luck of own draws" in dialog.inner_text()
    costly = dialog.locator("summary")
    if costly.count():
        costly.first.click()
        dialog.locator("details[open] .alt").click()
        dialog.wait_for(state="detached")


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_are_for_everybody(house: House, looking: Looking, language: str) -> None:
    """In each language both sheets are whole, can be read and used by all, and fit a phone."""
    visit, table = at_a_table(house, "dummy", size=PHONE, language=language)
    visit.go(f"/table/{table}")
    visit.page.locator("main.table").wait_for()
    ask(visit, language)
    assert faults(visit) == []
    visit = looking.screen("replay", size=PHONE, language=language)
    title = load(language).text("ui.web.review.title")
    visit.page.get_by_role("button", name=title, exact=True).click()
    visit.page.locator("dialog[open] section").first.wait_for()
    visit.page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
    assert faults(visit) == []
