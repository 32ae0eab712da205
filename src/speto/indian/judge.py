"""The judge: the clause that forbids an action, and the list of legal ones.

What must stay true: one place decides what is legal; it asks only for the acting seat's hand and
for what lies open. A wrong Show is no illegal one (I-MORE-10); nor is a missed turn, which the
clock says.
"""

from speto.bits import bit, lowest
from speto.indian.arrange import arrange, can_show, shows
from speto.indian.codes import (
    ACT,
    ALLOWED,
    DECLARE,
    DISCARD,
    DRAW,
    DROP,
    FINISHING,
    FIRST_TURN_ONLY,
    FREE,
    I_DROP_2,
    I_HEAVEN_2,
    I_MORE_17,
    I_PICK_1,
    I_SHOW_2,
    I_SHOW_6,
    I_TURN_1,
    I_TURN_2,
    JOKER,
    MISS,
    OVER,
    SHOW,
    T_HOLD,
    T_OVER,
    TAKE,
    TAKE_OPEN,
    TOOK,
)
from speto.indian.counting import ready
from speto.indian.deal import Deal, held, is_wild, top
from speto.indian.labels import (
    Moves,
    finishing_card,
    labels_of,
    number_groups,
    put,
    set_finish,
    split,
)


def is_first_turn(deal: Deal) -> bool:
    """Whether the seat to act has not ended a turn yet."""
    return not deal.began >> deal.to_act & 1


def may_take(deal: Deal) -> bool:
    """Whether the top of the open pile may be taken (I-PICK-1, I-PICK-2)."""
    if not is_wild(deal, top(deal)) or deal.house.wild_pick == FREE:
        return True
    return deal.house.wild_pick == FIRST_TURN_ONLY and deal.turn == 0


def may_discard(deal: Deal, card: int) -> bool:
    """Whether a card of the hand is not the one just taken from the pile (I-TURN-2, I-MORE-6)."""
    if deal.took != TOOK or card != deal.taken or deal.house.may_discard_taken:
        return True
    return held(deal, deal.to_act, card) > 1


def lowest_discard(deal: Deal) -> int:
    """The lowest card that the seat to act may discard, jokers highest (I-MORE-20)."""
    cards = deal.one[deal.to_act]
    while cards:
        if may_discard(deal, lowest(cards)):
            return lowest(cards)
        cards &= cards - 1
    return JOKER


def why_not(deal: Deal, moves: Moves, action: int) -> int:
    """The number of the first clause that forbids an action of the seat to act."""
    kind = action >> 58
    if deal.phase == OVER:
        return T_OVER
    if deal.phase == DECLARE and kind != MISS and (kind != SHOW or has_finish(action)):
        return I_SHOW_6
    if kind in (DRAW, TAKE_OPEN):
        if deal.phase == ACT:
            return I_TURN_1
        return ALLOWED if kind == DRAW or may_take(deal) else I_PICK_1
    if kind == DROP:
        return I_DROP_2 if deal.phase == ACT else ALLOWED
    if kind == DISCARD:
        return why_not_discard(deal, action & 63)
    if kind == SHOW:
        return why_not_show(deal, moves, action)
    return ALLOWED


def why_not_discard(deal: Deal, card: int) -> int:
    """`why_not` for a discard."""
    if deal.phase == TAKE:
        return I_TURN_1
    if not held(deal, deal.to_act, card):
        return T_HOLD
    return ALLOWED if may_discard(deal, card) else I_TURN_2


def has_finish(action: int) -> bool:
    """Whether the labels of a Show name a finishing card; labels that fit no hand have none."""
    rest = action & bit(58) - 1
    while rest:
        if rest & 7 == FINISHING:
            return True
        rest >>= 3
    return False


def why_not_show(deal: Deal, moves: Moves, action: int) -> int:
    """`why_not` for a Show; whether it is a valid one is not asked (I-MORE-10)."""
    finish = has_finish(action)
    if deal.phase == ACT and not finish:
        return I_SHOW_2
    if deal.phase == TAKE:
        if finish:
            return I_TURN_1
        if not deal.house.heaven:
            return I_MORE_17
        if not is_first_turn(deal):
            return I_HEAVEN_2
    seat = deal.to_act
    fits = split(moves, deal.one[seat], deal.two[seat], deal.jokers[seat], action & bit(58) - 1)
    if not fits or finishing_card(moves) == -2:
        return T_HOLD
    return ALLOWED


def legal(deal: Deal, moves: Moves) -> int:
    """Fill `moves` with every legal action that is proposed; their number."""
    moves.n = 0
    if deal.phase == TAKE:
        put(moves, DRAW << 58)
        if may_take(deal):
            put(moves, TAKE_OPEN << 58)
        put(moves, DROP << 58)
        if deal.house.heaven and is_first_turn(deal) and can_show_all(deal, moves):
            list_show(deal, moves, -1)
    elif deal.phase == ACT:
        list_acts(deal, moves)
    elif deal.phase == DECLARE:
        ready(deal, moves)
        list_show(deal, moves, -1)
    return moves.n


def can_show_all(deal: Deal, moves: Moves) -> bool:
    """Whether the hand of the seat to act is a valid Show as it was dealt (I-HEAVEN-1)."""
    seat = deal.to_act
    ready(deal, moves)
    return can_show(moves.arranger, deal.one[seat], deal.two[seat], deal.jokers[seat])


def list_acts(deal: Deal, moves: Moves) -> None:
    """List each discard, then one Show for each finishing card that leaves a valid one."""
    seat = deal.to_act
    cards = deal.one[seat]
    while cards:
        if may_discard(deal, lowest(cards)):
            put(moves, DISCARD << 58 | lowest(cards))
        cards &= cards - 1
    if deal.jokers[seat] and may_discard(deal, JOKER):
        put(moves, DISCARD << 58 | JOKER)
    ready(deal, moves)
    cards = shows(moves.arranger, deal.one[seat], deal.two[seat], deal.jokers[seat])
    while cards:
        list_show(deal, moves, lowest(cards))
        cards &= cards - 1


def list_show(deal: Deal, moves: Moves, finish: int) -> None:
    """List the arranger's arrangement of the hand without its finishing card, or of all of it."""
    seat = deal.to_act
    one, two, jokers = deal.one[seat], deal.two[seat], deal.jokers[seat]
    if finish == JOKER:
        jokers -= 1
    elif finish >= 0 and two & bit(finish):
        two ^= bit(finish)
    elif finish >= 0:
        one ^= bit(finish)
    arrange(moves.arranger, one, two, jokers)
    number_groups(moves)
    if finish >= 0:
        set_finish(moves, finish)
    put(
        moves,
        SHOW << 58 | labels_of(moves, deal.one[seat], deal.two[seat], deal.jokers[seat]),
    )
