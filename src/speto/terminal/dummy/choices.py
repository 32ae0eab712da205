"""What may be said: the numbered list, and how an answer is read.

What must stay true: the list holds every legal word of the view once; while cards may be discarded
they have the first numbers, in the order of the hand; an answer that is no legal word is still
read, so that the judge can say what forbids it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from typing import Final

from speto.cards import Card, ParseError, parse_cards, shown, write_cards
from speto.clause import Clause
from speto.dummy import Action, View, parse
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
from speto.terminal.answer import (
    ASKS,
    Ask,
    Choice,
    Question,
    Unclear,
    is_number,
    numbered,
    plainly,
    question,
)
from speto.terminal.dummy.offer import told
from speto.terminal.dummy.table import LOOK, Look
from speto.terminal.page import pack, wrap
from speto.terminal.speech import Speech

GROUPS: Final[tuple[tuple[str, tuple[type[Action], ...]], ...]] = (
    ("discard", (Discard,)),
    ("draw", (Draw,)),
    ("pick_up", (PickUp, PickUpToLayOff)),
    ("meld", (Meld,)),
    ("lay_off", (LayOff,)),
    ("knock", (Knock,)),
    ("decline", (Decline,)),
)
MANY: Final = 4
"""From so many melds or lay-offs on they may stand beside each other."""


VERBS: Final[dict[str, tuple[type[Action], ...]]] = {
    "d": (Draw,),
    "draw": (Draw,),
    "p": (PickUp, PickUpToLayOff),
    "pick up": (PickUp, PickUpToLayOff),
    "k": (Knock,),
    "knock": (Knock,),
    "pass": (Decline,),
}


def choices(view: View, speech: Speech, look: Look = LOOK) -> list[Choice]:
    """Every legal action, numbered from 1; the cards to discard first, in the hand's order."""
    legal = list(view.legal)
    order = look.sorted(view.hand)
    found: list[Choice] = []
    for group, kinds in GROUPS:
        mine = [action for action in legal if isinstance(action, kinds)]
        if group == "discard":
            mine.sort(key=lambda action: order.index(_thrown(action)))
        for action in mine:
            text = f"{told(action, view, speech, look)}  {speech.word(action)}"
            found.append(Choice(len(found) + 1, group, action, text))
    assert len(found) == len(legal), "every action has its group"
    return found


def _thrown(action: Action) -> Card:
    assert isinstance(action, Discard)
    return action.card


def draw_list(found: Sequence[Choice], speech: Speech, *, close: bool = False) -> list[list[str]]:
    """The list as blocks of lines, one for each group; the cards to discard stand in the hand.

    `close`: many melds or lay-offs stand beside each other.
    """
    blocks = []
    discards: list[str] = []
    for group, members in groupby(found, lambda choice: choice.group):
        mine = list(members)
        if group == "discard" and not speech.plain:
            example = speech.word(mine[0].action)
            discards = wrap(speech.ui("list.discard", n=len(mine), word=example), hang=2)
            continue
        items = [f"{choice.number:>{1 if speech.plain else 2}}) {choice.text}" for choice in mine]
        if close and group in ("meld", "lay_off", "try") and len(items) >= MANY:
            blocks.append(pack(items, gap="   "))
        else:
            blocks += [wrap(item, hang=4) for item in items]
    return [*blocks, discards] if discards else blocks


def understand(
    answer: str, view: View, found: Sequence[Choice], speech: Speech
) -> Action | Ask | Clause | Question:
    """The action, the request, the rule or the question that an answer names.

    :raises Unclear: with what would be clear.
    """
    said = plainly(answer)
    if said in ASKS:
        return ASKS[said]
    if said.startswith("?"):
        return question(said[1:].strip(), speech)
    if is_number(said):
        chosen: Action = numbered(said, found, speech)
        return chosen
    if re.fullmatch(r"[0-9]{1,3}(?:[ ,]+[0-9]{1,3})+", said):
        numbers = [int(number) for number in re.findall(r"[0-9]+", said)]
        return _selected(numbers, answer, view, found, speech)
    if said in VERBS:
        return _only([c for c in found if isinstance(c.action, VERBS[said])], said, view, speech)
    word = said.replace(" ", "")
    if word[0] not in "+^=>-#.":
        return _bare(word, answer, view, found, speech)
    try:
        action = parse(word)
    except ParseError:
        raise Unclear(speech.ui("no_word", said=shown(answer))) from None
    if isinstance(action, Draw):
        return Draw()  # a named card would tell by its refusal what the stock hides
    return _named(action, view)


def _selected(
    numbers: Sequence[int], answer: str, view: View, found: Sequence[Choice], speech: Speech
) -> Action:
    """The meld of several cards of the hand, chosen by their numbers."""
    by_number = {choice.number: choice.action for choice in found}
    cards = [action.card for n in numbers if isinstance(action := by_number.get(n), Discard)]
    if len(cards) < len(numbers) or len(set(cards)) < 3:
        raise Unclear(speech.ui("no_selection", said=shown(answer)))
    return _bare_meld(tuple(dict.fromkeys(cards)), view)


def _only(fitting: Sequence[Choice], said: str, view: View, speech: Speech) -> Action:
    """The one choice that fits; where none does, one that the judge will refuse with its reason."""
    if len(fitting) == 1:
        only: Action = fitting[0].action
        return only
    if fitting:
        numbers = ", ".join(str(choice.number) for choice in fitting)
        raise Unclear(speech.ui("several_fit", said=shown(said), numbers=numbers))
    match VERBS.get(said, ())[:1]:
        case (kind,) if kind is Draw:
            return Draw()
        case (kind,) if kind is Decline:
            return Decline()
        case (kind,) if kind is Knock and view.hand:
            return Knock(view.hand[0])
    raise Unclear(speech.ui("none_fits", said=shown(said)))


def _bare(word: str, answer: str, view: View, found: Sequence[Choice], speech: Speech) -> Action:
    """Cards alone: one is discarded, knocked with or picked up; three or more are a meld."""
    try:
        if "@" in word:
            return _named(parse(f"{'>' if view.taken else '^'}{word}"), view)
        cards = parse_cards(word)
    except ParseError:
        raise Unclear(speech.ui("no_word", said=shown(answer))) from None
    row = [place.card for place in view.row]
    if len(cards) == 1:
        if view.taken:
            knock = Knock(cards[0])
            return knock if knock in view.legal else Discard(cards[0])
        if cards[0] in row:
            fitting = [choice for choice in found if _takes(choice.action) == cards[0]]
            return _only(fitting, answer, view, speech)
        return Discard(cards[0])
    if len(set(cards)) < max(3, len(cards)) or not all(card.rank for card in cards):
        raise Unclear(speech.ui("no_word", said=shown(answer)))
    return _bare_meld(cards, view)


def _bare_meld(cards: Sequence[Card], view: View) -> Action:
    """Cards as a meld; before a card is taken, that of a pick-up."""
    meld = parse(f"={write_cards(cards)}")
    assert isinstance(meld, Meld)
    if not view.taken:
        oldest = next((place.card for place in view.row if place.card in meld.cards), None)
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
