"""The lesson at the terminal: pages to read, tasks to do, and what is said to each answer.

What must stay true: what is right or wrong is asked of the `Lesson`; every screen fits, and a
newcomer gets through by digits and Enter alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Final

from speto.cards import PACK, SUITS, ParseError, shown
from speto.clause import Clause
from speto.lesson import ME, Answer, Grouping, Lesson, Verdict, begin, course_of
from speto.options import spell
from speto.terminal.answer import Choice, Own, Unclear
from speto.terminal.learn.board import WISHES, Wish, board_of
from speto.terminal.page import pages, wrap
from speto.terminal.screen import Left, Screen, paragraphs
from speto.terminal.sheet import entry_lines, signed
from speto.terminal.speech import SIGNS, Speech
from speto.texts import Catalogue

INTRODUCTION: Final = 3
"""How many pages stand before the first step."""

NOTE: Final = 2
"""How many lines are kept for a remark under a page."""

LISTED: Final = (Wish.HINT, Wish.NEXT, Wish.BACK, Wish.LEAVE)


class Teacher:
    """Goes through the lesson with one person."""

    def __init__(self, screen: Screen, texts: Catalogue, game: str = "dummy") -> None:
        self.course = course_of(game)
        others = self.course.others
        rules = begin(self.course).state.rules
        self.screen = screen
        names = (texts.text("ui.terminal.you"), *others)
        self.speech = Speech(texts, rules, names, screen.signs, screen.plain)
        self.board = board_of(game, self.speech)
        self.note: list[str] = []
        self.holes: dict[str, object] = {
            **{name: spell(getattr(rules, name)) for name in self.course.rules.FIELDS},
            **{str(card): self.speech.card(card) for card in PACK},
            **dict(zip(SUITS, SIGNS if screen.signs else SUITS, strict=True)),
            **{name.lower(): name for name in others},
        }

    def text(self, key: str, /, **holes: object) -> str:
        """A text of the lesson; cards, names and the numbers of the rules fill its holes."""
        return self.speech.texts.text(f"ui.learn.{key}", **self.holes, **holes)

    def own(self, key: str, /, **holes: object) -> str:
        """A text that belongs to the lesson of this game alone."""
        return self.text(f"{self.course.prefix}{key}", **holes)

    def run(self, step: int | None = None) -> None:
        """Teach from a step on, counted from 1, or from the introduction.

        :raises ParseError: if there is no such step.
        """
        steps = len(self.course.steps)
        if step is not None and not 1 <= step <= steps:
            raise ParseError(self.text("no_step", step=step, steps=steps))
        at = -1 if step is None else step - 1
        try:
            while at < steps:
                at = self.introduce() if at < 0 else self.teach(begin(self.course, at))
            lines = paragraphs(self.own("end"))
        except Left:
            lines = wrap(self.text("left"))
        except (EOFError, KeyboardInterrupt):
            lines = ["", *wrap(self.text("left"))]  # the prompt's line has not ended
        self.screen.show(lines)

    def introduce(self) -> int:
        """What a newcomer must know before the first step; the number of the step to go to."""
        leaves = [paragraphs(self.own(f"intro.{n + 1}")) for n in range(INTRODUCTION)]
        return 0 if self.read(leaves, "prompt.start") is Wish.NEXT else -1

    def teach(self, lesson: Lesson) -> int:
        """One step; the number of the step to go to."""
        self.board.begin(lesson)
        while not lesson.done:
            said = self.ask(lesson)
            match said:
                case Answer():
                    self.note = self.comment(said, lesson)
                    lesson = said.lesson
                case Wish.NEXT:
                    return lesson.number + 1
                case _:
                    return lesson.number - lesson.fresh
        last = "prompt.last" if lesson.last else "prompt.next"
        return lesson.number + (self.read(self.summary(lesson), last) is Wish.NEXT)

    def ask(self, lesson: Lesson) -> Answer | Wish:
        """Ask until an answer is named, or to leave the step forward or backward."""
        self.board.go_on(lesson)
        while True:
            found = self.board.choices(lesson)
            moves = [*found, *self.tempting(lesson, found)]
            answer = self.screen.ask(self.draw(lesson, moves), self.text("prompt.task"))
            self.note = []
            wish = self.wish(answer, LISTED, self.board.wishes)
            if wish is Wish.HINT:
                self.note = self.hint(lesson, found)
            elif wish in (Wish.NEXT, Wish.BACK):
                return wish
            if wish:
                continue
            try:
                said = self.board.understand(answer, lesson, moves)
            except (Unclear, ParseError) as problem:
                self.note = wrap(f"! {problem}", hang=2)
                continue
            match said:
                case list():
                    return answer_all(lesson, said)
                case Clause():
                    self.note = wrap(self.speech.words(said), hang=2)
                case Own():
                    self.note = self.board.face.do(said, lesson.view)
                case _:
                    self.note = self.hint(lesson, found)

    def wish(
        self, answer: str, listed: Sequence[Wish], wishes: Mapping[str, Wish] = WISHES
    ) -> Wish | None:
        """What an answer wishes, if it is no move; the menu is shown here.

        :raises Left: if the person leaves.
        """
        wish = wishes.get(" ".join(answer.lower().split()))
        if wish is Wish.MENU:
            lines = [
                line
                for n, one in enumerate(listed, 1)
                for line in wrap(f"{n}) {self.text(f'menu.{one.value}')}", hang=3)
            ]
            lines += ["", *paragraphs(self.own("menu.words"))]
            chosen = self.screen.ask(lines, self.text("prompt.menu"))
            if chosen in map(str, range(1, len(listed) + 1)):
                wish = listed[int(chosen) - 1]
            else:
                wish = WISHES.get(chosen.lower(), Wish.MENU) if chosen else Wish.MENU
                if chosen and wish is Wish.MENU:
                    unknown = self.text("menu.unknown", said=shown(chosen))
                    self.note = wrap(f"! {unknown}", hang=2)[:NOTE]
        if wish is Wish.LEAVE:
            raise Left
        return wish

    def tempting(self, lesson: Lesson, found: Sequence[Choice]) -> list[Choice]:
        """The forbidden answer that is offered behind the list."""
        tempting = lesson.tempting
        if not tempting:
            return []
        number = self.board.tempting(lesson, found)
        return [Choice(number, "try", tempting, self.text(lesson.key("try")))]

    def draw(self, lesson: Lesson, moves: Sequence[Choice]) -> list[str]:
        """The screen of a task: what to do, the table, a remark, the list."""
        top = [*self.header(lesson), *wrap(self.text(lesson.key("ask")))]
        table = self.board.table(lesson)
        news = self.board.face.news(lesson.view) if lesson.heard else []
        listed = self.board.listed(lesson, moves, close=False)
        close = self.board.listed(lesson, moves, close=True)
        # where not all fits, what was done is told no more; a remark stands for the task at last
        for parts in (
            (top, table, news, self.note, listed),
            (top, table, self.note, listed),
            (top, table, self.note, close),
            (top[:1], table, self.note, close),
            (top[:1], table, self.note),
        ):
            filled = [part for part in parts if part]
            spare = self.screen.height - 1 - sum(map(len, filled))
            if spare >= 0:
                break
        gaps = [[""] if n < spare else [] for n in range(len(filled))]
        return [*chain(*(line for pair in zip(filled, gaps, strict=True) for line in pair))]

    def header(self, lesson: Lesson) -> list[str]:
        """Which step it is."""
        title = self.own(f"{lesson.step.name}.title")
        key = "done" if lesson.done else "header"
        steps = len(self.course.steps)
        return wrap(self.text(key, step=lesson.number + 1, steps=steps, title=title))

    def hint(self, lesson: Lesson, found: Sequence[Choice]) -> list[str]:
        """What to do, and its number in the list or the numbers of its cards."""
        number = self.board.number(lesson.wanted[0], lesson, found)
        key = "hint.cards" if isinstance(lesson.task, Grouping) else "hint"
        return wrap(self.text(key, hint=self.text(lesson.hint), number=number))

    def comment(self, answer: Answer, before: Lesson) -> list[str]:
        """What is said to an answer, and what it brought."""
        words = self.speech.words(answer.clauses[0]) if answer.clauses else ""
        reason = self.text(answer.key) if answer.key else ""
        text = self.text(answer.comment(before.task), reason=reason, words=words)
        if answer.verdict is not Verdict.RIGHT:
            return wrap(f"! {text}", hang=2)
        scored = (
            entry_lines(entry, self.speech)
            for entry in answer.lesson.state.ledger()
            if entry.at == before.state.at and entry.seat == ME
        )
        return [text, *chain(*scored)]

    def summary(self, lesson: Lesson) -> list[list[str]]:
        """What was learnt in a step, and every line of its ledger."""
        entries = lesson.state.ledger()
        mine = [entry for entry in entries if entry.seat == ME]
        others = [entry for entry in entries if entry.seat != ME]
        points = sum(entry.points for entry in mine)
        key = "points" if points else "nothing"
        told = self.own(key, points=signed(points), n=points) if entries else ""
        blocks = [
            [*self.header(lesson), ""],
            [*paragraphs(self.own(f"{lesson.step.name}.learnt")), ""],
            wrap(told) if told else [],
            *(entry_lines(entry, self.speech) for entry in mine),
            ["", *wrap(self.own("others"))] if others else [],
            *(entry_lines(entry, self.speech, who=True) for entry in others),
        ]
        self.note = []
        return pages(blocks, self.screen.height - 1 - NOTE)

    def read(self, leaves: Sequence[Sequence[str]], last: str) -> Wish:
        """Pages to read: forward with Enter, back with b; where one goes from them."""
        at = 0
        while 0 <= at < len(leaves):
            prompt = self.text("prompt.page", page=at + 1, pages=len(leaves))
            if at == len(leaves) - 1:
                prompt = self.text(last, page=at + 1, pages=len(leaves))
            answer = self.screen.ask([*leaves[at], *self.note], prompt)
            self.note = []
            match self.wish(answer, LISTED[1:]) if answer else Wish.HINT:
                case Wish.NEXT:
                    return Wish.NEXT
                case Wish.BACK:
                    at -= 1
                case Wish.HINT:
                    at += 1
                case None:
                    self.note = wrap(f"! {self.text('say')}", hang=2)[:NOTE]
        return Wish.BACK if at < 0 else Wish.NEXT


def answer_all(lesson: Lesson, said: Sequence[object]) -> Answer:
    """Say one thing after the other, as long as each is right and the task goes on."""
    answer = lesson.answer(said[0])
    for one in said[1:]:
        if answer.verdict is not Verdict.RIGHT or answer.lesson.at != lesson.at:
            break
        answer = answer.lesson.answer(one)
    return answer
