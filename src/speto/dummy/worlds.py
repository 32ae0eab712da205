"""Deals that a seat may be in: all it cannot see dealt anew, all it can see as it is.

Hands may be drawn so that they fit what their seats were seen to do: of some hands that a seat may
have, one is taken by its fit. What must stay true: a world is made from a `Sight` and a generator
alone; every card lies in one place, hands have their sizes, and cards that all saw a hand take are
in that hand.
"""

from speto.bits import bit, lowest, popcount
from speto.dummy.belief import Belief, fit, halved, last_turn
from speto.dummy.deal import Deal, copy
from speto.dummy.melds import Moves
from speto.dummy.outlook import Outlook, Weights
from speto.dummy.sight import Sight
from speto.rng import Rng, below

MOST_GUESSES = 16
FLOOR = 5


def draw_world(world: Deal, sight: Sight, seen: Deal, rng: Rng) -> None:
    """Make `world` a deal that the sight may be of, each equally likely; `seen` is its deal.

    The hidden cards lie shuffled at the end of the pack: those before the top go to the hands.
    """
    copy(world, seen)
    hidden = sight.unseen
    for seat in range(seen.seats):
        if seat != sight.seat:
            hidden &= ~seen.known[seat]
    at = first = 52 - popcount(hidden)
    while hidden:
        world.stock[at] = lowest(hidden)
        hidden &= hidden - 1
        at += 1
    for i in range(51, first, -1):
        j = first + below(rng, i + 1 - first)
        card = world.stock[i]
        world.stock[i] = world.stock[j]
        world.stock[j] = card
    for seat in range(seen.seats):
        if seat != sight.seat:
            world.hand[seat] = seen.known[seat]
            left = sight.size[seat] - popcount(seen.known[seat])
            while left:
                world.hand[seat] |= bit(world.stock[first])
                first += 1
                left -= 1


def draw_likely(
    world: Deal,
    sight: Sight,
    seen: Deal,
    rng: Rng,
    belief: Belief,
    outlook: Outlook,
    weights: Weights,
    moves: Moves,
    guesses: int,
) -> None:
    """Make `world` a deal that the sight may be of, its hands drawn by their fit.

    Each hand is one of so many; one in `FLOOR` is taken whatever its fit.
    """
    draw_world(world, sight, seen, rng)
    seat = below(rng, seen.seats)
    for _ in range(seen.seats):
        seat = (seat + 1) % seen.seats
        turn = last_turn(seen, seat)
        if seat != sight.seat and turn >= 0 and below(rng, FLOOR):
            draw_hand(world, seen, rng, belief, outlook, weights, moves, seat, turn, guesses)


def draw_hand(
    world: Deal,
    seen: Deal,
    rng: Rng,
    belief: Belief,
    outlook: Outlook,
    weights: Weights,
    moves: Moves,
    seat: int,
    turn: int,
    guesses: int,
) -> None:
    """Draw the hand of a seat anew from its own hidden cards and the stock, by its fit."""
    known = seen.known[seat]
    left = popcount(world.hand[seat] & ~known)
    rest = world.hand[seat] & ~known
    count = 0
    for i in range(world.next, 52):
        rest |= bit(world.stock[i])
    while rest:
        belief.pool[count] = lowest(rest)
        rest &= rest - 1
        count += 1
    best = 0
    for k in range(guesses):
        if k:
            hand = known
            for i in range(left):
                j = i + below(rng, count - i)
                card = belief.pool[i]
                belief.pool[i] = belief.pool[j]
                belief.pool[j] = card
                hand |= bit(belief.pool[i])
            world.hand[seat] = hand
        belief.hand[k] = world.hand[seat]
        belief.fit[k] = fit(belief, world, outlook, weights, moves, seat, turn)
        if belief.fit[k] > belief.fit[best]:
            best = k
    total = 0
    for k in range(guesses):
        belief.share[k] = halved(belief.fit[best] - belief.fit[k])
        total += belief.share[k]
    total = below(rng, total)
    k = 0
    while total >= belief.share[k]:
        total -= belief.share[k]
        k += 1
    world.hand[seat] = belief.hand[k]
    j = world.next
    for i in range(count):
        if not world.hand[seat] >> belief.pool[i] & 1:
            world.stock[j] = belief.pool[i]
            j += 1
    for i in range(51, world.next, -1):
        j = world.next + below(rng, i + 1 - world.next)
        card = world.stock[i]
        world.stock[i] = world.stock[j]
        world.stock[j] = card
