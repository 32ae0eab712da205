"""What the rule book of Dummy is made of: its sections, its words and what counts how much."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from speto.dummy.melds import points_of
from speto.dummy.rules import ColorKnock, HeadValue, Rules

TITLE: Final = "ui.book.title"
HOME: Final = "th"
"""The language of those who play it most."""
SECTIONS: Final = (
    ("deal", ("D-DEAL", "D-HEAD", "D-ROW")),
    ("turn", ("D-TURN",)),
    ("pick_up", ("D-PICK", "D-MORE-4", "D-MORE-15")),
    ("born", ("D-BORN",)),
    ("melds", ("D-MELD",)),
    ("lay_off", ("D-LAY",)),
    ("knock", ("D-KNOCK", "D-DARK", "D-COLOR")),
    ("end", ("D-END",)),
    ("points", ("D-VAL", "D-SCORE", "D-UNBORN")),
    ("fines", ("D-PEN", "D-NEAR", "D-WIN", "D-FOOL")),
    ("match", ("D-NEXT", "D-MATCH", "D-MONEY", "D-MORE-17", "D-MORE-18", "D-MORE-19")),
    ("words", ("T",)),
)
TERMS: Final = {
    "dummy": None,
    "pack": "D-DEAL-2",
    "stock": "D-DEAL-3",
    "row": "D-ROW-1",
    "head": "D-HEAD-1",
    "speto": "D-VAL-4",
    "hand": "D-DEAL-1",
    "turn": "D-TURN-1",
    "draw": "D-TURN-2",
    "pick_up": "D-PICK-1",
    "discard": "D-TURN-4",
    "meld": "D-MELD-5",
    "set": "D-MELD-1",
    "run": "D-MELD-2",
    "lay": "D-BORN-2",
    "lay_off": "D-LAY-2",
    "born": "D-BORN-1",
    "unborn": "D-UNBORN-2",
    "knock": "D-KNOCK-1",
    "knock_card": "D-KNOCK-3",
    "dark_knock": "D-DARK-1",
    "color_knock": "D-COLOR-1",
    "points": "D-SCORE-3",
    "fine": "D-PEN-0",
    "full_discard": "D-PEN-FULL",
    "lay_off_discard": "D-PEN-LAY",
    "feeding_head": "D-PEN-HEAD",
    "feeding_speto": "D-PEN-SPETO-0",
    "first_neighbor": "D-PEN-AON",
    "stuffed_speto": "D-PEN-STUFF",
    "fool": "D-FOOL-1",
    "neighbor": "D-NEAR-1",
    "window": "D-WIN-1",
    "deal": "D-DEAL-1",
    "match": "D-MATCH-1",
    "starter": "D-NEXT-1",
    "clubs": None,
    "diamonds": None,
    "hearts": None,
    "spades": None,
}
"""The words of the game, each with the rule that defines it."""


def values(rules: Rules) -> Iterator[tuple[str, int | str | bool]]:
    """What counts how much at this table, from the same functions that score."""
    two, ten, ace, speto = (points_of(1 << number) for number in (1, 32, 48, 0))
    head = 50
    yield from (
        ("low", two),
        ("high", ten),
        ("ace", ace),
        ("ace_in_run", rules.ace_in_run != ace and rules.ace_in_run),
        ("speto", speto),
        ("head" if rules.head_value is HeadValue.REPLACE else "head_bonus", head),
        ("head_speto", speto + head),
        ("knock_card", rules.knock_value),
        ("knock_special", rules.knock_special and 2 * rules.knock_value),
        ("dark", f"×{rules.dark_mult}"),
        ("color", rules.color_knock is not ColorKnock.OFF and f"×{rules.color_mult}"),
        ("fine", -rules.fine),
        ("stuffed", rules.stuffed_speto and -rules.stuffed_speto),
        ("target", rules.match_target),
    )
