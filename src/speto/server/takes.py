"""What is let through by some limits at one node, told to all others.

What must stay true: whoever asks is answered at once, from what is known here; over any long time
all nodes together let no more through than one would, and at one moment a burst of each at most,
which is owed afterwards.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from speto.server.bus import SITE, Bus
from speto.server.bus.said import Took, encode
from speto.server.limits import Limits

EVERY: Final = 0.1
"""Seconds after which is told what was let through."""


class Takes:
    """The limits that the nodes on a bus share, each by a name."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._limits: dict[str, Limits] = {}
        self._taken: dict[str, Counter[str]] = {}
        self._timer: asyncio.TimerHandle | None = None

    def share(self, name: str, limits: Limits) -> None:
        """Share a limit; the name is the same at all nodes."""
        self._limits[name] = limits
        self._taken[name] = Counter()

        def on_take(key: str) -> None:
            self._taken[name][key] += 1
            if self._timer is None:
                self._timer = asyncio.get_running_loop().call_later(EVERY, self.tell)

        limits.on_take = on_take

    def hear(self, took: Took) -> None:
        """Spend here what another node has let through."""
        limits = self._limits.get(took.limit)
        if limits is not None:
            for key, n in took.keys.items():
                limits.spend(key, n)

    def tell(self) -> None:
        """Tell what was let through since the last time."""
        self.close()
        for name, taken in self._taken.items():
            for piece in _pieces(name, taken, self._bus.largest):
                self._bus.publish(SITE, encode(Took(name, piece)))
            taken.clear()

    def close(self) -> None:
        """Tell nothing of what was let through last."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def _pieces(name: str, taken: Mapping[str, int], largest: int) -> Iterator[dict[str, int]]:
    """The same in pieces that a bus carries."""
    piece: dict[str, int] = {}
    size = 0
    for key, n in taken.items():
        more = len(encode(Took(name, {key: n})))
        if piece and size + more > largest:
            yield piece
            piece, size = {}, 0
        piece[key] = n
        size += more
    if piece:
        yield piece
