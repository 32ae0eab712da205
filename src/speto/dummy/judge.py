"""The judge: the clause that forbids an action, and what the finish search says of a lay.

What must stay true: one place decides what is legal; it asks only for the acting seat's hand and
for what lies open.
"""

from speto.bits import (
    bit,
    lowest,
)
from speto.dummy.codes import (
    ACES,
    ACT,
    ALLOWED,
    BORN_BY_PICK_UP,
    CLUBS,
    D_BORN_3,
    D_END_2,
    D_HEAD_5,
    D_KNOCK_1,
    D_KNOCK_2,
    D_LAY_1,
    D_LAY_2,
    D_LAY_3,
    D_LAY_5,
    D_MELD_1,
    D_MELD_2,
    D_MELD_3,
    D_MORE_15,
    D_PICK_2,
    D_PICK_3,
    D_PICK_6,
    D_TURN_1,
    D_TURN_2,
    D_TURN_5,
    DECLINE,
    DISCARD,
    DRAW,
    DREW,
    FULL,
    KNOCK,
    LAST,
    LAY_OFF,
    MELD,
    NEXT_PLAYER_KNOCK_ONLY,
    OVER,
    PICK_UP,
    PICK_UP_TO_LAY_OFF,
    T_HOLD,
    T_OVER,
)
from speto.dummy.deal import Deal
from speto.dummy.finish import can_finish
from speto.dummy.melds import (
    Moves,
    ends,
    is_meld,
    low_ace,
    melded,
    open_end,
    rank_of,
    runs_on,
)


def open_ends(deal: Deal, moves: Moves, but: int) -> None:
    """Put what the table takes from the acting seat into `moves.chain` and `moves.single`.

    The meld at place `but` is left out; −1 leaves out none.
    """
    moves.chain = moves.single = 0
    for i in range(deal.n_melds):
        if i != but and (deal.house.layoff_own or deal.owner[i] != deal.to_act):
            open_end(moves, deal.meld[i], deal.fits[i])


def finishes(deal: Deal, moves: Moves, kind: int, at: int, cards: int, rest: int) -> bool:
    """Whether after this lay the rest of the hand can be laid to exactly one card.

    `at` is the place of the meld that is laid off on; a new meld's does not matter.
    """
    onto = kind in (LAY_OFF, PICK_UP_TO_LAY_OFF)
    meld = deal.meld[at] | cards if onto else cards
    open_ends(deal, moves, at if onto else -1)
    if onto or deal.house.layoff_own:
        fit = ends(meld, deal.house.ace_low_run, deal.house.qka_fully_closed)
        open_end(moves, meld, fit)
    need_meld = onto and not is_born(deal)
    return can_finish(rest, moves.chain, moves.single, need_meld, deal.house.ace_low_run)


def can_knock(deal: Deal, moves: Moves) -> bool:
    """Whether the acting seat's hand as it is can be laid to exactly one card."""
    if not is_born(deal) and not melded(deal.hand[deal.to_act], deal.house.ace_low_run):
        return False
    open_ends(deal, moves, -1)
    return can_finish(
        deal.hand[deal.to_act],
        moves.chain,
        moves.single,
        not is_born(deal),
        deal.house.ace_low_run,
    )


def place_of(deal: Deal, index: int) -> int:
    """The place of a card in the row, or −1."""
    if deal.row_mask >> index & 1:
        for i in range(deal.n_row):
            if deal.row[i] & 63 == index:
                return i
    return -1


def meld_named(deal: Deal, name: int) -> int:
    """The place on the table of the meld whose lowest card this is, or −1 (D-WORD-1)."""
    for i in range(deal.n_melds):
        if deal.name[i] == name:
            return i
    return -1


def is_born(deal: Deal) -> bool:
    """Whether the acting seat owns a meld."""
    return deal.born >> deal.to_act & 1 != 0


def was_born(deal: Deal) -> bool:
    """Whether the acting seat was born before this turn."""
    return deal.born_before >> deal.to_act & 1 != 0


def dark_line(deal: Deal) -> bool:
    """Whether a lay now would begin a dark knock: unborn, and drew from the stock (D-BORN-3)."""
    return deal.took == DREW and deal.house.birth == BORN_BY_PICK_UP and not is_born(deal)


def must_knock_now(deal: Deal) -> bool:
    """Whether a pick-up now must lead to a knock: the last chance (D-END-2, D-MORE-2)."""
    return deal.phase == LAST and deal.house.stock_end == NEXT_PLAYER_KNOCK_ONLY


def take_finishes(deal: Deal, moves: Moves, action: int) -> bool:
    """Whether after this pick-up the whole hand can be laid to exactly one card (D-END-2)."""
    kind = action >> 58
    index = action >> 52 & 63
    cards = action & FULL
    if kind == PICK_UP_TO_LAY_OFF:
        held = held_from(deal, place_of(deal, lowest(cards)))
        index = meld_named(deal, index)
    else:
        held = held_from(deal, place_of(deal, index))
    return finishes(deal, moves, kind, index, cards, held ^ cards)


