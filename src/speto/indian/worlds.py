"""Deals that might be: hidden hands and the stock drawn as the seats' turns make them likely.

What must stay true: every world fits what the seat sees. A chain of small changes (Metropolis) is
led by how a seat would have judged each of its turns, by the one model or the other.
"""

from speto.bits import bit, lowest, popcount
from speto.indian.arrange import fewest_discarding
from speto.indian.codes import JOKER, NOT_TOLD, RANK, SIMPLE, TUNED
from speto.indian.deal import Deal, copy
from speto.indian.melds import value
from speto.indian.minds import Mind, lacks, points_in
from speto.indian.near import around, further
from speto.indian.past import Past
from speto.indian.sight import Sight
from speto.indian.traces import Worlds, assign, deal_told, draw_one, fill_pool, recall
from speto.indian.weights import DOUBLE, GAP, NEXT, PAIR, POINTS
from speto.rng import Rng, below

PARTS = 64
ROOM = 96
HELD = 127
STEPS = 256
CERTAIN = 1 << 30
TAKES_NEARER = 0.97  # an open card is taken that brings the hand nearer
TAKES_OTHER = 0.08
NEXT_SIMPLY, GAP_SIMPLY, PAIR_SIMPLY, TAKES_SIMPLY = 25, 18, 8, 60  # the numbers of `simple`
TAKES_SURELY = 0.97  # what `simple` takes or lets lie is told by a rule
THROWS_FURTHER = 0.04  # a card is thrown that the hand can't spare
FLOOR = 0.003


def begin(w: Worlds, sight: Sight, past: Past, mind: Mind, rng: Rng) -> None:
    """Start the chain at a deal that fits what is seen, any hidden cards in the hands."""
    fill_pool(w, sight)
    for seat in range(sight.seen.seats):
        w.n[seat] = w.n_hidden[seat] = w.n_turns[seat] = 0
        w.model[seat] = TUNED
        if seat != sight.seat and not sight.seen.opened >> seat & 1:
            recall(w, sight, past, seat)
            assign(w, seat, rng)
            if below(rng, PARTS) < w.share:
                w.model[seat] = SIMPLE
            if w.told:
                deal_told(w, sight, seat)
            else:
                for i in range(ROOM * seat, ROOM * seat + w.n[seat]):
                    if not w.sure[i] and w.left[i] == HELD:
                        w.card[i] = draw_one(w, rng)
            for turn in range(1, w.n_turns[seat] + 1):
                w.fit[64 * seat + turn] = likelihood(w, mind, seat, turn)


def gather(w: Worlds, seat: int, turn: int, before: int) -> None:
    """Put the hand that a seat had on a turn together, before or after it took a card."""
    w.one = w.two = w.jokers = 0
    for i in range(ROOM * seat, ROOM * seat + w.n[seat]):
        if w.came[i] <= turn - before and w.left[i] >= turn:
            if w.card[i] == JOKER:
                w.jokers += 1
            else:
                w.two |= w.one & bit(w.card[i])
                w.one |= bit(w.card[i])


def likelihood(w: Worlds, mind: Mind, seat: int, turn: int) -> float:
    """How likely a seat would have done on a turn what it did, by the hand of this world."""
    at = 64 * seat + turn
    chance = 1.0
    if w.offered[at] != NOT_TOLD:
        gather(w, seat, turn, 1)
        if w.model[seat] == SIMPLE:
            chance = likely_simply(w, mind, w.offered[at], w.took[at])
        else:
            chance = likely_take(w, mind, w.offered[at], w.took[at])
    if w.thrown[at] != NOT_TOLD:
        gather(w, seat, turn, 0)
        chance *= likely_throw(w, mind, w.thrown[at], w.model[seat] == SIMPLE)
    if turn == w.n_turns[seat]:
        gather(w, seat, HELD, 0)
        away = lacks(mind, w.one, w.two, w.jokers)
        chance *= w.powers[min(w.pull * away, STEPS - 1)]
    return chance


