"""The cards that went through each hidden hand: what is sure of them, and what may be guessed.

What must stay true: every guess fits what the seat sees, card by card; each card of a hand was
dealt or drawn on some turn, and is still held or was thrown.
"""

from math import exp

from speto.bits import bit, lowest, popcount
from speto.indian.codes import JOKER, NOT_TOLD, TUNED
from speto.indian.deal import Deal
from speto.indian.past import Past
from speto.indian.sight import Sight
from speto.rng import Rng, below

ROOM = 96  # cards that may go through one hand in the turns that are kept
HELD = 127  # the turn of a card that is still held
MEMORY = 4  # of older turns little is left in a hand, and a chain that must fit them is slow
STEPS = 256
SHARE = 16  # of 64 seats are `simple`, as in the search of Thai Dummy


class Worlds:
    """A world: `pool` are the cards of the stock to be; the rest are tables by seat.

    A card of a hand has the turn it `came` and the one it `left`; it is `sure` if all saw both. How
    hotly a seat wavers between cards is `heat`; hands have come nearer to a Show than turns tell,
    which `pull` makes good. By which `model` each seat plays is guessed along with its cards:
    `share` of 64 are taken to be `simple` before anything is seen. Where the hands are `told`,
    to measure what knowing them is worth, only the stock and the models are drawn.
    """

    def __init__(self) -> None:
        self.n_pool = 0
        self.one = self.two = self.jokers = 0
        self.heat = 60
        self.pull = 10
        self.memory = MEMORY
        self.share = SHARE
        self.told = False
        self.true_one = [0] * 6
        self.true_two = [0] * 6
        self.true_jokers = [0] * 6
        self.model = [TUNED] * 6
        self.pool = [0] * 106
        self.n = [0] * 6
        self.n_hidden = [0] * 6
        self.n_turns = [0] * 6
        self.card = [0] * 576
        self.came = [0] * 576
        self.left = [0] * 576
        self.sure = [0] * 576
        self.offered = [0] * 384
        self.took = [0] * 384
        self.thrown = [0] * 384
        self.fit = [0.0] * 384
        self.tried = [0.0] * 64
        self.keep = [0] * 64
        self.powers = [0.0] * 256
        self.fill_powers()

    def fill_powers(self) -> None:
        """Fill the table of e to the power of minus x / 16."""
        for i in range(STEPS):
            self.powers[i] = round(exp(-0.0625 * i) * 1e9) / 1e9

    def fits(self, seat: int) -> list[float]:
        """How likely each turn of a seat is by the cards of this world."""
        return [self.fit[64 * seat + turn] for turn in range(1, self.n_turns[seat] + 1)]

    def models(self) -> list[int]:
        """By which model each seat plays in this world."""
        return [self.model[seat] for seat in range(6)]

    def tell(self, seat: int, hand: tuple[int, int, int]) -> None:
        """Tell what a seat holds."""
        self.true_one[seat], self.true_two[seat], self.true_jokers[seat] = hand


def fill_pool(w: Worlds, sight: Sight) -> None:
    """Gather the cards that the seat has not sight.seen."""
    w.n_pool = 0
    for card in range(JOKER):
        left = 2 - (sight.gone_one >> card & 1) - (sight.gone_two >> card & 1)
        left -= (sight.seen.one[sight.seat] >> card & 1) + (sight.seen.two[sight.seat] >> card & 1)
        for _ in range(left):
            put_back(w, card)
    for _ in range(2 - sight.gone_jokers - sight.seen.jokers[sight.seat]):
        put_back(w, JOKER)


def put_back(w: Worlds, card: int) -> None:
    """Put a card into the stock."""
    w.pool[w.n_pool] = card
    w.n_pool += 1


def draw_one(w: Worlds, rng: Rng) -> int:
    """Take any card from the stock."""
    i = below(rng, w.n_pool)
    card = w.pool[i]
    w.n_pool -= 1
    w.pool[i] = w.pool[w.n_pool]
    return card


def deal_told(w: Worlds, sight: Sight, seat: int) -> None:
    """Give a seat the cards that it holds and nobody saw."""
    one = w.true_one[seat] & ~(sight.seen.known_one[seat] & ~w.true_two[seat])
    two = w.true_two[seat] & ~sight.seen.known_one[seat]
    jokers = w.true_jokers[seat] - sight.seen.known_jokers[seat]
    one &= ~sight.seen.known_two[seat]
    i = ROOM * seat + w.n[seat] - w.n_hidden[seat]
    while one or jokers:
        card = JOKER
        if one:
            card = lowest(one)
            one = one & ~bit(card) | two & bit(card)
            two &= ~bit(card)
        else:
            jokers -= 1
        w.card[i] = card
        take_out(w, card)
        i += 1


