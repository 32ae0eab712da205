"""The time of this machine.

What must stay true: it is light to import, so that the commands of the keepers start at once.
"""

from __future__ import annotations

import time


def now_ms() -> int:
    """The time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000
