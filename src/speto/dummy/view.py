"""What a person, a socket or a Python player is shown: the face of a `Sight`.

What must stay true: a view is made of a sight and the public log alone; legal words, previews and
risks are asked of the sight, never of the deal.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Any, Final, NamedTuple

from speto.cards import PACK, Card, ParseError, cards_in
from speto.chain import Legal, Told
from speto.clause import T_KIND, T_OVER, T_TURN, Clause, Entry
from speto.dummy import codes
from speto.dummy.actions import (
    ACTIONS,
    Action,
    PickUp,
    PickUpToLayOff,
    decode,
    encode,
    spelled,
    unheld,
)
from speto.dummy.clauses import (
    BY_NUMBER,
    FOOL_1,
    FOOL_2,
    PEN_HEAD,
)
from speto.dummy.deal import Deal, House
from speto.dummy.fines import immediate_fine, may_feed_head, may_feed_speto, may_meld
from speto.dummy.judge import can_knock, held_from, place_of, take_finishes, why_not
from speto.dummy.melds import Moves
from speto.dummy.moves import legal
from speto.dummy.rules import Rules, StockEnd
from speto.dummy.sight import Sight, see

PLAIN: Final = (
    *("seats", "starter", "direction", "turn", "to_act", "phase", "took", "drawn", "taken_end"),
    *("born", "born_before", "head", "n_row", "row_mask", "next", "knocker", "knock_card"),
    *("finishing", "last", "fool"),
)
"""The fields of a deal that are one number each; what an action scored is not in a sight."""


class LegalActions(Legal[Action]):
    """The legal actions of a seat; a meld is among them in whatever order its cards are named."""

    __slots__ = ()

    def __init__(self, codes: list[int]) -> None:
        super().__init__(codes, decode)

    def __contains__(self, action: object) -> bool:
        return isinstance(action, ACTIONS) and encode(action) in self.codes


class RowCard(NamedTuple):
    """A card of the row; the head has neither thrower nor turn."""

    card: Card
    thrower: int | None
    turn: int | None


class TableMeld(NamedTuple):
    """A meld on the table, and for each of its cards the seat that laid it."""

    owner: int
    cards: tuple[Card, ...]
    laid_by: tuple[int, ...]


class Preview(NamedTuple):
    """What a pick-up brings: the cards taken, those laid at once, the hand's size after it.

    `knocks`: the rest of the hand can then be laid to one card, so the turn can end in a knock.
    """

    takes: tuple[Card, ...]
    lays: tuple[Card, ...]
    left: int
    knocks: bool


class Risk(NamedTuple):
    """What throwing a card costs (`certain`) or may yet cost; points are at most 0."""

    clause: Clause
    points: int
    certain: bool


class View:
    """Everything one seat may know of a deal. Seat `None` is a spectator.

    `entries` is the ledger so far, which is public; `log` hides what others drew. `totals` are
    those of the match before this deal, by seat of the deal; a deal that stands alone has none.
    """

    def __init__(
        self,
        rules: Rules,
        sight: Sight,
        log: tuple[Told, ...],
        entries: tuple[Entry, ...],
        totals: tuple[int, ...] = (),
    ) -> None:
        self.rules = rules
        self.sight = sight
        self.log = log
        self.entries = entries
        self.totals = totals
        self.seat = sight.seat if sight.seat >= 0 else None
        seen = sight.seen
        self.seats = seen.seats
        self.direction = seen.direction
        self.turn = seen.turn
        self.over = seen.phase == codes.OVER
        self.to_act = None if self.over else seen.to_act
        self.taken = seen.phase == codes.ACT
        self.last_chance = seen.last
        self.must_knock = seen.finishing
        self.stock_left = len(PACK) - seen.next
        self.head = PACK[seen.head]
        self.head_lies = bool(seen.row_mask >> seen.head & 1)
        self.scores = tuple(seen.scores())
        self.sizes = tuple(sight.sizes())
        self.knocker = seen.knocker if seen.knocker >= 0 else None
        self.drawn = PACK[seen.drawn] if seen.drawn >= 0 else None

    def __reduce__(self) -> tuple[Any, ...]:
        numbers = _numbers(self.sight)
        return _sent, (self.rules, self.log, self.entries, self.totals, self.sight.seat, numbers)

    @property
    def mine(self) -> bool:
        """Whether it is this seat's turn."""
        return self.seat is not None and self.seat == self.to_act

    @cached_property
    def hand(self) -> tuple[Card, ...]:
        """The own cards, lowest first; a spectator has none."""
        return cards_in(self.sight.seen.hands()[self.seat]) if self.seat is not None else ()

    @cached_property
    def known(self) -> tuple[tuple[Card, ...], ...]:
        """The cards in each hand that everybody saw it take."""
        return tuple(map(cards_in, self.sight.seen.knowns()))

    @cached_property
    def born(self) -> tuple[bool, ...]:
        """Which seats are born."""
        return tuple(bool(self.sight.seen.born >> seat & 1) for seat in range(self.seats))

    @cached_property
    def row(self) -> tuple[RowCard, ...]:
        """The row, oldest card first."""
        return tuple(map(_row_card, self.sight.seen.places()))

    @cached_property
    def melds(self) -> tuple[TableMeld, ...]:
        """The melds on the table, oldest first."""
        seen = self.sight.seen
        laids = seen.laids()
        return tuple(
            _meld(owner, mask, tuple(laid & mask for laid in laids)) for owner, mask in seen.melds()
        )

    @cached_property
    def legal(self) -> LegalActions:
        """What this seat may do now; nothing when it is not its turn."""
        if not self.mine:
            return LegalActions([])
        moves = Moves()
        legal(self.sight.seen, moves)
        return LegalActions(moves.listed())

    @property
    def words(self) -> tuple[str, ...]:
        """The legal actions as words."""
        return tuple(map(str, self.legal))

    def why_not(self, action: object) -> Clause | None:
        """The clause that forbids this seat an action, or none; asked of the sight alone."""
        if not isinstance(action, ACTIONS):
            return T_KIND
        if self.over:
            return T_OVER
        return why_not_in(self.sight.seen, action) if self.mine else T_TURN

    @cached_property
    def previews(self) -> dict[str, Preview]:
        """What each legal pick-up brings, by its word."""
        seen, moves = self.sight.seen, Moves()
        previews = {}
        for action in self.legal:
            if isinstance(action, PickUp | PickUpToLayOff):
                at = place_of(seen, action.card.number)
                lays = action.meld if isinstance(action, PickUp) else (action.card,)
                previews[str(action)] = Preview(
                    takes=tuple(place.card for place in self.row[at:]),
                    lays=lays,
                    left=held_from(seen, at).bit_count() - len(lays),
                    knocks=take_finishes(seen, moves, encode(action)),
                )
        return previews

    @cached_property
    def can_knock(self) -> bool:
        """Whether the own hand can be laid to one card in this turn, as it is now."""
        return self.mine and self.taken and can_knock(self.sight.seen, Moves())

    @cached_property
    def risks(self) -> dict[Card, tuple[Risk, ...]]:
        """For each own card that costs or may cost points when thrown now: by which clauses."""
        found = {card: self._risks_of(card) for card in self.hand}
        return {card: risks for card, risks in found.items() if risks}

    def _risks_of(self, card: Card) -> tuple[Risk, ...]:
        sight, seen = self.sight, self.sight.seen
        house, mask = seen.house, 1 << card.number
        fine = -house.fine
        risks: list[Risk] = []
        while clause := immediate_fine(seen, mask, len(risks)):
            risks.append(Risk(BY_NUMBER[clause], fine, certain=True))
        ends_here = seen.last or (
            self.stock_left == 0 and self.rules.stock_end is StockEnd.IMMEDIATE
        )
        if ends_here or (risks and not house.fines_stack):
            return tuple(risk for risk in risks[: None if house.fines_stack else 1] if risk.points)
        if may_feed_head(seen, mask, sight.unseen):
            risks.append(Risk(PEN_HEAD, fine, certain=False))
        clause = may_feed_speto(seen, mask, sight.unseen)
        if clause:
            risks.append(Risk(BY_NUMBER[clause], fine, certain=False))
        if self._fool_near and self._may_fool(mask, seen.row_mask | mask):
            one = house.fool_scope == codes.NEXT_PLAYER_SINGLE
            risks.append(Risk(FOOL_1 if one else FOOL_2, fine, certain=False))
        return tuple(risk for risk in risks if risk.points)

    @cached_property
    def _fool_near(self) -> bool:
        """Whether a seat in reach holds so few cards that one meld lets it knock."""
        scope = self.sight.seen.house.fool_scope
        if scope == codes.FOOL_OFF or self.seat is None:
            return False
        reach = 1 if scope == codes.NEXT_PLAYER_SINGLE else self.seats - 1
        near = ((self.seat + self.direction * n) % self.seats for n in range(1, reach + 1))
        return any(self.sizes[seat] in (3, 4) for seat in near)

    def _may_fool(self, mask: int, row: int) -> bool:
        """Whether one meld with the card may be all that such a seat lacks."""
        sight, seen = self.sight, self.sight.seen
        # the next seat takes this card alone; under the wide rule older ones may be melded with it
        one = seen.house.fool_scope == codes.NEXT_PLAYER_SINGLE
        return may_meld(mask, mask, mask if one else row, sight.unseen, seen.house)


