"""What each action of a moment brings, tried in the same deals that might be.

What must stay true: it reads a `Sight` and what all saw; what `tuned` would do comes first, and
gives way only to what is better on the same worlds by more than chance.
"""

from speto.indian.codes import DISCARD, DRAW, DROP, SHOW, TAKE, TAKE_OPEN
from speto.indian.deal import Deal, House
from speto.indian.judge import is_first_turn, may_take
from speto.indian.minds import Mind, ready
from speto.indian.past import Past
from speto.indian.playout import (
    Playout,
    brought,
    brought_in_pool,
    do,
    dropped_in_pool,
    play_on,
    set_out,
)
from speto.indian.pool import Pool
from speto.indian.sight import Sight
from speto.indian.traces import Worlds
from speto.indian.tuned import pick, rate
from speto.indian.worlds import advance, begin, lay_out
from speto.rng import Rng
from speto.rng import start as start_stream

MOST_WORLDS = 1024
WORTHWHILE = 50  # hundredths of a point by which a discard must seem better to be played on
ORDERS = 4  # of the stock, in which a world is played to its end
FURTHER = 5  # the place of the margin of what leads further from a Show


class Search:
    """Its workspace, its settings, and the actions with what each brought in each world.

    After every `fresh` worlds the chain begins anew. An action must be better than what `tuned`
    does by `caution` hundredths of a standard error and by a `margin` of its kind: found where it
    was judged on the true hands (bench/judge_indian.py).

    `action` are integers, a Show with its finishing card for labels; the first is what `tuned`
    does. What an action `brought` in a world are hundredths of points, added up over `stocks`
    orders of the stock; `sum` and `squares` are sums of that. In a `pool` it is the part of the
    prize; `gained` are the points themselves, `gain` those of the last play-out.
    """

    def __init__(self, house: House) -> None:
        self.mind = Mind()
        self.worlds = Worlds()
        self.world = Deal(house)
        self.playout = Playout(self.world)
        self.rng = Rng()
        self.also = -1
        self.pool = Pool()
        self.gain = 0
        self.width = 6
        self.horizon = 2
        self.burn = 160
        self.thin = 20
        self.fresh = 8
        self.stocks = 2
        self.least = 50
        self.caution = 100
        self.margin = [0] * 6
        self.set_margins([50, 50, 150, 0, 50, 400])
        self.n = self.n_worlds = self.n_playouts = self.chosen = 0
        self.whole = False
        self.rival = self.n_ends = self.ended = 0
        self.action = [0] * 64
        self.live = [False] * 64
        self.further = [False] * 64
        self.tries = [0] * 64
        self.sum = [0] * 64
        self.gained = [0] * 64
        self.squares = [0.0] * 64
        self.feeds = [0] * 384
        self.ends = [0] * 64
        self.brought = [0] * 65536

    def seat_at(self, house: House) -> None:
        """Play by the rules of another house."""
        self.world.house = house
        self.playout.deal.house = house

    def set_margins(self, margins: list[int]) -> None:
        """Ask of an action so many hundredths of a point more than chance, by its kind."""
        for kind in range(6):
            self.margin[kind] = margins[kind]

    def actions(self) -> list[int]:
        """The actions that were tried."""
        return [self.action[i] for i in range(self.n)]

    def figures(self, i: int) -> tuple[int, float, float, float, float]:
        """Of an action: tries, points and their error, points behind the chosen and their doubt."""
        n = self.tries[i]
        if n < 2:
            return n, 0.0, 0.0, 0.0, 0.0
        point = 100.0 * self.stocks
        mean = self.sum[i] / point / n
        spread = max(self.squares[i] / point / point / n - mean * mean, 0.0) / (n - 1)
        mean = self.gained[i] / point / n
        behind = apart(self, self.chosen, i) / point
        doubt = apart_error(self, self.chosen, i) ** 0.5 / point
        return n, mean, spread**0.5, behind, doubt

    def shares(self, i: int) -> tuple[list[float], float]:
        """How often each seat took what was thrown next, and how often the own Show came."""
        n = max(self.tries[i] * self.stocks, 1)
        return [self.feeds[6 * i + seat] / n for seat in range(6)], self.ends[i] / n / 1000


def list_actions(s: Search, sight: Sight, past: Past) -> None:
    """List what is worth trying, what `tuned` would do first, and what is asked for last."""
    list_best(s, sight, past)
    if s.also >= 0:
        add_action(s, s.also)


