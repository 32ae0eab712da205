"""The table server killed while people play: nothing visible is lost, and all come back."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import httpx
import pytest

from speto.client import Client
from speto.games import NAMES
from speto.proofs import verify_files
from speto.server import asks, messages
from speto.server.serve import FILE
from speto.server.store.sqlite import SqliteStore
from speto.server.table import begin, follow
from tests import serving
from tests.killing import Child, free_port

pytestmark = pytest.mark.once

FOUR = ("person", "open", "computer", "computer")


async def play_through_a_kill(folder: Path, game: str, dice: Random) -> None:
    """One match, in which the server is killed in the middle of a deal."""
    child = Child(free_port(), folder)
    await child.start()
    try:
        async with Client(child.url) as one, Client(child.url) as two:
            table = await serving.open_with(one, game, FOUR, rules=serving.LONGER[game])
            await two.ask(lambda name: asks.Join(id=name, table=table))
            await one.watch(table)
            await two.watch(table)
            seen: dict[int, tuple[int, list[str]]] = {}
            killing = asyncio.Event()
            at = dice.randint(6, 40)

            def note(told: messages.Message) -> None:
                if isinstance(told, messages.Moved):
                    open_words = told.seat, told.words
                    assert told.seq not in seen or len(seen[told.seq][1]) == len(told.words)
                    seen[told.seq] = open_words
                    if told.seq >= at:
                        killing.set()

            ends = [
                asyncio.create_task(serving.play_on(client, table, dice, note=note))
                for client in (one, two)
            ]
            async with asyncio.timeout(90):
                await killing.wait()
                await child.kill()
                assert not any(end.done() for end in ends)
                await child.start()
                end, _ = await asyncio.gather(*ends)
            assert end.standing and end.standing.over
            async with httpx.AsyncClient(base_url=child.web) as web:
                files = await serving.download(web, table, len(end.standing.deals), folder)
        assert await child.end() == 0
    finally:
        await child.kill()
    verdicts = list(verify_files(files))
    assert all(verdict.holds for verdict in verdicts), verdicts
    await check_log(folder, table, seen)


async def check_log(folder: Path, table: str, seen: dict[int, tuple[int, list[str]]]) -> None:
    """See that all that was told stands in the log, without a gap, and none of it twice."""
    store = SqliteStore(folder / FILE)
    try:
        rows, seeds = await store.rows(table), await store.seeds(table)
    finally:
        await store.close()
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    assert len({(row.actor, row.command) for row in rows}) == len(rows)
    folded = begin(rows[0])
    for row in rows[1:]:
        folded = follow(folded, row, seeds)
        if row.seq in seen:
            seat, words = seen[row.seq]
            assert folded.state
            told = folded.state.view_for(None).log[-len(words) :]
            assert [line.seat for line in told] == [seat] * len(words)
            assert [str(line.action)[:1] for line in told] == [word[:1] for word in words]
    assert folded.stage == "over" and max(seen) <= len(rows)


@pytest.mark.parametrize("game", NAMES)
def test_a_match_survives_a_kill(game: str, tmp_path: Path) -> None:
    """Killed in the middle of a deal: the clients come back, and the match ends and is proved."""
    asyncio.run(play_through_a_kill(tmp_path, game, Random(3)))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("game", NAMES)
def test_matches_survive_many_kills(game: str, seed: int, tmp_path: Path) -> None:
    """Wherever in a deal the server is killed, nothing that was told is lost."""
    asyncio.run(play_through_a_kill(tmp_path, game, Random(seed)))
