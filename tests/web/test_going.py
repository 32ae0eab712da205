"""From screen to screen: the browser's way back and forward, tables that are opened and begun."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.house import House
from tests.web.scenes import DUMMY

pytestmark = pytest.mark.web

HEAD = "main header h1"
BACK = "main header button.round"


def test_back_and_forward(house: House) -> None:
    """The browser's keys lead through the screens as one has come, and no page is loaded anew."""
    table, guests = DUMMY["deal"].scene.put(house.folder)
    visit = house.visit(guests[0])
    page = visit.page
    visit.go("/")
    page.evaluate("window.kept = true")
    home = page.locator(HEAD).inner_text()
    for path in ("/kitchen", "/settings", "/rules/dummy"):
        page.locator(f'a[href^="{path}"]').first.click()
        expect(page.locator(HEAD)).not_to_have_text(home)
        there = page.locator(HEAD).inner_text()
        page.go_back()
        expect(page.locator(HEAD)).to_have_text(home)
        page.go_forward()
        expect(page.locator(HEAD)).to_have_text(there)
        page.locator(BACK).first.click()
        expect(page.locator(HEAD)).to_have_text(home)
    page.locator(f'a[href="/table/{table}"]').click()
    page.locator("main.table").wait_for()
    page.go_back()
    expect(page.locator(HEAD)).to_have_text(home)
    page.go_forward()
    page.locator('[data-drop="hand"] button[data-card]').first.wait_for()
    assert page.evaluate("window.kept")


@pytest.mark.parametrize("game", ["dummy", "indian"])
def test_who_opened_a_table_need_not_wait(house: House, game: str) -> None:
    """One press seats computers where friends were waited for, and the deal begins."""
    visit = house.visit(house.folder.guests(1)[0])
    visit.go(f"/new/{game}")
    visit.page.locator("footer .go").click()
    visit.page.locator(".code b").wait_for()
    visit.page.locator(".seats > button").click()
    visit.page.locator("main.table").wait_for()
    visit.until("the deal", lambda: visit.stage() == "playing")
    (sealed, *_) = [said for said in visit.told() if said.get("what") == "sealed"]
    assert [seat["kind"] for seat in sealed["seats"]].count("person") == 1
    assert "open" not in [seat["kind"] for seat in sealed["seats"]]


def test_a_number_with_few_values_is_chosen_by_key(house: House) -> None:
    """Which limits a pool can have is offered, and what is chosen is what the table plays."""
    visit = house.visit()
    visit.go("/new/indian")
    visit.page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
    visit.page.get_by_role("radio", name="61", exact=True).check(force=True)
    visit.page.locator("footer .go").click()
    visit.page.locator(".code b").wait_for()
    (table, *_) = [said for said in visit.told() if said["type"] == "table"]
    assert "pool_limit=61" in table["settings"]["rules"]


def test_what_the_rules_refuse_stands_at_its_option(house: House) -> None:
    """Options that do not go together are told where they stand; no table opens until they do."""
    visit = house.visit()
    page = visit.page
    visit.go("/new/dummy")
    page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
    page.get_by_role("spinbutton", name="Most deals").fill("0")
    page.keyboard.press("Tab")
    rule = page.locator(".rule", has=page.locator('[aria-invalid="true"]'))
    expect(rule).to_have_count(1)
    expect(rule.locator(".wrong")).to_contain_text("1–1000")
    expect(page.locator("footer .problem")).to_contain_text("1–1000")
    expect(page.locator("footer .go")).to_be_disabled()
    rule.locator("input").fill("3")
    page.keyboard.press("Tab")
    expect(page.locator('[aria-invalid="true"]')).to_have_count(0)
    page.locator("footer .go").click()
    page.locator(".code b").wait_for()
