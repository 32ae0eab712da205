"""A deal that was made up, played on by the model of every seat: to a horizon, or to its end.

What must stay true: each seat draws cards of its own, so that what one does changes the luck of no
other; the same world and the same first action give the same end.
"""

from speto.indian.codes import (
    DISCARD,
    DRAW,
    OVER,
    RESHUFFLE,
    SHOW,
    SIMPLE,
    TAKE,
    TAKE_OPEN,
)
from speto.indian.deal import Deal, copy, is_in, lose, next_in
from speto.indian.judge import legal
from speto.indian.labels import Moves, finishing_card
from speto.indian.minds import Mind, owes
from speto.indian.outlook import Outlook, chance, estimate
from speto.indian.past import Past, note_throw
from speto.indian.pool import Pool, part
from speto.indian.simple import choose
from speto.indian.traces import Worlds
from speto.indian.tuned import pick
from speto.indian.turn import apply

HUNDRED = 100
LOST_BY_OTHERS = 20


class Playout:
    """The deal that is played, what all saw of it, who showed, and who took what was thrown first.

    `chance` is how likely the seat that thinks shows, in a thousand. It was `cut` if it
    was not played to its end. The seats of `sees` know the next card of the stock.
    """

    def __init__(self, deal: Deal) -> None:
        self.deal = Deal(deal.house)
        self.past = Past()
        self.moves = Moves()
        self.outlook = Outlook()
        self.drawn = [0] * 6
        self.sees = [False] * 6
        self.began = self.chance = 0
        self.shower = self.taker = -1
        self.cut = False


def set_out(p: Playout, world: Deal, past: Past) -> None:
    """Lay a world on the table."""
    copy(p.deal, world)
    p.past.n = 0
    p.past.throws = 1
    p.past.threw[:] = past.threw
    p.shower = p.taker = -1
    p.cut = False
    p.began = world.turn
    for seat in range(6):
        p.drawn[seat] = 0


def do(p: Playout, w: Worlds, action: int) -> bool:
    """Do an action of the seat to act; false where the deal goes no further.

    A Show is told by its finishing card. Nobody looks into a reshuffled stock.
    """
    kind = action >> 58
    seat = p.deal.to_act
    if kind == SHOW:
        p.shower = seat
        lose(p.deal, seat, action & 63)
        return False
    if kind == DRAW:
        place = p.drawn[seat] * p.deal.seats + seat
        if place >= w.n_pool or p.deal.next >= p.deal.stock_end:
            return False
        p.drawn[seat] += 1
        p.deal.stock[p.deal.next] = w.pool[place]
    elif kind == DISCARD:
        note_throw(p.past, seat, action & 63)
        if p.deal.next == p.deal.stock_end and p.deal.house.on_exhaust == RESHUFFLE:
            lose(p.deal, seat, action & 63)
            return False
    elif kind == TAKE_OPEN and p.deal.turn == p.began + 1:
        p.taker = seat
    apply(p.deal, p.moves, action)
    return p.deal.phase != OVER


def play_on(p: Playout, w: Worlds, mind: Mind, seat: int, horizon: int) -> int:
    """Play so many turns, or all if it is none; what that brings the seat, in hundredths."""
    last = p.deal.turn + horizon
    mind.quick = True
    while True:
        if horizon and p.deal.phase == TAKE and p.deal.turn >= last:
            mind.quick = False
            p.cut = True
            return expected(p, mind, seat)
        if w.model[p.deal.to_act] == SIMPLE:
            if not do(p, w, simply(p)):
                mind.quick = False
                return brought(p, mind, seat)
            continue
        mind.coming = -1
        if p.sees[p.deal.to_act] and p.deal.phase == TAKE:
            mind.coming = next_for(p, w, p.deal.to_act)
        action = pick(p.deal, mind, p.past)
        mind.coming = -1
        if not do(p, w, action):
            mind.quick = False
            return brought(p, mind, seat)


def simply(p: Playout) -> int:
    """What `simple` does; a Show has its finishing card, but no labels."""
    legal(p.deal, p.moves)
    action = choose(p.deal, p.moves)
    return SHOW << 58 | finishing_card(p.moves) if action >> 58 == SHOW else action


