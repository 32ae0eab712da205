"""What nodes and workers say to one another over a bus.

What must stay true: the set of messages is closed, and one that is not known is as if it were lost,
so that nodes of two versions can stand side by side; no seed is in one, and of a table no more than
its log tells or one seat may see.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from msgspec import DecodeError, Raw, Struct
from msgspec.json import Decoder, Encoder

from speto.server.store import Row
from speto.server.terms import Ending


class _Told(Struct, frozen=True, tag_field="is"):
    pass


# Under the topic of a table.


class Wrote(_Told, frozen=True, tag="wrote"):
    """A row of a table is durable; `body` is its JSON as the log has it, byte for byte."""

    table: str
    seq: int
    actor: str
    command: str
    at: int
    body: Raw

    @property
    def row(self) -> Row:
        """The row that was written."""
        return Row(self.table, self.seq, self.actor, self.command, self.at, bytes(self.body))


class Reached(_Told, frozen=True, tag="reached"):
    """A row of a table is durable that is longer than the bus carries."""

    table: str
    seq: int


class Plays(_Told, frozen=True, tag="plays"):
    """A node has a computer player at work for a table, and is not silent."""

    table: str


class Here(_Told, frozen=True, tag="here"):
    """Who looks at a table at one node: which accounts, and how many who do not sit there."""

    table: str
    node: str
    accounts: tuple[str, ...]
    watchers: int


class Looks(_Told, frozen=True, tag="looks"):
    """A node has taken a table up, and wants to hear who looks at it elsewhere."""

    table: str


class Spoke(_Told, frozen=True, tag="spoke"):
    """Somebody has said a phrase or a text at a table; `n` is the number of the line."""

    table: str
    n: int
    at: int
    account: str | None
    name: str
    phrase: str | None
    text: str | None


class Hurried(_Told, frozen=True, tag="hurried"):
    """The computer players of a table think less just now."""

    table: str


class Broke(_Told, frozen=True, tag="broke"):
    """A table has failed at a node and was set aside."""

    table: str


# Under the topic of the site.


class Renamed(_Told, frozen=True, tag="renamed"):
    """An account has another name; times in milliseconds."""

    id: str
    kind: str
    name: str
    created: int
    seen: int


class Leaves(_Told, frozen=True, tag="leaves"):
    """The sockets of an account are to be closed: those of one token, or all but one's."""

    account: str
    reason: Ending
    token: str | None = None
    but: str | None = None


class Took(_Told, frozen=True, tag="took"):
    """So often a node has let each key do what a limit counts."""

    limit: str
    keys: dict[str, int]


class Seated(_Told, frozen=True, tag="seated"):
    """A table was opened for a quick match, by this command; its accounts by seat."""

    table: str
    command: str
    accounts: tuple[str | None, ...]


class Works(_Told, frozen=True, tag="works"):
    """A worker is there: so many choices it takes at once, and it has these jobs now."""

    worker: str
    room: int
    has: tuple[str, ...] = ()


# Under the topic of a worker, and of a node.


class Job(_Told, frozen=True, tag="job"):
    """A node asks a worker for a word: the view is a line as `players.apart` writes it."""

    job: str
    node: str
    level: str
    view: str
    chance: int


class Chose(_Told, frozen=True, tag="chose"):
    """A worker's answer: a word, and the signature of who chose it; without them it could not."""

    job: str
    word: str | None = None
    by: str | None = None
    lowered: bool = False


Told: TypeAlias = (
    Wrote
    | Reached
    | Plays
    | Here
    | Looks
    | Spoke
    | Hurried
    | Broke
    | Renamed
    | Leaves
    | Took
    | Seated
    | Works
    | Job
    | Chose
)

_DECODER: Final[Decoder[Told]] = Decoder(Told)
_ENCODER: Final = Encoder()


def wrote(row: Row) -> Wrote:
    """What is told of a row.

    >>> wrote(Row("T", 2, "clock", "timeout:1", 5, b'{"is":"ready","seat":0}')).row.seq
    2
    """
    return Wrote(row.table, row.seq, row.actor, row.command, row.at, Raw(row.body))


def encode(told: Told) -> bytes:
    """The message that tells it: JSON.

    >>> encode(Hurried("T"))
    b'{"is":"hurried","table":"T"}'
    """
    return _ENCODER.encode(told)


def decode(message: bytes) -> Told | None:
    """What a message tells; none if it is no message, or of a kind that is not known here.

    >>> decode(b'{"is":"hurried","table":"T"}'), decode(b'{"is":"sang"}'), decode(b"-")
    (Hurried(table='T'), None, None)
    """
    try:
        return _DECODER.decode(message)
    except (DecodeError, UnicodeError, RecursionError):
        return None
