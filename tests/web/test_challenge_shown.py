"""An opponent that sees cards is chosen by who plays alone, and is called so at the table."""

from __future__ import annotations

import pytest

from tests.web.house import DESKTOP, PHONE, House

pytestmark = pytest.mark.web


def test_the_home_screen_has_a_line_for_it(house: House) -> None:
    """It is not what is offered first, is told of in a sentence, and its name carries the mark."""
    visit = house.visit(size=PHONE)
    visit.go("/")
    level = visit.page.locator("select[aria-describedby=level]")
    assert level.input_value() == "simple"
    assert "never rated" in (level.locator("optgroup").get_attribute("label") or "")
    level.select_option("tuned+hands")
    visit.page.get_by_text("it sees your cards").wait_for()
    visit.page.locator("button.go.play").click()
    visit.page.locator("main.table").wait_for()
    visit.page.get_by_text("(sees cards)").first.wait_for()
    assert visit.page.locator("use[href='#sign-eye']").count() == 3
    visit.keep_picture("challenge")
    visit.go("/")
    assert level.input_value() == "simple"


def test_an_open_seat_takes_it_away(house: House) -> None:
    """While somebody else may sit down nobody sees cards, and who did is honest again."""
    visit = house.visit(size=DESKTOP)
    visit.go("/new/dummy")
    visit.page.get_by_role("radio", name="3", exact=True).check(force=True)
    seats = visit.page.locator("ol select")
    seats.nth(0).select_option("simple")
    seats.nth(1).select_option("tuned+both")
    assert seats.nth(1).input_value() == "tuned+both"
    seats.nth(0).select_option("open")
    assert seats.nth(1).input_value() == "tuned"
    assert visit.page.locator("ol optgroup").count() == 0
