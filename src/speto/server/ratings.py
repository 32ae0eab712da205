"""How strong players are, by game: Plackett and Luce's model, as openskill has it.

What must stay true: a match counts once; a computer player never moves a person's rating, nor does
a match with fewer than two persons, nor an open cheat anybody's; every rating can be read off the
matches before it.
"""

from __future__ import annotations

from asyncio import Lock, sleep
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from secrets import SystemRandom
from statistics import fmean
from typing import Any, Final, NamedTuple

from openskill.models import PlackettLuce
from sqlalchemy import and_, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from speto import challenge
from speto.games import Match
from speto.server.store import Store
from speto.server.store.schema import account as accounts
from speto.server.store.schema import rated, rating

PEOPLE: Final = "people"
COMPUTERS: Final = "computers"
MODEL: Final = PlackettLuce()
CAUTION: Final = 3  # sigmas below mu: what somebody almost surely is
LEAST: Final = 10  # matches before one stands on the leaderboard
PAUSE: Final = 0.01
LONGEST: Final = 0.25
"""Seconds before it is tried again where others were faster: longer each time, and by chance."""
CHANCE: Final = SystemRandom()


class Place(NamedTuple):
    """Where somebody ended in a match: 1 is best, and equals share a rank.

    A person has an account; a computer player a name of its level and version, as "simple@1".
    """

    rank: int
    account: str | None = None
    computer: str | None = None


class Rating(NamedTuple):
    """A strength, how unsure it is, and after how many matches."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma
    n: int = 0

    @property
    def ordinal(self) -> float:
        """What a leaderboard sorts by."""
        return self.mu - CAUTION * self.sigma


class Leader(NamedTuple):
    """A line of a leaderboard; `name` is that of a person, or of a computer player."""

    account: str
    name: str
    rating: Rating


Key = tuple[str, str]  # who, ladder


class Ratings:
    """The ratings of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._one = Lock()  # the store settles races; this spares them

    async def rate(self, table: str, game: str, places: Sequence[Place], at: int) -> bool:
        """Count a finished match; whether it counted now, and not before or not at all.

        A person for whom a computer played on must be given as a person, with the last rank.
        """
        keys = _keys(places)
        if not keys:
            return False
        async with self._one:
            tries = 0
            while True:  # each time somebody else got on, so all do in the end
                had = await self._read(game, keys)
                counted = await self._is_counted(table)
                if not counted:
                    rows = await self._rows(table, game, _after(places, had), at)
                    if not rows:
                        return False
                    try:
                        await self._store.execute(insert(rated).values(rows))
                    except IntegrityError:  # counted meanwhile, or another match of one here was
                        tries += 1
                        await sleep(CHANCE.random() * min(LONGEST, PAUSE * tries))
                        continue
                # also if it had been counted: the server may have ended between the two
                await self._show(game, keys)
                return not counted

    async def of(self, who: str, game: str, ladder: str = PEOPLE) -> Rating:
        """The rating of an account, or of a computer player."""
        return (await self._read(game, [(who, ladder)]))[who, ladder]

    async def leaders(
        self, game: str, ladder: str = PEOPLE, *, least: int = LEAST, limit: int = 100
    ) -> list[Leader]:
        """The best of a ladder, guests left out."""
        asked = (
            select(*rating.c["account", "mu", "sigma", "n"], accounts.c.name)
            .select_from(rating.outerjoin(accounts, accounts.c.id == rating.c.account))
            .where(rating.c.game == game, rating.c.ladder == ladder, rating.c.n >= least)
            .order_by((rating.c.mu - CAUTION * rating.c.sigma).desc(), rating.c.account)
            .limit(limit)
        )
        if ladder == PEOPLE:
            asked = asked.where(accounts.c.name_key.is_not(None))
        return [
            Leader(
                row["account"],
                row["name"] or row["account"],
                Rating(row["mu"], row["sigma"], row["n"]),
            )
            for row in await self._store.execute(asked)
        ]

    async def _is_counted(self, table: str) -> bool:
        asked = select(rated.c.table).where(rated.c.table == table).limit(1)
        return bool(await self._store.execute(asked))

    async def _read(self, game: str, keys: Sequence[Key]) -> dict[Key, Rating]:
        """The last rating of each; one who has none begins in the middle."""
        newest = (
            select(rated.c.account, rated.c.ladder, func.max(rated.c.n).label("n"))
            .where(rated.c.game == game)
            .where(
                or_(*(and_(rated.c.account == who, rated.c.ladder == it) for who, it in keys)),
            )
            .group_by(rated.c.account, rated.c.ladder)
            .subquery()
        )
        asked = select(*rated.c["account", "ladder", "mu", "sigma", "n"]).join(
            newest,
            and_(
                rated.c.account == newest.c.account,
                rated.c.ladder == newest.c.ladder,
                rated.c.n == newest.c.n,
                rated.c.game == game,
            ),
        )
        found = {
            (row["account"], row["ladder"]): Rating(row["mu"], row["sigma"], row["n"])
            for row in await self._store.execute(asked)
        }
        return {key: found.get(key, Rating()) for key in keys}

    async def _rows(
        self, table: str, game: str, after: Mapping[Key, Rating], at: int
    ) -> list[dict[str, Any]]:
        """What is written of a match; nothing of one who has deleted his account.

        In one order for all nodes, so that none waits for another in a circle.
        """
        people = [who for who, ladder in after if ladder == PEOPLE]
        asked = select(accounts.c.id).where(accounts.c.id.in_(people))
        here = {row["id"] for row in await self._store.execute(asked)}
        return [
            {"account": who, "game": game, "ladder": ladder, "table": table, "at": at}
            | new._asdict()
            for (who, ladder), new in sorted(after.items())
            if ladder == COMPUTERS or who in here
        ]

    async def _show(self, game: str, keys: Sequence[Key]) -> None:
        """Bring the leaderboard's rows up to the last match."""
        for (who, ladder), now in (await self._read(game, keys)).items():
            if not now.n:
                continue
            key = {"account": who, "game": game, "ladder": ladder}
            which = [rating.c[name] == value for name, value in key.items()]
            newer = update(rating).where(*which, rating.c.n <= now.n).values(now._asdict())
            for _ in range(2):  # another match may have made the row, an earlier one too
                if await self._store.execute(newer.returning(rating.c.n)):
                    break
                with suppress(IntegrityError):
                    await self._store.execute(insert(rating).values(key | now._asdict()))
                    break


