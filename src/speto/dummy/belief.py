"""How well guessed cards of other seats fit all that these seats were seen to do.

A guess is a whole pack: who was dealt and who drew each card that nobody has seen, and when each
card came to a hand that later left it. The deal is done again with it, and each decision of
another seat is as likely as the tuned player, weighing the same choices, would have been to waver
to it. A Metropolis walk lets cards change places. What must stay true: it is made of a `Sight`
and the public actions alone; of the cards it asks only what it guessed. Likelihoods are
logarithms to base two, in 1024ths; whole numbers, so that they are the same everywhere.
"""

from collections.abc import Sequence

from speto.bits import bit, lowest, popcount
from speto.dummy.codes import DISCARD, DRAW, FULL, NOBODY
from speto.dummy.deal import Deal, hand_size
from speto.dummy.deal import start as start_deal
from speto.dummy.melds import Moves
from speto.dummy.moves import legal
from speto.dummy.outlook import Outlook, Weights, look_from
from speto.dummy.sight import Sight
from speto.dummy.tuned import weigh
from speto.dummy.turn import apply
from speto.dummy.weights import DOUBT, WAVER
from speto.rng import Rng, below

MOST_ACTS = 512
NEVER = 1024
FAR = 1 << 40
WHOLE = 65536


class Past:
    """What was done since the deal, and a pack that may have been dealt.

    `whole` says whether the actions lead to the moment. `seat_of` and `time_of` are who got the
    card at a place of the pack and by which action; `left` is the action by which a card came to
    light, out of the hand of the seat `by`, or which this seat holds. `place` lists the places of
    cards that may be guessed anew, those of hands first. By action, `actor` is who did it,
    `hand_at` what he is guessed to have held, `fit_at` how likely it then was, `rest` how likely
    all later ones.
    """

    def __init__(self) -> None:
        self.n = self.seats = self.starter = self.direction = self.seat = 0
        self.leavers = self.taken = self.places = 0
        self.waver = WAVER
        self.cap = DOUBT
        self.whole = False
        self.act = [0] * 512
        self.pack = [0] * 52
        self.seat_of = [0] * 52
        self.time_of = [0] * 52
        self.left = [0] * 52
        self.by = [0] * 52
        self.leaver = [0] * 52
        self.place = [0] * 52
        self.actor = [0] * 512
        self.hand_at = [0] * 512
        self.fit_at = [0] * 512
        self.new_hand = [0] * 512
        self.new_fit = [0] * 512
        self.rest = [0] * 512
        self.last = [0] * 4

    def tell(self, actions: Sequence[int]) -> None:
        """Say all that was done since the deal."""
        self.n = min(len(actions), MOST_ACTS)
        for i in range(self.n):
            self.act[i] = actions[i]

    def guess(self) -> list[int]:
        """The pack that may have been dealt, top first."""
        return [self.pack[i] for i in range(52)]


def halved(times: int) -> int:
    """65536 halved so many 1024ths of a time."""
    if times >= 16384:
        return 0
    return WHOLE - ((times & 1023) << 5) >> (times >> 10)


def log2(number: int) -> int:
    """The logarithm of a whole number from 1 on, in 1024ths."""
    whole = 0
    rest = number
    while rest > 1:
        rest >>= 1
        whole += 1
    return (whole << 10) + (((number - (rest << whole)) << 10) >> whole)


