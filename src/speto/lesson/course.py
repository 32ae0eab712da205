"""How any lesson goes: its steps and tasks, where somebody is in it, and what becomes of an answer.

What must stay true: a `Lesson` is a value; it names its texts by key, and what forbids or fines a
move by its clause. What is right in a game is asked of the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from functools import cached_property
from itertools import chain
from typing import Any, Final

from speto.cards import Card, parse_cards
from speto.clause import T_HOLD, T_KIND, Clause
from speto.games import Game, State
from speto.games import game as find_game

ME: Final = 0
Group = tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One thing to do: it is done when all its words have been said, in any order.

    `reasons` names the text that answers a move that is legal but not meant. `tempting` is a word
    worth trying, since the clause `refusal` speaks against it. `then` is what the others do after.
    """

    name: str
    words: tuple[str, ...]
    reasons: Mapping[str, str] = field(default_factory=dict)
    tempting: str = ""
    refusal: str = ""
    then: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Grouping(Task):
    """Cards of the hand to be named together: the words are such cards, in any order.

    `kind` says what they must be, in the words of the game's lesson; `stays` whether they lie
    together from then on.
    """

    kind: str
    stays: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Task):
    """Something to be told: `answers` are numbers, each wrong one with the clause against it.

    The one word is the right answer. `rule` is the clause that gives it, and speaks against any
    answer that is not listed. `about` says what is counted: points, or a seat. `hand` is the seat
    whose cards are asked about; without one it is about the table.
    """

    answers: Mapping[str, str]
    rule: str
    about: str = "points"
    hand: int | None = ME


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A position, what is done in it before the person is asked, and the tasks.

    The position leaves out what it can; a stock in it begins with the cards that the story needs.
    """

    name: str
    position: str
    opening: tuple[str, ...] = ()
    tasks: tuple[Task, ...]


@dataclass(frozen=True, kw_only=True)
class Course:
    """The lesson of one game.

    `prefix` stands before the keys of its texts, `others` are the names of those who play beside
    the person. `costs` finds the clauses by which a legal action costs points, `fault` the one by
    which cards are not of a kind.
    """

    game: str
    prefix: str = ""
    others: tuple[str, ...]
    steps: tuple[Step, ...]
    costs: Callable[[Any, Any], Sequence[Clause]]
    fault: Callable[[Group, str, Any], Clause | None] | None = None

    @cached_property
    def rules(self) -> Game:
        """The game itself."""
        return find_game(self.game)


class Verdict(Enum):
    """How an answer is taken."""

    RIGHT = auto()
    OTHER = auto()
    FINED = auto()
    REFUSED = auto()
    WRONG = auto()


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of an answer, and where the lesson is now.

    `clauses` are the rules that refuse a move, fine it, or make an answer wrong; `key` is the text
    that says why a legal move is not the best one here, or what was not thought of.
    """

    verdict: Verdict
    lesson: Lesson
    clauses: tuple[Clause, ...] = ()
    key: str = ""

    def comment(self, task: Task) -> str:
        """The key of the text that is said to this answer to a task."""
        match self.verdict:
            case Verdict.RIGHT:
                return "right"
            case Verdict.OTHER:
                return "not_yet" if isinstance(task, Grouping) else "legal"
            case Verdict.FINED:
                return "fined"
            case Verdict.REFUSED:
                return "refused"
            case Verdict.WRONG:
                return "wrong.why" if self.key else "wrong"