def match_ranks(
    match: Match, left: Collection[int] = (), points: Sequence[int] = ()
) -> tuple[int, ...]:
    """The rank of each seat of a match that is over.

    The winners are first, the others go by what they receive, and seats in `left`, whose persons
    did not play to the end, come behind all who did. Who receives the same goes by `points`, the
    highest first, if they are given.
    """
    received = match.settlement()
    return ranks_of(
        [
            (seat not in left, seat in match.winners, received[seat], points[seat] if points else 0)
            for seat in range(match.seats)
        ]
    )


def ranks_of(worth: Sequence[Any]) -> tuple[int, ...]:
    """The rank of each, the highest first; equals share the better one.

    >>> ranks_of((10, 50, 10, -20))
    (2, 1, 2, 4)
    """
    return tuple(1 + sum(other > own for other in worth) for own in worth)


def _keys(places: Sequence[Place]) -> list[Key]:
    """Whose ratings a match reads or moves; nobody's, if an open cheat sat there."""
    if any(challenge.way_of((place.computer or "").partition("@")[0]) for place in places):
        return []
    people = {place.account for place in places if place.account is not None}
    computers = {place.computer for place in places if place.computer is not None}
    if len(people) < 2 and (not computers or len(people) + len(computers) < 2):
        return []
    return [
        *((who, PEOPLE) for who in sorted(people)),
        *((which, COMPUTERS) for which in sorted(computers)),
    ]


def _after(places: Sequence[Place], had: Mapping[Key, Rating]) -> dict[Key, Rating]:
    """The ratings that a match moves, after it."""
    people = [((place.account, PEOPLE), place.rank) for place in places if place.account]
    everybody = people + [
        ((place.computer, COMPUTERS), place.rank) for place in places if place.computer
    ]
    after = _moved(people, had) if len({key for key, _ in people}) >= 2 else {}
    if len({key for key, _ in everybody}) >= 2:
        whole = _moved(everybody, had)
        after |= {key: new for key, new in whole.items() if key[1] == COMPUTERS}
    return after


def _moved(field: Sequence[tuple[Key, int]], had: Mapping[Key, Rating]) -> dict[Key, Rating]:
    """The ratings of a field after its match."""
    teams = [[MODEL.rating(mu=had[key].mu, sigma=had[key].sigma)] for key, _ in field]
    moved = MODEL.rate(teams, ranks=[float(rank) for _, rank in field])
    by_key: dict[Key, list[Any]] = {}
    for (key, _), team in zip(field, moved, strict=True):
        by_key.setdefault(key, []).append(team[0])
    # a level that sits there several times moves by their mean
    return {
        key: Rating(
            fmean(each.mu for each in found), fmean(each.sigma for each in found), had[key].n + 1
        )
        for key, found in by_key.items()
    }
