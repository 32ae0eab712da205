"""The score sheet for real cards, written on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.house import House, Visit

pytestmark = pytest.mark.web

SEAT = '[data-seat="1"]'
FINES = f"{SEAT} button.fine"


def begin(visit: Visit) -> None:
    """Begin a sheet of Thai Dummy."""
    visit.go("/kitchen")
    visit.page.locator("form > .go").click()
    visit.page.locator(SEAT).wait_for()


def add_fine(visit: Visit, choice: int) -> None:
    """Write down a fine of the second player."""
    visit.page.locator(f"{SEAT} button.slot").last.click()
    dialog = visit.page.locator("dialog[open]")
    dialog.locator('input[type="radio"]').nth(choice).check()
    dialog.locator(".foot .go").click()
    dialog.wait_for(state="detached")


def test_a_fine_that_is_turned_away_from_is_none(house: House) -> None:
    """Escape or the cross take a new fine away, unless its card has been said."""
    visit = house.visit(touch=True)
    begin(visit)
    page, fines = visit.page, visit.page.locator(FINES)
    for leave in ("Escape", "cross", "card"):
        page.locator(f"{SEAT} button.slot").last.click()
        dialog = page.locator("dialog[open]")
        if leave == "card":
            dialog.locator("[data-key]").first.click()
        if leave == "cross":
            dialog.locator(".close").click()
        else:
            page.keyboard.press("Escape")
        dialog.wait_for(state="detached")
        expect(fines).to_have_count(1 if leave == "card" else 0)


def test_no_sheet_begins_with_rules_that_cannot_be(house: House) -> None:
    """What the rules refuse is told before anything is written down."""
    visit = house.visit(touch=True)
    page = visit.page
    visit.go("/kitchen")
    page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
    most, begins = page.get_by_role("spinbutton", name="Most deals"), page.locator("form > .go")
    for number, good in (("0", False), ("9", True)):
        most.fill(number)
        page.keyboard.press("Tab")
        expect(begins).to_be_enabled(enabled=good)
        expect(page.locator('[aria-invalid="true"]')).to_have_count(0 if good else 1)
    begins.click()
    page.locator(SEAT).wait_for()


def test_a_fine_is_taken_back(house: House) -> None:
    """A fine that is removed is gone, its neighbor stays, and so it is after a reload."""
    visit = house.visit(touch=True)
    begin(visit)
    fines = visit.page.locator(FINES)
    for choice in (0, 1):
        add_fine(visit, choice)
    first, second = fines.all_inner_texts()
    assert first != second
    for gone in (first, second):
        fines.first.click()
        visit.page.locator("dialog[open] .foot .alt").click()
        visit.page.locator("dialog[open]").wait_for(state="detached")
        expect(fines).to_have_text([second] if gone == first else [])
        visit.page.reload()
        visit.page.locator(SEAT).wait_for()
        expect(fines).to_have_text([second] if gone == first else [])
