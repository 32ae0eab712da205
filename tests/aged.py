"""A store as an older version of speto left it, for tests of what becomes of it.

What must stay true: it was made before it was kept who is at which table.
"""

from __future__ import annotations

import json
from typing import Final

from alembic import command
from sqlalchemy import Connection, insert, select

from speto.server.store import Store
from speto.server.store.migrate import _config
from speto.server.store.schema import account, head, log, member
from tests.store_laws import entry

AT: Final = "0003"
PEOPLE: Final = ("ann", "bo", "cy", "dee", "eve")
MEMBERS: Final = [("ann", "t"), ("bo", "t"), ("bo", "u"), ("cy", "t"), ("dee", "u")]
"""Ann and Bo acted, Cy and Dee only were given seats; Eve was at none, and Zed is gone."""


def make(connection: Connection) -> None:
    """Make the tables of then, and fill them."""
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, AT)
    for who in PEOPLE:
        values = {"id": who, "kind": "guest", "name": who, "created": 1, "seen": 1}
        connection.execute(insert(account).values(values))
    seated = {"is": "opened", "owner": "ann", "seats": [{"who": None}, {"who": "cy"}]}
    others = {"is": "opened", "owner": "bo", "seats": [{"who": "dee"}, {"who": "zed"}]}
    for write, body in (
        (entry("t", 1), json.dumps(seated).encode()),
        (entry("t", 2, actor="bo"), b"{}"),
        (entry("t", 3, actor="zed"), b"{}"),
        (entry("t", 4, actor="server"), b"{}"),
        (entry("u", 1, actor="server"), json.dumps(others).encode()),
        (entry("v", 1, actor="server"), b"\xff no body"),
    ):
        connection.execute(insert(log).values(write.row._replace(body=body)._asdict()))
        if write.row.seq == 1:
            connection.execute(insert(head).values(write.head._asdict()))


async def members(store: Store) -> list[tuple[str, str]]:
    """Who is known to be at which table."""
    found = await store.execute(select(member).order_by(member.c.account, member.c.table))
    return [(each["account"], each["table"]) for each in found]