def list_best(s: Search, sight: Sight, past: Past) -> None:
    """List what is worth trying; what `tuned` would do first."""
    s.n = 0
    ready(s.mind, sight.seen)
    s.mind.knows = False
    s.mind.coming = -1
    add_action(s, pick(sight.seen, s.mind, past))
    if sight.seen.phase == TAKE:
        add_action(s, DRAW << 58)
        if may_take(sight.seen):
            add_action(s, TAKE_OPEN << 58)
        add_action(s, DROP << 58)
        return
    s.mind.wide = True
    first = rate(sight.seen, s.mind, past)
    s.mind.wide = False
    for _ in range(s.width):
        best = -1
        for i in range(s.mind.n):
            if s.mind.card[i] >= 0 and (best < 0 or s.mind.worth[i] > s.mind.worth[best]):
                best = i
        if best >= 0:
            n = s.n
            add_action(s, DISCARD << 58 | s.mind.card[best])
            s.further[n] = s.n > n and s.mind.away[best] > s.mind.away[first]
            s.mind.card[best] = -1


def add_action(s: Search, action: int) -> None:
    """List an action once."""
    for i in range(s.n):
        if s.action[i] == action:
            return
    i = s.n
    s.action[i] = action
    s.live[i] = True
    s.further[i] = False
    s.tries[i] = s.sum[i] = s.gained[i] = s.ends[i] = 0
    s.squares[i] = 0.0
    for seat in range(6):
        s.feeds[6 * i + seat] = 0
    s.n += 1


