"""What a margin is worth to a seat whose match is near its end.

What must stay true: far from the end a point counts as a point; near it points count for less the
surer the match is won, or lost, with them.
"""


class Stakes:
    """How far a seat is `ahead` before what is judged, and from where on points count for half.

    Both are in the units of a margin; a `reach` of 0 is a match that is far from its end, or none.
    """

    def __init__(self) -> None:
        self.ahead = 0
        self.reach = 0


def worth(stakes: Stakes, margin: int) -> int:
    """What a margin is worth: itself, or what it adds to the chance of winning the match.

    The chance is taken to rise as x / (1 + |x|) does, which is steep where both are level.
    """
    if not stakes.reach:
        return margin
    return bent(stakes.reach, stakes.ahead + margin) - bent(stakes.reach, stakes.ahead)


def bent(reach: int, points: int) -> int:
    """Points that near `reach` the more slowly the more they are."""
    if points < 0:
        return -(reach * -points // (reach - points))
    return reach * points // (reach + points)
