"""What writes do beside their rows, for the writers of both engines.

What must stay true: rows of one table follow one another without a gap, or nothing is written.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from speto.server.store import Write


class Spoiled(Exception):
    """A write of the batch does not go in."""


class Change(NamedTuple):
    """What a batch does beside its rows: heads that move, new heads, seeds, who has come.

    Each is in the order of the columns; a head moves only from the seq that stands last.
    """

    moves: list[tuple[Any, ...]]
    new: list[tuple[Any, ...]]
    seeds: list[tuple[Any, ...]]
    members: list[tuple[Any, ...]]


def change_of(writes: Sequence[Write]) -> Change:
    """What these writes do beside their rows.

    :raises Spoiled: the rows of a table do not follow one another.
    """
    last: dict[str, Write] = {}
    first: dict[str, int] = {}
    for write in writes:
        table, seq = write.row.table, write.row.seq
        if table not in last:
            first[table] = seq
        elif seq != last[table].row.seq + 1:
            raise Spoiled
        last[table] = write
    change = Change([], [], [], [])
    for table, write in last.items():
        head, seq = write.head, write.row.seq
        if first[table] == 1:
            change.new.append((table, seq, *head[2:]))
        else:
            change.moves.append((table, seq, head.status, head.deadline, first[table] - 1))
    for write in writes:
        change.seeds.extend((write.row.table, *seed) for seed in write.seeds)
        change.members.extend((who, write.row.table) for who in write.members)
    return change
