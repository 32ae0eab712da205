"""The player `tuned`: nearest to a Show first, then by weights that were found by trying.

What must stay true: it reads a `Sight`, and what all saw before. What else it may know stands in
the `Mind` alone: for a cheat, or for a seat of a world that was made up, the hands of the others
and the next card of the stock.
"""

from speto.bits import bit, lowest, popcount
from speto.indian.codes import (
    DISCARD,
    DRAW,
    DROP,
    JOKER,
    RANK,
    SHOW,
    TAKE,
    TAKE_OPEN,
)
from speto.indian.deal import Deal, next_in, top
from speto.indian.judge import is_first_turn, may_discard, may_take
from speto.indian.labels import Moves
from speto.indian.minds import Mind, hand_worth, has_few, helps, lacks, points_in, ready, with_card
from speto.indian.near import around, further, gaps, lacks_pure, neighbors, pairs
from speto.indian.past import Past
from speto.indian.sight import Sight
from speto.indian.weights import (
    AWAY,
    DROPS,
    FEEDS,
    FEEDS_SHOW,
    MIDDLE,
    NEAR,
    NEARER,
    OUTS,
    OUTS_FAR,
    TAKES,
    THREW_NEXT,
    THREW_RANK,
    THREW_SAME,
    TOOK_GAP,
    TOOK_NEXT,
    TOOK_RANK,
)

SURELY = 400


def tuned(sight: Sight, moves: Moves, mind: Mind, past: Past) -> int:
    """The legal action that the weights like best; `moves` must hold the legal ones."""
    last = moves.acts[moves.n - 1]  # there is one: the seat is to act
    if last >> 58 == SHOW:
        return last
    return pick(sight.seen, mind, past)


def pick(seen: Deal, mind: Mind, past: Past) -> int:
    """`tuned`, with the deal as it is seen; a Show has its finishing card, but no labels."""
    ready(mind, seen)
    if seen.phase == TAKE:
        return pick_source(seen, mind, past)
    best = rate(seen, mind, past)
    if mind.away[best] == 0:
        return SHOW << 58 | mind.card[best]
    return DISCARD << 58 | mind.card[best]


def rate(seen: Deal, mind: Mind, past: Past) -> int:
    """Judge every discard of the seat to act; the place of the best."""
    seat = seen.to_act
    one, two, jokers = seen.one[seat], seen.two[seat], seen.jokers[seat]
    barred = -1
    if seen.took and not may_discard(seen, seen.taken):
        barred = seen.taken
    return rate_hand(seen, mind, past, one, two, jokers, barred)


def rate_hand(
    seen: Deal, mind: Mind, past: Past, one: int, two: int, jokers: int, barred: int
) -> int:
    """Judge every discard of 14 cards but the barred one; the place of the best.

    What lies further from a Show than need be is judged no further, but by a wide mind.
    """
    mind.n = 0
    nearest = 99
    cards = one
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if card != barred:
            away = lacks(mind, one ^ bit(card) | two & bit(card), two & ~bit(card), jokers)
            nearest = min(nearest, away)
            add(mind, card, away)
    if jokers and barred != JOKER:
        away = lacks(mind, one, two, jokers - 1)
        nearest = min(nearest, away)
        add(mind, JOKER, away)
    best = -1
    for i in range(mind.n):
        card = mind.card[i]
        mind.worth[i] = mind.weights[AWAY] * mind.away[i]
        if nearest > 0 and (mind.away[i] == nearest or mind.wide):
            mind.worth[i] += judge(seen, mind, past, one, two, jokers, card)
        if best < 0 or mind.worth[i] > mind.worth[best]:
            best = i
    if nearest > 0 and nearest <= mind.weights[NEAR] and not mind.quick:
        return add_hopes(seen, mind, one, two, jokers, mind.worth[best] - SURELY)
    return best


