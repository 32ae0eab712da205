"""What the rule book of Indian Rummy is made of: its sections, its words, what counts how much."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from speto.indian.melds import value
from speto.indian.rules import CHIPS, Format, NoPure, Rules

TITLE: Final = "ui.book.title.indian"
HOME: Final = "hi"
"""The language of those who play it most."""
SECTIONS: Final = (
    ("deal", ("I-DEAL-1", "I-DEAL-2", "I-DEAL-3", "I-MORE-19")),
    ("wilds", ("I-WILD",)),
    ("groups", ("I-SEQ", "I-SET", "I-ARR-2", "I-MORE-21")),
    ("turn", ("I-TURN", "I-PICK", "I-MORE-3", "I-MORE-6")),
    ("drop", ("I-DROP", "I-MISS", "I-MORE-20")),
    ("show", ("I-SHOW", "I-HEAVEN", "I-MORE-1", "I-MORE-2", "I-MORE-10", "I-MORE-17")),
    (
        "ending",
        ("I-END", "I-TIE", "I-PLAY-LIMIT", "I-MORE-4", "I-MORE-5", "I-MORE-22"),
    ),
    ("points", ("I-VAL", "I-ARR-1", "I-SCORE", "I-CAP", "I-PAY")),
    (
        "match",
        (
            "I-DEAL-4",
            "I-POINTS",
            "I-POOL",
            "I-DEALS",
            *(f"I-MORE-{number}" for number in (12, 13, 14, 26, 27, 28)),
        ),
    ),
    ("words", ("T",)),
)
TERMS: Final = {
    "indian": None,
    "pack": "I-DEAL-1",
    "stock": "I-DEAL-2",
    "cut_card": "I-DEAL-2",
    "open_pile": "I-DEAL-3",
    "wild": "I-WILD-3",
    "joker": "I-DEAL-1",
    "special_wild": "I-WILD-1",
    "hand": "I-DEAL-1",
    "turn": "I-TURN-1",
    "draw": "I-TURN-1",
    "take": "I-DEAL-3",
    "discard": "I-TURN-1",
    "run": "I-SEQ-1",
    "pure_run": "I-SEQ-2",
    "impure_run": "I-SEQ-3",
    "set": "I-SET-1",
    "group": "I-SHOW-1",
    "loose": "I-SCORE-3",
    "arrangement": "I-ARR-1",
    "show": "I-SHOW-1",
    "finishing_card": "I-SHOW-2",
    "wrong_show": "I-SHOW-3",
    "heaven": "I-HEAVEN-1",
    "drop": "I-DROP-3",
    "first_drop": "I-DROP-1",
    "middle_drop": "I-DROP-2",
    "missed_turn": "I-MISS-1",
    "points": "I-VAL-1",
    "cap": "I-CAP-1",
    "deal": "I-DEAL-1",
    "match": "I-POINTS-1",
    "pool": "I-POOL-1",
    "rejoin": "I-POOL-2",
    "split": "I-POOL-4",
    "chips": "I-DEALS-1",
    "starter": "I-DEAL-4",
    "clubs": None,
    "diamonds": None,
    "hearts": None,
    "spades": None,
}
"""The words of the game, each with the rule that defines it."""


def values(rules: Rules) -> Iterator[tuple[str, int | str | bool]]:
    """What counts how much at this table."""
    two, nine, ten = (value(card) for card in (0, 28, 32))
    pool, deals = rules.format is Format.POOL, rules.format is Format.DEALS
    yield from (
        ("number", f"{two}–{nine}"),
        ("ten", ten),
        ("wild", "0"),
        ("no_pure", rules.no_pure is NoPure.FLAT and rules.cap),
        ("cap", rules.cap),
        ("first_drop", rules.first_drop),
        ("middle_drop", rules.middle_drop),
        ("wrong_show", rules.wrong_show),
        ("heaven", rules.heaven),
        ("entry", pool and rules.point_value),
        ("pool_limit", pool and rules.pool_limit),
        ("chips", deals and CHIPS * rules.deals),
    )
