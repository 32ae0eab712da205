"""What a seat remembers of the turns before, read off the public log of its view.

What must stay true: the log as a seat may read it gives what `past` notes of a deal that is played.
"""

from __future__ import annotations

from speto.indian.actions import Discard, Draw, Show, TakeOpen, code_of
from speto.indian.codes import JOKER, NOT_TOLD
from speto.indian.past import Past, forget, note_take, note_throw
from speto.indian.sight import Sight, see
from speto.indian.view import View


def remembered(view: View, memory: int | None = None) -> Past:
    """The turns so far; with a memory only the last so many cards thrown."""
    past = Past()
    forget(past)
    turned = _turned_up(view)
    thrown = [n for n, told in enumerate(view.log) if isinstance(told.action, Discard)]
    first = 0
    if memory is not None and memory < len(thrown):
        first = thrown[-memory] if memory else len(view.log)
    top = turned
    for n, (seat, action) in enumerate(view.log):
        if isinstance(action, Draw | TakeOpen) and n >= first:
            note_take(past, seat, _plain(view, top), int(isinstance(action, TakeOpen)))
        elif isinstance(action, Discard):
            top = code_of(action.card)
            if n >= first:
                note_throw(past, seat, top)
        elif isinstance(action, Show) and action.finishing:
            top = code_of(action.finishing)
        elif not isinstance(action, Draw | TakeOpen):
            top = top if str(action) == "x" else NOT_TOLD
    return past


def _turned_up(view: View) -> int:
    """The card that was turned up first, if it lies in the pile still."""
    taken = False
    for _, action in view.log:
        taken = taken or isinstance(action, TakeOpen)
        if isinstance(action, Discard):
            break
    if taken or view.sight.seen.reshuffles or not view.pile:
        return NOT_TOLD
    return code_of(view.pile[0])


def _plain(view: View, card: int) -> int:
    """A card, or none if it is wild."""
    return NOT_TOLD if card == JOKER or view.sight.seen.wild >> max(card, 0) & 1 else card


def forgetful(view: View, memory: int | None) -> Sight:
    """The sight of a view, or one that knows no more than the last cards of the pile."""
    if memory is None:
        return view.sight
    seen = view.sight.seen
    sight = Sight(seen.house)
    see(sight, seen, view.sight.seat)
    sight.seen.set_pile(seen.piled()[-max(memory, 1) :])
    return sight
