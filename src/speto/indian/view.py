"""What a person, a socket or a Python player is shown: the face of a `Sight`.

What must stay true: a view is made of a sight and the public log alone; legal words, arrangements
and previews are asked of the sight, never of the deal.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple

from speto.cards import Card, ParseError
from speto.chain import Legal, Told
from speto.clause import T_KIND, T_OVER, T_TURN, Clause, Entry
from speto.indian import codes
from speto.indian.actions import (
    ACTIONS,
    Action,
    Show,
    TakeOpen,
    card_of,
    decoder,
    encode,
    hand_cards,
    in_order,
    masks_of,
    unheld,
)
from speto.indian.clauses import BY_NUMBER
from speto.indian.deal import Deal, House
from speto.indian.groups import (
    Arrangement,
    Kind,
    arranged,
    declared,
    kind_of_cards,
    wilds_of,
)
from speto.indian.judge import is_first_turn, legal, may_take, why_not
from speto.indian.rules import Rules
from speto.indian.sight import Sight, see
from speto.indian.workspace import workspace

ENDINGS: Final = ("", "show", "heaven", "last_one", "points", "void")
PLAIN: Final = (
    *("seats", "starter", "direction", "turn", "to_act", "phase", "took", "ended", "taken"),
    *("shower", "reshuffles", "cut", "wild", "next", "stock_end", "out", "began", "acted"),
    *("opened", "won", "asked"),
)
"""The fields of a deal that are one number each; what an action scored is not in a sight."""


class Preview(NamedTuple):
    """What taking the open card brings: the own points as they are, and after the best discard."""

    points_now: int
    points_after: int


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
        self.starter = seen.starter
        self.turn = seen.turn
        self.over = seen.phase == codes.OVER
        self.to_act = None if self.over else seen.to_act
        self.taken = seen.phase == codes.ACT
        self.declaring = seen.phase == codes.DECLARE
        self.stock_left = seen.stock_end - seen.next
        self.cut = card_of(seen.cut)
        self.wilds = wilds_of(self.cut, rules)
        self.scores = tuple(seen.scores())
        self.sizes = tuple(sight.sizes())
        self.misses = tuple(seen.misses())
        self.shower = seen.shower if seen.shower >= 0 else None
        self.ended = ENDINGS[seen.ended] if self.over else ""
        self.drawn = card_of(seen.taken) if seen.took == codes.DREW and seen.taken >= 0 else None
        self.took = card_of(seen.taken) if seen.took == codes.TOOK else None

    def __reduce__(self) -> tuple[Any, ...]:
        numbers = _numbers(self.sight)
        return _sent, (self.rules, self.log, self.entries, self.totals, self.sight.seat, numbers)

    @property
    def mine(self) -> bool:
        """Whether it is this seat's turn."""
        return self.seat is not None and self.seat == self.to_act

    @property
    def first_turn(self) -> bool:
        """Whether the seat to act has not ended a turn yet."""
        return not self.over and is_first_turn(self.sight.seen)

    @cached_property
    def hand(self) -> tuple[Card, ...]:
        """The own cards, sorted; a spectator has none."""
        return hand_cards(*self._hand)

    @property
    def _hand(self) -> tuple[int, int, int]:
        return self.sight.seen.hands()[self.seat] if self.seat is not None else (0, 0, 0)

    @cached_property
    def known(self) -> tuple[tuple[Card, ...], ...]:
        """The cards in each hand that everybody saw it take, and that it must still hold."""
        return tuple(hand_cards(*hand) for hand in self.sight.seen.knowns())

    @cached_property
    def pile(self) -> tuple[Card, ...]:
        """The open pile, oldest card first; only the last may be taken."""
        return tuple(map(card_of, self.sight.seen.piled()))

    @property
    def top(self) -> Card | None:
        """The card on top of the open pile."""
        return self.pile[-1] if self.pile else None

    @property
    def top_banned(self) -> bool:
        """Whether the top of the pile is a wild that may not be taken now (I-PICK-1)."""
        return bool(self.pile) and not may_take(self.sight.seen)

    @cached_property
    def out(self) -> tuple[bool, ...]:
        """Which seats have dropped or shown wrongly."""
        return tuple(bool(self.sight.seen.out >> seat & 1) for seat in range(self.seats))

    @cached_property
    def shown(self) -> tuple[tuple[Card, ...] | None, ...]:
        """The hands that lie open."""
        return tuple(
            hand_cards(*hand) if self.sight.seen.opened >> seat & 1 else None
            for seat, hand in enumerate(self.sight.seen.hands())
        )

    @cached_property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won the deal."""
        return tuple(seat for seat in range(self.seats) if self.sight.seen.won >> seat & 1)

    @cached_property
    def legal(self) -> Legal[Action]:
        """What this seat may do now; nothing when it is not its turn."""
        if not self.mine:
            return Legal([], decoder(self._hand))
        moves = workspace()
        legal(self.sight.seen, moves)
        return Legal(moves.listed(), decoder(self._hand))

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
    def best(self) -> Arrangement:
        """The own hand in the arrangement with the fewest points; of 14 cards, less a discard."""
        return arranged(self.hand, self.wilds, self.rules)

    def arrange(self, groups: Iterable[Sequence[Card]], discard: Card | None = None) -> Arrangement:
        """The own hand grouped so, of 14 cards less this or the best discard; the rest is loose.

        :raises ParseError: if a card stands in a group that the hand does not hold, or if there is
            nothing to discard.
        """
        rest = list(self.hand)
        if discard is not None and len(rest) <= codes.HAND:
            raise ParseError("Only a hand of 14 cards has one to discard.")
        whole = [tuple(group) for group in groups]
        for card in (card for group in whole for card in group):
            if card not in rest:
                raise ParseError(f"{card} is not in the hand, or stands in two groups")
            rest.remove(card)
        if discard is None:
            return declared(whole, rest, self.wilds, self.rules)
        if discard not in rest:
            raise ParseError(f"{discard} is not in the hand, or stands in a group")
        rest.remove(discard)
        return declared(whole, rest, self.wilds, self.rules)._replace(discard=discard)

    def kind(self, cards: Iterable[Card]) -> Kind:
        """What a group of cards is."""
        return kind_of_cards(cards, self.wilds)

    @property
    def drop_cost(self) -> int | None:
        """What dropping now costs in points; none if one can't."""
        if not self.mine or self.taken or self.declaring:
            return None
        return self.rules.first_drop if self.first_turn else self.rules.middle_drop

    @property
    def wrong_show_cost(self) -> int:
        """What a wrong Show costs in points (I-SHOW-3)."""
        return self.rules.wrong_show

    @cached_property
    def shows(self) -> dict[Card | None, Show]:
        """The valid Shows of `legal` by their finishing card; a heaven hand has none."""
        return {show.finishing: show for show in self.legal if isinstance(show, Show)}

    @cached_property
    def previews(self) -> dict[str, Preview]:
        """What taking the open card brings, by its word."""
        if not self.mine or self.top is None or TakeOpen() not in self.legal:
            return {}
        after = arranged(in_order([*self.hand, self.top]), self.wilds, self.rules)
        return {str(TakeOpen()): Preview(self.best.points, after.points)}