def why_not_in(deal: Deal, action: Action) -> Clause | None:
    """The clause that forbids an action of the seat to act in a deal or in its sight, or none."""
    try:
        code = encode(action)
    except ParseError:
        code = unheld(action)
    number = why_not(deal, Moves(), code)
    return BY_NUMBER[number] if number else None


@lru_cache(maxsize=8192)
def _row_card(place: int) -> RowCard:
    """A card of the row as it lies, kept: it lies there for many moves."""
    if place >> 6 & 7 == codes.NOBODY:
        return RowCard(PACK[place & 63], None, None)
    return RowCard(PACK[place & 63], place >> 6 & 7, place >> 9 & 511)


@lru_cache(maxsize=4096)
def _meld(owner: int, mask: int, laids: tuple[int, ...]) -> TableMeld:
    """A meld as it lies, kept: most melds lie as they did when the last view was made."""
    cards = spelled(mask)
    layers = (next(n for n, laid in enumerate(laids) if laid >> card.number & 1) for card in cards)
    return TableMeld(owner, cards, tuple(layers))


def _numbers(sight: Sight) -> tuple[Any, ...]:
    """A sight as numbers: all that travels of it."""
    seen = sight.seen
    return (
        tuple(getattr(seen, name) for name in PLAIN),
        (seen.hands(), seen.knowns(), seen.laids(), seen.places() + seen.taken(), seen.melds()),
        tuple(zip(seen.scores(), seen.fines(), seen.fool_cards(), strict=True)),
        sight.sizes(),
    )


def _sent(
    rules: Rules,
    log: tuple[Told, ...],
    entries: tuple[Entry, ...],
    totals: tuple[int, ...],
    seat: int,
    numbers: tuple[Any, ...],
) -> View:
    """The view that was sent as numbers."""
    plain, (hands, *cards), points, sizes = numbers
    deal = Deal(House(rules))
    for name, value in zip(PLAIN, plain, strict=True):
        setattr(deal, name, value)
    # of a hand that is not seen only the number of cards counts
    filled = [hand if at == seat else (1 << sizes[at]) - 1 for at, hand in enumerate(hands)]
    deal.fill(filled, *cards)
    for at, found in enumerate(points):
        deal.set_points(at, *found)
    sight = Sight(deal.house)
    see(sight, deal, seat)
    return View(rules, sight, log, entries, totals)
