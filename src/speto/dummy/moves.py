"""Every legal action of the seat to act, and the clock's choice.

What must stay true: `legal` lists exactly the actions that the judge allows (a law compares them).
"""

from speto.bits import (
    bit,
)
from speto.dummy.codes import (
    ACT,
    ALLOWED,
    BORN_BY_PICK_UP,
    DECLINE,
    DISCARD,
    DRAW,
    FULL,
    KNOCK,
    LAST,
    LAY_OFF,
    MELD,
    OVER,
    PICK_UP,
    PICK_UP_TO_LAY_OFF,
    PICKED,
)
from speto.dummy.deal import Deal
from speto.dummy.judge import (
    can_knock,
    dark_line,
    finishes,
    is_born,
    meld_named,
    must_knock_now,
    take_finishes,
    was_born,
    why_no_fit,
)
from speto.dummy.melds import (
    Moves,
    add_melds,
    add_melds_with,
    melded,
    put,
)


def legal(deal: Deal, moves: Moves) -> int:
    """List every legal action of the seat to act into `moves`; how many there are."""
    moves.n = 0
    if deal.phase == ACT:
        list_acts(deal, moves)
    elif deal.phase != OVER:
        moves.acts[0] = DECLINE << 58 if deal.phase == LAST else DRAW << 58
        moves.n = 1
        if deal.turn or deal.house.first_turn_pickup:
            list_pick_ups(deal, moves)
            if deal.house.pickup_for_layoff and was_born(deal):
                list_pick_ups_to_lay_off(deal, moves)
            if deal.phase == LAST and must_knock_now(deal):
                keep_finishing(deal, moves, 1)
    return moves.n


def list_pick_ups(deal: Deal, moves: Moves) -> None:
    """List the pick-ups, from the newest row card to the oldest (D-PICK-1..5)."""
    hand = deal.hand[deal.to_act]
    held = hand
    apt = deal.row_mask & melded(hand | deal.row_mask, deal.house.ace_low_run)
    i = deal.n_row
    while apt:
        i -= 1
        j = deal.row[i] & 63
        card = bit(j)
        held |= card
        if apt & card:
            apt ^= card
            must = hand if deal.house.pickup_needs_hand_card else held
            add_melds_with(moves, card, held, must, deal.house.ace_low_run, PICK_UP << 58 | j << 52)


def list_pick_ups_to_lay_off(deal: Deal, moves: Moves) -> None:
    """List the row cards that a meld takes, from the newest to the oldest (D-PICK-6)."""
    for i in range(deal.n_row - 1, -1, -1):
        card = bit(deal.row[i] & 63)
        for j in range(deal.n_melds):
            if why_no_fit(deal, j, card) == ALLOWED:
                put(moves, PICK_UP_TO_LAY_OFF << 58 | deal.name[j] << 52 | card)


def list_acts(deal: Deal, moves: Moves) -> None:
    """List the lays, then the discards or the knock (D-TURN-1, D-KNOCK-2)."""
    hand = deal.hand[deal.to_act]
    if not hand & (hand - 1):
        put(moves, KNOCK << 58 | hand)
        return
    if deal.finishing:
        list_lays(deal, moves)
        keep_finishing(deal, moves, 0)
        return
    if deal.house.birth != BORN_BY_PICK_UP or is_born(deal):
        list_lays(deal, moves)
    elif dark_line(deal) and can_knock(deal, moves):
        list_lays(deal, moves)
        keep_finishing(deal, moves, 0)
    list_each(moves, hand, DISCARD << 58)


def list_lays(deal: Deal, moves: Moves) -> None:
    """List melds and lay-offs."""
    hand = deal.hand[deal.to_act]
    add_melds(moves, hand, deal.house.ace_low_run, MELD << 58)
    if deal.house.birth == BORN_BY_PICK_UP or is_born(deal):
        for i in range(deal.n_melds):
            fit = hand & deal.fits[i]
            if fit and (deal.house.layoff_own or deal.owner[i] != deal.to_act):
                list_each(moves, fit, LAY_OFF << 58 | deal.name[i] << 52)


def keep_finishing(deal: Deal, moves: Moves, kept: int) -> None:
    """Of the actions from place `kept` on, keep those after which the seat can still knock."""
    hand = deal.hand[deal.to_act]
    for i in range(kept, moves.n):
        action = moves.acts[i]
        card = action & FULL
        if deal.phase == ACT:
            ok = finishes(
                deal, moves, action >> 58, meld_named(deal, action >> 52 & 63), card, hand ^ card
            )
        else:
            ok = take_finishes(deal, moves, action)
        if ok:
            moves.acts[kept] = action
            kept += 1
    moves.n = kept


def list_each(moves: Moves, cards: int, head: int) -> None:
    """List one action for each card, the lowest first; `head` is the action without it."""
    n = moves.n
    while cards:
        card = cards & -cards
        cards ^= card
        moves.acts[n] = head | card
        n += 1
    moves.n = n


def timeout(deal: Deal, moves: Moves) -> int:
    """The action that the clock takes for the seat to act (D-MORE-17).

    Draw, then discard that card; after a pick-up the newest taken card still held, else the lowest;
    nothing is ever laid, but a line to a knock is completed and a last chance declined.
    """
    hand = deal.hand[deal.to_act]
    if deal.phase == LAST:
        return DECLINE << 58
    if deal.phase != ACT:
        return DRAW << 58
    if not hand & (hand - 1):
        return KNOCK << 58 | hand
    if deal.finishing:
        legal(deal, moves)
        return moves.acts[0]
    if deal.took == PICKED:
        for i in range(deal.taken_end - 1, deal.n_row - 1, -1):
            card = bit(deal.row[i] & 63)
            if hand & card:
                return DISCARD << 58 | card
    elif hand >> deal.drawn & 1:
        return DISCARD << 58 | bit(deal.drawn)
    return DISCARD << 58 | hand & -hand
