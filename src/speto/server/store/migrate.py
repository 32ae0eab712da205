"""Brings a database to the tables of this version of speto.

What must stay true: the tables change together or not at all, whoever else does the same at that
moment; a database that is already there is not touched.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, inspect

from speto.server.store import StoreError
from speto.server.store.connect import raw, troubles

LOCK: Final = 0x7370_6574_6F
"""The number under which PostgreSQL lets one node at a time change the tables."""
OURS: Final = {"log", "head", "secret"}


def migrate(connection: Connection, path: Path) -> bool:
    """Run the revisions that a file lacks; whether there were any.

    :raises StoreError: the database is another program's or a newer speto's, or cannot be changed.
    """
    with troubles(path):
        if is_renewed(connection):
            return False
        inner = raw(connection)
        # Another process may be doing the same: whoever waited looks again.
        inner.execute("BEGIN IMMEDIATE")
        try:
            done = _upgrade(connection, str(path))
            inner.execute("COMMIT")
        finally:
            if inner.in_transaction:
                inner.execute("ROLLBACK")
    return done


def migrate_shared(connection: Connection, name: str) -> bool:
    """Run the revisions that a database of several nodes lacks, in the transaction that is open.

    :raises StoreError: the database is another program's or a newer speto's.
    """
    if is_renewed(connection):
        return False
    # Another node may be doing the same, for as long as it takes: whoever waited looks again.
    connection.exec_driver_sql("SET LOCAL lock_timeout = 0")
    connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")
    connection.exec_driver_sql("RESET lock_timeout")
    return _upgrade(connection, name)


def is_renewed(connection: Connection) -> bool:
    """Whether a database has the tables of this version."""
    return _at(connection) == _newest()


def check_tables(connection: Connection, name: str) -> None:
    """See that a database has the tables of this version; nothing is changed.

    :raises StoreError: it has not.
    """
    if is_renewed(connection):
        return
    at = _at(connection)
    if not _is_ours(connection, name) or at is None:
        raise StoreError(f"the store {name} has no tables of speto: start a server with it first")
    if at not in {each.revision for each in _scripts().walk_revisions()}:
        raise StoreError(f"the store {name} was made by a newer speto")
    raise StoreError(
        f"the store {name} is of an older speto: use that one, or start the servers of this one"
    )


def _is_ours(connection: Connection, name: str) -> bool:
    """Whether a database has tables of speto, of any version, or none at all.

    :raises StoreError: it is another program's.
    """
    tables = set(inspect(connection).get_table_names())
    # Others may keep their revisions in a table of the same name.
    if not tables >= OURS and tables - {"alembic_version"}:
        raise StoreError(f"the store {name} is the database of another program")
    return tables >= OURS


def _upgrade(connection: Connection, name: str) -> bool:
    at = _at(connection)
    _is_ours(connection, name)
    if at == _newest():
        return False
    config = _config()
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise StoreError(f"the store {name} was made by a newer speto") from error
    return True


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", "speto.server.store:migrations")
    return config


def _newest() -> str | None:
    """The revision of this version of speto."""
    return _scripts().get_current_head()


def _scripts() -> ScriptDirectory:
    return ScriptDirectory.from_config(_config())


def _at(connection: Connection) -> str | None:
    """The revision of the database."""
    return MigrationContext.configure(connection).get_current_revision()
