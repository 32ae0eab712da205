"""A replay shows each moment of a deal as it was, and a page can check how the deal was dealt."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import FilePayload, Locator

from speto.record import read_records, states
from tests.web.house import House, Visit
from tests.web.rooms import Looking

pytestmark = pytest.mark.web

NAMES = "found => found.map((one) => one.dataset.card)"


@pytest.fixture(scope="module")
def looking(served: House) -> Looking:
    """Goes to screens."""
    return Looking(served)


def fetched(visit: Visit, path: str) -> str:
    """What the server answers to this visitor."""
    return visit.page.request.get(visit.url + path).text()


def expect_names(visit: Visit, cards: Locator, names: list[str]) -> None:
    """Wait until just these cards are shown, in this order."""
    visit.until(f"the row {names}", lambda: cards.evaluate_all(NAMES) == names)


def test_every_moment_is_as_it_was(house: House, looking: Looking) -> None:
    """Step by step the row, the stock, the melds and the hand are those of the record, replayed."""
    visit = looking.screen("replay", language="en")
    deal = looking.deal("dummy")
    (record,) = read_records(fetched(visit, f"/deals/{deal.table}/1.deal"))
    moments = states(record.state)
    slider = visit.page.locator('.controls input[type="range"]')
    assert slider.get_attribute("max") == str(len(moments) - 1)
    slider.fill("0")
    for number, state in enumerate(moments):
        view: Any = state.view_for(0)
        row = [str(one.card) for one in view.row]
        cards = visit.page.locator(".row [data-card]")
        expect_names(visit, cards, row)
        hand = visit.page.locator(".own .hand [data-card]")
        assert sorted(hand.evaluate_all(NAMES)) == sorted(map(str, view.hand))
        assert visit.page.locator("[data-stock] b").inner_text() == str(view.stock_left)
        melds = visit.page.locator("main .meld")
        laid = melds.evaluate_all("found => found.map((one) => one.dataset.cards)")
        assert sorted(laid) == sorted(" ".join(map(str, meld.cards)) for meld in view.melds)
        if number < len(moments) - 1:
            visit.page.keyboard.press("ArrowRight")


@pytest.mark.parametrize("game", ["dummy", "indian"])
def test_a_link_leads_to_a_moment(house: House, looking: Looking, game: str) -> None:
    """A link with a moment opens the replay there, and the check of the deal is green."""
    name = {"dummy": "replay", "indian": "replay-indian"}[game]
    visit = looking.screen(name, language="en")
    slider = visit.page.locator('.controls input[type="range"]')
    assert slider.input_value() == "9"
    visit.page.locator("button.round.fair").wait_for()


def test_a_deal_is_checked_in_the_browser(house: House, looking: Looking) -> None:
    """The papers of a deal hold; with one digit of the seed changed they do not."""
    visit = looking.screen("verify", language="en")
    visit.page.locator("article.fair").wait_for()
    deal = looking.deal("dummy")
    paper = fetched(visit, f"/deals/{deal.table}/1.json")
    seed = json.loads(paper)["seed"]
    bad = paper.replace(seed, ("1" if seed[0] == "0" else "0") + seed[1:])
    for text, good in ((paper, True), (bad, False)):
        visit.go("/verify")
        file = FilePayload(name="deal.json", mimeType="application/json", buffer=text.encode())
        visit.page.locator('input[type="file"]').set_input_files(file)
        visit.page.locator("article.panel").wait_for()
        assert visit.page.locator("article.fair").count() == int(good)
