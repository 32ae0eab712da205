"""The score sheet of a deal: each line of the ledger with its rule and the word that brought it.

What must stay true: every ledger entry stands on it once, under its seat.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any, Final

from speto.clause import Entry
from speto.terminal.page import wrap
from speto.terminal.speech import Speech, in_play_order

POINTS: Final = 6
CODE: Final = 13


def signed(points: int) -> str:
    """Points with their sign; nothing is 0.

    >>> signed(5), signed(0)
    ('+5', '0')
    """
    return f"{points:+d}" if points else "0"


def totals(view: Any, before: Sequence[int], speech: Speech) -> list[str]:
    """Deal and match totals, a seat a line, the best first."""
    lines = wrap(speech.ui("totals"))
    ranked = sorted(range(view.seats), key=lambda seat: -before[seat] - view.scores[seat])
    for seat in ranked:
        total, score = before[seat] + view.scores[seat], signed(view.scores[seat])
        name = speech.name(seat)
        spoken = speech.colon(name, speech.listed([str(total), score]))
        lines.append(spoken if speech.plain else f"{total:>7}{score:>8}   {name}")
    return lines


def items(view: Any, speech: Speech, ends: tuple[type, ...]) -> list[list[str]]:
    """A block for each seat: its points, then each of its entries with what brought it.

    `ends` are the actions that end a turn.
    """
    first = view.seat if view.seat is not None else 0
    blocks = []
    for seat in in_play_order(view, first):
        entries = [entry for entry in view.entries if entry.seat == seat]
        heading = speech.colon(speech.name(seat), signed(view.scores[seat]))
        lines = (
            entry_lines(entry, speech, did=cause(entry, view, speech, ends)) for entry in entries
        )
        blocks.append([heading, *chain(*lines)])
    return blocks


def cause(entry: Entry, view: Any, speech: Speech, ends: tuple[type, ...], word: str = "") -> str:
    """The turn, the seat and the word that brought an entry."""
    seat, action = view.log[entry.at]
    turn = sum(isinstance(told.action, ends) for told in view.log[: entry.at]) + 1
    word = word or speech.word(action)
    return speech.ui("sheet.cause", n=turn, name=speech.name(seat), word=word)


def entry_lines(entry: Entry, speech: Speech, *, who: bool = False, did: str = "") -> list[str]:
    """One entry: points and code in columns, the rule's title, the cards, what brought it."""
    title = speech.named(entry.clause) if speech.plain else speech.title(entry.clause)
    if entry.cards:
        title = speech.colon(title, speech.cards(entry.cards))
    if who:
        title = speech.colon(speech.name(entry.seat), title)
    head = f"{entry.points:>+{POINTS}}  {entry.clause.code:<{CODE}} "
    if speech.plain:
        head = f"{entry.points:+d} "
    return wrap(" ".join([head + title, *filter(None, [did])]), hang=len(head))


def standing_lines(
    totals: Iterable[tuple[int, str]], speech: Speech, *, fewest: bool = False
) -> list[str]:
    """Totals before names, the best first: the most points, or the fewest."""
    ranked = sorted(totals, key=lambda pair: pair[0] if fewest else -pair[0])
    if speech.plain:
        return [speech.colon(name, str(total)) for total, name in ranked]
    return [f"{total:>7}   {name}" for total, name in ranked]
