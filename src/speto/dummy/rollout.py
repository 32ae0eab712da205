"""Deals played to their end by heuristic seats, natively: the inside of searches and of matches.

What must stay true: no Python in the inner loop; the same deal, crew and generator give the same
end; a seat of an honest policy acts by what it may know.
"""

from speto.bits import bit, popcount
from speto.dummy.codes import (
    ACT,
    DISCARD,
    DRAW,
    FULL,
    HANDS,
    OVER,
    RANDOM,
    RIVAL,
    TOP,
    TUNED,
)
from speto.dummy.deal import Deal, House
from speto.dummy.deal import start as start_deal
from speto.dummy.fines import may_feed_head, may_feed_speto, may_meld
from speto.dummy.finish import loose
from speto.dummy.judge import can_knock, open_ends
from speto.dummy.melds import Moves, points_of
from speto.dummy.moves import legal
from speto.dummy.outlook import Outlook, Weights, look_from, look_through
from speto.dummy.play import shuffle
from speto.dummy.sight import Sight, see
from speto.dummy.simple import act_worth, hand_worth, simple, take_worth
from speto.dummy.tuned import tuned
from speto.dummy.turn import apply
from speto.rng import Rng, below
from speto.rng import start as start_stream

GIVES = 2500
GIVES_POINT = 100
GIVES_MUCH = 6000
GIVES_BIRTH = 1000
SEEN = 800
NEAR = 2
LATE = 48


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


def fed(deal: Deal, seat: int, card: int) -> int:
    """What a throw truly lets another seat lay, in hundredths of a point against the thrower."""
    most = 0
    for other in range(deal.seats):
        hand = deal.hand[other]
        if other != seat and may_meld(card, card, deal.row_mask | card, hand, deal.house):
            cost = GIVES + GIVES_POINT * points_of(card)
            if may_feed_head(deal, card, hand):
                cost += GIVES_MUCH
            if may_feed_speto(deal, card, hand):
                cost += GIVES_MUCH
            if not deal.born >> other & 1:
                cost += GIVES_BIRTH
            most = max(most, cost)
    return most


def near_knock(deal: Deal, moves: Moves, seat: int) -> bool:
    """Whether another born seat holds hardly a card that it cannot lay."""
    for other in range(deal.seats):
        if other != seat and deal.born >> other & 1:
            out = loose(deal.hand[other], moves.chain, moves.single, deal.house.ace_low_run)
            if popcount(out) <= NEAR:
                return True
    return False


def drawn_worth(seen: Deal, moves: Moves, hand: int, born: bool) -> int:
    """What a hand is worth to `simple` once its best card is thrown."""
    most = -(FULL >> 1)
    x = hand
    while x:
        card = x & -x
        x ^= card
        worth = hand_worth(seen, moves, hand ^ card, born)
        most = max(most, worth)
    return most


def simple_through(
    sight: Sight, seen: Deal, moves: Moves, deal: Deal, hands: bool, top: bool
) -> int:
    """What `simple` does that sees the hands, the next stock card, or both.

    It weighs as `simple` does, but that a throw costs what it truly gives, that a seat nearly
    knocking makes it late, and that a draw is worth what will be drawn.
    """
    seat = deal.to_act
    see(sight, deal, seat)
    acting = deal.phase == ACT
    born = deal.born >> seat & 1 != 0
    others = sight.unseen
    open_ends(seen, moves, -1)
    if hands:
        others = 0
        for other in range(deal.seats):
            if other != seat:
                others |= deal.hand[other]
        if near_knock(deal, moves, seat):
            seen.next = max(seen.next, LATE)
    sight.unseen = others
    knocking = acting and can_knock(seen, moves)
    open_ends(seen, moves, -1)
    best = moves.acts[0]
    most = -(FULL >> 1)
    for i in range(moves.n):
        action = moves.acts[i]
        kind = action >> 58
        if not acting:
            worth = take_worth(sight, seen, moves, action)
            if kind == DRAW and top:
                # with the card that will come, in place of the worth it has on average
                hand = deal.hand[seat]
                worth -= hand_worth(seen, moves, hand, born)
                worth += drawn_worth(seen, moves, hand | bit(deal.stock[deal.next]), born)
                worth -= SEEN
        elif kind == DISCARD and hands:
            sight.unseen = 0
            worth = act_worth(sight, seen, moves, action, knocking)
            worth -= fed(deal, seat, action & FULL)
            sight.unseen = others
        else:
            worth = act_worth(sight, seen, moves, action, knocking)
        if worth > most:
            most = worth
            best = action
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
