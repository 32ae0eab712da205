"""What was done for a person while he was away.

What must stay true: it is read off the log alone, so that it is the same on every socket and after
a restart.
"""

from __future__ import annotations

from collections.abc import Iterable

from speto.server import log
from speto.server.store import Row


def played_away(rows: Iterable[Row], seat: int, account: str) -> list[int]:
    """The places in the running deal's log of what others played for a seat of the match.

    They begin behind the last row that its person asked for; his client's entropy is not asked for
    by him.
    """
    said, places = 0, list[int]()
    for row in rows:
        body = log.read(row.body)
        if isinstance(body, log.Sealed):
            said, places = 0, []
        elif row.actor == account and not isinstance(body, log.Gave):
            places = []
        if isinstance(body, log.Did):
            if body.seat == seat and row.actor != account:
                places += range(said, said + len(body.words))
            said += len(body.words)
    return places
