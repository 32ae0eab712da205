"""The store: exactly once, in order, apart from its secrets, and clear about its troubles."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
import zipfile
from collections.abc import Awaitable, Callable
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, insert

from speto.server.store import Head, Row, Store, StoreError
from speto.server.store import connect as connecting
from speto.server.store.backup import backup
from speto.server.store.connect import connect, end
from speto.server.store.migrate import _config, migrate
from speto.server.store.opening import open_store
from speto.server.store.schema import log, metadata
from speto.server.store.sqlite import SqliteStore
from tests import aged
from tests import store_laws as laws
from tests.store_laws import Opened, StoreLaws, entry

pytestmark = pytest.mark.once

ROOT = Path(__file__).parent.parent


def using(path: Path, use: Callable[[Store], Awaitable[None]]) -> None:
    """Run `use` with the store at `path`."""
    laws.using(lambda: open_store(None, path), use)


def is_private(path: Path) -> bool:
    """Whether nobody else may read the file; Windows has other rights."""
    return os.name == "nt" or stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "speto.db"


@pytest.fixture(params=[False, True], ids=["normal", "full"])
def opened(path: Path, request: pytest.FixtureRequest) -> Opened:
    return lambda: open_store(None, path, full=request.param)


class TestSqlite(StoreLaws):
    """The laws of every store hold in a file."""


def test_the_file_is_its_owners_alone(path: Path) -> None:
    """Nobody else may read the file in which the seeds of running deals stand."""
    using(path, lambda store: store.append(entry("t", 1)))
    assert is_private(path)


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
        # where a column that came later stands in its line is all the same
        signs = str.maketrans({",": " ", "(": " ( ", ")": " ) "})
        return [(name, sorted((sql or "").translate(signs).split())) for name, sql in found]

    assert told(connection) == told(drawn)
    end(connection)
    end(drawn)


def test_a_store_of_an_older_speto_is_brought_up(path: Path) -> None:
    """What stood in the first tables stands in those of today, and goes on."""
    connection = connect(path)
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "0001")
    row, where = entry("t", 1, deadline=5).row, entry("t", 1, deadline=5).head
    connection.execute(insert(log).values(row._asdict()))
    connection.execute(insert(metadata.tables["head"]).values(where._asdict()))
    end(connection)

    async def use(store: Store) -> None:
        assert await store.rows("t") == [row]
        assert await store.due(5) == [where]
        await store.append(entry("t", 2))

    using(path, use)


def test_who_was_at_the_tables_of_an_older_speto_is_known(path: Path) -> None:
    """A store made before members were kept has those whom its log names, if they still are."""
    connection = connect(path)
    aged.make(connection)
    end(connection)

    async def use(store: Store) -> None:
        assert await aged.members(store) == aged.MEMBERS

    using(path, use)


def test_only_who_is_to_serve_a_store_renews_it(path: Path) -> None:
    """Opened for anything else, a store that is not of this version is refused and stays."""
    with pytest.raises(StoreError, match="no tables of speto"):
        SqliteStore(path, migrates=False)
    connection = connect(path)
    aged.make(connection)
    end(connection)
    before = path.read_bytes()
    with pytest.raises(StoreError, match="is of an older speto"):
        SqliteStore(path, migrates=False)
    assert path.read_bytes() == before
    using(path, lambda store: store.append(entry("w", 1)))
    laws.using(
        lambda: open_store(None, path, migrates=False), lambda store: store.append(entry("w", 2))
    )
    with closing(sqlite3.connect(path)) as made:
        made.execute("UPDATE alembic_version SET version_num = '9999'")
        made.commit()
    with pytest.raises(StoreError, match="made by a newer speto"):
        SqliteStore(path, migrates=False)
    other = path.with_name("other.db")
    with closing(sqlite3.connect(other)) as made:
        made.execute("CREATE TABLE music (title)")
    with pytest.raises(StoreError, match="another program"):
        SqliteStore(other, migrates=False)


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
    assert (*Head._fields, "claimed") == tuple(metadata.tables["head"].columns.keys())
