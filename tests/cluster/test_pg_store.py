"""The store in PostgreSQL: the laws of every store, many nodes at once, and a server that dies."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from importlib import util
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, func, insert, select, update

from speto.server.bus.engines import bus_at
from speto.server.store import Repeated, Row, Store, StoreError, Taken, pg_connect
from speto.server.store.opening import open_store
from speto.server.store.postgres import PostgresStore
from speto.server.store.schema import account, head, log, metadata
from tests.cluster.engines import Database, Postgres
from tests.store_laws import Opened, StoreLaws, entry, using

pytestmark = [pytest.mark.cluster, pytest.mark.once]

NODES = 16
NOWHERE = Path("nowhere")


@pytest.fixture
def opened(pg: Database) -> Opened:
    return lambda: open_store(pg.url, NOWHERE)


class TestPostgres(StoreLaws):
    """The laws of every store hold in PostgreSQL."""


@asynccontextmanager
async def many(pg: Database, count: int) -> AsyncIterator[list[Store]]:
    """So many stores of one database, as nodes have them."""
    async with AsyncExitStack() as stack:
        stores = await asyncio.gather(*(open_store(pg.url, NOWHERE) for _ in range(count)))
        for store in stores:
            stack.push_async_callback(store.close)
        yield stores


async def written(
    store: Store, table: str, actor: str, command: str, lost: Counter[str] | None = None
) -> int:
    """Have a command written by one of many who race, whatever comes between; its row."""
    while True:
        try:
            standing = await store.head(table)
            seq = standing.seq + 1 if standing else 1
            await store.append(entry(table, seq, command, actor=actor))
            return seq
        except Repeated as repeated:
            return repeated.row.seq
        except Taken:
            if lost is not None:
                lost[actor] += 1
        except StoreError:
            await asyncio.sleep(0.05)


def test_many_who_open_a_new_database_make_its_tables_once(pg: Database) -> None:
    """Nodes that start at the same moment all come up, and the tables are those of `schema`."""

    async def run() -> None:
        async with many(pg, 6) as stores:
            await stores[0].append(entry("t", 1))
            assert [len(await store.rows("t")) for store in stores] == [1] * 6
            store = stores[0]
            assert isinstance(store, PostgresStore)

            def differences(connection: Connection) -> list[object]:
                context = MigrationContext.configure(
                    connection,
                    opts={"include_name": lambda name, kind, _: not _is_part(kind, name)},
                )
                return [*compare_metadata(context, metadata)]

            async with store._engine.connect() as connection:
                assert await connection.run_sync(differences) == []

    asyncio.run(run())
    assert pg.engine.sql("SELECT count(*) FROM pg_inherits", pg.name) == str(16 * 3)


def _is_part(kind: str, name: str | None) -> bool:
    return kind == "table" and (name or "").startswith("log_")


def test_of_sixteen_who_write_a_row_at_once_one_wins(pg: Database) -> None:
    """At each number of a table one node's row stands, and all others are told that it is taken."""

    async def run() -> None:
        async with many(pg, NODES) as stores:
            for seq in range(1, 31):
                told = await asyncio.gather(
                    *(
                        store.append(entry("t", seq, actor=f"a{n}", code="AAAAAA"))
                        for n, store in enumerate(stores)
                    ),
                    return_exceptions=True,
                )
                assert [type(each) for each in told if each is not None] == [Taken] * 15
                (row,) = await stores[seq % NODES].rows("t", seq - 1)
                assert told[int(row.actor[1:])] is None

    asyncio.run(run())


def test_sixteen_who_race_for_one_table_all_get_on(pg: Database) -> None:
    """Every node gets all its commands in, each once and without a gap, beside other tables."""
    each = 12

    async def run() -> None:
        lost: Counter[str] = Counter()
        async with many(pg, NODES) as stores:

            async def race(n: int) -> None:
                for command in range(each):
                    await asyncio.gather(
                        written(stores[n], "t", f"a{n}", str(command), lost),
                        written(stores[n], f"own{n}", f"a{n}", str(command)),
                    )

            async with asyncio.timeout(120):
                await asyncio.gather(*map(race, range(NODES)))
            rows = await stores[0].rows("t")
            assert [row.seq for row in rows] == list(range(1, NODES * each + 1))
            assert len({(row.actor, row.command) for row in rows}) == NODES * each
            standing = await stores[1].head("t")
            assert standing is not None and standing.seq == NODES * each
            for n in range(NODES):
                assert len(await stores[0].rows(f"own{n}")) == each
        assert len(lost) == NODES  # so they did race

    asyncio.run(run())


