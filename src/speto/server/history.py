"""The deals that are over: their records with their proofs, and who played them.

What must stay true: a stored text is a canonical record, and carries its proof; a deal is stored
once, and only when it is over.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from sqlalchemy import and_, func, insert, or_, select
from sqlalchemy.exc import IntegrityError

from speto.fair import Proof, tags_of
from speto.players.played import COMPUTERS
from speto.record import Record, write_record
from speto.server.store import Each, Store
from speto.server.store.schema import played, result

PAGE: Final = 20

# Made once: a statement costs more to make than to do.
PLAYERS: Final = insert(played)
DEAL: Final = insert(result)


class Sitter(NamedTuple):
    """Who sat in a seat of a deal; `level` is a computer player's, rank 1 the best."""

    account: str | None
    level: str | None
    rank: int


class Player(NamedTuple):
    """Who played a deal, by its seats; without account or level, somebody who is deleted."""

    seat: int
    account: str | None
    name: str
    level: str | None
    points: int
    rank: int


class Finished(NamedTuple):
    """A deal that is over; `record` is its text, with the proof in its tags."""

    table: str
    deal: int
    game: str
    at: int
    public: bool
    record: str
    proof: str | None
    players: tuple[Player, ...]


class Line(NamedTuple):
    """A deal in a list."""

    table: str
    deal: int
    game: str
    at: int
    public: bool
    players: tuple[Player, ...]


class Place(NamedTuple):
    """Where a page ended: ask for what is older."""

    at: int
    table: str
    deal: int


async def keep(
    store: Store,
    record: Record,
    proof: Proof,
    sitters: Sequence[Sitter],
    *,
    at: int,
    public: bool,
) -> bool:
    """Store a deal that is over; whether it was not there yet.

    :raises ValueError: if it is not over, is not that proof's, or a seat has no sitter.
    """
    transcript = proof.transcript
    state = record.state
    if not state.over:
        raise ValueError("a deal that is not over has no place in the history")
    if state.pack != proof.dealt or len(sitters) != state.seats:
        raise ValueError("the proof or the sitters are not those of the deal")
    key = {"table": transcript.table, "deal": transcript.deal}
    rows = [
        {
            **key,
            **sitter._asdict(),
            "seat": seat,
            "name": name,
            "at": at,
            "points": points,
        }
        for seat, (sitter, name, points) in enumerate(
            zip(sitters, record.names, state.scores, strict=True)
        )
    ]
    tags = computers_tag(sitters) | dict(record.tags) | dict(tags_of(proof))
    text = write_record(replace(record, tags=tuple(tags.items())))
    whole = {
        **key,
        "game": record.game,
        "at": at,
        "public": public,
        "record": text,
        "proof": str(proof),
    }
    # the players first: a deal that is found has them, wherever the server was stopped
    for statement in (Each(PLAYERS, rows), Each(DEAL, [whole])):
        try:
            await store.execute(statement)
            new = True
        except IntegrityError:
            new = False
    return new


def computers_tag(sitters: Sequence[Sitter]) -> dict[str, str]:
    """The tag that tells computer players, where there are any.

    >>> computers_tag([Sitter("ann", None, 1), Sitter(None, "simple", 2)])
    {'Computers': '-, simple'}
    """
    if all(sitter.level is None for sitter in sitters):
        return {}
    return {COMPUTERS: ", ".join(sitter.level or "-" for sitter in sitters)}


async def is_kept(store: Store, table: str, deal: int) -> bool:
    """Whether a deal is in the history."""
    asked = select(result.c.deal).where(result.c.table == table, result.c.deal == deal)
    return bool(await store.execute(asked))


async def fetch(store: Store, table: str, deal: int) -> Finished | None:
    """A deal that is over, by its table and number."""
    asked = select(result).where(result.c.table == table, result.c.deal == deal)
    for row in await store.execute(asked):
        players = await _players(store, [(table, deal)])
        return Finished(**row, players=players[table, deal])
    return None


async def of_table(store: Store, table: str) -> list[Line]:
    """The deals of a table, in order."""
    asked = _lines().where(result.c.table == table).order_by(result.c.deal)
    return await _with_players(store, await store.execute(asked))


async def records_of(store: Store, table: str) -> list[str]:
    """The texts of the deals of a table, in order."""
    asked = select(result.c.record).where(result.c.table == table).order_by(result.c.deal)
    return [row["record"] for row in await store.execute(asked)]


async def of_account(
    store: Store,
    account: str,
    *,
    before: Place | None = None,
    only_public: bool = False,
    limit: int = PAGE,
) -> list[Line]:
    """The deals that an account has played, the newest first; `before` is where a page ended."""
    seats = played.join(
        result, and_(result.c.table == played.c.table, result.c.deal == played.c.deal)
    )
    asked = _lines().select_from(seats).where(played.c.account == account).distinct()
    if only_public:
        asked = asked.where(result.c.public)
    if before:
        same_time = and_(result.c.at == before.at, result.c.table == before.table)
        asked = asked.where(
            or_(
                result.c.at < before.at,
                and_(result.c.at == before.at, result.c.table < before.table),
                and_(same_time, result.c.deal < before.deal),
            )
        )
    order = result.c.at.desc(), result.c.table.desc(), result.c.deal.desc()
    return await _with_players(store, await store.execute(asked.order_by(*order).limit(limit)))


async def count(store: Store, account: str) -> int:
    """How many deals an account has played."""
    asked = select(func.count().label("deals")).where(played.c.account == account)
    return int((await store.execute(asked))[0]["deals"])


def place_of(line: Line) -> Place:
    """Where a page ends that ends with this line."""
    return Place(line.at, line.table, line.deal)


def _lines() -> Any:
    return select(*result.c["table", "deal", "game", "at", "public"])


async def _with_players(store: Store, rows: Sequence[dict[str, Any]]) -> list[Line]:
    players = await _players(store, [(row["table"], row["deal"]) for row in rows])
    return [Line(**row, players=players[row["table"], row["deal"]]) for row in rows]


async def _players(
    store: Store, deals: Sequence[tuple[str, int]]
) -> dict[tuple[str, int], tuple[Player, ...]]:
    """Who played these deals, by seat."""
    found: dict[tuple[str, int], list[Player]] = {deal: [] for deal in deals}
    if deals:
        which = (and_(played.c.table == table, played.c.deal == deal) for table, deal in deals)
        asked = select(played).where(or_(*which)).order_by(played.c.seat)
        for row in await store.execute(asked):
            player = Player(*(row[field] for field in Player._fields))
            found[row["table"], row["deal"]].append(player)
    return {deal: tuple(players) for deal, players in found.items()}
