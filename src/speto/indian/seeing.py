"""What a cheat does: `simple` and `tuned` with the hands of the others or the next stock card.

What must stay true: no honest player uses it on a deal; inside a world that was made up it sees
only guesses.
"""

from speto.bits import bit
from speto.indian.arrange import fewest, fewest_discarding
from speto.indian.codes import DRAW, DROP, JOKER, SHOW, TAKE, TAKE_OPEN
from speto.indian.deal import Deal, next_in, top
from speto.indian.judge import is_first_turn
from speto.indian.labels import Moves
from speto.indian.minds import Mind
from speto.indian.past import Past
from speto.indian.sight import Sight
from speto.indian.simple import choose, discard_worth, gives_up, hand_worth, look
from speto.indian.tuned import tuned

WORST = -(10**9)
FEED = 20


def look_through(mind: Mind, deal: Deal, seat: int, hands: bool, coming: bool) -> None:
    """Let a mind know the hands of the others, the next stock card, both, or neither."""
    mind.knows = hands
    if hands:
        for other in range(deal.seats):
            mind.their_one[other] = deal.one[other]
            mind.their_two[other] = deal.two[other]
            mind.their_jokers[other] = deal.jokers[other]
    mind.coming = -1
    if coming and deal.next < deal.stock_end:
        mind.coming = deal.stock[deal.next]


def cheat(sight: Sight, moves: Moves, mind: Mind, past: Past, is_tuned: bool) -> int:
    """The legal action that the one or the other likes best, by all that the mind knows."""
    last = moves.acts[moves.n - 1]
    if is_tuned or last >> 58 == SHOW:
        return tuned(sight, moves, mind, past)
    if not mind.knows and (mind.coming < 0 or sight.seen.phase != TAKE):
        return choose(sight.seen, moves)
    return simple_knowing(sight.seen, moves, mind)


def simple_knowing(seen: Deal, moves: Moves, mind: Mind) -> int:
    """`simple`, by all that the mind knows; `moves` must hold the legal actions."""
    look(seen, moves)
    seat = seen.to_act
    if seen.phase == TAKE:
        if is_first_turn(seen) and gives_up(seen, moves):
            return DROP << 58
        if moves.acts[1] >> 58 != TAKE_OPEN or mind.coming < 0:
            return choose(seen, moves)
        taken = best_with(seen, moves, mind, top(seen), True)
        drawn = best_with(seen, moves, mind, mind.coming, False)
        if mind.knows:
            drawn += FEED * brings(moves, mind, next_in(seen, seat), mind.coming) // 2
        return (TAKE_OPEN if taken > drawn else DRAW) << 58
    best = moves.acts[0]
    most = WORST
    for i in range(moves.n):
        worth = knowing(seen, moves, mind, moves.acts[i] & 63)
        if worth > most:
            most = worth
            best = moves.acts[i]
    return best


def knowing(seen: Deal, moves: Moves, mind: Mind, card: int) -> int:
    """What the hand is worth after throwing a card, and what that truly gives away."""
    worth = discard_worth(seen, moves, card)
    if mind.knows:
        worth -= FEED * brings(moves, mind, next_in(seen, seen.to_act), card)
    return worth


def brings(moves: Moves, mind: Mind, seat: int, card: int) -> int:
    """The points that a card takes off the known hand of a seat."""
    one, two, jokers = mind.their_one[seat], mind.their_two[seat], mind.their_jokers[seat]
    now = fewest(moves.arranger, one, two, jokers)
    if card == JOKER:
        return now - fewest_discarding(moves.arranger, one, two, jokers + 1)
    two |= one & bit(card)
    return now - fewest_discarding(moves.arranger, one | bit(card), two, jokers)


def best_with(seen: Deal, moves: Moves, mind: Mind, card: int, taken: bool) -> int:
    """What the hand is worth with one more card and after the best discard."""
    seat = seen.to_act
    one, two, jokers = seen.one[seat], seen.two[seat], seen.jokers[seat]
    barred = -1
    if taken and not seen.house.may_discard_taken:
        barred = card
    if card == JOKER:
        if jokers:
            barred = -1
        jokers += 1
    else:
        if one & bit(card):
            barred = -1
        two |= one & bit(card)
        one |= bit(card)
    best = WORST
    if jokers and barred != JOKER:
        best = hand_worth(seen, moves, one, two, jokers - 1)
    for other in range(JOKER):
        if one & bit(other) and other != barred:
            left = one & ~bit(other) | two & bit(other)
            best = max(best, hand_worth(seen, moves, left, two & ~bit(other), jokers))
    return best
