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
LOGINS: Final = Rate(10, 30_000)  # of an address group, also for one name
NAMED: Final = Rate(100, 60_000)  # logins to one name, from wherever they come
TABLES: Final = Rate(10, 30_000)  # opened by an account
TALK: Final = Rate(5, 2_000)  # 5 in 10 seconds
CODES: Final = Rate(20, 3_000)  # codes tried by an address group
WATCHES: Final = Rate(20, 500)  # tables shown to an account; a whole log is read for some
REPORTS: Final = Rate(5, 60_000)  # by an account
SEATS: Final = Rate(5, 20_000)  # given back by an account, who then takes no more
FETCHED: Final = Rate(1_000, 20)  # requests of an address group: 50 a second

AT_ONCE: Final = 2
"""More bursts than these a node does not let through between two words of it."""
SOCKETS: Final = 12
"""So many sockets one account may have open."""


class Bucket:
    """One bucket: what is in it, in the milliseconds that it took to fill."""

    __slots__ = ("_at", "_left", "_now", "_rate")

    def __init__(self, rate: Rate, now: Callable[[], int]) -> None:
        self._rate = rate
        self._now = now
        self._left = rate.burst * rate.every
        self._at = now()

    def take(self) -> bool:
        """Take a token for an act; whether there was one."""
        burst, every = self._rate
        before, self._at = self._at, self._now()
        # a clock that was set back gives nothing and takes nothing
        self._left = min(burst * every, self._left + max(0, self._at - before))
        if self._left < every:
            return False
        self._left -= every
        return True

    @property
    def full(self) -> bool:
        """Whether all that was taken has come back."""
        burst, every = self._rate
        return self._left + self._now() - self._at >= burst * every

    def wait(self) -> int:
        """Milliseconds from the last look until there will be a token."""
        return max(0, self._rate.every - self._left)


class Limits:
    """The buckets of one kind of act, by key; `on_take` is told each key that something is let do.

    What is done elsewhere is spent here as well, and owed where it is not there: else many who
    each let a burst through at once would together let through more than one.
    """

    def __init__(self, rate: Rate, now: Callable[[], int], *, most: int = 10_000) -> None:
        self._rate = rate
        self._now = now
        self._most = most
        self._buckets: OrderedDict[str, tuple[int, int]] = OrderedDict()
        self.on_take: Callable[[str], None] | None = None

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, key: str) -> bool:
        """Take a token for an act; whether there was one."""
        left, now = self._left(key)
        price = self._rate.every
        enough = left >= price
        self._keep(key, left - price if enough else left, now)
        if enough and self.on_take is not None:
            self.on_take(key)
        return enough

    def spend(self, key: str, n: int) -> None:
        """Take so many tokens, whether or not they are there; no more than `AT_ONCE` bursts."""
        left, now = self._left(key)
        burst, every = self._rate
        self._keep(key, left - min(max(0, n), AT_ONCE * burst) * every, now)

    def wait(self, key: str) -> int:
        """Milliseconds until there will be a token, if none is taken meanwhile."""
        left, _ = self._left(key)
        return max(0, self._rate.every - left)

    def _keep(self, key: str, left: int, now: int) -> None:
        self._buckets[key] = (left, now)
        self._buckets.move_to_end(key)
        self._forget(now)

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
            left, at = next(iter(self._buckets.values()))
            if len(self._buckets) > self._most or left + now - at >= full:
                self._buckets.popitem(last=False)
            if not self._buckets:
                return


class Sockets:
    """How many sockets each account has open, and the one bucket of frames that they share."""

    def __init__(
        self, rate: Rate, now: Callable[[], int], *, most: int = SOCKETS, gone: int = 10_000
    ) -> None:
        self._rate = rate
        self._now = now
        self._most = most
        self._kept = gone
        self._open: dict[str, tuple[int, Bucket]] = {}
        self._gone: OrderedDict[str, Bucket] = OrderedDict()

    def enter(self, key: str) -> Bucket | None:
        """The bucket for one more socket; none if there are too many."""
        count, bucket = self._open.get(key, (0, None))
        if count >= self._most:
            return None
        if bucket is None:  # who comes back at once comes back to what he has left
            bucket = self._gone.pop(key, None) or Bucket(self._rate, self._now)
        self._open[key] = count + 1, bucket
        return bucket

    def leave(self, key: str) -> None:
        """One socket is gone."""
        count, bucket = self._open.pop(key)
        if count > 1:
            self._open[key] = count - 1, bucket
            return
        self._gone[key] = bucket
        for _ in range(2):  # two for one that has gone, so the full ones run out
            if self._gone and (len(self._gone) > self._kept or self._oldest.full):
                self._gone.popitem(last=False)

    @property
    def _oldest(self) -> Bucket:
        return next(iter(self._gone.values()))


def is_near(address: str) -> bool:
    """Whether somebody comes from this machine: he, or a proxy that does not say for whom.

    >>> is_near("127.0.0.1"), is_near("::ffff:127.0.0.1"), is_near("203.0.113.77")
    (True, True, False)
    """
    found = _number(address)
    return found is not None and found.is_loopback


def host(address: str) -> str:
    """The address of one host: whole, or a /64 of IPv6.

    >>> host("203.0.113.77"), host("2001:db8:1:2:3::4")
    ('203.0.113.77', '2001:db8:1:2::/64')
    """
    found = _number(address)
    return str(found) if isinstance(found, IPv4Address) else group(address)


def _number(address: str) -> IPv4Address | IPv6Address | None:
    try:
        found: IPv4Address | IPv6Address = ip_address(address)
    except ValueError:
        return None
    if isinstance(found, IPv6Address):
        # the number alone: a scope, as in fe80::1%eth0, is this machine's own
        found = found.ipv4_mapped or IPv6Address(int(found))
    return found


def group(address: str) -> str:
    """The addresses that one household or host is likely to have: a /24, or a /64 of IPv6.

    >>> group("203.0.113.77"), group("2001:db8:1:2:3::4"), group("::ffff:203.0.113.5")
    ('203.0.113.0/24', '2001:db8:1:2::/64', '203.0.113.0/24')
    """
    found = _number(address)
    if found is None:
        return NOWHERE
    bits = 24 if isinstance(found, IPv4Address) else 64
    return str(ip_network((found, bits), strict=False))
