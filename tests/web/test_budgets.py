"""How much is loaded before one plays, and how soon a slow phone shows it and answers."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Response

from tests.web.house import House, Visit
from tests.web.scenes import SCENES, strip

pytestmark = pytest.mark.web

MOST: Final = {"script": 80_000, "stylesheet": 14_000}
"""Bytes, compressed."""
KEPT: Final = Path(__file__).parents[2] / "build" / "web-times.json"
SLOW: Final = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
TRIES: Final = 3
WATCH: Final = """() => {
  window.presses = [];
  const keep = (list) => window.presses.push(...list.getEntries().map((one) => one.duration));
  new PerformanceObserver(keep).observe({type: 'event', durationThreshold: 16});
}"""
SLOWEST: Final = "() => Math.max(0, ...window.presses)"
PAINTED: Final = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"


@pytest.mark.parametrize("game", SCENES)
def test_what_is_loaded_to_play(house: House, game: str) -> None:
    """From the home screen to a table of either game the client stays small."""
    table, guests = SCENES[game]["deal"].scene.put(house.folder)
    visit = house.visit(guests[0])
    loaded: dict[str, dict[str, int]] = {kind: {} for kind in MOST}

    def weigh(response: Response) -> None:
        kind = response.request.resource_type
        if kind in loaded:
            loaded[kind][response.url] = len(gzip.compress(response.body(), 9))

    visit.page.on("response", weigh)
    visit.go("/")
    visit.go(f"/table/{table}")
    visit.page.locator("main.table").wait_for()
    visit.page.wait_for_load_state("networkidle")
    sizes = {kind: sum(found.values()) for kind, found in loaded.items()}
    assert all(sizes.values())
    assert {kind: size for kind, size in sizes.items() if size > MOST[kind]} == {}


def test_times_on_a_slow_phone(house: House) -> None:
    """A slow phone paints the page and answers a press; the best of three is kept in build/."""
    table, guests = SCENES["dummy"]["row"].scene.put(house.folder)
    found = [_times(house.visit(guests[0], touch=True), table) for _ in range(TRIES)]
    best = {name: min(one[name] for one in found) for name in found[0]}
    assert all(time > 0 for time in best.values())
    KEPT.parent.mkdir(exist_ok=True)
    KEPT.write_text(json.dumps({"best": best, "all": found}, indent=1), encoding="utf-8")


def _times(visit: Visit, table: str) -> dict[str, Any]:
    """First paint and the slowest answer to a press, in milliseconds."""
    tools = visit.page.context.new_cdp_session(visit.page)
    tools.send("Network.enable")
    tools.send("Network.emulateNetworkConditions", SLOW)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    visit.go("/")
    home = visit.page.evaluate(PAINTED)
    visit.go(f"/table/{table}")
    visit.page.locator("main.table").wait_for()
    painted = visit.page.evaluate(PAINTED)
    visit.page.evaluate(WATCH)
    for card in visit.face()["own"]["hand"][:4]:
        strip(visit, card)
    visit.page.keyboard.press("s")
    visit.page.wait_for_timeout(500)
    return {"home": home, "table": painted, "press": visit.page.evaluate(SLOWEST)}