def why_not_in(deal: Deal, action: Action) -> Clause | None:
    """The clause that forbids an action of the seat to act in a deal or in its sight, or none."""
    try:
        code = encode(action)
    except ParseError:
        code = unheld(action)
    number = why_not(deal, workspace(), code)
    if not number and isinstance(action, Show):
        number = _why_not_the_hand(deal, action)
    return BY_NUMBER[number] if number else None


def _why_not_the_hand(deal: Deal, show: Show) -> int:
    """T-HOLD if a Show's cards are not exactly the hand."""
    try:
        same = masks_of(show.cards) == deal.hands()[deal.to_act]
    except ParseError:
        same = False
    return codes.ALLOWED if same else codes.T_HOLD


def _numbers(sight: Sight) -> tuple[Any, ...]:
    """A sight as numbers: all that travels of it."""
    seen = sight.seen
    return (
        tuple(getattr(seen, name) for name in PLAIN),
        seen.piled(),
        tuple(zip(seen.hands(), seen.knowns(), seen.counts(), strict=True)),
        tuple(zip(seen.scores(), seen.misses(), strict=True)),
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
    plain, pile, hands, points, sizes = numbers
    deal = Deal(House(rules))
    for name, value in zip(PLAIN, plain, strict=True):
        setattr(deal, name, value)
    deal.set_pile(pile)
    for at, (hand, known, count) in enumerate(hands):
        seen = at == seat or deal.opened >> at & 1
        # of a hand that is not seen only the number of cards counts
        deal.set_hand(at, hand if seen else ((1 << sizes[at]) - 1, 0, 0), known)
        deal.set_count(at, count)
        deal.set_points(at, *points[at])
    sight = Sight(deal.house)
    see(sight, deal, seat)
    return View(rules, sight, log, entries, totals)
