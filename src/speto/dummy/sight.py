"""What one seat may know of a deal: the one place where cards pass from a deal to a player.

What must stay true: `see` is an allow-list. It writes every field of `seen` from what lies open or
is the seat's own; no other hand, no stock card and nobody else's drawn card is ever copied.
"""

from __future__ import annotations

from speto.bits import popcount
from speto.dummy.codes import FULL
from speto.dummy.deal import Deal, House


class Sight:
    """A deal as one seat sees it, made to be filled again and again by `see`.

    `seen` is a deal of its own: hands of others and the stock are blank, so that the rules of the
    acting seat (`moves`, `fines`) can be asked of it. `size` is the number of cards in each hand,
    `unseen` the cards that lie in no place the seat can see.
    """

    def __init__(self, house: House) -> None:
        self.seen = Deal(house)
        self.seat = -1
        self.unseen = 0
        self.size = [0] * 4

    def sizes(self) -> list[int]:
        """The number of cards in each hand."""
        return [self.size[seat] for seat in range(self.seen.seats)]


def see(sight: Sight, deal: Deal, seat: int) -> None:
    """Fill a sight with what `seat` may know of the deal; seat −1 is a spectator."""
    sight.seat = seat
    for other in range(4):
        sight.size[other] = popcount(deal.hand[other])
    show(sight.seen, deal, seat)
    sight.unseen = FULL & ~deal.row_mask
    if seat >= 0:
        sight.unseen &= ~deal.hand[seat]
    for other in range(4):
        sight.unseen &= ~deal.laid[other]


def show(s: Deal, deal: Deal, seat: int) -> None:
    """Write every field of `s` as the seat sees the deal; what it may not see stays blank."""
    s.seats = deal.seats
    s.starter = deal.starter
    s.direction = deal.direction
    s.turn = deal.turn
    s.to_act = deal.to_act
    s.phase = deal.phase
    s.took = deal.took
    s.drawn = deal.drawn if seat == deal.to_act else -1
    s.taken_end = deal.taken_end
    s.born = deal.born
    s.born_before = deal.born_before
    s.head = deal.head
    s.n_row = deal.n_row
    s.row_mask = deal.row_mask
    s.n_melds = deal.n_melds
    s.next = deal.next
    s.knocker = deal.knocker
    s.knock_card = deal.knock_card
    s.n_entries = 0
    s.finishing = deal.finishing
    s.last = deal.last
    s.fool = deal.fool
    for other in range(4):
        s.hand[other] = deal.hand[other] if other == seat else 0
        s.known[other] = deal.known[other]
        s.laid[other] = deal.laid[other]
        s.score[other] = deal.score[other]
        s.fined[other] = deal.fined[other]
        s.fool_card[other] = deal.fool_card[other]
    for i in range(deal.n_row if deal.n_row > deal.taken_end else deal.taken_end):
        s.row[i] = deal.row[i]
    for i in range(deal.n_melds):
        s.meld[i] = deal.meld[i]
        s.name[i] = deal.name[i]
        s.fits[i] = deal.fits[i]
        s.owner[i] = deal.owner[i]
