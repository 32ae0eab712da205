"""What cannot be on a table of real cards.

What must stay true: a table of a deal that was played by the rules passes every check; each check
looks only at what was written, so that it can be asked of half a table.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from speto.cards import Card
from speto.dummy import Rules
from speto.dummy.clauses import (
    FOOL_1,
    FOOL_2,
    PEN_AON,
    PEN_FULL,
    PEN_HEAD,
    PEN_LAY,
    PEN_SPETO_0,
    PEN_SPETO_1,
    PEN_SPETO_2,
    PEN_STUFF,
)
from speto.dummy.codes import SPETOS
from speto.dummy.deal import hand_size
from speto.dummy.rules import FoolScope, FullDiscard, SpetoFeed
from speto.score.dummy.reading import unplaced
from speto.score.dummy.settling import core, is_dark
from speto.score.dummy.table import Fine, Table
from speto.score.wrong import Wrong

SPETO_FINES: Final = (PEN_SPETO_0, PEN_SPETO_1, PEN_SPETO_2, PEN_AON)


def check(table: Table) -> Iterator[Wrong]:
    """Everything that is wrong with a whole table."""
    yield from missing(table)
    yield from wrong_melds(table)
    yield from wrong_knock(table)
    yield from wrong_head(table)
    for seat in range(table.setting.seats):
        yield from wrong_hand(table, seat)
    yield from wrong_end(table)
    yield from wrong_fines(table)
    yield from wrong_fools(table)


def missing(table: Table) -> Iterator[Wrong]:
    """What must be written and is not."""
    if table.head is None:
        yield Wrong("no_head", line=table.first, soft=bool(unplaced(table)))
    if "knock" not in table.lines:
        yield Wrong("no_knock", line=table.first, name=table.name(0))
    for seat in range(table.setting.seats):
        if seat not in table.hands and seat != table.knocker:
            yield Wrong("no_hand", line=table.line("hands"), name=table.name(seat))


def wrong_melds(table: Table) -> Iterator[Wrong]:
    """Melds that nobody can have laid, and lay-offs by who owns no meld."""
    for pile in table.melds:
        name = table.name(pile.owner)
        if not core(table, pile):
            yield Wrong("owner_three", line=pile.line, name=name, cards=pile)
        elif is_laid_off(table, table.head) and table.head in dict(pile.cards):
            yield Wrong("head_laid_off", line=pile.line, soft=True, card=table.head)
        for card, layer in pile.cards:
            if not table.owns(layer):
                who = table.name(layer)
                yield Wrong("layer_unborn", line=pile.line, soft=True, name=who, card=card)


def is_laid_off(table: Table, card: Card | None) -> bool:
    """Whether a card was laid off where a pick-up must lay a new meld (D-PICK-6)."""
    piles = [pile for pile in table.melds if card in dict(pile.cards)]
    return any(card not in core(table, pile) for pile in piles) and not (
        table.setting.rules.pickup_for_layoff
    )


def wrong_knock(table: Table) -> Iterator[Wrong]:
    """A knock that cannot have been, and who is called born or unborn against the melds."""
    line = table.line("knock")
    knocker = table.knocker
    if table.born is not None:
        for seat in range(table.setting.seats):
            if seat in table.born and not table.owns(seat):
                name = table.name(seat)
                yield Wrong("born_nothing", line=table.line("born"), soft=True, name=name)
            elif seat not in table.born and table.owns(seat) and seat != knocker:
                name = table.name(seat)
                yield Wrong("born_owner", line=table.line("born"), soft=True, name=name)
    if knocker is None:
        return
    name = table.name(knocker)
    if table.dark and table.born is not None and knocker in table.born:
        yield Wrong("dark_born", line=line, name=name)
    if not table.owns(knocker):
        yield Wrong("knocker_melds", line=line, soft=True, name=name)
    laid, dealt = len(table.laid(knocker)), hand_size(table.setting.seats)
    if laid < dealt:
        yield Wrong("knocker_count", line=line, soft=True, name=name, cards=laid, least=dealt)
    elif is_dark(table) and table.took == "drew":
        if laid > dealt:
            yield Wrong("dark_count", line=line, soft=True, name=name, cards=laid, right=dealt)
        elif table.head in table.laid(knocker):
            yield Wrong("dark_head", line=line, soft=True, name=name)


def wrong_head(table: Table) -> Iterator[Wrong]:
    """A head where it cannot lie."""
    if table.head is None:
        return
    line = table.line("head")
    for seat, hand in table.hands.items():
        if table.head in hand:
            name = table.name(seat)
            yield Wrong("head_held", line=line, soft=True, card=table.head, name=name)
    if table.head == table.card and table.knocker is not None:
        name = table.name(table.knocker)
        yield Wrong("head_held", line=line, soft=True, card=table.head, name=name)
    if table.row is None:
        return
    if table.head in table.row and table.row[0] != table.head:
        yield Wrong("head_first", line=table.line("row"), soft=True, card=table.head)
    elif table.head in unplaced(table):
        yield Wrong("head_row", line=line, soft=True, card=table.head)


def wrong_hand(table: Table, seat: int) -> Iterator[Wrong]:
    """A hand with too many or too few cards."""
    if seat not in table.hands:
        return
    hand, laid = len(table.hands[seat]), len(table.laid(seat))
    line, name = table.line("hands", seat), table.name(seat)
    dealt = hand_size(table.setting.seats)
    if seat == table.knocker:
        if hand:
            yield Wrong("knocker_hand", line=line, name=name)
    elif not table.owns(seat) and hand != dealt:
        yield Wrong("unborn_count", line=line, soft=True, name=name, cards=hand, right=dealt)
    elif not hand:
        yield Wrong("empty_hand", line=line, soft=True, name=name)
    elif hand + laid < dealt:
        yield Wrong("born_count", line=line, soft=True, name=name, cards=hand + laid, least=dealt)


def wrong_end(table: Table) -> Iterator[Wrong]:
    """Nobody knocked, but there was still a stock."""
    left = len(unplaced(table))
    if table.knocker is None and table.row is not None and left:
        yield Wrong("stock_left", line=table.line("row"), soft=True, n=left)


def wrong_fines(table: Table) -> Iterator[Wrong]:
    """Fines that this game does not know or that cannot make up such a sum."""
    for fine in table.fines:
        if fine.clause is PEN_STUFF:
            yield Wrong("fine_stuff", line=fine.line)
        elif fine.clause in (FOOL_1, FOOL_2):
            yield Wrong("fine_fool", line=fine.line, name=table.name(fine.seat))
        elif fine.clause and off(table.setting.rules, fine):
            yield Wrong("fine_off", line=fine.line, soft=True, code=fine.clause.code)
        yield from _wrong_sum(table, fine)


def _wrong_sum(table: Table, fine: Fine) -> Iterator[Wrong]:
    if fine.points is None:
        return
    rules = table.setting.rules
    rest, each = fine.points, rules.fine
    if table.fines_in_all:
        rest -= rules.stuffed_speto * stuffed(table, fine.seat)
    bad = rest % each if each else rest
    if bad or rest < 0 or (fine.clause and rest != each):
        yield Wrong("fine_sum", line=fine.line, soft=True, points=fine.points, fine=each)


def stuffed(table: Table, seat: int) -> int:
    """How many spetos others laid off on the melds of a seat."""
    return sum(
        bool(1 << card.number & SPETOS) and layer != seat
        for pile in table.melds
        for card, layer in pile.cards
        if pile.owner == seat
    )


def off(rules: Rules, fine: Fine) -> bool:
    """Whether the rule of a fine is switched off."""
    match fine.clause:
        case _ if not rules.fine:
            return True
        case clause if clause is PEN_FULL:
            return rules.full_discard is FullDiscard.OFF
        case clause if clause is PEN_LAY:
            return not rules.layoff_discard
        case clause if clause is PEN_HEAD:
            return not rules.head_feed
        case clause if clause is PEN_SPETO_0:
            return rules.speto_feed is not SpetoFeed.ANY
        case clause if clause in SPETO_FINES:
            return rules.speto_feed is SpetoFeed.OFF
    return False


def wrong_fools(table: Table) -> Iterator[Wrong]:
    """Fools that nobody can have been."""
    seats = table.setting.seats
    scope = table.setting.rules.fool_scope
    for fool in table.fools:
        name = table.name(fool.seat)
        if table.knocker is None:
            yield Wrong("fool_no_knock", line=fool.line)
            continue
        laid = (*table.laid(table.knocker), table.card)
        apart = (table.knocker - fool.seat) * (table.direction or 1) % seats
        if fool.seat == table.knocker:
            yield Wrong("fool_self", line=fool.line, name=name)
        elif scope is FoolScope.OFF:
            yield Wrong("fool_off", line=fool.line, soft=True)
        elif scope is FoolScope.NEXT_PLAYER_SINGLE and apart != 1:
            yield Wrong("fool_not_next", line=fool.line, soft=True, name=name)
        elif table.took == "drew":
            yield Wrong("fool_drew", line=fool.line, soft=True)
        elif fool.card and fool.card not in laid:
            yield Wrong("fool_card", line=fool.line, soft=True, card=fool.card)
