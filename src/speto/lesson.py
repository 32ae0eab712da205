"""The lesson of Thai Dummy: six steps on fixed positions, and how an answer is taken.

What must stay true: a `Lesson` is a value that knows no screen, so that a terminal and a web page
teach alike; it names its texts by key, and what forbids or fines a move by its clause.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import Final

from speto.clause import Clause
from speto.dummy import BY_CODE, Action, State, parse
from speto.dummy.actions import Discard

ME: Final = 0
OTHERS: Final = ("Nok", "Ploy", "Chai")
"""The three who play beside the person; what they do is written down here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One thing to do: it is done when all its words have been said, in any order.

    `reasons` names the text that answers a move that is legal but not meant. `tempting` is a word
    worth trying, since the clause `refusal` forbids it.
    """

    name: str
    words: tuple[str, ...]
    reasons: Mapping[str, str] = field(default_factory=dict)
    tempting: str = ""
    refusal: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A position, what is done in it before the person is asked, and the tasks.

    The position leaves out what it can; its stock begins with the cards that the story needs.
    """

    name: str
    position: str
    opening: tuple[str, ...] = ()
    tasks: tuple[Task, ...]


STEPS: Final = (
    Step(
        name="draw",
        position="turn=0 act=0 row=9s"
        " hands=4d4h6s7h8hJcKd/2d3h6cTcQhKsAs/3c6h9cTdQcKhAh/2s5c7d8c9dJdAd"
        " stock=Jh7s3d5d9h5hKcAc8d2cQs2hQd5s8sTsJsTh6d4c7c3s4s",
        tasks=(
            Task(name="take", words=("+",), tempting="-Kd", refusal="D-TURN-1"),
            Task(
                name="throw",
                words=("-Kd",),
                reasons={
                    "-4d": "pair",
                    "-4h": "pair",
                    "-Jc": "pair",
                    "-Jh": "pair",
                    "-7h": "run",
                    "-8h": "run",
                    "-6s": "cheap",
                },
                tempting="=6s7h8h",
                refusal="D-MELD-2",
            ),
        ),
    ),
    Step(
        name="born",
        position="turn=1 act=1 row=9s,Kd.0"
        " hands=4d4h6s7h8hJcJh/2d3h6cTcQhKsAs/3c6h9cTdQcKhAh/2s5c7d8c9dJdAd"
        " stock=7s3d5d9h5hKcAc8d2cQs2hQd5s8sTsJsTh6d4c7c3s4s",
        opening=("+", "-2d", "+", "-6h", "+", "-Ad"),
        tasks=(
            Task(name="take", words=("^6h=6h7h8h",), tempting="^Kd=6h7h8h", refusal="D-PICK-2"),
            Task(name="throw", words=("-Ad",), tempting="+", refusal="D-TURN-2"),
        ),
    ),
    Step(
        name="lay",
        position="turn=12 act=0 row=8s,Kd.0,2d.1,Ad.4,6s.5,Qc.6,7d.9,9s.10,6c.11"
        " melds=0:6h7h8h,1:JcJdJs"
        " hands=3d5c5d5s9hJh/2s3hThQsAs7c/3c7s9dTdQhKhAh/2h4c4s8c8dKsTs"
        " stock=Kc9cQdAcTc6d4h2c5h3s4d",
        tasks=(
            Task(name="take", words=("+",), tempting="=5c5d5s", refusal="D-TURN-1"),
            Task(
                name="lay",
                words=("=5c5d5s", ">9h@6h", ">Jh@Jc"),
                reasons={"-9h": "late", "-Jh": "late"},
                tempting=">Kc@Jc",
                refusal="D-LAY-2",
            ),
            Task(name="throw", words=("-Kc",)),
        ),
    ),
    Step(
        name="fines",
        position="turn=7 act=3 row=4d,Th.1,Kc.4,9h.5,Qd.6 melds=1:3s4s5s,0:7c7d7h"
        " hands=2h5d6s9c/6c8sTcQcKd/2d3c5h6d9dJcAs/4c5cTsJdQhKsAh"
        " stock=Jh8h3dTd2cAc7s6h3h8d8cJsAd2sQsKh9s4h",
        opening=("+", "-Jh", "+"),
        tasks=(
            Task(name="off", words=(">6s@3s",), tempting=">8h@7c", refusal="D-LAY-2"),
            Task(name="throw", words=("-9c",)),
        ),
    ),
    Step(
        name="knock",
        position="turn=16 act=0 row=As,Kc.9,4s.10,Qd.14,3c.15 melds=0:6s7s8s,1:5c5d5h,3:8c9cTc"
        " hands=9sTdJd/2d4h9hKdQc/2s3h6c7hTsJcAh/4d6hKh"
        " stock=8dTh5sAcAd8h2cKs2hQs6d9dJsQhJh7c3s7d3d4c",
        tasks=(
            Task(name="take", words=("^Qd=TdJdQd",), tempting="#9s", refusal="D-TURN-1"),
            Task(
                name="off",
                words=(">9s@6s",),
                reasons={"-3c": "knock"},
                tempting="#3c",
                refusal="D-KNOCK-1",
            ),
            Task(name="knock", words=("#3c",), tempting="-3c", refusal="D-KNOCK-2"),
        ),
    ),
    Step(
        name="dark",
        position="turn=8 act=0 row=3h,Qh.1,5c.4,7s.6,Jc.7 melds=1:KcKdKs"
        " hands=8d8h8s9d9hTdKh/2h4cJs9c6h/3c5hJdQcAs4s6s/2d3dTs5sJhAc7c"
        " stock=Th8c5dAdQs7h2c7dQd4d6c9sTc6d2sAh3s4h",
        opening=("+",),
        tasks=(
            Task(
                name="lay",
                words=("=8d9dTd", "=8h9hTh", ">Kh@Kc"),
                reasons={"-Kh": "knock"},
                tempting="=8d8h8s",
                refusal="D-BORN-3",
            ),
            Task(name="knock", words=("#8s",), tempting="-8s", refusal="D-KNOCK-2"),
        ),
    ),
)


