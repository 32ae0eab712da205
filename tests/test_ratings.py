"""Ratings: each match once, computers apart, and the strong above the weak."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest
from openskill.models import PlackettLuce
from sqlalchemy import delete, insert, select, update

from speto import match as matches
from speto.games import Match, game
from speto.server.ratings import COMPUTERS, Place, Rating, Ratings, match_ranks, ranks_of
from speto.server.store import Store
from speto.server.store.schema import account, rated, rating
from tests.site import Clock, with_store

pytestmark = pytest.mark.once

PRESETS = {name: tuple(game(name).PRESETS) for name in ("dummy", "indian")}


async def seated(store: Store, *names: str) -> None:
    """Make accounts whose ids are their names."""
    for name in names:
        row = {"id": name, "kind": "person", "name": name.title(), "name_key": name}
        await store.execute(insert(account).values(**row, created=1, seen=1))


def people(*names: str) -> list[Place]:
    """Places in the order in which they ended."""
    return [Place(rank, account=name) for rank, name in enumerate(names, 1)]


def test_one_match_is_what_openskill_says(tmp_path: Path) -> None:
    """After a match of persons each has the rating that openskill gives, ties and all."""

    async def use(store: Store, clock: Clock) -> None:
        await seated(store, "ann", "bo", "cy")
        ratings = Ratings(store)
        places = [Place(1, "ann"), Place(2, "bo"), Place(2, "cy")]
        assert await ratings.rate("t", "dummy", places, clock())
        model = PlackettLuce()
        right = model.rate([[model.rating()] for _ in range(3)], ranks=[1, 2, 2])
        for name, team in zip(("ann", "bo", "cy"), right, strict=True):
            assert await ratings.of(name, "dummy") == Rating(team[0].mu, team[0].sigma, 1)
        assert await ratings.of("ann", "indian") == Rating()

    with_store(tmp_path, use)


def test_a_match_counts_once(tmp_path: Path) -> None:
    """However often and however many at once ask, a match counts once."""

    async def use(store: Store, clock: Clock) -> None:
        await seated(store, "ann", "bo")
        both = [Ratings(store), Ratings(store)]
        asked = [each.rate("t", "dummy", people("ann", "bo"), 1) for each in both * 4]
        assert sorted(await asyncio.gather(*asked)) == [False] * 7 + [True]
        assert (await both[0].of("ann", "dummy")).n == 1

    with_store(tmp_path, use)


def test_matches_at_once_all_count(tmp_path: Path) -> None:
    """Two matches of the same persons that end together, seen by two servers, both count."""

    async def use(store: Store, clock: Clock) -> None:
        await seated(store, "ann", "bo")
        both = [Ratings(store), Ratings(store)]
        for n in range(0, 10, 2):
            await asyncio.gather(
                *(
                    each.rate(f"t{n + k}", "dummy", people("ann", "bo"), 1)
                    for k, each in enumerate(both)
                )
            )
        assert (await both[0].of("ann", "dummy")).n == 10
        shown = await store.execute(select(rating.c.n))
        assert [row["n"] for row in shown] == [10, 10]

    with_store(tmp_path, use)


def test_computers_move_nobody_but_themselves(tmp_path: Path) -> None:
    """A person's rating is that of the match without the computers, which have a ladder apart."""

    async def use(store: Store, clock: Clock) -> None:
        await seated(store, "ann", "bo", "cy", "di")
        ratings = Ratings(store)
        mixed = [
            Place(1, computer="simple@1"),
            Place(2, "ann"),
            Place(3, computer="simple@1"),
            Place(4, "bo"),
        ]
        assert await ratings.rate("t", "dummy", mixed, 1)
        assert await ratings.rate("u", "dummy", people("cy", "di"), 1)
        assert await ratings.of("ann", "dummy") == await ratings.of("cy", "dummy")
        computer = await ratings.of("simple@1", "dummy", COMPUTERS)
        assert computer.n == 1 and computer.mu > Rating().mu
        alone = [Place(1, "ann"), Place(2, computer="simple@1")]
        before = await ratings.of("ann", "dummy")
        assert await ratings.rate("v", "dummy", alone, 1)
        assert await ratings.of("ann", "dummy") == before
        lost = await ratings.of("simple@1", "dummy", COMPUTERS)
        assert lost.n == 2 and lost.mu < computer.mu
        same = [Place(1, computer="simple@1"), Place(2, computer="simple@1")]
        assert not await ratings.rate("w", "dummy", same, 1)
        assert not await ratings.rate("x", "dummy", people("ann"), 1)

    with_store(tmp_path, use)


