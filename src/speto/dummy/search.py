"""The search: every action worth a thought played out in the same worlds, natively.

What must stay true: it starts from a `Sight` and what its `past` was told; world k of a seed is
the same for as many first changes and changes between worlds, whatever else the budget; the
values of an action are what the margins of its play-outs are worth, world by world, so that two
actions are compared on the same worlds.
"""

from speto.bits import bit
from speto.dummy.belief import Past, begin_guessing, guess_on
from speto.dummy.codes import (
    D_FOOL_2,
    D_PEN_FULL,
    DECLINE,
    DISCARD,
    DRAW,
    FULL,
    KNOCK,
    LAY_OFF,
    MELD,
    OVER,
    PICK_UP,
    PICK_UP_TO_LAY_OFF,
    TAKE,
    TUNED,
)
from speto.dummy.deal import Deal, House, copy
from speto.dummy.melds import Moves
from speto.dummy.moves import legal
from speto.dummy.outlook import Outlook, Weights, look
from speto.dummy.prospect import Prospect, margin_ahead
from speto.dummy.rollout import Crew, choose, margin
from speto.dummy.sight import Sight
from speto.dummy.stakes import Stakes, worth
from speto.dummy.tuned import weigh
from speto.dummy.turn import apply
from speto.dummy.weights import BELIEVED, PROSPECT, SCALE
from speto.dummy.worlds import draw_world, lay_out
from speto.rng import Rng, below
from speto.rng import start as start_stream

MOST_TAKES = 6
MOST_LAYS = 5
MOST_THROWS = 8
MOST = 16
MOST_WORLDS = 4096
GONE = -(FULL >> 2)


class Search:
    """A moment being thought over: its candidates, the base move first, and their values.

    `live` marks those still played out, `worlds` how many worlds each has seen. Per candidate,
    `fines` counts the play-outs with each fine of the seat (clause numbers from D-PEN-FULL on),
    `feeds` those in which each other seat took the thrown card before the seat's next turn,
    `ends` those that the seat ended. `model` are the policies that other seats are taken to play
    by. The pack is guessed with `first` changes before the first world and `guesses` before each;
    with no guesses worlds are drawn at random. `also` is weighed in any case, if it is an action.
    """

    def __init__(self, house: House, weights: Weights, rival: Weights) -> None:
        self.crew = Crew(house, weights, rival)
        self.prospect = Prospect(PROSPECT)
        self.past = Past()
        self.stakes = Stakes()
        self.believed = Weights(BELIEVED)
        self.world = Deal(house)
        self.deal = Deal(house)
        self.rng = Rng()
        self.seed = self.n = self.seat = self.drawn = self.playouts = self.start = 0
        self.models = self.rounds = self.guesses = self.first = 0
        self.sum = self.squares = 0.0
        self.also = -1
        self.model = [0] * 16
        self.act = [0] * 16
        self.live = [0] * 16
        self.worlds = [0] * 16
        self.total = [0] * 16
        self.gained = [0] * 16
        self.ends = [0] * 16
        self.feeds = [0] * 64
        self.fines = [0] * 256
        self.value = [0] * 65536

    def reckon_with(self, models: list[int]) -> None:
        """Say by which policies the others may play; each seat of a world is given one of them."""
        self.models = len(models)
        for i in range(self.models):
            self.model[i] = models[i]

    def candidates(self) -> list[int]:
        """The actions weighed, the base move first."""
        return [self.act[i] for i in range(self.n)]

    def values(self, i: int) -> list[int]:
        """What the margins of a candidate are worth, world by world."""
        return [self.value[i * MOST_WORLDS + k] for k in range(self.worlds[i])]

    def counts(self, i: int) -> tuple[int, int, int, list[int], list[int]]:
        """Worlds, margins, ends, feeds by seat and fines of a candidate."""
        return (
            self.worlds[i],
            self.gained[i],
            self.ends[i],
            [self.feeds[i * 4 + seat] for seat in range(4)],
            [self.fines[i * 16 + k] for k in range(16)],
        )


def prepare(search: Search, sight: Sight, seed: int) -> None:
    """Take up a moment of the seat whose sight it is: list and weigh what it may do."""
    prepare_in(search, sight, sight.seen, search.crew.moves, search.crew.outlook, seed)


def prepare_in(
    search: Search, sight: Sight, seen: Deal, moves: Moves, outlook: Outlook, seed: int
) -> None:
    """`prepare`, with what it works on named."""
    search.seed = seed
    search.seat = sight.seat
    search.n = search.drawn = search.playouts = 0
    search.start = margin(seen, sight.seat)
    legal(seen, moves)
    look(outlook, sight)
    best = weigh(seen, outlook, search.crew.weights, moves)
    keep(search, moves, outlook, best)
    keep_best(search, moves, outlook, DRAW, DRAW, 1)
    keep_best(search, moves, outlook, PICK_UP, PICK_UP, MOST_TAKES)
    keep_best(search, moves, outlook, MELD, LAY_OFF, MOST_LAYS)
    keep_best(search, moves, outlook, DISCARD, KNOCK, MOST_THROWS)
    keep_best(search, moves, outlook, DECLINE, DECLINE, 1)
    keep_best(search, moves, outlook, PICK_UP_TO_LAY_OFF, PICK_UP_TO_LAY_OFF, 2)
    for i in range(moves.n):
        if moves.acts[i] == search.also and outlook.worth[i] != GONE:
            search.n = min(search.n, MOST - 1)
            keep(search, moves, outlook, i)


