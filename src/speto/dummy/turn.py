"""What an action does: cards moved, points entered, the turn passed, the deal settled.

What must stay true: `apply` is given only actions that `why_not` allows; what it scores stands in
the entries, in the order of D-MORE-11 and D-MORE-22, and in the totals; the cards are conserved.
"""

from speto.bits import bit, lowest
from speto.dummy.codes import (
    ACES,
    ACT,
    ALWAYS,
    BONUS,
    CLUBS,
    COLOR_OFF,
    COLOR_SUIT,
    D_COLOR_1,
    D_DARK_1,
    D_DARK_2,
    D_FOOL_1,
    D_FOOL_2,
    D_HEAD_2,
    D_HEAD_3,
    D_KNOCK_3,
    D_KNOCK_4,
    D_PEN_HEAD,
    D_PEN_STUFF,
    D_SCORE_1,
    D_SCORE_2,
    D_UNBORN_1,
    D_UNBORN_3,
    DISCARD,
    DRAW,
    DREW,
    FINED,
    FULL,
    HAND_X2,
    IMMEDIATE,
    KNOCK,
    LAST,
    LAY_OFF,
    MELD,
    MINUS50_THEN_X2,
    NEXT_PLAYER_KNOCK_ONLY,
    NEXT_PLAYER_SINGLE,
    NOBODY,
    NOTHING,
    OVER,
    PICK_UP,
    PICK_UP_TO_LAY_OFF,
    PICKED,
    RED,
    ROUND_ANY_PICKUP,
    SCOPE_KNOCK_ONLY,
    SCOPE_TOTAL,
    SPETOS,
    TAKE,
)
from speto.dummy.deal import Deal, next_seat, set_meld
from speto.dummy.fines import (
    immediate_fine,
    in_window,
    row_before,
    speto_case,
    speto_near,
    table_ends,
)
from speto.dummy.judge import dark_line, meld_named, place_of, was_born
from speto.dummy.melds import neighbours, points_of, runs_on


def enter(deal: Deal, seat: int, points: int, clause: int, cards: int) -> None:
    """Add points to a seat and note the entry; nothing is noted for no points."""
    if points:
        deal.score[seat] += points
        deal.entry_seat[deal.n_entries] = seat
        deal.entry_points[deal.n_entries] = points
        deal.entry_clause[deal.n_entries] = clause
        deal.entry_cards[deal.n_entries] = cards
        deal.n_entries += 1


def charge(deal: Deal, seat: int, points: int, clause: int, cards: int) -> None:
    """Take a fine from a seat."""
    enter(deal, seat, -points, clause, cards)
    deal.fined[seat] += points


def charge_throw(deal: Deal, at: int, clause: int) -> None:
    """Fine the thrower of the card at a place of the row, unless it was fined and may not again.

    `fines_stack=false`: one discard costs at most one fine (D-PEN-0, D-MORE-24).
    """
    place = deal.row[at]
    if place & FINED and not deal.house.fines_stack:
        return
    charge(deal, place >> 6 & 7, deal.house.fine, clause, bit(place & 63))
    deal.row[at] |= FINED


def apply(deal: Deal, action: int) -> None:
    """Do a legal action of the seat to act."""
    kind = action >> 58
    index = action >> 52 & 63
    cards = action & FULL
    deal.n_entries = 0
    if kind == DRAW:
        draw(deal)
    elif kind == DISCARD:
        discard(deal, cards)
    elif kind == PICK_UP:
        pick_up(deal, index, cards)
    elif kind == MELD:
        if dark_line(deal):
            deal.finishing = True
        lay_meld(deal, cards)
        score_cards(deal, cards, cards)
    elif kind == LAY_OFF:
        if dark_line(deal):
            deal.finishing = True
        lay_off(deal, meld_named(deal, index), cards)
    elif kind == KNOCK:
        knock(deal, cards)
    elif kind == PICK_UP_TO_LAY_OFF:
        take_row(deal, place_of(deal, lowest(cards)))
        mark_fools(deal, cards)
        lay_off(deal, meld_named(deal, index), cards)
    else:
        settle(deal)


def draw(deal: Deal) -> None:
    """Take the top card of the stock (D-TURN-2)."""
    deal.drawn = deal.stock[deal.next]
    deal.next += 1
    deal.hand[deal.to_act] |= bit(deal.drawn)
    deal.took = DREW
    deal.phase = ACT


