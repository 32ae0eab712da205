"""What a deal is worth in a pool: the part of the prize that a seat may hope for.

What must stay true: a seat's part is that of the points that it may still lose among those of all
seats, so that the parts of all sum to the prize, and who is out has none (I-POOL-1).
"""


class Pool:
    """The points that each seat may still lose before the deal, and those that it has `lost` by it.

    `whole` is the sum of what all may lose; there is no pool while it is 0.
    """

    def __init__(self) -> None:
        self.left = [0] * 6
        self.lost = [0] * 6
        self.whole = 0

    def begin(self, left: list[int]) -> None:
        """Take up a deal before which the seats may still lose so many points."""
        self.whole = 0
        for seat in range(len(left)):
            self.left[seat] = left[seat]
            self.whole += left[seat]


def part(pool: Pool, seat: int, seats: int) -> int:
    """What it adds to a seat's part that the seats have lost so many points.

    In hundredths of a point, of as many as all could lose.
    """
    mine = whole = 0
    for other in range(seats):
        left = pool.left[other] - pool.lost[other]
        if left > 0:
            whole += left
            if other == seat:
                mine = left
    if whole == 0:
        return -100 * pool.left[seat]
    return 100 * pool.whole * mine // whole - 100 * pool.left[seat]
