"""What an action does: cards moved, points entered, the turn passed, the deal settled.

What must stay true: `apply` is given only actions that `why_not` allows; what it scores stands in
the entries and in the totals; the cards are conserved.
"""

from speto.bits import bit
from speto.indian.codes import (
    ACT,
    BY_HEAVEN,
    BY_LAST_ONE,
    BY_POINTS,
    BY_SHOW,
    BY_VOID,
    DECLARE,
    DECLARED,
    DISCARD,
    DRAW,
    DREW,
    FLAT,
    I_CAP_1,
    I_DROP_1,
    I_DROP_2,
    I_END_2,
    I_HEAVEN_1,
    I_MORE_22,
    I_SCORE_1,
    I_SCORE_2,
    I_SCORE_3,
    I_SHOW_3,
    MISS,
    NO_PURE,
    NOTHING,
    ONE_PURE,
    OVER,
    SETTLE,
    SHOW,
    TAKE,
    TAKE_OPEN,
    TOOK,
    VOID,
)
from speto.indian.counting import count_best, count_declared, is_show
from speto.indian.deal import Deal, gain, is_in, learn, lose, next_in, seats_in, top
from speto.indian.judge import is_first_turn, lowest_discard
from speto.indian.labels import Moves, finishing_card, split
from speto.indian.reshuffle import reshuffle


def enter(deal: Deal, seat: int, points: int, clause: int, one: int, two: int) -> None:
    """Charge a seat with points, or take them off it, by a clause (I-MORE-25)."""
    if points:
        n = deal.n_entries
        deal.entry_seat[n] = seat
        deal.entry_points[n] = points
        deal.entry_clause[n] = clause
        deal.entry_one[n] = one
        deal.entry_two[n] = two
        deal.n_entries = n + 1
        deal.score[seat] += points


def apply(deal: Deal, moves: Moves, action: int) -> None:
    """Do an action of the seat to act."""
    kind = action >> 58
    deal.n_entries = 0
    if kind == MISS and deal.phase == DECLARE:
        keep_best(deal, moves)
        return
    if kind == MISS:
        miss(deal, moves)
        return
    deal.missed[deal.to_act] = 0
    deal.acted |= bit(deal.to_act)
    if kind == DRAW:
        draw(deal)
    elif kind == TAKE_OPEN:
        take_open(deal)
    elif kind == DISCARD:
        discard(deal, moves, action & 63)
    elif kind == SHOW:
        show(deal, moves, action & bit(58) - 1)
    else:
        drop(deal, moves, is_first_turn(deal))


def draw(deal: Deal) -> None:
    """Take the top card of the stock."""
    deal.taken = deal.stock[deal.next]
    deal.next += 1
    gain(deal, deal.to_act, deal.taken)
    deal.took = DREW
    deal.phase = ACT


def take_open(deal: Deal) -> None:
    """Take the top card of the open pile, which everybody sees."""
    deal.taken = top(deal)
    deal.n_pile -= 1
    gain(deal, deal.to_act, deal.taken)
    learn(deal, deal.to_act, deal.taken)
    deal.took = TOOK
    deal.phase = ACT


def throw(deal: Deal, card: int) -> None:
    """Put a card of the hand on the open pile."""
    lose(deal, deal.to_act, card)
    deal.pile[deal.n_pile] = card
    deal.n_pile += 1


def discard(deal: Deal, moves: Moves, card: int) -> None:
    """Throw a card and end the turn."""
    throw(deal, card)
    end_turn(deal, moves)


def leave(deal: Deal, seat: int) -> None:
    """Put a seat out of the deal."""
    deal.out |= bit(seat)


def drop(deal: Deal, moves: Moves, first: bool) -> None:
    """Give the deal up, for the price of a first or a later turn (I-DROP-1, I-DROP-2)."""
    seat = deal.to_act
    if first:
        enter(deal, seat, deal.house.first_drop, I_DROP_1, 0, 0)
    else:
        enter(deal, seat, deal.house.middle_drop, I_DROP_2, 0, 0)
    leave(deal, seat)
    end_turn(deal, moves)


def miss(deal: Deal, moves: Moves) -> None:
    """What the clock does to a seat that does nothing (I-MISS-1, I-MORE-20)."""
    seat = deal.to_act
    deal.missed[seat] += 1
    if deal.phase == ACT:
        discard(deal, moves, deal.taken if deal.took == DREW else lowest_discard(deal))
    elif deal.missed[seat] >= deal.house.missed_turns:
        drop(deal, moves, not deal.acted >> seat & 1)
    else:
        draw(deal)
        discard(deal, moves, deal.taken)


def show(deal: Deal, moves: Moves, labels: int) -> None:
    """Lay the hand open: as a Show, a heaven Show, or a declaration after one."""
    seat = deal.to_act
    split(moves, deal.one[seat], deal.two[seat], deal.jokers[seat], labels)
    if deal.phase == DECLARE:
        declare(deal, moves)
        return
    last = finishing_card(moves)
    if last >= 0:
        throw(deal, last)
    deal.opened |= bit(seat)
    if not is_show(deal, moves, deal.one[seat], deal.two[seat], deal.jokers[seat]):
        enter(deal, seat, deal.house.wrong_show, I_SHOW_3, 0, 0)
        leave(deal, seat)
        end_turn(deal, moves)
        return
    deal.shower = seat
    deal.won = bit(seat)
    deal.took = NOTHING
    deal.taken = -1
    if last >= 0:
        deal.ended = BY_SHOW
        settle(deal, moves)
        return
    deal.ended = BY_HEAVEN
    for other in range(deal.seats):
        if other != seat and is_in(deal, other):
            enter(deal, other, deal.house.heaven, I_HEAVEN_1, 0, 0)
    deal.phase = OVER


