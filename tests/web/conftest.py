"""What the tests in a browser share: one Chromium and one server for all of them."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.web.house import CHROMIUM, FLAGS, PATIENCE, House

FONTS = {"fonts-noto-core": "Noto Sans Thai", "fonts-noto-cjk": "Noto Sans CJK TC"}


def _missing() -> list[str]:
    """The Debian packages without which nothing can be shown, or only as boxes."""
    missing = [] if Path(CHROMIUM).exists() else ["chromium"]
    try:
        listed = subprocess.check_output(("fc-list", ":", "family"), text=True)
    except FileNotFoundError:
        listed = ""
    return missing + [package for package, family in FONTS.items() if family not in listed]


def pytest_sessionstart() -> None:
    missing = _missing()
    if missing:
        pytest.exit(f"To test in a browser, install the Debian packages {' '.join(missing)}.", 1)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium."""
    expect.set_options(timeout=PATIENCE * 1000)
    with sync_playwright() as tools:
        found = tools.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield found
        found.close()


@pytest.fixture(scope="session")
def served(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server that all tests of this process visit."""
    house = House(browser, tmp_path_factory.mktemp("house") / "server")
    house.start()
    yield house
    house.kill()


@pytest.fixture
def house(served: House) -> Iterator[House]:
    """The server; what its pages complain of fails the test."""
    yield served
    assert served.leave() == []


@pytest.fixture
def own_house(browser: Browser, tmp_path: Path) -> Iterator[House]:
    """A server of the test's own, to be killed and started again."""
    house = House(browser, tmp_path / "server")
    house.start()
    yield house
    house.kill()
    assert house.leave() == []
