"""What the player `tuned` was taught: whole numbers, found by bench/tune_indian.py.

What must stay true: this file is never compiled, so that a tuned player is known by the hash of its
numbers. Worths are in no unit of the score sheet: only their proportions count.
"""

from __future__ import annotations

from hashlib import sha256

# the places of the weights
(
    NEXT,  # two cards of a suit that are next to each other
    GAP,  # two that one card would join
    PAIR,  # two of a rank
    DOUBLE,  # both equal cards
    VALUE,  # the points of the cards
    POINTS,  # the fewest points of the hand
    PURE,  # cards that the pure run lacks
    TOOK_RANK,  # a card thrown whose rank the next seat took
    TOOK_NEXT,  # next to one that it took
    TOOK_GAP,
    THREW_SAME,  # a card thrown that the next seat threw itself
    THREW_RANK,
    THREW_NEXT,
    MIDDLE,  # a card thrown that lies in many runs
    TAKES,  # how much more worth the open card must bring
    FEEDS,  # with its hand known: a card thrown that brings the next seat nearer
    FEEDS_SHOW,  # the same to a Show
    OUTS,  # a card in a hundred of the stock that makes a Show possible
    DENIES,  # with the stock known: a stock card kept from the next seat
    AWAY,  # a card that the hand is further from a Show
    DROPS,  # hundredths of a point by which a drop must be the cheaper way out
    OUTS_FAR,  # one that brings the hand nearer from further off
    NEAR,  # the distance from which on such cards are counted
    NEARER,  # a card of distance where the open card is weighed against the stock
    N_WEIGHTS,
) = range(25)

POINT = 20  # the weight of a point
AWAY_POINTS = (-100000, -10)  # the weight of a card of distance, and what it counts for a waverer

# with few special wilds in the pack, and with many
WEIGHTS_FEW = (
    65,
    42,
    25,
    -23,
    17,
    -20,
    -135,
    -14,
    -65,
    -23,
    39,
    6,
    34,
    -14,
    92,
    -60000,
    -150000,
    15,
    5000,
    -100000,
    400,
    5,
    2,
    -100000,
)
WEIGHTS_MANY = (
    67,
    39,
    26,
    -25,
    16,
    -20,
    -143,
    -12,
    -73,
    -26,
    39,
    4,
    36,
    -17,
    119,
    -60000,
    -150000,
    16,
    5000,
    -100000,
    301,
    7,
    2,
    -100000,
)

# what going on with a first hand brings, in hundredths of a point: by its distance, its uncapped
# points, a pure run that lacks two, neighbors, gaps, pairs, whether the open card helps, the turn,
# at all, and by each wild card; then what each of these changes by with every seat beyond two
DROPS_FEW = (
    -507,
    -21,
    -927,
    327,
    145,
    74,
    509,
    -779,
    1570,
    2100,
    -426,
    -10,
    75,
    90,
    40,
    7,
    251,
    75,
    1805,
    1010,
)
DROPS_MANY = (
    -718,
    -26,
    -2575,
    376,
    168,
    54,
    689,
    -1094,
    1572,
    1437,
    -452,
    -14,
    1127,
    133,
    63,
    19,
    221,
    123,
    1584,
    571,
)


def digest() -> str:
    """The hash by which records name what is weighed."""
    whole = (*WEIGHTS_FEW, *WEIGHTS_MANY, *DROPS_FEW, *DROPS_MANY)
    return sha256(",".join(map(str, whole)).encode()).hexdigest()
