"""A person's turn: the screen, the question, and what is asked back before it is done.

What must stay true: it knows a `View` and a judge; nothing is done that was not said, and what
costs points or brings many cards is asked about first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from typing import Final

from speto.cards import ParseError
from speto.clause import Clause
from speto.dummy import Action, View
from speto.dummy.actions import Discard, PickUp, PickUpToLayOff
from speto.terminal.choices import (
    FEW,
    Ask,
    Choice,
    Unclear,
    choices,
    draw_list,
    kept,
    understand,
)
from speto.terminal.news import deeds, since_my_turn, tell
from speto.terminal.page import pages, wrap
from speto.terminal.screen import Left, Screen, paragraphs
from speto.terminal.sheet import items
from speto.terminal.speech import Speech
from speto.terminal.table import Standing, draw_table

NOTE: Final = 5
LIST: Final = 5
"""So many lines a remark may have, and the list at least, however much else there is to show."""

Judge = Callable[[Action], Clause | None]


class Person:
    """The person at the terminal."""

    def __init__(self, screen: Screen, speech: Speech) -> None:
        self.screen = screen
        self.speech = speech
        self.note: list[str] = []

    def choose(self, view: View, standing: Standing, why_not: Judge) -> Action:
        """Ask until a legal action is said and stands.

        :raises Left: if the person quits.
        """
        found = choices(view, self.speech)
        leaf = 0
        while True:
            top = draw_table(view, standing, self.speech)
            leaves = self.leaves(view, top, found)
            leaf %= len(leaves)
            answer = self.screen.ask(leaves[leaf], self.prompt(found, len(leaves)))
            self.note = []
            try:
                said = understand(answer, view, found, self.speech)
            except (Unclear, ParseError) as problem:
                self.note = wrap(f"! {problem}", hang=2)
                continue
            match said:
                case Ask.MORE if len(leaves) > 1:
                    leaf += 1
                case Ask.MORE if len(found) == 1 and not answer:
                    return found[0].action
                case Ask():
                    self.help(said, view, top)
                case Clause():
                    self.note = wrap(self.speech.words(said), hang=2)
                case _:
                    clause = why_not(said)
                    if clause:
                        self.note = self.refusal(said, clause)
                    elif self.stands(said, view, top):
                        return said

    def refusal(self, action: Action, clause: Clause) -> list[str]:
        """Which clause forbids an action, in words."""
        words = self.speech.words(clause)
        return wrap("! " + self.speech.ui("refused", word=action, words=words), hang=2)

    def prompt(self, found: Sequence[Choice], n_leaves: int) -> str:
        """The question below the list."""
        if n_leaves > 1:
            return self.speech.ui("prompt.paged")
        if len(found) == 1:
            return self.speech.ui("prompt.single", word=found[0].action)
        return self.speech.ui("prompt.plain")

    def leaves(self, view: View, top: list[str], found: Sequence[Choice]) -> list[list[str]]:
        """The screens that hold the whole list, each with the table; one if it can be."""
        height = self.screen.height - 1
        below = self.note[:NOTE] or self.status(view)
        news = tell(since_my_turn(view), view, self.speech)
        blocks = draw_list(found, self.speech)
        size = sum(map(len, blocks))
        room = height - len(top) - len(below) - min(size, LIST)
        if len(news) > room:
            kept = max(room - 1, 0)
            news = [f"  {self.speech.ui('older')}", *news[len(news) - kept :]]
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

    def status(self, view: View) -> list[str]:
        """What binds or favors this turn, if anything does."""
        if view.must_knock and len(view.hand) > 1:
            return wrap(self.speech.ui("must_knock"))
        if view.last_chance and not view.taken:
            return wrap(self.speech.ui("last_chance"))
        if view.can_knock:
            return wrap(self.speech.ui("can_knock"))
        return []

    def stands(self, action: Action, view: View, top: list[str]) -> bool:
        """Whether an action is still meant after what it brings or costs was told."""
        match action:
            case Discard(card) if card in view.risks:
                told = [self.speech.ui("warning", card=self.speech.card(card))]
                for risk in view.risks[card]:
                    key = "risk.certain" if risk.certain else "risk.possible"
                    title = self.speech.title(risk.clause)
                    text = self.speech.ui(
                        key, points=risk.points, title=title, code=risk.clause.code
                    )
                    told += wrap(f"  {text}", hang=2)
                question = self.speech.ui("prompt.discard", card=self.speech.card(card))
            case PickUp() | PickUpToLayOff():
                preview = view.previews[str(action)]
                if len(kept(preview)) <= FEW:
                    return True
                key = "preview.knock" if preview.knocks else "preview.plain"
                told = paragraphs(
                    self.speech.ui(
                        key,
                        lays=self.speech.cards(preview.lays),
                        kept=self.speech.cards(kept(preview)),
                        left=preview.left,
                    )
                )
                question = self.speech.ui("prompt.pick_up")
            case _:
                return True
        return self.screen.sure([*top, "", *told], question)

    def help(self, asked: Ask, view: View, top: list[str]) -> None:
        """Show what was asked for, then go back to the table."""
        match asked:
            case Ask.QUIT:
                if self.screen.sure([*top, ""], self.speech.ui("prompt.quit")):
                    raise Left
                return
            case Ask.MORE:
                self.note = wrap("! " + self.speech.ui("say"), hang=2)
                return
            case Ask.HELP:
                blocks = [paragraphs(self.speech.ui("help"))]
            case Ask.LOG:
                told = tell(deeds(view.head, view.log), view, self.speech)
                blocks = [[line] for line in told] or [[self.speech.ui("nothing_yet")]]
            case Ask.LEDGER:
                blocks = items(view, self.speech)
        leaves = pages(blocks, self.screen.height - 1)
        prompts = self.speech.prompts(len(leaves), "prompt.more", "prompt.back")
        self.screen.read_through(leaves, prompts)
