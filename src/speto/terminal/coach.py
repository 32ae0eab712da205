"""The coach at the terminal: on request a page with every option, switched on a few lines a turn.

What must stay true: it is asked with the person's own view, and thinks with a generator of its own,
so that it changes nothing in the deal.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from speto.players.coach import Advice, Advised, Reason, advise
from speto.terminal.answer import Choice
from speto.terminal.face import Face
from speto.terminal.page import wrap
from speto.terminal.screen import Screen
from speto.terminal.sheet import signed
from speto.terminal.speech import Speech
from speto.thought import Budget

BUDGET: Final = Budget(milliseconds=500)
OTHERS: Final = 3
"""So many moves beside the best are named in the few lines."""
MOST: Final = 4
"""So many lines the few are at most."""


class Coach:
    """Advises the person; while it is `on`, before each of his decisions."""

    def __init__(self, screen: Screen, budget: Budget = BUDGET, *, on: bool = False) -> None:
        self.screen = screen
        self.budget = budget
        self.on = on
        self._view: Any = None
        self._advice: Advice | None = None

    def advice(self, view: Any, speech: Speech) -> Advice:
        """What it says of a moment, thought of once."""
        if self._advice is None or self._view is not view:
            if self.screen.alive:
                self.screen.show([speech.ui("coach.thinks")])
            self._view, self._advice = view, advise(view, self.budget, Random())
        return self._advice

    def briefly(self, view: Any, face: Face, found: Sequence[Choice]) -> list[str]:
        """The best move and why, and how much less the next ones bring; nothing of a lone move."""
        if len(view.legal) == 1:
            return []
        speech = face.speech
        best, *others = self.advice(view, speech).options
        text = speech.ui(
            "coach.best",
            n=_number(best, found),
            move=face.told(best.action, view),
            points=_points(best),
            reason=said(best.reason, speech),
        )
        lines = wrap(text, hang=2)
        if others:
            next_ones = (_beside(one, view, face, found) for one in others[:OTHERS])
            lines += wrap(speech.ui("coach.next", moves=speech.listed(next_ones)), hang=2)
        return lines[:MOST]

    def fully(self, view: Any, face: Face, found: Sequence[Choice]) -> list[list[str]]:
        """Every option as a block: what it brings, what may happen, and why it is where it is."""
        speech = face.speech
        advice = self.advice(view, speech)
        blocks = [wrap(speech.ui("coach.heading", n=advice.playouts)), [""]]
        for one in advice.options:
            head = f"{_number(one, found):>2}) {face.told(one.action, view)}"
            lines = wrap(speech.colon(head, _points(one)) if advice.worlds else head, hang=4)
            happens = _happens(one, speech)
            if happens:
                lines += wrap(f"    {speech.listed(happens)}", hang=4)
            lines += wrap(f"    {said(one.reason, speech)}", hang=4)
            blocks.append(lines)
        left = {choice.action for choice in found} - {one.action for one in advice.options}
        if left:
            blocks.append(wrap(speech.ui("coach.left_out", n=len(left))))
        return blocks


def said(reason: Reason, speech: Speech) -> str:
    """A reason as a sentence."""
    return speech.texts.text(
        f"coach.{reason.key}",
        much=reason.much,
        little=reason.little,
        points=reason.points,
        clause=speech.title(reason.clause) if reason.clause else "",
        name=speech.name(reason.seat) if reason.seat is not None else "",
    )


def _number(one: Advised, found: Sequence[Choice]) -> int:
    return next((choice.number for choice in found if choice.action == one.action), 0)


def _points(one: Advised) -> str:
    """Points with twice their standard error.

    >>> _points(Advised(None, 12.3, 1.4, 0, 0, True, (), (), 0, Reason("because.only")))
    '+12 ±3'
    """
    return f"{signed(round(one.points))} ±{max(1, round(2 * one.error))}"


def _beside(one: Advised, view: Any, face: Face, found: Sequence[Choice]) -> str:
    """A move beside the best: its word, and what it brings less."""
    word = f"{_number(one, found)}) {face.word(one.action, view)}"
    return f"{word} {'=' if one.equal else signed(-max(1, round(one.behind)))}"


def _happens(one: Advised, speech: Speech) -> list[str]:
    """What may happen after a move, with its chances."""
    lines = [
        speech.ui("coach.fine", rule=speech.title(clause), percent=_percent(chance))
        for clause, chance in one.fines
    ]
    lines += [
        speech.ui("coach.feeds", name=speech.name(seat), percent=_percent(chance))
        for seat, chance in one.feeds
    ]
    if _percent(one.ends):
        lines.append(speech.ui("coach.ends", percent=_percent(one.ends)))
    return lines


def _percent(chance: float) -> int:
    return round(100 * chance)
