"""What the table server tells a client.

What must stay true: messages of one kind have the same keys whatever is hidden; a card stands in a
view alone, and in the words of a log as they are told to this viewer.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import UNSET, Raw, Struct, UnsetType

from speto.server.terms import Ending, SeatKind, Stage, Talk
from speto.server.terms import Notice as NoticeCode


class _Told(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type"):
    pass


class Face(Struct, frozen=True, forbid_unknown_fields=True):
    """A `View` as frames carry it: `public` is the same for every viewer of a seq.

    `sight` is there only for who asked for it.
    """

    public: Raw
    own: Raw
    sight: str | UnsetType | None = UNSET


class Line(Struct, frozen=True, forbid_unknown_fields=True):
    """An action of the public log as this viewer may read it."""

    seat: int
    word: str


class SeatShown(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A seat of the match; `substitute` is the level of the computer that plays for a person."""

    kind: SeatKind
    account: str | None
    name: str
    level: str | None
    substitute: str | None
    missed: int
    ready: bool
    here: bool


class Clock(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The clock of a table in milliseconds; no `turn`, no clock."""

    name: str
    turn: int | None
    bank: int
    credit: int
    lost_turns: int


class Settings(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a table was opened with."""

    game: str
    rules: str
    clock: Clock
    public: bool
    talk: Talk
    delay: int
    owner: str
    code: str


class Standing(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The match by seat of the match: who is still `playing`, and what each deal brought.

    `places` are the seats that sit in the deal which runs or is over, by seat of the deal. Once
    the match is over, `settlement` is what each seat gets, less what it pays, by `settled_by`.
    """

    playing: list[int]
    places: list[int]
    starter: int
    direction: int
    deals: list[list[int]]
    totals: list[int]
    over: bool
    winners: list[int]
    may_rejoin: list[int]
    settlement: list[int] | None
    settled_by: str | None = None


class Now(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The clock after a row: milliseconds left of the deadline, and of each seat's bank."""

    stage: Stage
    left: int | None
    banks: list[int]


class Fair(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How the running deal is dealt; `transcript` is the text that is hashed, byte for byte.

    `commit` is that of the next seed; `seeds` are those revealed, by deal.
    """

    deal: int
    transcript: str | None
    sealed: bool
    commit: str | None
    gave: list[int]
    seeds: dict[int, str]


class Welcome(_Told, frozen=True, tag="welcome"):
    """The answer to `hello`; the token is told once, to a new guest."""

    id: str
    account: str
    name: str
    token: str | None
    version: int
    languages: list[str]
    server: str


class Done(_Told, frozen=True, tag="done"):
    """An ask was done, durably; `seq` is its row, `table` the table that was opened or joined."""

    id: str
    table: str | None = None
    seq: int | None = None


class Refused(_Told, frozen=True, tag="refused"):
    """An ask was not done; `place` is the word that is wrong, from 0, `clause` what forbids it."""

    id: str
    code: str
    clause: str | None = None
    place: int | None = None
    text: str | None = None


class Said(_Told, frozen=True, tag="said"):
    """What somebody said at a table."""

    table: str
    n: int
    at: int
    account: str
    name: str
    phrase: str | None = None
    text: str | None = None


class Table(_Told, frozen=True, tag="table"):
    """A whole table as this viewer may see it after `seq`; `seat` is the own seat of the match.

    `away` are the places in `log` of what was played late for the own seat since its person last
    asked for anything.
    """

    table: str
    seq: int
    seat: int | None
    settings: Settings
    seats: list[SeatShown]
    standing: Standing | None
    now: Now
    fair: Fair
    view: Face | None
    log: list[Line]
    said: list[Said]
    away: list[int]
    followed: str | None = None


class Moved(_Told, frozen=True, tag="moved"):
    """A seat of the deal has played words; `late`: the clock or a substitute played for it."""

    table: str
    seq: int
    at: int
    seat: int
    words: list[str]
    late: bool
    now: Now
    view: Face | None


class Event(_Told, frozen=True, tag="event"):
    """Any other row; `seat` is of the match, and what is null has nothing to do with `what`."""

    table: str
    seq: int
    at: int
    what: Literal[
        "opened",
        "sat",
        "left",
        "filled",
        "ready",
        "announced",
        "gave",
        "sealed",
        "revealed",
        "credited",
        "replaced",
        "returned",
        "rejoined",
        "closed",
        "followed",
    ]
    seat: int | None
    reason: str | None
    ms: int | None
    followed: str | None
    seats: list[SeatShown]
    standing: Standing | None
    now: Now
    fair: Fair
    view: Face | None


class Draft(_Told, frozen=True, tag="draft"):
    """What the own words would bring, after row `seq`; nobody else knows of it."""

    id: str
    table: str
    seq: int
    words: list[str]
    view: Face


class Arranged(_Told, frozen=True, tag="arranged"):
    """The own hand in the groups asked for: an arrangement as the view's `best`."""

    id: str
    table: str
    arrangement: Raw


class TableListed(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A public table in the lobby."""

    table: str
    game: str
    rules: str
    clock: str
    stage: Stage
    seats: list[SeatShown]
    watchers: int
    created: int


class Lobby(_Told, frozen=True, tag="lobby"):
    """The answer to `tables`."""

    id: str
    tables: list[TableListed]


class Presence(_Told, frozen=True, tag="presence"):
    """Who is here: by seat of the match, and how many look on."""

    table: str
    here: list[bool]
    watchers: int


class Pong(_Told, frozen=True, tag="pong"):
    """The server is there; `at` is its time."""

    id: str
    at: int


class Notice(_Told, frozen=True, tag="notice"):
    """What is told once: of a table, or of the server where there is none."""

    code: NoticeCode
    table: str | None


class Closing(_Told, frozen=True, tag="closing"):
    """The socket is about to be closed; on `drain`, come back."""

    reason: Ending


Message: TypeAlias = (
    Welcome
    | Done
    | Refused
    | Table
    | Moved
    | Event
    | Draft
    | Arranged
    | Said
    | Lobby
    | Presence
    | Pong
    | Notice
    | Closing
)
