"""Whole deals played on the page, in any of the ways to touch it.

What must stay true: what is played is chosen from the server's list of legal words; after every
action the page shows the very hand that the server tells of.
"""

from __future__ import annotations

from random import Random
from typing import Any

from tests.web.hands import Clicks
from tests.web.house import Visit
from tests.web.scenes import in_hand


class Playing:
    """Somebody who plays a deal to its end."""

    def __init__(self, visit: Visit, hands: Clicks, chance: Random) -> None:
        self.visit = visit
        self.page = visit.page
        self.hands = hands
        self.chance = chance
        self.did: list[str] = []

    def play(self) -> list[str]:
        """Play until the deal is over; the words that were said."""
        self.visit.until("the first view", lambda: self.visit.stage() == "playing", 40)
        while True:
            self.visit.until("a turn, or the end", lambda: self.is_over or self.is_mine, 40)
            if self.is_over:
                return self.did
            self.turn()

    @property
    def is_over(self) -> bool:
        """Whether the deal is over."""
        return self.visit.stage() not in ("playing", "entropy")

    @property
    def is_mine(self) -> bool:
        """Whether it is one's turn."""
        return bool(self.visit.face()["own"]["mine"])

    def plays(self) -> bool:
        """Whether the deal is being played."""
        return self.visit.stage() == "playing"

    def ended(self) -> bool:
        """Whether it is over, asked anew each time."""
        return self.is_over

    def turn(self) -> None:
        """Play one turn."""
        raise NotImplementedError

    def until_told(self, word: str, since: int) -> None:
        """Wait until the server tells something newer."""
        self.did.append(word)
        self.visit.until(f"the answer to {word}", lambda: self.newest > since)

    @property
    def newest(self) -> int:
        """The number of the last row that was told."""
        kinds = ("table", "moved", "event")
        return next(
            (said["seq"] for said in reversed(self.visit.told()) if said["type"] in kinds), 0
        )

    def answer(self) -> None:
        """Say yes if the page asks."""
        if self.page.locator('[data-verb="yes"]').count():
            self.hands.press('[data-verb="yes"]')


class Dummy(Playing):
    """Somebody who plays Thai Dummy, and picks up and lays down whenever that can be."""

    def turn(self) -> None:
        own = self.visit.face()["own"]
        self.until_shown(own["hand"])
        words: list[str] = own["words"]
        takes = [word for word in words if word.startswith("^")]
        since = self.newest
        if takes:
            own = self.stage(self.pick_up(self.chance.choice(takes), takes), [])
        elif "+" in words:
            self.hands.draw()
            self.until_told("+", since)
            own = self.visit.face()["own"]
            self.until_shown(own["hand"])
        else:
            self.hands.verb("decline", "d")
            return self.until_told(".", since)
        self.finish(own, self.did[-1:] if takes else [])

    def finish(self, own: dict[str, Any], staged: list[str]) -> None:
        """Lay down what can be after these staged words, and end the turn."""
        while own["mine"] and (word := self.best(own["words"])):
            if word[0] in "-#":
                return self.end(word, own)
            if word.startswith("="):
                self.hands.meld(sorted(word[i : i + 2] for i in range(1, len(word), 2)))
            else:
                self.hands.lay_off(word[1:3], word[4:])
            own = self.stage(word, staged)
            staged.append(word)

    def best(self, words: list[str]) -> str | None:
        """What to do next: lay down, else end the turn, by a knock if that can be."""
        for kinds in ("=", ">", "#", "-"):
            found = sorted(word for word in words if word[0] == kinds)
            if found:
                return max(found, key=len) if kinds == "=" else self.chance.choice(found)
        return None

    def pick_up(self, word: str, words: list[str]) -> str:
        """Look at a card of the row, and take what is offered first."""
        self.hands.look(word[1:3])
        ways = sorted((one for one in words if one[1:3] == word[1:3]), key=len)
        radios = self.page.locator('.ways input[type="radio"]')
        radios.first.wait_for(state="attached")
        marked: int = radios.evaluate_all("found => found.findIndex((one) => one.checked)")
        self.hands.verb("pick_up", "p")
        return ways[marked]

    def stage(self, word: str, staged: list[str]) -> dict[str, Any]:
        """Wait until a word is staged; what one has then."""
        self.did.append(word)
        words = [*staged, word]

        def found() -> Any:
            return next(
                (
                    said["view"]["own"]
                    for said in reversed(self.visit.told())
                    if said["type"] == "draft" and said["words"] == words
                ),
                None,
            )

        self.visit.until(f"the draft of {words}", found)
        own: dict[str, Any] = found()
        self.until_shown(own["hand"])
        return own

    def end(self, word: str, own: dict[str, Any]) -> None:
        """End the turn."""
        since = self.newest
        self.hands.throw(word[1:])
        self.page.wait_for_timeout(60)
        self.answer()
        self.until_told(word, since)

    def until_shown(self, hand: list[str]) -> None:
        """Wait until the page shows this hand."""
        cards = self.page.locator('[data-drop="hand"] button[data-card]')
        names = "found => found.map((one) => one.dataset.card).sort()"
        self.visit.until(f"the hand {hand}", lambda: cards.evaluate_all(names) == sorted(hand))


