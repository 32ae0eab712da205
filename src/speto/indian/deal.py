"""The data of a deal in fixed-size integers: the house, the hands, the stock, the open pile.

What must stay true: everything that a rule may ask is here and nothing refers back to a log; the
house is shared and never changes; a copy shares nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from speto.bits import bit
from speto.indian.codes import (
    ACES,
    CARDS,
    EXACT,
    HAND,
    JOKER,
    NOTHING,
    RANK,
    RUNNING,
    TAKE,
)

if TYPE_CHECKING:
    from speto.indian.rules import Rules


class House:
    """The options of `Rules` that a deal needs, as integers under the same names."""

    def __init__(self, rules: Rules) -> None:
        self.wild_scope = int(rules.wild_scope)
        self.second_run_min = rules.second_run_min
        self.may_discard_taken = rules.may_discard_taken
        self.wild_pick = int(rules.wild_pick)
        self.first_drop = rules.first_drop
        self.middle_drop = rules.middle_drop
        self.missed_turns = rules.missed_turns
        self.show_check = int(rules.show_check)
        self.score_arrangement = int(rules.score_arrangement)
        self.no_pure = int(rules.no_pure)
        self.one_pure = int(rules.one_pure)
        self.cap = rules.cap
        self.wrong_show = rules.wrong_show
        self.on_exhaust = int(rules.on_exhaust)
        self.heaven = rules.heaven
        self.max_turns = rules.max_turns


class Deal:
    """One deal. Cards are codes 0 to 52 (52 a printed joker), seats count from 0.

    A hand is two 52-bit masks, the cards held and those held twice, and its printed jokers; what
    everybody saw a seat take and it must still hold is kept the same way (`known_`). `out`,
    `began`, `acted`, `opened`, `won` and `asked` are masks of seats: out of the deal; has ended a
    turn; has acted of its own will; its hand lies open; has won; has its hand counted. `stock` runs
    from `next` to `stock_end`, `pile` has the oldest card first, `pack` is the pack as dealt.
    Scores are the points that a seat owes. `counted_` is what a hand was counted at. The `entry_`
    arrays hold what the last action scored.
    """

    def __init__(self, house: House) -> None:
        self.house = house
        self.seats = self.starter = self.direction = self.turn = self.to_act = 0
        self.phase = self.took = self.ended = self.reshuffles = 0
        self.taken = self.shower = -1
        self.cut = self.wild = self.next = self.stock_end = self.n_pile = 0
        self.out = self.began = self.acted = self.opened = self.won = self.asked = 0
        self.n_entries = 0
        self.one = [0] * 6
        self.two = [0] * 6
        self.jokers = [0] * 6
        self.known_one = [0] * 6
        self.known_two = [0] * 6
        self.known_jokers = [0] * 6
        self.missed = [0] * 6
        self.score = [0] * 6
        self.counted_stage = [0] * 6
        self.counted_sum = [0] * 6
        self.counted_one = [0] * 6
        self.counted_two = [0] * 6
        self.stock = [0] * 106
        self.pile = [0] * 106
        self.pack = [0] * 106
        self.entry_seat = [0] * 32
        self.entry_points = [0] * 32
        self.entry_clause = [0] * 32
        self.entry_one = [0] * 32
        self.entry_two = [0] * 32

    def hands(self) -> list[tuple[int, int, int]]:
        """The hand of each seat: cards, those held twice, printed jokers."""
        return [(self.one[s], self.two[s], self.jokers[s]) for s in range(self.seats)]

    def knowns(self) -> list[tuple[int, int, int]]:
        """What each seat must hold by what everybody saw."""
        return [
            (self.known_one[s], self.known_two[s], self.known_jokers[s]) for s in range(self.seats)
        ]

    def misses(self) -> list[int]:
        """The turns each seat has missed one after the other."""
        return [self.missed[seat] for seat in range(self.seats)]

    def scores(self) -> list[int]:
        """The points that each seat owes so far."""
        return [self.score[seat] for seat in range(self.seats)]

    def piled(self) -> list[int]:
        """The cards of the open pile, oldest first."""
        return [self.pile[i] for i in range(self.n_pile)]

    def stock_left(self) -> list[int]:
        """The cards of the stock, top first."""
        return [self.stock[i] for i in range(self.next, self.stock_end)]

    def dealt(self) -> list[int]:
        """The pack as dealt, top first."""
        return [self.pack[i] for i in range(CARDS)]

    def counts(self) -> list[tuple[int, int, int, int]]:
        """Stage, sum and counted cards of what each seat declared."""
        return [
            (self.counted_stage[s], self.counted_sum[s], self.counted_one[s], self.counted_two[s])
            for s in range(self.seats)
        ]

    def entries(self) -> list[tuple[int, int, int, int, int]]:
        """Seat, points, clause number and cards (held, twice) of each line of the last action."""
        return [
            (
                self.entry_seat[i],
                self.entry_points[i],
                self.entry_clause[i],
                self.entry_one[i],
                self.entry_two[i],
            )
            for i in range(self.n_entries)
        ]

    def set_pack(self, pack: list[int]) -> None:
        """Set the pack, card codes with the top first."""
        for i in range(CARDS):
            self.pack[i] = pack[i]

    def set_stock(self, cards: list[int]) -> None:
        """Lay cards as the stock, top first."""
        for i in range(len(cards)):
            self.stock[i] = cards[i]
        self.next = 0
        self.stock_end = len(cards)

    def set_pile(self, cards: list[int]) -> None:
        """Lay cards as the open pile, oldest first."""
        for i in range(len(cards)):
            self.pile[i] = cards[i]
        self.n_pile = len(cards)

    def set_hand(self, seat: int, hand: tuple[int, int, int], known: tuple[int, int, int]) -> None:
        """Set what a seat holds, and what of it everybody saw it take."""
        self.one[seat], self.two[seat], self.jokers[seat] = hand
        self.known_one[seat], self.known_two[seat], self.known_jokers[seat] = known

    def set_points(self, seat: int, score: int, missed: int) -> None:
        """Set what a seat owes, and how many turns it has missed one after the other."""
        self.score[seat] = score
        self.missed[seat] = missed

    def set_count(self, seat: int, count: tuple[int, int, int, int]) -> None:
        """Set stage, sum and counted cards of what a seat declared."""
        self.counted_stage[seat], self.counted_sum[seat] = count[0], count[1]
        self.counted_one[seat], self.counted_two[seat] = count[2], count[3]


def wild_of(cut: int, wild_scope: int) -> int:
    """The special wild cards of a deal by its cut card (I-WILD-1, I-WILD-2, I-WILD-5)."""
    if cut == JOKER:
        return ACES
    return bit(cut) if wild_scope == EXACT else RANK << (cut & 60)


def is_wild(deal: Deal, card: int) -> bool:
    """Whether a card is a printed joker or a special wild."""
    return card == JOKER or deal.wild >> card & 1 != 0


def top(deal: Deal) -> int:
    """The card on top of the open pile, or −1."""
    return deal.pile[deal.n_pile - 1] if deal.n_pile else -1


def hand_size(deal: Deal, seat: int) -> int:
    """How many cards a seat holds: 13, or 14 in its turn."""
    return HAND + 1 if deal.took != NOTHING and seat == deal.to_act else HAND


def held(deal: Deal, seat: int, card: int) -> int:
    """How many copies of a card a seat holds."""
    if card == JOKER:
        return deal.jokers[seat]
    return (deal.one[seat] >> card & 1) + (deal.two[seat] >> card & 1)


def gain(deal: Deal, seat: int, card: int) -> None:
    """Put a card into a hand."""
    if card == JOKER:
        deal.jokers[seat] += 1
        return
    deal.two[seat] |= deal.one[seat] & bit(card)
    deal.one[seat] |= bit(card)


def lose(deal: Deal, seat: int, card: int) -> None:
    """Take a card out of a hand; a copy that everybody saw goes first."""
    if card == JOKER:
        deal.jokers[seat] -= 1
        if deal.known_jokers[seat] > 0:
            deal.known_jokers[seat] -= 1
        return
    if deal.two[seat] & bit(card):
        deal.two[seat] ^= bit(card)
    else:
        deal.one[seat] ^= bit(card)
    if deal.known_two[seat] & bit(card):
        deal.known_two[seat] ^= bit(card)
    else:
        deal.known_one[seat] &= ~bit(card)


def learn(deal: Deal, seat: int, card: int) -> None:
    """Note that everybody saw a seat take a card."""
    if card == JOKER:
        deal.known_jokers[seat] += 1
        return
    deal.known_two[seat] |= deal.known_one[seat] & bit(card)
    deal.known_one[seat] |= bit(card)


def is_in(deal: Deal, seat: int) -> bool:
    """Whether a seat is still in the deal."""
    return not deal.out >> seat & 1


def seats_in(deal: Deal) -> int:
    """How many seats are still in the deal."""
    n = 0
    for seat in range(deal.seats):
        if is_in(deal, seat):
            n += 1
    return n


def next_in(deal: Deal, seat: int) -> int:
    """The next seat after this one in turn that is still in; this one if there is no other."""
    for _ in range(deal.seats):
        seat = (seat + deal.direction + deal.seats) % deal.seats
        if is_in(deal, seat):
            return seat
    return seat


def start(deal: Deal, seats: int, starter: int, direction: int) -> None:
    """Deal the pack: hands, upcard, stock, and the cut card from below (I-DEAL-1..3, I-MORE-19)."""
    deal.seats = seats
    deal.starter = starter
    deal.direction = direction
    deal.turn = 0
    deal.to_act = starter
    deal.phase = TAKE
    deal.took = NOTHING
    deal.ended = RUNNING
    deal.taken = deal.shower = -1
    deal.reshuffles = deal.n_entries = 0
    deal.out = deal.began = deal.acted = deal.opened = deal.won = deal.asked = 0
    for seat in range(6):
        deal.one[seat] = deal.two[seat] = deal.jokers[seat] = 0
        deal.known_one[seat] = deal.known_two[seat] = deal.known_jokers[seat] = 0
        deal.missed[seat] = deal.score[seat] = 0
        deal.counted_stage[seat] = deal.counted_sum[seat] = 0
        deal.counted_one[seat] = deal.counted_two[seat] = 0
    seat = starter
    for i in range(HAND * seats):
        gain(deal, seat, deal.pack[i])
        seat = (seat + direction + seats) % seats
    deal.pile[0] = deal.pack[HAND * seats]
    deal.n_pile = 1
    deal.next = HAND * seats + 1
    deal.stock_end = CARDS - 1
    for i in range(deal.next, deal.stock_end):
        deal.stock[i] = deal.pack[i]
    deal.cut = deal.pack[CARDS - 1]
    deal.wild = wild_of(deal.cut, deal.house.wild_scope)


def copy(into: Deal, source: Deal) -> None:
    """Make `into` equal to `source`, but for the entries of its last action; share the house."""
    into.seats = source.seats
    into.starter = source.starter
    into.direction = source.direction
    into.turn = source.turn
    into.to_act = source.to_act
    into.phase = source.phase
    into.took = source.took
    into.ended = source.ended
    into.taken = source.taken
    into.shower = source.shower
    into.reshuffles = source.reshuffles
    into.cut = source.cut
    into.wild = source.wild
    into.next = source.next
    into.stock_end = source.stock_end
    into.n_pile = source.n_pile
    into.out = source.out
    into.began = source.began
    into.acted = source.acted
    into.opened = source.opened
    into.won = source.won
    into.asked = source.asked
    into.n_entries = 0
    into.one[:] = source.one
    into.two[:] = source.two
    into.jokers[:] = source.jokers
    into.known_one[:] = source.known_one
    into.known_two[:] = source.known_two
    into.known_jokers[:] = source.known_jokers
    into.missed[:] = source.missed
    into.score[:] = source.score
    into.counted_stage[:] = source.counted_stage
    into.counted_sum[:] = source.counted_sum
    into.counted_one[:] = source.counted_one
    into.counted_two[:] = source.counted_two
    into.stock[:] = source.stock
    into.pile[:] = source.pile
    into.pack[:] = source.pack
