"""What may be said: the numbered list, and how an answer is read.

What must stay true: the list holds every legal word of the view once; an answer that is no legal
word is still read, so that the judge can say what forbids it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum, auto
from itertools import groupby
from typing import Final, NamedTuple

from speto.cards import Card, ParseError, parse_cards, shown
from speto.clause import Clause
from speto.dummy import BY_CODE, Action, View, parse
from speto.dummy.actions import (
    Decline,
    Discard,
    Draw,
    Knock,
    LayOff,
    Meld,
    PickUp,
    PickUpToLayOff,
)
from speto.dummy.view import Preview, Risk
from speto.terminal.page import WIDTH, beside, pack, wrap
from speto.terminal.speech import TO_LETTERS, Speech
from speto.terminal.table import LABEL

GROUPS: Final[tuple[tuple[str, tuple[type[Action], ...]], ...]] = (
    ("draw", (Draw,)),
    ("pick_up", (PickUp, PickUpToLayOff)),
    ("meld", (Meld,)),
    ("lay_off", (LayOff,)),
    ("discard", (Discard,)),
    ("knock", (Knock,)),
    ("decline", (Decline,)),
)
FEW: Final = 3
"""So many cards of a pick-up go to the hand without being asked about."""


class Choice(NamedTuple):
    """A line of the list: its number, its group, the action, and what it says."""

    number: int
    group: str
    action: Action
    text: str


class Ask(Enum):
    """What may be said besides actions."""

    HELP = auto()
    MORE = auto()
    LEDGER = auto()
    LOG = auto()
    QUIT = auto()


ASKS: Final = {
    "?": Ask.HELP,
    "help": Ask.HELP,
    "": Ask.MORE,
    "m": Ask.MORE,
    "more": Ask.MORE,
    "s": Ask.LEDGER,
    "score": Ask.LEDGER,
    "l": Ask.LOG,
    "log": Ask.LOG,
    "q": Ask.QUIT,
    "quit": Ask.QUIT,
}
VERBS: Final[dict[str, tuple[type[Action], ...]]] = {
    "d": (Draw,),
    "draw": (Draw,),
    "p": (PickUp, PickUpToLayOff),
    "pick up": (PickUp, PickUpToLayOff),
    "k": (Knock,),
    "knock": (Knock,),
    "pass": (Decline,),
}


class Unclear(ValueError):
    """An answer that names no one action; its text says what would."""


def choices(view: View, speech: Speech) -> list[Choice]:
    """Every legal action, numbered from 1 in the order of the list."""
    legal = list(view.legal)
    found: list[Choice] = []
    for group, kinds in GROUPS:
        mine = [action for action in legal if isinstance(action, kinds)]
        if group == "discard":
            mine.sort(key=_hand_order)
        for action in mine:
            number = len(found) + 1
            found.append(Choice(number, group, action, _text(action, view, speech)))
    assert len(found) == len(legal), "every action has its group"
    return found


def _hand_order(action: Action) -> tuple[int, int]:
    assert isinstance(action, Discard)
    return action.card.suit, action.card.rank


def _text(action: Action, view: View, speech: Speech) -> str:
    word = str(action)
    match action:
        case PickUp() | PickUpToLayOff():
            return f"{word}  {_brings(view.previews[word], speech)}"
        case LayOff(_, onto):
            meld = next(meld for meld in view.melds if onto in meld.cards)
            owner = speech.ui("own") if meld.owner == view.seat else speech.name(meld.owner)
            return f"{word} ({owner})"
        case Discard(card) if card in view.risks:
            return f"{word} ({cost(view.risks[card])})"
    return word


def kept(preview: Preview) -> list[Card]:
    """The row cards of a pick-up that go to the hand."""
    return [card for card in preview.takes if card not in preview.lays]


def _brings(preview: Preview, speech: Speech) -> str:
    cards = kept(preview)
    if not cards:
        text = speech.ui("brings.nothing", left=preview.left)
    elif len(cards) <= FEW:
        text = speech.ui("brings.cards", cards=speech.cards(cards), left=preview.left)
    else:
        text = speech.ui("brings.many", n=len(cards), left=preview.left)
    return f"{text} {speech.ui('brings.knock')}" if preview.knocks else text


def cost(risks: Sequence[Risk]) -> str:
    """What a discard costs at once, and with a question mark what it may yet cost.

    >>> from speto.dummy.clauses import PEN_HEAD, PEN_LAY
    >>> cost([Risk(PEN_LAY, -50, True), Risk(PEN_HEAD, -50, False)])
    '-50, -50?'
    """
    sure = sum(risk.points for risk in risks if risk.certain)
    perhaps = sum(risk.points for risk in risks if not risk.certain)
    return ", ".join([str(sure)] * (sure < 0) + [f"{perhaps}?"] * (perhaps < 0))


def draw_list(found: Sequence[Choice], speech: Speech) -> list[list[str]]:
    """The list as blocks of lines, one for each group; pick-ups have a line each."""
    blocks = []
    for group, members in groupby(found, lambda choice: choice.group):
        items = [f"{choice.number}) {choice.text}" for choice in members]
        lines = [*pack(items, WIDTH - LABEL)]
        if group == "pick_up":
            lines = [line for item in items for line in wrap(item, WIDTH - LABEL, hang=4)]
        blocks.append(beside(speech.ui(f"group.{group}"), lines, LABEL))
    return blocks


def understand(
    answer: str, view: View, found: Sequence[Choice], speech: Speech
) -> Action | Ask | Clause:
    """The action, the request or the rule that an answer names.

    :raises Unclear: with what would be clear.
    :raises ParseError: if it is no word at all.
    """
    said = " ".join(answer.translate(TO_LETTERS).lower().split())
    if said in ASKS:
        return ASKS[said]
    if said.startswith("?"):
        return _clause(said[1:], speech)
    if re.fullmatch(r"[0-9]{1,9}\)?", said):
        return _numbered(int(said.rstrip(")")), found, speech)
    if said in VERBS:
        return _only([c for c in found if isinstance(c.action, VERBS[said])], said, speech)
    word = said.replace(" ", "")
    if word[0] not in "+^=>-#.":
        return _bare(word, view, found, speech)
    action = parse(word)
    if isinstance(action, Draw):
        return Draw()  # a named card would tell by its refusal what the stock hides
    return _named(action, view)


def _clause(said: str, speech: Speech) -> Clause:
    """The clause of a code; `D-` may be left out."""
    code = said.strip().upper()
    for name in (code, f"D-{code}"):
        if name in BY_CODE:
            return BY_CODE[name]
    raise Unclear(speech.ui("no_clause", said=shown(code)))


def _numbered(number: int, found: Sequence[Choice], speech: Speech) -> Action:
    if not 1 <= number <= len(found):
        raise Unclear(speech.ui("no_number", n=number, last=len(found)))
    return found[number - 1].action


def _only(fitting: Sequence[Choice], said: str, speech: Speech) -> Action:
    """The one choice that fits."""
    if not fitting:
        raise Unclear(speech.ui("none_fits", said=said))
    if len(fitting) > 1:
        numbers = ", ".join(str(choice.number) for choice in fitting)
        raise Unclear(speech.ui("several_fit", said=said, numbers=numbers))
    return fitting[0].action


def _bare(word: str, view: View, found: Sequence[Choice], speech: Speech) -> Action:
    """Cards alone: one is discarded, knocked with or picked up; three or more are a meld."""
    if "@" in word:
        return _named(parse(f"{'>' if view.taken else '^'}{word}"), view)
    try:
        cards = parse_cards(word)
    except ParseError:
        raise Unclear(speech.ui("no_word", said=shown(word))) from None
    row = [place.card for place in view.row]
    if len(cards) == 1:
        if view.taken:
            knock = Knock(cards[0])
            return knock if knock in view.legal else Discard(cards[0])
        if cards[0] in row:
            return _only([c for c in found if _takes(c.action) == cards[0]], word, speech)
        return Discard(cards[0])
    if len(cards) < 3:
        raise Unclear(speech.ui("no_word", said=shown(word)))
    meld = parse(f"={word}")
    assert isinstance(meld, Meld)
    if not view.taken:
        oldest = next((card for card in row if card in meld.cards), None)
        if oldest:
            return PickUp(oldest, meld.cards)
    return meld


def _takes(action: Action) -> Card | None:
    return action.card if isinstance(action, PickUp | PickUpToLayOff) else None


def _named(action: Action, view: View) -> Action:
    """A lay-off may name its meld by any of its cards."""
    if isinstance(action, LayOff | PickUpToLayOff):
        for meld in view.melds:
            if action.onto in meld.cards:
                return type(action)(action.card, meld.cards[0])
    return action
