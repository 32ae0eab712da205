"""PostgreSQL that has grown: what is asked reads few rows; what is renewed may take its time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import create_async_engine
from typer.testing import CliRunner

from speto.server.commands import admin
from speto.server.store import Store, StoreError, migrate, pg_connect, postgres
from speto.server.store.connect import connect, end
from speto.server.store.move import move
from speto.server.store.opening import open_store
from speto.server.store.pg_connect import Database as Place
from speto.server.store.postgres import PostgresStore
from tests import aged, grown
from tests.cluster.engines import Database
from tests.store_laws import entry, using

pytestmark = [pytest.mark.cluster, pytest.mark.once]

NOWHERE = Path("nowhere")
READ = (
    "SELECT sum(seq_tup_read), sum(idx_tup_fetch) FROM pg_stat_user_tables "
    r"WHERE relname ~ '^(log_\d+|head|member|account|wish|token)$'"
)


def test_nothing_that_is_asked_reads_a_whole_table(pg: Database) -> None:
    """All that is asked of somebody's tables, the lobby and who waits reads a few hundred rows."""

    async def open_and(use: Callable[[PostgresStore], Awaitable[None]]) -> None:
        store = await open_store(pg.url, NOWHERE)
        assert isinstance(store, PostgresStore)
        await use(store)
        await store.close()

    async def nothing(store: PostgresStore) -> None:
        pass

    asyncio.run(open_and(nothing))
    for statement in grown.filling(r"'{}'::bytea", lambda g: f"lpad(({g})::text, 5, '0')"):
        pg.engine.sql(statement, pg.name)
    pg.engine.sql("ANALYZE", pg.name)
    before = read(pg)
    asyncio.run(open_and(grown.ask))
    after = read(pg)
    assert after[1] > before[1]  # so it was counted
    assert sum(after) - sum(before) < 3_000


def read(pg: Database) -> tuple[int, int]:
    """How many rows of what grows were read so far, in sequence and by an index."""
    whole, found = pg.engine.sql(READ, pg.name).split("|")
    return int(whole), int(found)


def test_who_was_at_the_tables_of_an_older_speto_is_known(pg: Database) -> None:
    """A database made before members were kept has those whom its log names, if they still are."""

    async def use(store: Store) -> None:
        assert await aged.members(store) == aged.MEMBERS

    asyncio.run(old(pg))
    using(lambda: open_store(pg.url, NOWHERE), use)


def test_only_servers_renew_a_database(pg: Database) -> None:
    """A keeper's command on a database that is empty or of an older speto changes nothing there."""
    assert "has no tables of speto" in refused(pg)
    asyncio.run(old(pg))
    assert "is of an older speto" in refused(pg)
    assert pg.engine.sql("SELECT version_num FROM alembic_version", pg.name) == aged.AT
    using(lambda: open_store(pg.url, NOWHERE), lambda store: store.append(entry("w", 1)))
    answer = CliRunner().invoke(admin, ["tables", "--database", pg.url])
    assert answer.exit_code == 0 and "w  live" in answer.output


def refused(pg: Database) -> str:
    """What is said to a keeper whose command is refused."""
    answer = CliRunner().invoke(admin, ["tables", "--database", pg.url], env={"COLUMNS": "300"})
    assert answer.exit_code == 2 and "Traceback" not in answer.output, answer.output
    return " ".join(answer.output.replace("│", " ").split())


async def old(pg: Database) -> None:
    """Make a database of an older speto."""
    engine = create_async_engine(postgres.DIALECT, async_creator=Place(pg.url).connect)
    async with engine.begin() as connection:
        await connection.run_sync(aged.make)
    await engine.dispose()


def test_a_database_may_take_its_time_to_be_renewed(
    pg: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A revision may take longer than any statement of a server, and another node waits for it."""
    monkeypatch.setattr(pg_connect, "LONGEST", 0.5)
    for settings in (pg_connect.SETTINGS, pg_connect.PATIENT):
        monkeypatch.setitem(settings, "lock_timeout", "500")
    upgrade = migrate._upgrade

    def slow(connection: Connection, name: str) -> bool:
        connection.exec_driver_sql("SELECT pg_sleep(1.5)")
        return upgrade(connection, name)

    monkeypatch.setattr(migrate, "_upgrade", slow)

    async def run() -> None:
        for store in await asyncio.gather(*(open_store(pg.url, NOWHERE) for _ in range(2))):
            assert await store.rows("t") == []
            await store.close()

    asyncio.run(run())


def test_a_move_may_take_its_time_and_leaves_an_older_file(
    pg: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long it counts, the rows come over; a file of an older speto stays as it was."""
    monkeypatch.setitem(pg_connect.SETTINGS, "idle_in_transaction_session_timeout", "500")
    path = tmp_path / "speto.db"
    connection = connect(path)
    aged.make(connection)
    end(connection)
    before = path.read_bytes()

    def told(done: int, total: int) -> None:
        if not done:
            time.sleep(1)

    counts = asyncio.run(move(path, pg.url, None, told))
    assert counts["log"] == 6 and counts["member"] == len(aged.MEMBERS)
    assert path.read_bytes() == before and [each.name for each in tmp_path.iterdir()] == [path.name]


def test_a_database_that_confirms_too_early_is_refused(pg: Database) -> None:
    """Without synchronous_commit nothing is opened, and nothing written once it is turned off."""
    too_early = "synchronous_commit is off: set it to on"

    async def run() -> None:
        store = await open_store(pg.url, NOWHERE)
        pg.engine.sql(f"ALTER DATABASE {pg.name} SET synchronous_commit = off")
        with pytest.raises(StoreError, match=too_early):
            await store.append(entry("t", 1))
        with pytest.raises(StoreError, match=too_early):
            await open_store(pg.url, NOWHERE)
        pg.engine.sql(f"ALTER DATABASE {pg.name} SET synchronous_commit = local")
        await store.append(entry("t", 1))
        await store.close()

    asyncio.run(run())
