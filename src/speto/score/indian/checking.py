"""What cannot be in the hands of one deal.

What must stay true: hands of a deal that was played by the rules pass every check.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from speto.cards import JOKER
from speto.indian import SEATS, Rules
from speto.score.indian.table import DROPS, HAND, OUT, Laid, Mark, Table
from speto.score.wrong import Wrong

SHOWN: Final = (Mark.SHOW, Mark.WRONG)
"""Who did this holds 14 cards, of which the finishing card need not be written."""
COPIES: Final = 2
"""So often each card, and the printed joker, is in the two packs."""


def check_one(table: Table) -> Iterator[Wrong]:
    """What is wrong with a hand alone, which has 13 cards, or 14 before the discard."""
    (laid,) = table.laid.values()
    yield from _wrong_call(laid, table.setting.rules)
    n = len(laid.all_cards)
    wanted = (HAND, HAND + 1) if laid.mark in (*SHOWN, Mark.NOTHING) else (HAND,)
    if n not in wanted or (laid.finishing and n == HAND):
        yield _wrong_count(laid, n)
    yield from wrong_copies(table)


def check(table: Table, playing: tuple[int, ...]) -> Iterator[Wrong]:
    """Everything that is wrong with the hands of a deal; `playing` are the seats that sit in it."""
    yield from wrong_seats(table, playing)
    unknown = [laid for laid in table.laid.values() if laid.mark not in OUT]
    for laid in table.laid.values():
        yield from _wrong_call(laid, table.setting.rules)
        # the last one in may win with a hand unseen
        unseen = unknown == [laid] and laid.mark is Mark.NOTHING and not laid.all_cards
        if not unseen:
            yield from _wrong_size(laid)
    yield from wrong_copies(table)
    yield from wrong_end(table)


def wrong_seats(table: Table, playing: tuple[int, ...]) -> Iterator[Wrong]:
    """A hand too few, or one of somebody who does not play."""
    if len(playing) not in SEATS:
        yield Wrong("seats_six", line=table.first, n=len(playing))
    for seat in playing:
        if seat not in table.laid:
            yield Wrong("no_cards", line=table.first, name=table.name(seat))
    for seat, laid in table.laid.items():
        if seat not in playing:
            yield Wrong("not_playing", line=laid.line, name=table.name(seat))


def _wrong_call(laid: Laid, rules: Rules) -> Iterator[Wrong]:
    if laid.mark is Mark.HEAVEN and not rules.heaven:
        yield Wrong("no_heaven", line=laid.line)
    if laid.finishing and laid.mark in (Mark.HEAVEN, *DROPS):
        yield Wrong("finish_without_show", line=laid.line, card=laid.finishing)


def _wrong_size(laid: Laid) -> Iterator[Wrong]:
    """A hand with too many or too few cards for what its seat did."""
    n = len(laid.all_cards)
    if laid.mark in OUT and not n:
        return
    if laid.mark is Mark.NOTHING and n == HAND + 1 and not laid.finishing:
        yield Wrong("fourteen", line=laid.line)
    elif laid.mark is Mark.NOTHING and laid.finishing:
        yield Wrong("finish_without_show", line=laid.line, card=laid.finishing)
    elif n not in ((HAND, HAND + 1) if laid.mark in SHOWN else (HAND,)) or (
        laid.finishing and n == HAND
    ):
        yield _wrong_count(laid, n)


def _wrong_count(laid: Laid, n: int) -> Wrong:
    if laid.finishing:
        return Wrong("count_beside", line=laid.line, n=n - 1, card=laid.finishing)
    key = "count_heaven" if laid.mark is Mark.HEAVEN else "count"
    return Wrong(key, line=laid.line, n=n)


def wrong_copies(table: Table) -> Iterator[Wrong]:
    """A card more often than it is in the two packs, the cut card counted."""
    seen = [table.cut]
    for laid in table.laid.values():
        seen += laid.all_cards
        twice = [card for card in laid.all_cards if seen.count(card) > COPIES]
        if twice:
            key = "jokers" if twice[0] == JOKER else "copies"
            key += "_cut" if twice[0] == table.cut else ""
            yield Wrong(key, line=laid.line, n=seen.count(twice[0]), card=twice[0])
            return


def wrong_end(table: Table) -> Iterator[Wrong]:
    """An end that cannot be: everybody is out, or more than one heaven hand or Show ends it."""
    marks = [laid.mark for laid in table.laid.values()]
    if all(mark in OUT for mark in marks):
        yield Wrong("all_out", line=table.first)
    if marks.count(Mark.HEAVEN) > 1:
        yield Wrong("two_heavens", line=table.first)
