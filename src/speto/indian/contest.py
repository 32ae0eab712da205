"""Deals between two players at the speed of the machine, each deal in both seatings.

What must stay true: the same seed and deal number give the same cards in both seatings; an honest
entrant is handed a `Sight` and what all saw, a cheat is named one.
"""

from speto.bits import bit
from speto.indian.codes import DROP, OVER, SHOW, THINKS, TUNED
from speto.indian.deal import Deal, House
from speto.indian.deal import start as start_deal
from speto.indian.judge import legal
from speto.indian.labels import Moves
from speto.indian.minds import Mind
from speto.indian.past import Past, forget, note
from speto.indian.play import shuffle
from speto.indian.playout import settled
from speto.indian.search import Search, search
from speto.indian.seeing import cheat, look_through
from speto.indian.sight import Sight, see
from speto.indian.simple import choose
from speto.indian.tuned import tuned
from speto.indian.turn import apply
from speto.rng import Rng, next_word
from speto.rng import start as start_stream


class Entrant:
    """Who plays: `simple`, `tuned` or a search, and what it sees that it should not."""

    def __init__(
        self, house: House, kind: int, hands: bool = False, coming: bool = False, playouts: int = 0
    ) -> None:
        self.kind = kind
        self.hands = hands
        self.coming = coming
        self.playouts = playouts
        self.mind = Mind()
        self.search = Search(house)
        self.rng = Rng()
        self.decisions = self.dropped = 0


class Contest:
    """A table, and the net points of the first entrant in each pair of deals, added up."""

    def __init__(self, house: House) -> None:
        self.deal = Deal(house)
        self.sight = Sight(house)
        self.moves = Moves()
        self.past = Past()
        self.rng = Rng()
        self.turns = self.drops = 0
        self.margins = [0] * 4096

    def pairs(self, n: int) -> list[int]:
        """The first n margins."""
        return [self.margins[i] for i in range(n)]


def act(contest: Contest, entrant: Entrant) -> int:
    """What an entrant does as the seat to act."""
    seat = contest.deal.to_act
    legal(contest.deal, contest.moves)
    see(contest.sight, contest.deal, seat)
    entrant.decisions += 1
    if entrant.kind != THINKS and (entrant.hands or entrant.coming):
        look_through(entrant.mind, contest.deal, seat, entrant.hands, entrant.coming)
        return cheat(
            contest.sight, contest.moves, entrant.mind, contest.past, entrant.kind == TUNED
        )
    if entrant.kind == THINKS:
        return act_thinking(contest, entrant)
    if entrant.kind == TUNED:
        return tuned(contest.sight, contest.moves, entrant.mind, contest.past)
    return choose(contest.sight.seen, contest.moves)


def act_thinking(contest: Contest, entrant: Entrant) -> int:
    """What a search finds; a Show is the one that the judge lists."""
    last = contest.moves.acts[contest.moves.n - 1]
    if last >> 58 == SHOW:
        return last
    seed = next_word(entrant.rng)
    entrant.search.worlds.told = entrant.hands
    for seat in range(contest.deal.seats):
        entrant.search.worlds.true_one[seat] = contest.deal.one[seat]
        entrant.search.worlds.true_two[seat] = contest.deal.two[seat]
        entrant.search.worlds.true_jokers[seat] = contest.deal.jokers[seat]
    search(entrant.search, contest.sight, contest.past, seed, entrant.playouts)
    return entrant.search.action[entrant.search.chosen]


def play_deal(contest: Contest, first: Entrant, second: Entrant, seats: int) -> None:
    """Play a deal to its end; the seats of the mask are the first entrant's."""
    forget(contest.past)
    while contest.deal.phase != OVER:
        mine = seats >> contest.deal.to_act & 1
        action = act(contest, first) if mine else act(contest, second)
        if action >> 58 == DROP:
            contest.drops += 1
            first.dropped += mine
        note(contest.past, contest.deal, action)
        apply(contest.deal, contest.moves, action)
    contest.turns += contest.deal.turn


def duel(contest: Contest, first: Entrant, second: Entrant, seed: int, start: int, n: int) -> None:
    """Play n pairs of deals of two seats; the starter changes from deal to deal."""
    for k in range(n):
        contest.margins[k] = 0
        for seat in range(2):
            start_stream(contest.rng, seed, start + k)
            shuffle(contest.deal, contest.rng)
            start_stream(first.rng, seed + 1, 2 * (start + k) + seat)
            start_stream(second.rng, seed + 2, 2 * (start + k) + seat)
            start_deal(contest.deal, 2, k % 2, 1)
            play_deal(contest, first, second, bit(seat))
            contest.margins[k] += settled(contest.deal, seat)
