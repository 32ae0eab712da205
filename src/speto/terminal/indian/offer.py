"""What a move says in the list, and what is asked back before it is done.

What must stay true: points are those that the rules give; a wrong Show and a drop are never done
without a yes.
"""

from __future__ import annotations

from itertools import chain
from typing import Final, assert_never

from speto.cards import JOKER, Card
from speto.indian import View
from speto.indian.actions import Action, Discard, Draw, Drop, Miss, Show, TakeOpen
from speto.indian.clauses import HEAVEN_1, SHOW_3, TURN_2
from speto.indian.groups import Arrangement, Kind, Stage, arranged, checks_of, declared, judged_by
from speto.indian.melds import value
from speto.indian.rules import ScoreArrangement, ShowCheck
from speto.terminal.face import Sure, Warn
from speto.terminal.indian.lineup import as_laid
from speto.terminal.indian.naming import name, named
from speto.terminal.page import wrap
from speto.terminal.speech import Speech

DEAR: Final = 10
"""More points than this no single loose card costs; a discard that costs more breaks a group."""
MOST: Final = 5
"""So many dear cards are named."""


def told(action: Action, view: View, speech: Speech, before: int | None = None) -> str:
    """A legal move in plain words; `before` is what the seat owed in the pool before the deal."""
    match action:
        case Draw():
            return speech.ui("move.draw")
        case TakeOpen():
            return _told_take(view, speech)
        case Discard(card):
            return speech.ui("move.discard", card=name(card, view, speech))
        case Show(finishing=card) if card:
            return speech.ui("indian.move.show.full", card=name(card, view, speech))
        case Show() if view.declaring:
            points = counts_as(action, view).points
            return speech.ui("indian.move.lay_open", points=points)
        case Show():
            return speech.ui("indian.move.heaven", points=view.rules.heaven)
        case Drop():
            return _told_drop(view, speech, before)
        case Miss():
            return speech.ui("indian.did.miss")
        case _:
            assert_never(action)


def _told_drop(view: View, speech: Speech, before: int | None) -> str:
    assert view.drop_cost is not None
    total = view.drop_cost + (before or 0)
    if before is None or total < view.rules.pool_limit:
        return speech.ui("indian.move.drop", points=view.drop_cost)
    return speech.ui("indian.move.drop_out", points=view.drop_cost, total=total)


def _told_take(view: View, speech: Speech) -> str:
    assert view.top is not None
    card = name(view.top, view, speech)
    preview = view.previews[str(TakeOpen())]
    if preview.points_now == preview.points_after:
        return speech.ui("indian.move.take.same", card=card, now=preview.points_now)
    return speech.ui(
        "indian.move.take.change", card=card, now=preview.points_now, after=preview.points_after
    )


def counts_as(show: Show, view: View) -> Arrangement:
    """What the groups of a Show count, as they lie."""
    return declared(show.groups, show.loose, view.wilds, view.rules)


def judged(show: Show, view: View) -> Arrangement:
    """The arrangement by which a Show is judged."""
    own = counts_as(show, view)
    rest = [*chain(*(group.cards for group in own.groups)), *own.loose]
    return judged_by(own, arranged(rest, view.wilds, view.rules), view.rules)


def sure(
    action: Action,
    view: View,
    speech: Speech,
    warn: Warn,
    *,
    own: bool = False,
    before: int | None = None,
) -> Sure | None:
    """What a move costs or brings, and the question back; none where it is done at once.

    `own`: the hand is shown as the person grouped it. `before` is what the seat owed in the pool
    before the deal.
    """
    match action:
        case Show() if view.declaring:
            return _sure_of_declaring(action, view, speech)
        case Show():
            return _sure_of_show(action, view, speech, own=own, before=before)
        case Drop():
            assert view.drop_cost is not None
            lines = wrap(speech.ui("indian.sure.drop", points=view.drop_cost))
            lines += in_pool(view.drop_cost, view, speech, before)
            return Sure(lines, speech.ui("indian.prompt.drop"))
        case Discard(card):
            lines = warning(card, view, speech, warn)
            if not lines:
                return None
            question = speech.ui("prompt.discard", card=name(card, view, speech))
            return Sure(lines, question)
        case _:
            return None


def in_pool(points: int, view: View, speech: Speech, before: int | None) -> list[str]:
    """What a seat would owe in the pool with these points, and whether that puts it out."""
    if before is None:
        return []
    total, limit = before + points, view.rules.pool_limit
    key = "out" if total >= limit else "in"
    return wrap(speech.ui(f"indian.sure.pool.{key}", total=total, limit=limit))


def by_groups(view: View) -> bool:
    """Whether the groups themselves are judged when this seat lays its hand open."""
    rules = view.rules
    if view.declaring:
        return rules.score_arrangement is ScoreArrangement.DECLARED
    return rules.show_check is ShowCheck.DECLARED


