"""What the tuned player thinks of things: whole numbers that a search found (bench/tune_dummy.py).

What must stay true: this file is never compiled; who plays by other numbers is another player, so
`digest` names them. Worths are hundredths of a point; those said to be "by time" count in full
while the first stock is whole, those "late" when it is gone.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Final

KNOCKS: Final = 100_000_000
"""More than any hand is worth: what ends the deal."""
LAYS: Final = 10_000_000
"""More than any hand is worth, less than a knock: what is laid at once."""
WHOLE_TIME: Final = 64
"""The parts into which the first stock is divided to tell the time."""
SCALE: Final = 128
"""The parts into which a search divides a point."""

NAMES: Final = (
    "sure",  # a point of the hand that can be laid
    "dead",  # a point of the hand that cannot, against
    "late",  # the same, late
    "danger",  # the same, for each card fewer than five that some born seat holds
    "unborn",  # a point of an unborn hand, late, against
    "speto",  # a loose speto, by time, for
    "loose",  # a loose card, against
    "out",  # an unseen card that two of the hand lack to a meld, by time
    "out_point",  # a point of such cards, by time
    "row",  # a row card that two of the hand lack
    "row_point",  # a point of such cards
    "two",  # a card of the hand that two of the row lack
    "two_point",  # a point of such cards
    "draw",  # a draw
    "draw_late",  # a draw, late
    "draw_seen",  # a draw of a card that is known
    "pick",  # a pick-up
    "born",  # to be born
    "born_late",  # to be born, late
    "feed",  # a meld made possible for another seat, against
    "feed_point",  # a point of it
    "feed_head",  # the head in it
    "feed_speto",  # a speto in it
    "feed_small",  # made possible for a seat that holds four cards or fewer
    "feed_born",  # made possible for a seat that is not born
    "feed_after",  # how much of all this holds of each seat beyond the next, in 64ths
    "lay",  # to lay rather than hold back
    "lay_late",  # the same, late
    "open",  # a point that another seat may lay off on the meld, in hundredths, against
    "stuff",  # a speto that another seat may lay off on the meld, against
)

TUNED: Final[Mapping[str, int]] = {
    "sure": 149,
    "dead": -23,
    "late": 71,
    "danger": 8,
    "unborn": 33,
    "speto": 2730,
    "loose": 71,
    "out": 169,
    "out_point": 59,
    "row": 282,
    "row_point": 39,
    "two": 218,
    "two_point": -18,
    "draw": 418,
    "draw_late": 1,
    "draw_seen": -800,
    "pick": -1,
    "born": 250,
    "born_late": 882,
    "feed": 846,
    "feed_point": 79,
    "feed_head": 4161,
    "feed_speto": 4271,
    "feed_small": 1313,
    "feed_born": 465,
    "feed_after": -3,
    "lay": 808,
    "lay_late": 1594,
    "open": 71,
    "stuff": 8839,
}

PROSPECT: Final = (
    *(10857, -382, -4074, -7567, 254, -124, 294, 139, 46, -6413, -251),
    *(849, 6702, 141, 40, -8146, 284, 26, 6152, 771, -486, 1003),
    *(-20947, -355, -74, -4205, 38966, 7084, 328, 13, 4481, 7985, 9505),
    *(-10014, 1411, 13801, 325, -6955, 6998, 39, -2087, 302, -113, -44580),
)
"""What `prospect` multiplies its features with, fitted by bench/fit_dummy.py."""

BELIEVED: Final[Mapping[str, int]] = {
    name: number // 2 if name.startswith("feed") and name != "feed_after" else number
    for name, number in TUNED.items()
}
"""What others are believed to think of things: one who sees more fears less to feed."""

WAVER: Final = 8
"""A misjudgment of 2^8 hundredths of a point is believed half as likely as none."""

DOUBT: Final = 8
"""The most, in bits, that one misjudgment tells against a guess."""


def digest() -> str:
    """The SHA-256 of all these numbers, in hexadecimal.

    >>> len(digest())
    64
    """
    words = [*(f"{name}={TUNED[name]}" for name in NAMES), *map(str, (*PROSPECT, WAVER, DOUBT))]
    words += [f"{name}={BELIEVED[name]}" for name in NAMES]
    return sha256(" ".join(words).encode()).hexdigest()
