"""The player `simple`: the advice that ends the Chinese source.

A pure run first; take the open card if it makes a run; keep what is near one; throw the dear cards
that have no hope; throw nothing next to what the next seat took; give a bad hand up. What must stay
true: it reads a `Sight` only. Worths are tenths of a point.
"""

from speto.bits import bit, popcount
from speto.indian.arrange import fewest, fewest_discarding, prepare
from speto.indian.codes import (
    CLUBS,
    COUNT_ALL,
    DRAW,
    DROP,
    EXEMPT,
    JOKER,
    RANK,
    SHOW,
    SUM_CAPPED,
    TAKE,
    TAKE_OPEN,
)
from speto.indian.deal import Deal, next_in, top
from speto.indian.judge import is_first_turn
from speto.indian.labels import Moves
from speto.indian.sight import Sight

UNCAPPED = 1000
NEXT = 25
GAP = 18
PAIR = 8
FEEDS = 15
TAKES = 60
WILD = 250
FEW = -1250
MORE = 100
ALL_COUNT = 220


def look(seen: Deal, moves: Moves) -> None:
    """Set the arranger to count every point: what is capped tells good hands from bad no more."""
    prepare(moves.arranger, seen.wild, seen.house.second_run_min, SUM_CAPPED, EXEMPT, UNCAPPED)


def near_groups(one: int, wild: int) -> int:
    """How much of a hand is near a run or a set, in worth; wilds are near everything already."""
    plain = one & ~wild
    low = plain >> 48
    worth = NEXT * (popcount(plain & plain >> 4) + popcount(plain & low))
    worth += GAP * (popcount(plain & plain >> 8) + popcount(plain >> 4 & low))
    for suit in range(1, 4):
        for other in range(suit):
            worth += PAIR * popcount(plain >> suit & plain >> other & CLUBS)
    return worth


def hand_worth(seen: Deal, moves: Moves, one: int, two: int, jokers: int) -> int:
    """What 13 cards are worth: their uncapped points against, what is near a group for them."""
    return near_groups(one, seen.wild) - 10 * fewest(moves.arranger, one, two, jokers)


def feeds(seen: Deal, card: int) -> int:
    """How much a card may help the next seat, by what it took from the pile and still holds."""
    if card == JOKER:
        return 0
    seat = next_in(seen, seen.to_act)
    theirs = seen.known_one[seat] & ~seen.wild
    near = bit(card) << 4 | bit(card) << 8 | bit(card) >> 4 | bit(card) >> 8
    near |= RANK << (card & 60)
    return FEEDS * popcount(theirs & near)


def discard_worth(seen: Deal, moves: Moves, card: int) -> int:
    """What the hand is worth after throwing a card, and what that gives away."""
    seat = seen.to_act
    one, two, jokers = seen.one[seat], seen.two[seat], seen.jokers[seat]
    if card == JOKER:
        jokers -= 1
    elif two & bit(card):
        two ^= bit(card)
    else:
        one ^= bit(card)
    return hand_worth(seen, moves, one, two, jokers) - feeds(seen, card)


def takes(seen: Deal, moves: Moves) -> bool:
    """Whether the open card brings so much that what the stock may bring is let go."""
    seat = seen.to_act
    card = top(seen)
    one, two, jokers = seen.one[seat], seen.two[seat], seen.jokers[seat]
    now = 10 * fewest(moves.arranger, one, two, jokers)
    if card == JOKER or seen.wild >> card & 1:
        return True
    two |= one & bit(card)
    one |= bit(card)
    return now - 10 * fewest_discarding(moves.arranger, one, two, jokers) >= TAKES


def gives_up(seen: Deal, moves: Moves) -> bool:
    """Whether the hand is so bad on the first turn that the drop costs less."""
    seat = seen.to_act
    one, two, jokers = seen.one[seat], seen.two[seat], seen.jokers[seat]
    wilds = jokers + popcount(one & seen.wild) + popcount(two & seen.wild)
    worth = hand_worth(seen, moves, one, two, jokers) + WILD * wilds
    return worth < drop_below(seen)


def drop_below(seen: Deal) -> int:
    """The worth below which a first turn is given up.

    Fitted to what hands of each worth brought in deals of `simple` alone: the more play, and the
    dearer a hand without a second run is, the sooner a drop is the cheaper way out.
    """
    below = FEW + MORE * seen.seats - 10 * (seen.house.first_drop - 20)
    return below + ALL_COUNT if seen.house.one_pure == COUNT_ALL else below


def simple(sight: Sight, moves: Moves) -> int:
    """The legal action that the advice likes best; `moves` must hold the legal ones."""
    return choose(sight.seen, moves)


def choose(seen: Deal, moves: Moves) -> int:
    """`simple`, with the deal as it is seen."""
    last = moves.acts[moves.n - 1]  # there is one: the seat is to act
    if last >> 58 == SHOW:
        return last
    look(seen, moves)
    if seen.phase == TAKE:
        if is_first_turn(seen) and gives_up(seen, moves):
            return DROP << 58
        if moves.acts[1] >> 58 == TAKE_OPEN and takes(seen, moves):
            return TAKE_OPEN << 58
        return DRAW << 58
    best = moves.acts[0]
    most = -UNCAPPED * 100
    for i in range(moves.n):
        worth = discard_worth(seen, moves, moves.acts[i] & 63)
        if worth > most:
            most = worth
            best = moves.acts[i]
    return best
