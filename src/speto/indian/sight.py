"""What one seat may know of a deal: the one place where cards pass from a deal to a player.

What must stay true: `see` is an allow-list. It writes every field of `seen` from what lies open or
is the seat's own; no other hand, no stock card and nobody else's drawn card is ever copied.
"""

from __future__ import annotations

from speto.bits import bit, popcount
from speto.indian.codes import JOKER, TOOK
from speto.indian.deal import Deal, House


class Sight:
    """A deal as one seat sees it, made to be filled again and again by `see`.

    `seen` is a deal of its own: hands that do not lie open, the stock and the pack are blank, so
    that the rules of the acting seat can be asked of it. `size` is the number of cards in each
    hand. `gone_one`, `gone_two` and `gone_jokers` are the cards that nobody can draw any more or
    that lie where the seat sees them, its own hand left out: the pile, the cut card, what others
    hold openly.
    """

    def __init__(self, house: House) -> None:
        self.seen = Deal(house)
        self.seat = -1
        self.gone_one = self.gone_two = self.gone_jokers = 0
        self.size = [0] * 6

    def sizes(self) -> list[int]:
        """The number of cards in each hand."""
        return [self.size[seat] for seat in range(self.seen.seats)]


def see(sight: Sight, deal: Deal, seat: int) -> None:
    """Fill a sight with what `seat` may know of the deal; seat −1 is a spectator."""
    sight.seat = seat
    for other in range(6):
        sight.size[other] = (
            popcount(deal.one[other]) + popcount(deal.two[other]) + deal.jokers[other]
        )
    show(sight.seen, deal, seat)
    find_gone(sight, sight.seen)


def show(s: Deal, deal: Deal, seat: int) -> None:
    """Write every field of `s` as the seat sees the deal; what it may not see stays blank."""
    s.seats = deal.seats
    s.starter = deal.starter
    s.direction = deal.direction
    s.turn = deal.turn
    s.to_act = deal.to_act
    s.phase = deal.phase
    s.took = deal.took
    s.ended = deal.ended
    s.taken = deal.taken if seat == deal.to_act or deal.took == TOOK else -1
    s.shower = deal.shower
    s.reshuffles = deal.reshuffles
    s.cut = deal.cut
    s.wild = deal.wild
    s.next = deal.next
    s.stock_end = deal.stock_end
    s.n_pile = deal.n_pile
    s.out = deal.out
    s.began = deal.began
    s.acted = deal.acted
    s.opened = deal.opened
    s.won = deal.won
    s.asked = deal.asked
    s.n_entries = 0
    for other in range(6):
        open_hand = other == seat or deal.opened >> other & 1 != 0
        s.one[other] = deal.one[other] if open_hand else 0
        s.two[other] = deal.two[other] if open_hand else 0
        s.jokers[other] = deal.jokers[other] if open_hand else 0
        s.known_one[other] = deal.known_one[other]
        s.known_two[other] = deal.known_two[other]
        s.known_jokers[other] = deal.known_jokers[other]
        s.missed[other] = deal.missed[other]
        s.score[other] = deal.score[other]
        s.counted_stage[other] = deal.counted_stage[other] if open_hand else 0
        s.counted_sum[other] = deal.counted_sum[other] if open_hand else 0
        s.counted_one[other] = deal.counted_one[other] if open_hand else 0
        s.counted_two[other] = deal.counted_two[other] if open_hand else 0
    for i in range(deal.n_pile):
        s.pile[i] = deal.pile[i]


def find_gone(sight: Sight, s: Deal) -> None:
    """Gather the cards outside the own hand that lie where the seat sees them."""
    sight.gone_one = sight.gone_two = sight.gone_jokers = 0
    count_gone(sight, s.cut)
    for i in range(s.n_pile):
        count_gone(sight, s.pile[i])
    for other in range(s.seats):
        if other == sight.seat:
            continue
        open_hand = s.opened >> other & 1 != 0
        one = s.one[other] if open_hand else s.known_one[other]
        two = s.two[other] if open_hand else s.known_two[other]
        sight.gone_two |= two | sight.gone_one & one
        sight.gone_one |= one
        sight.gone_jokers += s.jokers[other] if open_hand else s.known_jokers[other]


def count_gone(sight: Sight, card: int) -> None:
    """Count one card as gone."""
    if card == JOKER:
        sight.gone_jokers += 1
        return
    sight.gone_two |= sight.gone_one & bit(card)
    sight.gone_one |= bit(card)
