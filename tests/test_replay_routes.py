"""Replays: each step laid over the steps before is what was seen at the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from speto.fair import proof_in
from speto.indian.state import State
from speto.match import follow
from speto.record import read_records, states, write_record
from speto.server import faces, history
from speto.server.answers import kept
from speto.server.app import App
from speto.server.history import Sitter
from speto.server.mydata import erase
from speto.server.replays import Replay, match_of, replay_of
from tests.asking import asked, guest
from tests.test_history import GAMES, finished

pytestmark = pytest.mark.once

RECORDS = sorted((Path(__file__).parent / "records").glob("*/*.deal"))
FAIR = Path(__file__).parent / "fair" / "dummy-1.deal"


def laid(replay: dict[str, Any]) -> Iterator[tuple[dict[str, Any], list[dict[str, Any]]]]:
    """The faces of each step, as a client lays the changes over one another."""
    public: dict[str, Any] = {}
    own: list[dict[str, Any]] = [{} for _ in range(len(replay["seats"]) + 1)]
    for step in replay["steps"]:
        public = {**public, **step["public"]}
        own = [{**was, **(now or {})} for was, now in zip(own, step["own"], strict=True)]
        yield public, own


@pytest.mark.parametrize("file", RECORDS[:: len(RECORDS) // 60], ids=lambda file: file.stem)
def test_steps_are_the_faces_of_the_table(file: Path) -> None:
    """At each step every seat and a spectator see what their views of that moment show."""
    for record in read_records(file.read_text()):
        replay = msgspec.json.decode(msgspec.json.encode(replay_of(record)))
        moments = states(record.state)
        assert len(replay["steps"]) == len(moments)
        for state, (public, own) in zip(moments, laid(replay), strict=True):
            for viewer, mine in zip([*range(state.seats), None], own, strict=True):
                view = state.view_for(viewer)
                assert mine == msgspec.json.decode(faces.own(view))
            assert public == msgspec.json.decode(faces.public(view))
        for state, step in zip(moments[1:], replay["steps"][1:], strict=True):
            assert state.before
            assert (step["seat"], step["word"]) == (state.before.to_act, str(state.action))
        for entry in replay["entries"]:
            before, after = replay["steps"][entry["at"]], replay["steps"][entry["at"] + 1]
            assert entry in after["public"]["entries"]
            assert entry not in before["public"].get("entries", [])
        assert len(replay["refusals"]) == len(record.refusals)


def test_a_drawn_card_is_told_to_its_seat() -> None:
    """Beside the word with its card stands the word as the others read it."""
    replay = replay_of(read_records(FAIR.read_text())[0])
    draws = [step for step in replay.steps if step.word and step.word.startswith("+")]
    assert draws and all(step.told == "+" and len(step.word or "") == 3 for step in draws)
    others = [step for step in replay.steps[1:] if step not in draws]
    assert all(step.told == step.word for step in others)


def test_a_deal_of_rummy_says_what_the_winner_gets() -> None:
    """Each winner of a deal has a receipt with its clause; nobody has one in the middle of it."""
    record = finished("indian", "t")[0]
    state = record.state
    assert isinstance(state, State)
    found = replay_of(record).receipts
    assert [one.seat for one in found] == [*state.winners]
    assert sum(one.points for one in found) == sum(state.scores)
    assert all(one.clause.startswith("I-") and one.seat not in one.payers for one in found)
    before = state.before
    assert before and not replay_of(replace(record, state=before, tags=())).receipts


@pytest.mark.parametrize("name", GAMES)
def test_a_replay_is_small(name: str) -> None:
    """A whole deal is no more than 60,000 bytes as it is sent."""
    records = [finished(name, "t")[0], *read_records(FAIR.read_text())]
    for record in records:
        packed = kept(msgspec.json.encode(replay_of(record))).packed
        assert packed is not None and len(packed) < 60_000


@pytest.mark.parametrize("name", GAMES)
def test_a_deal_of_the_history_is_replayed(tmp_path: Path, name: str) -> None:
    """A kept deal comes with its players, its proof and the deals of its table, and is kept."""

    async def work(app: App, client: httpx.AsyncClient) -> None:
        who = await guest(app, client)
        record, proof = finished(name, "t", 1)
        sitters = [Sitter(who, None, 1), Sitter(None, "simple", 2)]
        await history.keep(app.service.store, record, proof, sitters, at=7, public=True)
        missing = await client.get("/deals/t/2.replay")
        assert (missing.status_code, missing.json()["code"]) == (404, "deal")
        found = await client.get("/deals/t/1.replay")
        replay = msgspec.json.decode(found.content, type=Replay)
        assert (replay.table, replay.deal, replay.played, replay.over) == ("t", 1, 7, True)
        assert replay.proof == str(proof)
        assert [seat.account for seat in replay.seats] == [who, None]
        assert [seat.points for seat in replay.seats] == list(record.state.scores)
        assert [other.deal for other in replay.others] == [1]
        known = {"if-none-match": found.headers["etag"]}
        assert (await client.get("/deals/t/1.replay", headers=known)).status_code == 304
        await erase(app.service.store, who)
        gone = msgspec.json.decode((await client.get("/deals/t/1.replay")).content, type=Replay)
        assert [seat.account for seat in gone.seats] == [None, None]
        assert "Ann" not in [seat.name for seat in gone.seats]
        for path in ("/deals/t/0.replay", "/deals/t/x.replay", "/deals/u/1.replay"):
            assert (await client.get(path)).status_code == 404

    asked(tmp_path, work)


@pytest.mark.parametrize("name", GAMES)
def test_a_replay_says_how_the_match_stands(tmp_path: Path, name: str) -> None:
    """It is the match that the deals of the table make; with a deal missing nothing is said."""

    async def work(app: App, client: httpx.AsyncClient) -> None:
        sitters = [Sitter(await guest(app, client), None, 1), Sitter(None, "simple", 2)]
        record, proof = finished(name, "t", 1)
        await history.keep(app.service.store, record, proof, sitters, at=7, public=True)
        match = follow([record.state])
        found = await client.get("/deals/t/1.replay")
        told = msgspec.json.decode(found.content, type=Replay).standing
        assert told and (told.totals, told.over) == (list(match.totals), match.over)
        assert [sum(points) for points in zip(*told.deals, strict=True)] == told.totals
        (line,) = await history.of_table(app.service.store, "t")
        assert match_of([record], [line]) == told
        assert match_of([record], [line._replace(deal=2)]) is None

    asked(tmp_path, work)


def test_a_text_is_replayed(tmp_path: Path) -> None:
    """The text of a file is replayed deal by deal, with the proof that it carries."""
    text = FAIR.read_text()
    (record,) = read_records(text)
    other = read_records(RECORDS[0].read_text())[0]

    async def work(app: App, client: httpx.AsyncClient) -> None:
        found = await client.post("/replay", content=text)
        assert found.headers["cache-control"] == "no-store"
        replay = msgspec.json.decode(found.content, type=Replay)
        assert replay.proof == str(proof_in(record)) and replay.over
        two = f"{text}\n{write_record(other)}"
        second = await client.post("/replay?deal=2", content=two)
        replay = msgspec.json.decode(second.content, type=Replay)
        assert (replay.deal, replay.deals, replay.proof) == (2, 2, None)

    asked(tmp_path, work)


@pytest.mark.parametrize(
    ("query", "body", "status", "code", "place"),
    [
        ("", b"", 400, "record", None),
        ("", b"nonsense", 400, "record", 1),
        ("", b'[Game "whist/1"]\n[Rules "default"]', 400, "record", 3),
        ("", b"\xff\xfe", 400, "unicode", None),
        ("", b" " * 70_000, 413, "long", None),
        ("?deal=2", FAIR.read_bytes(), 400, "deal", None),
        ("?deal=x", FAIR.read_bytes(), 400, "deal", None),
        ("", FAIR.read_bytes().replace(b"  3 2 ^Ad", b"  3 2 ^2c"), 400, "record", 11),
        ("", FAIR.read_bytes().replace(b"* 180", b"* 181"), 400, "record", None),
        ("", FAIR.read_bytes().replace(b'[Reveal "7', b'[Reveal "x'), 400, "record", None),
    ],
)
def test_what_is_no_record_is_refused(
    tmp_path: Path, query: str, body: bytes, status: int, code: str, place: int | None
) -> None:
    """A text that is no record is answered with what is wrong, and in which line."""

    async def work(app: App, client: httpx.AsyncClient) -> None:
        found = await client.post(f"/replay{query}", content=body)
        assert (found.status_code, found.json()["code"]) == (status, code)
        assert found.json()["text"]
        if place is not None:
            assert found.json()["place"] == place

    asked(tmp_path, work)


def test_replays_are_limited(tmp_path: Path) -> None:
    """Nobody can have the server reckon without an end."""

    async def work(app: App, client: httpx.AsyncClient) -> None:
        found = [await client.post("/replay", content=b"x") for _ in range(25)]
        assert (found[-1].status_code, found[-1].json()["code"]) == (429, "often")

    asked(tmp_path, work)