def search(s: Search, sight: Sight, past: Past, seed: int, playouts: int) -> int:
    """Try the actions in worlds until so many play-outs are done; the place of the best."""
    open_search(s, sight, past, seed)
    carry_on(s, sight, past, playouts)
    settle(s, sight, past, playouts // 4)
    return choose_best(s)


def open_search(s: Search, sight: Sight, past: Past, seed: int) -> None:
    """List the actions, and lead the chain of worlds away from its start."""
    list_actions(s, sight, past)
    s.n_worlds = s.n_playouts = s.chosen = s.rival = s.n_ends = s.ended = 0
    if s.n > 1:
        start_stream(s.rng, seed, 0)
        begin(s.worlds, sight, past, s.mind, s.rng)
        advance(s.worlds, sight, s.mind, s.rng, s.burn)


def carry_on(s: Search, sight: Sight, past: Past, playouts: int) -> bool:
    """Try the actions in worlds until so many play-outs are done; whether more would do good."""
    while s.n > 1 and s.n_playouts < playouts and s.n_worlds < MOST_WORLDS:
        try_world(s, sight, past)
        if s.n_worlds >= s.least and s.n_worlds % 10 == 0 and drop_behind(s) < 2:
            return False
    return s.n > 1 and s.n_worlds < MOST_WORLDS


def next_world(s: Search, sight: Sight, past: Past, number: int) -> None:
    """Lead the chain on to a world, or begin it anew: none finds its way to all that may be."""
    if number and number % s.fresh == 0:
        begin(s.worlds, sight, past, s.mind, s.rng)
        advance(s.worlds, sight, s.mind, s.rng, s.burn)
    advance(s.worlds, sight, s.mind, s.rng, s.thin)


def settle(s: Search, sight: Sight, past: Past, each: int) -> bool:
    """Play the discard that seems better than the first to the end; whether more would do good.

    The formula sees what a discard leaves in the hand, the end what it gives away: the two are
    wrong in different ways.
    """
    if s.n < 2 or each < 1 or sight.seen.phase == TAKE or sight.seen.seats > 2:
        return False
    if not s.n_ends:
        s.rival = likely_better(s)
    if not s.rival:
        return False
    s.whole = True
    while s.n_ends < each:
        next_world(s, sight, past, s.n_ends // ORDERS + 1)
        for _ in range(ORDERS):
            lay_out(s.worlds, sight, s.world, s.rng)
            s.ended += try_action(s, sight, past, s.action[s.rival], s.rival)
            s.ended -= try_action(s, sight, past, s.action[0], 0)
            s.n_playouts += 2
            s.n_ends += 1
        if 2 * s.n_ends >= each and surplus(s) < -asked_more(s, s.rival):
            break
    s.whole = False
    return s.n_ends >= each


def likely_better(s: Search) -> int:
    """The discard that seems best and leads no further from a Show; the first if none is better."""
    best = 0
    most = 1.0 * WORTHWHILE * s.stocks
    for i in range(1, s.n):
        if not s.further[i] and apart(s, i, 0) > most:
            most = apart(s, i, 0)
            best = i
    return best


def try_world(s: Search, sight: Sight, past: Past) -> None:
    """Draw the next world, and try in it every action that is not far behind.

    Hands cost more to draw than to play: each is tried with several orders of the stock.
    """
    next_world(s, sight, past, s.n_worlds)
    for i in range(s.n):
        s.brought[i * MOST_WORLDS + s.n_worlds] = 0
    for _ in range(s.stocks):
        lay_out(s.worlds, sight, s.world, s.rng)
        for i in range(s.n):
            if s.live[i]:
                result = try_action(s, sight, past, s.action[i], i)
                s.gained[i] += s.gain
                s.brought[i * MOST_WORLDS + s.n_worlds] += result
                s.n_playouts += 1
    for i in range(s.n):
        if s.live[i]:
            result = s.brought[i * MOST_WORLDS + s.n_worlds]
            s.tries[i] += 1
            s.sum[i] += result
            s.squares[i] += 1.0 * result * result
    s.n_worlds += 1


def try_action(s: Search, sight: Sight, past: Past, action: int, i: int) -> int:
    """What an action is worth in the world, in hundredths of a point; `gain` is what it brings."""
    seat = sight.seat
    if action >> 58 == DROP:
        drop = sight.seen.house.middle_drop
        if is_first_turn(sight.seen):
            drop = sight.seen.house.first_drop
        s.gain = -100 * drop
        if s.pool.whole:
            return dropped_in_pool(s.pool, seat, s.world.seats, drop)
        return s.gain
    set_out(s.playout, s.world, past)
    if not do(s.playout, s.worlds, action):
        s.gain = brought(s.playout, s.mind, seat)
        if s.pool.whole:
            return brought_in_pool(s.playout, s.mind, seat, s.pool)
        return s.gain
    horizon = s.horizon
    if s.world.seats > 2 or s.whole:
        horizon = 0
    elif action >> 58 != DISCARD:
        horizon += 1
    s.gain = worth = play_on(s.playout, s.worlds, s.mind, seat, horizon)
    if s.pool.whole:
        worth = brought_in_pool(s.playout, s.mind, seat, s.pool)
    if s.whole:
        return worth
    s.ends[i] += s.playout.chance
    if s.playout.taker >= 0:
        s.feeds[6 * i + s.playout.taker] += 1
    return worth


def apart(s: Search, i: int, other: int) -> float:
    """By how much one action is better than another, on the worlds that both were tried in."""
    n = min(s.tries[i], s.tries[other])
    total = 0.0
    for k in range(n):
        total += s.brought[i * MOST_WORLDS + k] - s.brought[other * MOST_WORLDS + k]
    return total / n


def apart_error(s: Search, i: int, other: int) -> float:
    """The square of one standard error of that."""
    n = min(s.tries[i], s.tries[other])
    if n < 2:
        return 1e12
    mean = apart(s, i, other)
    total = 0.0
    for k in range(n):
        x = s.brought[i * MOST_WORLDS + k] - s.brought[other * MOST_WORLDS + k] - mean
        total += x * x
    return total / (n - 1) / n


def drop_behind(s: Search) -> int:
    """Try no further what is behind the best by three standard errors; how many are left."""
    best = 0
    for i in range(s.n):
        if s.live[i] and s.sum[i] * s.tries[best] > s.sum[best] * s.tries[i]:
            best = i
    left = 0
    for i in range(s.n):
        if s.live[i] and i != best:
            behind = apart(s, best, i)
            if behind > 0 and behind * behind > 9 * apart_error(s, best, i):
                s.live[i] = False
        if s.live[i]:
            left += 1
    return left


def choose_best(s: Search) -> int:
    """The first action, or the one that is better than it by the most and more than chance."""
    s.chosen = 0
    most = 0.0
    if s.action[0] >> 58 == SHOW:
        return 0
    if s.rival:
        if surplus(s) > 0:
            s.chosen = s.rival
        return s.chosen
    for i in range(1, s.n):
        better = apart(s, i, 0)
        error = apart_error(s, i, 0)
        sure = better * better * 10000 > s.caution * s.caution * error
        better -= s.stocks * asked_more(s, i)
        if better > most and sure:
            most = better
            s.chosen = i
    return s.chosen


def surplus(s: Search) -> float:
    """By how much the rival is better than the first, beyond what is asked of it."""
    better = 0.5 * apart(s, s.rival, 0) / s.stocks + 0.5 * s.ended / s.n_ends
    return better - asked_more(s, s.rival)


def asked_more(s: Search, i: int) -> int:
    """By how many hundredths of a point an action must be better than what `tuned` does."""
    return s.margin[FURTHER] if s.further[i] else s.margin[s.action[i] >> 58]
