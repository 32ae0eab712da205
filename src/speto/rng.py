"""The generator of simulations: xoshiro256++, seeded by a seed and the number of a deal.

What must stay true: the same seed and number give the same stream, compiled or not, on any machine;
`below` has no bias. Games between people are dealt elsewhere, from the system's own generator.
Method: Blackman and Vigna, "Scrambled linear pseudorandom number generators" (2021); seeding by
SplitMix64; bounded integers by Lemire, "Fast random integer generation in an interval" (2019).
"""

MASK = 0xFFFFFFFFFFFFFFFF
LOW = 0xFFFFFFFF
GOLDEN = 0x9E3779B97F4A7C15
MIX1 = 0xBF58476D1CE4E5B9
MIX2 = 0x94D049BB133111EB


class Rng:
    """256 bits of state; `start` must be called before the first draw."""

    def __init__(self) -> None:
        self.a = self.b = self.c = self.d = 0


def mix(x: int) -> int:
    """SplitMix64's finaliser."""
    x = (x ^ x >> 30) * MIX1 & MASK
    x = (x ^ x >> 27) * MIX2 & MASK
    return x ^ x >> 31


def start(rng: Rng, seed: int, index: int) -> None:
    """Set the stream of deal `index` under `seed`; both from 0 to 2^64 − 1.

    >>> one, two = Rng(), Rng()
    >>> start(one, 7, 0); start(two, 7, 0)
    >>> next_word(one) == next_word(two)
    True
    """
    x = seed
    x = x + GOLDEN & MASK
    rng.a = mix(x)
    x = x + GOLDEN & MASK
    rng.b = mix(x)
    x = mix(x) ^ index
    x = x + GOLDEN & MASK
    rng.c = mix(x)
    x = x + GOLDEN & MASK
    rng.d = mix(x)


def next_word(rng: Rng) -> int:
    """The next 64 random bits."""
    s = rng.a + rng.d & MASK
    s = (s << 23 & MASK | s >> 41) + rng.a & MASK
    x = rng.b << 17 & MASK
    rng.c ^= rng.a
    rng.d ^= rng.b
    rng.b ^= rng.c
    rng.a ^= rng.d
    rng.c ^= x
    rng.d = rng.d << 45 & MASK | rng.d >> 19
    return s


def below(rng: Rng, n: int) -> int:
    """A whole number from 0 to n − 1, each equally likely; n from 1 to 2^31.

    >>> rng = Rng(); start(rng, 1, 2)
    >>> all(0 <= below(rng, 6) < 6 for _ in range(100))
    True
    """
    size = n
    m = (next_word(rng) >> 32) * size
    low = m & LOW
    if low < size:
        floor = (LOW + 1 - size) % size
        while low < floor:
            m = (next_word(rng) >> 32) * size
            low = m & LOW
    return m >> 32
