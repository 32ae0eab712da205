"""A store that has grown, for tests of what is asked of it: how much a question reads.

What must stay true: it is filled by the same statements in every database.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Final

from speto.server import mydata
from speto.server.store import Store, nodes, wishes
from speto.server.tokens import SESSION

TABLES: Final = 20_000
"""Of two accounts each, of which one is at the table before too, with five rows in the log."""
NOW: Final = 2 * SESSION
GOING_ON, ENDED, GUEST = "a00100", "a00153", "old"
"""Accounts: one at a table that goes on, one at none, and one who has not come back."""
STATED: Final = f"""
    INSERT INTO head ("table", seq, status, deadline, game, public, code, created)
        SELECT {{t}}, 5, CASE WHEN g % 50 IN (2, 3) THEN 'over' ELSE 'live' END, {NOW} + g, 'dummy',
            g % 3 > 0, '', g FROM n;
    INSERT INTO log ("table", seq, actor, command, at, body)
        SELECT {{t}}, s, CASE s % 2 WHEN 0 THEN {{a}} ELSE {{b}} END, 'c' || s, g, {{body}}
        FROM n CROSS JOIN (SELECT g + 1 AS s FROM n WHERE g < 5) AS seq;
    INSERT INTO member (account, "table")
        SELECT {{a}}, {{t}} FROM n UNION ALL SELECT {{b}}, {{t}} FROM n;
    INSERT INTO account (id, kind, name, created, seen)
        SELECT {{a}}, 'guest', 'Guest', 1, {NOW} FROM n
        UNION ALL SELECT 'old', 'guest', 'Guest', 1, 1;
    INSERT INTO token (hash, account, scopes, created)
        SELECT {{a}}, {{a}}, '', 1 FROM n;
    INSERT INTO wish (account, command, node, name, game, rules, seats, strength, since, beat,
        "table", chosen) SELECT {{a}}, 'c', '', 'Guest', 'dummy', '', 2, 0, 1, {NOW}, 'x' || g, 1
        FROM n
"""
NUMBERS: Final = (
    f"WITH RECURSIVE n(g) AS (SELECT 0 UNION ALL SELECT g + 1 FROM n WHERE g < {TABLES - 1}) "
)


def filling(body: str, padded: Callable[[str], str]) -> list[str]:
    """The statements that fill a store, told how it writes a body, and a number of 5 places."""
    names = {
        "t": f"'t' || {padded('g')}",
        "a": f"'a' || {padded('g')}",
        "b": f"'a' || {padded('g + 1')}",
        "body": body,
    }
    return [_numbered(each.format(**names)) for each in STATED.split(";")]


def _numbered(statement: str) -> str:
    into, _, rest = statement.partition("SELECT")
    return f"{into}{NUMBERS}SELECT{rest}"


async def ask(store: Store) -> None:
    """All that is asked of the tables of somebody, of the lobby and of who waits."""
    assert await mydata.going_on(store, GOING_ON, limit=20) == ["t00100", "t00099"]
    assert await mydata.going_on(store, "nobody", limit=20) == []
    assert await mydata.is_seated(store, GOING_ON) and not await mydata.is_seated(store, ENDED)
    kept = json.loads(await mydata.export(store, ENDED))
    assert [each["table"] for each in kept["tables"]] == ["t00152", "t00153"]
    assert len(kept["commands"]) == 5
    assert await mydata.erase(store, ENDED)
    assert await mydata.forget_guests(store, NOW) == 1
    for public in (True, None):
        heads = await store.heads(status=("waiting", "live"), public=public, limit=100)
        assert (len(heads), heads[0].table) == (100, "t19999")
    assert await nodes.running(store, NOW) == []
    assert await wishes.waiting(store, NOW) == [] and await wishes.unopened(store, NOW) == []
    keys = [("nobody", "c1"), ("nobody", "c2")]
    assert await wishes.of(store, keys) == [] and await wishes.seated(store, "n1", keys) == []
