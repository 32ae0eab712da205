"""The player `simple`: the advice that ends the Chinese source and the fines of the Thai one.

Be born early; throw nothing that feeds the head, a speto, a meld on the table or the row; lay no
meld that lacks its speto; shed spetos near the end. What must stay true: it reads a `Sight` only.
Worths are hundredths of a point.
"""

from speto.bits import lowest, popcount
from speto.dummy.codes import (
    ACT,
    CLUBS,
    DISCARD,
    FULL,
    KNOCK,
    MELD,
    PICK_UP,
    PICK_UP_TO_LAY_OFF,
    SPETOS,
)
from speto.dummy.deal import Deal, House, hand_size
from speto.dummy.fines import immediate_fine, may_feed_head, may_feed_speto
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
from speto.dummy.melds import Moves, ends, points_of, rank_of
from speto.dummy.sight import Sight

KNOCKS = 1000000
BORN = 1500
DRAWS = 300
FEEDS = 1500


def stock_share(seen: Deal) -> int:
    """How much of the first stock is left, in hundredths."""
    return (52 - seen.next) * 100 // (51 - hand_size(seen.seats) * seen.seats)


def near_melds(hand: int) -> int:
    """How much of the hand is near a meld: pairs, neighbours and gaps of one, in points."""
    b0 = hand & CLUBS
    b1 = hand >> 1 & CLUBS
    b2 = hand >> 2 & CLUBS
    b3 = hand >> 3 & CLUBS
    pairs = popcount(b0 & b1) + popcount(b0 & b2) + popcount(b0 & b3)
    pairs += popcount(b1 & b2) + popcount(b1 & b3) + popcount(b2 & b3)
    return 3 * pairs + 3 * popcount(hand & hand >> 4) + 2 * popcount(hand & hand >> 8)


def hand_worth(seen: Deal, moves: Moves, hand: int, born: bool) -> int:
    """What the cards held are worth: those that can be laid count for, the rest against.

    `moves.chain` and `moves.single` must hold the open ends of the table.
    """
    share = stock_share(seen)
    out = hand
    if born:
        out = loose(hand, moves.chain, moves.single, seen.house.ace_low_run)
    cost = points_of(out)
    if share > 40:
        # a speto is worth keeping while there is time to meld it
        cost -= 35 * popcount(out & SPETOS)
    worth = share * near_melds(hand) + 80 * points_of(hand ^ out)
    if born:
        return worth - cost * (110 - share // 2)
    return worth - cost * (176 - share * 4 // 5)


def way_risk(sight: Sight, card: int, others: int) -> int:
    """The help to others of one meld that the thrown card would make with two others."""
    row = sight.seen.row_mask
    if others & ~(row | sight.unseen):
        return 0
    return 1000 if others & row else 400


def feed_risk(sight: Sight, card: int) -> int:
    """The danger of throwing a card: the head or a speto fed, and every meld it helps others to."""
    others = rank_of(card) & ~card
    risk = 0
    if may_feed_head(sight.seen, card, sight.unseen):
        risk += FEEDS
    if may_feed_speto(sight.seen, card, sight.unseen):
        risk += FEEDS
    x = others
    while x:
        y = x & -x
        x ^= y
        risk += way_risk(sight, card, others ^ y)
    if card << 8 & FULL:
        risk += way_risk(sight, card, card << 4 | card << 8)
    if card << 4 & FULL and card >> 4:
        risk += way_risk(sight, card, card << 4 | card >> 4)
    if card >> 8:
        risk += way_risk(sight, card, card >> 4 | card >> 8)
    return risk


def lacks_speto(house: House, meld: int, unseen: int) -> bool:
    """Whether another seat may hold the speto that the meld would take (D-PEN-STUFF)."""
    if not house.stuffed_speto:
        return False
    return ends(meld, house.ace_low_run, house.qka_fully_closed) & SPETOS & unseen != 0


def take_worth(sight: Sight, seen: Deal, moves: Moves, action: int) -> int:
    """The worth of a draw or a pick-up."""
    kind = action >> 58
    cards = action & FULL
    born = seen.born >> sight.seat & 1 != 0
    if kind not in (PICK_UP, PICK_UP_TO_LAY_OFF):
        return hand_worth(seen, moves, seen.hand[sight.seat], born) + DRAWS
    if take_finishes(seen, moves, action):
        return KNOCKS + points_of(cards)
    worth = 100 * points_of(cards)
    if cards >> seen.head & 1:
        worth += 4000
    if not born:
        worth += BORN
    if lacks_speto(seen.house, cards, sight.unseen):
        worth -= 1000
    index = action >> 52 & 63 if kind == PICK_UP else lowest(cards)
    held = held_from(seen, place_of(seen, index))
    open_ends(seen, moves, -1)
    return worth + hand_worth(seen, moves, held ^ cards, True)


def act_worth(sight: Sight, seen: Deal, moves: Moves, action: int, knocking: bool) -> int:
    """The worth of a lay, a discard or a knock."""
    kind = action >> 58
    cards = action & FULL
    hand = seen.hand[sight.seat]
    if kind == KNOCK:
        return KNOCKS
    if kind == DISCARD:
        worth = hand_worth(seen, moves, hand ^ cards, seen.born >> sight.seat & 1 != 0)
        worth -= feed_risk(sight, cards)
        fines = 0
        while immediate_fine(seen, cards, fines) and (seen.house.fines_stack or not fines):
            fines += 1
        worth -= 100 * seen.house.fine * fines
        return worth
    if knocking and finishes(
        seen, moves, kind, meld_named(seen, action >> 52 & 63), cards, hand ^ cards
    ):
        return KNOCKS + points_of(cards)
    if kind == MELD and lacks_speto(seen.house, cards, sight.unseen) and stock_share(seen) > 25:
        return -KNOCKS
    return KNOCKS // 2 + points_of(cards)


def simple(sight: Sight, moves: Moves) -> int:
    """Choose one of the listed actions of the seat whose sight this is; the first of equals."""
    acting = sight.seen.phase == ACT
    knocking = acting and can_knock(sight.seen, moves)
    open_ends(sight.seen, moves, -1)
    best = moves.acts[0]
    most = -KNOCKS - 1
    for i in range(moves.n):
        action = moves.acts[i]
        if acting:
            worth = act_worth(sight, sight.seen, moves, action, knocking)
        else:
            worth = take_worth(sight, sight.seen, moves, action)
        if worth > most:
            most = worth
            best = action
    return best
