"""The lessons over HTTP: whoever says what is wanted gets through, and each mistake is answered."""

from __future__ import annotations

from pathlib import Path

import httpx
import msgspec
import pytest

from speto.games import NAMES
from speto.lesson import Grouping, Lesson, Question, begin, course_of
from speto.server import faces
from speto.server.app import App
from speto.server.lessons import LessonMoment, NotSaid, Speaker
from speto.texts import languages, load
from tests.asking import asked

pytestmark = pytest.mark.once

STEPS = [(name, step) for name in NAMES for step in range(1, 7)]
each_step = pytest.mark.parametrize(("name", "step"), STEPS)


def wanted(lesson: Lesson) -> list[str]:
    """The words that lead through a step."""
    said = []
    while not lesson.done:
        word = lesson.wanted[0]
        said.append(word)
        lesson = lesson.answer(lesson.read(word)).lesson
    return said


@each_step
def test_who_says_what_is_wanted_gets_through(name: str, step: int) -> None:
    """Each word of a step is right; each task and what was learnt is told in each language.

    No text has a hole left.
    """
    words = wanted(begin(course_of(name), step - 1))
    for language in languages():
        speaker = Speaker(name, load(language))
        for count in range(len(words) + 1):
            told = speaker.moment(step, words[:count])
            assert told.said == words[:count]
            if count:
                assert told.answer is not None and told.answer.verdict == "right"
            if count < len(words):
                assert told.task is not None and told.learnt is None
                assert told.matters or told.log[-1].word.startswith("!")  # the deal is over
                texts = [told.task.ask, told.task.hint, *(one.text for one in told.task.answers)]
                assert all(text and "{" not in text for text in texts)
                assert words[count] in [one.word for one in told.task.answers] or (
                    told.task.kind != "question"
                )
            else:
                assert told.task is None and told.learnt


@each_step
def test_every_mistake_is_answered(name: str, step: int) -> None:
    """What tempts is answered with the rule against it, and the lesson stays where it was."""
    lesson = begin(course_of(name), step - 1)
    speaker = Speaker(name, load())
    said: list[str] = []
    while not lesson.done:
        task = lesson.task
        wrong = [*task.reasons, *([task.tempting] if lesson.tempting else [])]
        if isinstance(task, Question):
            wrong += [word for word in task.answers if word not in task.words]
        for word in wrong:
            told = speaker.moment(step, [*said, word])
            expected = lesson.answer(lesson.read(word))
            assert told.said == said and told.answer is not None
            assert told.answer.verdict == expected.verdict.name.lower() != "right"
            assert told.answer.clauses == [clause.code for clause in expected.clauses]
            assert told.answer.text and "{" not in told.answer.text
        said.append(lesson.wanted[0])
        lesson = lesson.answer(lesson.read(said[-1])).lesson


def test_what_is_asked_about_is_shown() -> None:
    """Cards put together are named for what they are; a hand asked about comes in its groups."""
    speaker = Speaker("indian", load())
    told = speaker.moment(2, ["5d6d7d8d"])
    assert told.arranged is not None and told.arranged.groups[0].kind == "pure_run"
    assert told.groups == [["5d", "6d", "7d", "8d"]] and "5d" not in told.left
    costs = speaker.moment(6, ["x"])
    assert costs.task is not None and costs.task.shown == 2
    assert costs.task.best is not None and costs.task.best.points == 80
    assert isinstance(begin(course_of("indian")).task, Grouping)


@each_step
def test_the_table_is_that_of_the_own_seat(name: str, step: int) -> None:
    """The table and the log are what the own view shows, so no card of others is in them."""
    view = begin(course_of(name), step - 1).view
    told = Speaker(name, load()).moment(step, [])
    assert bytes(told.view.public) == bytes(faces.public(view))
    assert bytes(told.view.own) == bytes(faces.own(view))
    assert told.log == faces.log(view)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", NAMES)
def test_the_course_is_told(name: str, language: str) -> None:
    """There is something to read before the steps, nothing of a terminal; each has a title."""
    course = Speaker(name, load(language)).overview()
    paragraphs = [len(page.split("\n\n")) for page in course.introduction]
    assert paragraphs == [
        len(p.split("\n\n")) for p in Speaker(name, load()).overview().introduction
    ]
    assert not any("Enter" in page for page in course.introduction)
    assert len(course.steps) == 6 and all(step.title for step in course.steps)
    assert all(page and "{" not in page for page in course.introduction)


def test_words_that_do_not_lead_on_are_refused() -> None:
    """Only the last word may be wrong, and none follows the end of a step."""
    speaker = Speaker("dummy", load())
    for said in (["-Kd", "+"], ["+", "-Kd", "-Jh"], ["-Kd", "-Kd"]):
        with pytest.raises(NotSaid):
            speaker.moment(1, said)


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("/lessons/whist", None, 404, "game"),
        ("/lessons/dummy/0", None, 404, "step"),
        ("/lessons/dummy/7", None, 404, "step"),
        ("/lessons/dummy/x", None, 404, "step"),
        ("/lessons/dummy/1", b"", 400, "json"),
        ("/lessons/dummy/1", b"{}", 400, "field"),
        ("/lessons/dummy/1", b'{"said":["hello"]}', 400, "word"),
        ("/lessons/indian/1", b'{"said":["1x"]}', 400, "word"),
        ("/lessons/indian/1", b'{"said":["Jc**","21"]}', 400, "word"),
        ("/lessons/dummy/1", b'{"said":["-Kd","+"]}', 400, "said"),
        ("/lessons/dummy/1", b'{"said":["' + b"+" * 200 + b'"]}', 400, "field"),
        ("/lessons/dummy/1", b" " * 5_000, 413, "long"),
    ],
)
def test_what_is_no_lesson_is_refused(
    tmp_path: Path, path: str, body: bytes | None, status: int, code: str
) -> None:
    """Whatever is sent is answered with a code and a sentence."""

    async def work(app: App, client: httpx.AsyncClient) -> None:
        found = await (client.get(path) if body is None else client.post(path, content=body))
        assert (found.status_code, found.json()["code"]) == (status, code)
        assert found.json()["text"]

    asked(tmp_path, work)


def test_a_step_is_taken_over_http(tmp_path: Path) -> None:
    """A page that keeps the right words gets through a step, asking each time anew."""

    async def work(app: App, client: httpx.AsyncClient) -> None:
        told = (await client.get("/lessons/indian/4?language=hi")).json()
        for word in ("^", "-Kd", "^", "+", "-Kc"):
            said = {"said": [*told["said"], word]}
            answer = await client.post("/lessons/indian/4?language=hi", json=said)
            told = answer.json()
        assert msgspec.json.decode(answer.content, type=LessonMoment).task is None
        assert told["said"] == ["^", "-Kd", "+", "-Kc"]

    asked(tmp_path, work)
