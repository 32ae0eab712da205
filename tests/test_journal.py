"""The journal: each of its fields is written by somebody; of a failure it tells kind and code."""

from __future__ import annotations

import ast
import asyncio
import logging
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from speto.server import journal, worker
from speto.server.journal import FIELDS, place_of
from speto.server.store import StoreError
from speto.server.store.connect import troubles

pytestmark = pytest.mark.once

SERVER = Path(journal.__file__).parent
OF_EVERY_LINE = {"event", "level", "timestamp"}
OF_THE_PLACE = {"data", "node"}
"""What `serve` writes of where it keeps what it knows."""


def written() -> Iterator[str]:
    """The fields that the server's code gives to lines of the journal."""
    for file in SERVER.rglob("*.py"):
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if (
                isinstance(call, ast.Call)
                and isinstance(call.func, ast.Attribute)
                and call.func.attr in ("info", "warning", "error")
                and ast.unparse(call.func.value).endswith("journal")
            ):
                yield from (one.arg for one in call.keywords if one.arg)


def failed(problem: BaseException, behind: BaseException | None = None) -> dict[str, str]:
    """What is told of a failure that is raised for another one."""
    try:
        raise problem from behind
    except type(problem) as raised:
        return place_of(raised)


def test_every_field_is_written_and_no_other() -> None:
    """What may be in a line is what somebody writes: one that waits for a use could hold all."""
    place = failed(StoreError("x"), OSError(28, "x"))
    assert OF_EVERY_LINE | OF_THE_PLACE | {*written()} | {*place} == FIELDS


def test_a_line_says_why_the_store_failed_without_its_words() -> None:
    """Behind the store's failure stands that of its engine or of the system, by kind and code."""
    secret = "nokhook"
    inner = sqlite3.connect(":memory:")
    with pytest.raises(StoreError) as raised, troubles(Path("speto.db")):
        inner.execute(f"SELECT {secret} FROM nowhere")
    inner.close()
    told = place_of(raised.value)
    assert told["reason"] == "OperationalError SQLITE_ERROR" and secret not in str(told)
    assert failed(StoreError(secret), OSError(28, secret))["reason"] == "OSError ENOSPC"
    assert failed(StoreError(secret), ValueError(secret))["reason"] == "ValueError"
    assert "reason" not in failed(StoreError(secret))


def test_a_worker_writes_what_libraries_log_into_its_journal(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Where a worker's libraries complain, their words are not told either."""

    async def run(self: worker.Worker, ending: asyncio.Event) -> None:
        logging.getLogger("redis.connection").error("the password is %s", "nokhook")

    monkeypatch.setattr(worker.Worker, "run", run)
    assert asyncio.run(worker.serve_choices("redis://127.0.0.1:1/0", 1)) == 0
    said = capfd.readouterr()
    assert '"kind": "redis.connection"' in said.err and "nokhook" not in said.err + said.out
