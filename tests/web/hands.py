"""The ways in which somebody may touch a page: clicks, taps, drags by mouse and finger, keys alone.

What must stay true: each does all that can be done at a table; that of the keys never touches the
page otherwise, and those that drag click only to select.
"""

from __future__ import annotations

from typing import Final

from playwright.sync_api import Locator, Position

from tests.web.house import Visit

STRIP: Final[Position] = {"x": 9, "y": 12}
"""Where a card is touched: its middle is covered by its neighbor."""
FOCUSED: Final = "() => document.activeElement?.dataset.card ?? ''"
HAND: Final = ':is([data-drop="hand"], [data-hand])'
"""The own hand at either table."""


class Clicks:
    """A mouse that clicks."""

    touch = False

    def __init__(self, visit: Visit) -> None:
        self.visit = visit
        self.page = visit.page

    def press(self, selector: str) -> None:
        """Press a button."""
        self._press(self.page.locator(selector).first)

    def select(self, card: str) -> None:
        """Press a card of the own hand."""
        self._press_card(self.page.locator(f'{HAND} button[data-card="{card}"]'))

    def verb(self, name: str, key: str) -> None:
        """Do what a verb does."""
        self.press(f'[data-verb="{name}"]')

    def draw(self) -> None:
        """Draw from the stock."""
        self.press('[data-verb="draw"]')

    def take(self) -> None:
        """Take the open card of Indian Rummy."""
        self.press("[data-open]")

    def look(self, card: str) -> None:
        """Look what picking up from a card of the row on would bring."""
        self._press_card(self.page.locator(f'.row button[data-card="{card}"]'))

    def meld(self, cards: list[str]) -> None:
        """Lay cards down."""
        for card in cards:
            self.select(card)
        self.verb("meld", "m")

    def lay_off(self, card: str, low: str) -> None:
        """Lay a card off on a meld."""
        self.select(card)
        self.press(f'.meld.hot[data-meld="{low}"]')

    def throw(self, card: str) -> None:
        """Throw a card away, or knock with it."""
        self.select(card)
        self.press('[data-verb="end"], [data-verb="discard"]')

    def group(self, cards: list[str]) -> None:
        """Make a group of cards."""
        for card in cards:
            self.select(card)
        self.press(".tools .group")

    def declare(self, card: str) -> None:
        """Open the check before a Show."""
        self.verb("declare", "e")

    def _press(self, found: Locator) -> None:
        found.click()

    def _press_card(self, found: Locator) -> None:
        found.click(position=STRIP)


class Taps(Clicks):
    """A finger that taps."""

    touch = True

    def _press(self, found: Locator) -> None:
        found.tap()

    def _press_card(self, found: Locator) -> None:
        found.tap(position=STRIP)


class Drags(Clicks):
    """A mouse that drags cards to where they are to go."""

    def draw(self) -> None:
        self._drag('[data-card="stock"]', '[data-drop="hand"], [data-drop="new"]')

    def take(self) -> None:
        self._drag("[data-open] [data-card]", '[data-drop="new"]')

    def look(self, card: str) -> None:
        self._drag(f'.row button[data-card="{card}"]', '[data-drop="hand"]')

    def meld(self, cards: list[str]) -> None:
        for card in cards:
            self.select(card)
        self._drag(f'{HAND} [data-card="{cards[0]}"]', '.melds[data-drop="melds"]')

    def lay_off(self, card: str, low: str) -> None:
        self._drag(f'{HAND} [data-card="{card}"]', f'[data-drop="meld:{low}"]')

    def throw(self, card: str) -> None:
        self._drag(f'{HAND} [data-card="{card}"]', '[data-drop="row"], [data-drop="pile"]')

    def group(self, cards: list[str]) -> None:
        for card in cards[1:]:
            self._drag(f'button[data-card="{card}"]', f'button[data-card="{cards[0]}"]')

    def declare(self, card: str) -> None:
        self._drag(f'button[data-card="{card}"]', '[data-drop="declare"]')

    def _drag(self, held: str, place: str) -> None:
        begins = self._spot(self.page.locator(held).last, STRIP["x"], STRIP["y"])
        ends = self._spot(self.page.locator(place).first)
        self._move(begins, ends)

    def _move(self, begins: tuple[float, float], ends: tuple[float, float]) -> None:
        mouse = self.page.mouse
        mouse.move(*begins)
        mouse.down()
        mouse.move((begins[0] + ends[0]) / 2, (begins[1] + ends[1]) / 2, steps=3)
        mouse.move(*ends, steps=3)
        mouse.up()

    def _spot(
        self, found: Locator, x: float | None = None, y: float | None = None
    ) -> tuple[float, float]:
        found.scroll_into_view_if_needed()
        box = found.bounding_box()
        assert box
        # the far end of a place: at its near one other melds may lie, which are places too
        across = box["width"] * 0.9 if x is None else min(x, box["width"] / 2)
        down = box["height"] / 2 if y is None else min(y, box["height"] / 2)
        return box["x"] + across, box["y"] + down


