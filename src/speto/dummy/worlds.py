"""Deals that a seat may be in: all it cannot see dealt anew, all it can see as it is.

They are drawn at random, or laid out from a pack that was guessed by all that was done (`belief`).
What must stay true: a world is made from a `Sight`, the public actions and a generator alone; every
card lies in one place, hands have their sizes, and cards that all saw a hand take are in that hand.
"""

from speto.bits import bit, lowest, popcount
from speto.dummy.belief import Past
from speto.dummy.codes import NOBODY
from speto.dummy.deal import Deal, copy
from speto.dummy.sight import Sight
from speto.rng import Rng, below


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


def lay_out(world: Deal, past: Past, sight: Sight, seen: Deal, rng: Rng) -> None:
    """Make `world` the moment to which the pack of a past leads; the stock is shuffled anew."""
    copy(world, seen)
    for seat in range(seen.seats):
        if seat != sight.seat:
            world.hand[seat] = seen.known[seat]
    for i in range(52):
        card = past.pack[i]
        seat = past.seat_of[i]
        if i >= seen.next:
            world.stock[i] = card
        elif seat not in (NOBODY, sight.seat) and past.by[card] == NOBODY:
            world.hand[seat] |= bit(card)
    for i in range(51, seen.next, -1):
        j = seen.next + below(rng, i + 1 - seen.next)
        card = world.stock[i]
        world.stock[i] = world.stock[j]
        world.stock[j] = card
