"""Settling the hands of a deal by the rules of the game: somebody showed, or nobody did.

What must stay true: every point that a hand costs comes from `turn.apply`; drops and wrong Shows
that were written down cost what the rules say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from speto.cards import Card
from speto.clause import Clause, Entry
from speto.indian import PACK, Rules, State, codes
from speto.indian.actions import (
    Action,
    Discard,
    Draw,
    Miss,
    Show,
    arranged_show,
    card_of,
    code_of,
    encode,
    hand_cards,
    masks_of,
)
from speto.indian.clauses import BY_NUMBER, DROP_1, DROP_2, SHOW_3
from speto.indian.deal import Deal, House, is_in, seats_in, wild_of
from speto.indian.groups import wilds_of
from speto.indian.rules import OnExhaust, ShowCheck
from speto.indian.turn import apply
from speto.indian.workspace import workspace
from speto.score.indian.judging import Judged, judge
from speto.score.indian.table import CLAIMS, OUT, Laid, Mark, Table
from speto.score.wrong import Wrong

LONG_AGO: Final = -1000
"""A turn after which no number of turns ends the deal."""


@dataclass(frozen=True, slots=True)
class Settled:
    """A deal that was settled: its last state and its ledger; seats are those of the deal.

    `judged` are the hands that count, or that were said to be a Show. `wrong_shows` are the seats
    whose Show proved wrong. The deal goes on (`state.over` is false) if several are still in after
    a wrong Show.
    """

    state: State
    entries: tuple[Entry, ...]
    judged: Mapping[int, Judged]
    wrong_shows: tuple[int, ...]


class Settling:
    """A deal that is brought to its end, and what it scored on the way."""

    def __init__(
        self, rules: Rules, cut: Card, laid: Sequence[Laid], starter: int, direction: int
    ) -> None:
        self.rules = rules
        self.laid = laid
        self.entries: list[Entry] = []
        self.judged: dict[int, Judged] = {}
        self.wrong_shows: list[int] = []
        deal = self.deal = Deal(House(rules))
        deal.seats, deal.starter, deal.direction = len(laid), starter, direction
        deal.cut = code_of(cut)
        deal.wild = wild_of(deal.cut, int(rules.wild_scope))
        self.wilds = wilds_of(cut, rules)
        rest = Counter(PACK) - Counter([cut])
        for seat, hand in enumerate(laid):
            rest -= Counter(hand.all_cards)
            if hand.mark not in OUT and hand.cards:
                self.judged[seat] = judge(hand, self.wilds, rules)
            elif hand.mark is Mark.WRONG and hand.cards:
                self.check_wrong(hand)
        self.unseen = tuple(rest.elements())

    def settle(self) -> Settled:
        """Charge those who are out, lay the claimed Shows open, then count the hands."""
        for seat, hand in enumerate(self.laid):
            self.charge(seat, hand.mark)
        right = [seat for seat in self.claims() if self.is_show(seat)]
        for seat in self.claims():
            if seat not in right:
                self.wrong_shows.append(seat)
                self.show(seat)
        if len(right) > 1:
            raise Wrong("two_shows", line=self.laid[right[1]].line)
        if seats_in(self.deal) == 1:
            self.end_with_last_one()
        elif right:
            self.show(right[0])
            self.declare()
        elif not self.wrong_shows:
            self.run_out()
        state = State(self.rules, self.deal)
        entries = tuple(self.entries)
        return Settled(state, entries, self.judged, tuple(self.wrong_shows))

    def check_wrong(self, hand: Laid) -> None:
        """See that a Show that is called wrong is not right.

        :raises Wrong: if it is.
        """
        judged = judge(hand, self.wilds, self.rules)
        known = judged.own or self.rules.show_check is ShowCheck.BEST
        if known and judged.checked.show:
            raise Wrong("not_wrong", line=hand.line)

    def claims(self) -> list[int]:
        """The seats that are said to have shown."""
        return [seat for seat, hand in enumerate(self.laid) if hand.mark in CLAIMS]

    def is_show(self, seat: int) -> bool:
        """Whether the hand of a seat is a Show by the rules."""
        return self.judged[seat].checked.show

    def charge(self, seat: int, mark: Mark) -> None:
        """Put a seat out for what its drop or wrong Show costs."""
        charged: Mapping[Mark, tuple[int, Clause]] = {
            Mark.DROP_FIRST: (self.rules.first_drop, DROP_1),
            Mark.DROP_LATER: (self.rules.middle_drop, DROP_2),
            Mark.WRONG: (self.rules.wrong_show, SHOW_3),
        }
        if mark not in charged:
            return
        points, clause = charged[mark]
        self.deal.out |= 1 << seat
        if points:
            self.deal.set_points(seat, points, 0)
            self.entries.append(Entry(seat, points, clause, (), len(self.entries)))

    def show(self, seat: int) -> None:
        """Let a seat show, whether it is right or wrong."""
        heaven = self.laid[seat].mark is Mark.HEAVEN
        judged = self.judged[seat]
        finishing = None if heaven else judged.discard or self.unseen[0]
        show = said(judged, finishing, as_grouped=judged.checked is judged.own)
        self.begin_turn(seat, show.cards)
        self.deal.phase = codes.TAKE if heaven else codes.ACT
        self.apply(show)

    def begin_turn(self, seat: int, cards: Sequence[Card]) -> None:
        """Let a seat have the turn with these cards, when the stock is far from its end."""
        for other, hand in self.judged.items():
            kept = _kept(hand)
            self.deal.set_hand(other, masks_of(kept), (0, 0, 0))
        deal = self.deal
        deal.set_hand(seat, masks_of(cards), (0, 0, 0))
        deal.set_stock([code_of(card) for card in self.unseen[:2]])
        deal.turn = LONG_AGO
        deal.to_act = seat
        deal.phase = codes.TAKE

    def declare(self) -> None:
        """Let each seat that is asked say its own groups, or leave it to the best arrangement."""
        while self.deal.phase == codes.DECLARE:
            judged = self.judged[self.deal.to_act]
            self.apply(said(judged, None, as_grouped=True) if judged.own else Miss())

    def run_out(self) -> None:
        """End the deal without a Show: the last card of the stock is drawn and discarded."""
        seat = next(seat for seat in range(self.deal.seats) if is_in(self.deal, seat))
        self.begin_turn(seat, _kept(self.judged[seat]))
        self.deal.set_stock([code_of(self.unseen[0])])
        if self.rules.on_exhaust is not OnExhaust.VOID:
            self.deal.turn = self.rules.max_turns - 1
        self.apply(Draw())
        self.apply(Discard(card_of(self.deal.taken)))

    def end_with_last_one(self) -> None:
        """Let the last seat that is in win at once (I-DROP-3, I-SHOW-4)."""
        deal = self.deal
        last = next(seat for seat in range(deal.seats) if is_in(deal, seat))
        deal.won = 1 << last
        deal.ended = codes.BY_LAST_ONE
        deal.phase = codes.OVER

    def apply(self, action: Action) -> None:
        apply(self.deal, workspace(), encode(action))
        for seat, points, number, one, two in self.deal.entries():
            cards = hand_cards(one, two, 0)
            self.entries.append(Entry(seat, points, BY_NUMBER[number], cards, len(self.entries)))


def said(judged: Judged, finishing: Card | None, *, as_grouped: bool) -> Show:
    """The Show of a hand, as its player grouped it or in its best arrangement."""
    if as_grouped:
        return arranged_show(judged.parts, finishing)
    best = judged.best
    loose = [(card,) for card in best.loose]
    return arranged_show([*(group.cards for group in best.groups), *loose], finishing)


def _kept(judged: Judged) -> tuple[Card, ...]:
    """The 13 cards that count."""
    found = judged.checked
    return (*(card for group in found.groups for card in group.cards), *found.loose)


def settle(table: Table, playing: Sequence[int], starter: int, direction: int) -> Settled:
    """The hands of a deal settled; `playing` are the seats of the match that sit in it.

    :raises Wrong: if two Shows are right, or one that is called wrong.
    """
    laid = [table.laid[seat] for seat in playing]
    return Settling(table.setting.rules, table.cut, laid, starter, direction).settle()
