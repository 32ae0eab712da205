"""Reading and being asked: pages, yes-or-no questions, and `?` at every prompt.

What must stay true: a `?` is answered wherever something is asked; Enter after a text only closes
it; what is not understood gets a line that says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any, Final

from speto.book import write_book
from speto.clause import Clause
from speto.games import game_of
from speto.terminal.answer import Ask, Choice, Question
from speto.terminal.book import about_word, book_lines
from speto.terminal.face import Face
from speto.terminal.page import pages, wrap
from speto.terminal.screen import NO, YES, Screen

CLOSES: Final = ("q", "quit")
AGAIN: Final = ("s", "score")
BACK: Final = ("b", "back")
RULES: Final = ("rules", "book")
CODES: Final = ("codes", "list")


class Reader:
    """What the person reads at one table; `view` and `found` are what he is asked about now."""

    def __init__(self, screen: Screen, face: Face) -> None:
        self.screen = screen
        self.face = face
        self.speech = face.speech
        self.view: Any = None
        self.found: Sequence[Choice] = ()
        self.refused: Clause | None = None

    @property
    def height(self) -> int:
        """How many lines a page may have; the prompt and a remark stand below it."""
        return self.screen.height - 2

    def look(self, blocks: Iterable[Sequence[str]], last: str = "prompt.back") -> str:
        """Pages to read through; the answer that closed them: Enter behind the last, or q."""
        return self.turn(pages(blocks, self.height), last)

    def turn(self, leaves: Sequence[Sequence[str]], last: str = "prompt.back") -> str:
        """The same where the pages are given."""
        if self.screen.plain and last == "prompt.back":
            self.screen.show([*chain(*leaves)])
            return ""
        prompts = self.speech.prompts(len(leaves), "prompt.more", last)
        at, note = 0, list[str]()
        while at < len(leaves):
            answer = self.screen.ask([*leaves[at], *note], prompts[at])
            said, note = answer.lower(), []
            if not said:
                at += 1
            elif said in BACK:
                at = max(at - 1, 0)
            elif said in CLOSES or (last != "prompt.back" and said in AGAIN):
                return said
            elif not self.answered(answer):
                note = [self.unclear("say.page")]
        return ""

    def sure(
        self, lines: Sequence[str], prompt: str, *, enter: bool = False, spelled: bool = False
    ) -> bool:
        """Ask until it is yes or no; Enter alone is `enter`, and `spelled` takes no number."""
        unclear = "say.y_or_n" if spelled else "say.yes_or_no"
        note: list[str] = []
        while True:
            answer = self.screen.ask([*lines[: self.height], *note], prompt)
            if not answer:
                return enter
            if answer.lower() in (*YES, *NO) and not (spelled and answer.isdecimal()):
                return answer.lower() in YES
            note = [] if self.answered(answer, unclear) else [self.unclear(unclear)]

    def unclear(self, key: str) -> str:
        """A line that says what may be answered."""
        return wrap("! " + self.speech.ui(key))[0]

    def answered(self, answer: str, says: str = "say.page") -> bool:
        """Whether an answer was a question, which is then answered.

        `says` is the key of the text that tells what may be said where it was asked.
        """
        if not answer.startswith("?"):
            return False
        if answer == "?":
            self.help(says)
            return True
        if self.view is None:
            self.explain(Question(answer[1:].strip()))
            return True
        said = self.face.understand(answer, self.view, self.found)
        if said is Ask.HELP:
            self.help()
        else:
            assert isinstance(said, Clause | Question)
            self.explain(said)
        return True

    def explain(self, asked: Clause | Question) -> None:
        """Show a rule, a line of the list, the whole book, the codes, or the rules for a word."""
        speech = self.speech
        if isinstance(asked, Clause):
            self.look([self.rule(asked)])
            return
        word = asked.text.lower()
        if word in RULES:
            self.look(book_lines(write_book(speech.rules, speech.texts)))
        elif word in CODES:
            self.look([self._titled(clause) for clause in game_of(speech.rules).CLAUSES])
        elif word.isdecimal() and self.view and int(word) in (c.number for c in self.found):
            choice = next(choice for choice in self.found if choice.number == int(word))
            rules = [self.rule(clause) for clause in self.face.about(choice.action, self.view)]
            self.look([wrap(f"{choice.number}) {choice.text}", hang=4), *rules])
        else:
            found = [self.rule(clause) for clause in about_word(word, speech)]
            self.look(found or [wrap(speech.ui("no_clause", said=asked.text[:20]))])

    def rule(self, clause: Clause) -> list[str]:
        """A rule in full."""
        return wrap(self.speech.words(clause), hang=2)

    def _titled(self, clause: Clause) -> list[str]:
        return wrap(f"{clause.code:<14}{self.speech.title(clause)}", hang=14)

    def help(self, says: str = "") -> None:
        """The rules that matter at this moment, then how to say things.

        Where no move can be made, first what can be said there: `says`.
        """
        leaves = pages(self.face.how(), self.height)
        if self.view is None:
            here = [*wrap(self.speech.ui(says)), ""] if says else []
            leaves = pages([here, *self.face.how()], self.height)
        else:
            rules = [self.rule(clause) for clause in self.face.matters(self.view, self.refused)]
            now = [self.face.aim(), wrap(self.speech.ui("help.now")), *rules]
            leaves = pages(now, self.height) + leaves
        self.turn(leaves)
