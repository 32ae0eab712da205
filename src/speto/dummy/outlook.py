"""What a seat reckons with: which cards each other seat may hold, and how likely it is.

What must stay true: `look` asks a `Sight` only. An outlook made by `look_through` knows the hands:
it is for labelled cheats, and for play-outs over worlds that are guesses.
"""

from __future__ import annotations

from collections.abc import Mapping

from speto.bits import bit, lowest, popcount
from speto.dummy.codes import ACES, FULL, SPETOS
from speto.dummy.deal import Deal
from speto.dummy.melds import points_of, rank_of
from speto.dummy.sight import Sight
from speto.dummy.weights import TUNED

WHOLE = 1024


class Weights:
    """The numbers of `weights.NAMES`, each under its name."""

    def __init__(self, numbers: Mapping[str, int] = TUNED) -> None:
        self.sure = self.dead = self.late = self.danger = self.unborn = self.speto = 0
        self.loose = self.out = self.out_point = self.row = self.row_point = 0
        self.two = self.two_point = self.draw = self.draw_late = self.draw_seen = self.pick = 0
        self.born = self.born_late = self.feed = self.feed_point = self.feed_head = 0
        self.feed_speto = self.feed_small = self.feed_born = self.feed_after = 0
        self.lay = self.lay_late = self.open = self.stuff = 0
        for name, number in numbers.items():
            setattr(self, name, number)


class Outlook:
    """The cards each other seat may hold and those it surely holds, as one seat reckons.

    `odds` is the chance, in 1024ths, of each card that a seat may hold and not surely holds. `top`
    is the next stock card if it is known, as a mask. `worth` takes what the listed actions are
    worth; the rest is room to reckon in.
    """

    def __init__(self) -> None:
        self.seat = self.unseen = self.top = 0
        self.ways = self.used = 0
        self.may = [0] * 4
        self.sure = [0] * 4
        self.odds = [0] * 4
        self.size = [0] * 4
        self.way = [0] * 16
        self.cost = [0] * 16
        self.worth = [0] * 4096

    def worths(self, count: int) -> list[int]:
        """What the first so many listed actions are worth, in hundredths of a point."""
        return [self.worth[i] for i in range(count)]


def look(outlook: Outlook, sight: Sight) -> None:
    """Reckon from what the seat of a sight may know: hands by their sizes and known cards."""
    look_at(outlook, sight, sight.seen)


def look_at(outlook: Outlook, sight: Sight, seen: Deal) -> None:
    """Reckon from a sight and the deal as it is seen in it."""
    outlook.seat = sight.seat
    outlook.unseen = sight.unseen
    outlook.top = 0
    hidden = sight.unseen
    for seat in range(seen.seats):
        if seat != sight.seat:
            hidden &= ~seen.known[seat]
    count = popcount(hidden)
    for seat in range(seen.seats):
        outlook.size[seat] = sight.size[seat]
        guess(outlook, seen, seat, hidden, count)


def guess(outlook: Outlook, deal: Deal, seat: int, hidden: int, count: int) -> None:
    """Reckon with one other seat, whose size stands in the outlook, as any honest seat must."""
    outlook.sure[seat] = outlook.may[seat] = outlook.odds[seat] = 0
    if seat != outlook.seat:
        outlook.sure[seat] = deal.known[seat]
        outlook.may[seat] = hidden
        if count:
            left = outlook.size[seat] - popcount(deal.known[seat])
            outlook.odds[seat] = WHOLE * left // count


def look_from(outlook: Outlook, deal: Deal, seat: int) -> None:
    """Reckon as `look` does from the sight of a seat, in a deal that is itself a guess."""
    outlook.seat = seat
    outlook.top = 0
    hidden = FULL & ~deal.row_mask & ~deal.hand[seat]
    for other in range(deal.seats):
        hidden &= ~deal.laid[other]
    outlook.unseen = hidden
    for other in range(deal.seats):
        if other != seat:
            hidden &= ~deal.known[other]
    count = popcount(hidden)
    for other in range(deal.seats):
        outlook.size[other] = popcount(deal.hand[other])
        guess(outlook, deal, other, hidden, count)


def look_through(outlook: Outlook, deal: Deal, seat: int, hands: bool, top: bool) -> None:
    """Reckon as one who sees the hands, the next stock card, or both."""
    look_from(outlook, deal, seat)
    if hands:
        for other in range(deal.seats):
            outlook.odds[other] = 0
            outlook.sure[other] = outlook.may[other] = 0 if other == seat else deal.hand[other]
    if top and deal.next < 52:
        outlook.top = bit(deal.stock[deal.next])


