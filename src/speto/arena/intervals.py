"""Means and the 95 % intervals around them.

What must stay true: values are independent, one a deal with all its seatings; fewer than two tell
nothing about how far a mean may be off.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, sqrt
from typing import NamedTuple

Z = 1.9599639845400545
FEW = {1: 12.7062, 2: 4.30265}


class Estimate(NamedTuple):
    """A mean, and between which values the truth lies in 95 of 100 contests."""

    mean: float
    low: float | None
    high: float | None

    @property
    def half(self) -> float | None:
        """Half the width of the interval."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2

    @property
    def turned(self) -> Estimate:
        """The same seen from the other side.

        >>> Estimate(2.0, -1.0, 5.0).turned
        Estimate(mean=-2.0, low=-5.0, high=1.0)
        """
        low = None if self.high is None else 0.0 - self.high
        high = None if self.low is None else 0.0 - self.low
        return Estimate(0.0 - self.mean, low, high)


def student(freedom: int) -> float:
    """The 97.5 % point of Student's t, to one part in 800 (Abramowitz and Stegun 26.7.5).

    >>> [round(student(n), 2) for n in (1, 2, 3, 10, 1000)]
    [12.71, 4.3, 3.18, 2.23, 1.96]
    """
    if freedom in FEW:
        return FEW[freedom]
    first = (Z**3 + Z) / 4
    second = (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96
    third = (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384
    fourth = (79 * Z**9 + 776 * Z**7 + 1482 * Z**5 - 1920 * Z**3 - 945 * Z) / 92160
    return Z + ((((fourth / freedom) + third) / freedom + second) / freedom + first) / freedom


def spread(values: Sequence[float], mean: float) -> float:
    """The variance of the population that the values come from."""
    return fsum((value - mean) ** 2 for value in values) / (len(values) - 1)


def mean_of(values: Sequence[float]) -> Estimate:
    """The mean of values of any size.

    >>> mean_of([1.0, 3.0])
    Estimate(mean=2.0, low=-10.7062, high=14.7062)
    """
    n = len(values)
    mean = fsum(values) / n
    if n < 2:
        return Estimate(mean, None, None)
    half = student(n - 1) * sqrt(spread(values, mean) / n)
    return Estimate(mean, mean - half, mean + half)


def share_of(values: Sequence[float]) -> Estimate:
    """The mean of values from 0 to 1: Wilson's interval, which stays between 0 and 1.

    The seatings of a deal win and lose together, so a deal says less than so many games, or more:
    the interval counts as many games as would vary like the deals do.

    >>> low, high = share_of([1.0] * 20)[1:]
    >>> round(low, 2), high
    (0.82, 1.0)
    """
    n = len(values)
    mean = min(1.0, fsum(values) / n)
    if n < 2:
        return Estimate(mean, None, None)
    variance = spread(values, mean)
    if variance == 0 and 0 < mean < 1:
        return Estimate(mean, mean, mean)
    games = mean * (1 - mean) / variance * n if variance else float(n)
    t = student(n - 1) ** 2 / games
    middle = (mean + t / 2) / (1 + t)
    half = sqrt(t * (mean * (1 - mean) + t / 4)) / (1 + t)
    return Estimate(mean, max(0.0, middle - half), min(1.0, middle + half))
