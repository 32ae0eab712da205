"""The store: exactly once, in order, apart from its secrets, and clear about its troubles."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import sqlite3
import stat
import subprocess
import sys
import zipfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import CompileError, IntegrityError

from speto.server.store import Head, Repeated, Row, Store, StoreError, Taken, Write
from speto.server.store import connect as connecting
from speto.server.store.backup import backup
from speto.server.store.connect import connect, end
from speto.server.store.migrate import migrate
from speto.server.store.schema import account, log, metadata, report, talk, token
from speto.server.store.sqlite import SqliteStore

pytestmark = pytest.mark.once

ROOT = Path(__file__).parent.parent
SEED = bytes(range(32))


def entry(
    table: str,
    seq: int,
    command: str | None = None,
    *,
    actor: str = "ann",
    status: str = "live",
    deadline: int | None = None,
    code: str = "",
    seeds: tuple[tuple[int, bytes], ...] = (),
) -> Write:
    row = Row(
        table, seq, actor, command or f"c{seq}", 1000 + seq, b'{"is":"ready","seat":%d}' % seq
    )
    return Write(row, Head(table, seq, status, deadline, "dummy", True, code, 1), seeds)


def using(path: Path, use: Callable[[Store], Awaitable[None]], *, full: bool = False) -> None:
    """Run `use` with the store at `path`."""

    async def run() -> None:
        store = SqliteStore(path, full=full)
        try:
            await use(store)
        finally:
            await store.close()

    asyncio.run(run())


def is_private(path: Path) -> bool:
    """Whether nobody else may read the file; Windows has other rights."""
    return os.name == "nt" or stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.fixture
def path(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path / "speto.db"


@pytest.mark.parametrize("full", [False, True])
def test_rows_come_back_as_they_were_written(path: Path, full: bool) -> None:
    """Rows, head and seeds are what was appended, and still are when opened again."""
    writes = [entry("t", seq, deadline=seq * 10, code="ABCDEF") for seq in range(1, 6)]

    async def write(store: Store) -> None:
        for each in writes:
            await store.append(each)
        await read(store)

    async def read(store: Store) -> None:
        assert await store.rows("t") == [each.row for each in writes]
        assert await store.rows("t", since=3) == [each.row for each in writes[3:]]
        assert await store.head("t") == writes[-1].head
        assert await store.by_code("ABCDEF") == writes[-1].head
        assert await store.rows("u") == [] and await store.head("u") is None
        assert await store.by_code("") is None and await store.by_code("XXXXXX") is None

    using(path, write, full=full)
    using(path, read, full=full)


def test_a_command_counts_once(path: Path) -> None:
    """A repeated command id writes nothing and brings its first row, whatever seq it comes with."""

    async def use(store: Store) -> None:
        first = entry("t", 1, "same")
        await store.append(first)
        for again in (entry("t", 1, "same"), entry("t", 2, "same"), entry("t", 7, "same")):
            with pytest.raises(Repeated) as repeated:
                await store.append(again)
            assert repeated.value.row == first.row
        assert await store.rows("t") == [first.row]
        assert await store.head("t") == first.head
        # Another actor, or another table, may use the same id.
        await store.append(entry("t", 2, "same", actor="bob"))
        await store.append(entry("u", 1, "same"))

    using(path, use)


def test_the_same_command_sent_at_once_counts_once(path: Path) -> None:
    """Of many copies of a command in one batch one is written and the others get its row."""

    async def use(store: Store) -> None:
        copies = [store.append(entry("t", 1, "same")) for _ in range(50)]
        told = await asyncio.gather(*copies, return_exceptions=True)
        assert told.count(None) == 1
        assert [each.row for each in told if isinstance(each, Repeated)] == [
            entry("t", 1, "same").row
        ] * 49

    using(path, use)


def test_a_row_must_be_the_next(path: Path) -> None:
    """A seq that is taken, or that leaves a gap, is refused and leaves nothing."""

    async def use(store: Store) -> None:
        with pytest.raises(Taken):
            await store.append(entry("t", 2))
        await store.append(entry("t", 1, seeds=((1, SEED),)))
        for wrong in (1, 3, 0, -1):
            with pytest.raises(Taken):
                await store.append(entry("t", wrong, "other", seeds=((2, SEED),)))
        assert [row.seq for row in await store.rows("t")] == [1]
        assert await store.seeds("t") == {1: SEED}

    using(path, use)


def test_racing_tasks_make_one_line(path: Path) -> None:
    """Tasks that race at few tables and try again end with every command once and no gap."""
    tables = [f"t{n}" for n in range(4)]

    async def use(store: Store) -> None:
        async def task(n: int) -> int:
            lost = 0
            dice = random.Random(n)
            for command in range(10):
                table = dice.choice(tables)
                while True:
                    head = await store.head(table)
                    seq = head.seq + 1 if head else 1
                    try:
                        await store.append(entry(table, seq, f"{command}", actor=f"a{n}"))
                        break
                    except Taken:
                        lost += 1
            return lost

        assert sum(await asyncio.gather(*(task(n) for n in range(40)))) > 0
        rows = [await store.rows(table) for table in tables]
        for line in rows:
            assert [row.seq for row in line] == list(range(1, len(line) + 1))
        assert sum(map(len, rows)) == 400
        assert len({(row.actor, row.command) for line in rows for row in line}) == 400

    using(path, use)


def test_a_bad_write_fails_alone(path: Path) -> None:
    """In one batch the good are written, whatever is wrong with the others."""

    async def use(store: Store) -> None:
        await store.append(entry("old", 1, code="CODE01"))
        broken = Row("t9", 1, "ann", "c", 2**70, b"")
        told = await asyncio.gather(
            *(store.append(entry(f"t{n}", 1)) for n in range(3)),
            store.append(entry("old", 1, "other")),
            store.append(entry("old", 2, "c1")),
            store.append(entry("new", 1, code="CODE01")),
            store.append(Write(broken, Head("t9", 1, "live", None, "dummy", True, "", 1))),
            store.execute(insert(talk).values(table="t0", n=1)),
            store.execute(delete(talk).where(talk.c.n == "\ud800")),
            store.execute(
                insert(account).values(id="a", kind="guest", name="A", created=1, seen=1)
            ),
            store.append(entry("old", 2)),
            store.append(entry("old", 3)),
            return_exceptions=True,
        )
        assert told[:3] == [None] * 3
        assert [type(each) for each in told[3:6]] == [Taken, Repeated, Taken]
        assert isinstance(told[6], StoreError)
        assert isinstance(told[7], IntegrityError)
        assert isinstance(told[8], StoreError)
        assert told[9:] == [[], None, None]
        assert [row.seq for row in await store.rows("old")] == [1, 2, 3]
        assert await store.rows("new") == [] and await store.head("new") is None
        assert await store.rows("t9") == []
        assert len(await store.execute(select(account))) == 1

    using(path, use)


def test_rows_of_one_batch_stay_in_order(path: Path) -> None:
    """Rows of many tables asked for in one go, more than a statement holds, stand in order."""

    async def use(store: Store) -> None:
        writes = [entry(f"t{n % 7}", n // 7 + 1) for n in range(7 * 60)]
        await asyncio.gather(*map(store.append, writes))
        for n in range(7):
            assert [row.seq for row in await store.rows(f"t{n}")] == list(range(1, 61))
            assert await store.head(f"t{n}") == writes[59 * 7 + n].head

    using(path, use)


def test_secrets_stand_apart(path: Path) -> None:
    """A seed stands in the table of secrets and in no other; the file is the owner's alone."""

    async def use(store: Store) -> None:
        await store.append(entry("t", 1, seeds=((1, SEED), (2, SEED[::-1]))))
        await store.append(entry("u", 1, seeds=((1, SEED[::-1]),)))
        assert await store.seeds("t") == {1: SEED, 2: SEED[::-1]}
        assert await store.seeds("u") == {1: SEED[::-1]}
        assert await store.seeds("v") == {}
        with pytest.raises(StoreError, match="cannot be changed"):
            await store.append(entry("t", 2, seeds=((1, SEED[::-1]),)))
        assert len(await store.rows("t")) == 1
        for name, columns in metadata.tables.items():
            found = await store.execute(select(columns))
            assert (SEED in str(found).encode() or repr(SEED) in str(found)) == (name == "secret")

    using(path, use)
    assert is_private(path)


