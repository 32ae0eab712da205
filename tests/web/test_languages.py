"""A language whose words are 40 % longer fits every screen: nothing of it is cut."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.web.house import PHONE, SMALL, House, Visit
from tests.web.rooms import ROOMS, TABLES, Looking

pytestmark = pytest.mark.web

CUT = (Path(__file__).parent / "cut.js").read_text(encoding="utf-8")


def cut(visit: Visit, width: int) -> list[Any]:
    """What is cut on the page."""
    found: list[Any] = visit.page.evaluate(CUT, width)
    if "⟦" not in visit.page.locator("body").inner_text():
        found.append("the page does not speak the longer language")
    return found


@pytest.fixture(scope="module")
def looking(served: House) -> Looking:
    """Goes to screens."""
    return Looking(served)


@pytest.mark.parametrize("name", ROOMS)
def test_a_screen_of_longer_words(house: House, looking: Looking, name: str) -> None:
    """Every screen has room for words that are longer than those of any of ours."""
    assert cut(looking.screen(name, query="?pseudo", size=SMALL), SMALL[0]) == []


@pytest.mark.parametrize("name", TABLES)
def test_a_table_of_longer_words(house: House, looking: Looking, name: str) -> None:
    """So has every table."""
    assert cut(looking.table(name, query="?pseudo", size=PHONE), PHONE[0]) == []
