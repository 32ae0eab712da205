"""How the nodes of a site tell one another what is new: short messages, each under a topic.

What must stay true: a bus may lose, repeat, delay and reorder what is said, so nothing is right
because of it; nobody waits for it, and it fails nobody; who says something does not hear it.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias

Hear: TypeAlias = Callable[[str, bytes], None]
"""Is told the topic and the message, on the event loop."""
Lost: TypeAlias = Callable[[], None]
"""Is told that what was said for a while may not have been heard, and that it is over."""

SITE: Final = "site"
"""The topic of what concerns every node."""
ID_LETTERS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
ID_LENGTH: Final = 8


class BusError(ValueError):
    """The bus cannot be opened: its address, its driver or its engine is in the way."""


@dataclass(slots=True)
class Counts:
    """What a bus has done.

    `said` and `heard` are messages; `dropped` were not said, as the engine was away or slow; `long`
    were longer than the bus carries; `faulty` failed who heard them; `lost` are connections.
    """

    said: int = 0
    heard: int = 0
    dropped: int = 0
    long: int = 0
    faulty: int = 0
    lost: int = 0


class Bus(Protocol):
    """Whatever carries messages between nodes; `node` is the id of whoever has it.

    A message has at most `largest` bytes, a longer one is dropped. `connected` says whether the
    engine answers now.
    """

    @property
    def node(self) -> str: ...
    @property
    def largest(self) -> int: ...
    @property
    def counts(self) -> Counts: ...
    @property
    def connected(self) -> bool: ...

    async def open(self, hear: Hear, lost: Lost) -> None:
        """Begin: `hear` is called for each message of a topic that is subscribed to.

        `lost` is called whenever a connection was lost and has been found again.

        :raises BusError: if the engine does not answer.
        """

    def publish(self, topic: str, message: bytes) -> None:
        """Say something to all others that have subscribed to a topic, at most once."""

    def subscribe(self, topic: str) -> None:
        """Hear of a topic from soon on."""

    def unsubscribe(self, topic: str) -> None:
        """Hear of a topic no more."""

    async def close(self) -> None:
        """End; what was said just before may still be sent."""


def new_node_id() -> str:
    """An id for a node or a worker, unlike all others."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


def node_topic(node: str) -> str:
    """The topic of what is for one node alone."""
    return f"node:{node}"


def worker_topic(worker: str) -> str:
    """The topic of what is for one worker alone."""
    return f"worker:{worker}"
