"""What a client may ask of the table server.

What must stay true: the set is closed, and every string and list in it is bounded. Each ask has the
id of its command; sent again under the same id, it is done once.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from speto.server.terms import ClockName, SeatKind, Talk

Id: TypeAlias = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,64}$(?!\\n)")]
TableId: TypeAlias = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,40}$(?!\\n)")]
Code: TypeAlias = Annotated[str, Meta(min_length=1, max_length=24)]
Word: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200)]
Words: TypeAlias = Annotated[list[Word], Meta(min_length=1, max_length=40)]
CardText: TypeAlias = Annotated[str, Meta(pattern="^([2-9TJQKA][cdhs]|[*][*])$(?!\\n)")]
Group: TypeAlias = Annotated[list[CardText], Meta(min_length=1, max_length=14)]
Groups: TypeAlias = Annotated[list[Group], Meta(max_length=14)]
RulesText: TypeAlias = Annotated[str, Meta(pattern="^[a-z0-9_=,-]{1,2000}$(?!\\n)")]
Plain: TypeAlias = Annotated[str, Meta(pattern="^[a-z][a-z0-9_]{0,39}$(?!\\n)")]
Level: TypeAlias = Annotated[str, Meta(pattern="^[a-z][a-z0-9_+]{0,39}$(?!\\n)")]
Digits: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{32}$(?!\\n)")]
Text: TypeAlias = Annotated[str, Meta(min_length=1, max_length=300)]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=5)]
Seq: TypeAlias = Annotated[int, Meta(ge=0, le=2**53 - 1)]
Deal: TypeAlias = Annotated[int, Meta(ge=1, le=999_999_999)]
Delay: TypeAlias = Annotated[int, Meta(ge=0, le=600_000)]


class _Ask(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type"):
    id: Id


class Hello(_Ask, frozen=True, tag="hello"):
    """The first frame: who comes; without a token a guest does."""

    version: Annotated[int, Meta(ge=1, le=1_000_000)]
    token: Annotated[str, Meta(max_length=200)] | None = None
    language: Annotated[str, Meta(max_length=35)] | None = None


class SeatAsked(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A seat of a table to open: `person` is the one who asks, `open` is for anybody."""

    kind: SeatKind
    level: Level = "simple"


class Open(_Ask, frozen=True, tag="open"):
    """Open a table; `delay` are the milliseconds that spectators lag behind."""

    game: Plain
    rules: RulesText
    seats: Annotated[list[SeatAsked], Meta(min_length=2, max_length=6)]
    clock: ClockName | None = None
    public: bool = False
    talk: Talk = "phrases"
    delay: Delay = 0


class Join(_Ask, frozen=True, tag="join"):
    """Sit down at a table, named by its id or its code."""

    table: TableId | None = None
    code: Code | None = None
    seat: SeatNumber | None = None


class Watch(_Ask, frozen=True, tag="watch"):
    """Be shown a table from now on; with `since`, the rows after that seq instead of a snapshot.

    `sight` is for who knows the rules: each view also says as a line of text all that it knows.
    """

    table: TableId | None = None
    code: Code | None = None
    since: Seq | None = None
    sight: bool = False


class Do(_Ask, frozen=True, tag="do"):
    """Words of the own turn, for good; `seq` is the last row that the player has seen."""

    table: TableId
    seq: Seq
    words: Words


class Try(_Ask, frozen=True, tag="try"):
    """Words of the own turn on a copy, for the own eyes alone."""

    table: TableId
    seq: Seq
    words: Words


class Arrange(_Ask, frozen=True, tag="arrange"):
    """What the own hand is in these groups (Indian Rummy), of 14 cards without `discard`."""

    table: TableId
    groups: Groups
    discard: CardText | None = None


class Entropy(_Ask, frozen=True, tag="entropy"):
    """The own part of the chance of a deal: 16 bytes as hex digits."""

    table: TableId
    deal: Deal
    entropy: Digits


class Leave(_Ask, frozen=True, tag="leave"):
    """Give the seat back before the first deal."""

    table: TableId


class Fill(_Ask, frozen=True, tag="fill"):
    """Begin now: computer players take the free seats of the own table."""

    table: TableId
    level: Level = "simple"


class Unwatch(_Ask, frozen=True, tag="unwatch"):
    """Be shown a table no more."""

    table: TableId


class Ready(_Ask, frozen=True, tag="ready"):
    """Let the next deal begin as soon as all are ready."""

    table: TableId


class Rejoin(_Ask, frozen=True, tag="rejoin"):
    """Come back into a pool (I-POOL)."""

    table: TableId


class Rematch(_Ask, frozen=True, tag="rematch"):
    """The same table once more."""

    table: TableId


class Back(_Ask, frozen=True, tag="back"):
    """Take the own seat back from the computer."""

    table: TableId


class Say(_Ask, frozen=True, tag="say"):
    """A phrase, or free words where the table allows them."""

    table: TableId
    phrase: Plain | None = None
    text: Text | None = None


class Mute(_Ask, frozen=True, tag="mute"):
    """Hear a person no more, or again."""

    account: Id
    on: bool = True


class Report(_Ask, frozen=True, tag="report"):
    """Tell the keepers of the server about a person."""

    table: TableId
    account: Id
    reason: Literal["talk", "name", "play", "other"]
    text: Text | None = None


class Quick(_Ask, frozen=True, tag="quick"):
    """Be seated with others who want the same."""

    game: Plain
    rules: RulesText
    seats: Annotated[int, Meta(ge=2, le=6)]


class Unquick(_Ask, frozen=True, tag="unquick"):
    """Wait for a quick match no more."""


class Tables(_Ask, frozen=True, tag="tables"):
    """The public tables."""


class Ping(_Ask, frozen=True, tag="ping"):
    """Is the server there?"""


Ask: TypeAlias = (
    Hello
    | Open
    | Join
    | Leave
    | Fill
    | Watch
    | Unwatch
    | Ready
    | Entropy
    | Try
    | Do
    | Arrange
    | Rejoin
    | Rematch
    | Back
    | Say
    | Mute
    | Report
    | Quick
    | Unquick
    | Tables
    | Ping
)
