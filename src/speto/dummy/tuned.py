"""The tuned player: worths of actions from weights that a search found, and what others may hold.

What must stay true: of the deal it reads what lies open and the acting seat's own hand, for all
else it asks the outlook; so an honest outlook makes it honest, and one that knows the hands makes
it a cheat. Worths are hundredths of a point.
"""

from speto.bits import lowest, popcount
from speto.dummy.codes import (
    ACT,
    DECLINE,
    DISCARD,
    DRAW,
    FULL,
    IMMEDIATE,
    KNOCK,
    MELD,
    PICK_UP,
    SPETOS,
)
from speto.dummy.deal import Deal, hand_size
from speto.dummy.fines import immediate_fine, table_ends
from speto.dummy.finish import loose
from speto.dummy.judge import (
    can_knock,
    finishes,
    held_from,
    meld_named,
    open_ends,
    place_of,
    take_finishes,
)
from speto.dummy.melds import Moves, ends, points_of
from speto.dummy.outlook import Outlook, Weights, exposed, feed, wanted
from speto.dummy.turn import head_extra, lay_points
from speto.dummy.weights import KNOCKS, LAYS, WHOLE_TIME


def time_left(deal: Deal) -> int:
    """How much of the first stock is left, in 64ths."""
    return (52 - deal.next) * WHOLE_TIME // (51 - hand_size(deal.seats) * deal.seats)


def alarm(deal: Deal, outlook: Outlook) -> int:
    """How many cards fewer than five the born seat holds that is nearest to a knock."""
    least = 5
    for seat in range(deal.seats):
        if seat != outlook.seat and deal.born >> seat & 1 and outlook.size[seat] < least:
            least = outlook.size[seat]
    return 5 - least


def hand_worth(
    deal: Deal, outlook: Outlook, weights: Weights, moves: Moves, hand: int, row: int, born: bool
) -> int:
    """What a hand is worth beside a row; `moves.chain` and `.single` are the table's open ends."""
    time = time_left(deal)
    gone = WHOLE_TIME - time
    out = hand
    if born:
        out = loose(hand, moves.chain, moves.single, deal.house.ace_low_run)
    spetos = popcount(out & SPETOS)
    points = points_of(out)
    cost = points * (weights.dead + (weights.late * gone >> 6) + weights.danger * outlook.used)
    if not born:
        cost += points * (weights.unborn * gone >> 6)
    cost += weights.loose * popcount(out)
    worth = weights.sure * points_of(hand ^ out) + spetos * (weights.speto * time >> 6) - cost
    lack = wanted(out)
    fit = lack & outlook.unseen
    worth += time * (weights.out * popcount(fit) + weights.out_point * points_of(fit)) >> 6
    fit = lack & row
    worth += weights.row * popcount(fit) + weights.row_point * points_of(fit)
    fit = wanted(row) & hand
    return worth + weights.two * popcount(fit) + weights.two_point * points_of(fit)


def laid_worth(deal: Deal, cards: int, meld: int) -> int:
    """What laying cards into a meld scores, in hundredths of a point."""
    return 100 * (lay_points(deal, cards, meld) + head_extra(deal, cards, meld))


def drawn_worth(
    deal: Deal, outlook: Outlook, weights: Weights, moves: Moves, hand: int, born: bool
) -> int:
    """What the hand is worth once the known stock card is drawn and the best card thrown."""
    best = -KNOCKS
    x = hand
    while x:
        card = x & -x
        x ^= card
        worth = hand_worth(deal, outlook, weights, moves, hand ^ card, deal.row_mask | card, born)
        best = max(best, worth)
    return best


