"""How long decisions take: counters that can be added up, and what is read off them.

What must stay true: a time is kept to within one part in 128, in as little room for millions of
decisions as for hundreds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

BITS = 8


class Times(NamedTuple):
    """How many milliseconds decisions took; none if none was timed."""

    mean: float | None = None
    p50: float | None = None
    p99: float | None = None
    most: float | None = None


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


def times_of(times: Mapping[int, int]) -> Times:
    """The times of decisions that were counted.

    >>> times_of({2_000_000: 3, 4_000_000: 1})
    Times(mean=2.5, p50=2.0, p99=4.0, most=4.0)
    """
    if not times:
        return Times()
    mean = sum(time * many for time, many in times.items()) / sum(times.values())
    return Times(mean / 1e6, quantile(times, 50), quantile(times, 99), max(times) / 1e6)