def next_for(p: Playout, w: Worlds, seat: int) -> int:
    """The card that a seat would draw, or −1."""
    place = p.drawn[seat] * p.deal.seats + seat
    return w.pool[place] if place < w.n_pool else -1


def expected(p: Playout, mind: Mind, seat: int) -> int:
    """What the formula says of two seats, from the side of one of them."""
    mine = p.deal.to_act
    worth = estimate(p.outlook, mind, p.deal, mine, next_in(p.deal, mine))
    p.chance = chance(p.outlook, p.deal)
    if mine == seat:
        return worth
    p.chance = 1000 - p.chance
    return -worth


def brought(p: Playout, mind: Mind, seat: int) -> int:
    """What a deal that goes no further has brought a seat, in hundredths of a point."""
    p.chance = 0
    if p.deal.phase == OVER:
        return HUNDRED * settled(p.deal, seat)
    if p.shower == seat:
        p.chance = 1000
        total = 0
        for other in range(p.deal.seats):
            total += cost(p, mind, other)
        return HUNDRED * total
    if p.shower >= 0:
        return -HUNDRED * cost(p, mind, seat)
    return HUNDRED * unfinished(p, mind, seat)


def brought_in_pool(p: Playout, mind: Mind, seat: int, pool: Pool) -> int:
    """What a deal that was played on adds to a seat's part of a pool, in hundredths of a point.

    One that was cut is won by either of two, by its chance, and the other pays its hand as it is.
    """
    for other in range(p.deal.seats):
        pool.lost[other] = 0
    if p.cut:
        other = 1 - seat
        pool.lost[other] = owes(mind, p.deal.one[other], p.deal.two[other], p.deal.jokers[other])
        won = part(pool, seat, 2)
        pool.lost[other] = 0
        pool.lost[seat] = owes(mind, p.deal.one[seat], p.deal.two[seat], p.deal.jokers[seat])
        lost = part(pool, seat, 2)
        return lost + p.chance * (won - lost) // 1000
    if p.deal.phase == OVER:
        for other in range(p.deal.seats):
            if not p.deal.won >> other & 1:
                pool.lost[other] = p.deal.score[other]
        return part(pool, seat, p.deal.seats)
    fewest = p.deal.house.cap
    for other in range(p.deal.seats):
        pool.lost[other] = cost(p, mind, other)
        if is_in(p.deal, other):
            fewest = min(fewest, pool.lost[other] - p.deal.score[other])
    if p.shower < 0:
        for other in range(p.deal.seats):
            if is_in(p.deal, other) and pool.lost[other] - p.deal.score[other] == fewest:
                pool.lost[other] = 0
    return part(pool, seat, p.deal.seats)


def dropped_in_pool(pool: Pool, seat: int, seats: int, drop: int) -> int:
    """What a drop adds to a seat's part, if each of the others loses what one mostly does."""
    for other in range(seats):
        pool.lost[other] = LOST_BY_OTHERS * (seats - 2) // (seats - 1)
    pool.lost[seat] = drop
    return part(pool, seat, seats)


def cost(p: Playout, mind: Mind, seat: int) -> int:
    """What a seat has to pay after another's Show."""
    if seat == p.shower:
        return 0
    owed = p.deal.score[seat]
    if is_in(p.deal, seat):
        owed += owes(mind, p.deal.one[seat], p.deal.two[seat], p.deal.jokers[seat])
    return owed


def settled(deal: Deal, seat: int) -> int:
    """What a seat has won in points in a deal that is over, or lost; joint winners share."""
    if not deal.won >> seat & 1:
        return -deal.score[seat]
    total = winners = 0
    for other in range(deal.seats):
        total += deal.score[other]
        winners += deal.won >> other & 1
    return total // winners


def unfinished(p: Playout, mind: Mind, seat: int) -> int:
    """What it brings if the hands are counted now: the fewest points win."""
    fewest = p.deal.house.cap
    total = 0
    for other in range(p.deal.seats):
        owed = cost(p, mind, other)
        total += owed
        if is_in(p.deal, other):
            fewest = min(fewest, owed - p.deal.score[other])
    mine = cost(p, mind, seat)
    if is_in(p.deal, seat) and mine - p.deal.score[seat] == fewest:
        return total - mine
    return -mine