def keep(search: Search, moves: Moves, outlook: Outlook, i: int) -> None:
    """Make a listed action a candidate."""
    n = search.n
    outlook.worth[i] = GONE
    search.act[n] = moves.acts[i]
    search.live[n] = 1
    search.worlds[n] = search.total[n] = search.gained[n] = search.ends[n] = 0
    for k in range(4):
        search.feeds[n * 4 + k] = 0
    for k in range(16):
        search.fines[n * 16 + k] = 0
    search.n = n + 1


def keep_best(
    search: Search, moves: Moves, outlook: Outlook, kind: int, last: int, most: int
) -> None:
    """Make candidates of the best actions of these kinds; the base move is one of so many."""
    if kind <= search.act[0] >> 58 <= last:
        most -= 1
    while most > 0 and search.n < MOST:
        best = -1
        most_worth = GONE
        for i in range(moves.n):
            if kind <= moves.acts[i] >> 58 <= last and outlook.worth[i] > most_worth:
                most_worth = outlook.worth[i]
                best = i
        if best < 0:
            return
        keep(search, moves, outlook, best)
        most -= 1


def run(search: Search, sight: Sight, count: int) -> None:
    """Play the live candidates out in so many more worlds."""
    run_in(search, sight, sight.seen, search.crew, search.world, search.deal, count)


def run_in(
    search: Search, sight: Sight, seen: Deal, crew: Crew, world: Deal, deal: Deal, count: int
) -> None:
    """`run`, with what it works on named."""
    while count > 0 and search.drawn < MOST_WORLDS:
        start_stream(search.rng, search.seed, search.drawn)
        if not search.drawn:
            search.past.whole = False
            if search.guesses:
                begin(search, sight, seen, crew, deal, search.past)
        if search.past.whole:
            go_on(search, crew, deal, search.past, search.guesses)
            lay_out(world, search.past, sight, seen, search.rng)
        else:
            draw_world(world, sight, seen, search.rng)
        for seat in range(seen.seats):
            crew.policy[seat] = search.model[below(search.rng, search.models)]
        crew.policy[search.seat] = TUNED
        for i in range(search.n):
            if search.live[i]:
                copy(deal, world)
                play_out(search, crew, deal, i)
        search.drawn += 1
        count -= 1


def begin(search: Search, sight: Sight, seen: Deal, crew: Crew, deal: Deal, past: Past) -> None:
    """Guess a first pack, and let it come to fit."""
    begin_guessing(past, sight, seen, search.rng, deal, crew.outlook, search.believed, crew.moves)
    if past.whole:
        go_on(search, crew, deal, past, search.first)


def go_on(search: Search, crew: Crew, deal: Deal, past: Past, steps: int) -> None:
    """Let the guessed pack change."""
    guess_on(past, search.rng, deal, crew.outlook, search.believed, crew.moves, steps)


def play_out(search: Search, crew: Crew, deal: Deal, i: int) -> None:
    """Play a candidate out in a deal, and count what came of it."""
    seat = search.seat
    watched = 0
    if search.act[i] >> 58 == DISCARD:
        watched = search.act[i] & FULL
    fines = 0
    rounds = search.rounds
    ahead = 0
    apply(deal, search.act[i])
    while True:
        for k in range(deal.n_entries):
            if deal.entry_seat[k] == seat and deal.entry_clause[k] >= D_PEN_FULL:
                clause = deal.entry_clause[k]
                fines |= bit(clause - D_PEN_FULL)
        if deal.phase == OVER:
            break
        other = deal.to_act
        if other == seat and deal.phase == TAKE:
            rounds -= 1
            if not rounds:
                ahead = margin_ahead(search.prospect, deal, crew.moves, seat) * 131 >> 10
                break
        legal(deal, crew.moves)
        apply(deal, choose(crew, deal))
        if watched:
            if other == seat:
                watched = 0
            elif watched & ~deal.row_mask:
                search.feeds[i * 4 + other] += 1
                watched = 0
    at = search.worlds[i]
    gained = SCALE * (margin(deal, seat) - search.start) + ahead
    value = worth(search.stakes, gained)
    search.gained[i] += gained
    search.value[i * MOST_WORLDS + at] = value
    search.worlds[i] = at + 1
    search.total[i] += value
    search.playouts += 1
    if deal.knocker == seat:
        search.ends[i] += 1
    for k in range(D_FOOL_2 - D_PEN_FULL + 1):
        if fines >> k & 1:
            search.fines[i * 16 + k] += 1


def compare(search: Search, one: int, two: int) -> int:
    """How many worlds two candidates share; `sum` and `squares` take what the first is ahead."""
    n = search.worlds[one]
    n = min(n, search.worlds[two])
    search.sum = search.squares = 0.0
    for k in range(n):
        ahead = search.value[one * MOST_WORLDS + k] - search.value[two * MOST_WORLDS + k]
        search.sum += ahead
        search.squares += ahead * ahead
    return n


def leader(search: Search) -> int:
    """The live candidate with the best mean; all live ones have seen the same worlds."""
    best = -1
    for i in range(search.n):
        if search.live[i] and (best < 0 or search.total[i] > search.total[best]):
            best = i
    return best


def clearly(search: Search, n: int, squared: int) -> bool:
    """Whether the mean of what `compare` found is as many standard errors above 0, squared."""
    if search.sum <= 0:
        return False
    # mean² > squared · variance / n, with the sums in place of mean and variance
    return search.sum * search.sum > squared * (search.squares - search.sum * search.sum / n)


def drop(search: Search) -> int:
    """Drop what is three standard errors behind the leader; how many candidates are left."""
    best = leader(search)
    left = 0
    for i in range(search.n):
        if search.live[i]:
            if i != best:
                n = compare(search, best, i)
                if clearly(search, n, 9):
                    search.live[i] = 0
                    continue
            left += 1
    return left
