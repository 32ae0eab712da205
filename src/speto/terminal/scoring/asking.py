"""The dialogue of `speto score --ask`: a table of real cards asked for, seat by seat.

What must stay true: each answer is checked at once by those who read and check files, and asked for
again with the reason; what it leads to is the text of a score file.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, TypeVar

from speto.cards import write_cards
from speto.dummy.rules import FoolScope
from speto.score.dummy import Score, Setting, Table, Wrong, as_line, read_table, read_tables, score
from speto.score.dummy.checking import (
    wrong_fines,
    wrong_fools,
    wrong_hand,
    wrong_head,
    wrong_knock,
    wrong_melds,
)
from speto.score.dummy.reckoning import score_deal
from speto.score.dummy.settling import is_dark, picked, settle
from speto.score.words import NONE, Words, one_card, short
from speto.terminal.page import wrap
from speto.texts import Catalogue

YES: Final = ("yes", "y", "1")
NO: Final = ("no", "n", "2")
BACK: Final = "<"
T = TypeVar("T")
Check = Callable[[Table], Iterator[Wrong]]
Step = Callable[[], "str | None"]


class Back(Exception):
    """The question before is to be asked again."""


class Asking:
    """Asks for deal after deal; `text` is the score file so far."""

    def __init__(self, texts: Catalogue, text: str, *, strict: bool) -> None:
        self.texts = texts
        self.text = text.strip() + "\n" if text.strip() else ""
        self.strict = strict
        self.lines: list[str] = []
        self.setting: Setting | None = None
        self.found: Score | None = None

    def ui(self, key: str, /, **holes: object) -> str:
        """A text of the dialogue."""
        return self.texts.text(f"ui.score.ask.{key}", **holes)

    def score(self) -> Score:
        """The score of all deals so far.

        :raises Wrong: if something in them cannot be.
        """
        self.found = score(read_tables(self.text), strict=self.strict)
        self.setting = self.found.setting
        return self.found

    def ask_deal(self) -> None:
        """Ask for one deal more and add it to the text."""
        self.lines = []
        if not self.setting:
            self.say(self.ui("hint"))
            self.run([self.ask_rules, self.ask_names])
            self.setting = self.read().setting
            self.run([self.ask_starter])
        seats = range(self.setting.seats)
        self.run(
            [
                self.ask_head,
                *(partial(self.ask_melds, seat) for seat in seats),
                self.ask_knock,
                self.ask_fool,
                *(partial(self.ask_hand, seat) for seat in seats),
                *(partial(self.ask_fines, seat) for seat in seats),
                self.ask_nothing,
            ]
        )
        self.text = "\n".join(filter(None, [self.text, *self.lines])) + "\n"

    def ask_again(self) -> bool:
        """Whether there is another deal."""
        return self.ask(self.ui("again"), self.yes_or_no)

    def run(self, steps: Sequence[Step]) -> None:
        """Take one step after another; `<` goes back to the last that asked something.

        A step gives the line it leads to, an empty one for no line, none if nothing was asked.
        """
        begun = len(self.lines)
        done: list[tuple[int, bool]] = []
        at = 0
        while at < len(steps):
            try:
                line = steps[at]()
            except Back:
                asked = False
                while done and not asked:
                    at, asked = done.pop()
                    self.lines.pop()
                continue
            self.lines.append(line or "")
            done.append((at, line is not None))
            at += 1
        assert len(self.lines) == begun + len(steps), "each step has its line"

    def read(self, *more: str) -> Table:
        """The table by the lines so far and some more."""
        lines = [as_line(0, line) for line in (*self.lines, *more) if line]
        return read_table(lines, self.found.setting if self.found else None)

    def say(self, text: str) -> None:
        """Write a paragraph."""
        print("\n".join(wrap(text)))

    def ask(self, question: str, understand: Callable[[str], T]) -> T:
        """Ask until the answer is understood.

        :raises Back: if it is to go back.
        """
        while True:
            self.say(question)
            answer = input("> ")
            if not sys.stdin.isatty():
                print(answer)  # a pipe echoes nothing, and a transcript should show what was said
            if answer.strip() == BACK:
                raise Back
            try:
                return understand(answer.partition(";")[0].strip())
            except Wrong as wrong:
                key = "twice_before" if wrong.key in ("twice", "twice_here") else wrong.key
                problem = self.texts.text(f"ui.score.wrong.{key}", **wrong.holes)
                self.say(self.ui("wrong", problem=problem))

    def checked(self, checks: Sequence[Check], *lines: str) -> Table:
        """The table with some more lines, if nothing in them is wrong.

        :raises Wrong: if something is.
        """
        table = self.read(*lines)
        direction = table.direction or (self.found.match.direction if self.found else 1)
        for check in checks:
            for wrong in check(replace(table, direction=direction)):
                if self.strict or not wrong.soft:
                    raise wrong
        return table

    def yes_or_no(self, answer: str) -> bool:
        """Whether the answer is yes."""
        if answer.lower() not in YES + NO:
            raise Wrong("yes_no", text=short(answer))
        return answer.lower() in YES

    def name(self, seat: int) -> str:
        """The name of a seat."""
        assert self.setting
        return self.setting.names[seat]

    def seat_or_none(self, answer: str) -> int | None:
        """The seat that an answer names, or none."""
        if answer.lower() in NONE:
            return None
        assert self.setting
        words = Words(answer, self.setting.names, 0)
        seat = words.seat()
        words.end()
        return seat

    def ask_line(self, question: str, head: str, checks: Sequence[Check] = ()) -> str:
        """A line that begins with `head` and goes on with the answer; none for nothing."""

        def understand(answer: str) -> str:
            if ":" in answer:
                raise Wrong("rest", text=":")
            if answer.lower() in NONE:
                self.checked(checks)
                return ""
            self.checked(checks, f"{head} {answer}")
            return f"{head} {answer}"

        return self.ask(question, understand)

    def ask_rules(self) -> str:
        def understand(answer: str) -> str:
            self.read(f"rules {answer or 'default'}", "names A, B")
            return f"rules {answer or 'default'}"

        return self.ask(self.ui("rules"), understand)

    def ask_names(self) -> str:
        def understand(answer: str) -> str:
            self.read(f"names {answer}")
            return f"names {answer}"

        return self.ask(self.ui("names"), understand)

    def ask_starter(self) -> str:
        def understand(answer: str) -> str:
            seat = self.seat_or_none(answer)
            return f"starter {self.name(seat or 0)}"

        return self.ask(self.ui("starter", name=self.name(0)), understand)

    def ask_head(self) -> str:
        def understand(answer: str) -> str:
            self.checked([], f"head {answer}")
            return f"head {answer}"

        number = len(self.found.deals) + 1 if self.found else 1
        return self.ask(self.ui("head", n=number), understand)

    def ask_melds(self, seat: int) -> str:
        assert self.setting
        last = seat == self.setting.seats - 1

        def wrong(table: Table) -> Iterator[Wrong]:
            for found in wrong_melds(table):
                if last or found.key != "layer_unborn":
                    yield found
            if last:
                yield from settle(table, 0, 1).refused

        other = self.name((seat + 1) % self.setting.seats)
        question = self.ui("melds", name=self.name(seat), other=other)
        return self.ask_line(question, f"melds {self.name(seat)}:", [wrong])

    def ask_knock(self) -> str:
        seat = self.ask(self.ui("knocker"), self.knocker)
        if seat is None:
            return "knock nobody"
        name = self.name(seat)

        def card(answer: str) -> str:
            line = f"knock {name} {one_card(answer, 0)}"
            self.checked([wrong_head], line)
            return line

        line = self.ask(self.ui("card", name=name), card)

        def dark(answer: str) -> str:
            more = f"{line} dark" if self.yes_or_no(answer) else line
            self.checked([wrong_knock], more)
            return more

        line = self.ask(self.ui("dark", name=name), dark)
        table = self.read(line)
        if not is_dark(table) or picked(table):
            return line

        def took(answer: str) -> str:
            if answer.lower() not in ("drew", "picked"):
                raise Wrong("drew_or_picked", text=short(answer))
            self.checked([wrong_knock], f"{line} {answer.lower()}")
            return f"{line} {answer.lower()}"

        return self.ask(self.ui("took", name=name), took)

    def knocker(self, answer: str) -> int | None:
        """Who knocked, if a knock of that seat is possible with these melds."""
        seat = self.seat_or_none(answer)
        self.checked([lambda table: wrong_knock(replace(table, knocker=seat))])
        return seat

    def ask_fool(self) -> str | None:
        table = self.read()
        scope = table.setting.rules.fool_scope
        if table.knocker is None or scope is FoolScope.OFF or table.took == "drew":
            return None
        return self.ask_line(self.ui("fool"), "fool", [wrong_fools])

    def ask_hand(self, seat: int) -> str | None:
        table = self.read()
        if seat == table.knocker:
            return None
        name = self.name(seat)

        def understand(answer: str) -> str:
            if ":" in answer:
                raise Wrong("rest", text=":")
            line = f"hands {name}: {answer or '-'}"
            after = self.checked([lambda table: wrong_hand(table, seat), wrong_head], line)
            return f"hands {name}: {write_cards(after.hands[seat]) or '-'}"

        return self.ask(self.ui("hand", name=name), understand)

    def ask_fines(self, seat: int) -> str:
        name = self.name(seat)
        return self.ask_line(self.ui("fines", name=name), f"fines {name}:", [wrong_fines])

    def ask_nothing(self) -> None:
        """See that the whole deal can be scored."""
        match = self.found.match if self.found else None
        try:
            score_deal(self.read(), match, strict=self.strict)
        except Wrong as wrong:
            self.say(self.ui("wrong", problem=wrong.said(self.texts)))
            raise Back from None