def test_the_lobby_and_the_clock_ask_the_heads(path: Path) -> None:
    """Heads come by status and openness, the newest first; due ones the longest overdue first."""

    async def use(store: Store) -> None:
        statuses = ["waiting", "live", "live", "live", "over", "live"]
        deadlines = [5, 30, 10, 99, 1, None]
        for n, (status, deadline) in enumerate(zip(statuses, deadlines, strict=True)):
            write = entry(f"t{n}", 1, status=status, deadline=deadline)
            head = write.head._replace(created=n, public=n % 2 == 0)
            await store.append(write._replace(head=head))
        assert [each.table for each in await store.due(30)] == ["t2", "t1"]
        assert [each.table for each in await store.due(30, limit=1)] == ["t2"]

        async def names(**asked: bool) -> list[str]:
            return [each.table for each in await store.heads(status=("live", "over"), **asked)]

        assert await names() == ["t5", "t4", "t3", "t2", "t1"]
        assert await names(public=True) == ["t4", "t2"]
        assert [each.table for each in await store.heads(status=["live"], limit=2)] == ["t5", "t3"]
        assert await store.heads(status=()) == []
        await store.mark("t2", "broken")
        assert [each.table for each in await store.due(30)] == ["t1"]
        assert [each.table for each in await store.heads(status=["broken"])] == ["t2"]

    using(path, use)


