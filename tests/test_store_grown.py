"""A SQLite file that has grown: what is asked is found by keys, however many tables there were."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from speto.server.store import connect as connecting
from speto.server.store.sqlite import SqliteStore
from tests import grown

pytestmark = pytest.mark.once

# a whole table read, or all that an index finds sorted
TOO_MUCH = re.compile(
    r"^SCAN (head|log|member|account|wish|token)\b|^SEARCH head USING INDEX .*\nUSE TEMP B-TREE",
    re.MULTILINE,
)


def test_nothing_that_is_asked_reads_a_whole_table(tmp_path: Path) -> None:
    """No plan of a statement on the tables of somebody, the lobby or who waits scans what grows."""
    path, asked = tmp_path / "speto.db", set[str]()

    async def run() -> None:
        await SqliteStore(path).close()
        with closing(sqlite3.connect(path)) as file:
            for statement in grown.filling("x'7b7d'", lambda g: f"substr('0000' || ({g}), -5)"):
                file.execute(statement)
            file.commit()
        store = SqliteStore(path)
        for connection in (*store._readers, store._writer._connection):
            connecting.raw(connection).set_trace_callback(asked.add)
        await grown.ask(store)
        await store.close()

    asyncio.run(run())
    plans = {}
    with closing(sqlite3.connect(path)) as file:
        for statement in asked:
            if statement.startswith(("SELECT", "UPDATE", "DELETE")):
                found = file.execute(f"EXPLAIN QUERY PLAN {statement}").fetchall()
                plans[statement] = "\n".join(row[3] for row in found)
    assert len(plans) > 20
    assert not {words: plan for words, plan in plans.items() if TOO_MUCH.search(plan)}
