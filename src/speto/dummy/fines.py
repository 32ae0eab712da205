"""The fines of a discard, their windows, and what a discard may yet feed (rows D-PEN-, D-WIN-).

What must stay true: `turn` fines and `view` warns by the same functions.
"""

from speto.bits import bit, lowest, popcount
from speto.dummy.codes import (
    ACES,
    CLUBS,
    D_PEN_AON,
    D_PEN_FULL,
    D_PEN_LAY,
    D_PEN_SPETO_0,
    D_PEN_SPETO_1,
    D_PEN_SPETO_2,
    FULL_ANY,
    FULL_OFF,
    NOBODY,
    QUEEN_SPADES,
    SPETO_ANY,
    SPETO_OFF,
    TWO_CLUBS,
    WINDOW_ROUND,
)
from speto.dummy.deal import Deal, House
from speto.dummy.melds import is_meld, neighbours, rank_of


def pairs_in(card: int, row: int, ace_low: bool) -> bool:
    """Whether some two cards of the row form a meld with the card."""
    others = row & rank_of(card) & ~card
    if others & (others - 1):
        return True
    if card << 4 & row and (card << 8 | card >> 4) & row:
        return True
    if card >> 4 & row and card >> 8 & row:
        return True
    if ace_low:
        if card & ACES:
            return card >> 48 & row != 0 and card >> 44 & row != 0
        if card & 15:
            return card << 4 & row != 0 and card << 48 & row != 0
        if card & 240:
            return card >> 4 & row != 0 and card << 44 & row != 0
    return False


def is_full(deal: Deal, card: int) -> bool:
    """D-PEN-FULL: the discard forms a meld with two cards of the row."""
    if deal.house.full_discard == FULL_ANY:
        return pairs_in(card, deal.row_mask, deal.house.ace_low_run)
    if deal.house.full_discard == FULL_OFF or deal.n_row < 2:
        return False
    return is_meld(
        card | bit(deal.row[deal.n_row - 1] & 63) | bit(deal.row[deal.n_row - 2] & 63),
        deal.house.ace_low_run,
    )


def immediate_fine(deal: Deal, card: int, n: int) -> int:
    """The clause of the n-th fine, from 0, that throwing the card costs at once, or 0.

    Their order is that of the ledger (D-MORE-11).
    """
    if is_full(deal, card):
        if not n:
            return D_PEN_FULL
        n -= 1
    if is_lay_off(deal, card) and not n:
        return D_PEN_LAY
    return 0


def table_ends(deal: Deal) -> int:
    """The cards that some meld on the table takes, whoever owns it (D-MORE-14, D-MORE-27)."""
    fit = 0
    for i in range(deal.n_melds):
        fit |= deal.fits[i]
    return fit


def is_lay_off(deal: Deal, card: int) -> bool:
    """D-PEN-LAY: the discard could be laid off on some meld."""
    return deal.house.layoff_discard and card & table_ends(deal) != 0


def in_window(deal: Deal, place: int) -> bool:
    """D-WIN-1: the thrower of a row place has not yet had his next turn; never true of the head."""
    if place >> 6 & 7 == NOBODY:
        return False
    if deal.house.feed_window == WINDOW_ROUND:
        return deal.turn - (place >> 9 & 511) < deal.seats
    return deal.turn - (place >> 9 & 511) < 2


def row_before(deal: Deal, at: int) -> int:
    """The row as it lay before the card at a place was thrown; taken places count too."""
    earlier = 0
    for i in range(at):
        earlier |= bit(deal.row[i] & 63)
    return earlier


def speto_near(card: int, ace_low: bool) -> int:
    """The speto that a card is, or whose neighbour it is; 0 if none (D-NEAR-2)."""
    if card & (TWO_CLUBS | neighbours(0, ace_low)):
        return TWO_CLUBS
    if card & (QUEEN_SPADES | neighbours(43, ace_low)):
        return QUEEN_SPADES
    return 0


def speto_case(house: House, card: int, speto: int, row: int) -> int:
    """The clause that fines a card thrown onto this row if a meld with the speto takes it, or 0.

    The case is judged at the discard (D-MORE-23).
    """
    if house.speto_feed == SPETO_OFF:
        return 0
    near = neighbours(lowest(speto), house.ace_low_run)
    clause = D_PEN_SPETO_0
    if card == speto:
        if row & near:
            clause = D_PEN_SPETO_2
    elif row & speto:
        clause = D_PEN_SPETO_1
    elif not row & near:
        clause = D_PEN_AON
    if clause == D_PEN_SPETO_0 and house.speto_feed != SPETO_ANY:
        return 0
    return clause


def may_feed_head(seen: Deal, card: int, unseen: int) -> bool:
    """D-PEN-HEAD: whether the discard may yet be melded with the head that lies in the row."""
    head = bit(seen.head)
    if not seen.house.head_feed or not seen.row_mask & head:
        return False
    if not card & neighbours(seen.head, seen.house.ace_low_run):
        return False
    return may_meld(card, head, seen.row_mask | card, unseen, seen.house)


def may_feed_speto(seen: Deal, card: int, unseen: int) -> int:
    """The clause by which the discard may yet be fined for feeding a speto, or 0."""
    speto = speto_near(card, seen.house.ace_low_run)
    if not speto & (seen.row_mask | card | unseen):
        return 0
    if not may_meld(card, speto, seen.row_mask | card, unseen, seen.house):
        return 0
    return speto_case(seen.house, card, speto, seen.row_mask)


def may_meld(card: int, target: int, row: int, unseen: int, house: House) -> bool:
    """Whether somebody may hold what melds the thrown card together with the target card.

    `row` is the row with the card in it, `unseen` all cards that may be in another hand; the two
    cards may be one. A needed hand card (D-PICK-3) must come from the unseen ones.
    """
    both = card | target
    held = row | unseen | both
    must = unseen if house.pickup_needs_hand_card else held
    nib = held & rank_of(card)
    if both & ~nib == 0 and popcount(nib) >= 3 and nib & must:
        return True
    if both & ~(CLUBS << (lowest(card) & 3)):
        return False
    run = card
    while held & run << 4 & ~run:
        run |= held & run << 4
    while held & run >> 4 & ~run:
        run |= held & run >> 4
    if not both & ~run and run & run >> 4 & run >> 8 and run & must:
        return True
    if not house.ace_low_run:
        return False
    run = held & CLUBS << (lowest(card) & 3)
    if not (run & ACES and run & 15 and run & 240):
        return False
    low = run & 15
    while run & low << 4 & ~low:
        low |= run & low << 4
    low |= run & ACES
    return not both & ~low and low & must != 0
