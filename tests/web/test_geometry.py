"""Both tables on windows of every kind, at their emptiest and their fullest: all has its place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.web.house import House, Visit
from tests.web.scenes import SCENES, Shown, in_hand, strip

pytestmark = pytest.mark.web

MEASURE = (Path(__file__).parent / "measure.js").read_text(encoding="utf-8")
WINDOWS = (
    *((320, 568), (360, 640), (390, 664), (390, 844), (430, 932), (768, 1024)),
    *((844, 390), (667, 375), (1024, 768), (1280, 800), (1920, 1080)),
)
PLACES = """() => [
    ...document.querySelectorAll('main.table > *, main .line, [data-verb], header *'),
  ]
  .map((one) => one.getBoundingClientRect()).map(({x, y, width, height}) =>
    [x, y, width, height].map(Math.round).join(' '))"""
SHOWN = [
    pytest.param(shown, id=f"{game}-{name}")
    for game, scenes in SCENES.items()
    for name, shown in scenes.items()
]


def fit(visit: Visit, size: tuple[int, int]) -> None:
    """Give the window this size, and wait until the page has taken it."""
    width, height = size
    visit.page.set_viewport_size({"width": width, "height": height})
    visit.page.wait_for_timeout(150)


@pytest.mark.parametrize("shown", SHOWN)
def test_everything_has_its_place(house: House, shown: Shown) -> None:
    """On each window nothing overlaps, is cut, too small, covered or outside."""
    visit = shown.opened(house, touch=True)
    wrong: dict[str, Any] = {}
    for size in WINDOWS:
        fit(visit, size)
        found = visit.page.evaluate(MEASURE, list(size))
        if found:
            wrong["{}x{}".format(*size)] = found
    assert wrong == {}


@pytest.mark.parametrize("game", SCENES)
@pytest.mark.parametrize("size", [(360, 640), (844, 390), (1280, 800)], ids=str)
def test_nothing_moves_when_a_card_is_selected(
    house: House, game: str, size: tuple[int, int]
) -> None:
    """Zones, lines of cards and verbs stay where they are, whatever is selected."""
    visit = SCENES[game]["big"]._replace(settings={}).opened(house, size=size)
    hand = visit.face()["own"]["hand"] if game == "dummy" else in_hand(visit)
    before = visit.page.evaluate(PLACES)
    for card in hand[:3]:
        strip(visit, card)
        visit.page.wait_for_timeout(100)
        assert visit.page.evaluate(PLACES) == before