def test_a_server_that_is_killed_loses_nothing_it_confirmed(pg: Database) -> None:
    """Through kills of PostgreSQL each row that was told stands there, and each command once."""

    async def run() -> None:
        told: dict[tuple[str, str], tuple[str, int]] = {}
        async with many(pg, 2) as stores:
            done = asyncio.Event()

            async def play(n: int) -> None:
                table, command = f"t{n % 6}", 0
                while not done.is_set():
                    command += 1
                    seq = await written(stores[n % 2], table, f"a{n}", str(command))
                    told[f"a{n}", str(command)] = (table, seq)
                    with suppress(StoreError):  # and nothing else
                        await stores[n % 2].execute(select(account.c.id))
                        await stores[n % 2].execute(update(account).values(seen=command))

            players = [asyncio.create_task(play(n)) for n in range(24)]
            async with asyncio.timeout(240):
                for _ in range(4):
                    before = len(told)
                    while len(told) < before + 100:
                        await asyncio.sleep(0.02)
                    await asyncio.to_thread(pg.engine.crash)
                done.set()
                await asyncio.gather(*players)
            assert await _standing(stores[0]) == told

    asyncio.run(run())


async def _standing(store: Store) -> dict[tuple[str, str], tuple[str, int]]:
    """Where each command stands; every table is whole."""
    standing: dict[tuple[str, str], tuple[str, int]] = {}
    for n in range(6):
        rows, where = await store.rows(f"t{n}"), await store.head(f"t{n}")
        assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
        assert where is not None and where.seq == len(rows)
        for row in rows:
            assert (row.actor, row.command) not in standing
            standing[row.actor, row.command] = (row.table, row.seq)
    return standing


def calls(store: Store, n: int) -> list[Callable[[], Awaitable[object]]]:
    """One of each way to ask a store."""
    person = {"id": f"a{n}", "kind": "guest", "name": "A", "created": 1, "seen": 1}
    return [
        lambda: store.append(entry("t", n)),
        lambda: store.rows("t"),
        lambda: store.due(1),
        lambda: store.execute(select(func.count()).select_from(log)),
        lambda: store.execute(insert(account).values(person)),
        lambda: store.execute(update(account).values(seen=2), select(account.c.id)),
    ]


def test_a_server_that_was_away_is_found_again(pg: Database) -> None:
    """While PostgreSQL is away every call fails with a sentence; after a restart each one works."""

    async def run() -> None:
        store = await open_store(pg.url, NOWHERE)
        for n in (1, 2):
            for call in calls(store, n):
                await call()
            await asyncio.to_thread(pg.engine.restart)
        await asyncio.to_thread(pg.engine.stop)
        for call in calls(store, 3):
            with pytest.raises(StoreError) as told:
                await call()
            assert str(told.value) == f"the store {where(pg)} does not answer: Connection refused"
        await asyncio.to_thread(pg.engine.start)
        for call in calls(store, 3):
            await call()
        assert [row.seq for row in await store.rows("t")] == [1, 2, 3]
        await store.close()

    asyncio.run(run())


