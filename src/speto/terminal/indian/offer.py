"""What a move says in the list, and what is asked back before it is done.

What must stay true: points are those that the rules give; a wrong Show and a drop are never done
without a yes.
"""

from __future__ import annotations

from typing import Final, assert_never

from speto.cards import JOKER, Card
from speto.indian import View
from speto.indian.actions import Action, Discard, Draw, Drop, Miss, Show, TakeOpen
from speto.indian.clauses import HEAVEN_1, SHOW_3
from speto.indian.groups import Arrangement, Kind, arranged, checks_of, declared
from speto.indian.melds import value
from speto.indian.rules import ShowCheck
from speto.terminal.face import Sure, Warn
from speto.terminal.indian.hand import Grouped
from speto.terminal.indian.naming import name, named
from speto.terminal.page import wrap
from speto.terminal.speech import Speech

DEAR: Final = 10
"""More points than this no single loose card costs; a discard that costs more breaks a group."""
MOST: Final = 5
"""So many dear cards are named."""


def told(action: Action, view: View, speech: Speech) -> str:
    """A legal move in plain words."""
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
            return speech.ui("indian.move.drop", points=view.drop_cost)
        case Miss():
            return speech.ui("indian.did.miss")
        case _:
            assert_never(action)


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
    if view.rules.show_check is ShowCheck.DECLARED:
        return counts_as(show, view)
    rest = [card for card in show.cards]
    if show.finishing:
        rest.remove(show.finishing)
    return arranged(rest, view.wilds, view.rules)


def sure(action: Action, view: View, speech: Speech, warn: Warn) -> Sure | None:
    """What a move costs or brings, and the question back; none where it is done at once."""
    match action:
        case Show() if view.declaring:
            return _sure_of_declaring(action, view, speech)
        case Show():
            return _sure_of_show(action, view, speech)
        case Drop():
            text = speech.ui("indian.sure.drop", points=view.drop_cost)
            return Sure(wrap(text), speech.ui("indian.prompt.drop"))
        case Discard(card):
            lines = warning(card, view, speech, warn)
            if not lines:
                return None
            question = speech.ui("prompt.discard", card=name(card, view, speech))
            return Sure(lines, question)
        case _:
            return None


def _sure_of_show(show: Show, view: View, speech: Speech) -> Sure:
    arrangement = judged(show, view)
    lines = check_lines(arrangement, view, speech)
    if show.finishing:
        lines += wrap(speech.ui("indian.check.finish", card=name(show.finishing, view, speech)))
    if arrangement.show:
        key = "show" if show.finishing else "heaven"
        text = speech.ui(f"indian.sure.{key}", points=view.rules.heaven, code=HEAVEN_1.code)
        lines += wrap(text)
        return Sure(lines, speech.ui("indian.prompt.show"))
    text = speech.ui("indian.sure.wrong", points=view.wrong_show_cost, code=SHOW_3.code)
    lines += wrap(text)
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
    both = " | ".join(named(group.cards, view, speech) for group in runs)
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


def harm(card: Card, view: View) -> int:
    """How many points more the hand counts after this discard than after the best one."""
    rest = [*view.hand]
    rest.remove(card)
    return arranged(rest, view.wilds, view.rules).points - view.best.points


def warning(card: Card, view: View, speech: Speech, warn: Warn) -> list[str]:
    """What is bad about a discard, if that is to be said: a wild given away, a group broken."""
    if warn is Warn.NEVER or card not in view.hand:
        return []
    shown = name(card, view, speech)
    lines = []
    if card == JOKER or card in view.wilds:
        lines += wrap(speech.ui("indian.warning.wild", card=shown))
    more = harm(card, view)
    if more > (0 if warn is Warn.ALWAYS else DEAR):
        now = view.best.points
        lines += wrap(speech.ui("indian.warning.points", card=shown, points=now + more, least=now))
    return lines


def dear_line(view: View, hand: Grouped, speech: Speech) -> list[str]:
    """The loose cards that cost most, and what each costs."""
    costs = [
        (value(card.number), card) for card in hand.loose if card.rank and card not in view.wilds
    ]
    if not costs:
        return []
    most = max(costs)[0]
    cards = [card for points, card in costs if points == most and card != view.took][:MOST]
    if not cards:
        return []
    return wrap(speech.ui("indian.dear", cards=named(cards, view, speech), points=most))
