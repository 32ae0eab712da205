"""The immutable face of a deal: what is legal, what forbids, what an action leads to.

What must stay true: `apply` refuses through `why_not`; a state never changes, so old ones stay
good; the ledger is read off the states, and sums to the scores.
"""

from __future__ import annotations

from collections.abc import Sequence

from speto.cards import Card, ParseError, shown, write_cards
from speto.chain import Chain, Legal, check_totals
from speto.clause import T_KIND, T_TURN, Clause, Entry, IllegalAction, RulesError
from speto.indian import codes
from speto.indian.actions import (
    ACTIONS,
    WHOLE_PACK,
    Action,
    Draw,
    Miss,
    card_of,
    code_of,
    decode,
    decoder,
    encode,
    hand_cards,
)
from speto.indian.clauses import BY_NUMBER
from speto.indian.deal import Deal, House, copy
from speto.indian.deal import start as start_deal
from speto.indian.judge import legal
from speto.indian.position import read_position, write_position
from speto.indian.rules import SEATS, Rules
from speto.indian.sight import Sight, see
from speto.indian.turn import apply
from speto.indian.view import ENDINGS, View, why_not_in
from speto.indian.workspace import workspace


class State(Chain[Action, Deal]):
    """One moment of a deal.

    >>> state = start(Rules(), WHOLE_PACK, seats=2)
    >>> str(state.apply(state.legal[0]).log[-1])
    '+5d'
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
        self._legal: Legal[Action] | None = None

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
    def winners(self) -> tuple[int, ...]:
        """The seats that have won the deal."""
        return tuple(seat for seat in range(self.seats) if self._deal.won >> seat & 1)

    @property
    def out(self) -> tuple[bool, ...]:
        """Which seats have dropped or shown wrongly."""
        return tuple(bool(self._deal.out >> seat & 1) for seat in range(self.seats))

    @property
    def shower(self) -> int | None:
        """The seat whose Show was valid, if one was."""
        return self._deal.shower if self._deal.shower >= 0 else None

    @property
    def ended(self) -> str:
        """How the deal ended: show, heaven, last_one, points or void; nothing while it runs."""
        return ENDINGS[self._deal.ended] if self.over else ""

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """All hands: only for those who may see them."""
        return tuple(hand_cards(*hand) for hand in self._deal.hands())

    @property
    def pack(self) -> tuple[Card, ...]:
        """The pack as dealt, top first: only for those who may see it."""
        return tuple(map(card_of, self._deal.dealt()))

    @property
    def next_card(self) -> Card | None:
        """The top card of the stock: only for those who may see it."""
        stock = self._deal.stock_left()
        return card_of(stock[0]) if stock else None

    @property
    def legal(self) -> Sequence[Action]:
        """Every legal action that is proposed to the seat to act; no wrong Show, no missed turn."""
        if self._legal is None:
            moves = workspace()
            legal(self._deal, moves)
            self._legal = Legal(moves.listed(), decoder(self._hand()))
        return self._legal

    def _hand(self) -> tuple[int, int, int]:
        return self._deal.hands()[self._deal.to_act]

    def why_not(self, action: object, seat: int | None = None) -> Clause | None:
        """The clause that forbids an action, or none; `seat` is who says it."""
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
        apply(deal, workspace(), encode(action))
        if isinstance(action, Draw):
            action = Draw(card_of(deal.taken))
        else:
            action = decode(encode(action), self._hand())
        return State(self.rules, deal, self, action)

    def timeout(self) -> Action:
        """What the clock does for the seat to act (I-MORE-20)."""
        return Miss()

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
            Entry(seat, points, BY_NUMBER[number], hand_cards(one, two, 0), self.at - 1)
            for seat, points, number, one, two in self._deal.entries()
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
    """Deal a pack, its top card first (I-DEAL-1..3).

    `totals` are those of the match before the deal, if it belongs to one.

    :raises RulesError: if the pack is not the 106 cards, or what else is said cannot be.
    """
    try:
        whole = sorted(map(code_of, pack)) == list(map(code_of, WHOLE_PACK))
    except ParseError:
        whole = False
    if not whole:
        raise RulesError(
            f"the pack {shown(write_cards(pack))} is not the 106 cards, each twice with two jokers"
        )
    if seats not in SEATS:
        raise RulesError(f"{seats} seats: Indian Rummy is played by 2 to 6")
    if starter not in range(seats):
        raise RulesError(f"starter {starter}: write a seat from 0 to {seats - 1}")
    if direction not in (1, -1):
        raise RulesError(f"direction {direction}: write 1 or -1")
    deal = Deal(House(rules))
    deal.set_pack([code_of(card) for card in pack])
    start_deal(deal, seats, starter, direction)
    return State(rules, deal, totals=check_totals(totals, seats))
