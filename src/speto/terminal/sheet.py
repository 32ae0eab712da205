"""The score sheet of a deal: each line of the ledger with its rule, then the totals.

What must stay true: every ledger entry stands on it once, under its seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, zip_longest
from typing import Final

from speto.clause import Entry
from speto.dummy.view import View
from speto.terminal.page import WIDTH, fit, pack, wrap
from speto.terminal.speech import Speech, in_play_order
from speto.terminal.table import signed

POINTS: Final = 6
TITLE: Final = 36
CODE: Final = 13
CARDS: Final = WIDTH - POINTS - 2 - TITLE - 1 - CODE - 1


def totals(view: View, before: Sequence[int], speech: Speech) -> list[str]:
    """Deal and match totals, a seat a line, the best first."""
    match, deal = speech.ui("column.match"), speech.ui("column.deal")
    lines = [fit("", 14) + f"{deal:>8}{match:>8}"]
    ranked = sorted(range(view.seats), key=lambda seat: -before[seat] - view.scores[seat])
    for seat in ranked:
        score = view.scores[seat]
        lines.append(f"  {fit(speech.name(seat), 12)}{signed(score):>8}{before[seat] + score:>8}")
    return lines


def items(view: View, speech: Speech) -> list[list[str]]:
    """A block for each seat: its points, then each of its entries."""
    first = view.seat if view.seat is not None else 0
    blocks = []
    for seat in in_play_order(view, first):
        entries = [entry for entry in view.entries if entry.seat == seat]
        heading = f"{speech.name(seat)} {signed(view.scores[seat])}"
        blocks.append([heading, *chain(*(entry_lines(entry, speech) for entry in entries))])
    return blocks


def entry_lines(entry: Entry, speech: Speech, *, who: bool = False) -> list[str]:
    """One entry: points, the rule's title, the cards, the rule's code; before it, who."""
    title = wrap(speech.title(entry.clause), TITLE)
    if who:
        title = wrap(f"{speech.name(entry.seat)}: {speech.title(entry.clause)}", TITLE)
    cards = pack(map(speech.card, entry.cards), CARDS, " ")
    head = f"{entry.points:>+{POINTS}}"
    found: list[str] = []
    for left, right in zip_longest(title, cards, fillvalue=""):
        code = "" if found else entry.clause.code
        points = fit("" if found else head, POINTS)
        line = f"{points}  {fit(left, TITLE)} {fit(right, CARDS)} {code}"
        found.append(line.rstrip())
    return found
