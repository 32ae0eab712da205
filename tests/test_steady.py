"""What a node does again and again: a failure stops none of it, and none of it ends unnoticed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from msgspec import json

from speto.server import hosting, mydata, pulse, serve, tokens
from speto.server.bus.local import Hub
from speto.server.guard import Guard
from speto.server.node import Node
from speto.server.now import now_ms
from speto.server.pulse import InStore
from speto.server.serve import FILE
from speto.server.store import StoreError, nodes, wishes
from speto.server.store.sqlite import SqliteStore
from tests.nodes import service, until
from tests.serving import Served, node_of

pytestmark = pytest.mark.once

LOOKS = [
    (SqliteStore, "due"),
    (InStore, "beat"),
    (tokens, "sweep"),
    (mydata, "forget_guests"),
    (wishes, "forget"),
    (Guard, "look"),
    (Node, "look"),
]
"""Where each look of a node begins, or what it asks first."""


def in_turn(
    problem: type[BaseException], does: Callable[..., Awaitable[Any]], asked: list[int]
) -> Callable[..., Awaitable[Any]]:
    """What fails the first time and then does what it did; `asked` grows."""

    async def do(*args: Any, **fields: Any) -> Any:
        asked.append(len(asked))
        if len(asked) == 1:
            raise problem("away")
        return await does(*args, **fields)

    return do


def told(site: Served) -> list[dict[str, Any]]:
    """The lines of a node's journal."""
    return [json.decode(line) for line in site.journal.getvalue().splitlines()]


@pytest.mark.parametrize("problem", [RuntimeError, StoreError])
@pytest.mark.parametrize(("where", "what"), LOOKS)
def test_a_look_that_fails_is_written_down_and_tried_again(
    where: Any,
    what: str,
    problem: type[Exception],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whatever a look of a node comes to, the journal has its kind, and the next one is tried."""
    asked: list[int] = []
    monkeypatch.setattr(where, what, in_turn(problem, getattr(where, what), asked))
    monkeypatch.setattr(hosting, "TICK", 0.01)
    monkeypatch.setattr(pulse, "EVERY", 0.05)
    monkeypatch.setattr(serve, "HOUR", 0.05)

    async def run() -> None:
        store = SqliteStore(tmp_path / FILE)
        async with node_of(store, Hub(), "a") as site:
            await until(lambda: len(asked) >= 3)
            failed = [line for line in told(site) if line["level"] == "error"]
            assert [line["error"] for line in failed] == [problem.__name__]
            assert not service(site).stops.is_set()
        await store.close()

    asyncio.run(run())


@pytest.mark.parametrize(("where", "what"), [(SqliteStore, "due"), (Guard, "look"), (Node, "look")])
def test_a_task_that_ends_by_itself_ends_the_server(
    where: Any, what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A node never lives on without its clocks: it stops, and says in one sentence why."""
    asked: list[int] = []
    ends = in_turn(asyncio.CancelledError, getattr(where, what), asked)
    monkeypatch.setattr(where, what, ends)

    async def run() -> None:
        store = SqliteStore(tmp_path / FILE)
        async with AsyncExitStack() as stack:
            stack.push_async_callback(store.close)
            site = await stack.enter_async_context(node_of(store, Hub(), "a"))
            await asyncio.wait_for(service(site).stops.wait(), 30)
            assert [line["event"] for line in told(site)] == ["task ended"] and asked

    with pytest.raises(StoreError, match="cannot go on"):
        asyncio.run(run())


def test_who_seemed_not_to_be_alone_wakes_the_tables_in_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If it fails to look whether others live, a node looks again, and then wakes the tables."""
    asked: list[int] = []
    woken = asyncio.Event()

    async def wake(*_: object) -> None:
        woken.set()

    async def alone(*_: object) -> bool:
        return True

    monkeypatch.setattr(serve, "ALIVE", 50)
    monkeypatch.setattr(serve, "wake_all", wake)
    monkeypatch.setattr(InStore, "is_alone", in_turn(RuntimeError, alone, asked))

    async def run() -> None:
        store = SqliteStore(tmp_path / FILE)
        await nodes.join(store, "b", now_ms())
        async with node_of(store, Hub(), "a"):
            await asyncio.wait_for(woken.wait(), 30)
        await store.close()

    asyncio.run(run())
    assert len(asked) == 2