def test_a_crash_between_is_made_good(tmp_path: Path) -> None:
    """If the server ended before the leaderboard was written, asking again writes it."""

    async def use(store: Store, clock: Clock) -> None:
        await seated(store, "ann", "bo")
        ratings = Ratings(store)
        await ratings.rate("t", "dummy", people("ann", "bo"), 1)
        right = await store.execute(select(rating).order_by(rating.c.account))
        await store.execute(delete(rating))
        assert not await ratings.rate("t", "dummy", people("ann", "bo"), 1)
        assert await store.execute(select(rating).order_by(rating.c.account)) == right

    with_store(tmp_path, use)


def test_the_deleted_are_not_rated_again(tmp_path: Path) -> None:
    """A match of one who has deleted his account moves the others, and writes nothing of him."""

    async def use(store: Store, clock: Clock) -> None:
        await seated(store, "ann")
        ratings = Ratings(store)
        assert await ratings.rate("t", "dummy", people("ann", "gone"), 1)
        assert [row["account"] for row in await store.execute(select(rated.c.account))] == ["ann"]
        assert not await ratings.rate("u", "dummy", people("gone", "away"), 1)

    with_store(tmp_path, use)


def test_the_leaderboard_knows_the_strong(tmp_path: Path) -> None:
    """After many matches the leaderboard has the order of strength; guests and newcomers wait."""

    async def use(store: Store, clock: Clock) -> None:
        random, names = Random(3), [f"p{n}" for n in range(6)]
        await seated(store, *names, "new", "guest")
        await store.execute(update(account).where(account.c.id == "guest").values(name_key=None))
        ratings = Ratings(store)
        for n in range(120):
            field = random.sample(names, 4)
            field.sort(key=lambda name: names.index(name) * 10 + random.gauss(0, 8))
            await ratings.rate(f"t{n}", "dummy", people(*field), n)
        await ratings.rate("last", "dummy", people("new", "guest"), 1)
        board = await ratings.leaders("dummy")
        assert [leader.account for leader in board] == names
        assert board[0].name == "P0" and board[0].rating.ordinal > board[1].rating.ordinal
        everybody = await ratings.leaders("dummy", least=1)
        assert {leader.account for leader in everybody} == {*names, "new"}
        assert len(await ratings.leaders("dummy", limit=2)) == 2

    with_store(tmp_path, use)


def test_ranks() -> None:
    """The highest is first, and equals share the better rank."""
    assert ranks_of((3, 3, 9, 1)) == (2, 2, 1, 4) and ranks_of(()) == ()


def ended(name: str, preset: str, seats: int) -> Match:
    """A match that was played to its end."""
    module, random = game(name), Random(11)
    match = matches.begin(module.read_rules(preset), seats=seats, starter=0)
    while not match.over:
        pack = random.sample(module.PACK, len(module.PACK))
        state = module.start(
            match.rules,
            pack,
            seats=len(match.playing),
            starter=match.starter,
            direction=match.direction,
        )
        while not state.over:
            seat = state.to_act
            assert seat is not None
            state = state.apply(module.advise(state.view_for(seat)))
        match = match.after(state)
    return match


@pytest.mark.parametrize(
    ("name", "preset"), [(name, preset) for name in ("dummy", "indian") for preset in PRESETS[name]]
)
def test_a_match_ranks_its_seats(name: str, preset: str) -> None:
    """The winners of a match are first, who receives more is before who receives less."""
    match = ended(name, preset, 3)
    ranks, received = match_ranks(match), match.settlement()
    assert [seat for seat in range(3) if ranks[seat] == 1] == sorted(match.winners)
    for one in range(3):
        for other in range(3):
            if received[one] > received[other]:
                assert ranks[one] < ranks[other]
    winner = match.winners[0]
    assert match_ranks(match, [winner])[winner] == 3


def test_points_rank_those_whom_nobody_pays() -> None:
    """Where nothing is paid the winners lead, and the others go by the points that are given."""
    match = ended("dummy", "default,settlement=none", 4)
    assert not any(match.settlement())
    ranks = match_ranks(match, points=match.totals)
    assert ranks == ranks_of(match.totals)
    assert {ranks[seat] for seat in match.winners} == {1}
