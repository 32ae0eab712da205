"""The coach over HTTP, for who sits alone with computers; and reviews of what is over."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from speto.client import Client
from speto.games import NAMES
from speto.players.coach import Advice
from speto.record import write_record
from speto.server import asks, history
from speto.server.app import App
from speto.server.coaching import MOST_WAITING, Coaching, DealReview, Reviews
from speto.server.history import Sitter
from speto.server.workers import Workers
from speto.thought import Budget
from tests import serving
from tests.asking import asked, guest
from tests.serving import served
from tests.test_history import finished
from tests.test_review import played

pytestmark = pytest.mark.once  # the workers think, which takes long uncompiled

each_game = pytest.mark.parametrize("name", NAMES)


@pytest.fixture
def asked_of(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The views that the workers are asked about; they answer as ever."""
    views: list[Any] = []
    working = Workers.advise

    async def answer(self: Workers, view: Any, budget: Budget, chance: int) -> Advice | None:
        views.append(view)
        return await working(self, view, budget, chance)

    monkeypatch.setattr(Workers, "advise", answer)
    return views


async def turn_of(live: Any, seat: int) -> None:
    """Wait until it is a seat's turn."""
    async with asyncio.timeout(serving.PATIENCE):
        while live.table.to_act != seat:
            await asyncio.sleep(0.02)


@each_game
def test_the_coach_of_who_sits_alone(tmp_path: Path, name: str, asked_of: list[Any]) -> None:
    """Who plays with computers is told each legal move of his own view, at his turn alone."""

    async def play() -> None:
        async with served(tmp_path) as site, Client(site.url) as one:
            table = await serving.open_with(one, name, ("person", "computer"))
            await one.watch(table)
            live = await site.app.service.hosting.table(table)
            await turn_of(live, 0)
            token = {"authorization": f"Bearer {one.token}"}
            async with httpx.AsyncClient(base_url=site.web, headers=token) as web:
                path = f"/account/tables/{table}/coach"
                body = {"seq": live.table.seq}
                found = await web.post(path, json=body)
                told = msgspec.json.decode(found.content, type=Coaching)
                view = live.table.view_for(0)
                assert view
                assert {option.word for option in told.options} <= set(view.words)
                assert told.options[0].behind == 0
                assert [(each.seat, each.hand) for each in asked_of] == [(view.seat, view.hand)]
                again = await web.post(path, json=body)
                assert again.content == found.content
                wrong = await web.post(path, json={**body, "words": ["-9h", "-9d"]})
                assert (wrong.status_code, wrong.json()["code"]) == (409, "turn")
                old = await web.post(path, json={"seq": live.table.seq + 5})
                assert (old.status_code, old.json()["code"]) == (409, "turn")
                none = await web.post("/account/tables/none/coach", json=body)
                assert (none.status_code, none.json()["code"]) == (404, "table")
            async with Client(site.url) as other:
                token = {"authorization": f"Bearer {other.token}"}
                async with httpx.AsyncClient(base_url=site.web, headers=token) as web:
                    assert (await web.post(path, json=body)).status_code == 404
            assert len(asked_of) == 2

    asyncio.run(play())


def test_no_coach_beside_a_person(tmp_path: Path, asked_of: list[Any]) -> None:
    """Where another person sits the coach is silent, whoever asks."""

    async def play() -> None:
        async with served(tmp_path) as site, Client(site.url) as one, Client(site.url) as two:
            table = await serving.open_with(one, "dummy", ("person", "open"))
            await two.ask(lambda ask: asks.Join(id=ask, table=table))
            live = await site.app.service.hosting.table(table)
            for client in (one, two):
                token = {"authorization": f"Bearer {client.token}"}
                async with httpx.AsyncClient(base_url=site.web, headers=token) as web:
                    body = {"seq": live.table.seq}
                    found = await web.post(f"/account/tables/{table}/coach", json=body)
                    assert (found.status_code, found.json()["code"]) == (403, "coach")
            assert asked_of == []

    asyncio.run(play())