class Indian(Playing):
    """Somebody who plays Indian Rummy, groups the hand, and shows it as soon as that can be."""

    def turn(self) -> None:
        face = self.visit.face()
        own, since = face["own"], self.newest
        self.until_shown(own["hand"])
        words: list[str] = own["words"]
        if face["public"]["phase"] == "declare":
            self.hands.verb("declare", "e")
            self.page.wait_for_timeout(60)
            self.answer()
            return self.until_told("!", since)
        if "+" in words or "^" in words:
            self.take(own, since)
            own, since = self.visit.face()["own"], self.newest
            self.until_shown(own["hand"])
        if "group" not in self.did:
            self.group()
        if own["shows"]:
            self.show(own["shows"][0]["finishing"], since)
        else:
            self.throw(own, since)

    def take(self, own: dict[str, Any], since: int) -> None:
        """Take the open card where it helps, else one from the stock."""
        gain = own["previews"].get("^")
        if "^" in own["words"] and gain and gain["points_after"] < gain["points_now"]:
            self.hands.take()
            self.until_told("^", since)
        else:
            self.hands.draw()
            self.until_told("+", since)

    def group(self) -> None:
        """Make a group by hand, and let the page undo it."""
        before = in_hand(self.visit)
        self.hands.group([before[0], before[-1]])
        self.visit.until("the group", lambda: in_hand(self.visit) != before)
        assert sorted(in_hand(self.visit)) == sorted(before), "no card is lost by grouping"
        self.did.append("group")

    def throw(self, own: dict[str, Any], since: int) -> None:
        """Throw the card away that costs least."""
        words = [word for word in own["words"] if word.startswith("-")]
        best = f"-{(own['best'] or {}).get('discard')}"
        word = best if best in words else words[0]
        card = next(one for one in in_hand(self.visit) if one[:2] == word[1:])
        self.hands.throw(card)
        self.page.wait_for_timeout(60)
        self.answer()
        self.until_told(word, since)

    def show(self, finishing: str | None, since: int) -> None:
        """Have the hand grouped by the page, and show it."""
        card = next(one for one in in_hand(self.visit) if one[:2] == finishing)
        self.hands.declare(card)
        self.page.locator("dialog[open] .ticks").wait_for()
        if not self.page.locator("dialog[open] .win").count():
            self.hands.press("dialog[open] .alt.wide")
        self.page.locator("dialog[open] .win").wait_for()
        self.hands.press("dialog[open] .foot .go")
        self.until_told("!", since)

    def until_shown(self, hand: list[str]) -> None:
        """Wait until the page shows this hand."""
        self.visit.until(
            f"the hand {hand}",
            lambda: sorted(one[:2] for one in in_hand(self.visit)) == sorted(hand),
        )


PLAYING = {"dummy": Dummy, "indian": Indian}
