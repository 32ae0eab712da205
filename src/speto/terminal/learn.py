"""The lesson at the terminal: pages to read, tasks to do, and what is said to each answer.

What must stay true: what is right or wrong is asked of the `Lesson`; every screen fits, and a
newcomer gets through by digits and Enter alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from itertools import chain
from typing import Final

from speto.cards import PACK, SUITS, ParseError
from speto.clause import Clause
from speto.dummy.actions import ACTIONS
from speto.dummy.rules import FIELDS
from speto.lesson import ME, OTHERS, STEPS, Answer, Lesson, Verdict, begin
from speto.options import spell
from speto.terminal.choices import Choice, Unclear, choices, draw_list, understand
from speto.terminal.news import since_my_turn, tell
from speto.terminal.page import pages, wrap
from speto.terminal.screen import Left, Screen, paragraphs
from speto.terminal.sheet import entry_lines
from speto.terminal.speech import SIGNS, Speech
from speto.terminal.table import Standing, draw_table, signed
from speto.texts import Catalogue

INTRODUCTION: Final = 3
"""How many pages stand before the first step."""

NOTE: Final = 2
"""How many lines are kept for a remark under a page."""


class Wish(Enum):
    """What may be said besides moves; the value names its line in the menu."""

    HINT = "hint"
    NEXT = "next"
    BACK = "back"
    LEAVE = "leave"
    MENU = ""


WISHES: Final = {
    "": Wish.HINT,
    "h": Wish.HINT,
    "hint": Wish.HINT,
    "s": Wish.NEXT,
    "skip": Wish.NEXT,
    "b": Wish.BACK,
    "back": Wish.BACK,
    "q": Wish.LEAVE,
    "quit": Wish.LEAVE,
    "0": Wish.MENU,
    "?": Wish.MENU,
}
LISTED: Final = (Wish.HINT, Wish.NEXT, Wish.BACK, Wish.LEAVE)


class Teacher:
    """Goes through the lesson with one person."""

    def __init__(self, screen: Screen, texts: Catalogue) -> None:
        names = (texts.text("ui.terminal.you"), *OTHERS)
        rules = begin().state.rules
        self.screen = screen
        self.speech = Speech(texts, rules, names, screen.signs, screen.plain)
        self.note: list[str] = []
        self.holes: dict[str, object] = {
            **{name: spell(getattr(rules, name)) for name in FIELDS},
            **{str(card): self.speech.card(card) for card in PACK},
            **dict(zip(SUITS, SIGNS if screen.signs else SUITS, strict=True)),
            **{name.lower(): name for name in OTHERS},
        }

    def text(self, key: str, /, **holes: object) -> str:
        """A text of the lesson; cards, names and the numbers of the rules fill its holes."""
        return self.speech.texts.text(f"ui.learn.{key}", **self.holes, **holes)

    def run(self, step: int | None = None) -> None:
        """Teach from a step on, counted from 1, or from the introduction.

        :raises ParseError: if there is no such step.
        """
        if step is not None and not 1 <= step <= len(STEPS):
            raise ParseError(self.text("no_step", step=step, steps=len(STEPS)))
        at = -1 if step is None else step - 1
        try:
            while at < len(STEPS):
                at = self.introduce() if at < 0 else self.teach(begin(at))
            lines = paragraphs(self.text("end"))
        except Left:
            lines = wrap(self.text("left"))
        except (EOFError, KeyboardInterrupt):
            lines = ["", *wrap(self.text("left"))]  # the prompt's line has not ended
        self.screen.show(lines)

    def introduce(self) -> int:
        """What a newcomer must know before the first step; the number of the step to go to."""
        leaves = [paragraphs(self.text(f"intro.{n + 1}")) for n in range(INTRODUCTION)]
        return 0 if self.read(leaves, "prompt.start") is Wish.NEXT else -1

    def teach(self, lesson: Lesson) -> int:
        """One step; the number of the step to go to."""
        while not lesson.done:
            said = self.ask(lesson)
            match said:
                case Answer():
                    self.note = self.comment(said)
                    lesson = said.lesson
                case Wish.NEXT:
                    return lesson.number + 1
                case _:
                    return lesson.number - lesson.fresh
        last = "prompt.last" if lesson.last else "prompt.next"
        return lesson.number + (self.read(self.summary(lesson), last) is Wish.NEXT)

    def ask(self, lesson: Lesson) -> Answer | Wish:
        """Ask until a move is named, or to leave the step forward or backward."""
        view = lesson.state.view_for(ME)
        found = choices(view, self.speech)
        while True:
            lines = self.draw(lesson, found)
            answer = self.screen.ask(lines, self.text("prompt.task"))
            self.note = []
            wish = self.wish(answer, LISTED)
            if wish is Wish.HINT:
                self.note = self.hint(lesson, found)
            elif wish in (Wish.NEXT, Wish.BACK):
                return wish
            if wish:
                continue
            try:
                said = understand(
                    answer, view, [*found, *self.tempting(lesson, found)], self.speech
                )
            except (Unclear, ParseError) as problem:
                self.note = wrap(f"! {problem}", hang=2)
                continue
            if isinstance(said, ACTIONS):
                return lesson.answer(said)
            if isinstance(said, Clause):
                self.note = wrap(self.speech.words(said), hang=2)
            else:
                self.note = self.hint(lesson, found)

    def wish(self, answer: str, listed: Sequence[Wish]) -> Wish | None:
        """What an answer wishes, if it is no move; the menu is shown here.

        :raises Left: if the person leaves.
        """
        wish = WISHES.get(" ".join(answer.lower().split()))
        if wish is Wish.MENU:
            lines = [
                line
                for n, one in enumerate(listed, 1)
                for line in wrap(f"{n}) {self.text(f'menu.{one.value}')}", hang=3)
            ]
            lines += ["", *paragraphs(self.text("menu.words"))]
            chosen = self.screen.ask(lines, self.text("prompt.menu"))
            if chosen in map(str, range(1, len(listed) + 1)):
                wish = listed[int(chosen) - 1]
            else:
                wish = WISHES.get(chosen.lower(), Wish.MENU) if chosen else Wish.MENU
        if wish is Wish.LEAVE:
            raise Left
        return wish

    def tempting(self, lesson: Lesson, found: Sequence[Choice]) -> list[Choice]:
        """The forbidden move that is offered behind the list."""
        if not lesson.tempting:
            return []
        text = self.text(lesson.key("try"))
        return [Choice(len(found) + 1, "try", lesson.tempting, text)]

    def draw(self, lesson: Lesson, found: Sequence[Choice]) -> list[str]:
        """The screen of a task: what to do, the table, a remark, the list."""
        view = lesson.state.view_for(ME)
        top = [*self.header(lesson), *wrap(self.text(lesson.key("ask")))]
        table = draw_table(view, Standing(1, (0,) * view.seats), self.speech)
        news = tell(since_my_turn(view), view, self.speech) if lesson.fresh else []
        moves = [*found, *self.tempting(lesson, found)]
        listed = [*chain(*draw_list(moves, self.speech))]
        close = [*chain(*draw_list(moves, self.speech, close=True))]
        # where not all fits, what was done is told no more; a remark stands for the task at last
        for parts in (
            (top, table, news, self.note, listed),
            (top, table, self.note, listed),
            (top, table, self.note, close),
            (top[:1], table, self.note, close),
        ):
            shown = [part for part in parts if part]
            spare = self.screen.height - 1 - sum(map(len, shown))
            if spare >= 0:
                break
        gaps = [[""] if n < spare else [] for n in range(len(shown))]
        return [*chain(*(line for pair in zip(shown, gaps, strict=True) for line in pair))]

    def header(self, lesson: Lesson) -> list[str]:
        """Which step it is."""
        title = self.text(f"{lesson.step.name}.title")
        key = "done" if lesson.done else "header"
        return wrap(self.text(key, step=lesson.number + 1, steps=len(STEPS), title=title))

    def hint(self, lesson: Lesson, found: Sequence[Choice]) -> list[str]:
        """What to do, and its number in the list."""
        word = lesson.wanted[0]
        number = next(choice.number for choice in found if str(choice.action) == word)
        hint = self.text(lesson.hint)
        return wrap(self.text("hint", hint=hint, number=number))

    def comment(self, answer: Answer) -> list[str]:
        """What is said to a move."""
        words = [self.speech.words(clause) for clause in answer.clauses]
        match answer.verdict:
            case Verdict.RIGHT:
                scored = (
                    entry_lines(entry, self.speech) for entry in answer.lesson.state.entries()
                )
                return [self.text("right"), *chain(*scored)]
            case Verdict.OTHER:
                return wrap("! " + self.text("legal", reason=self.text(answer.key)), hang=2)
            case Verdict.FINED:
                return wrap("! " + self.text("fined", words=words[0]), hang=2)
            case Verdict.REFUSED:
                refused = self.text("refused", words=words[0])
                return wrap("! " + refused, hang=2)

    def summary(self, lesson: Lesson) -> list[list[str]]:
        """What was learnt in a step, and every line of its ledger."""
        entries = lesson.state.ledger()
        mine = [entry for entry in entries if entry.seat == ME]
        others = [entry for entry in entries if entry.seat != ME]
        points = sum(entry.points for entry in mine)
        blocks = [
            [*self.header(lesson), ""],
            [*paragraphs(self.text(f"{lesson.step.name}.learnt")), ""],
            wrap(self.text("points", points=signed(points)) if entries else self.text("nothing")),
            *(entry_lines(entry, self.speech) for entry in mine),
            ["", *wrap(self.text("others"))] if others else [],
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
                prompt = self.text(last)
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