async def reviewed(client: httpx.AsyncClient, path: str, text: str | None = None) -> httpx.Response:
    """The review, asked for until it is made."""
    async with asyncio.timeout(serving.PATIENCE):
        while True:
            found = await (client.get(path) if text is None else client.post(path, content=text))
            if found.status_code != 202:
                return found
            assert found.json()["done"] <= found.json()["of"]
            await asyncio.sleep(0.02)


@each_game
def test_a_deal_of_the_history_is_reviewed(tmp_path: Path, name: str, asked_of: list[Any]) -> None:
    """A review is made once, each decision asked of its own seat's view, and then kept."""

    async def work(app: App, client: httpx.AsyncClient) -> None:
        who = await guest(app, client)
        record, proof = finished(name, "t", 1)
        sitters = [Sitter(who, None, 1), Sitter(None, "simple", 2)]
        await history.keep(app.service.store, record, proof, sitters, at=7, public=True)
        found = await reviewed(client, "/deals/t/1.review")
        review = msgspec.json.decode(found.content, type=DealReview)
        assert len(review.decisions) == record.state.at
        assert len(review.seats) == record.state.seats
        count = len(asked_of)
        assert all(view.mine for view in asked_of)
        again = await client.get("/deals/t/1.review")
        assert (again.status_code, again.content, len(asked_of)) == (200, found.content, count)
        for path in ("/deals/t/2.review", "/deals/t/x.review"):
            missing = await client.get(path)
            assert (missing.status_code, missing.json()["code"]) == (404, "deal")

    asked(tmp_path, work)


def test_a_record_is_reviewed(tmp_path: Path, asked_of: list[Any]) -> None:
    """So is the text of a record, if its deal is over."""

    async def work(app: App, client: httpx.AsyncClient) -> None:
        record = played("dummy", 3)
        found = await reviewed(client, "/review", write_record(record))
        assert len(found.json()["decisions"]) == record.state.at
        assert (
            await client.post("/review?deal=2", content=write_record(record))
        ).status_code == 400
        state = record.state.before
        assert state
        running = write_record(type(record)(record.game, record.names, state))
        refused = await client.post("/review", content=running)
        assert (refused.status_code, refused.json()["code"]) == (400, "unfinished")
        wrong = await client.post("/review", content="nonsense")
        assert (wrong.status_code, wrong.json()["code"]) == (400, "record")

    asked(tmp_path, work)


def test_a_review_that_fails_is_begun_anew(
    tmp_path: Path, asked_of: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the workers give no answer the review says so once, and the next ask begins it again."""
    working = Workers.advise

    async def nothing(self: Workers, view: Any, playouts: int, chance: int) -> Advice | None:
        return None

    async def work(app: App, client: httpx.AsyncClient) -> None:
        text = write_record(played("dummy", 4, seats=2))
        monkeypatch.setattr(Workers, "advise", nothing)
        failed = await reviewed(client, "/review", text)
        assert (failed.status_code, failed.json()["code"]) == (503, "busy")
        monkeypatch.setattr(Workers, "advise", working)
        assert (await reviewed(client, "/review", text)).status_code == 200

    asked(tmp_path, work)


def test_reviews_that_failed_keep_no_other_waiting() -> None:
    """However many reviews have failed, the next one begins; those under way are as many as may."""

    class Silent(Workers):
        """Workers that never find an answer."""

        async def advise(self, view: Any, budget: Budget, chance: int) -> Advice | None:
            return None

    async def play() -> None:
        reviews = Reviews(Silent())
        record = played("dummy")
        for number in range(2 * MOST_WAITING):
            job = reviews.begin(f"failed {number}", record)
            assert job and job.task
            await job.task
            assert job.failed
        begun = [reviews.begin(f"under way {number}", record) for number in range(MOST_WAITING)]
        assert all(begun)
        assert reviews.begin("one too many", record) is None
        for one in begun:
            assert one and one.task
            await one.task

    asyncio.run(play())
