"""The data of a deal in fixed-size integers: the house, the hands, the row, the table, the stock.

What must stay true: everything that a rule may ask is here and nothing refers back to a log; the
house is shared and never changes; a copy shares nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from speto.bits import bit
from speto.dummy.codes import NOBODY, NOTHING, TAKE
from speto.dummy.melds import ends, name_of

if TYPE_CHECKING:
    from speto.dummy.rules import Rules


class House:
    """The options of `Rules` that a deal needs, as integers under the same names."""

    def __init__(self, rules: Rules) -> None:
        self.head_value = int(rules.head_value)
        self.first_turn_pickup = rules.first_turn_pickup
        self.pickup_needs_hand_card = rules.pickup_needs_hand_card
        self.pickup_for_layoff = rules.pickup_for_layoff
        self.birth = int(rules.birth)
        self.ace_low_run = rules.ace_low_run
        self.layoff_own = rules.layoff_own
        self.qka_fully_closed = rules.qka_fully_closed
        self.knock_value = rules.knock_value
        self.knock_special = rules.knock_special
        self.dark_mult = rules.dark_mult
        self.color_knock = int(rules.color_knock)
        self.color_mult = rules.color_mult
        self.color_includes_knock_card = rules.color_includes_knock_card
        self.multiplier_scope = int(rules.multiplier_scope)
        self.stock_end = int(rules.stock_end)
        self.ace_in_run = rules.ace_in_run
        self.unborn_penalty = int(rules.unborn_penalty)
        self.unborn_when = int(rules.unborn_when)
        self.fine = rules.fine
        self.fines_stack = rules.fines_stack
        self.full_discard = int(rules.full_discard)
        self.layoff_discard = rules.layoff_discard
        self.head_feed = rules.head_feed
        self.speto_feed = int(rules.speto_feed)
        self.feed_window = int(rules.feed_window)
        self.stuffed_speto = rules.stuffed_speto
        self.fool_scope = int(rules.fool_scope)


class Deal:
    """One deal. Masks are 52-bit; seats count from 0; points are whole points.

    `row` holds places (card | thrower << 6 | turn << 9 | flags), oldest first; those between
    `n_row` and `taken_end` are what this turn's pick-up took. `stock` is the whole pack, `next` the
    place of its top card. `fool_card` is the card (and its fined flag) that makes a seat a fool if
    this turn ends in a knock, or −1. `name` is the card that names a meld, `fits` are the cards it
    takes. The `entry_` arrays hold what the last action scored.
    """

    def __init__(self, house: House) -> None:
        self.house = house
        self.seats = self.starter = self.direction = self.turn = self.to_act = 0
        self.phase = self.took = self.drawn = self.taken_end = 0
        self.born = self.born_before = self.head = 0
        self.n_row = self.row_mask = self.n_melds = self.next = 0
        self.knocker = self.knock_card = -1
        self.n_entries = 0
        self.finishing = self.last = self.fool = False
        self.hand = [0] * 4
        self.known = [0] * 4
        self.laid = [0] * 4
        self.score = [0] * 4
        self.fined = [0] * 4
        self.fool_card = [-1] * 4
        self.row = [0] * 56
        self.meld = [0] * 20
        self.name = [0] * 20
        self.fits = [0] * 20
        self.owner = [0] * 20
        self.stock = [0] * 52
        self.entry_seat = [0] * 32
        self.entry_points = [0] * 32
        self.entry_clause = [0] * 32
        self.entry_cards = [0] * 32

    def hands(self) -> list[int]:
        """The hand of each seat."""
        return [self.hand[seat] for seat in range(self.seats)]

    def knowns(self) -> list[int]:
        """The cards in each hand that everybody saw it take."""
        return [self.known[seat] for seat in range(self.seats)]

    def laids(self) -> list[int]:
        """The cards that each seat has laid, wherever they lie."""
        return [self.laid[seat] for seat in range(self.seats)]

    def scores(self) -> list[int]:
        """The points of each seat so far, fines taken off."""
        return [self.score[seat] for seat in range(self.seats)]

    def fines(self) -> list[int]:
        """The points each seat has lost in fines, as numbers of at least 0."""
        return [self.fined[seat] for seat in range(self.seats)]

    def places(self) -> list[int]:
        """The places of the row, oldest first."""
        return [self.row[i] for i in range(self.n_row)]

    def taken(self) -> list[int]:
        """The places that this turn's pick-up took, oldest first."""
        return [self.row[i] for i in range(self.n_row, self.taken_end)]

    def fool_cards(self) -> list[int]:
        """`fool_card` of each seat."""
        return [self.fool_card[seat] for seat in range(self.seats)]

    def melds(self) -> list[tuple[int, int]]:
        """Owner and cards of each meld on the table, oldest first."""
        return [(self.owner[i], self.meld[i]) for i in range(self.n_melds)]

    def kept(self) -> list[tuple[int, int]]:
        """Name of each meld, and the cards it takes, as they are kept."""
        return [(self.name[i], self.fits[i]) for i in range(self.n_melds)]

    def stock_left(self) -> list[int]:
        """The card indices of the stock, top first."""
        return [self.stock[i] for i in range(self.next, 52)]

    def entries(self) -> list[tuple[int, int, int, int]]:
        """Seat, points, clause number and cards of each line that the last action scored."""
        return [
            (
                self.entry_seat[i],
                self.entry_points[i],
                self.entry_clause[i],
                self.entry_cards[i],
            )
            for i in range(self.n_entries)
        ]

    def pack(self) -> list[int]:
        """The card indices of the whole pack as dealt, top first."""
        return [self.stock[i] for i in range(52)]

    def set_pack(self, pack: list[int]) -> None:
        """Lay the pack, card indices with the top first, as the stock."""
        for i in range(52):
            self.stock[i] = pack[i]

    def fill(
        self,
        hands: list[int],
        knowns: list[int],
        laids: list[int],
        places: list[int],
        melds: list[tuple[int, int]],
    ) -> None:
        """Set the cards of a position; `places` are the row with what this turn took behind it."""
        for seat in range(self.seats):
            self.hand[seat] = hands[seat]
            self.known[seat] = knowns[seat]
            self.laid[seat] = laids[seat]
        for i in range(len(places)):
            self.row[i] = places[i]
        for i in range(len(melds)):
            self.owner[i] = melds[i][0]
            set_meld(self, i, melds[i][1])
        self.n_melds = len(melds)

    def set_points(self, seat: int, score: int, fined: int, fool_card: int) -> None:
        """Set what a seat has so far, what of it was lost in fines, and its `fool_card`."""
        self.score[seat] = score
        self.fined[seat] = fined
        self.fool_card[seat] = fool_card


