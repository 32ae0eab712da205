"""The immutable face of a deal: what is legal, what forbids, what an action leads to.

What must stay true: `apply` refuses through `why_not`; a state never changes, so old ones stay
good; the ledger is read off the states, and sums to the scores.
"""

from __future__ import annotations

from collections.abc import Sequence

from speto.cards import PACK, Card, cards_in, shown, write_cards
from speto.chain import Chain, check_totals
from speto.clause import T_KIND, T_TURN, Clause, Entry, IllegalAction, RulesError
from speto.dummy import codes
from speto.dummy.actions import ACTIONS, Action, Draw, decode, encode
from speto.dummy.clauses import BY_NUMBER
from speto.dummy.deal import Deal, House, copy
from speto.dummy.deal import start as start_deal
from speto.dummy.melds import Moves
from speto.dummy.moves import legal, timeout
from speto.dummy.position import read_position, write_position
from speto.dummy.rules import SEATS, Rules
from speto.dummy.sight import Sight, see
from speto.dummy.turn import apply
from speto.dummy.view import LegalActions, View, why_not_in


class State(Chain[Action, Deal]):
    """One moment of a deal.

    >>> state = start(Rules(), PACK, seats=2)
    >>> str(state.apply(state.legal[0]).log[-1])
    '+7s'
    """

    __slots__ = ("_legal", "rules")

    def __init__(
        self,
        rules: Rules,
        deal: Deal,
        before: State | None = None,
        action: Action | None = None,
        totals: tuple[int, ...] = (),
    ) -> None:
        super().__init__(deal, before, action, totals)
        self.rules = rules
        self._legal: LegalActions | None = None

    @classmethod
    def read(cls, text: str) -> State:
        """The moment that a position describes (docs/record.md).

        :raises ParseError: if the text is no position, or one that cannot be.
        :raises RulesError: if its rules are none.
        """
        return cls(*read_position(text))

    def __str__(self) -> str:
        return write_position(self.rules, self._deal)

    def __repr__(self) -> str:
        return f"<State {self}>"

    @property
    def over(self) -> bool:
        """Whether the deal is over."""
        return self._deal.phase == codes.OVER

    @property
    def to_act(self) -> int | None:
        """The seat whose turn it is, or none when the deal is over."""
        return None if self.over else self._deal.to_act

    @property
    def knocker(self) -> int | None:
        """The seat that knocked, if one did."""
        return self._deal.knocker if self._deal.knocker >= 0 else None

    @property
    def fool(self) -> bool:
        """Whether the knock made a fool of somebody (D-FOOL-3)."""
        return self._deal.fool

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """All hands: only for those who may see them."""
        return tuple(map(cards_in, self._deal.hands()))

    @property
    def pack(self) -> tuple[Card, ...]:
        """The pack as dealt, top first: only for those who may see it."""
        return tuple(PACK[card] for card in self._deal.pack())

    @property
    def next_card(self) -> Card | None:
        """The top card of the stock: only for those who may see it."""
        stock = self._deal.stock_left()
        return PACK[stock[0]] if stock else None

    @property
    def legal(self) -> Sequence[Action]:
        """Every legal action of the seat to act."""
        if self._legal is None:
            moves = Moves()
            legal(self._deal, moves)
            self._legal = LegalActions(moves.listed())
        return self._legal

    def why_not(self, action: object, seat: int | None = None) -> Clause | None:
        """The clause that forbids an action, or none; `seat` is who says it (D-MORE-21)."""
        if not isinstance(action, ACTIONS):
            return T_KIND
        if seat is not None and seat != self.to_act and not self.over:
            return T_TURN
        return why_not_in(self._deal, action)

    def apply(self, action: Action, seat: int | None = None) -> State:
        """The state after an action, said by `seat` if it is given.

        :raises IllegalAction: with the clause that forbids it.
        """
        clause = self.why_not(action, seat)
        if clause:
            raise IllegalAction(str(action), clause)
        deal = Deal(self._deal.house)
        copy(deal, self._deal)
        apply(deal, encode(action))
        action = Draw(PACK[deal.drawn]) if isinstance(action, Draw) else decode(encode(action))
        return State(self.rules, deal, self, action)

    def timeout(self) -> Action:
        """What the clock does for the seat to act (D-MORE-17)."""
        return decode(timeout(self._deal, Moves()))

    def view_for(self, seat: int | None) -> View:
        """What a seat may know; `None` is a spectator.

        :raises ValueError: if there is no such seat.
        """
        if seat is not None and seat not in range(self.seats):
            raise ValueError(f"seat {seat}: there are seats 0 to {self.seats - 1}")
        sight = Sight(self._deal.house)
        see(sight, self._deal, -1 if seat is None else seat)
        return View(self.rules, sight, self.told(seat), self.ledger(), self.totals)

    def entries(self) -> tuple[Entry, ...]:
        """What the last action scored."""
        return tuple(
            Entry(seat, points, BY_NUMBER[number], cards_in(cards), self.at - 1)
            for seat, points, number, cards in self._deal.entries()
        )

    def hidden(self) -> Action:
        """The last action as all but its seat may read it: what was drawn is not told."""
        assert self.action
        return Draw() if isinstance(self.action, Draw) else self.action


def start(
    rules: Rules,
    pack: Sequence[Card],
    *,
    seats: int,
    starter: int = 0,
    direction: int = 1,
    totals: Sequence[int] = (),
) -> State:
    """Deal a pack, its top card first (D-DEAL-1..3).

    `totals` are those of the match before the deal, if it belongs to one.

    :raises RulesError: if the pack is not the 52 cards, or what else is said cannot be.
    """
    if sorted(pack) != list(PACK):
        raise RulesError(f"the pack {shown(write_cards(pack))} is not the 52 cards, each once")
    if seats not in SEATS:
        raise RulesError(f"{seats} seats: Dummy is played by 2, 3 or 4")
    if starter not in range(seats):
        raise RulesError(f"starter {starter}: write a seat from 0 to {seats - 1}")
    if direction not in (1, -1):
        raise RulesError(f"direction {direction}: write 1 or -1")
    deal = Deal(House(rules))
    deal.set_pack([card.number for card in pack])
    start_deal(deal, seats, starter, direction)
    return State(rules, deal, totals=check_totals(totals, seats))