def test_statements_see_what_was_awaited(path: Path) -> None:
    """A read after an awaited write sees it, and a broken key is said as such."""
    person = {"kind": "person", "name": "Ann", "name_key": "ann", "created": 1, "seen": 1}

    async def use(store: Store) -> None:
        await store.execute(insert(account).values(id="a", **person))
        with pytest.raises(IntegrityError):
            await store.execute(insert(account).values(id="b", **person))
        for seen in range(200):
            await store.execute(update(account).where(account.c.id == "a").values(seen=seen))
            assert await store.execute(select(account.c.seen)) == [{"seen": seen}]
        reports = {"at": 1, "by": "a", "account": "b", "reason": "rude"}
        made = await store.execute(insert(report).values(reports).returning(report.c.id))
        assert made == [{"id": 1}]
        # What hangs on an account goes with it.
        tokens = {"hash": "h", "account": "a", "scopes": "play", "created": 1}
        await store.execute(insert(token).values(tokens))
        await store.execute(delete(account).where(account.c.id.in_(["a", "z"])))
        assert await store.execute(select(func.count()).select_from(token)) == [{"count_1": 0}]

    using(path, use)


def test_statements_together_are_done_all_or_none(path: Path) -> None:
    """Of statements asked for together none is left if one fails; the rows are the last one's."""
    people = [
        insert(account).values(id=each, kind="guest", name=each, created=1, seen=1)
        for each in "abca"
    ]

    async def use(store: Store) -> None:
        both = select(account.c.id).order_by(account.c.id)
        assert await store.execute(*people[:2], both) == [{"id": "a"}, {"id": "b"}]
        told = await asyncio.gather(
            store.execute(*people[2:]), store.append(entry("t", 1)), return_exceptions=True
        )
        assert isinstance(told[0], IntegrityError) and told[1] is None
        assert len(await store.execute(both)) == 2
        # A mistake in a statement is the caller's, and told as it is.
        with pytest.raises(CompileError):
            await store.execute(insert(account).values(id="d", nothing=1))

    using(path, use)


