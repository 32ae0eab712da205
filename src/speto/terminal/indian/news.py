"""What was done: the public log told turn by turn, with the points it cost.

What must stay true: it tells only what stands in the view's log and ledger, and the card that
opened the pile.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple, assert_never

from speto.cards import Card
from speto.chain import Told
from speto.clause import Entry
from speto.indian import View
from speto.indian.actions import Action, Discard, Draw, Drop, Miss, Show, TakeOpen
from speto.indian.clauses import DROP_1, DROP_2, SHOW_3
from speto.terminal import news
from speto.terminal.indian.lineup import as_laid
from speto.terminal.indian.naming import name, named
from speto.terminal.news import turns
from speto.terminal.speech import Speech

ENDS: Final = (Discard, Drop, Miss, Show)
"""What ends a turn."""
AT_ONCE: Final = (DROP_1, DROP_2, SHOW_3)
"""What is charged when it happens, not at the end."""


class Deed(NamedTuple):
    """One action of the log, its place there, and the open card it took, if that is known."""

    at: int
    seat: int
    action: Action
    took: Card | None


def deeds(opened: Card | None, log: Iterable[Told]) -> list[Deed]:
    """A whole log, with what was taken from the pile; `opened` is the card that opened it."""
    pile: list[Card | None] = [opened]
    found = []
    for at, (seat, action) in enumerate(log):
        took = None
        match action:
            case Discard(card):
                pile.append(card)
            case Show(finishing=card) if card:
                pile.append(card)
            case TakeOpen():
                took = pile.pop() if pile else None
            case Miss():
                pile.append(None)  # the clock does not tell what it discarded
            case _:
                pass
        found.append(Deed(at, seat, action, took))
    return found


def since_my_turn(done: Sequence[Deed], view: View) -> list[Deed]:
    """What was done since this seat's last turn; at the end of a deal, with that turn."""
    for deed in reversed(done):
        if deed.seat == view.seat and isinstance(deed.action, ENDS):
            if not view.over:
                return [*done[deed.at + 1 :]]
            begun = deed.at
            while begun and done[begun - 1].seat == view.seat:
                begun -= 1
            return [*done[begun:]]
    return [*done]


def tell(done: Iterable[Deed], view: View, speech: Speech) -> list[str]:
    """A line or more for each turn."""
    return news.tell(turns(done, ENDS), lambda turn: _phrases(turn, view, speech), speech)


def _phrases(turn: Sequence[Deed], view: View, speech: Speech) -> Iterator[str]:
    """A phrase for each deed, behind it what it cost at once."""
    for deed in turn:
        costs = [_cost(entry, speech) for entry in view.entries if _charges(entry, deed)]
        yield " ".join([_phrase(deed, view, speech), *costs])


def _charges(entry: Entry, deed: Deed) -> bool:
    return entry.at == deed.at and entry.seat == deed.seat and entry.clause in AT_ONCE


def _cost(entry: Entry, speech: Speech) -> str:
    rule = speech.named(entry.clause)
    return f"[{speech.ui('indian.did.owes', points=entry.points, rule=rule)}]"


def _phrase(deed: Deed, view: View, speech: Speech) -> str:
    match deed.action:
        case Draw(card):
            if card is None:
                return speech.ui("did.draw")
            return speech.ui("did.draw_card", card=name(card, view, speech))
        case TakeOpen():
            if deed.took is None:
                return speech.ui("indian.did.take_open")
            return speech.ui("indian.did.take", card=name(deed.took, view, speech))
        case Discard(card):
            return speech.ui("did.discard", card=name(card, view, speech))
        case Show():
            return _told_show(deed.action, view, speech)
        case Drop():
            return speech.ui("indian.did.drop")
        case Miss():
            return speech.ui("indian.did.miss")
        case _:
            assert_never(deed.action)


def _told_show(show: Show, view: View, speech: Speech) -> str:
    hand = laid(show.groups, show.loose, view, speech)
    if show.finishing:
        card = name(show.finishing, view, speech)
        return speech.ui("indian.did.show", hand=hand, card=card)
    return speech.ui("indian.did.lay_open", hand=hand)


def laid(
    groups: Iterable[Sequence[Card]], loose: Sequence[Card], view: View, speech: Speech
) -> str:
    """A hand as it lies open, a bar between its groups, loose cards last."""
    parts = [*groups, *([loose] if loose else [])]
    return " | ".join(named(as_laid(part, view.wilds), view, speech) for part in parts)