def take_row(deal: Deal, at: int) -> None:
    """Take the row from a place on into the hand (D-PICK-1)."""
    cards = 0
    for i in range(at, deal.n_row):
        cards |= bit(deal.row[i] & 63)
    deal.taken_end = deal.n_row
    deal.n_row = at
    deal.row_mask ^= cards
    deal.hand[deal.to_act] |= cards
    deal.known[deal.to_act] |= cards
    deal.took = PICKED
    deal.phase = ACT
    if deal.last and deal.house.stock_end == NEXT_PLAYER_KNOCK_ONLY:
        deal.finishing = True


def pick_up(deal: Deal, index: int, cards: int) -> None:
    """Take the row from a card on and lay its meld; whoever fed it is fined (D-PICK-1..5)."""
    take_row(deal, place_of(deal, index))
    charge_feeding(deal, cards)
    mark_fools(deal, cards)
    lay_meld(deal, cards)
    score_cards(deal, cards, cards)


def charge_feeding(deal: Deal, cards: int) -> None:
    """Fine whoever threw cards of the meld that lie near its head or speto (D-WIN-1, D-WIN-2)."""
    if cards >> deal.head & 1 and deal.house.head_feed:
        near = neighbours(deal.head, deal.house.ace_low_run)
        for i in range(deal.n_row, deal.taken_end):
            if bit(deal.row[i] & 63) & cards & near and in_window(deal, deal.row[i]):
                charge_throw(deal, i, D_PEN_HEAD)
    speto = cards & SPETOS
    if speto:
        for i in range(deal.n_row, deal.taken_end):
            card = bit(deal.row[i] & 63)
            near = speto_near(card, deal.house.ace_low_run)
            if card & cards and near == speto and in_window(deal, deal.row[i]):
                clause = speto_case(deal.house, card, speto, row_before(deal, i))
                if clause:
                    charge_throw(deal, i, clause)


def mark_fools(deal: Deal, cards: int) -> None:
    """Note whose thrown card makes him a fool if this turn ends in a knock (D-FOOL-1, D-FOOL-2)."""
    if deal.house.fool_scope == NEXT_PLAYER_SINGLE:
        place = deal.row[deal.n_row]
        thrown = deal.turn - (place >> 9 & 511) == 1 and place >> 6 & 7 != NOBODY
        if thrown and deal.taken_end - deal.n_row == 1:
            deal.fool_card[place >> 6 & 7] = place
    elif deal.house.fool_scope == ROUND_ANY_PICKUP:
        for i in range(deal.n_row, deal.taken_end):
            place = deal.row[i]
            if bit(place & 63) & cards and in_window(deal, place):
                deal.fool_card[place >> 6 & 7] = place


def lay_meld(deal: Deal, cards: int) -> None:
    """Lay a new meld; whoever owns one is born (D-BORN-1)."""
    seat = deal.to_act
    deal.hand[seat] &= ~cards
    deal.known[seat] &= ~cards
    deal.laid[seat] |= cards
    set_meld(deal, deal.n_melds, cards)
    deal.owner[deal.n_melds] = seat
    deal.n_melds += 1
    deal.born |= bit(seat)


def lay_off(deal: Deal, at: int, card: int) -> None:
    """Lay a card off on a meld; a speto on another's meld is stuffed on its owner (D-PEN-STUFF)."""
    seat = deal.to_act
    owner = deal.owner[at]
    deal.hand[seat] &= ~card
    deal.known[seat] &= ~card
    deal.laid[seat] |= card
    set_meld(deal, at, deal.meld[at] | card)
    if card & SPETOS and owner != seat:
        charge(deal, owner, deal.house.stuffed_speto, D_PEN_STUFF, card)
    score_cards(deal, card, deal.meld[at])


def lay_points(deal: Deal, cards: int, meld: int) -> int:
    """What cards laid into a meld are worth at face value (D-SCORE-1, D-VAL-6)."""
    points = points_of(cards)
    if deal.house.ace_in_run == 10 and cards & ACES and runs_on(meld):
        points -= 5
    return points


def head_extra(deal: Deal, cards: int, meld: int) -> int:
    """What the head, if it is among the cards, is worth beyond its face (D-HEAD-2, D-HEAD-3)."""
    head = cards & bit(deal.head)
    if not head:
        return 0
    if head & SPETOS or deal.house.head_value == BONUS:
        return 50
    return 50 - lay_points(deal, head, meld)


