"""What was done: the public log told turn by turn, with the fines it brought.

What must stay true: it tells only what stands in the view's log and ledger.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple, assert_never

from speto.cards import Card
from speto.chain import Told
from speto.clause import Entry
from speto.dummy.actions import (
    Action,
    Decline,
    Discard,
    Draw,
    Knock,
    LayOff,
    Meld,
    PickUp,
    PickUpToLayOff,
)
from speto.dummy.clauses import FINES
from speto.dummy.view import View
from speto.terminal import news
from speto.terminal.news import turns
from speto.terminal.speech import Speech

ENDS = (Discard, Knock, Decline)
"""What ends a turn."""
MANY = 4
"""From so many cards on, a pick-up is told by its first and last card."""


class Deed(NamedTuple):
    """One action of the log, its place there, and the row cards it took."""

    at: int
    seat: int
    action: Action
    takes: tuple[Card, ...]


def is_fine(entry: Entry) -> bool:
    """Whether a ledger line is a fine."""
    return entry.clause in FINES


def deeds(head: Card, log: Iterable[Told]) -> list[Deed]:
    """A whole log, with what each pick-up took."""
    row = [head]
    found = []
    for at, (seat, action) in enumerate(log):
        takes: tuple[Card, ...] = ()
        match action:
            case Discard(card):
                row.append(card)
            case PickUp(card) | PickUpToLayOff(card):
                takes = tuple(row[row.index(card) :])
                del row[row.index(card) :]
            case _:
                pass
        found.append(Deed(at, seat, action, takes))
    return found


def since_my_turn(view: View) -> list[Deed]:
    """What was done since this seat's last turn; at the end of a deal, with that turn."""
    done = deeds(view.head, view.log)
    if view.over:
        mine = [turn for turn in turns(done, ENDS) if turn[0].seat == view.seat]
        return done[mine[-1][0].at :] if mine else done
    for deed in reversed(done):
        ends = isinstance(deed.action, ENDS)
        if deed.seat == view.seat and ends:
            # The own discard is news only if it was fined.
            fined = any(entry.at == deed.at for entry in view.entries if is_fine(entry))
            return done[deed.at + (not fined) :]
    return done


def tell(done: Iterable[Deed], view: View, speech: Speech) -> list[str]:
    """A line or more for each turn."""
    return news.tell(turns(done, ENDS), lambda turn: _phrases(turn, view, speech), speech)


def _phrases(turn: Sequence[Deed], view: View, speech: Speech) -> Iterator[str]:
    """A phrase for each deed of a turn; lay-offs on melds of one owner share it."""

    def lay_offs_together(deed: Deed) -> tuple[int, int]:
        if isinstance(deed.action, LayOff):
            return _owner(deed.action.card, view), -1
        return -1, deed.at

    for _, same in groupby(turn, lay_offs_together):
        together = list(same)
        fines = [fine for deed in together for fine in _fines(deed, view, speech)]
        yield " ".join([_phrase(together, view, speech), *(f"[{fine}]" for fine in fines)])


def _owner(card: Card, view: View) -> int:
    """The owner of the meld that a card lies in now."""
    return next(meld.owner for meld in view.melds if card in meld.cards)


def _fines(deed: Deed, view: View, speech: Speech) -> Iterator[str]:
    for entry in view.entries:
        if entry.at == deed.at and is_fine(entry):
            name, rule = speech.name(entry.seat), speech.named(entry.clause)
            yield speech.ui("did.fined", name=name, points=f"{entry.points:+d}", rule=rule)


def _phrase(together: Sequence[Deed], view: View, speech: Speech) -> str:
    deed = together[0]

    def on(card: Card) -> str:
        owner = _owner(card, view)
        if owner == view.seat:
            return speech.ui("did.on_yours")
        if owner == deed.seat:
            return speech.ui("did.on_own")
        return speech.ui("did.on", name=speech.name(owner))

    match deed.action:
        case Draw(card):
            if card is None:
                return speech.ui("did.draw")
            return speech.ui("did.draw_card", card=speech.card(card))
        case PickUp(_, meld):
            return speech.ui("did.pick_up", cards=took(deed.takes, speech), meld=speech.cards(meld))
        case PickUpToLayOff(card):
            return speech.ui(
                "did.pick_up_to_lay_off",
                cards=took(deed.takes, speech),
                card=speech.card(card),
                on=on(card),
            )
        case Meld(cards):
            return speech.ui("did.meld", meld=speech.cards(cards))
        case LayOff(card):
            laid = [each.action.card for each in together if isinstance(each.action, LayOff)]
            return speech.ui("did.lay_off", cards=speech.cards(laid), on=on(card))
        case Discard(card):
            return speech.ui("did.discard", card=speech.card(card))
        case Knock(card):
            return speech.ui("did.knock", card=speech.card(card))
        case Decline():
            return speech.ui("did.decline")
        case _:
            assert_never(deed.action)


def took(cards: Sequence[Card], speech: Speech) -> str:
    """The cards of a pick-up, or how many from which to which."""
    if len(cards) <= MANY:
        return speech.cards(cards)
    first, last = speech.card(cards[0]), speech.card(cards[-1])
    return speech.ui("did.many", first=first, last=last, n=len(cards))
