"""Opens the store that an operator names: a file in the server's folder, or a PostgreSQL database.

What must stay true: nothing of PostgreSQL is loaded for a file; whatever is wrong with a database
is one sentence, and no password is in it.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

from speto.server.store import Store, StoreError

SCHEMES = ("postgresql", "postgres")


async def open_store(
    database: str | None, path: Path, *, full: bool = False, migrates: bool = True
) -> Store:
    """The store at a URL, or in the file `path` where there is none.

    Only who is to serve it `migrates` it: another server may be using it as it is.

    :raises StoreError: it cannot be opened, or is not a store of this version.
    """
    if database is None:
        from speto.server.store.sqlite import SqliteStore

        return SqliteStore(path, full=full, migrates=migrates)
    check_url(database)
    check_extra()
    from speto.server.store.postgres import open_postgres

    return await open_postgres(database, migrates=migrates)


def check_extra() -> None:
    """See that what PostgreSQL needs is installed.

    :raises StoreError: it is not.
    """
    if not (find_spec("asyncpg") and find_spec("greenlet")):
        raise StoreError("a database needs an extra of speto: install speto[postgres]")


def check_url(database: str) -> None:
    """See that a URL can name a database.

    :raises StoreError: it cannot.
    """
    try:
        parts = urlsplit(database)
        hosts = parts.netloc.rpartition("@")[2].split(",")
        ports = [urlsplit(f"//{host}").port for host in hosts]
        whole = parts.scheme in SCHEMES and parts.path.strip("/") and 0 not in ports
    except ValueError:  # a port that is no number
        whole = False
    if not whole:
        raise StoreError(
            "the URL of a database is written postgresql://USER:PASSWORD@HOST:PORT/DATABASE"
        )
