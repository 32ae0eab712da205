"""docs/web.md shows what is fetched as the server answers it."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import msgspec
import pytest
from starlette.routing import Route

from speto.server import answers
from speto.server.app import App
from speto.server.book_routes import BookRoutes
from speto.server.coach_routes import CoachRoutes
from speto.server.lesson_routes import LessonRoutes, LessonSaid
from speto.server.profile_routes import ProfileRoutes
from speto.server.replay_routes import ReplayRoutes
from speto.server.schema import FETCHED
from speto.server.score_routes import ScoreAsked, ScoreRoutes
from speto.texts import load
from tests.asking import asked

pytestmark = pytest.mark.once

DOCS = Path(__file__).parents[1] / "docs"
SERVER = Path(answers.__file__).parent
PAGE = (DOCS / "web.md").read_text(encoding="utf-8")
PAIR = re.compile(
    r"^```http\n(GET|POST) (\S+)(?:\n\n((?:(?!```).)*?))?\n```\n\n```json (\w+)\n(.*?)\n```$",
    re.DOTALL | re.MULTILINE,
)
BLOCK = re.compile(r"^```json (\w+)\n(.*?)\n```$", re.DOTALL | re.MULTILINE)
TYPES = {kind.__name__: kind for kind in FETCHED}
CODE = re.compile(r'(?:Shut\(\d+, |(?:AccountRefused|NameRefused)\(|otherwise=)"([\w-]+)"')


@pytest.mark.parametrize(("kind", "text"), BLOCK.findall(PAGE))
def test_an_example_is_of_its_type(kind: str, text: str) -> None:
    """Each answer on the page is a value of the type that it is said to have, byte for byte."""
    value = msgspec.json.decode(text, type=TYPES[kind])
    assert msgspec.json.encode(value) == text.encode()


def test_the_server_answers_as_the_page_says(tmp_path: Path) -> None:
    """Each question on the page is answered just so; the one about the rule book is cut short."""
    pairs = PAIR.findall(PAGE)
    assert len(pairs) == PAGE.count("```http")

    async def work(app: App, client: httpx.AsyncClient) -> None:
        for method, path, body, kind, text in pairs:
            found = await client.request(method, path, content=f"{body}\n" if body else "")
            assert found.is_success == (kind != "Refusal")
            if kind == "RuleBook":
                assert found.text.startswith(text.partition("]}]")[0])
            else:
                assert found.text == text

    asked(tmp_path, work)


def test_the_page_shows_every_type_and_route(tmp_path: Path) -> None:
    """Each type that is fetched has an example, and each route is named."""
    shown = {kind for kind, _ in BLOCK.findall(PAGE)}
    bodies = [body for _, _, body, _, _ in PAIR.findall(PAGE) if body.startswith("{")]
    assert any(msgspec.json.decode(body).keys() == {"said"} for body in bodies)
    assert shown | {ScoreAsked.__name__, LessonSaid.__name__} == set(TYPES)

    async def work(app: App, client: httpx.AsyncClient) -> None:
        kinds = (BookRoutes, ReplayRoutes, ScoreRoutes, LessonRoutes, ProfileRoutes, CoachRoutes)
        for kind in kinds:
            for route in kind(app.service).routes():
                assert isinstance(route, Route)
                assert route.path in PAGE, f"docs/web.md does not tell of {route.path}"

    asked(tmp_path, work)


def test_every_refusal_has_its_sentence() -> None:
    """Each code that a route refuses with has a text, and each such text has a code."""
    codes = {
        code
        for file in SERVER.glob("*.py")
        for code in CODE.findall(file.read_text(encoding="utf-8"))
    }
    texts = {key for key in load().texts if key.startswith("ui.http.")}
    with_text_of_their_own = {"wrong", "record", "rules"}
    assert texts == {f"ui.http.{code}" for code in codes - with_text_of_their_own}