def test_a_server_that_stands_still_holds_nobody_for_ever(
    pg: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who asks PostgreSQL while it stands still is told so; once it goes on, it works again."""
    monkeypatch.setattr(pg_connect, "LONGEST", 1.0)
    monkeypatch.setattr(pg_connect, "PATIENCE", 1.0)

    async def run() -> None:
        store = await open_store(pg.url, NOWHERE)
        for call in calls(store, 1):
            await call()
        pg.engine.pause()
        told = await asyncio.gather(*(call() for call in calls(store, 2)), return_exceptions=True)
        assert [type(each) for each in told] == [StoreError] * len(told)
        pg.engine.resume()
        assert await written(store, "t", "ann", "c2") == 2
        for call in calls(store, 3):
            await call()
        await store.close()

    asyncio.run(run())


def where(pg: Database) -> str:
    return f"postgresql://127.0.0.1:{pg.engine.port}/{pg.name}"


def refused(url: str) -> str:
    """What one is told who opens this."""

    async def run() -> None:
        await (await open_store(url, NOWHERE)).close()

    with pytest.raises(StoreError) as told:
        asyncio.run(run())
    return str(told.value)


def test_a_database_may_have_several_hosts(pg: Database) -> None:
    """Whichever of them lets nodes write is used: a bus and a store pass by one that is away."""
    here = f"127.0.0.1:{pg.engine.port}/"
    url = pg.url.replace(here, f"127.0.0.1:1,{here}") + "?target_session_attrs=read-write"

    async def run() -> None:
        store = await open_store(url, NOWHERE)
        assert await written(store, "t", "ann", "c1") == 1
        await store.close()
        bus = bus_at(url, "node0001")
        await bus.open(lambda topic, message: None, lambda: None)
        assert bus.connected
        await bus.close()

    asyncio.run(run())
    for wrong in ("h1,h2:port", "h1:0,h2"):
        assert "is written" in refused(f"postgresql://{wrong}/d")
        assert "is written" in refused(f"postgresql://u:p@{wrong}/d")


def test_what_cannot_be_opened_is_said(pg: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wrong URLs, a wrong password, no server, no database and no extra are each one sentence."""
    for wrong in ("", "x", "mysql://a/b", "postgresql://host", "postgresql://h:port/d"):
        assert "is written postgresql://USER:PASSWORD@HOST:PORT/DATABASE" in refused(wrong)
    wrong = pg.url.replace(pg.engine.password, "guess")
    assert refused(wrong) == (
        f"the store {where(pg)} does not let this user in: look at the name and the password"
    )
    assert refused(f"{pg.url}x").endswith("has no such database")
    closed = pg.url.replace(f":{pg.engine.port}/", ":1/")
    assert refused(closed).endswith(f"/{pg.name} does not answer: Connection refused")
    assert "no address" in refused(f"postgresql://nobody.invalid/{pg.name}")
    monkeypatch.setattr(util, "find_spec", lambda name: None)
    monkeypatch.setattr("speto.server.store.opening.find_spec", lambda name: None)
    assert refused(pg.url) == "a database needs an extra of speto: install speto[postgres]"


def test_what_is_no_store_is_refused(pg: Database, postgres: Postgres) -> None:
    """Another program's database, a newer speto's and one without all letters are each said."""
    postgres.sql("CREATE TABLE music (title text)", pg.name)
    assert refused(pg.url).endswith("is the database of another program")
    postgres.sql("CREATE TABLE alembic_version (version_num text)", pg.name)
    postgres.sql("INSERT INTO alembic_version VALUES ('0001')", pg.name)
    assert refused(pg.url).endswith("is the database of another program")
    assert (
        postgres.sql("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'", pg.name) == "2"
    )
    with postgres.database() as other:
        using(lambda: open_store(other.url, NOWHERE), lambda store: store.append(entry("t", 1)))
        postgres.sql("UPDATE alembic_version SET version_num = '9999'", other.name)
        assert refused(other.url).endswith("was made by a newer speto")
    postgres.sql("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0")
    try:
        assert "make it with UTF8" in refused(Database(postgres, "latin").url)
    finally:
        postgres.sql("DROP DATABASE latin")


def test_a_user_without_rights_is_told(pg: Database) -> None:
    """Who may not make tables, or not write, is told so in a sentence."""
    using(lambda: open_store(pg.url, NOWHERE), lambda store: store.append(entry("t", 1)))
    pg.engine.sql("CREATE ROLE reader LOGIN PASSWORD 'r'")
    try:
        pg.engine.sql("GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader", pg.name)
        url = pg.url.replace(f"speto:{pg.engine.password}", "reader:r")

        async def use(store: Store) -> None:
            assert len(await store.rows("t")) == 1
            with pytest.raises(StoreError, match="may not be used by this user"):
                await store.append(entry("t", 2))

        using(lambda: open_store(url, NOWHERE), use)
        with pg.engine.database() as empty:
            other = url.replace(f"/{pg.name}", f"/{empty.name}")
            assert refused(other).endswith("may not be used by this user")
    finally:
        pg.engine.sql("DROP OWNED BY reader", pg.name)
        pg.engine.sql("DROP ROLE reader")


def test_the_log_is_found_by_its_keys(opened: Opened) -> None:
    """However many tables there are, their rows lie in several parts and come from one of them."""

    async def use(store: Store) -> None:
        await asyncio.gather(*(store.append(entry(f"t{n}", 1)) for n in range(400)))
        assert isinstance(store, PostgresStore)
        parts = await store._fetch("SELECT tableoid, count(*) FROM log GROUP BY 1")
        assert len(parts) == 16 and sum(each[1] for each in parts) == 400
        plan = await store._fetch("EXPLAIN SELECT * FROM log WHERE \"table\" = 't7' AND seq > 0")
        assert len(set(re.findall(r"\blog_\d+\b", str(plan)))) == 1
        rows = [Row._make(each) for each in await store._fetch("SELECT * FROM log WHERE seq = 1")]
        assert {row.table for row in rows} == {f"t{n}" for n in range(400)}
        assert (await store.execute(select(func.count()).select_from(head)))[0]["count_1"] == 400

    using(opened, use)


def test_a_text_that_no_row_can_hold_is_not_found(opened: Opened) -> None:
    """Who looks for a text with a NUL finds nothing; who writes one is told."""

    async def use(store: Store) -> None:
        assert await store.rows("a\0b") == [] and await store.head("\0") is None
        assert await store.execute(select(account).where(account.c.name_key == "ann\0")) == []
        assert await store.heads_of(["\0"]) == {}
        with pytest.raises(StoreError, match="does not do it"):
            await store.append(entry("a\0b", 1))
        await store.append(entry("t", 1))

    using(opened, use)