def end_turn(deal: Deal, moves: Moves) -> None:
    """End a turn: the last one in wins, the deal is settled, or the next seat plays."""
    deal.began |= bit(deal.to_act)
    deal.turn += 1
    deal.took = NOTHING
    deal.taken = -1
    if seats_in(deal) == 1:
        deal.won = bit(next_in(deal, deal.to_act))
        deal.ended = BY_LAST_ONE
        deal.phase = OVER
        return
    if deal.turn >= deal.house.max_turns:
        deal.ended = BY_POINTS
    elif deal.next == deal.stock_end:
        if deal.house.on_exhaust == VOID:
            annul(deal)
            return
        if deal.house.on_exhaust == SETTLE or deal.n_pile == 1:
            deal.ended = BY_POINTS
        else:
            reshuffle(deal)
    if deal.ended == BY_POINTS:
        settle(deal, moves)
        return
    deal.to_act = next_in(deal, deal.to_act)
    deal.phase = TAKE


def annul(deal: Deal) -> None:
    """End the deal without points: what was owed is owed no more (I-MORE-22)."""
    for seat in range(deal.seats):
        enter(deal, seat, -deal.score[seat], I_MORE_22, 0, 0)
    deal.ended = BY_VOID
    deal.phase = OVER


def settle(deal: Deal, moves: Moves) -> None:
    """Count the hands of all that are still in; after a Show each may declare its own first."""
    for seat in range(deal.seats):
        if is_in(deal, seat):
            deal.opened |= bit(seat)
            if seat != deal.shower:
                deal.asked |= bit(seat)
    if deal.ended == BY_SHOW and deal.house.score_arrangement == DECLARED:
        deal.opened &= ~deal.asked
        deal.phase = DECLARE
        ask_next(deal)
        return
    for seat in range(deal.seats):
        if deal.asked >> seat & 1:
            count_best(deal, moves, seat)
            keep_count(deal, moves, seat)
    enter_counts(deal)


def keep_count(deal: Deal, moves: Moves, seat: int) -> None:
    """Keep what a hand was counted at, until all are."""
    deal.counted_stage[seat] = moves.stage
    deal.counted_sum[seat] = moves.sum
    deal.counted_one[seat] = moves.left_one
    deal.counted_two[seat] = moves.left_two


def ask_next(deal: Deal) -> None:
    """Let the next seat in turn that has still to declare act."""
    deal.to_act = (deal.to_act + deal.direction + deal.seats) % deal.seats
    while not (deal.asked & ~deal.opened) >> deal.to_act & 1:
        deal.to_act = (deal.to_act + deal.direction + deal.seats) % deal.seats


def declare(deal: Deal, moves: Moves) -> None:
    """Count the arrangement that a seat has declared (I-ARR-1, I-SHOW-6)."""
    seat = deal.to_act
    count_declared(deal, moves, deal.one[seat], deal.two[seat])
    keep_declared(deal, moves)


def keep_best(deal: Deal, moves: Moves) -> None:
    """Count the best arrangement of a seat that declared none (I-MORE-31)."""
    count_best(deal, moves, deal.to_act)
    keep_declared(deal, moves)


def keep_declared(deal: Deal, moves: Moves) -> None:
    """Lay a counted hand open, and ask the next seat or enter what all owe."""
    keep_count(deal, moves, deal.to_act)
    deal.opened |= bit(deal.to_act)
    if deal.asked & ~deal.opened:
        ask_next(deal)
    else:
        enter_counts(deal)


def enter_counts(deal: Deal) -> None:
    """Enter what the counted hands owe; without a Show the fewest points win (I-TIE-1, I-TIE-2)."""
    fewest = deal.house.cap
    for seat in range(deal.seats):
        if deal.asked >> seat & 1:
            fewest = min(fewest, enter_count(deal, seat))
    if deal.ended == BY_POINTS:
        for seat in range(deal.seats):
            if deal.asked >> seat & 1 and deal.score[seat] == fewest:
                deal.won |= bit(seat)
                enter(deal, seat, -fewest, I_END_2, 0, 0)
    deal.phase = OVER


def enter_count(deal: Deal, seat: int) -> int:
    """Enter what a counted hand owes (I-SCORE-1..3, I-CAP-1); its points."""
    stage = deal.counted_stage[seat]
    if stage == NO_PURE and deal.house.no_pure == FLAT:
        enter(deal, seat, deal.house.cap, I_SCORE_1, 0, 0)
        return deal.house.cap
    clause = I_SCORE_3
    if stage == NO_PURE:
        clause = I_SCORE_1
    elif stage == ONE_PURE:
        clause = I_SCORE_2
    points = deal.counted_sum[seat]
    enter(deal, seat, points, clause, deal.counted_one[seat], deal.counted_two[seat])
    if points > deal.house.cap:
        enter(deal, seat, deal.house.cap - points, I_CAP_1, 0, 0)
        points = deal.house.cap
    return points
