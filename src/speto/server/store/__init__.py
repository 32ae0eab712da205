"""What the server keeps: the logs of its tables, their secrets and the site's own rows.

What must stay true: a row is durable before `append` returns; the rows of a table are numbered from
1 without a gap; a command id stands once; a seed is never in a row.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

from sqlalchemy import Executable, Insert

CLAIM: Final = 2_000
"""So long a table that is due is given to nobody else, in milliseconds."""
GOING_ON: Final = ("waiting", "live")
"""The statuses of a table that waits or plays."""
ENDED: Final = ("over", "closed", "broken")
"""The others."""


class Row(NamedTuple):
    """One accepted command of a table; `at` is in milliseconds since 1970."""

    table: str
    seq: int
    actor: str
    command: str
    at: int
    body: bytes


class Head(NamedTuple):
    """Where a table stands: "waiting", "live", "over", "closed" or "broken", and its deadline.

    What is not the seq, the status or the deadline is said with the first row, and stays.
    """

    table: str
    seq: int
    status: str
    deadline: int | None
    game: str
    public: bool
    code: str
    created: int


class Reach(NamedTuple):
    """How far a table has got: its last row, its status, the last line of its talk (0: none)."""

    table: str
    seq: int
    status: str
    talk: int


class Write(NamedTuple):
    """A row, the head that goes with it and the (deal, seed) that it commits to.

    `members` are the accounts that it brings to the table, to be found by `schema.member`.
    """

    row: Row
    head: Head
    seeds: tuple[tuple[int, bytes], ...] = ()
    members: tuple[str, ...] = ()


class Each(NamedTuple):
    """A statement that is done with the values of each of these rows."""

    statement: Insert
    rows: Sequence[Mapping[str, Any]]


Statement: TypeAlias = Executable | Each


class StoreError(ValueError):
    """The store cannot do it: its file, the disk or another process is in the way."""


class Taken(Exception):
    """The row is not the next of its table, or a new table's code is taken: decide again."""


class Repeated(Exception):
    """This actor's command id stands at this table already, in `row`."""

    def __init__(self, row: Row) -> None:
        super().__init__(f"command {row.command} of {row.actor} is row {row.seq} of {row.table}")
        self.row = row


class Store(Protocol):
    """Whatever keeps tables; every call may raise StoreError."""

    async def append(self, write: Write) -> None:
        """Keep a row; it is durable when this returns.

        :raises Taken: the row is not the next of its table; nothing was written.
        :raises Repeated: the command stands already; nothing was written.
        """

    async def rows(self, table: str, since: int = 0) -> list[Row]:
        """The rows of a table behind `since`, in order."""

    async def seeds(self, table: str) -> dict[int, bytes]:
        """The seeds of a table's deals, revealed or not."""

    async def head(self, table: str) -> Head | None:
        """Where a table stands."""

    async def by_code(self, code: str) -> Head | None:
        """Where the table with this code stands."""

    async def heads(
        self, *, status: Collection[str], public: bool | None = None, limit: int = 1000
    ) -> list[Head]:
        """The tables of these statuses, the newest first."""

    async def heads_of(self, tables: Collection[str]) -> dict[str, Reach]:
        """How far each of these tables has got, asked at once; of one that is not there nothing."""

    async def due(self, now: int, limit: int = 200) -> list[Head]:
        """The live tables whose deadline has come, the longest overdue first.

        They are claimed: until `CLAIM` is over, or a row of theirs is written, nobody else is
        given them.
        """

    async def mark(self, table: str, status: str) -> None:
        """Give a table a status without a row; for one that failed."""

    async def execute(self, statement: Statement, *more: Statement) -> list[dict[str, Any]]:
        """Do statements on the tables of `schema`, all or none; the rows of the last, if any.

        :raises sqlalchemy.exc.IntegrityError: a key or a rule of the table forbids it.
        """

    async def close(self) -> None:
        """Finish what was asked and close the files."""
