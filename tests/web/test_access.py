"""Every screen in every language is for everybody, by WCAG 2.2 AA, and wholly translated."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.web.house import LANGUAGES, PHONE, House, Visit
from tests.web.rooms import ROOMS, TABLES, WEB, Looking, addressed

pytestmark = pytest.mark.web

RUN = """(rules) => axe.run(document, {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], resultTypes: ['violations'],
  rules,
}).then(({violations}) => violations.flatMap(({id, nodes}) =>
  nodes.map(({html, failureSummary}) => `${id}: ${html.slice(0, 160)} ${failureSummary}`)))"""
KEYS = (Path(__file__).parent / "untranslated.js").read_text(encoding="utf-8")
RATIO = (Path(__file__).parent / "contrast.js").read_text(encoding="utf-8")
TEXT = (
    *(("--ink", ground) for ground in ("--felt", "--felt2", "--panel")),
    *(("--mute", ground) for ground in ("--felt", "--felt2", "--panel")),
    *(("--go-ink", "--go"), ("--danger-ink", "--danger"), ("--warn-ink", "--warn-panel")),
    *(("--badge-ink", "--badge"), ("#fff", "--risk"), ("--accent", "--felt")),
    *(
        (ink, ground)
        for ink in ("--black", "--red", "--diamond", "--club")
        for ground in ("--card", "--taken", "--anchor", "--head", "--wild")
    ),
    *((ink, ground) for ink in ("--good", "--loss") for ground in ("--felt2", "--panel")),
    *(("--seat-ink", f"--seat{seat}") for seat in range(6)),
)
SIGNS = (
    *(("--can", "--felt"), ("--selected", "--felt"), ("--can", "--felt2")),
    *((f"--seat{seat}", "--felt") for seat in range(6)),
)
"""What is no text but must be seen: 3 to 1 is enough."""


def violations(visit: Visit, *without: str) -> list[str]:
    """What axe finds wrong on the page."""
    axe = (WEB / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
    visit.page.evaluate(axe)
    rules = {rule: {"enabled": False} for rule in without}
    found: list[str] = visit.page.evaluate(RUN, rules)
    return found


def faults(visit: Visit) -> list[Any]:
    """What is wrong on the page: for eyes, ears and readers of this language."""
    width = visit.page.evaluate("document.documentElement.scrollWidth")
    wide = [f"scrolls sideways: {width}"] if width > PHONE[0] else []
    language = visit.page.evaluate("document.documentElement.lang")
    return [*violations(visit), *visit.page.evaluate(KEYS), *wide, *([] if language else ["lang"])]


@pytest.fixture(scope="module")
def looking(served: House) -> Looking:
    """Goes to screens."""
    return Looking(served)


def test_every_screen_is_looked_at() -> None:
    """No screen of the client is forgotten here."""
    looked = {room.path.split("/")[1] for room in ROOMS.values()} | {"table"}
    assert addressed() - {""} <= looked


@pytest.mark.parametrize(("name", "language"), list(product(ROOMS, LANGUAGES)))
def test_a_screen(house: House, looking: Looking, name: str, language: str) -> None:
    """A screen is for everybody, and speaks one language alone."""
    visit = looking.screen(name, language=language, touch=True)
    visit.keep_picture(f"{name}-{language}")
    assert faults(visit) == []


@pytest.mark.parametrize(("name", "language"), list(product(TABLES, LANGUAGES)))
def test_a_table(house: House, looking: Looking, name: str, language: str) -> None:
    """So is a table, with whatever lies over it."""
    visit = looking.table(name, language=language, touch=True)
    visit.keep_picture(f"{name}-{language}")
    assert faults(visit) == []


@pytest.mark.parametrize("theme", ["felt", "blue", "dark", "paper"])
@pytest.mark.parametrize("deck", ["four", "two"])
def test_colors_differ_enough(house: House, theme: str, deck: str) -> None:
    """Of every pair of colors that stand on one another the contrast is that of WCAG."""
    visit = house.visit(settings={"theme": theme, "deck": deck})
    visit.go("/settings")
    ratios = visit.page.evaluate(RATIO, [list(pair) for pair in (*TEXT, *SIGNS)])
    least = [4.5] * len(TEXT) + [3.0] * len(SIGNS)
    low = {
        pair: round(ratio, 2)
        for pair, ratio, bar in zip((*TEXT, *SIGNS), ratios, least, strict=True)
        if ratio < bar
    }
    assert low == {}


@pytest.mark.parametrize("name", ["dummy-peek", "indian-groups"])
def test_forced_colors(house: House, looking: Looking, name: str) -> None:
    """Where the system forces its colors, verbs have borders and a selected card an outline."""
    visit = looking.table(name, forced_colors="active", language="en")
    # which colors the system takes is its own affair, and axe reads the page's
    assert violations(visit, "color-contrast") == []
    border = "found => found.map((one) => getComputedStyle(one).borderTopStyle)"
    borders = visit.page.locator("[data-verb]").evaluate_all(border)
    assert borders and set(borders) == {"solid"}
    visit.page.keyboard.press("Escape")
    card = visit.page.locator(":is([data-drop='hand'], [data-hand]) button[data-card]").first
    card.click(position={"x": 9, "y": 12})
    assert card.evaluate("one => getComputedStyle(one).outlineStyle") == "solid"


def test_reduced_motion(house: House) -> None:
    """Who wants less motion has none, without having to set it."""
    visit = house.visit(settings={"speed": None}, reduced_motion="reduce")
    visit.go("/settings")
    assert visit.page.evaluate("document.documentElement.dataset.speed") == "off"