def take_worth(deal: Deal, outlook: Outlook, weights: Weights, moves: Moves, action: int) -> int:
    """The worth of a draw, a pick-up or a refusal of the last chance."""
    kind = action >> 58
    cards = action & FULL
    hand = deal.hand[outlook.seat]
    born = deal.born >> outlook.seat & 1 != 0
    time = time_left(deal)
    gone = WHOLE_TIME - time
    if kind == DECLINE:
        return hand_worth(deal, outlook, weights, moves, hand, 0, born)
    if kind == DRAW:
        if outlook.top:
            worth = drawn_worth(deal, outlook, weights, moves, hand | outlook.top, born)
            return worth + weights.draw_seen
        worth = weights.draw + (weights.draw_late * gone >> 6)
        return worth + hand_worth(deal, outlook, weights, moves, hand, deal.row_mask, born)
    index = action >> 52 & 63 if kind == PICK_UP else lowest(cards)
    meld = cards
    if kind != PICK_UP:
        meld |= deal.meld[meld_named(deal, action >> 52 & 63)]
    worth = laid_worth(deal, cards, meld)
    if take_finishes(deal, moves, action):
        open_ends(deal, moves, -1)
        return KNOCKS + worth
    if not born:
        worth += weights.born + (weights.born_late * gone >> 6)
    at = place_of(deal, index)
    held = held_from(deal, at)
    row = deal.row_mask & ~held
    open_ends(deal, moves, -1)
    worth += weights.pick + hand_worth(deal, outlook, weights, moves, held ^ cards, row, True)
    fit = ends(meld, deal.house.ace_low_run, deal.house.qka_fully_closed)
    return worth - exposed(outlook, deal, weights, fit & ~held)


def throw_worth(deal: Deal, outlook: Outlook, weights: Weights, moves: Moves, card: int) -> int:
    """The worth of a discard."""
    hand = deal.hand[outlook.seat] ^ card
    fines = 0
    while immediate_fine(deal, card, fines) and (deal.house.fines_stack or not fines):
        fines += 1
    worth = -100 * deal.house.fine * fines
    if deal.last or (deal.next == 52 and deal.house.stock_end == IMMEDIATE):
        return worth - 100 * points_of(hand)
    born = deal.born >> outlook.seat & 1 != 0
    worth += hand_worth(deal, outlook, weights, moves, hand, deal.row_mask | card, born)
    return worth - feed(outlook, deal, weights, card)


def lay_worth(deal: Deal, outlook: Outlook, weights: Weights, moves: Moves, action: int) -> int:
    """The worth of a lay, less what it opens to others; below 0 it is better held back."""
    kind = action >> 58
    cards = action & FULL
    meld = cards
    old = 0
    if kind != MELD:
        at = meld_named(deal, action >> 52 & 63)
        old = deal.fits[at]
        meld |= deal.meld[at]
    worth = laid_worth(deal, cards, meld)
    if deal.last or (deal.next == 52 and deal.house.stock_end == IMMEDIATE):
        return worth
    fit = ends(meld, deal.house.ace_low_run, deal.house.qka_fully_closed)
    gone = WHOLE_TIME - time_left(deal)
    worth += weights.lay + (weights.lay_late * gone >> 6)
    return worth - exposed(outlook, deal, weights, fit & ~old)


def act_worth(
    deal: Deal, outlook: Outlook, weights: Weights, moves: Moves, action: int, knocking: bool
) -> int:
    """The worth of a lay, a discard or a knock."""
    kind = action >> 58
    cards = action & FULL
    if kind == KNOCK:
        return KNOCKS
    if kind == DISCARD:
        return throw_worth(deal, outlook, weights, moves, cards)
    if knocking:
        hand = deal.hand[outlook.seat] ^ cards
        at = meld_named(deal, action >> 52 & 63)
        if finishes(deal, moves, kind, at, cards, hand):
            meld = cards
            if kind != MELD:
                meld |= deal.meld[at]
            worth = KNOCKS + laid_worth(deal, cards, meld)
            if not hand & (hand - 1) and hand & (SPETOS | table_ends(deal)):
                worth += 100 * deal.house.knock_value
            open_ends(deal, moves, -1)
            return worth
        open_ends(deal, moves, -1)
    worth = lay_worth(deal, outlook, weights, moves, action)
    return worth + LAYS if worth > 0 else worth - LAYS


def weigh(deal: Deal, outlook: Outlook, weights: Weights, moves: Moves) -> int:
    """Set the worth of each listed action of the seat to act; the place of the best."""
    acting = deal.phase == ACT
    knocking = acting and can_knock(deal, moves)
    outlook.used = alarm(deal, outlook)
    open_ends(deal, moves, -1)
    best = 0
    for i in range(moves.n):
        if acting:
            outlook.worth[i] = act_worth(deal, outlook, weights, moves, moves.acts[i], knocking)
        else:
            outlook.worth[i] = take_worth(deal, outlook, weights, moves, moves.acts[i])
        if outlook.worth[i] > outlook.worth[best]:
            best = i
    return best


def tuned(deal: Deal, outlook: Outlook, weights: Weights, moves: Moves) -> int:
    """Choose one of the listed actions of the seat to act; the first of equals."""
    return moves.acts[weigh(deal, outlook, weights, moves)]
