"""Somebody who takes a lesson: what the tests of all lessons share."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import chain

import pytest

from speto.lesson import Course, Lesson, Verdict, begin
from speto.terminal.learn import Teacher
from speto.terminal.page import HEIGHT, WIDTH, cells
from speto.terminal.screen import Screen
from speto.texts import Catalogue, load
from tests.keyboard import Output, Person


def longer(language: str) -> Catalogue:
    """The language with every text of the lesson and of the rules two fifths longer."""

    def stretched(key: str, text: str) -> str:
        if key.split(".")[:2] != ["ui", "learn"] and not key.startswith("clause."):
            return text
        # words as long as common ones, in each paragraph and before its end
        return "\n".join(
            f"{line} {('wider words ' * len(line))[: len(line) * 2 // 5]}".rstrip()
            for line in text.split("\n")
        )

    return Catalogue(language, {k: stretched(k, v) for k, v in load(language).texts.items()})


def moments(course: Course, number: int) -> Iterator[Lesson]:
    """A step from its beginning to its end, on the intended line."""
    lesson = begin(course, number)
    yield lesson
    while not lesson.done:
        answer = lesson.answer(lesson.read(lesson.wanted[0]))
        assert answer.verdict is Verdict.RIGHT, lesson.wanted
        lesson = answer.lesson
        yield lesson


def orders(lesson: Lesson) -> Iterator[Lesson]:
    """The ends of a step over every order in which its words may be said."""
    if lesson.done:
        yield lesson
        return
    for word in lesson.wanted:
        yield from orders(lesson.answer(lesson.read(word)).lesson)


def tasks(course: Course, number: int) -> Iterator[Lesson]:
    """Every moment of a step at which something is to be done."""
    return (lesson for lesson in moments(course, number) if not lesson.done)


def learn(
    monkeypatch: pytest.MonkeyPatch,
    answers: Callable[[str], str],
    *,
    game: str = "dummy",
    step: int | None = None,
    texts: Catalogue | None = None,
    most: int = 300,
) -> tuple[str, Person]:
    """A lesson with somebody who answers; what was shown after the last answer."""
    out = Output()
    newcomer = Person(out, answers)
    monkeypatch.setattr(sys, "stdin", newcomer)
    monkeypatch.setattr(sys, "stdout", out)
    Teacher(Screen(), texts or load("en"), game).run(step)
    assert len(newcomer.said) < most
    return out.getvalue()[newcomer.read_up_to :].partition("\n")[2], newcomer


def saying(*words: str) -> Callable[[str], str]:
    """Says one after the other, and then nothing more."""
    left = list(words)

    def answer(screen: str) -> str:
        if not left:
            raise EOFError
        return left.pop(0)

    return answer


def by_hints(texts: Catalogue) -> Callable[[str], str]:
    """Knows nothing: asks for a hint with Enter, and says the number or numbers that it names."""
    holes = {"{hint}": ".+?", "{number}": r"(\d+(?:\s+\d+)*)"}

    def pattern(key: str) -> str:
        # a line may end anywhere in languages without spaces
        parts = re.findall(r"\{\w+\}|\S", texts.texts.get(key, "nobody says this"))
        return r"\s*".join(holes.get(part, re.escape(part)) for part in parts)

    patterns = [pattern("ui.learn.hint"), pattern("ui.learn.hint.cards")]

    def answer(screen: str) -> str:
        found = [re.search(pattern, screen, re.S) for pattern in patterns]
        return next((" ".join(one[1].split()) for one in found if one), "")

    return answer


def fits(screens: list[str]) -> None:
    for screen in screens:
        shown = screen.split("\n")
        assert len(shown) <= HEIGHT, screen
        assert all(cells(line) < WIDTH + (line is not shown[-1]) for line in shown), screen


def every_screen(teacher: Teacher, lesson: Lesson, said: Iterable[object]) -> Iterator[str]:
    """What is shown at a moment: the task alone, with a hint, after each answer; or the summary."""
    if lesson.done:
        teacher.note = [teacher.text("right")]
        for leaf in teacher.summary(lesson):
            yield "\n".join([*leaf, teacher.text("prompt.next")])
        return
    found = teacher.board.choices(lesson)
    tempting = teacher.tempting(lesson, found)
    answers = [*said, *(choice.action for choice in tempting)]
    notes = (teacher.comment(lesson.answer(answer), lesson) for answer in answers)
    for note in chain([[], teacher.hint(lesson, found)], notes):
        teacher.note = note
        shown = teacher.draw(lesson, [*found, *tempting])
        assert set(note) <= set(shown)
        yield "\n".join([*shown, teacher.text("prompt.task") + " 12"])