def add_hopes(seen: Deal, mind: Mind, one: int, two: int, jokers: int, least: int) -> int:
    """Add what may be hoped for after each discard worth so much; the place of the best."""
    best = 0
    for i in range(mind.n):
        card = mind.card[i]
        if mind.worth[i] >= least and card == JOKER:
            mind.worth[i] += hopes(seen, mind, one, two, jokers - 1)
        elif mind.worth[i] >= least:
            left = one & ~bit(card) | two & bit(card)
            mind.worth[i] += hopes(seen, mind, left, two & ~bit(card), jokers)
        if mind.worth[i] > mind.worth[best]:
            best = i
    return best


def add(mind: Mind, card: int, away: int) -> None:
    """Note a discard and what the hand then lacks."""
    mind.card[mind.n] = card
    mind.away[mind.n] = away
    mind.n += 1


def judge(seen: Deal, mind: Mind, past: Past, one: int, two: int, jokers: int, card: int) -> int:
    """What 14 cards are worth without one of them, and what throwing it gives away."""
    if card == JOKER:
        jokers -= 1
    else:
        one ^= bit(card) & ~two
        two &= ~bit(card)
    worth = hand_worth(mind, one, two, jokers)
    seat = next_in(seen, seen.to_act)
    if mind.knows:
        worth += given(mind, seat, card)
    elif card != JOKER:
        worth += dangers(seen, mind, past, seat, card)
    return worth


def dangers(seen: Deal, mind: Mind, past: Past, seat: int, card: int) -> int:
    """What throwing a card may give the next seat, by what it took and threw."""
    took = seen.known_one[seat] & ~seen.wild
    threw = past.threw[seat]
    rank = RANK << (card & 60)
    beside = around(card)
    worth = mind.weights[TOOK_RANK] * popcount(took & rank)
    worth += mind.weights[TOOK_NEXT] * popcount(took & beside)
    worth += mind.weights[TOOK_GAP] * popcount(took & further(card))
    if threw & bit(card):
        worth += mind.weights[THREW_SAME]
    worth += mind.weights[THREW_RANK] * popcount(threw & rank & ~bit(card))
    worth += mind.weights[THREW_NEXT] * popcount(threw & beside)
    row = card >> 2
    return worth + mind.weights[MIDDLE] * min(row + 1, 13 - row, 3)


def given(mind: Mind, seat: int, card: int) -> int:
    """What a card would bring the next seat, whose hand is known."""
    one, two, jokers = mind.their_one[seat], mind.their_two[seat], mind.their_jokers[seat]
    now = lacks(mind, one, two, jokers)
    then = with_card(mind, one, two, jokers, card)
    if then >= now:
        return 0
    return mind.weights[FEEDS_SHOW] if then == 0 else mind.weights[FEEDS]


def hopes(seen: Deal, mind: Mind, one: int, two: int, jokers: int) -> int:
    """What the cards are worth that would bring a hand nearer, if it is near."""
    away = lacks(mind, one, two, jokers)
    if mind.quick or away > mind.weights[NEAR]:
        return 0
    at = OUTS if away == 1 else OUTS_FAR
    return mind.weights[at] * outs(seen, mind, one, two, jokers)


def outs(seen: Deal, mind: Mind, one: int, two: int, jokers: int) -> int:
    """How many of a hundred cards that may come bring a hand nearer to a Show."""
    gone_one = one
    gone_two = two
    for seat in range(seen.seats):
        if seat != seen.to_act and mind.knows:
            gone_two |= mind.their_two[seat] | gone_one & mind.their_one[seat]
            gone_one |= mind.their_one[seat]
        elif seat != seen.to_act:
            gone_two |= seen.known_two[seat] | gone_one & seen.known_one[seat]
            gone_one |= seen.known_one[seat]
    for i in range(seen.n_pile):
        if seen.pile[i] != JOKER:
            gone_two |= gone_one & bit(seen.pile[i])
            gone_one |= bit(seen.pile[i])
    helpful = helps(mind, one, two, jokers)
    left = popcount(helpful & ~gone_one) + popcount(helpful & ~gone_two)
    return left * 100 // max(1, seen.stock_end - seen.next)


