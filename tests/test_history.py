"""History: finished deals of both games, with their proofs, paged without gaps."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import delete

from speto import fair, proofs
from speto.fair import Proof, proof_in
from speto.games import game
from speto.record import Record, read_records
from speto.server.accounts import Accounts
from speto.server.history import (
    Finished,
    Line,
    Place,
    Sitter,
    count,
    fetch,
    keep,
    of_account,
    of_table,
    place_of,
)
from speto.server.mydata import erase
from speto.server.ratings import ranks_of
from speto.server.store import Store
from speto.server.store.schema import result
from tests.site import Clock, with_store

pytestmark = pytest.mark.once

GAMES = ("dummy", "indian")


def finished(name: str, table: str, deal: int = 1) -> tuple[Record, Proof]:
    """A deal that was dealt fairly and played to its end."""
    module = game(name)
    rules = module.read_rules("default")
    seed = bytes([deal]) * 32
    announced = fair.announce(
        rules, table=table, commit=fair.commit_to(seed), kinds=["person", "computer"]
    )
    sealed = fair.seal(announced, {0: bytes(16)})
    proof = fair.reveal(sealed, seed)
    state = module.start(rules, proof.dealt, seats=2, starter=fair.toss(sealed, seed))
    while not state.over:
        seat = state.to_act
        assert seat is not None
        state = state.apply(module.advise(state.view_for(seat)))
    return Record(name, ("Ann", "Simple"), state), proof


@pytest.mark.parametrize("name", GAMES)
def test_a_deal_opens_and_verifies(tmp_path: Path, name: str) -> None:
    """A stored deal is a record that reads back, and `speto verify` proves it from that alone."""
    record, proof = finished(name, "t")
    ranks = ranks_of(record.state.scores)
    sitters = [Sitter("ann", None, ranks[0]), Sitter(None, "simple", ranks[1])]

    async def use(store: Store, clock: Clock) -> None:
        assert await keep(store, record, proof, sitters, at=7, public=True)
        assert not await keep(store, record, proof, sitters, at=8, public=True)
        found = await fetch(store, "t", 1)
        assert isinstance(found, Finished) and found.at == 7 and found.game == name
        again = read_records(found.record)[0]
        assert again.state.log == record.state.log and proof_in(again) == proof
        assert found.proof == str(proof)
        assert [player.points for player in found.players] == list(record.state.scores)
        assert [(p.account, p.level) for p in found.players] == [("ann", None), (None, "simple")]
        file = tmp_path / "t.deal"
        file.write_text(found.record)
        assert [verdict.holds for verdict in proofs.verify_files([file])] == [True]
        assert await fetch(store, "t", 2) is None and await fetch(store, "u", 1) is None

    with_store(tmp_path, use)


def test_only_what_is_over_is_kept(tmp_path: Path) -> None:
    """A running deal, a foreign proof and too few sitters are refused, and nothing is written."""
    record, proof = finished("dummy", "t")
    other = finished("dummy", "u", 2)[1]
    running = record.state.before
    assert running
    both = [Sitter("ann", None, 1), Sitter(None, "simple", 2)]

    async def use(store: Store, clock: Clock) -> None:
        for wrong, its, sitters in [
            (replace(record, state=running), proof, both),
            (record, other, both),
            (record, proof, both[:1]),
        ]:
            with pytest.raises(ValueError, match=r"deal"):
                await keep(store, wrong, its, sitters, at=1, public=True)
        assert await of_account(store, "ann") == []

    with_store(tmp_path, use)


def test_a_crash_between_is_made_good(tmp_path: Path) -> None:
    """A deal whose players alone were written is not shown, and is whole when kept again."""
    record, proof = finished("dummy", "t")
    both = [Sitter("ann", None, 1), Sitter(None, "simple", 2)]

    async def use(store: Store, clock: Clock) -> None:
        await keep(store, record, proof, both, at=1, public=True)
        await store.execute(delete(result))
        assert await fetch(store, "t", 1) is None and await of_account(store, "ann") == []
        assert await keep(store, record, proof, both, at=1, public=True)
        assert len(await of_account(store, "ann")) == 1

    with_store(tmp_path, use)


def test_pages_have_no_gap(tmp_path: Path) -> None:
    """Page by page the list has every deal once, the newest first, even of one millisecond."""

    async def use(store: Store, clock: Clock) -> None:
        record, _ = finished("dummy", "t")
        seats = [Sitter("ann", None, 1), Sitter("bo", None, 2)]
        for n in range(23):
            announced = fair.announce(
                record.state.rules,
                table=f"t{n % 5}",
                commit=fair.commit_to(bytes(32)),
                kinds=["person", "person"],
            )
            transcript = replace(announced, deal=n // 5 + 1)
            proof = Proof(transcript, bytes(32), record.state.pack)
            await keep(store, record, proof, seats, at=n // 7, public=n % 2 == 0)
        seen: list[Line] = []
        before: Place | None = None
        while page := await of_account(store, "ann", before=before, limit=4):
            seen += page
            before = place_of(page[-1])
        places = [place_of(line) for line in seen]
        assert len(places) == len(set(places)) == 23 == await count(store, "ann")
        assert places == sorted(places, reverse=True)
        assert all([player.account for player in line.players] == ["ann", "bo"] for line in seen)
        assert len(await of_account(store, "ann", only_public=True)) == 12
        assert [line.deal for line in await of_table(store, "t0")] == [1, 2, 3, 4, 5]
        assert await of_account(store, "nobody") == []

    with_store(tmp_path, use)


@pytest.mark.parametrize("name", GAMES)
def test_a_deletion_leaves_the_deal_whole(tmp_path: Path, name: str) -> None:
    """When a player is deleted the deal still reads and is proved, with "deleted" as the name."""
    record, proof = finished(name, "t")

    async def use(store: Store, clock: Clock) -> None:
        who = (await Accounts(store, clock).guest())[0]
        both = [Sitter(who.id, None, 1), Sitter(None, "simple", 2)]
        await keep(store, record, proof, both, at=1, public=True)
        assert await erase(store, who.id)
        found = await fetch(store, "t", 1)
        assert found and found.players[0].name == "deleted" and found.players[0].account is None
        again = read_records(found.record)[0]
        assert again.names == ("deleted", "Simple") and proof_in(again) == proof
        assert "Ann" not in found.record

    with_store(tmp_path, use)
