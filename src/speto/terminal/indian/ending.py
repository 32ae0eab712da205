"""How a deal and a match of Indian Rummy begin and end: who starts, the hands, the sheet, the pay.

What must stay true: each ledger entry stands on the sheet once; what is paid is the match's own
settlement.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from speto.cards import Card
from speto.clause import Clause
from speto.indian import Action, Match, View
from speto.indian.actions import Discard, Show
from speto.indian.clauses import DEAL_4, MORE_14
from speto.indian.groups import Group, arranged, kind_of_cards
from speto.indian.rules import Format, ScoreArrangement
from speto.terminal.indian.lineup import laid_group
from speto.terminal.indian.naming import named
from speto.terminal.indian.news import ENDS
from speto.terminal.page import WIDTH, pack, wrap
from speto.terminal.sheet import cause, entry_lines, signed, standing_lines
from speto.terminal.speech import Speech, in_play_order


def beginning(view: View, before: View | None, match: Match, speech: Speech) -> list[str]:
    """Who begins a deal, and why."""
    you = "you" if view.starter == view.seat else "other"
    name = speech.name(view.starter)
    if before is None:
        return wrap(speech.ui(f"begins.lot.{you}", name=name))
    rule = speech.named(_starts_by(match))
    return wrap(speech.ui(f"begins.rule.{you}", name=name, rule=rule))


def _starts_by(match: Match) -> Clause:
    return DEAL_4 if match.turn_to_start in match.playing else MORE_14


def ending(view: View, deal: int, speech: Speech) -> list[str]:
    """How a deal ended, and who has won it."""
    if view.ended == "void":
        return wrap(speech.ui("indian.ended.void", deal=deal))
    winners = view.winners
    names = speech.listed(map(speech.name, winners))
    how = view.ended
    if how == "points":
        how = "limit" if view.stock_left else "stock"
    one = "you" if winners == (view.seat,) else "other"
    who = one if len(winners) == 1 else "joint"
    return wrap(speech.ui(f"indian.ended.{how}.{who}", deal=deal, names=names))


def laid_open(view: View, speech: Speech) -> Iterator[list[str]]:
    """A block for each hand that lies open, in groups, with what it costs."""
    first = view.seat if view.seat is not None else 0
    for seat in in_play_order(view, first):
        cards = view.shown[seat]
        if cards is None:
            continue
        one = "you" if seat == view.seat else "other"
        points = view.scores[seat]
        heading = speech.ui(f"indian.laid.{one}", name=speech.name(seat), n=points)
        yield [*wrap(heading), *_in_groups(*_as_it_lies(view, seat, cards), view, speech)]


def _as_it_lies(
    view: View, seat: int, cards: Sequence[Card]
) -> tuple[Sequence[Group], Sequence[Card]]:
    """The groups of a hand that lies open: as it was shown, or those that count fewest."""
    shows = [told.action for told in view.log if told.seat == seat]
    last = shows[-1] if shows and isinstance(shows[-1], Show) else None
    by_hand = view.rules.score_arrangement is ScoreArrangement.DECLARED
    if last and (by_hand or last.finishing or view.out[seat]):
        groups = [Group(kind_of_cards(part, view.wilds), part) for part in last.groups]
        return [laid_group(group, view.wilds) for group in groups], last.loose
    best = arranged(cards, view.wilds, view.rules)
    return [laid_group(group, view.wilds) for group in best.groups], best.loose


def _in_groups(
    groups: Sequence[Group], loose: Sequence[Card], view: View, speech: Speech
) -> list[str]:
    """Groups with what they are, beside each other."""
    parts = [(named(g.cards, view, speech), f"indian.kind.{g.kind.name.lower()}") for g in groups]
    if loose:
        parts.append((named(loose, view, speech), "indian.kind.rest"))
    if speech.plain:
        return [speech.colon(speech.ui(kind), cards) for cards, kind in parts]
    texts = [f"{cards} {speech.ui(kind)}" for cards, kind in parts]
    return [f"  {line}" for line in pack(texts, WIDTH - 4, "   ")]


def owed(view: View, speech: Speech, before: Sequence[int] = ()) -> list[list[str]]:
    """A block for each seat that was charged: what it owes, each entry with what brought it.

    With what the seats owed in the pool before the deal there is a block for everybody.
    """
    first = view.seat if view.seat is not None else 0
    blocks = []
    for seat in in_play_order(view, first):
        entries = [entry for entry in view.entries if entry.seat == seat]
        if view.entries and not entries and not before:
            continue
        you = seat == view.seat or (view.seat is None and speech.names[seat] == speech.ui("you"))
        one, points = "you" if you else "other", view.scores[seat]
        block = wrap(speech.ui(f"indian.owes.{one}", name=speech.name(seat), n=points))
        if before:
            block += wrap("  " + speech.ui("indian.in_pool", total=before[seat] + points), hang=2)
        for entry in entries:
            word = short(view.log[entry.at].action, speech)
            did = cause(entry, view, speech, ENDS, word)
            block += entry_lines(entry, speech, did=did)
        blocks.append(block)
    return blocks


def short(action: Action, speech: Speech) -> str:
    """The word of an action; a Show by its finishing card."""
    if not isinstance(action, Show):
        return speech.word(action)
    return "!" + (speech.word(Discard(action.finishing))[1:] if action.finishing else "")


def totals(view: View, before: Match, after: Match, table: Speech) -> list[str]:
    """Every seat of the match with its two numbers, the best first."""
    scores = dict(zip(before.playing, view.scores, strict=True))
    form = table.rules.format
    paid = after.settlement()
    rows: list[tuple[int, str, str, int]] = []
    for seat in range(after.seats):
        match form:
            case Format.POINTS:
                rows.append((-paid[seat], str(scores[seat]), signed(paid[seat]), seat))
            case Format.POOL:
                deal = str(scores[seat]) if seat in scores else "-"
                rows.append((after.totals[seat], str(after.totals[seat]), deal, seat))
            case Format.DEALS:
                change = after.totals[seat] - before.totals[seat]
                rows.append((-after.totals[seat], str(after.totals[seat]), signed(change), seat))
    heading = f"indian.totals.{form.name.lower()}"
    lines = wrap(table.ui(heading, limit=table.rules.pool_limit))
    for _, first, second, seat in sorted(rows):
        name = named_seat(seat, after, table)
        spoken = table.colon(name, table.listed([first, second]))
        lines.append(spoken if table.plain else f"{first:>7}{second:>8}   {name}")
    return lines


def named_seat(seat: int, match: Match, table: Speech) -> str:
    """The name of a seat of the match, and that it is out of the pool."""
    name = table.name(seat)
    out = match.rules.format is Format.POOL and seat not in match.playing
    return table.ui("indian.out", name=name) if out else name


def sheet(
    view: View, news: list[str], before: Match, after: Match, speech: Speech, table: Speech
) -> list[list[str]]:
    """What happened at last, the open hands, the totals, every line of the ledger, who is next."""
    hands = [*laid_open(view, speech)]
    if hands:
        hands[0] = ["", *wrap(speech.ui("indian.open_hands")), *hands[0]]
    blocks = [
        ["", *totals(view, before, after, table), *_not_back(after, table)],
        *hands,
        *owed_at_last(view, speech),
        ["", *news[:1]] if news else [],
        *([line] for line in news[1:]),
    ]
    if not after.over and table.mine not in after.may_rejoin:
        seat = after.playing[after.starter]
        one = "you" if seat == table.mine else "other"
        rule = table.named(_starts_by(after))
        text = table.ui(f"indian.next.{one}", name=table.name(seat), rule=rule)
        blocks.append(["", *wrap(text)])
    return blocks


def owed_at_last(view: View, speech: Speech) -> list[list[str]]:
    """What each seat owes, a line before the first."""
    first, *others = owed(view, speech) or [[]]
    return [["", *first], *others] if first else []


def _not_back(match: Match, table: Speech) -> list[str]:
    """Who could come back into the pool and does not; only the person is asked."""
    gone = [table.name(seat) for seat in match.may_rejoin if seat != table.mine]
    return [line for name in gone for line in wrap(table.ui("rejoin.not.other", name=name))]


def standing(match: Match, table: Speech, scores: Sequence[int]) -> list[str]:
    """How a match stands: points owed, the fewest first, or chips."""
    chips = match.rules.format is Format.DEALS
    points = list(match.totals)
    if scores and not chips:
        points = [total + score for total, score in zip(points, scores, strict=True)]
    names = (named_seat(seat, match, table) for seat in range(match.seats))
    return standing_lines(zip(points, names, strict=True), table, fewest=not chips)


def result(match: Match, table: Speech) -> list[str]:
    """Who has won the match, how it stands, and who pays what."""
    winners = match.winners
    names = table.listed([table.name(seat) for seat in winners]) if winners else ""
    one = "you" if winners == (table.mine,) else "other"
    key = f"result.winner.{one}" if len(winners) == 1 else "result.winners"
    if not winners:
        key = "indian.result.nobody"
    lines = ["", *wrap(table.ui(key, names=names)), *standing(match, table, ())]
    lines += wrap(table.ui("result.settlement", rule=table.named(match.settled_by)))
    if match.rules.format is Format.POOL:
        entries, value = sum(match.stakes), match.rules.point_value
        text = table.ui("indian.prize", prize=entries * value, n=entries, entry=value)
        lines += wrap(text)
    names_of_all = map(table.name, range(match.seats))
    return lines + standing_lines(zip(match.settlement(), names_of_all, strict=True), table)
