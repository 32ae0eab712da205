"""How long decisions take: counters that can be added up, and what is read off them.

What must stay true: a time is kept to within one part in 128, in as little room for millions of
decisions as for hundreds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

BITS = 8


def note(times: Counter[int], nanoseconds: int) -> None:
    """Count one decision; only the first binary digits of its time are kept."""
    cut = max(0, nanoseconds.bit_length() - BITS)
    times[nanoseconds >> cut << cut] += 1


def quantile(times: Mapping[int, int], percent: int) -> float | None:
    """The milliseconds that so many per cent of the decisions did not exceed; none without any.

    >>> times = Counter[int]()
    >>> for n in range(1, 101): note(times, n * 1000000)
    >>> round(quantile(times, 50)), round(quantile(times, 99))
    (50, 99)
    """
    wanted = -(-sum(times.values()) * percent // 100)
    for time in sorted(times):
        wanted -= times[time]
        if wanted <= 0:
            return time / 1e6
    return None
