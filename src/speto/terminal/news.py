"""The public log told turn by turn, whatever the game.

What must stay true: each deed is told once, in its turn, under the name of its seat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Protocol, TypeVar

from speto.terminal.page import wrap
from speto.terminal.speech import Speech


class Done(Protocol):
    """One action of the log and who did it."""

    @property
    def seat(self) -> int:
        """Who did it."""

    @property
    def action(self) -> Any:
        """What was done."""


D = TypeVar("D", bound=Done)


def turns(done: Iterable[D], ends: tuple[type, ...]) -> Iterator[Sequence[D]]:
    """Deeds by turns; `ends` are the actions that end one."""
    turn: list[D] = []
    for deed in done:
        if turn and (turn[-1].seat != deed.seat or isinstance(turn[-1].action, ends)):
            yield turn
            turn = []
        turn.append(deed)
    if turn:
        yield turn


def tell(
    told: Iterable[Sequence[D]], phrases: Callable[[Sequence[D]], Iterable[str]], speech: Speech
) -> list[str]:
    """A line or more for each turn, made of its phrases."""
    lines: list[str] = []
    for turn in told:
        name = speech.name(turn[0].seat)
        text = speech.colon(name, speech.listed(phrases(turn)))
        indent = 0 if speech.plain else 2
        lines += wrap(" " * indent + text, hang=indent + 2)
    return lines
