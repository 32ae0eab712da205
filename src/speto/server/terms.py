"""The few words that asks, messages and the log of a table share."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

VERSION: Final = 1
"""The version of the protocol."""

SeatKind: TypeAlias = Literal["person", "computer", "open"]
ClockName: TypeAlias = Literal["none", "calm", "normal", "fast", "blitz"]
Talk: TypeAlias = Literal["phrases", "free"]
Ending: TypeAlias = Literal["drain", "banned", "deleted", "token", "hello", "sockets"]
"""Why the server closes a socket."""
Notice: TypeAlias = Literal["drains", "opens", "broken", "hurries"]
"""What everybody, or everybody at a table, is told once."""
Stage: TypeAlias = Literal[
    "waiting", "entropy", "playing", "between", "rejoining", "over", "closed"
]
