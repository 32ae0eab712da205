"""Servers that cheat, and who notices: the client while it plays, `speto verify` afterwards."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any

import pytest

from speto import fair
from speto.cards import Card
from speto.client import Cheated, Client
from speto.fair import (
    Proof,
    Transcript,
    commit_to,
    pack_of,
    read_transcript,
    reveal,
    seal,
)
from speto.proofs import verify_files
from speto.server import asks, decide, log
from speto.server import table as tables
from speto.server.log import Announced, Sealed
from tests import serving
from tests.serving import Served, served

pytestmark = pytest.mark.once

OTHER = bytes(range(32))
Cheat = Callable[[Served, str, pytest.MonkeyPatch], None]


def another_pack(server: Served, table: str, patch: pytest.MonkeyPatch) -> None:
    """Deal from another seed than the one that was committed to, and reveal that one."""
    server.app.service.hosting.tables[table].seeds[1] = OTHER


def another_entropy(server: Served, table: str, patch: pytest.MonkeyPatch) -> None:
    """Seal with an entropy that suits the server better."""

    def sealed(announced: Transcript, given: Mapping[int, bytes]) -> Transcript:
        return seal(announced, {**given, 1: OTHER[:16]})

    patch.setattr(decide, "seal", sealed)


def no_entropy(server: Served, table: str, patch: pytest.MonkeyPatch) -> None:
    """Seal as if nobody had given any."""
    patch.setattr(decide, "seal", lambda announced, given: seal(announced, MappingProxyType({})))


def one_seed(server: Served, table: str, patch: pytest.MonkeyPatch) -> None:
    """Commit to the seed of the first deal, which all will soon know, for the second too."""
    live = server.app.service.hosting.tables[table]
    live.new_seed = lambda: live.seeds[1]


def another_commit(server: Served, table: str, patch: pytest.MonkeyPatch) -> None:
    """Announce the deal with another commit than the one that stood before."""
    announce = fair.announce

    def announced(rules: Any, **others: Any) -> Transcript:
        return announce(rules, **{**others, "commit": commit_to(OTHER)})

    patch.setattr(decide, "announce", announced)


def other_cards(server: Served, table: str, patch: pytest.MonkeyPatch) -> None:
    """Deal a pack that the server likes better, and reveal the seed that it committed to."""

    def liked(transcript: Transcript, seed: bytes) -> tuple[Card, ...]:
        return pack_of(transcript, seed)[::-1]

    patch.setattr(tables, "pack_of", liked)


def other_starter(server: Served, table: str, patch: pytest.MonkeyPatch) -> None:
    """Let another seat begin than the toss says."""

    def liked(transcript: Transcript, seed: bytes) -> int:
        return 1 - fair.toss(transcript, seed)

    patch.setattr(tables, "toss", liked)


CHEATS: dict[str, tuple[Cheat, str]] = {
    "another pack": (another_pack, "not dealt from the seed"),
    "another entropy": (another_entropy, "not sealed as it was announced"),
    "no entropy": (no_entropy, "not sealed as it was announced"),
    "one seed": (one_seed, "that of another deal too"),
    "other cards": (other_cards, "is not what was shown"),
    "other starter": (other_starter, "whom the toss says"),
    "another commit": (another_commit, "not dealt from the seed"),
}


@pytest.mark.parametrize("name", CHEATS)
def test_a_client_notices_a_server_that_cheats(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever of a deal is not as it was promised, the client ends with `Cheated`."""
    cheat, sentence = CHEATS[name]

    async def run() -> None:
        async with served(tmp_path) as server, Client(server.url) as one, Client(server.url) as two:
            table = await serving.open_with(one, "dummy", ("person", "open"))
            cheat(server, table, monkeypatch)
            await two.ask(partial(_join, table))
            await one.watch(table)
            await two.watch(table)
            playing = [
                asyncio.create_task(serving.play_on(each, table, Random(number)))
                for number, each in enumerate((one, two))
            ]
            done, _ = await asyncio.wait(
                playing, timeout=serving.PATIENCE, return_when=asyncio.FIRST_EXCEPTION
            )
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
            for task in done:
                await task

    with pytest.raises(Cheated, match=sentence):
        asyncio.run(run())


def _join(table: str, name: str) -> asks.Join:
    return asks.Join(id=name, table=table)