def unfold(past: Past, sight: Sight, seen: Deal) -> None:
    """Find who got the card at each place of the pack, and which cards came to light."""
    past.seats = seen.seats
    past.starter = seen.starter
    past.direction = seen.direction
    past.seat = sight.seat
    past.leavers = 0
    for i in range(52):
        past.left[i] = past.time_of[i] = NEVER
        past.by[i] = past.seat_of[i] = NOBODY
    for seat in range(4):
        past.last[seat] = -1
    at = hand_size(seen.seats) * seen.seats
    seat = seen.starter
    for i in range(at):
        past.seat_of[i] = seat
        past.time_of[i] = -1
        seat = (seat + seen.direction + seen.seats) % seen.seats
    at += 1
    seat = seen.starter
    shown = bit(seen.head)
    for e in range(past.n):
        past.actor[e] = seat
        past.last[seat] = e
        kind = past.act[e] >> 58
        if kind == DRAW:
            if at < 52:
                past.seat_of[at] = seat
                past.time_of[at] = e
            at += 1
        else:
            show(past, past.act[e] & FULL & ~shown, seat, e)
            shown |= past.act[e] & FULL
        if kind == DISCARD:
            seat = (seat + seen.direction + seen.seats) % seen.seats
    past.whole = at == seen.next and seat == seen.to_act and reaches(past, sight, seen)


def show(past: Past, fresh: int, seat: int, e: int) -> None:
    """Note the cards that an action brought to light."""
    while fresh:
        card = lowest(fresh)
        fresh &= fresh - 1
        past.left[card] = e
        past.by[card] = seat
        past.leaver[past.leavers] = card
        past.leavers += 1


def reaches(past: Past, sight: Sight, seen: Deal) -> bool:
    """Whether the actions leave each hand as large as it is; list the places of hidden cards."""
    past.taken = 0
    for i in range(52):
        if past.seat_of[i] not in (NOBODY, past.seat):
            past.place[past.taken] = i
            past.taken += 1
    past.places = past.taken
    for i in range(seen.next, 52):
        past.place[past.places] = i
        past.places += 1
    for seat in range(seen.seats):
        held = sight.size[seat] - popcount(seen.known[seat])
        for i in range(52):
            held -= past.seat_of[i] == seat
            held += past.by[i] == seat
        if held:
            return False
    return True


def put(past: Past, card: int, choices: int, rng: Rng) -> None:
    """Put a card at one of the free places at which its seat may have got it."""
    nth = below(rng, choices)
    i = 0
    while True:
        if past.pack[i] < 0 and may_lie(past, card, i):
            if not nth:
                past.pack[i] = card
                return
            nth -= 1
        i += 1


def may_lie(past: Past, card: int, at: int) -> bool:
    """Whether a card may have lain at a place of the pack."""
    if past.by[card] == NOBODY:
        return True
    return past.by[card] == past.seat_of[at] and past.time_of[at] < past.left[card]


def scatter(past: Past, sight: Sight, seen: Deal, rng: Rng) -> None:
    """Make a pack that may have been dealt, each equally likely."""
    for i in range(52):
        past.pack[i] = -1
    past.pack[hand_size(seen.seats) * seen.seats] = seen.head
    hidden = sight.unseen
    for seat in range(seen.seats):
        if seat != sight.seat:
            hidden &= ~seen.known[seat]
    mine = seen.hand[sight.seat] & ~seen.known[sight.seat]
    while mine:
        card = lowest(mine)
        mine &= mine - 1
        past.by[card] = sight.seat
        past.leaver[past.leavers] = card
        past.leavers += 1
    for k in range(past.leavers):
        card = past.leaver[k]
        choices = 0
        for i in range(52):
            if past.pack[i] < 0 and may_lie(past, card, i):
                choices += 1
        if not choices:
            past.whole = False
            return
        put(past, card, choices, rng)
    count = 0
    for i in range(52):
        if past.pack[i] < 0:
            count += 1
    while hidden:
        card = lowest(hidden)
        hidden &= hidden - 1
        nth = below(rng, count)
        count -= 1
        i = 0
        while past.pack[i] >= 0 or nth:
            if past.pack[i] < 0:
                nth -= 1
            i += 1
        past.pack[i] = card