def _sure_of_show(show: Show, view: View, speech: Speech, *, own: bool, before: int | None) -> Sure:
    arrangement = judged(show, view)
    lines = check_lines(arrangement, view, speech)
    if own and not by_groups(view):
        lines += wrap(speech.ui("indian.check.best"))
    elif own and show not in view.legal:
        lines += wrap(speech.ui("indian.check.own"))
    if show.finishing:
        lines += wrap(speech.ui("indian.check.finish", card=name(show.finishing, view, speech)))
    if arrangement.show:
        key = "show" if show.finishing else "heaven"
        text = speech.ui(f"indian.sure.{key}", points=view.rules.heaven, code=HEAVEN_1.code)
        lines += wrap(text)
        return Sure(lines, speech.ui("indian.prompt.show"))
    if show.finishing in view.shows:
        lines += wrap(speech.ui("indian.check.otherwise"))
    elif not show.finishing:
        lines += wrap(speech.ui("indian.check.heaven"))
    text = speech.ui("indian.sure.wrong", points=view.wrong_show_cost, code=SHOW_3.code)
    lines += wrap(text)
    lines += in_pool(view.wrong_show_cost, view, speech, before)
    return Sure(lines, speech.ui("indian.prompt.wrong"), spelled=True)


def _sure_of_declaring(show: Show, view: View, speech: Speech) -> Sure | None:
    points, least = counts_as(show, view).points, view.best.points
    if points <= least:
        return None
    lines = wrap(speech.ui("indian.sure.declare", points=points, least=least))
    return Sure(lines, speech.ui("indian.prompt.declare"))


def check_lines(arrangement: Arrangement, view: View, speech: Speech) -> list[str]:
    """The three ticks of a Show, each with what is there or what is missing."""
    checks = checks_of(arrangement, view.wilds)
    runs = [group for group in arrangement.groups if group.kind in (Kind.RUN, Kind.PURE_RUN)]
    pure = [group for group in runs if group.kind is Kind.PURE_RUN]
    loose = [card for card in arrangement.loose if card != JOKER and card not in view.wilds]
    longer = "longer" if view.rules.second_run_min > 3 else "any"
    cards = named(pure[0].cards, view, speech) if pure else ""
    laid = (as_laid(group.cards, view.wilds) for group in runs)
    both = " | ".join(named(cards, view, speech) for cards in laid)
    texts = (
        speech.ui("indian.check.pure.yes", cards=cards)
        if checks.pure
        else speech.ui("indian.check.pure.no"),
        speech.ui("indian.check.runs.yes", cards=both)
        if checks.two_runs
        else speech.ui(f"indian.check.runs.no.{longer}"),
        speech.ui("indian.check.all.yes")
        if not loose
        else speech.ui("indian.check.all.no", cards=named(loose, view, speech)),
    )
    return [line for text in texts for line in wrap(text, hang=4)]


def without(card: Card, view: View) -> Arrangement:
    """The hand after a discard, in its best arrangement."""
    rest = [*view.hand]
    rest.remove(card)
    return arranged(rest, view.wilds, view.rules)


def is_wild(card: Card, view: View) -> bool:
    """Whether a card is a printed joker or a special wild."""
    return card == JOKER or card in view.wilds


def warning(card: Card, view: View, speech: Speech, warn: Warn) -> list[str]:
    """What is bad about a discard, if that is to be said: what it gives away or breaks."""
    if warn is Warn.NEVER or card not in view.hand:
        return []
    shown = name(card, view, speech)
    if view.shows:
        return wrap(speech.ui("indian.warning.show"))
    lines = []
    if is_wild(card, view):
        lines += wrap(speech.ui("indian.warning.wild", card=shown))
    rest, best = without(card, view), view.best
    loses = rest.stage < best.stage
    if loses:
        key = "pure" if rest.stage is Stage.NO_PURE else "runs"
        lines += wrap(speech.ui(f"indian.warning.{key}", card=shown))
    if rest.points > best.points + (0 if loses or warn is Warn.ALWAYS else DEAR):
        text = speech.ui("indian.warning.points", card=shown, points=rest.points, least=best.points)
        lines += wrap(text)
    return lines


def banned_line(view: View, speech: Speech) -> list[str]:
    """Why the card that was taken has no number, where it may not be discarded."""
    if not view.took or Discard(view.took) in view.legal:
        return []
    card = name(view.took, view, speech)
    rule = speech.named(TURN_2)
    return wrap(speech.ui("indian.banned.discard", card=card, rule=rule))


def cost(card: Card, view: View) -> int:
    """What a card costs if it stays loose."""
    return 0 if is_wild(card, view) else value(card.number)


def dearest(view: View) -> list[Card]:
    """The loose cards of the best arrangement that cost most, of those that may be discarded."""
    best = view.best
    loose = [*best.loose, *([best.discard] if best.discard else [])]
    may = {action.card for action in view.legal if isinstance(action, Discard)}
    costs = [(cost(card, view), card) for card in loose if card in may]
    most = max((points for points, _ in costs), default=0)
    return sorted(card for points, card in costs if points == most and most)


def dear_line(view: View, speech: Speech) -> list[str]:
    """The loose cards that cost most, and what each costs; none where the hand can be shown."""
    cards = dearest(view)[:MOST]
    if not cards or view.shows:
        return []
    text = speech.ui(
        "indian.dear",
        cards=named(cards, view, speech),
        points=cost(cards[0], view),
        n=len(cards),
    )
    return wrap(text)
