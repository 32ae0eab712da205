"""Settling a table by the rules of the game: the cards are laid, then somebody knocks or nobody.

What must stay true: every point comes from `turn.apply`, fines that were written down excepted;
here stands only in which order the cards of a finished table may have been laid.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from speto.cards import Card, mask_of
from speto.clause import Clause, Entry
from speto.dummy import Rules, State, codes
from speto.dummy.actions import Action, Decline, Knock, LayOff, Meld, encode, spelled
from speto.dummy.clauses import (
    BY_NUMBER,
    COLOR_1,
    COLOR_2,
    DARK_1,
    DARK_2,
    DARK_3,
    KNOCK_4,
    PEN_0,
    PEN_STUFF,
    UNBORN_1,
    UNBORN_2,
)
from speto.dummy.deal import Deal, House, hand_size
from speto.dummy.judge import why_not
from speto.dummy.melds import Moves, is_set
from speto.dummy.rules import ColorKnock, UnbornPenalty, UnbornWhen
from speto.dummy.turn import apply
from speto.score.dummy.reading import unplaced
from speto.score.dummy.table import Fine, Fool, Pile, Table
from speto.score.wrong import Wrong

MULTIPLIED: Final = (DARK_1, DARK_2, COLOR_1)


@dataclass(frozen=True, slots=True)
class Settled:
    """A table that was settled: the last state, the ledger, the rules that decided without points.

    `refused` are the lay-offs that a rule forbids, with this rule.
    """

    state: State
    entries: tuple[Entry, ...]
    notes: tuple[Clause, ...] = ()
    refused: tuple[Wrong, ...] = ()


def core(table: Table, pile: Pile) -> tuple[Card, ...]:
    """The cards that the owner laid as the meld: three or more of his own beside one another.

    None, if he laid fewer. Of a set all that are his; of a run the piece with the head, or the
    longest, without an ace that would have kept others from laying off below.
    """
    order = [(card, layer == pile.owner) for card, layer in _in_order(pile)]
    if is_set(pile.mask):
        own = [card for card, mine in order if mine]
        return tuple(own) if len(own) >= 3 else ()
    pieces: list[list[Card]] = [[]]
    for card, mine in order:
        if mine:
            pieces[-1].append(card)
        elif pieces[-1]:
            pieces.append([])
    found: list[Card] = max(
        pieces, key=lambda piece: (len(piece) >= 3 and table.head in piece, len(piece))
    )
    closed = table.setting.rules.qka_fully_closed and found[:1] != [order[0][0]]
    if closed and len(found) > 3 and found[-1].rank == 14 and table.head != found[-1]:
        found = found[:-1]
    return tuple(found) if len(found) >= 3 else ()


def _in_order(pile: Pile) -> list[tuple[Card, int]]:
    layers = dict(pile.cards)
    return [(card, layers[card]) for card in spelled(pile.mask)]


def lays(table: Table) -> list[tuple[int, Action, int]]:
    """Seat, action and line of every lay that leads to this table: first melds, then lay-offs."""
    melds: list[tuple[int, Action, int]] = []
    others: list[tuple[int, Action, int]] = []
    for pile in table.melds:
        own = core(table, pile)
        melds.append((pile.owner, Meld(spelled(mask_of(own))), pile.line))
        order = _in_order(pile)
        first = next(i for i, (card, _) in enumerate(order) if card in own)
        lowest = own[0]
        down = order[:first][::-1]
        up = [place for place in order[first:] if place[0] not in own]
        for n, (card, layer) in enumerate([*down, *up]):
            others.append((layer, LayOff(card, lowest), pile.line))
            if n < len(down):
                lowest = card
    return melds + others


class Settling:
    """A deal that is brought to its end, and what it scored on the way."""

    def __init__(self, table: Table, rules: Rules, starter: int, direction: int) -> None:
        self.table = table
        self.rules = rules
        self.deal = Deal(House(rules))
        self.entries: list[Entry] = []
        self.refused: list[Wrong] = []
        deal = self.deal
        deal.seats, deal.starter, deal.direction = table.setting.seats, starter, direction
        head = table.head or next(iter(unplaced(table)))
        deal.head = head.number
        laid = [mask_of(table.laid(seat)) for seat in range(deal.seats)]
        hands = [mask_of(table.hands.get(seat, ())) | laid[seat] for seat in range(deal.seats)]
        if table.card is not None and table.knocker is not None:
            hands[table.knocker] |= mask_of([table.card])
        nothing = [0] * deal.seats
        deal.fill(hands, nothing, nothing, [], [])
        deal.phase = codes.ACT
        deal.took = codes.PICKED

    def settle(self) -> State:
        """Lay the cards, charge the fines, knock."""
        for seat, action, line in lays(self.table):
            self.lay(seat, action, line)
        self.charge_fines()
        self.end()
        return State(self.rules, self.deal)

    def lay(self, seat: int, action: Action, line: int) -> None:
        self.deal.to_act = seat
        number = why_not(self.deal, Moves(), encode(action))
        # that the last card stays in hand is a matter of the hands, not of this lay
        if number not in (codes.ALLOWED, codes.D_TURN_5):
            word, code = str(action), BY_NUMBER[number].code
            name = self.table.name(seat)
            self.refused.append(Wrong("lay", line=line, soft=True, name=name, word=word, code=code))
        self.apply(action)

    def apply(self, action: Action) -> None:
        apply(self.deal, encode(action))
        for seat, points, number, cards in self.deal.entries():
            entry = Entry(seat, points, BY_NUMBER[number], spelled(cards), len(self.entries))
            self.entries.append(entry)

    def charge_fines(self) -> None:
        shown = [
            -sum(e.points for e in self.entries if e.seat == seat and e.clause is PEN_STUFF)
            for seat in range(self.deal.seats)
        ]
        for fine in self.table.fines:
            points = fine.points if fine.points is not None else self.rules.fine
            if self.table.fines_in_all:
                points -= shown[fine.seat]
            if points:
                self.charge(fine, points)

    def charge(self, fine: Fine, points: int) -> None:
        deal = self.deal
        cards = (fine.card,) if fine.card else ()
        entry = Entry(fine.seat, -points, fine.clause or PEN_0, cards, len(self.entries))
        self.entries.append(entry)
        score, fined = deal.scores()[fine.seat], deal.fines()[fine.seat]
        deal.set_points(fine.seat, score - points, fined + points, -1)

    def end(self) -> None:
        table, deal = self.table, self.deal
        deal.born_before = deal.born
        if table.knocker is None or table.card is None:
            deal.phase = codes.LAST
            deal.last = True
            self.apply(Decline())
            return
        deal.to_act = table.knocker
        if is_dark(table):
            deal.born_before &= ~(1 << table.knocker)
        deal.took = codes.PICKED if picked(table) else codes.DREW
        for fool in table.fools:
            score, fined = deal.scores()[fool.seat], deal.fines()[fool.seat]
            deal.set_points(fool.seat, score, fined, _place(fool, table.card))
        before = len(self.entries)
        self.apply(Knock(table.card))
        unknown = {fool.seat for fool in table.fools if not fool.card}
        for i, entry in enumerate(self.entries[before:], before):
            if entry.clause.code.startswith("D-FOOL") and entry.seat in unknown:
                self.entries[i] = entry._replace(cards=())


def _place(fool: Fool, knocked: Card) -> int:
    """A place of the row for the card of a fool; to the knock any card will do."""
    flag = codes.FINED if fool.fined else 0
    return (fool.card or knocked).number | fool.seat << 6 | flag


def is_dark(table: Table) -> bool:
    """Whether the knocker was not born before the knock, as far as it was written."""
    if table.knocker is None:
        return False
    return table.dark or (table.born is not None and table.knocker not in table.born)


def picked(table: Table) -> bool:
    """Whether the knocker picked up: it was written, or it shows.

    It shows by a fool, or in a dark knock by the head or by more cards than a draw can give.
    """
    if table.took or table.knocker is None:
        return table.took == "picked"
    laid = table.laid(table.knocker)
    dealt = hand_size(table.setting.seats)
    shows = len(laid) > dealt or table.head in laid
    return bool(table.fools) or (is_dark(table) and shows)


def settle(table: Table, starter: int, direction: int) -> Settled:
    """The table settled by its rules."""
    settling = Settling(table, table.setting.rules, starter, direction)
    state = settling.settle()
    notes = _notes(table, settling)
    return Settled(state, tuple(settling.entries), notes, tuple(settling.refused))


def _notes(table: Table, settled: Settling) -> tuple[Clause, ...]:
    """The rules that decided something without a line of points, for those who argue about it."""
    rules = settled.rules
    named = {entry.clause for entry in settled.entries}
    unborn = any(
        not table.owns(seat) and seat != table.knocker for seat in range(table.setting.seats)
    )
    notes: list[Clause] = []
    if table.knocker is not None and not rules.knock_special:
        notes.append(KNOCK_4)
    if unborn and table.knocker is not None and rules.unborn_penalty is UnbornPenalty.NONE:
        notes.append(UNBORN_1)
    if unborn and table.knocker is None:
        always = rules.unborn_when is UnbornWhen.ALWAYS
        notes += [UNBORN_2] if always or rules.unborn_penalty is not UnbornPenalty.NONE else []
    if named & set(MULTIPLIED):
        notes.append(DARK_3)
    if COLOR_1 in named:
        notes.append(COLOR_2)
    elif table.knocker is not None and rules.color_knock is not ColorKnock.COLOR:
        other = replace(rules, color_knock=ColorKnock.COLOR, color_mult=2)
        again = Settling(table, other, settled.deal.starter, settled.deal.direction)
        again.settle()
        if any(entry.clause is COLOR_1 for entry in again.entries):
            notes.append(COLOR_1)
    return tuple(notes)
