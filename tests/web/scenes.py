"""The moments of both games at which the tables are looked at, and how a page comes to show them.

What must stay true: a scene waits for the first guest, or its deal is over; every language and the
big mode are among them; the fullest tables that there can be are too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple

from tests.web.house import House, Visit
from tests.web.staging import Guest, Played, Scene


def strip(visit: Visit, card: str) -> None:
    """Press a card on its left strip, which no neighbor covers."""
    visit.page.locator(f'button[data-card="{card}"]').click(position={"x": 9, "y": 12})


def verb(visit: Visit, name: str) -> None:
    """Press a verb."""
    visit.page.locator(f'[data-verb="{name}"]').click()


class Shown(NamedTuple):
    """A scene, how it is shown, and what is done on the page first."""

    scene: Scene
    language: str
    prepare: Callable[[Visit], Any] = lambda visit: None
    settings: dict[str, Any] | None = None

    def opened(self, house: House, **more: Any) -> Visit:
        """A visit of the first guest that shows it."""
        table, guests = self.scene.put(house.folder)
        return self.visited(house, table, guests[0], **more)

    def visited(
        self, house: House, table: str, guest: Guest, *, query: str = "", **more: Any
    ) -> Visit:
        """The same at a table that is there already."""
        settings = {**(self.settings or {}), **more.pop("settings", {})}
        language = more.pop("language", self.language)
        visit = house.visit(guest, language=language, settings=settings, **more)
        visit.go(f"/table/{table}{query}")
        visit.page.locator("main.table").wait_for()
        self.prepare(visit)
        return visit


def _mine(played: Played) -> bool:
    return played.table.stage == "playing" and played.table.to_act == 0


def _before(played: Played) -> bool:
    return _mine(played) and not played.view.taken


def _after(played: Played) -> bool:
    return _mine(played) and bool(played.view.taken)


def _over(played: Played) -> bool:
    return played.table.stage != "playing"


def _hoards(played: Played) -> None:
    """Pick up as much as can be, lay down as little, throw away what nobody wants."""
    words = played.view.words
    row = [str(card.card) for card in played.view.row]
    takes = [word for word in words if word.startswith("^")]
    if takes:
        played.say(min(takes, key=lambda word: (row.index(word[1:3]), len(word))))
    else:
        _draws(played)


def _draws(played: Played) -> None:
    """Draw and throw away."""
    words = played.view.words
    thrown = [word for word in words if word.startswith("-")]
    played.say("+" if "+" in words else played.chance.choice(thrown or list(words)))


def _melds(n: int) -> Callable[[Played], bool]:
    return lambda played: _mine(played) and len(played.view.melds) >= n


def asked_about(words: Iterable[str], risks: dict[str, list[tuple[int, bool]]]) -> list[str]:
    """Cards that the page asks about: to discard them costs much, surely or unlike another."""
    thrown = [word[1:] for word in words if word.startswith("-")]
    free = any(not risks.get(card) for card in thrown)

    def costs(card: str) -> bool:
        return any(points <= -50 and (sure or free) for points, sure in risks.get(card, ()))

    return [card for card in thrown if costs(card)]


def _costly(played: Played) -> bool:
    if not _after(played):
        return False
    found = played.view.risks.items()
    risks = {str(card): [(one.points, one.certain) for one in of] for card, of in found}
    return bool(asked_about(map(str, played.view.words), risks))


def _first(visit: Visit) -> str:
    hand: list[str] = visit.face()["own"]["hand"]
    return hand[0]


def _peek(visit: Visit) -> None:
    words = visit.face()["own"]["words"]
    strip(visit, next(word[1:3] for word in words if word.startswith("^")))
    visit.page.locator(".ways").wait_for()


def _ask(visit: Visit) -> None:
    own = visit.face()["own"]
    found = own["risks"].items()
    risks = {card: [(one["points"], one["certain"]) for one in of] for card, of in found}
    strip(visit, asked_about(own["words"], risks)[0])
    verb(visit, "end")
    visit.page.locator('[data-verb="yes"]').wait_for()


def _sheet(visit: Visit) -> None:
    visit.page.locator("dialog[open]").wait_for()


def in_hand(visit: Visit) -> list[str]:
    """The ids of the cards in the own hand at a table of Indian Rummy, as they lie."""
    cards = visit.page.locator("[data-hand] button[data-card]")
    return [str(one) for one in cards.evaluate_all("found => found.map(one => one.dataset.card)")]


def _group(visit: Visit, n: int, size: int) -> None:
    """Take the groups that the client made apart, and make so many of this size."""
    for _ in range(n):
        loose = visit.page.locator('[data-drop="loose"] button[data-card]')
        for card in in_hand(visit)[:size] if not loose.count() else []:
            strip(visit, card)
        for place in range(min(size, loose.count())):
            loose.nth(place).click(position={"x": 9, "y": 12})
        visit.page.keyboard.press("g")
        visit.page.wait_for_timeout(60)
    visit.page.keyboard.press("Escape")


def _choose(visit: Visit) -> None:
    visit.page.keyboard.press("a")
    visit.page.wait_for_timeout(100)
    for card in in_hand(visit)[-2:]:
        strip(visit, card)


def _declare(visit: Visit) -> None:
    visit.page.keyboard.press("e")
    visit.page.locator("dialog[open] .ticks").wait_for()


def _drop(visit: Visit) -> None:
    visit.page.keyboard.press("Shift+D")
    visit.page.locator('[data-verb="yes"]').wait_for()


def _may_show(played: Played) -> bool:
    return _after(played) and len(played.view.shows) > 0


def _must_lay(played: Played) -> bool:
    return _mine(played) and any(shown is not None for shown in played.view.shown)


DUMMY: Final = {
    "deal": Shown(Scene.of("dummy", 4, _before), "th"),
    "row": Shown(
        Scene.of("dummy", 2, lambda p: _before(p) and len(p.view.row) >= 29, move=_draws), "hi"
    ),
    "peek": Shown(Scene.of("dummy", 4, lambda p: _before(p) and _ways(p) >= 3), "zh-Hant", _peek),
    "act": Shown(Scene.of("dummy", 3, _after), "en", lambda visit: strip(visit, _first(visit))),
    "melds": Shown(Scene.of("dummy", 4, _melds(9)), "th"),
    "big": Shown(
        Scene.of("dummy", 2, lambda p: _before(p) and len(p.view.row) >= 24, move=_draws),
        "en",
        settings={"big": True},
    ),
    "hand": Shown(
        Scene.of("dummy", 2, lambda p: _after(p) and len(p.view.hand) >= 17, move=_hoards), "hi"
    ),
    "asks": Shown(Scene.of("dummy", 4, _costly), "th", _ask),
    "over": Shown(Scene.of("dummy", 4, _over), "en", _sheet),
}
INDIAN: Final = {
    "deal": Shown(Scene.of("indian", 2, _before), "hi"),
    "six": Shown(Scene.of("indian", 6, lambda p: _before(p) and p.view.turn > 12), "th"),
    "act": Shown(Scene.of("indian", 4, _after), "en", _choose),
    "groups": Shown(Scene.of("indian", 4, _after), "zh-Hant", lambda visit: _group(visit, 6, 2)),
    "big": Shown(Scene.of("indian", 3, _after), "en", settings={"big": True}),
    "declare": Shown(Scene.of("indian", 4, _may_show), "th", _declare),
    "drop": Shown(Scene.of("indian", 4, _before), "hi", _drop),
    "lay": Shown(
        Scene.of("indian", 4, _must_lay, rules="default,score_arrangement=declared"), "en"
    ),
    "over": Shown(Scene.of("indian", 4, _over), "th", _sheet),
}
SCENES: Final = {"dummy": DUMMY, "indian": INDIAN}


def _ways(played: Played) -> int:
    return sum(word.startswith("^") for word in played.view.words)