@dataclass(frozen=True)
class Lesson:
    """Where somebody is in a lesson: the step, the task in it, and the words said for it.

    `groups` are the cards that were put together in this step.
    """

    course: Course
    number: int
    state: State
    at: int = 0
    said: frozenset[str] = frozenset()
    groups: tuple[Group, ...] = ()

    @property
    def step(self) -> Step:
        """The step of this moment."""
        return self.course.steps[self.number]

    @property
    def done(self) -> bool:
        """Whether all tasks of the step are done."""
        return self.at == len(self.step.tasks)

    @property
    def last(self) -> bool:
        """Whether no step follows."""
        return self.number == len(self.course.steps) - 1

    @property
    def fresh(self) -> bool:
        """Whether nothing has been done in this step yet."""
        return not self.at and not self.said

    @property
    def heard(self) -> bool:
        """Whether others have acted since the person's last answer."""
        return self.fresh or (not self.said and bool(self.step.tasks[self.at - 1].then))

    @property
    def task(self) -> Task:
        """What is to be done now."""
        return self.step.tasks[self.at]

    @property
    def wanted(self) -> tuple[str, ...]:
        """The words that the task still waits for."""
        return tuple(word for word in self.task.words if word not in self.said)

    @cached_property
    def view(self) -> Any:
        """What the person sees of the game."""
        return self.state.view_for(ME)

    @property
    def left(self) -> Group:
        """The cards of the hand that stand in no group yet, in the order of the hand."""
        left = Counter(self.view.hand)
        left.subtract(chain(*self.groups))
        return tuple(left.elements())

    @property
    def tempting(self) -> Any:
        """A forbidden answer that is worth trying now, if there is one."""
        if not self.task.tempting:
            return None
        tried = self.read(self.task.tempting)
        refused = self.answer(tried).clauses == (self.course.rules.BY_CODE[self.task.refusal],)
        return tried if refused else None

    def key(self, name: str) -> str:
        """The key of a text of this task, such as `ask`, under `ui.learn.`."""
        return f"{self.course.prefix}{self.step.name}.{self.task.name}.{name}"

    @property
    def hint(self) -> str:
        """The key of the hint for the next word that is wanted, under `ui.learn.`."""
        if len(self.task.words) == 1:
            return self.key("hint")
        return self.key(f"hint.{self.task.words.index(self.wanted[0]) + 1}")

    def read(self, word: str) -> Any:
        """What a word of the task means: an action, cards, or the answer to a question."""
        match self.task:
            case Grouping():
                return parse_cards(word)
            case Question():
                return word
            case _:
                return self.course.rules.parse(word)

    def answer(self, said: Any) -> Answer:
        """Take any answer: done if it is meant here, otherwise what speaks against it.

        >>> from speto.lesson import course_of
        >>> lesson = begin(course_of("dummy"))
        >>> lesson.answer(lesson.read("-Kd")).clauses[0].code
        'D-TURN-1'
        """
        match self.task:
            case Grouping() as task if is_cards(said):
                return self._grouped(tuple(said), task)
            case Question() as task if isinstance(said, str):
                return self._told(said, task)
            case Grouping() | Question():
                return Answer(Verdict.REFUSED, self, (T_KIND,))
            case _:
                return self._moved(said)

    def _moved(self, action: Any) -> Answer:
        refusal = self.state.why_not(action, ME)
        if refusal:
            return Answer(Verdict.REFUSED, self, (refusal,))
        word = str(action)
        if word in self.wanted:
            return Answer(Verdict.RIGHT, self._after(word, self.state.apply(action)))
        if word in self.task.reasons:
            return Answer(Verdict.OTHER, self, key=self._other(word))
        costs = self.course.costs(self.state, action)
        if costs:
            return Answer(Verdict.FINED, self, tuple(costs))
        return Answer(Verdict.OTHER, self, key=self.key("other"))

    def _grouped(self, cards: Group, task: Grouping) -> Answer:
        assert self.course.fault
        if Counter(cards) - Counter(self.left):
            return Answer(Verdict.WRONG, self, (T_HOLD,))
        fault = self.course.fault(cards, task.kind, self.view)
        if fault:
            return Answer(Verdict.WRONG, self, (fault,))
        word = next((word for word in self.wanted if same_cards(word, cards)), None)
        if word is None:
            reason = next((word for word in task.reasons if same_cards(word, cards)), "")
            return Answer(Verdict.OTHER, self, key=self._other(reason))
        lesson = replace(self, groups=(*self.groups, cards)) if task.stays else self
        return Answer(Verdict.RIGHT, lesson._after(word, self.state))

    def _told(self, word: str, task: Question) -> Answer:
        if word in task.words:
            return Answer(Verdict.RIGHT, self._after(word, self.state))
        clause = self.course.rules.BY_CODE[task.answers.get(word, task.rule)]
        key = self._other(word) if word in task.reasons else ""
        return Answer(Verdict.WRONG, self, (clause,), key)

    def _other(self, word: str) -> str:
        reason = self.task.reasons.get(word)
        return self.key(f"other.{reason}" if reason else "other")

    def _after(self, word: str, state: State) -> Lesson:
        said = self.said | {word}
        if said != set(self.task.words):
            return replace(self, state=state, said=said)
        for then in self.task.then:
            state = state.apply(self.course.rules.parse(then))
        return replace(self, state=state, at=self.at + 1, said=frozenset())


def is_cards(said: object) -> bool:
    """Whether something is cards, held or not."""
    return isinstance(said, tuple | list) and all(isinstance(card, Card) for card in said)


def same_cards(word: str, cards: Group) -> bool:
    """Whether a word names these cards, in any order.

    >>> same_cards("3h4h5h", parse_cards("5h 3h 4h"))
    True
    """
    return sorted(parse_cards(word)) == sorted(cards)


def begin(course: Course, number: int = 0) -> Lesson:
    """A step from its beginning, counted from 0.

    >>> from speto.lesson import course_of
    >>> begin(course_of("dummy"), 1).wanted
    ('^6h=6h7h8h',)
    """
    step = course.steps[number]
    state = course.rules.State.read(step.position)
    for word in step.opening:
        state = state.apply(course.rules.parse(word))
    return Lesson(course, number, state)
