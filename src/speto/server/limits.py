"""How often a thing may be done: a bucket of tokens for each key, and addresses in groups.

What must stay true: nothing is kept but `most` buckets, whoever asks; time is given, never read.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final, NamedTuple

NOWHERE: Final = "unknown"


class Rate(NamedTuple):
    """So many at once, and one more after each `every` milliseconds."""

    burst: int
    every: int


SOCKET: Final = Rate(40, 50)  # frames: 20 a second
GUESTS: Final = Rate(20, 60_000)  # new guests of an address group
LOGINS: Final = Rate(10, 30_000)  # of an address group, and of a name
TABLES: Final = Rate(10, 30_000)  # opened by an account
TALK: Final = Rate(5, 2_000)  # 5 in 10 seconds
CODES: Final = Rate(20, 3_000)  # codes tried by an address group
REPORTS: Final = Rate(5, 60_000)  # by an account


class Limits:
    """The buckets of one kind of act, by key."""

    def __init__(self, rate: Rate, now: Callable[[], int], *, most: int = 10_000) -> None:
        self._rate = rate
        self._now = now
        self._most = most
        self._buckets: OrderedDict[str, tuple[int, int]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, key: str, cost: int = 1) -> bool:
        """Take tokens for an act; whether there were enough, and if not none is taken."""
        left, now = self._left(key)
        price = cost * self._rate.every
        enough = left >= price
        self._buckets[key] = (left - price if enough else left, now)
        self._buckets.move_to_end(key)
        self._forget(now)
        return enough

    def wait(self, key: str, cost: int = 1) -> int:
        """Milliseconds until there will be enough tokens, if nothing is taken meanwhile."""
        left, _ = self._left(key)
        return max(0, cost * self._rate.every - left)

    def _left(self, key: str) -> tuple[int, int]:
        """What is in a bucket, in the milliseconds that it took to fill: exact, and now."""
        now = self._now()
        full = self._rate.burst * self._rate.every
        left, at = self._buckets.get(key, (full, now))
        # a clock that was set back gives nothing and takes nothing
        return min(full, left + max(0, now - at)), now

    def _forget(self, now: int) -> None:
        """Drop the buckets that are full again, and beyond `most` those asked for longest ago."""
        full = self._rate.burst * self._rate.every
        for _ in range(2):  # two for one that may have come, so the full ones run out
            _, at = next(iter(self._buckets.values()))
            if len(self._buckets) > self._most or now - at >= full:
                self._buckets.popitem(last=False)
            if not self._buckets:
                return


def group(address: str) -> str:
    """The addresses that one household or host is likely to have: a /24, or a /64 of IPv6.

    >>> group("203.0.113.77"), group("2001:db8:1:2:3::4"), group("::ffff:203.0.113.5")
    ('203.0.113.0/24', '2001:db8:1:2::/64', '203.0.113.0/24')
    """
    try:
        found: IPv4Address | IPv6Address = ip_address(address)
    except ValueError:
        return NOWHERE
    if isinstance(found, IPv6Address):
        # the number alone: a scope, as in fe80::1%eth0, is this machine's own
        found = found.ipv4_mapped or IPv6Address(int(found))
    bits = 24 if isinstance(found, IPv4Address) else 64
    return str(ip_network((found, bits), strict=False))
