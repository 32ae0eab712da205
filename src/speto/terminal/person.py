"""A person's turn: the screen, the question, and what is asked back before it is done.

What must stay true: it knows a `View` and a judge; nothing is done that was not said, and what
costs points, brings many cards or ends the deal is asked about first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum, auto
from itertools import chain
from typing import Final

from speto.cards import Card
from speto.clause import Clause
from speto.dummy import Action, View
from speto.dummy.actions import Discard, Knock, LayOff, Meld, PickUp, PickUpToLayOff
from speto.dummy.clauses import BORN_3
from speto.terminal.choices import (
    Ask,
    Choice,
    Question,
    Unclear,
    choices,
    draw_list,
    understand,
)
from speto.terminal.hint import advice, reason
from speto.terminal.moment import holds_a_meld
from speto.terminal.news import deeds, since_my_turn, tell
from speto.terminal.offer import FEW, Warn, asked_about, kept, risk_lines, told, warning
from speto.terminal.page import pages, wrap
from speto.terminal.reader import Reader
from speto.terminal.screen import Left, Screen, paragraphs
from speto.terminal.sheet import items
from speto.terminal.speech import Speech
from speto.terminal.table import Look, Standing, draw_own_hand, draw_row, draw_table, signed
from speto.terminal.worth import points_for

NOTE: Final = 5
LIST: Final = 5
"""So many lines a remark may have, and the list at least, however much else there is to show."""

Judge = Callable[[Action], Clause | None]


class Undo(Enum):
    """The person takes the last move back."""

    LAST = auto()


class Person:
    """The person at the terminal."""

    def __init__(self, screen: Screen, speech: Speech, warn: Warn = Warn.RISKY) -> None:
        self.screen = screen
        self.speech = speech
        self.reader = Reader(screen, speech)
        self.note: list[str] = []
        self.by_rank = False
        self.warn = warn
        self.beginning: list[str] = []
        self.heard = 0
        self.hand_heard: tuple[Card, ...] | None = None

    @property
    def look(self) -> Look:
        """How the hand is shown."""
        return Look(self.by_rank, self.warn is not Warn.NEVER)

    def choose(
        self, view: View, standing: Standing, why_not: Judge, *, may_undo: bool = False
    ) -> Action | Undo:
        """Ask until a legal action is said and stands, or one is to be taken back.

        :raises Left: if the person quits.
        """
        self.reader.refused = None
        leaf = 0
        while True:
            found = choices(view, self.speech, self.look)
            self.reader.view, self.reader.found = view, found
            leaves = self.leaves(view, standing, found)
            leaf %= len(leaves)
            answer = self.screen.ask(leaves[leaf], self.prompt(view, found, len(leaves)))
            fresh, self.note = not self.note, []
            try:
                said = understand(answer, view, found, self.speech)
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
                case Ask():
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

    def refuse(self, action: Action, clause: Clause) -> None:
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

    def prompt(self, view: View, found: Sequence[Choice], n_leaves: int) -> str:
        """The question below the list."""
        if n_leaves > 1:
            return self.speech.ui("prompt.paged")
        if len(found) == 1 and not self.note:
            move = told(found[0].action, view, self.speech, self.look)
            return self.speech.ui("prompt.single", move=move)
        return self.speech.ui("prompt.plain")

    def leaves(self, view: View, standing: Standing, found: Sequence[Choice]) -> list[list[str]]:
        """The screens that hold the whole list, each with the table; one if it can be."""
        if self.screen.plain:
            return [self.spoken(view, standing, found)]
        height = self.screen.height - 1
        top = draw_table(view, standing, self.speech, self.look)
        below = self.note or self.status(view)
        news = tell(since_my_turn(view), view, self.speech) or self.beginning
        blocks = self.blocks(view, found)
        if sum(map(len, [top, below, news, *blocks])) > height:
            blocks = self.blocks(view, found, close=True)
        size = sum(map(len, blocks))
        room = height - len(top) - len(below) - min(size, LIST)
        if len(news) > room:
            last = max(room - 1, 0)
            news = [f"  {self.speech.ui('older')}", *news[len(news) - last :]]
        parts = [part for part in (top, news, below) if part]
        spare = height - sum(map(len, parts)) - size
        gap = [""] if spare >= len(parts) else []
        head = [line for part in parts for line in [*part, *gap]]
        if len(head) + size <= height:
            return [[*head, *chain(*blocks)]]
        split = pages(blocks, height - len(head) - 1)
        return [
            [*head, *leaf, "  " + self.speech.ui("page", n=number, all=len(split))]
            for number, leaf in enumerate(split, 1)
        ]

    def blocks(
        self, view: View, found: Sequence[Choice], *, close: bool = False
    ) -> list[list[str]]:
        """The list, with the risks of the cards that may be discarded."""
        blocks = draw_list(found, self.speech, close=close)
        if self.look.risks and any(isinstance(choice.action, Discard) for choice in found):
            blocks += [[line] for line in risk_lines(view, self.speech)]
        return blocks

    def spoken(self, view: View, standing: Standing, found: Sequence[Choice]) -> list[str]:
        """What has changed since the last question, in sentences; then what may be done."""
        lines: list[str] = []
        fresh = self.hand_heard is None
        done = [deed for deed in deeds(view.head, view.log) if deed.at >= self.heard]
        if fresh and not self.heard:
            lines += self.beginning
        lines += tell(done, view, self.speech)
        if fresh:
            lines += draw_table(view, standing, self.speech, self.look)
        if done and not fresh and not view.taken:
            lines += draw_row(view, self.speech)
        if not fresh and view.hand != self.hand_heard:
            lines += draw_own_hand(view, self.speech, self.look)
        if done or fresh or not self.note:
            self.heard, self.hand_heard = len(view.log), view.hand
        lines += self.note or [*self.status(view), *chain(*self.blocks(view, found))]
        return lines

    def begin(self, lines: Sequence[str]) -> None:
        """A new deal begins: who starts it, and why."""
        self.beginning = list(lines)
        self.heard, self.hand_heard = 0, None

    def status(self, view: View) -> list[str]:
        """What binds or favors this turn, if anything does."""
        assert view.seat is not None
        if view.must_knock and len(view.hand) > 1:
            return wrap(self.speech.ui("must_knock"))
        if view.last_chance and not view.taken:
            return wrap(self.speech.ui("last_chance"))
        if view.can_knock and len(view.hand) > 1:
            return wrap(self.speech.ui("can_knock"))
        lays = any(isinstance(action, Meld | LayOff) for action in view.legal)
        if view.taken and not view.born[view.seat] and not lays and holds_a_meld(view.hand):
            return wrap(self.speech.named(BORN_3))
        return []

    def stands(self, action: Action, view: View, standing: Standing) -> bool:
        """Whether an action is still meant after what it brings or costs was told."""
        match action:
            case Discard(card) if asked_about(card, view, self.warn):
                lines = warning(card, view, self.speech)
                question = self.speech.ui("prompt.discard", card=self.speech.card(card))
            case Knock(card):
                points = signed(points_for(view, action))
                lines = wrap(self.speech.ui("knocking", card=self.speech.card(card), points=points))
                question = self.speech.ui("prompt.knock")
            case PickUp() | PickUpToLayOff():
                preview = view.previews[str(action)]
                if len(kept(preview)) <= FEW:
                    return True
                lines = paragraphs(
                    self.speech.ui(
                        "preview.knock" if preview.knocks else "preview.plain",
                        lays=self.speech.cards(preview.lays),
                        kept=self.speech.cards(kept(preview)),
                        left=preview.left,
                        points=signed(points_for(view, action)),
                    )
                )
                question = self.speech.ui("prompt.pick_up")
            case _:
                return True
        return self.reader.sure(self.above(view, standing, lines), question)

    def above(self, view: View, standing: Standing, lines: Sequence[str]) -> list[str]:
        """The table over a question; it makes way where both do not fit."""
        if self.screen.plain:
            return list(lines)
        top = draw_table(view, standing, self.speech, self.look)
        room = self.screen.height - 3 - len(lines)
        return [*top[-room:], "", *lines] if room > 0 else list(lines)

    def do(self, asked: Ask, view: View, standing: Standing) -> None:
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
                lines = tell(deeds(view.head, view.log), view, self.speech)
                nothing = self.speech.ui("nothing_yet")
                self.reader.look([[line] for line in lines] or [[nothing]])
            case Ask.LEDGER:
                self.reader.look(items(view, self.speech))
            case Ask.TABLE:
                self.heard, self.hand_heard = len(view.log), None
            case Ask.HINT:
                self.note = self.hint(view)
            case Ask.ORDER:
                self.by_rank = not self.by_rank
                self.note = [self.speech.ui("order.rank" if self.by_rank else "order.suit")]
            case Ask.WARN:
                self.warn = self.warn.next
                self.note = wrap(self.speech.ui(f"warn.{self.warn}"), hang=2)
            case Ask.UNDO:
                self.note = wrap("! " + self.speech.ui("no_undo"), hang=2)

    def hint(self, view: View) -> list[str]:
        """What the player `simple` would do, why, and how to say it."""
        action = advice(view)
        number = next(choice.number for choice in self.reader.found if choice.action == action)
        text = self.speech.ui(
            "hint.say",
            reason=reason(action, view, self.speech),
            n=number,
            word=self.speech.word(action),
        )
        return wrap(text, hang=2)
