"""The board of Indian Rummy: cards to be put together, questions about hands, and moves.

What must stay true: while a hand is to be grouped it is shown as the person has grouped it so far,
and only cards that are in no group yet have a number.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain
from types import MappingProxyType
from typing import Any, Final

from speto.cards import JOKER, Card, ParseError, parse_cards, shown
from speto.clause import Clause
from speto.indian import View
from speto.indian.actions import Show
from speto.indian.groups import Arrangement, Kind, arranged, declared, wilds_last
from speto.lesson import ME, Grouping, Lesson, Question
from speto.lesson.course import Group
from speto.terminal.answer import Ask, Choice, Own, Unclear, is_number, numbered, plainly, question
from speto.terminal.answer import Question as Asked
from speto.terminal.face import Warn
from speto.terminal.indian.choices import GROUPS
from speto.terminal.indian.face import IndianFace
from speto.terminal.indian.hand import Look, sort_loose
from speto.terminal.indian.naming import name, named, read
from speto.terminal.indian.offer import check_lines
from speto.terminal.learn.board import WISHES, Board, Wish
from speto.terminal.page import cells, fit, pack, wrap
from speto.terminal.speech import Speech

CELL: Final = 9
"""Cells of a card with its number before it."""
LABELS: Final = 34
"""The column of what a group is, behind its cards."""


class IndianBoard(Board):
    """A board for moves, for cards that belong together and for questions."""

    face: IndianFace
    wishes: Mapping[str, Wish] = MappingProxyType({**WISHES, "?": Wish.HINT})

    def text(self, key: str, /, **holes: object) -> str:
        """A text of the lesson."""
        return self.speech.texts.text(f"ui.learn.{key}", **holes)

    def begin(self, lesson: Lesson) -> None:
        """The pile is opened, as far as the lesson goes, by its top card."""
        super().begin(lesson)
        self.face.opened = lesson.view.top

    def go_on(self, lesson: Lesson) -> None:
        """A hand that was grouped in the lesson stays so until the person groups it anew."""
        if lesson.groups:
            self.face.look = self.face.look._replace(own=lesson.groups)

    def table(self, lesson: Lesson) -> list[str]:
        """What the task is about: the hand to be grouped, the hand asked about, or the table."""
        view: View = lesson.view
        match lesson.task:
            case Grouping(kind=kind):
                checks = self._checks(lesson, view) if kind == "group" else []
                return [*self._wild(view), *checks, *self._to_group(lesson, view)]
            case Question(hand=seat) if seat is not None:
                return [*self._wild(view), *self._asked_about(seat, view)]
            case _:
                return super().table(lesson)

    def _wild(self, view: View) -> list[str]:
        wilds = named([*sorted(view.wilds), JOKER], view, self.speech)
        return [self.speech.ui("indian.wild", wilds=wilds, cut=self.speech.card(view.cut))]

    def _checks(self, lesson: Lesson, view: View) -> list[str]:
        """The three ticks for the groups made so far; the last loose card is the finishing card."""
        made = declared(lesson.groups, (), view.wilds, view.rules)
        plain = [card for card in self._left(lesson) if card != JOKER and card not in view.wilds]
        made = made._replace(loose=tuple(plain) if len(plain) > 1 else ())
        return check_lines(made, view, self.speech)

    def _to_group(self, lesson: Lesson, view: View) -> list[str]:
        """The groups made so far, and the other cards with their numbers."""
        lines = [self.text("indian.hand")]
        made = ((group, view.kind(group)) for group in lesson.groups)
        rows = [(wilds_last(group, view.wilds, kind), kind) for group, kind in made]
        lines += self._rows(rows, (), view)
        cards = (name(card, view, self.speech) for card in self._left(lesson))
        items = [f"{number:>2}) {card}" for number, card in enumerate(cards, 1)]
        if self.speech.plain:
            return [*lines, *(item.strip() for item in items)]
        packed = pack((fit(item, CELL) for item in items), gap="")
        return [*lines, *(line.rstrip() for line in packed)]

    def _asked_about(self, seat: int, view: View) -> list[str]:
        cards = view.hand if seat == ME else view.shown[seat] or ()
        key = "indian.hand" if seat == ME else "indian.hand.other"
        best: Arrangement = arranged(cards, view.wilds, view.rules)
        groups = [(group.cards, group.kind) for group in best.groups]
        return [
            self.text(key, name=self.speech.name(seat)),
            *self._rows(groups, sort_loose(best.loose, Look()), view),
        ]

    def _rows(self, groups: Sequence[tuple[Group, Kind]], loose: Group, view: View) -> list[str]:
        """A line for each group with what it is, and one for the loose cards."""
        rows = [(cards, kind.name.lower()) for cards, kind in groups]
        if loose:
            rows.append((loose, "rest"))
        lines = []
        for cards, kind in rows:
            told, label = named(cards, view, self.speech), self.speech.ui(f"indian.kind.{kind}")
            if self.speech.plain:
                lines.append(self.speech.colon(label, told))
            else:
                lines.append(fit(f"  {told}", max(LABELS, cells(told) + 4)) + label)
        return lines

    def _left(self, lesson: Lesson) -> Group:
        """The cards that are in no group yet, as they are numbered."""
        return sort_loose(lesson.left, Look())

    def choices(self, lesson: Lesson) -> list[Choice]:
        """Answers to a question, or moves; cards to be grouped stand in the hand."""
        match lesson.task:
            case Grouping():
                return []
            case Question(answers=answers, about=about):
                return [
                    Choice(number, "answer", word, self._told(word, about))
                    for number, word in enumerate(answers, 1)
                ]
            case _:
                return super().choices(lesson)

    def _told(self, word: str, about: str) -> str:
        if about == "seat":
            return self.speech.names[int(word)]
        return self.text("indian.points.told", n=int(word))

    def listed(self, lesson: Lesson, found: Sequence[Choice], *, close: bool) -> list[str]:
        """The list, and how cards are named."""
        match lesson.task:
            case Grouping():
                lines = [line for choice in found for line in self._line(choice)]
                return [*lines, *wrap(self.text("pick.how"), hang=2)]
            case Question():
                return [line for choice in found for line in self._line(choice)]
            case _:
                return super().listed(lesson, found, close=close)

    def _line(self, choice: Choice) -> list[str]:
        return wrap(f"{choice.number:>2}) {choice.text}", hang=4)

    def tempting(self, lesson: Lesson, found: Sequence[Choice]) -> int:
        """Behind the list, or behind the numbers of the cards."""
        cards = self._left(lesson) if isinstance(lesson.task, Grouping) else found
        return len(cards) + 1

    def understand(
        self, answer: str, lesson: Lesson, found: Sequence[Choice]
    ) -> list[Any] | Ask | Own | Clause | Asked:
        """The groups that are named, the answer to a question, or a move."""
        said = plainly(answer)
        if said.startswith("?"):
            return question(said[1:].strip(), self.speech)
        match lesson.task:
            case Grouping():
                return self._groups(said, answer, lesson, found)
            case Question():
                if not is_number(said):
                    raise Unclear(self.text("pick.answer"))
                return [numbered(said, found, self.speech)]
            case _:
                return self._move(answer, lesson, found)

    def _move(
        self, answer: str, lesson: Lesson, found: Sequence[Choice]
    ) -> list[Any] | Ask | Own | Clause | Asked:
        """A move; a Show that is good in any grouping is told in the proposed one."""
        said = super().understand(answer, lesson, found)
        if isinstance(said, list) and isinstance(said[0], Show):
            shows = lesson.view.shows
            return [shows.get(said[0].finishing, said[0])]
        return said

    def _groups(
        self, said: str, answer: str, lesson: Lesson, found: Sequence[Choice]
    ) -> list[Group]:
        """Groups by the numbers of their cards or by the cards, a stroke between two of them."""
        if is_number(said) and any(choice.number == int(said.rstrip(")")) for choice in found):
            return [numbered(said, found, self.speech)]
        named_after_g = GROUPS.fullmatch(said)
        text = named_after_g[1] or "" if named_after_g else said
        groups = [self._group(part, answer, lesson) for part in re.split(r"[/|]", text)]
        if Counter(chain(*groups)) - Counter(lesson.left):
            foreign = Counter(chain(*groups)) - Counter(lesson.view.hand)
            raise Unclear(self.text("pick.not_held" if foreign else "pick.in_group"))
        return groups

    def _group(self, text: str, answer: str, lesson: Lesson) -> Group:
        left = self._left(lesson)
        words = re.findall(r"[^ ,]+", text)
        if words and all(is_number(word) for word in words):
            numbers = [int(word.rstrip(")")) for word in words]
            if len(set(numbers)) < len(numbers) or not set(numbers) <= {*range(1, len(left) + 1)}:
                raise Unclear(self.text("pick.numbers", last=len(left)))
            return tuple(left[number - 1] for number in numbers)
        try:
            cards = read(text)
        except ParseError:
            cards = ()
        if not cards:
            raise Unclear(self.text("pick.none", said=shown(answer)))
        return cards

    def number(self, word: str, lesson: Lesson, found: Sequence[Choice]) -> str:
        """The numbers of the cards of a word, or the number of a line."""
        if not isinstance(lesson.task, Grouping):
            return super().number(word, lesson, found)
        left: list[Card | None] = [*self._left(lesson)]
        numbers = []
        for card in parse_cards(word):
            at = left.index(card)
            left[at] = None  # of two equal cards each has a number of its own
            numbers.append(at + 1)
        return " ".join(map(str, sorted(numbers)))


def make_board(speech: Speech) -> Board:
    """The board."""
    return IndianBoard(IndianFace(speech, Warn.RISKY), speech)
