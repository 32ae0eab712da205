"""The sheet of a deal that is over: who gets what by which rule, and nothing twice."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.house import House
from tests.web.scenes import DUMMY, INDIAN

pytestmark = pytest.mark.web

DIALOG = "dialog[open]"


def test_a_winner_of_rummy_sees_who_pays(house: House) -> None:
    """What the winner gets is the sum of what the others owe, under the rule that says so."""
    page = INDIAN["over"].opened(house).page
    expect(page.locator(f'{DIALOG} .rule a[href*="I-PAY-1"]')).to_be_visible()
    owed = [int(one) for one in page.locator(f"{DIALOG} label .num").all_inner_texts()]
    page.locator(f"{DIALOG} label").nth(owed.index(0)).click()
    got = page.locator(f"{DIALOG} .got li")
    expect(got).to_have_count(1)
    expect(got.locator("b")).to_have_text(f"+{sum(owed)}")
    got.locator("summary").click()
    expect(got.locator('a[href*="I-PAY-1"]')).to_be_visible()


def test_a_match_of_one_deal_has_no_totals_twice(house: House) -> None:
    """Such a match has one page, whose points are those of the deal, and a title of its own."""
    page = INDIAN["over"].opened(house).page
    expect(page.locator(f"{DIALOG} label").first).to_be_visible()
    expect(page.locator(f"{DIALOG} tr.total")).to_have_count(0)
    expect(page.locator(f"{DIALOG} .keys")).to_have_count(0)


@pytest.mark.parametrize("over", [False, True])
def test_after_the_match_no_deal_is_promised(house: House, *, over: bool) -> None:
    """The verb under a sheet that was closed tells of a next deal only if there is one."""
    shown = DUMMY["over"]
    rules = "default,match_target=0" if over else "default"
    page = shown._replace(scene=shown.scene._replace(rules=rules)).opened(house).page
    page.keyboard.press("Escape")
    label = "Score" if over else "Score and next deal"
    expect(page.locator('[data-verb="sheet"]')).to_have_text(label)


def test_a_guest_is_named_in_the_language_of_the_reader(house: House) -> None:
    """Who has the name that the server gave is called a guest in Thai to one who reads Thai."""
    first, second = house.folder.guests(2)
    played = INDIAN["over"].scene.played(house.folder, (first, second._replace(name="Guest 2852")))
    visit = house.visit(first, language="th")
    visit.go(f"/table/{house.folder.put(played)}")
    names = visit.page.locator(f"{DIALOG} label bdi")
    expect(names).to_have_text(["คุณ", "ผู้เยือน 2852"])
    visit.go(f"/watch/{played.name}/1")
    visit.page.get_by_text("ผู้เยือน 2852").filter(visible=True).first.wait_for()
    expect(visit.page.get_by_text("Guest 2852")).to_have_count(0)
