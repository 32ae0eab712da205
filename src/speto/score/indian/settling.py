"""Settling the hands of a deal by the rules of the game: somebody showed, or nobody did.

What must stay true: every point that a hand costs comes from `turn.apply`; drops and wrong Shows
cost what the rules say. In what order they happened the hands do not tell, so nothing here depends
on it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from speto.cards import Card
from speto.clause import Entry
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
from speto.indian.clauses import BY_NUMBER
from speto.indian.deal import Deal, House, is_in, wild_of
from speto.indian.groups import wilds_of
from speto.indian.rules import OnExhaust
from speto.indian.turn import apply
from speto.indian.workspace import workspace
from speto.score.indian.charging import OUT_BY, price
from speto.score.indian.judging import Judged, check_wrong, judge
from speto.score.indian.table import CLAIMS, OUT, Laid, Mark, Table
from speto.score.wrong import Wrong

NOT_KNOWN = (0, 0, 0)
"""Nothing of a hand was seen by everybody."""


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
            if hand.cards and hand.mark not in OUT:
                self.judged[seat] = judge(hand, self.wilds, rules)
                deal.set_hand(seat, masks_of(_kept(self.judged[seat])), NOT_KNOWN)
            elif hand.cards and hand.mark is Mark.WRONG:
                check_wrong(judge(hand, self.wilds, rules))
        self.unseen = tuple(rest.elements())

    def settle(self) -> Settled:
        """Put those out who dropped or showed wrongly, then count the hands of the others.

        :raises Wrong: if that cannot be.
        """
        for seat, hand in enumerate(self.laid):
            if hand.mark in OUT_BY:
                self.put_out(seat, hand.mark)
        right = self.check_claims()
        still_in = [seat for seat in range(self.deal.seats) if is_in(self.deal, seat)]
        self.deal.to_act = still_in[0]
        if len(still_in) == 1:
            self.end_with_last_one()
        elif right:
            self.show(right[0])
        elif not self.wrong_shows:
            self.run_out(still_in)
        state = State(self.rules, self.deal)
        showed = state.ended == "show"
        judged = {seat: replace(hand, asked=showed) for seat, hand in self.judged.items()}
        return Settled(state, tuple(self.entries), judged, tuple(self.wrong_shows))

    def check_claims(self) -> list[int]:
        """The seats whose Show is right; those whose Show is wrong are put out.

        :raises Wrong: if several are right, or nobody is left in.
        """
        claims = [seat for seat, hand in enumerate(self.laid) if hand.mark in CLAIMS]
        right = [seat for seat in claims if self.judged[seat].checked.show]
        if len(right) > 1:
            raise Wrong("two_shows", line=self.laid[right[1]].line)
        for seat in claims:
            if seat not in right:
                self.wrong_shows.append(seat)
                self.put_out(seat, Mark.WRONG)
        if not any(is_in(self.deal, seat) for seat in range(self.deal.seats)):
            raise Wrong("all_wrong", line=self.laid[claims[-1]].line)
        return right

    def put_out(self, seat: int, mark: Mark) -> None:
        """Put a seat out for what its drop or wrong Show costs."""
        self.deal.out |= 1 << seat
        for charge in price(mark, self.rules):
            self.deal.set_points(seat, charge.points, 0)
            self.entries.append(Entry(seat, *charge, len(self.entries)))

    def show(self, seat: int) -> None:
        """Let a seat show rightly; then each that is asked says its groups, if it made any.

        A right Show ends no turn, so it does not matter which turn it is.
        """
        heaven = self.laid[seat].mark is Mark.HEAVEN
        judged = self.judged[seat]
        finishing = None if heaven else judged.discard or self.unseen[0]
        show = said(judged, finishing, as_grouped=judged.checked is judged.own)
        deal = self.deal
        deal.set_hand(seat, masks_of(show.cards), NOT_KNOWN)
        deal.to_act = seat
        deal.phase = codes.TAKE if heaven else codes.ACT
        self.apply(show)
        while deal.phase == codes.DECLARE:
            asked = self.judged[deal.to_act]
            self.apply(said(asked, None, as_grouped=True) if asked.own else Miss())

    def run_out(self, still_in: Sequence[int]) -> None:
        """End the deal without a Show: all that are in are counted, or it is void."""
        deal = self.deal
        if self.rules.on_exhaust is OnExhaust.VOID:
            # it is the stock that ends the deal, however few turns one may last
            deal.house = House(replace(self.rules, max_turns=2))
            deal.set_stock([code_of(self.unseen[0])])
            self.apply(Draw())
            self.apply(Discard(card_of(deal.taken)))
            return
        # counted as after a Show, one after the other, but nobody is asked (I-MORE-31)
        deal.asked = sum(1 << seat for seat in still_in)
        deal.ended, deal.phase = codes.BY_POINTS, codes.DECLARE
        while deal.phase == codes.DECLARE:
            self.apply(Miss())

    def end_with_last_one(self) -> None:
        """Let the last seat that is in win at once (I-DROP-3, I-SHOW-4)."""
        deal = self.deal
        deal.won = 1 << deal.to_act
        deal.ended = codes.BY_LAST_ONE
        deal.phase = codes.OVER

    def apply(self, action: Action) -> None:
        """Do an action of the seat to act, and keep what it scored."""
        apply(self.deal, workspace(), encode(action))
        for seat, points, number, one, two in self.deal.entries():
            cards = hand_cards(one, two, 0)
            self.entries.append(Entry(seat, points, BY_NUMBER[number], cards, len(self.entries)))


def said(judged: Judged, finishing: Card | None, *, as_grouped: bool) -> Show:
    """The Show of a hand, as its player grouped it or in its best arrangement."""
    if as_grouped and judged.own:
        return arranged_show(judged.own.parts, finishing)
    best = judged.best
    loose = [(card,) for card in best.loose]
    return arranged_show([*(group.cards for group in best.groups), *loose], finishing)


def _kept(judged: Judged) -> tuple[Card, ...]:
    """The 13 cards that count."""
    found = judged.checked
    return (*(card for group in found.groups for card in group.cards), *found.loose)


def settle(table: Table, playing: Sequence[int], starter: int, direction: int) -> Settled:
    """The hands of a deal settled; `playing` are the seats of the match that sit in it.

    :raises Wrong: if two Shows are right, or one that is called wrong, or nobody is left in.
    """
    laid = [table.laid[seat] for seat in playing]
    return Settling(table.setting.rules, table.cut, laid, starter, direction).settle()
