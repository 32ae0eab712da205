"""What the tests of several nodes share."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from speto.server import asks, messages
from speto.server.service import Service
from tests import serving
from tests.serving import PATIENCE, RULES, Served, Tap


def service(site: Served) -> Service:
    """What the sockets of a node share."""
    return site.app.service


async def until(holds: Callable[[], Any]) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.02)


async def opened(tap: Tap, *kinds: str, game: str = "dummy", **fields: Any) -> str:
    """A table that somebody opens; its id."""
    done = await tap.ask(
        asks.Open, game=game, rules=RULES[game], seats=serving.seats(*kinds), **fields
    )
    assert isinstance(done, messages.Done) and done.table, done
    return done.table


async def ended(tap: Tap) -> str:
    """Why the server closes a socket."""
    told = await tap.find(lambda each: isinstance(each, messages.Closing))
    return str(told.reason)
