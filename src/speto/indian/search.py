"""What each action of a moment brings, tried in the same deals that might be.

What must stay true: it reads a `Sight` and what all saw; what `tuned` would do comes first, and
gives way only to what is better on the same worlds by more than chance.
"""

from speto.indian.codes import DISCARD, DRAW, DROP, SHOW, TAKE, TAKE_OPEN
from speto.indian.deal import Deal, House
from speto.indian.judge import is_first_turn, may_take
from speto.indian.minds import Mind, ready
from speto.indian.past import Past
from speto.indian.playout import Playout, brought, do, play_on, set_out
from speto.indian.sight import Sight
from speto.indian.traces import Worlds
from speto.indian.tuned import pick, rate
from speto.indian.worlds import advance, begin, lay_out
from speto.rng import Rng
from speto.rng import start as start_stream

MOST_WORLDS = 1024


class Search:
    """Its workspace, its settings, and the actions with what each brought in each world.

    `action` are integers, a Show with its finishing card for labels; the first is what `tuned`
    does. What an action `brought` in a world are hundredths of points, added up over `stocks`
    orders of the stock; `sum` and `squares` are sums of that.
    """

    def __init__(self, house: House) -> None:
        self.mind = Mind()
        self.worlds = Worlds()
        self.world = Deal(house)
        self.playout = Playout(self.world)
        self.rng = Rng()
        self.width = 6
        self.horizon = 2
        self.burn = 400
        self.thin = 25
        self.stocks = 4
        self.least = 50
        self.caution = 60
        self.n = self.n_worlds = self.n_playouts = self.chosen = 0
        self.action = [0] * 64
        self.live = [False] * 64
        self.tries = [0] * 64
        self.sum = [0] * 64
        self.squares = [0.0] * 64
        self.feeds = [0] * 384
        self.ends = [0] * 64
        self.brought = [0] * 65536

    def seat_at(self, house: House) -> None:
        """Play by the rules of another house."""
        self.world.house = house
        self.playout.deal.house = house

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
        behind = apart(self, self.chosen, i) / point
        doubt = apart_error(self, self.chosen, i) ** 0.5 / point
        return n, mean, spread**0.5, behind, doubt

    def shares(self, i: int) -> tuple[list[float], float]:
        """How often each seat took what was thrown next, and how often the own Show came."""
        n = max(self.tries[i] * self.stocks, 1)
        return [self.feeds[6 * i + seat] / n for seat in range(6)], self.ends[i] / n / 1000


def list_actions(s: Search, sight: Sight, past: Past) -> None:
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
    rate(sight.seen, s.mind, past)
    s.mind.wide = False
    for _ in range(s.width):
        best = -1
        for i in range(s.mind.n):
            if s.mind.card[i] >= 0 and (best < 0 or s.mind.worth[i] > s.mind.worth[best]):
                best = i
        if best >= 0:
            add_action(s, DISCARD << 58 | s.mind.card[best])
            s.mind.card[best] = -1


def add_action(s: Search, action: int) -> None:
    """List an action once."""
    for i in range(s.n):
        if s.action[i] == action:
            return
    i = s.n
    s.action[i] = action
    s.live[i] = True
    s.tries[i] = s.sum[i] = s.ends[i] = 0
    s.squares[i] = 0.0
    for seat in range(6):
        s.feeds[6 * i + seat] = 0
    s.n += 1


def search(s: Search, sight: Sight, past: Past, seed: int, playouts: int) -> int:
    """Try the actions in worlds until so many play-outs are done; the place of the best."""
    open_search(s, sight, past, seed)
    carry_on(s, sight, past, playouts)
    return choose_best(s)


def open_search(s: Search, sight: Sight, past: Past, seed: int) -> None:
    """List the actions, and lead the chain of worlds away from its start."""
    list_actions(s, sight, past)
    s.n_worlds = s.n_playouts = s.chosen = 0
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


def try_world(s: Search, sight: Sight, past: Past) -> None:
    """Draw the next world, and try in it every action that is not far behind.

    Hands cost more to draw than to play: each is tried with several orders of the stock.
    """
    advance(s.worlds, sight, s.mind, s.rng, s.thin)
    for i in range(s.n):
        s.brought[i * MOST_WORLDS + s.n_worlds] = 0
    for _ in range(s.stocks):
        lay_out(s.worlds, sight, s.world, s.rng)
        for i in range(s.n):
            if s.live[i]:
                result = try_action(s, sight, past, s.action[i], i)
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
    """What an action brings in the world, in hundredths of a point."""
    seat = sight.seat
    if action >> 58 == DROP:
        if is_first_turn(sight.seen):
            return -100 * sight.seen.house.first_drop
        return -100 * sight.seen.house.middle_drop
    set_out(s.playout, s.world, past)
    if not do(s.playout, s.worlds, action):
        return brought(s.playout, s.mind, seat)
    horizon = s.horizon
    if s.world.seats > 2:
        horizon = 0
    elif action >> 58 != DISCARD:
        horizon += 1
    worth = play_on(s.playout, s.worlds, s.mind, seat, horizon)
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
    for i in range(1, s.n):
        better = apart(s, i, 0)
        error = apart_error(s, i, 0)
        sure = better * better * 10000 > s.caution * s.caution * error
        if better > most and sure:
            most = better
            s.chosen = i
    return s.chosen
