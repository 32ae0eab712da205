"""Pictures of a fixed list of windows in four languages, kept in build/pictures to be looked at.

What must stay true: those of every screen on a phone are kept by test_access.py.
"""

from __future__ import annotations

from itertools import product
from typing import Final

import pytest

from tests.web.house import DESKTOP, LANGUAGES, SMALL, House
from tests.web.rooms import TABLES, Looking

pytestmark = pytest.mark.web

LANDSCAPE: Final = (844, 390)
TAKEN: Final = {
    "desktop": (DESKTOP, ("home", "dummy-melds", "dummy-over", "indian-groups", "replay")),
    "small": (SMALL, ("home", "dummy-peek", "dummy-melds", "indian-groups")),
    "landscape": (LANDSCAPE, ("dummy-melds", "indian-groups")),
}
WINDOWS: Final = [(window, name) for window, (_, names) in TAKEN.items() for name in names]


@pytest.fixture(scope="module")
def looking(served: House) -> Looking:
    """Goes to screens."""
    return Looking(served)


@pytest.mark.parametrize(("window", "language"), list(product(WINDOWS, LANGUAGES)), ids=str)
def test_a_picture(house: House, looking: Looking, window: tuple[str, str], language: str) -> None:
    """The screen is there, and its picture is more than one color."""
    kind, name = window
    go = looking.table if name in TABLES else looking.screen
    visit = go(name, language=language, size=TAKEN[kind][0], touch=kind != "desktop")
    assert visit.keep_picture(f"{name}-{kind}-{language}") > 5_000