def test_reads_do_not_wait_for_a_write(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the writer waits for another process, reads are answered."""
    monkeypatch.setattr(connecting, "PATIENCE", 0.5)

    async def use(store: Store) -> None:
        await store.append(entry("t", 1))
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            waiting = asyncio.ensure_future(store.append(entry("t", 2)))
            for _ in range(20):
                assert len(await store.rows("t")) == 1
            assert not waiting.done()
            with pytest.raises(StoreError, match="held by another process"):
                await waiting
            other.execute("ROLLBACK")
        await store.append(entry("t", 2))

    using(path, use)


def test_a_full_disk_is_said_and_got_over(path: Path) -> None:
    """A write that finds no room fails with a sentence; what was written stays, and it goes on."""

    async def use() -> None:
        store = SqliteStore(path)
        big = entry("t", 1)
        big = big._replace(row=big.row._replace(body=bytes(300_000)))
        inner = connecting.raw(store._writer._connection)
        pages = inner.execute("PRAGMA page_count").fetchone()[0]
        inner.execute(f"PRAGMA max_page_count = {pages + 4}")
        told = await asyncio.gather(
            store.append(entry("s", 1)), store.append(big), return_exceptions=True
        )
        assert [str(each) for each in told if each is not None] == [
            f"the store {path} cannot grow: the disk is full"
        ] * len([each for each in told if each is not None])
        assert isinstance(told[1], StoreError)
        assert await store.rows("t") == []
        inner.execute("PRAGMA max_page_count = 1000000")
        await store.append(big)
        assert (await store.rows("t"))[0].body == big.row.body
        await store.close()

    asyncio.run(use())


def test_what_is_no_store_is_refused(path: Path, tmp_path: Path) -> None:
    """A broken file, another program's database, a newer speto's and no folder are each said."""
    path.write_bytes(b"not a database, but longer than a header" * 100)
    with pytest.raises(StoreError, match="is not a SQLite database"):
        SqliteStore(path)
    other = tmp_path / "other.db"
    with closing(sqlite3.connect(other)) as made:
        made.execute("CREATE TABLE music (title)")
    with pytest.raises(StoreError, match="the database of another program"):
        SqliteStore(other)
    newer = tmp_path / "newer.db"
    using(newer, lambda store: store.append(entry("t", 1)))
    with closing(sqlite3.connect(newer)) as made:
        made.execute("UPDATE alembic_version SET version_num = '9999'")
        made.commit()
    with pytest.raises(StoreError, match="newer speto"):
        SqliteStore(newer)
    with pytest.raises(StoreError, match="No such file or directory"):
        SqliteStore(tmp_path / "none" / "speto.db")


def test_a_damaged_file_is_said(path: Path) -> None:
    """Reading a page that was overwritten fails with a sentence that tells what to do."""

    async def fill(store: Store) -> None:
        await asyncio.gather(*(store.append(entry("t", seq)) for seq in range(1, 2000)))

    using(path, fill)
    size = path.stat().st_size
    with path.open("rb+") as file:
        file.seek(4096 * 40)
        file.write(b"\xff" * (size - 4096 * 40))

    async def read(store: Store) -> None:
        with pytest.raises(StoreError, match="is damaged; put back a backup"):
            await store.rows("t")

    using(path, read)


def test_a_closed_store_says_so(path: Path) -> None:
    """What was asked before is written; what is asked after is refused."""

    async def use() -> None:
        store = SqliteStore(path)
        asked = [asyncio.ensure_future(store.append(entry("t", seq))) for seq in range(1, 100)]
        await asyncio.sleep(0)
        await store.close()
        await asyncio.gather(*asked)
        await store.close()
        for call in (store.append(entry("t", 100)), store.rows("t"), store.mark("t", "over")):
            with pytest.raises(StoreError, match="is closed"):
                await call

    asyncio.run(use())

    async def read(store: Store) -> None:
        assert len(await store.rows("t")) == 99

    using(path, read)


def test_who_stops_waiting_stops_nobody(path: Path) -> None:
    """A task that is cancelled while its row is written harms no other of the batch."""

    async def use(store: Store) -> None:
        tasks = [asyncio.ensure_future(store.append(entry(f"t{n}", 1))) for n in range(20)]
        await asyncio.sleep(0)
        for task in tasks[::2]:
            task.cancel()
        told = await asyncio.gather(*tasks, return_exceptions=True)
        assert told[1::2] == [None] * 10

    using(path, use)


def test_a_fresh_database_is_the_metadata(path: Path, tmp_path: Path) -> None:
    """The revisions make just the tables of `schema`, down to the last line."""
    connection = connect(path)
    assert migrate(connection, path)
    assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    drawn = connect(tmp_path / "drawn.db")
    metadata.create_all(drawn)
    asked = "SELECT name, sql FROM sqlite_master WHERE name NOT LIKE '%alembic%' ORDER BY name"

    def told(where: Connection) -> list[tuple[str, list[str]]]:
        found = where.exec_driver_sql(asked).all()
        return [(name, sorted((sql or "").replace(",", "").split())) for name, sql in found]

    assert told(connection) == told(drawn)
    end(connection)
    end(drawn)


def test_a_second_open_changes_nothing(path: Path) -> None:
    """Opening a store again runs no revision and leaves its bytes."""
    using(path, lambda store: store.append(entry("t", 1)))
    before = path.read_bytes()
    connection = connect(path)
    assert not migrate(connection, path)
    end(connection)

    async def read(store: Store) -> None:
        assert len(await store.rows("t")) == 1

    using(path, read)
    assert path.read_bytes() == before


def test_a_backup_under_writes_opens_whole(path: Path, tmp_path: Path) -> None:
    """A backup while rows are appended is one file, of one moment, without a gap."""

    async def use(store: Store) -> None:
        done = False

        async def play(n: int) -> None:
            for seq in count(1):
                if done:
                    break
                await store.append(entry(f"t{n}", seq, deadline=seq))

        async def save() -> None:
            nonlocal done
            for n in range(5):
                await asyncio.sleep(0.05)
                await asyncio.to_thread(backup, path, tmp_path / f"copy{n}.db")
            done = True

        await asyncio.gather(save(), *(play(n) for n in range(20)))

    using(path, use)
    sizes = []
    for n in range(5):
        copy = tmp_path / f"copy{n}.db"

        async def read(store: Store) -> None:
            total = 0
            for t in range(20):
                rows, head = await store.rows(f"t{t}"), await store.head(f"t{t}")
                assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
                assert (head.seq if head else 0) == len(rows)
                total += len(rows)
            sizes.append(total)

        assert is_private(copy)
        using(copy, read)
    assert sizes == sorted(sizes) and sizes[-1] > 0
    left = {each.name for each in tmp_path.iterdir()}
    assert left == {"speto.db", *(f"copy{n}.db" for n in range(5))}


def test_a_backup_is_whole_or_not_at_all(path: Path, tmp_path: Path) -> None:
    """No backup is made over a file, of what is no store, or into a folder that is not there."""
    into = tmp_path / "copy.db"
    with pytest.raises(StoreError, match="there is no store"):
        backup(path, into)
    with closing(sqlite3.connect(path)) as made:
        made.execute("CREATE TABLE music (title)")
    with pytest.raises(StoreError, match="is not a store of speto"):
        backup(path, into)
    path.unlink()
    using(path, lambda store: store.append(entry("t", 1)))
    with pytest.raises(StoreError, match="No such file or directory"):
        backup(path, tmp_path / "none" / "copy.db")
    with pytest.raises(StoreError, match=r"Not a directory|No such file"):
        backup(path, path / "copy.db")
    assert not into.exists()
    backup(path, into)
    kept = into.read_bytes()
    with pytest.raises(StoreError, match="exists already"):
        backup(path, into)
    assert into.read_bytes() == kept
    assert {each.name for each in tmp_path.iterdir()} == {"speto.db", "copy.db"}


def test_the_revisions_work_from_a_wheel(tmp_path: Path) -> None:
    """A store opens where speto is not a work tree but what a wheel holds."""
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("*.so", "__py*"))
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    build = "import sys; from hatchling.build import build_wheel; build_wheel(sys.argv[1])"
    subprocess.run(
        [sys.executable, "-c", build, tmp_path / "dist"],
        check=True,
        capture_output=True,
        cwd=tmp_path,
        env={**os.environ, "SPETO_PURE": "1", "SPETO_REQUIRE_COMPILED": ""},
    )
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    program = (
        "import sys; sys.path.insert(0, 'site'); from pathlib import Path;"
        "import speto.server.store.sqlite as s; assert 'site' in s.__file__, s.__file__;"
        "s.SqliteStore(Path('speto.db'))"
    )
    subprocess.run([sys.executable, "-c", program], check=True, cwd=tmp_path)
    with closing(sqlite3.connect(tmp_path / "speto.db")) as made:
        assert made.execute("SELECT count(*) FROM log").fetchone() == (0,)


def test_the_hand_written_words_name_the_columns_in_order() -> None:
    """A row and a head are the columns of their tables, in the same order."""
    assert Row._fields == tuple(log.columns.keys())
    assert Head._fields == tuple(metadata.tables["head"].columns.keys())
