"""Deals played to their end by heuristic seats, natively: the inside of searches and of matches.

What must stay true: no Python in the inner loop; the same deal, crew and generator give the same
end; a seat of an honest policy acts by what it may know.
"""

from speto.bits import bit
from speto.dummy.codes import FULL, HANDS, OVER, RANDOM, RIVAL, TAKE, TOP, TUNED
from speto.dummy.deal import Deal, House
from speto.dummy.deal import start as start_deal
from speto.dummy.judge import open_ends
from speto.dummy.melds import Moves
from speto.dummy.moves import legal
from speto.dummy.outlook import Outlook, Weights, look_from, look_through
from speto.dummy.play import shuffle
from speto.dummy.sight import Sight, see
from speto.dummy.simple import hand_worth, simple, take_worth
from speto.dummy.tuned import tuned
from speto.dummy.turn import apply
from speto.rng import Rng, below
from speto.rng import start as start_stream


class Crew:
    """Who sits where, and the room they reckon in; `rival` are the weights of those flagged so."""

    def __init__(self, house: House, weights: Weights, rival: Weights) -> None:
        self.weights = weights
        self.rival = rival
        self.sight = Sight(house)
        self.outlook = Outlook()
        self.moves = Moves()
        self.rng = Rng()
        self.policy = [0] * 4
        self.actions = self.sum = self.squares = 0

    def seat(self, policies: list[int]) -> None:
        """Say by what each seat plays."""
        for seat in range(len(policies)):
            self.policy[seat] = policies[seat]


def simple_through(
    sight: Sight, seen: Deal, moves: Moves, deal: Deal, hands: bool, top: bool
) -> int:
    """What `simple` does that sees the hands, the next stock card, or both."""
    seat = deal.to_act
    see(sight, deal, seat)
    if hands:
        sight.unseen = 0
        for other in range(deal.seats):
            if other != seat:
                sight.unseen |= deal.hand[other]
    if not top or deal.phase != TAKE:
        return simple(sight, moves)
    born = seen.born >> seat & 1 != 0
    open_ends(seen, moves, -1)
    hand = seen.hand[seat]
    plain = hand_worth(seen, moves, hand, born)
    most = -(FULL >> 1)
    hand |= bit(deal.stock[deal.next])
    x = hand
    while x:
        card = x & -x
        x ^= card
        worth = hand_worth(seen, moves, hand ^ card, born)
        most = max(most, worth)
    best = moves.acts[0]
    # the draw's worth with the card that will come, set against the worth it has on average
    most += take_worth(sight, seen, moves, best) - plain
    for i in range(1, moves.n):
        worth = take_worth(sight, seen, moves, moves.acts[i])
        if worth > most:
            most = worth
            best = moves.acts[i]
    return best


def choose(crew: Crew, deal: Deal) -> int:
    """What the seat to act does, of the actions listed in the crew's moves, by its policy."""
    policy = crew.policy[deal.to_act]
    if crew.moves.n == 1:
        return crew.moves.acts[0]
    if policy & RANDOM:
        return crew.moves.acts[below(crew.rng, crew.moves.n)]
    if not policy & TUNED:
        if policy & (HANDS | TOP):
            return simple_through(
                crew.sight,
                crew.sight.seen,
                crew.moves,
                deal,
                policy & HANDS != 0,
                policy & TOP != 0,
            )
        see(crew.sight, deal, deal.to_act)
        return simple(crew.sight, crew.moves)
    if policy & (HANDS | TOP):
        look_through(crew.outlook, deal, deal.to_act, policy & HANDS != 0, policy & TOP != 0)
    else:
        look_from(crew.outlook, deal, deal.to_act)
    if policy & RIVAL:
        return tuned(deal, crew.outlook, crew.rival, crew.moves)
    return tuned(deal, crew.outlook, crew.weights, crew.moves)


def finish(crew: Crew, deal: Deal) -> None:
    """Play a deal to its end, each seat by its policy."""
    while deal.phase != OVER:
        legal(deal, crew.moves)
        apply(deal, choose(crew, deal))
        crew.actions += 1


def margin(deal: Deal, seat: int) -> int:
    """A seat's points against the mean of the others', times the number of others."""
    total = 0
    for other in range(deal.seats):
        total += deal.score[other]
    return deal.score[seat] * deal.seats - total


def begin(crew: Crew, deal: Deal, seats: int, seed: int, number: int) -> None:
    """Deal the numbered deal of a seed; starter and direction rotate with the number."""
    start_stream(crew.rng, seed, number)
    shuffle(deal, crew.rng)
    start_deal(deal, seats, number % seats, 1 - 2 * (number // seats % 2))


def duel(
    crew: Crew, deal: Deal, seats: int, seed: int, first: int, count: int, one: int, two: int
) -> None:
    """Play numbered deals between policies `one` and `two`, in two complementary seatings.

    `crew.sum` and `crew.squares` take, over the deals, twice the points of the seats of `one` less
    those of `two`; of four seats those across play alike, of three one plays alone.
    """
    crew.sum = crew.squares = 0
    for number in range(first, first + count):
        whole = 0
        for seating in range(2):
            for seat in range(seats):
                crew.policy[seat] = one if (seat & 1) == seating else two
            begin(crew, deal, seats, seed, number)
            finish(crew, deal)
            for seat in range(seats):
                whole += deal.score[seat] if (seat & 1) == seating else -deal.score[seat]
        crew.sum += whole
        crew.squares += whole * whole