def forget(outlook: Outlook, deal: Deal, cards: int) -> None:
    """Reckon on as if nobody had seen who took these cards."""
    hidden = outlook.unseen
    for seat in range(deal.seats):
        outlook.sure[seat] &= ~cards
        hidden &= ~outlook.sure[seat]
    count = popcount(hidden)
    for seat in range(deal.seats):
        if seat != outlook.seat and count:
            outlook.may[seat] = hidden
            left = outlook.size[seat] - popcount(outlook.sure[seat])
            outlook.odds[seat] = WHOLE * left // count


def holds(outlook: Outlook, seat: int, card: int) -> int:
    """The chance in 1024ths that a seat holds a card."""
    if outlook.sure[seat] & card:
        return WHOLE
    return outlook.odds[seat] if outlook.may[seat] & card else 0


def wanted(cards: int) -> int:
    """The cards that two of these lack to a meld, aces high."""
    near = cards & cards >> 4
    lanes = cards & cards >> 1
    fit = near << 8 | near >> 4 | (cards & cards >> 8) << 4
    # two of a rank: neighbouring suits, suits two apart, the first and the last
    two = lanes & PAIR1 | (cards & cards >> 2) & PAIR2 | (cards & cards >> 3) & PAIR3
    two |= two >> 1
    two |= two >> 2
    return (fit | (two & PAIR3) * 15) & ~cards & FULL


PAIR1 = 0x7777777777777
PAIR2 = 0x3333333333333
PAIR3 = 0x1111111111111


def add_way(outlook: Outlook, deal: Deal, weights: Weights, card: int, others: int) -> None:
    """Add the meld that a thrown card makes with two others, if somebody may complete it."""
    hand = others & ~deal.row_mask
    if not hand or hand & ~outlook.unseen:
        return
    cards = card | others
    cost = weights.feed + weights.feed_point * points_of(cards)
    if others >> deal.head & 1:
        cost += weights.feed_head
    if cards & SPETOS:
        cost += weights.feed_speto
    outlook.way[outlook.ways] = hand
    outlook.cost[outlook.ways] = cost
    outlook.ways += 1


def list_ways(outlook: Outlook, deal: Deal, weights: Weights, card: int) -> None:
    """List the melds of three that a thrown card may become part of."""
    outlook.ways = 0
    others = rank_of(card) & ~card
    x = others
    while x:
        y = x & -x
        x ^= y
        add_way(outlook, deal, weights, card, others ^ y)
    if card << 8 & FULL:
        add_way(outlook, deal, weights, card, card << 4 | card << 8)
    if card << 4 & FULL and card >> 4:
        add_way(outlook, deal, weights, card, card << 4 | card >> 4)
    if card >> 8:
        add_way(outlook, deal, weights, card, card >> 4 | card >> 8)
    if deal.house.ace_low_run and card & (ACES | 255):
        x = bit(lowest(card) & 3)
        others = (x | x << 4 | x << 48) & ~card
        add_way(outlook, deal, weights, card, others)


def feed(outlook: Outlook, deal: Deal, weights: Weights, card: int) -> int:
    """What it costs, in hundredths of a point, that others may take a thrown card."""
    list_ways(outlook, deal, weights, card)
    if not outlook.ways:
        return 0
    total = 0
    reach = WHOLE
    seat = outlook.seat
    for step in range(1, deal.seats):
        seat = (seat + deal.direction + deal.seats) % deal.seats
        extra = 0
        if outlook.size[seat] < 5:
            extra += weights.feed_small
        if not deal.born >> seat & 1:
            extra += weights.feed_born
        free = reach
        for i in range(outlook.ways):
            hand = outlook.way[i]
            one = hand & -hand
            chance = holds(outlook, seat, one)
            if chance and hand != one:
                chance = chance * holds(outlook, seat, hand ^ one) >> 10
            if chance:
                chance = chance * free >> 10
                free -= chance
                total += chance * (outlook.cost[i] + extra) >> 10
        if step == 1:
            free = free * weights.feed_after >> 6
        reach = free
    return total


def exposed(outlook: Outlook, deal: Deal, weights: Weights, fit: int) -> int:
    """What it costs, in hundredths of a point, that others may lay these cards off."""
    total = 0
    for seat in range(deal.seats):
        x = fit & (outlook.may[seat] | outlook.sure[seat])
        while x:
            card = x & -x
            x ^= card
            cost = weights.open * points_of(card)
            if card & SPETOS:
                cost += weights.stuff
            if not deal.born >> seat & 1:
                cost = cost >> 1
            total += cost * holds(outlook, seat, card) >> 10
    return total