def likely_take(w: Worlds, mind: Mind, card: int, took: int) -> float:
    """How likely a hand takes the open card, or lets it lie."""
    now = lacks(mind, w.one, w.two, w.jokers)
    then = lacks(mind, w.one | bit(card), w.two | w.one & bit(card), w.jokers)
    chance = TAKES_NEARER if then < now else TAKES_OTHER
    return chance if took else 1 - chance


def likely_simply(w: Worlds, mind: Mind, card: int, took: int) -> float:
    """How likely a hand of `simple` takes the open card, or lets it lie."""
    now = points_in(mind, w.one, w.two, w.jokers)
    one, two = w.one | bit(card), w.two | w.one & bit(card)
    gained = 10 * (now - fewest_discarding(mind.arranger, one, two, w.jokers))
    chance = TAKES_SURELY if gained >= TAKES_SIMPLY else 1 - TAKES_SURELY
    return chance if took else 1 - chance


def likely_throw(w: Worlds, mind: Mind, card: int, simply: bool) -> float:
    """How likely a hand throws a card: what holds to others is kept, what is dear thrown."""
    if card == JOKER or mind.wild >> card & 1:
        return FLOOR
    plain = w.one & ~mind.wild
    least = 1 << 30
    n = mine = 0
    cards = plain
    while cards:
        other = lowest(cards)
        cards &= cards - 1
        keep = keeps_simply(w, plain, other) if simply else keeps(w, mind, plain, other)
        if other == card:
            mine = n
        least = min(least, keep)
        w.keep[n] = keep
        n += 1
    total = 0.0
    for i in range(n):
        total += w.powers[min((w.keep[i] - least) * 16 // w.heat, STEPS - 1)]
    chance = w.powers[min((w.keep[mine] - least) * 16 // w.heat, STEPS - 1)] / total
    now = lacks(mind, w.one, w.two, w.jokers)
    left = w.one & ~bit(card) | w.two & bit(card)
    if lacks(mind, left, w.two & ~bit(card), w.jokers) > now:
        chance *= THROWS_FURTHER
    return FLOOR + (1 - FLOOR) * chance


def keeps(w: Worlds, mind: Mind, plain: int, card: int) -> int:
    """How much `tuned` wants to keep a card."""
    worth = mind.weights[NEXT] * popcount(plain & around(card))
    worth += mind.weights[GAP] * popcount(plain & further(card))
    worth += mind.weights[PAIR] * (popcount(plain & RANK << (card & 60)) - 1)
    worth += mind.weights[POINTS] * value(card)
    if w.two & bit(card):
        worth += mind.weights[DOUBLE]
    return worth


def keeps_simply(w: Worlds, plain: int, card: int) -> int:
    """How much `simple` does, in twentieths of a point: one of two equal cards is near nothing."""
    worth = -10 * value(card)
    if not w.two & bit(card):
        worth += NEXT_SIMPLY * popcount(plain & around(card))
        worth += GAP_SIMPLY * popcount(plain & further(card))
        worth += PAIR_SIMPLY * (popcount(plain & RANK << (card & 60)) - 1)
    return 2 * worth


def advance(w: Worlds, sight: Sight, mind: Mind, rng: Rng, steps: int) -> None:
    """Make so many small changes, each kept if the turns say so."""
    for _ in range(0 if w.told else steps):
        seat = other_seat(w, sight, rng)
        if seat >= 0:
            if below(rng, 4):
                change_card(w, mind, seat, rng)
            else:
                change_turns(w, mind, seat, rng)
    for seat in range(sight.seen.seats):
        if 0 < w.share < PARTS and w.n_hidden[seat]:
            change_model(w, mind, seat, rng)


def other_seat(w: Worlds, sight: Sight, rng: Rng) -> int:
    """Any seat whose hand is hidden, or −1."""
    n = 0
    for seat in range(sight.seen.seats):
        if w.n_hidden[seat]:
            n += 1
    if not n:
        return -1
    chosen = below(rng, n)
    for seat in range(sight.seen.seats):
        if w.n_hidden[seat]:
            if chosen == 0:
                return seat
            chosen -= 1
    return -1


def change_card(w: Worlds, mind: Mind, seat: int, rng: Rng) -> None:
    """Try to change a hidden card for one of the stock."""
    if not w.n_pool:
        return
    # what is hidden and held stands last
    i = ROOM * seat + w.n[seat] - 1 - below(rng, w.n_hidden[seat])
    k = below(rng, w.n_pool)
    old = w.card[i]
    if old == w.pool[k]:
        return
    w.card[i] = w.pool[k]
    if is_kept(w, mind, seat, w.came[i], w.n_turns[seat], rng):
        w.pool[k] = old
    else:
        w.card[i] = old


def change_turns(w: Worlds, mind: Mind, seat: int, rng: Rng) -> None:
    """Try to let two cards change the turns on which they came."""
    i = ROOM * seat + below(rng, w.n[seat])
    k = ROOM * seat + below(rng, w.n[seat])
    came = w.came[i]
    if w.sure[i] or w.sure[k] or came == w.came[k] or w.card[i] == w.card[k]:
        return
    if came > w.left[k] or w.came[k] > w.left[i]:
        return
    w.came[i] = w.came[k]
    w.came[k] = came
    if not is_kept(w, mind, seat, min(came, w.came[i]), max(came, w.came[i]), rng):
        w.came[k] = w.came[i]
        w.came[i] = came


def change_model(w: Worlds, mind: Mind, seat: int, rng: Rng) -> None:
    """Try to let a seat play by the other model."""
    at = 64 * seat
    old = w.model[seat]
    ratio = 1.0 * w.share / (PARTS - w.share)
    w.model[seat] = SIMPLE
    if old == SIMPLE:
        ratio = 1 / ratio
        w.model[seat] = TUNED
    for turn in range(1, w.n_turns[seat] + 1):
        w.tried[turn] = likelihood(w, mind, seat, turn)
        ratio *= w.tried[turn] / w.fit[at + turn]
    if ratio < 1.0 and below(rng, CERTAIN) >= ratio * CERTAIN:
        w.model[seat] = old
        return
    for turn in range(1, w.n_turns[seat] + 1):
        w.fit[at + turn] = w.tried[turn]


def is_kept(w: Worlds, mind: Mind, seat: int, first: int, last: int, rng: Rng) -> bool:
    """Whether a change is kept, by how likely it makes the turns from one to another."""
    at = 64 * seat
    ratio = 1.0
    first = max(first, 1)
    for turn in range(first, last + 1):
        w.tried[turn] = likelihood(w, mind, seat, turn)
        ratio *= w.tried[turn] / w.fit[at + turn]
    if ratio < 1.0 and below(rng, CERTAIN) >= ratio * CERTAIN:
        return False
    for turn in range(first, last + 1):
        w.fit[at + turn] = w.tried[turn]
    return True


def lay_out(w: Worlds, sight: Sight, into: Deal, rng: Rng) -> None:
    """Make a deal of the world: hidden hands as they are, the stock shuffled."""
    copy(into, sight.seen)
    for seat in range(into.seats):
        if seat != sight.seat and not into.opened >> seat & 1:
            gather(w, seat, HELD, 0)
            into.one[seat] = w.one
            into.two[seat] = w.two
            into.jokers[seat] = w.jokers
    for i in range(w.n_pool - 1, 0, -1):
        k = below(rng, i + 1)
        card = w.pool[i]
        w.pool[i] = w.pool[k]
        w.pool[k] = card
    for i in range(w.n_pool):
        into.stock[into.next + i] = w.pool[i]