def take_out(w: Worlds, card: int) -> None:
    """Take a card from the stock."""
    i = 0
    while w.pool[i] != card:
        i += 1
    w.n_pool -= 1
    w.pool[i] = w.pool[w.n_pool]


def recall(w: Worlds, sight: Sight, past: Past, seat: int) -> None:
    """List what is known of the cards that went through a hand, and its turns."""
    known = sight_known(sight.seen, seat)
    hidden = sight.size[seat] - known
    turns = draws = 0
    if not sight.seen.out >> seat & 1:
        for i in range(begins(w, past, seat), past.n):
            if past.seat[i] == seat:
                turns += 1
                at = 64 * seat + turns
                w.offered[at] = past.offered[i]
                w.took[at] = past.took[i]
                w.thrown[at] = past.thrown[i]
                if past.took[i]:
                    if past.offered[i] != NOT_TOLD:
                        add_card(w, seat, past.offered[i], turns, HELD, 1)
                else:
                    draws += 1
                if past.thrown[i] != NOT_TOLD:
                    throw_card(w, seat, past.thrown[i], turns)
    w.n_turns[seat] = turns
    add_known(w, sight.seen, seat)
    thrown = 0
    for i in range(ROOM * seat, ROOM * seat + w.n[seat]):
        if not w.sure[i]:
            thrown += 1
    if hidden + thrown < draws:
        w.n[seat] = w.n_turns[seat] = 0
        add_known(w, sight.seen, seat)
    for _ in range(hidden):
        add_card(w, seat, JOKER, 0, HELD, 0)
    w.n_hidden[seat] = hidden


def begins(w: Worlds, past: Past, seat: int) -> int:
    """The place of the first turn of a seat that is heeded."""
    i = past.n
    turns = 0
    while i and turns < w.memory:
        i -= 1
        if past.seat[i] == seat:
            turns += 1
    return i


def sight_known(seen: Deal, seat: int) -> int:
    """How many cards of a hand everybody saw it take."""
    known = popcount(seen.known_one[seat]) + popcount(seen.known_two[seat])
    return known + seen.known_jokers[seat]


def add_card(w: Worlds, seat: int, card: int, came: int, left: int, sure: int) -> None:
    """List a card of a hand."""
    i = ROOM * seat + w.n[seat]
    w.card[i] = card
    w.came[i] = came
    w.left[i] = left
    w.sure[i] = sure
    w.n[seat] += 1


def throw_card(w: Worlds, seat: int, card: int, turn: int) -> None:
    """Note a card that was thrown: one that all saw it take goes first."""
    for i in range(ROOM * seat, ROOM * seat + w.n[seat]):
        if w.sure[i] and w.left[i] == HELD and w.card[i] == card:
            w.left[i] = turn
            return
    add_card(w, seat, card, 0, turn, 0)


def add_known(w: Worlds, seen: Deal, seat: int) -> None:
    """List the cards that everybody saw it take on a turn that is not kept."""
    for card in range(JOKER):
        copies = (seen.known_one[seat] >> card & 1) + (seen.known_two[seat] >> card & 1)
        for _ in range(copies - count_sure(w, seat, card)):
            add_card(w, seat, card, 0, HELD, 1)
    for _ in range(seen.known_jokers[seat] - count_sure(w, seat, JOKER)):
        add_card(w, seat, JOKER, 0, HELD, 1)


def count_sure(w: Worlds, seat: int, card: int) -> int:
    """How many copies of a card are listed that all saw it take and that it holds."""
    found = 0
    for i in range(ROOM * seat, ROOM * seat + w.n[seat]):
        if w.sure[i] and w.left[i] == HELD and w.card[i] == card:
            found += 1
    return found


def assign(w: Worlds, seat: int, rng: Rng) -> None:
    """Say of each draw which card it was: any that was not thrown before, each equally likely."""
    first = ROOM * seat
    last = first + w.n[seat]
    for turn in range(w.n_turns[seat], 0, -1):
        if w.took[64 * seat + turn]:
            continue
        free = 0
        for i in range(first, last):
            if not w.sure[i] and w.left[i] >= turn and w.came[i] == 0:
                free += 1
        if not free:
            continue  # the clock threw a card that nobody noted
        chosen = below(rng, free)
        for i in range(first, last):
            if not w.sure[i] and w.left[i] >= turn and w.came[i] == 0:
                if chosen == 0:
                    w.came[i] = turn
                    break
                chosen -= 1