def held_from(deal: Deal, at: int) -> int:
    """The acting seat's hand together with the row from place `at` on."""
    held = deal.hand[deal.to_act]
    for i in range(at, deal.n_row):
        held |= bit(deal.row[i] & 63)
    return held


def why_not(deal: Deal, moves: Moves, action: int) -> int:
    """The number of the first clause that forbids an action of the seat to act (D-MORE-21)."""
    kind = action >> 58
    index = action >> 52 & 63
    cards = action & FULL
    if deal.phase == OVER:
        return T_OVER
    if kind in (DRAW, PICK_UP, PICK_UP_TO_LAY_OFF, DECLINE):
        return why_not_take(deal, moves, kind, index, cards)
    if deal.phase != ACT:
        return D_TURN_1
    return why_not_act(deal, moves, kind, index, cards)


def why_not_take(deal: Deal, moves: Moves, kind: int, index: int, cards: int) -> int:
    """`why_not` for a draw, a pick-up or a refusal of the last chance."""
    if kind == DECLINE:
        return ALLOWED if deal.phase == LAST else D_END_2
    if deal.phase == ACT:
        return D_TURN_2
    if kind == DRAW:
        return D_END_2 if deal.phase == LAST else ALLOWED
    at = place_of(deal, lowest(cards) if kind == PICK_UP_TO_LAY_OFF else index)
    if at < 0:
        return T_HOLD
    held = held_from(deal, at)
    if cards & ~held:
        return T_HOLD
    if not deal.turn and not deal.house.first_turn_pickup:
        return D_HEAD_5
    if kind == PICK_UP:
        clause = why_not_pick_up(deal, index, cards, held)
    elif not deal.house.pickup_for_layoff:
        clause = D_PICK_6
    elif not was_born(deal):
        clause = D_MORE_15
    else:
        clause = why_no_fit(deal, meld_named(deal, index), cards)
    if clause != ALLOWED or not must_knock_now(deal):
        return clause
    if not take_finishes(deal, moves, kind << 58 | index << 52 | cards):
        return D_END_2
    return ALLOWED


def why_not_pick_up(deal: Deal, index: int, cards: int, held: int) -> int:
    """`why_not` for the meld that a pick-up lays."""
    clause = why_no_meld(cards, deal.house.ace_low_run)
    if clause != ALLOWED:
        return clause
    if not cards >> index & 1:
        return D_PICK_2
    if deal.house.pickup_needs_hand_card and not cards & deal.hand[deal.to_act]:
        return D_PICK_3
    return D_TURN_5 if cards == held else ALLOWED


def why_not_act(deal: Deal, moves: Moves, kind: int, index: int, cards: int) -> int:
    """`why_not` for a lay, a discard or a knock."""
    hand = deal.hand[deal.to_act]
    if cards & ~hand:
        return T_HOLD
    if kind == KNOCK:
        return D_KNOCK_1 if hand != cards else ALLOWED
    if kind == DISCARD:
        if hand == cards:
            return D_KNOCK_2
        return broken_line(deal) if deal.finishing else ALLOWED
    at = -1
    if kind == MELD:
        clause = why_no_meld(cards, deal.house.ace_low_run)
    else:
        if not is_born(deal) and deal.house.birth != BORN_BY_PICK_UP:
            return D_LAY_1
        at = meld_named(deal, index)
        clause = why_no_fit(deal, at, cards)
    if clause != ALLOWED:
        return clause
    if cards == hand:
        return D_TURN_5
    if not deal.finishing and not dark_line(deal):
        return ALLOWED
    return ALLOWED if finishes(deal, moves, kind, at, cards, hand ^ cards) else broken_line(deal)


def broken_line(deal: Deal) -> int:
    """The clause that demands the knock of a line to it."""
    return D_END_2 if deal.last else D_BORN_3


def why_no_meld(cards: int, ace_low: bool) -> int:
    """The clause by which these cards are no meld."""
    if is_meld(cards, ace_low):
        return ALLOWED
    if not cards or not cards & ~rank_of(cards):
        return D_MELD_1
    if not cards & ~(CLUBS << (lowest(cards) & 3)) and cards & 15 and cards & ACES:
        return D_MELD_3
    return D_MELD_2


def why_no_fit(deal: Deal, at: int, card: int) -> int:
    """The clause by which a card may not be laid off on the meld at place `at`."""
    if at < 0:
        return D_LAY_2
    if not deal.house.layoff_own and deal.owner[at] == deal.to_act:
        return D_LAY_3
    meld = deal.meld[at]
    if card & deal.fits[at]:
        return ALLOWED
    if runs_on(meld) and card & CLUBS << (lowest(meld) & 3):
        if meld & ACES and not low_ace(meld):
            if deal.house.qka_fully_closed or card & 0xFF:
                return D_LAY_5
        elif meld & 15 and card & ACES:
            return D_LAY_5
    return D_LAY_2
