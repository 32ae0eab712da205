"""Which driver carries the bus of an address.

What must stay true: a mistake is one sentence without a password; what an engine needs is loaded
for that engine alone.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Final, NamedTuple

from speto.server.bus import Bus, BusError


class Driver(NamedTuple):
    """Where a driver is, and the extra of this package that brings what it needs."""

    module: str
    make: str
    extra: str


REDIS: Final = Driver("speto.server.bus.redis", "redis_bus", "redis")
POSTGRES: Final = Driver("speto.server.bus.postgres", "postgres_bus", "postgres")
DRIVERS: Final = {
    "redis": REDIS,
    "rediss": REDIS,
    "valkey": REDIS,
    "valkeys": REDIS,
    "postgresql": POSTGRES,
    "postgres": POSTGRES,
}
"""By the scheme of an address; those that end in an s are encrypted."""


def bus_at(url: str, node: str) -> Bus:
    """The bus of an address for the node of this id; it is still to be opened.

    :raises BusError: if there is no driver for it, or it is no address.
    """
    scheme, found, _ = url.partition("://")
    driver = DRIVERS.get(scheme) if found else None
    if driver is None:
        raise BusError("a bus is at redis://host, valkey://host or postgresql://host/database")
    try:
        make: Callable[[str, str], Bus] = getattr(import_module(driver.module), driver.make)
    except ImportError:
        raise BusError(
            f"a bus at {scheme}:// needs more: pip install 'speto[{driver.extra}]'"
        ) from None
    try:
        return make(url, node)
    except ValueError:  # which could quote a password
        raise BusError(f"the address of the bus is not like {scheme}://host:port") from None
