"""Every screen of the client, and the sheets over the tables, as tests look at them.

What must stay true: a screen that is added to the client is added here; a test fails otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

from tests.web.house import PATIENCE, House, Visit
from tests.web.scenes import SCENES
from tests.web.staging import Guest, Played

WEB: Final = Path(__file__).parents[2] / "web"


class Deal(NamedTuple):
    """A table whose first deal is over, and who looks at it."""

    table: str
    guest: Guest


class Room(NamedTuple):
    """A screen: its path, with the table of a finished deal filled in, and what is done there."""

    path: str
    act: Callable[[Visit], Any] = lambda visit: None
    game: str = "dummy"


def _opens(selector: str) -> Callable[[Visit], None]:
    def press(visit: Visit) -> None:
        visit.page.locator(selector).first.click()
        visit.page.locator("dialog[open]").wait_for()
        visit.page.wait_for_load_state("networkidle")

    return press


def _folds(visit: Visit) -> None:
    visit.page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")


def _talks(visit: Visit) -> None:
    _opens("header button")(visit)
    visit.page.locator("dialog .list button").nth(1).click()
    visit.page.locator("dialog .talk summary").click()
    visit.page.locator("dialog .talk [aria-expanded]").first.click()
    visit.page.locator("dialog .talk .keys").wait_for()


def _waits(visit: Visit) -> None:
    visit.page.locator('input[type="radio"]').first.wait_for(state="attached")
    visit.page.locator("footer .go").click()
    visit.page.locator(".code b").wait_for()


ROOMS: Final = {
    "home": Room("/"),
    "options": Room("/new/dummy", _folds),
    "options-indian": Room("/new/indian", _folds, "indian"),
    "waiting": Room("/new/indian", _waits, "indian"),
    "join": Room("/join/ACD34F"),
    "sheet": Room("/sheet/{table}/1"),
    "sheet-indian": Room("/sheet/{table}/1", game="indian"),
    "match": Room("/sheet/{table}"),
    "replay": Room("/watch/{table}/1#t=9"),
    "replay-indian": Room("/watch/{table}/1#t=9", game="indian"),
    "replay-open": Room("/watch"),
    "verify": Room("/verify/{table}/1", _folds),
    "verify-open": Room("/verify"),
    "history": Room("/mine"),
    "leaders": Room("/best/dummy"),
    "book": Room("/rules/dummy"),
    "book-indian": Room("/rules/indian", game="indian"),
    "kitchen": Room("/kitchen"),
    "lesson": Room("/learn/dummy"),
    "lesson-indian": Room("/learn/indian", game="indian"),
    "settings": Room("/settings"),
}
TABLES: Final = {
    "dummy-peek": ("dummy", "peek", None),
    "dummy-asks": ("dummy", "asks", None),
    "dummy-melds": ("dummy", "melds", None),
    "dummy-over": ("dummy", "over", None),
    "dummy-menu": ("dummy", "act", _opens("header button")),
    "dummy-help": ("dummy", "act", _opens("header button.help")),
    "dummy-talk": ("dummy", "act", _talks),
    "dummy-seat": ("dummy", "melds", _opens(".others .column button")),
    "indian-groups": ("indian", "groups", None),
    "indian-declare": ("indian", "declare", None),
    "indian-lay": ("indian", "lay", None),
    "indian-over": ("indian", "over", None),
    "indian-thrown": ("indian", "six", _opens(".recent")),
}


def addressed() -> set[str]:
    """The first parts of all paths of screens, as the client's address book has them."""
    text = (WEB / "src" / "address.ts").read_text(encoding="utf-8")
    return set(re.findall(r"case '([a-z]+)':\n\s+return (?:first|\{)", text))


def has_nine(played: Played) -> bool:
    """Whether a deal has the moment that links to a replay name here."""
    return len(played.view.log) > 9


class Looking:
    """Goes to screens, with finished deals of both games at hand."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._deals: dict[str, Deal] = {}
        self._tables: dict[str, Deal] = {}

    def deal(self, game: str) -> Deal:
        """A finished deal of a game, once the server has kept it."""
        if game not in self._deals:
            over = SCENES[game]["over"].scene
            scene = over._replace(found=lambda played: over.found(played) and has_nine(played))
            table, guests = scene.put(self.house.folder)
            self._deals[game] = Deal(table, guests[0])
            visit = self.house.visit(guests[0])
            visit.go(f"/table/{table}")
            url = f"{self.house.url}/deals/{table}/1.json"
            visit.until("the deal", lambda: visit.page.request.get(url).ok, PATIENCE)
            visit.page.context.close()
            self.house.visits.remove(visit)
        return self._deals[game]

    def screen(self, name: str, *, query: str = "", **visit: Any) -> Visit:
        """A visit of a screen."""
        room = ROOMS[name]
        deal = self.deal(room.game)
        found = self.house.visit(deal.guest, **visit)
        path, hash_mark, hash_part = room.path.format(table=deal.table).partition("#")
        found.go(path + query + hash_mark + hash_part)
        room.act(found)
        found.page.wait_for_load_state("networkidle")
        return found

    def table(self, name: str, **visit: Any) -> Visit:
        """A visit of a table at some moment."""
        game, scene, act = TABLES[name]
        shown = SCENES[game][scene]
        if name not in self._tables:
            table, guests = shown.scene.put(self.house.folder)
            self._tables[name] = Deal(table, guests[0])
        found = shown.visited(self.house, *self._tables[name], **visit)
        if act:
            act(found)
        return found