def test_what_a_client_has_said_of_a_cheat_it_does_not_say_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who has caught `Cheated` from the messages leaves the client in peace."""

    async def run() -> None:
        async with served(tmp_path) as server, Client(server.url) as one:
            table = await serving.open_with(one, "dummy", ("person", "computer"))
            another_pack(server, table, monkeypatch)
            await one.watch(table)
            with pytest.raises(Cheated, match="not dealt from the seed"):
                await serving.play_on(one, table, Random(1))

    asyncio.run(run())


def test_a_client_that_nobody_listens_to_says_of_a_cheat_when_it_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A cheat that was noticed is told at the end at the latest."""

    async def run() -> None:
        gone = asyncio.Event()

        def on_socket(up: bool) -> None:
            if not up:
                gone.set()

        async with served(tmp_path) as server, Client(server.url, on_socket=on_socket) as one:
            monkeypatch.setattr(decide, "seal", lambda announced, given: seal(announced, {}))
            table = await serving.open_with(one, "dummy", ("person", "computer"))
            await one.watch(table)
            async with asyncio.timeout(serving.PATIENCE):
                await gone.wait()

    with pytest.raises(Cheated, match="not sealed as it was announced"):
        asyncio.run(run())


def test_an_honest_server_is_called_no_cheat(tmp_path: Path) -> None:
    """The same match without a cheat goes to its end."""

    async def run() -> None:
        async with served(tmp_path) as server, Client(server.url) as one, Client(server.url) as two:
            table = await serving.open_with(one, "dummy", ("person", "open"))
            await two.ask(partial(_join, table))
            await one.watch(table)
            await two.watch(table)
            async with asyncio.timeout(serving.PATIENCE):
                end, _ = await asyncio.gather(
                    *(serving.play_on(each, table, Random(n)) for n, each in enumerate((one, two)))
                )
            assert end.standing and end.standing.over

    asyncio.run(run())


async def proofs_of_a_match(folder: Path) -> list[Proof]:
    """The proofs of the deals that a server has dealt, made from its own log."""
    async with served(folder) as server, Client(server.url) as one, Client(server.url) as two:
        table = await serving.open_with(one, "indian", ("person", "open"))
        await two.ask(partial(_join, table))
        await one.watch(table)
        await two.watch(table)
        await asyncio.gather(
            *(serving.play_on(each, table, Random(n)) for n, each in enumerate((one, two)))
        )
        rows = await server.app.service.store.rows(table)
    bodies = [log.read(row.body) for row in rows]
    seeds = {
        body.deal: bytes.fromhex(body.seed) for body in bodies if isinstance(body, log.Revealed)
    }
    sealed = [read_transcript(body.transcript) for body in bodies if isinstance(body, Sealed)]
    assert sum(isinstance(body, Announced) for body in bodies) == len(sealed) >= 2
    return [reveal(each, seeds[each.deal]) for each in sealed]


def test_verify_finds_what_a_server_cheated_in(tmp_path: Path) -> None:
    """Of a match as it was dealt each proof holds; with a swapped pack, seed or deal none does."""
    first, second, *_ = asyncio.run(proofs_of_a_match(tmp_path))

    def holds(*proofs: Proof) -> list[bool]:
        files = [tmp_path / f"{number}.json" for number in range(len(proofs))]
        for file, proof in zip(files, proofs, strict=True):
            file.write_text(str(proof))
        return [verdict.holds for verdict in verify_files(files)]

    assert holds(first, second) == [True, True]
    swapped = [*first.dealt]
    swapped[0], swapped[40] = swapped[40], swapped[0]
    assert holds(Proof(first.transcript, first.seed, tuple(swapped))) == [False]
    other = pack_of(first.transcript, OTHER)
    assert holds(Proof(first.transcript, OTHER, other)) == [False]
    again = read_transcript(
        str(second.transcript).replace(second.transcript.commit.hex(), commit_to(first.seed).hex())
    )
    assert holds(first, reveal(again, first.seed)) == [False, False]
    digits = first.transcript.seats[0].entropy
    assert digits
    altered = read_transcript(str(first.transcript).replace(digits.hex(), "ab" * 16))
    # alone a deal from another entropy looks fair; who gave his own knows, and so does the chain
    assert holds(reveal(altered, first.seed), second) == [True, False]