def hand_size(seats: int) -> int:
    """Cards dealt to each seat: 11, 9 or 7 (D-DEAL-1)."""
    return 15 - 2 * seats


def next_seat(deal: Deal) -> int:
    """The seat that plays after the one to act (D-TURN-3)."""
    return (deal.to_act + deal.direction + deal.seats) % deal.seats


def set_meld(deal: Deal, at: int, cards: int) -> None:
    """Set the cards of a meld of the table, and so its name and the cards that it takes."""
    deal.meld[at] = cards
    deal.name[at] = name_of(cards)
    deal.fits[at] = ends(cards, deal.house.ace_low_run, deal.house.qka_fully_closed)


def start(deal: Deal, seats: int, starter: int, direction: int) -> None:
    """Deal the stock, which is the whole pack, and turn the head (D-DEAL-1..3, D-HEAD-1)."""
    deal.seats = seats
    deal.starter = starter
    deal.direction = direction
    deal.turn = 0
    deal.to_act = starter
    deal.phase = TAKE
    deal.took = NOTHING
    deal.drawn = -1
    deal.taken_end = deal.born = deal.born_before = deal.n_melds = deal.n_entries = 0
    deal.knocker = deal.knock_card = -1
    deal.finishing = deal.last = deal.fool = False
    for seat in range(4):
        deal.hand[seat] = deal.known[seat] = deal.laid[seat] = 0
        deal.score[seat] = deal.fined[seat] = 0
        deal.fool_card[seat] = -1
    size = hand_size(seats)
    seat = starter
    for i in range(size * seats):
        deal.hand[seat] |= bit(deal.stock[i])
        seat = (seat + direction + seats) % seats
    deal.head = deal.stock[size * seats]
    deal.next = size * seats + 1
    deal.row[0] = deal.head | NOBODY << 6
    deal.n_row = 1
    deal.row_mask = bit(deal.head)


def copy(into: Deal, source: Deal) -> None:
    """Make `into` equal to `source`, but for the entries of its last action; share the house."""
    into.seats = source.seats
    into.starter = source.starter
    into.direction = source.direction
    into.turn = source.turn
    into.to_act = source.to_act
    into.phase = source.phase
    into.took = source.took
    into.drawn = source.drawn
    into.taken_end = source.taken_end
    into.born = source.born
    into.born_before = source.born_before
    into.head = source.head
    into.n_row = source.n_row
    into.row_mask = source.row_mask
    into.n_melds = source.n_melds
    into.next = source.next
    into.knocker = source.knocker
    into.knock_card = source.knock_card
    into.n_entries = 0
    into.finishing = source.finishing
    into.last = source.last
    into.fool = source.fool
    into.hand[:] = source.hand
    into.known[:] = source.known
    into.laid[:] = source.laid
    into.score[:] = source.score
    into.fined[:] = source.fined
    into.fool_card[:] = source.fool_card
    into.row[:] = source.row
    into.meld[:] = source.meld
    into.name[:] = source.name
    into.fits[:] = source.fits
    into.owner[:] = source.owner
    into.stock[:] = source.stock