def score_cards(deal: Deal, cards: int, meld: int) -> None:
    """Enter cards laid into a meld, and the head's extra."""
    enter(deal, deal.to_act, lay_points(deal, cards, meld), D_SCORE_1, cards)
    extra = head_extra(deal, cards, meld)
    if extra:
        clause = D_HEAD_3 if SPETOS >> deal.head & 1 else D_HEAD_2
        enter(deal, deal.to_act, extra, clause, bit(deal.head))


def discard(deal: Deal, card: int) -> None:
    """Throw a card to the end of the row; it may cost its thrower at once (D-TURN-4, D-PEN-)."""
    seat = deal.to_act
    deal.row[deal.n_row] = lowest(card) | seat << 6 | deal.turn << 9
    n = 0
    clause = immediate_fine(deal, card, n)
    while clause:
        charge_throw(deal, deal.n_row, clause)
        n += 1
        clause = immediate_fine(deal, card, n)
    deal.hand[seat] &= ~card
    deal.known[seat] &= ~card
    deal.n_row += 1
    deal.row_mask |= card
    if deal.last or (deal.next == 52 and deal.house.stock_end == IMMEDIATE):
        settle(deal)
    else:
        pass_turn(deal)


def pass_turn(deal: Deal) -> None:
    """The next seat is to take; with an empty stock it is its last chance (D-END-2)."""
    deal.to_act = next_seat(deal)
    deal.turn += 1
    deal.took = NOTHING
    deal.drawn = -1
    deal.taken_end = deal.n_row
    deal.born_before = deal.born
    for seat in range(4):
        deal.fool_card[seat] = -1
    if deal.next == 52:
        deal.last = True
        deal.phase = LAST
    else:
        deal.phase = TAKE


def knock(deal: Deal, card: int) -> None:
    """End the deal: fools, the knock card, the multipliers, then the hands (D-KNOCK-, D-DARK-)."""
    seat = deal.to_act
    deal.knocker = seat
    deal.knock_card = lowest(card)
    deal.hand[seat] = 0
    deal.known[seat] = 0
    clause = D_FOOL_1 if deal.house.fool_scope == NEXT_PLAYER_SINGLE else D_FOOL_2
    for other in range(deal.seats):
        if deal.fool_card[other] >= 0:
            deal.fool = True
            if deal.house.fines_stack or not deal.fool_card[other] & FINED:
                charge(deal, other, deal.house.fine, clause, bit(deal.fool_card[other] & 63))
    knocked = deal.house.knock_value
    enter(deal, seat, knocked, D_KNOCK_3, card)
    if deal.house.knock_special and card & (SPETOS | table_ends(deal)):
        enter(deal, seat, knocked, D_KNOCK_4, card)
        knocked += knocked
    base = deal.score[seat] + deal.fined[seat]
    if deal.house.multiplier_scope == SCOPE_TOTAL:
        base = deal.score[seat]
    elif deal.house.multiplier_scope == SCOPE_KNOCK_ONLY:
        base = knocked
    if not was_born(deal):
        clause = D_DARK_1 if deal.took == DREW else D_DARK_2
        enter(deal, seat, (deal.house.dark_mult - 1) * base, clause, 0)
        base *= deal.house.dark_mult
    if one_color(deal, card):
        enter(deal, seat, (deal.house.color_mult - 1) * base, D_COLOR_1, 0)
    settle(deal)


def one_color(deal: Deal, card: int) -> bool:
    """D-COLOR-1, D-COLOR-2: everything the knocker laid is of one colour, or one suit."""
    if deal.house.color_knock == COLOR_OFF:
        return False
    laid = deal.laid[deal.to_act]
    if deal.house.color_includes_knock_card:
        laid |= card
    if deal.house.color_knock == COLOR_SUIT:
        return laid & ~(CLUBS << (lowest(laid) & 3)) == 0
    return laid & RED in (0, laid)


def settle(deal: Deal) -> None:
    """Enter what the hands cost, unborn ones more, and end the deal (D-SCORE-2, D-UNBORN-1..4)."""
    deal.phase = OVER
    for seat in range(deal.seats):
        if seat != deal.knocker:
            value = points_of(deal.hand[seat])
            enter(deal, seat, -value, D_SCORE_2, deal.hand[seat])
            if deal.born >> seat & 1 or (deal.knocker < 0 and deal.house.unborn_when != ALWAYS):
                continue
            if deal.house.unborn_penalty == HAND_X2:
                enter(deal, seat, -value, D_UNBORN_1, deal.hand[seat])
            elif deal.house.unborn_penalty == MINUS50_THEN_X2:
                enter(deal, seat, -value - 100, D_UNBORN_3, deal.hand[seat])
