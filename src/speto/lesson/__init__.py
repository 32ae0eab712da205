"""The lessons: steps on fixed positions, the tasks in them, and how an answer is taken.

What must stay true: a lesson knows no screen, so that a terminal and a web page teach alike; the
lesson of a game is data, in the module that bears the game's name.
"""

from __future__ import annotations

from importlib import import_module
from typing import cast

from speto.lesson.course import (
    ME,
    Answer,
    Course,
    Grouping,
    Lesson,
    Question,
    Step,
    Task,
    Verdict,
    begin,
)

__all__ = [
    "ME",
    "Answer",
    "Course",
    "Grouping",
    "Lesson",
    "Question",
    "Step",
    "Task",
    "Verdict",
    "begin",
    "course_of",
]


def course_of(game: str) -> Course:
    """The lesson of a game.

    >>> [len(course_of(name).steps) for name in ("dummy", "indian")]
    [6, 6]
    """
    return cast(Course, import_module(f"speto.lesson.{game}").COURSE)