class Verdict(Enum):
    """How an answer is taken."""

    RIGHT = auto()
    OTHER = auto()
    FINED = auto()
    REFUSED = auto()


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of a move, and where the lesson is now.

    `clauses` are the rules that refuse the move or fine it; `key` is the text that says why a legal
    move is not the best one here.
    """

    verdict: Verdict
    lesson: Lesson
    clauses: tuple[Clause, ...] = ()
    key: str = ""


@dataclass(frozen=True, slots=True)
class Lesson:
    """Where somebody is in the lesson: the step, the task in it, and the words said for it."""

    number: int
    state: State
    at: int = 0
    said: frozenset[str] = frozenset()

    @property
    def step(self) -> Step:
        """The step of this moment."""
        return STEPS[self.number]

    @property
    def done(self) -> bool:
        """Whether all tasks of the step are done."""
        return self.at == len(self.step.tasks)

    @property
    def last(self) -> bool:
        """Whether no step follows."""
        return self.number == len(STEPS) - 1

    @property
    def fresh(self) -> bool:
        """Whether nothing has been done in this step yet."""
        return not self.at and not self.said

    @property
    def task(self) -> Task:
        """What is to be done now."""
        return self.step.tasks[self.at]

    @property
    def wanted(self) -> tuple[str, ...]:
        """The words that the task still waits for."""
        return tuple(word for word in self.task.words if word not in self.said)

    @property
    def tempting(self) -> Action | None:
        """A forbidden move that is worth trying now."""
        if not self.task.tempting:
            return None
        action = parse(self.task.tempting)
        return action if self.state.why_not(action, ME) is BY_CODE[self.task.refusal] else None

    def key(self, name: str) -> str:
        """The key of a text of this task, such as `ask`, under `ui.learn.`."""
        return f"{self.step.name}.{self.task.name}.{name}"

    @property
    def hint(self) -> str:
        """The key of the hint for the next word that is wanted, under `ui.learn.`."""
        if len(self.task.words) == 1:
            return self.key("hint")
        return self.key(f"hint.{self.task.words.index(self.wanted[0]) + 1}")

    def answer(self, action: Action) -> Answer:
        """Take a move: done if it is meant here, otherwise what speaks against it.

        >>> begin().answer(parse("-Kd")).clauses[0].code
        'D-TURN-1'
        """
        refusal = self.state.why_not(action, ME)
        if refusal:
            return Answer(Verdict.REFUSED, self, (refusal,))
        word = str(action)
        if word in self.wanted:
            return Answer(Verdict.RIGHT, self._after(action, word))
        if word in self.task.reasons:
            return Answer(Verdict.OTHER, self, key=self.key(f"other.{self.task.reasons[word]}"))
        if isinstance(action, Discard):
            risks = self.state.view_for(ME).risks.get(action.card, ())
            if risks:
                return Answer(Verdict.FINED, self, tuple(risk.clause for risk in risks))
        return Answer(Verdict.OTHER, self, key=self.key("other"))

    def _after(self, action: Action, word: str) -> Lesson:
        said = self.said | {word}
        lesson = replace(self, state=self.state.apply(action), said=said)
        if said == set(self.task.words):
            return replace(lesson, at=self.at + 1, said=frozenset())
        return lesson


def begin(number: int = 0) -> Lesson:
    """A step from its beginning, counted from 0.

    >>> begin(1).wanted
    ('^6h=6h7h8h',)
    """
    state = State.read(STEPS[number].position)
    for word in STEPS[number].opening:
        state = state.apply(parse(word))
    return Lesson(number, state)
