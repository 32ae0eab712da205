"""What a table's log is made of: one body a row, each a command that was accepted.

What must stay true: a table is its log, and nothing else; the set of bodies is closed; no seed
stands in one before its deal is over, and no card that somebody may not see.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, Final, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.json import Decoder, Encoder

from speto.games import game
from speto.server.clock import Clock
from speto.server.terms import SeatKind, Talk

SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=9)]
Millis: TypeAlias = Annotated[int, Meta(ge=0)]
Hex16: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{32}$(?!\\n)")]
Hex32: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{64}$(?!\\n)")]


class _Body(Struct, frozen=True, forbid_unknown_fields=True, tag_field="is"):
    pass


class Plan(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat as it was opened; anybody may sit in an `open` one; a computer has a level."""

    kind: SeatKind
    who: str | None = None
    name: str = ""
    level: str | None = None


class Opened(_Body, frozen=True, tag="opened"):
    """A table was opened; `commit` is that of its first deal, `delay` how late spectators see."""

    game: str
    rules: str
    seats: tuple[Plan, ...]
    clock: Clock
    public: bool
    talk: Talk
    delay: Millis
    owner: str
    commit: Hex32


class Sat(_Body, frozen=True, tag="sat"):
    """Somebody sat down in an open seat."""

    seat: SeatNumber
    who: str
    name: str


class Left(_Body, frozen=True, tag="left"):
    """A seat was given back before the first deal."""

    seat: SeatNumber


class Filled(_Body, frozen=True, tag="filled"):
    """Computer players of a level sat down in the open seats; `names` are theirs, in order."""

    level: str
    names: tuple[str, ...] = ()


class Ready(_Body, frozen=True, tag="ready"):
    """A seat is ready for the next deal, or its time is up; one that may rejoin does not."""

    seat: SeatNumber


class Announced(_Body, frozen=True, tag="announced"):
    """The transcript of the next deal without entropy, and the commit of the deal after it."""

    transcript: str
    commit: Hex32


class Gave(_Body, frozen=True, tag="gave"):
    """A person's entropy for the deal that was announced."""

    seat: SeatNumber
    deal: int
    entropy: Hex16


class Sealed(_Body, frozen=True, tag="sealed"):
    """The transcript with all entropy that came: the deal begins."""

    transcript: str


class Did(_Body, frozen=True, tag="did"):
    """Words of one turn, in order; `late` if the clock said them.

    `by` is the signature of the computer player that chose them.
    """

    seat: SeatNumber
    words: tuple[str, ...]
    late: bool = False
    by: str | UnsetType = UNSET


class Revealed(_Body, frozen=True, tag="revealed"):
    """The seed of a deal that is over."""

    deal: int
    seed: Hex32


class Credited(_Body, frozen=True, tag="credited"):
    """An outage, given back to the clock that was running."""

    ms: Millis


class Replaced(_Body, frozen=True, tag="replaced"):
    """A computer of that level plays on for a person."""

    seat: SeatNumber
    level: str


class Returned(_Body, frozen=True, tag="returned"):
    """A person is back in the own seat."""

    seat: SeatNumber


class Rejoined(_Body, frozen=True, tag="rejoined"):
    """A seat that was out came back into a pool."""

    seat: SeatNumber


class Closed(_Body, frozen=True, tag="closed"):
    """The table was closed before its match was over."""

    reason: Literal["owner", "empty", "idle", "server"]


class Followed(_Body, frozen=True, tag="followed"):
    """A rematch was opened."""

    table: str


Body: TypeAlias = (
    Opened
    | Sat
    | Left
    | Filled
    | Ready
    | Announced
    | Gave
    | Sealed
    | Did
    | Revealed
    | Credited
    | Replaced
    | Returned
    | Rejoined
    | Closed
    | Followed
)

_DECODER: Final[Decoder[Body]] = Decoder(Body)
_ENCODER: Final = Encoder()


@lru_cache(maxsize=8192)
def action_of(game_name: str, word: str) -> Any:
    """The action that a word is in a game, kept: it is read when it is asked, and as a row.

    :raises ParseError: if it is none.
    """
    return game(game_name).parse(word)


def members_of(actor: str, body: Body) -> tuple[str, ...]:
    """The accounts that a row brings to a table: who opened it, owns it or is given a seat.

    >>> members_of("ann", Sat(1, "bo", "Bo")), members_of("ann", Left(1))
    (('bo',), ())
    """
    if isinstance(body, Sat):
        return (body.who,)
    if not isinstance(body, Opened):
        return ()
    return tuple(sorted({actor, body.owner, *(plan.who for plan in body.seats if plan.who)}))


def write(body: Body) -> bytes:
    """A body as a row keeps it: JSON.

    >>> write(Did(2, ("+",)))
    b'{"is":"did","seat":2,"words":["+"],"late":false}'
    """
    return _ENCODER.encode(body)


def read(body: bytes) -> Body:
    """The body of a row.

    :raises msgspec.ValidationError: if it is none.
    """
    return _DECODER.decode(body)
