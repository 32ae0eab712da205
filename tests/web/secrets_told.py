"""Which cards a browser was told of that it must not know.

What must stay true: what was public is taken from the frames of an onlooker, and hands from those
of their owners; so no frame is its own witness.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from speto.cards import PACK
from tests.web.house import Visit

CARD: Final = re.compile(r"[2-9TJQKA][cdhs]")
WORDS: Final = re.compile(r"[\^=+\-@/!#>.x~]*(?:(?:[2-9TJQKA][cdhs]|\*\*)[\^=+\-@/!#>.x~]*)+")
PUBLIC: Final = ("fair", "settings", "seats", "id", "table", "account", "name", "language")
"""What names cards in general, or is no matter of cards."""
LIES: Final = ("row", "melds", "head", "pile", "cut", "wilds")
"""Where cards lie open in a view."""


def cards_in(said: Any) -> Iterator[str]:
    """Every card that a message names, wherever it stands in it."""
    if isinstance(said, dict):
        for name, value in said.items():
            if name not in PUBLIC:
                yield from cards_in(name)
                yield from cards_in(value)
    elif isinstance(said, list):
        for value in said:
            yield from cards_in(value)
    elif isinstance(said, str) and WORDS.fullmatch(said):
        yield from CARD.findall(said)


def _deals(visit: Visit) -> Iterator[tuple[int, dict[str, Any]]]:
    """The frames of the deal until it is over, each with the row that it follows."""
    seq = 0
    for said in visit.told():
        if said["type"] in ("table", "moved", "event"):
            seq = said["seq"]
            if said["now"]["stage"] in ("between", "rejoining", "over", "closed"):
                return
            if said.get("view") and said["view"]["public"]["phase"] == "over":
                return
        yield seq, said


class Told:
    """What everybody might know: cards that lay open, and the hands of those who sit."""

    def __init__(self, onlooker: Visit, sitting: list[Visit]) -> None:
        self.lay: dict[int, frozenset[str]] = {}
        lay: frozenset[str] = frozenset()
        for seq, said in _deals(onlooker):
            view = said.get("view")
            if view:
                lay |= {card for name in LIES for card in cards_in(view["public"].get(name, []))}
            self.lay[seq] = lay
        self.hands = [self._hands(visit) for visit in sitting]

    @staticmethod
    def _hands(visit: Visit) -> dict[int, frozenset[str]]:
        found: dict[int, frozenset[str]] = {}
        hand: frozenset[str] = frozenset()
        for seq, said in _deals(visit):
            if said.get("view") and said["type"] != "draft":
                hand = frozenset(said["view"]["own"]["hand"])
            found[seq] = found.get(seq, frozenset()) | hand
        return found

    def leaks(self, visit: Visit, seat: int | None) -> list[str]:
        """Each frame that names a card which lay nowhere, and which its reader does not hold."""
        leaks = []
        held: frozenset[str] = frozenset()
        for seq, said in _deals(visit):
            if seat is not None:
                held |= self.hands[seat].get(seq, frozenset())
            if seq not in self.lay:
                continue
            hidden = frozenset(map(str, PACK)) - self.lay[seq] - held
            if found := hidden & set(cards_in(said)):
                leaks.append(f"{said['type']} {seq}: {sorted(found)}")
        return leaks

    def thefts(self, seq: int) -> list[str]:
        """Cards of a pack of 52 that lie in two hands."""
        hands = [hand.get(seq, frozenset()) for hand in self.hands]
        return [
            card
            for at, hand in enumerate(hands)
            for other in hands[at + 1 :]
            for card in hand & other
        ]