def pick_source(seen: Deal, mind: Mind, past: Past) -> int:
    """Drop, take the open card, or draw."""
    seat = seen.to_act
    one, two, jokers = seen.one[seat], seen.two[seat], seen.jokers[seat]
    if gives_up(seen, mind, one, two, jokers):
        return DROP << 58
    if not may_take(seen):
        return DRAW << 58
    place = after(seen, mind, past, one, two, jokers, top(seen), True)
    taken, away = mind.worth[place], mind.away[place]
    if mind.coming >= 0:
        drawn = mind.worth[after(seen, mind, past, one, two, jokers, mind.coming, False)]
        if mind.knows:
            taken -= denied(seen, mind)
        return (TAKE_OPEN if taken > drawn else DRAW) << 58
    if away == 0:
        return TAKE_OPEN << 58
    taken += (mind.weights[NEARER] - mind.weights[AWAY]) * away
    return (TAKE_OPEN if taken >= worth_now(seen, mind, one, two, jokers) else DRAW) << 58


def worth_now(seen: Deal, mind: Mind, one: int, two: int, jokers: int) -> int:
    """What the open card must bring 13 cards to; a card of distance is weighed against the rest."""
    worth = mind.weights[NEARER] * lacks(mind, one, two, jokers) + mind.weights[TAKES]
    return worth + hand_worth(mind, one, two, jokers) + hopes(seen, mind, one, two, jokers)


def sources(seen: Deal, mind: Mind, past: Past) -> list[tuple[int, int]]:
    """Where a card may come from, with what the hand is then worth."""
    seat = seen.to_act
    one, two, jokers = seen.one[seat], seen.two[seat], seen.jokers[seat]
    ready(mind, seen)
    worth = worth_now(seen, mind, one, two, jokers)
    away = lacks(mind, one, two, jokers)
    found = [(DRAW << 58, worth + (mind.weights[AWAY] - mind.weights[NEARER]) * away)]
    if may_take(seen):
        place = after(seen, mind, past, one, two, jokers, top(seen), True)
        found.append((TAKE_OPEN << 58, mind.worth[place]))
    return found


def after(
    seen: Deal,
    mind: Mind,
    past: Past,
    one: int,
    two: int,
    jokers: int,
    card: int,
    taken: bool,
) -> int:
    """Judge every discard of 13 cards and one more; the place of the best."""
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
    return rate_hand(seen, mind, past, one, two, jokers, barred)


def denied(seen: Deal, mind: Mind) -> int:
    """What the next card of the stock would bring the next seat if it is left to it."""
    return -given(mind, next_in(seen, seen.to_act), mind.coming) // 2


def gives_up(seen: Deal, mind: Mind, one: int, two: int, jokers: int) -> bool:
    """Whether a hand is so bad on the first turn that the drop costs less."""
    if not is_first_turn(seen):
        return False
    return (
        first_worth(seen, mind, one, two, jokers)
        < -100 * seen.house.first_drop - mind.weights[DROPS]
    )


def first_worth(seen: Deal, mind: Mind, one: int, two: int, jokers: int) -> int:
    """What going on with a hand on the first turn brings, in hundredths of a point."""
    plain = one & ~mind.wild
    away = lacks(mind, one, two, jokers)
    at = 0 if has_few(seen) else 20
    more = seen.seats - 2
    worth = weight_of(mind, at + 8, more) + seen.turn * weight_of(mind, at + 7, more)
    worth += away * weight_of(mind, at, more)
    worth += points_in(mind, one, two, jokers) * weight_of(mind, at + 1, more)
    if lacks_pure(one) == 2:
        worth += weight_of(mind, at + 2, more)
    worth += neighbors(plain) * weight_of(mind, at + 3, more)
    worth += gaps(plain) * weight_of(mind, at + 4, more)
    worth += pairs(plain) * weight_of(mind, at + 5, more)
    if may_take(seen) and with_card(mind, one, two, jokers, top(seen)) < away:
        worth += weight_of(mind, at + 6, more)
    wilds = jokers + popcount(one & mind.wild) + popcount(two & mind.wild)
    worth += wilds * weight_of(mind, at + 9, more)
    return worth


def weight_of(mind: Mind, at: int, more: int) -> int:
    """A number of the formula for so many seats beyond two."""
    return mind.drops[at] + more * mind.drops[at + 10]
