"""The lessons as a page shows them: a task, the table it is about, and what is said to an answer.

What must stay true: what is right or wrong is asked of `speto.lesson`; a request holds all that was
said in its step, so that nothing is kept between two of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct, json

from speto.cards import PACK, SUITS, Card, ParseError
from speto.lesson import ME, Answer, Course, Grouping, Lesson, Question, Verdict, begin, course_of
from speto.moment import matters
from speto.options import spell
from speto.server import faces
from speto.server.faces.cards import Scored, scored
from speto.server.faces.indian import Best
from speto.server.messages import Face, Line
from speto.texts import Catalogue

SIGNS: Final = "♣♦♥♠"
TO_SIGNS: Final = str.maketrans(SUITS, SIGNS)
OF_THE_TABLE: Final = {"dummy": 2, "indian": 1}
"""So many paragraphs of the third page tell of the table; the others of answers at a terminal."""
VERDICTS: Final[dict[Verdict, Literal["right", "other", "fined", "refused", "wrong"]]] = {
    Verdict.RIGHT: "right",
    Verdict.OTHER: "other",
    Verdict.FINED: "fined",
    Verdict.REFUSED: "refused",
    Verdict.WRONG: "wrong",
}


class LessonStep(Struct, frozen=True):
    """A step of a lesson: its name and title."""

    name: str
    title: str


class LessonCourse(Struct, frozen=True):
    """The lesson of a game: what to read before it, and its steps."""

    game: str
    language: str
    introduction: list[str]
    steps: list[LessonStep]


class LessonChoice(Struct, frozen=True):
    """An answer that can be given: its word and what it means."""

    word: str
    text: str


class LessonTask(Struct, frozen=True):
    """What is to be done: a move, cards to be put together, or a question with its answers.

    `shown` is the seat whose cards a question is about, and `best` their arrangement; `tempting` is
    a mistake that is worth trying.
    """

    name: str
    kind: Literal["move", "group", "question"]
    ask: str
    hint: str
    answers: list[LessonChoice]
    shown: int | None
    best: Best | None
    tempting: LessonChoice | None


class LessonAnswer(Struct, frozen=True):
    """What is said to a word: `clauses` are the rules against it, `entries` what it brought."""

    word: str
    verdict: Literal["right", "other", "fined", "refused", "wrong"]
    text: str
    clauses: list[str]
    entries: list[Scored]


class LessonMoment(Struct, frozen=True):
    """Where a lesson is; `said` are the right words so far: send them, and the next word.

    When all tasks are done there is no `task`, and `learnt` tells what was learnt. `groups` are the
    cards put together, `arranged` what they are, `left` those in no group; `matters` are the rules
    of this moment.
    """

    game: str
    rules: str
    step: int
    title: str
    names: list[str]
    said: list[str]
    task: LessonTask | None
    learnt: str | None
    answer: LessonAnswer | None
    groups: list[list[str]]
    arranged: Best | None
    left: list[str]
    matters: list[str]
    view: Face
    log: list[Line]


class Held(Struct, frozen=True):
    """What is read of the face of a hand."""

    best: Best | None = None


class NotSaid(ValueError):
    """Words that do not lead through the step: they were not right, or go on after its end."""


class Speaker:
    """The lesson of a game in one language."""

    def __init__(self, game: str, texts: Catalogue) -> None:
        self.course: Course = course_of(game)
        self.texts = texts
        others = self.course.others
        rules = begin(self.course).state.rules
        self.names = [texts.text("ui.terminal.you"), *others]
        self._rules = rules
        self._holes: dict[str, object] = {
            **{name: spell(getattr(rules, name)) for name in self.course.rules.FIELDS},
            **{str(card): _shown(card) for card in PACK},
            **dict(zip(SUITS, SIGNS, strict=True)),
            **{name.lower(): name for name in others},
        }

    def text(self, key: str, /, **holes: object) -> str:
        """A text of the lesson."""
        return self.texts.text(f"ui.learn.{key}", **self._holes, **holes)

    def own(self, key: str) -> str:
        """A text of the lesson of this game alone."""
        return self.text(f"{self.course.prefix}{key}")

    def overview(self) -> LessonCourse:
        """The lesson before its first step."""
        third = self.own("intro.3").split("\n\n")[: OF_THE_TABLE[self.course.game]]
        return LessonCourse(
            self.course.game,
            self.texts.language,
            [self.own("intro.1"), self.own("intro.2"), "\n\n".join(third)],
            [LessonStep(step.name, self.own(f"{step.name}.title")) for step in self.course.steps],
        )

    def moment(self, step: int, said: Sequence[str]) -> LessonMoment:
        """A step after what was said in it, counted from 1.

        :raises ParseError: if the last word is none.
        :raises NotSaid: if a word before it was not right.
        """
        lesson = begin(self.course, step - 1)
        right: list[str] = []
        answer: LessonAnswer | None = None
        for place, word in enumerate(said):
            if lesson.done or len(right) < place:
                raise NotSaid
            found = lesson.answer(_read(lesson, word))
            answer = self._answer(word, found, lesson)
            right += [word] if found.verdict is Verdict.RIGHT else []
            lesson = found.lesson
        return self._moment(lesson, right, answer)

    def _moment(self, lesson: Lesson, said: list[str], answer: LessonAnswer | None) -> LessonMoment:
        state, view = lesson.state, lesson.view
        name = lesson.step.name
        return LessonMoment(
            game=self.course.game,
            rules=str(state.rules),
            step=lesson.number + 1,
            title=self.own(f"{name}.title"),
            names=self.names[: state.seats],
            said=said,
            task=None if lesson.done else self._task(lesson),
            learnt=self.own(f"{name}.learnt") if lesson.done else None,
            answer=answer,
            groups=[[str(card) for card in group] for group in lesson.groups],
            arranged=_arranged(lesson),
            left=[str(card) for card in lesson.left],
            matters=[] if lesson.done else [clause.code for clause in matters(view)],
            view=faces.face(view),
            log=faces.log(view),
        )

    def _task(self, lesson: Lesson) -> LessonTask:
        task, tempting = lesson.task, lesson.tempting
        kind: Literal["move", "group", "question"] = "move"
        answers: list[LessonChoice] = []
        shown = best = None
        if isinstance(task, Grouping):
            kind = "group"
        elif isinstance(task, Question):
            kind, shown = "question", task.hand
            answers = [LessonChoice(word, self._told(word, task)) for word in task.answers]
            if shown is not None:
                best = json.decode(faces.own(lesson.state.view_for(shown)), type=Held).best
        return LessonTask(
            task.name,
            kind,
            self.text(lesson.key("ask")),
            self.text(lesson.hint),
            answers,
            shown,
            best,
            LessonChoice(task.tempting, self.text(lesson.key("try"))) if tempting else None,
        )

    def _told(self, word: str, task: Question) -> str:
        if task.about == "seat":
            return self.names[int(word)]
        return self.text("indian.points.told", n=int(word))

    def _answer(self, word: str, answer: Answer, before: Lesson) -> LessonAnswer:
        words = self.texts.clause(answer.clauses[0], self._rules) if answer.clauses else ""
        reason = self.text(answer.key) if answer.key else ""
        brought = [
            scored(entry)
            for entry in answer.lesson.state.ledger()
            if answer.verdict is Verdict.RIGHT and entry.at == before.state.at and entry.seat == ME
        ]
        return LessonAnswer(
            word,
            VERDICTS[answer.verdict],
            self.text(answer.comment(before.task), reason=reason, words=words),
            [clause.code for clause in answer.clauses],
            brought,
        )


def _arranged(lesson: Lesson) -> Best | None:
    """What the groups are that were put together."""
    if not lesson.groups:
        return None
    return json.decode(faces.arranged_so(lesson.view, lesson.groups), type=Best)


def _read(lesson: Lesson, word: str) -> object:
    """What a word means here.

    :raises ParseError: if it means nothing.
    """
    if isinstance(lesson.task, Question) and word not in lesson.task.answers:
        raise ParseError("this is none of the answers")
    return lesson.read(word)


def _shown(card: Card) -> str:
    """A card as people write it."""
    return str(card).replace("T", "10").translate(TO_SIGNS)