class Swipes(Drags):
    """A finger that drags cards to where they are to go; what is no drag is clicked, since Chromium
    takes a tap so soon after a drag for the end of a fling."""

    touch = True

    def __init__(self, visit: Visit) -> None:
        super().__init__(visit)
        self._tools = self.page.context.new_cdp_session(self.page)

    def _move(self, begins: tuple[float, float], ends: tuple[float, float]) -> None:
        def send(kind: str, *points: tuple[float, float]) -> None:
            found = [{"x": x, "y": y} for x, y in points]
            self._tools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": found})

        send("touchStart", begins)
        for part in (0.2, 0.5, 0.8, 1.0):
            send(
                "touchMove",
                (
                    begins[0] + (ends[0] - begins[0]) * part,
                    begins[1] + (ends[1] - begins[1]) * part,
                ),
            )
        send("touchEnd")


class Keys(Clicks):
    """Keys alone."""

    def press(self, selector: str) -> None:
        self._tab_to(selector)
        self.page.keyboard.press("Enter")

    def verb(self, name: str, key: str) -> None:
        self.page.keyboard.press(key)

    def select(self, card: str) -> None:
        self._focus(f"{HAND} button[data-card]", card)
        self.page.keyboard.press("Space")

    def draw(self) -> None:
        self.page.keyboard.press("d")

    def take(self) -> None:
        self.page.keyboard.press("o")

    def look(self, card: str) -> None:
        self.page.keyboard.press("p")
        self._focus(".row button[data-card]", card)
        self.page.keyboard.press("Enter")

    def lay_off(self, card: str, low: str) -> None:
        self.select(card)
        meld = f'.meld.hot[data-meld="{low}"]'
        self.page.locator(meld).wait_for()
        if self.page.locator(".meld.hot").count() == 1:
            self.page.keyboard.press("l")
        else:
            self.press(meld)

    def throw(self, card: str) -> None:
        self.select(card)
        self.page.keyboard.press("x")

    def group(self, cards: list[str]) -> None:
        for card in cards:
            self.select(card)
        self.page.keyboard.press("g")

    def _focus(self, cards: str, wanted: str) -> None:
        """Go to a card by Tab and the arrows."""
        self._tab_to(cards)
        self.page.keyboard.press("Home")
        for _ in range(60):
            if self.page.evaluate(FOCUSED) == wanted:
                return
            self.page.keyboard.press("ArrowRight")
            self.page.wait_for_timeout(15)
        raise AssertionError(f"no key leads to {wanted}")

    def _tab_to(self, selector: str) -> None:
        for _ in range(80):
            if self.page.evaluate("one => document.activeElement?.matches(one)", selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not lead to {selector}")


KINDS: Final = {
    "clicks": Clicks,
    "taps": Taps,
    "drags": Drags,
    "swipes": Swipes,
    "keys": Keys,
}
