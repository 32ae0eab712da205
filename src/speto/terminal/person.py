"""A person's turn: the screen, the question, and what is asked back before it is done.

What must stay true: it knows a `View` and a judge; nothing is done that was not said, and what
costs points, brings many cards or ends the deal is asked about first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum, auto
from itertools import chain
from typing import Any, Final

from speto.cards import Card
from speto.clause import Clause
from speto.terminal.answer import Ask, Choice, Own, Question, Unclear
from speto.terminal.coach import Coach
from speto.terminal.face import Face, Standing
from speto.terminal.page import pages, wrap
from speto.terminal.reader import Reader
from speto.terminal.screen import Left, Screen

NOTE: Final = 5
LIST: Final = 5
"""So many lines a remark may have, and the list at least, however much else there is to show."""

Judge = Callable[[Any], Clause | None]


class Undo(Enum):
    """The person takes the last move back."""

    LAST = auto()


class Person:
    """The person at the terminal; a `coach` advises him where that is fair to the others."""

    def __init__(self, screen: Screen, face: Face, coach: Coach | None = None) -> None:
        self.coach = coach
        self.counsel: list[str] = []
        self.screen = screen
        self.face = face
        self.speech = face.speech
        self.reader = Reader(screen, face)
        self.note: list[str] = []
        self.beginning: list[str] = []
        self.heard = 0
        self.hand_heard: tuple[Card, ...] | None = None

    def choose(
        self, view: Any, standing: Standing, why_not: Judge, *, may_undo: bool = False
    ) -> Any | Undo:
        """Ask until a legal action is said and stands, or one is to be taken back.

        :raises Left: if the person quits.
        """
        self.reader.refused = None
        leaf = 0
        while True:
            found = self.face.choices(view)
            self.reader.view, self.reader.found = view, found
            on = self.coach is not None and self.coach.on
            self.counsel = self.coach.briefly(view, self.face, found) if self.coach and on else []
            leaves = self.leaves(view, standing, found)
            leaf %= len(leaves)
            answer = self.screen.ask(leaves[leaf], self.prompt(view, found, len(leaves)))
            fresh, self.note = not self.note, []
            try:
                said = self.face.understand(answer, view, found)
            except Unclear as problem:
                self.note = wrap(f"! {problem}", hang=2)
                continue
            match said:
                case Ask.MORE if len(leaves) > 1:
                    leaf += 1
                case Ask.MORE if not fresh:
                    pass  # Enter after a shown text only clears it
                case Ask.MORE if len(found) == 1 and not answer:
                    if self.stands(found[0].action, view, standing):
                        return found[0].action
                case Ask.UNDO if may_undo:
                    return Undo.LAST
                case Ask() | Own():
                    self.do(said, view, standing)
                case Clause() | Question():
                    self.explain(said)
                case _:
                    clause = why_not(said)
                    if clause:
                        self.reader.refused = clause
                        self.refuse(said, clause)
                    elif self.stands(said, view, standing):
                        return said

    def refuse(self, action: Any, clause: Clause) -> None:
        """Say which clause forbids an action, in words."""
        word, words = self.speech.word(action), self.speech.words(clause)
        self.remark(wrap("! " + self.speech.ui("refused", word=word, words=words), hang=2))

    def explain(self, asked: Clause | Question) -> None:
        """Show a rule below the table; a longer text on pages of its own."""
        if isinstance(asked, Clause):
            self.remark(self.reader.rule(asked))
        else:
            self.reader.explain(asked)

    def remark(self, lines: list[str]) -> None:
        """Put a remark on the next screen, or on one of its own where it is long."""
        if len(lines) > NOTE:
            self.reader.look([lines])
        else:
            self.note = lines

    def prompt(self, view: Any, found: Sequence[Choice], n_leaves: int) -> str:
        """The question below the list."""
        if n_leaves > 1:
            return self.speech.ui("prompt.paged")
        if len(found) == 1 and not self.note:
            move = self.face.told(found[0].action, view)
            return self.speech.ui("prompt.single", move=move)
        return self.speech.ui("prompt.plain")

    def leaves(self, view: Any, standing: Standing, found: Sequence[Choice]) -> list[list[str]]:
        """The screens that hold the whole list, each with the table; one if it can be."""
        if self.screen.plain:
            return [self.spoken(view, standing, found)]
        height = self.screen.height - 1
        top = self.face.table(view, standing)
        below = self.note or self.counsel or self.face.status(view)
        news = self.face.news(view) or self.beginning
        blocks = self.face.blocks(view, found)
        if sum(map(len, [top, below, news, *blocks])) > height:
            blocks = self.face.blocks(view, found, close=True)
        size = sum(map(len, blocks))
        if len(top) + len(below) + min(size, LIST) + 1 > height:
            top = self.face.table(view, standing, close=True)
        room = height - len(top) - len(below) - min(size, LIST)
        if len(news) > room:
            last = max(room - 1, 0)
            news = [f"  {self.speech.ui('older')}", *news[len(news) - last :]]
        if len(top) + len(news) + len(below) + 2 > height:
            news = []
        parts = [part for part in (top, news, below) if part]
        spare = height - sum(map(len, parts)) - size
        gap = [""] if spare >= len(parts) else []
        head = [line for part in parts for line in [*part, *gap]]
        if len(head) + size <= height:
            return [[*head, *chain(*blocks)]]
        if len(head) + 2 > height:
            head, blocks = [], [[line] for line in head] + blocks
        split = pages(blocks, height - len(head) - 1)
        return [
            [*head, *leaf, "  " + self.speech.ui("page", n=number, all=len(split))]
            for number, leaf in enumerate(split, 1)
        ]

    def spoken(self, view: Any, standing: Standing, found: Sequence[Choice]) -> list[str]:
        """What has changed since the last question, in sentences; then what may be done."""
        lines: list[str] = []
        fresh = self.hand_heard is None
        done = self.face.log(view, self.heard)
        if fresh and not self.heard:
            lines += self.beginning
        lines += done
        if fresh:
            lines += self.face.table(view, standing)
        if done and not fresh and not view.taken:
            lines += self.face.middle(view)
        if not fresh and view.hand != self.hand_heard:
            lines += self.face.own_hand(view)
        if done or fresh or not self.note:
            self.heard, self.hand_heard = len(view.log), view.hand
        offer = [*self.face.status(view), *chain(*self.face.blocks(view, found))]
        lines += self.note or [*offer, *self.counsel]
        return lines

    def begin(self, lines: Sequence[str], view: Any, totals: Sequence[int] = ()) -> None:
        """A new deal begins: who starts it, and why, the view of its first moment, the totals."""
        self.beginning = list(lines)
        self.face.begin(view, totals)
        self.heard, self.hand_heard = 0, None

    def stands(self, action: Any, view: Any, standing: Standing) -> bool:
        """Whether an action is still meant after what it brings or costs was told."""
        sure = self.face.sure(action, view)
        if sure is None:
            return True
        lines = self.above(view, standing, sure.lines)
        return self.reader.sure(lines, sure.prompt, spelled=sure.spelled)

    def above(self, view: Any, standing: Standing, lines: Sequence[str]) -> list[str]:
        """The table over a question; it makes way where both do not fit."""
        if self.screen.plain:
            return list(lines)
        top = self.face.table(view, standing)
        room = self.screen.height - 3 - len(lines)
        return [*top[-room:], "", *lines] if room > 0 else list(lines)

    def do(self, asked: Ask | Own, view: Any, standing: Standing) -> None:
        """Do what was asked for besides moves, then go back to the table."""
        match asked:
            case Ask.QUIT:
                if self.reader.sure(self.above(view, standing, []), self.speech.ui("prompt.quit")):
                    raise Left
            case Ask.MORE:
                self.note = wrap("! " + self.speech.ui("say"), hang=2)
            case Ask.HELP:
                self.reader.help()
            case Ask.LOG:
                lines = self.face.log(view)
                nothing = self.speech.ui("nothing_yet")
                self.reader.look([[line] for line in lines] or [[nothing]])
            case Ask.LEDGER:
                self.reader.look(self.face.items(view))
            case Ask.TABLE:
                self.heard, self.hand_heard = len(view.log), None
            case Ask.HINT:
                self.note = self.hint(view)
            case Ask.COACH | Ask.COACH_ON | Ask.COACH_OFF:
                self.ask_coach(asked, view)
            case Ask.UNDO:
                self.note = wrap("! " + self.speech.ui("no_undo"), hang=2)
            case _:
                self.remark(self.face.do(asked, view))

    def ask_coach(self, asked: Ask, view: Any) -> None:
        """Hear the coach about this moment, or switch it on or off."""
        if self.coach is None:
            self.note = wrap("! " + self.speech.ui("coach.nowhere"), hang=2)
        elif asked is Ask.COACH:
            self.reader.look(self.coach.fully(view, self.face, self.reader.found))
        else:
            self.coach.on = asked is Ask.COACH_ON
            if not self.coach.on:
                self.note = wrap(self.speech.ui("coach.off"), hang=2)

    def hint(self, view: Any) -> list[str]:
        """What the player `simple` would do, why, and how to say it."""
        action = self.face.advice(view)
        *_, number = (choice.number for choice in self.reader.found if choice.action == action)
        text = self.speech.ui(
            "hint.say",
            reason=self.face.reason(action, view),
            n=number,
            word=self.face.word(action, view),
        )
        return wrap(text, hang=2)