def recall(
    past: Past,
    deal: Deal,
    outlook: Outlook,
    weights: Weights,
    moves: Moves,
    seats: int,
    spare: int,
) -> bool:
    """Find how well the pack fits what each seat of a mask did, by doing the deal again.

    Whether these seats fit worse than before by no more than `spare`; where not, it is left
    unfinished. What a seat does with a hand that is as it was needs no new thought.
    """
    end = -1
    for seat in range(past.seats):
        if seats >> seat & 1:
            end = max(end, past.last[seat])
    for i in range(52):
        deal.stock[i] = past.pack[i]
    start_deal(deal, past.seats, past.starter, past.direction)
    for e in range(end + 1):
        seat = deal.to_act
        if seats >> seat & 1:
            past.new_hand[e] = deal.hand[seat]
            if deal.hand[seat] == past.hand_at[e]:
                past.new_fit[e] = past.fit_at[e]
            else:
                past.new_fit[e] = 0
                if legal(deal, moves) > 1:
                    look_from(outlook, deal, seat)
                    best = outlook.worth[weigh(deal, outlook, weights, moves)]
                    past.new_fit[e] = -surprise(past, outlook, moves, past.act[e], best)
                spare += past.new_fit[e] - past.fit_at[e]
                # what is to come may be better than it was, but by no more than it was bad
                if spare < past.rest[e]:
                    return False
        apply(deal, past.act[e])
    return spare >= 0


def surprise(past: Past, outlook: Outlook, moves: Moves, action: int, best: int) -> int:
    """How unlikely an action was, by the worths of all that were listed and of the best."""
    total = 0
    behind = past.cap << 10
    for i in range(moves.n):
        less = (best - outlook.worth[i] << 10) >> past.waver
        total += halved(less)
        if moves.acts[i] == action:
            behind = min(behind, less)
    return behind + log2(total) - (16 << 10)


def keep(past: Past, seats: int) -> None:
    """Take what was recalled of the seats of a mask as it is now."""
    total = 0
    for e in range(past.n - 1, -1, -1):
        # the bits that actions after this one lack
        past.rest[e] = total
        if seats >> past.actor[e] & 1:
            past.hand_at[e] = past.new_hand[e]
            past.fit_at[e] = past.new_fit[e]
        total += past.fit_at[e]


def begin_guessing(
    past: Past,
    sight: Sight,
    seen: Deal,
    rng: Rng,
    deal: Deal,
    outlook: Outlook,
    weights: Weights,
    moves: Moves,
) -> None:
    """Make a first pack, and find how well it fits."""
    unfold(past, sight, seen)
    for e in range(past.n):
        past.hand_at[e] = past.fit_at[e] = past.rest[e] = 0
    if past.whole:
        scatter(past, sight, seen, rng)
    if past.whole:
        seats = 15 & ~bit(past.seat)
        recall(past, deal, outlook, weights, moves, seats, FAR)
        keep(past, seats)


def guess_on(
    past: Past,
    rng: Rng,
    deal: Deal,
    outlook: Outlook,
    weights: Weights,
    moves: Moves,
    steps: int,
) -> None:
    """Let two cards change places so many times, where the pack then fits or nearly so.

    A Metropolis walk: packs come up as often as they are likely.
    """
    if past.taken < 1:
        return
    for _ in range(steps):
        i = past.place[below(rng, past.taken)]
        j = past.place[below(rng, past.places)]
        one = past.pack[i]
        two = past.pack[j]
        if past.seat_of[i] == past.seat_of[j] and past.time_of[i] == past.time_of[j]:
            continue
        if not may_lie(past, one, j) or not may_lie(past, two, i):
            continue
        past.pack[i] = two
        past.pack[j] = one
        seats = bit(past.seat_of[i])
        if past.seat_of[j] != NOBODY:
            seats |= bit(past.seat_of[j])
        spare = (16 << 10) - log2(below(rng, WHOLE) + 1)
        if recall(past, deal, outlook, weights, moves, seats, spare):
            keep(past, seats)
        else:
            past.pack[i] = one
            past.pack[j] = two
