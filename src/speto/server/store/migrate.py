"""Brings a database to the tables of this version of speto.

What must stay true: the tables change together or not at all; a database that is already there is
not touched.
"""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection

from speto.server.store import StoreError
from speto.server.store.connect import raw, troubles


def migrate(connection: Connection, path: Path) -> bool:
    """Run the revisions that the database lacks; whether there were any.

    :raises StoreError: the database is another program's or a newer speto's, or cannot be changed.
    """
    config = Config()
    config.set_main_option("script_location", "speto.server.store:migrations")
    config.attributes["connection"] = connection
    script = ScriptDirectory.from_config(config)
    with troubles(path):
        if _at(connection) == script.get_current_head():
            return False
        inner = raw(connection)
        # Another process may be doing the same: whoever waited looks again.
        inner.execute("BEGIN IMMEDIATE")
        try:
            at = _at(connection)
            if at is None and _tables(connection):
                raise StoreError(f"the store {path} is the database of another program")
            if at == script.get_current_head():
                return False
            command.upgrade(config, "head")
            inner.execute("COMMIT")
        except CommandError as error:
            raise StoreError(f"the store {path} was made by a newer speto") from error
        finally:
            if inner.in_transaction:
                inner.execute("ROLLBACK")
    return True


def _at(connection: Connection) -> str | None:
    """The revision of the database."""
    return MigrationContext.configure(connection).get_current_revision()


def _tables(connection: Connection) -> bool:
    """Whether there are any tables."""
    asked = connection.exec_driver_sql("SELECT count(*) FROM sqlite_master WHERE type = 'table'")
    return bool(asked.scalar_one())
