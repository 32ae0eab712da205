"""What may be said: the numbered list, and how an answer is read.

What must stay true: the list holds every legal word of the view; while cards may be discarded they
have the first numbers, in the order in which the hand is shown; an answer that is no legal word is
still read, so that the judge can say what forbids it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain
from typing import Final

from speto.cards import JOKER_TEXT, Card, ParseError, shown
from speto.clause import Clause
from speto.indian import Action, View, parse
from speto.indian.actions import Discard, Draw, Drop, Miss, Show, TakeOpen, arranged_show
from speto.terminal.answer import (
    ASKS,
    Ask,
    Choice,
    Own,
    Question,
    Unclear,
    is_number,
    numbered,
    plainly,
    question,
)
from speto.terminal.indian.ending import short
from speto.terminal.indian.hand import (
    Look,
    Part,
    fitted,
    grouped,
    in_order,
    numbers,
    regrouped,
)
from speto.terminal.indian.naming import MARK, in_letters, name, read
from speto.terminal.indian.offer import banned_line, by_groups, dear_line, told
from speto.terminal.page import pack, wrap
from speto.terminal.speech import Speech

KINDS: Final = (Draw, TakeOpen, Show, Drop)
"""The order of the moves that are no discards."""
VERBS: Final[dict[str, Action]] = {
    "d": Draw(),
    "draw": Draw(),
    "p": TakeOpen(),
    "take": TakeOpen(),
    "pick up": TakeOpen(),
    "^": TakeOpen(),
    "x": Drop(),
    "drop": Drop(),
}
SHOWS: Final = re.compile(r"(?:!|show|declare)[ -]*((?:10|[2-9tjqka])[cdhs]~?|\*{0,2})")
"""A Show of the hand as it is grouped, perhaps with its finishing card."""
MANY: Final = 3
"""From so many Shows on they may stand beside each other."""
GROUPS: Final = re.compile(r"(?:g|group)(?:(?: +|(?=[2-9tjqka1*]))(.*))?")


def choices(view: View, speech: Speech, look: Look, before: int | None = None) -> list[Choice]:
    """What may be done, numbered from 1; the cards to discard first, as they are shown.

    `before` is what the seat owed in the pool before the deal.
    """
    hand = grouped(view, look)
    found = [
        Choice(number, "discard", Discard(card), _discard(card, view, speech))
        for card, number in zip(in_order(hand), numbers(view, hand), strict=True)
        if number
    ]
    others: list[Action] = [action for action in view.legal if not isinstance(action, Discard)]
    others.sort(key=lambda action: [isinstance(action, kind) for kind in KINDS].index(True))
    if view.declaring and look.own is not None:
        own = own_show(view, look)
        if own not in others:
            others.append(own)
    for action in others:
        text = told(action, view, speech, before)
        if not _by_number(action, view, look):
            text += f"  {word(action, view, speech, look)}"
        elif not view.declaring:
            text += f" {speech.ui('indian.by_itself')}"
        found.append(Choice(len(found) + 1, "move", action, text))
    return found


def _discard(card: Card, view: View, speech: Speech) -> str:
    action = Discard(card)
    return f"{told(action, view, speech)}  {speech.word(action)}"


def _by_number(action: Action, view: View, look: Look) -> bool:
    """Whether a Show is best said by its number: its short word would mean the own groups."""
    return isinstance(action, Show) and look.own is not None and by_groups(view)


def word(action: Action, view: View, speech: Speech, look: Look) -> str:
    """The word of a move; that of a Show is short where it means the same."""
    if isinstance(action, Show) and action.finishing and not _by_number(action, view, look):
        return short(action, speech)
    return speech.word(action)


def own_show(view: View, look: Look, finishing: Card | None = None) -> Show:
    """The hand laid open as it is shown, with or without a finishing card."""
    hand = grouped(view, look)
    rest = [*view.hand]
    if finishing:
        rest.remove(finishing)
    parts = fitted([group.cards for group in hand.groups], rest)
    for card in chain(*parts):
        rest.remove(card)
    return arranged_show([*parts, *([card] for card in rest)], finishing)


def draw_list(
    found: Sequence[Choice], view: View, speech: Speech, look: Look, *, close: bool = False
) -> list[list[str]]:
    """The list as blocks of lines; the cards to discard stand in the hand.

    `close`: many Shows stand beside each other.
    """
    discards = [choice for choice in found if choice.group == "discard"]
    others = [choice for choice in found if choice.group != "discard"]
    blocks = []
    if close and len(others) >= MANY and discards:
        items = [f"{choice.number}) {_briefly(choice.action, view, speech)}" for choice in others]
        blocks.append(pack(items, gap="   "))
        others = []
    for choice in [*discards, *others] if speech.plain else others:
        number = str(choice.number) if speech.plain else f"{choice.number:>2}"
        blocks.append(wrap(f"{number}) {choice.text}", hang=4))
    if discards:
        blocks.append(banned_line(view, speech))
        example = speech.word(discards[-1].action)
        key = "check" if speech.plain else "discard"
        text = speech.ui(f"indian.list.{key}", n=len(discards), word=example)
        blocks.append(wrap(text, hang=2))
        blocks.append(dear_line(view, speech))
    return [block for block in blocks if block]


def _briefly(action: Action, view: View, speech: Speech) -> str:
    """A Show in a few words."""
    assert isinstance(action, Show) and action.finishing
    card = name(action.finishing, view, speech)
    return speech.ui("indian.move.show.brief", card=card)


def understand(
    answer: str, view: View, found: Sequence[Choice], speech: Speech, look: Look
) -> Action | Ask | Own | Clause | Question:
    """The action, the request, the rule or the question that an answer names.

    :raises Unclear: with what would be clear.
    """
    joker = speech.ui("indian.joker").lower()
    said = in_letters(plainly(answer).replace(joker, JOKER_TEXT))
    if said in ASKS:
        return ASKS[said]
    if said.startswith("?"):
        return question(said[1:].strip(), speech)
    if is_number(said):
        action: Action = numbered(said, found, speech)
        return action
    if said in VERBS:
        return VERBS[said]
    if grouping := GROUPS.fullmatch(said):
        return Own((grouping[1] or "").strip())
    if show := SHOWS.fullmatch(said):
        return _show(show[1], answer, view, speech, look)
    return _word(said, answer, view, speech)


def _show(finish: str, answer: str, view: View, speech: Speech, look: Look) -> Action:
    """A Show of the hand as it is grouped; without a finishing card named, the best one."""
    by_own = look.own is not None and by_groups(view)
    best = None if by_own else _best_show(view)
    if view.declaring or not view.taken:
        return best or own_show(view, look)
    if not finish:
        return best or own_show(view, look, grouped(view, look).counts.discard)
    card = _one_card(finish, answer, speech)
    if card not in view.hand:
        raise Unclear(speech.ui("indian.not_held", card=speech.card(card)))
    proposed = None if by_own else view.shows.get(card)
    return proposed or own_show(view, look, card)


def _best_show(view: View) -> Show | None:
    """A valid Show that is proposed, with the dearest finishing card first."""
    shows = [show for show in view.legal if isinstance(show, Show)]
    dearest = sorted(shows, key=lambda show: show.finishing or Card(0, 0))
    return dearest[-1] if dearest else None


def _one_card(text: str, answer: str, speech: Speech) -> Card:
    try:
        cards = read(text)
    except ParseError:
        cards = ()
    if len(cards) != 1:
        raise Unclear(speech.ui("no_word", said=shown(answer)))
    return cards[0]


def _word(said: str, answer: str, view: View, speech: Speech) -> Action:
    """A whole word; a card alone is taken or discarded."""
    text = said.replace(" ", "").replace(MARK, "")
    if text[:1] in ("+", "^"):
        return Draw() if text[0] == "+" else TakeOpen()
    if text[:1] not in ("-", "!"):
        card = _one_card(text, answer, speech)
        return TakeOpen() if not view.taken and card == view.top else Discard(card)
    try:
        action = parse(text)
    except ParseError as problem:
        if text[0] == "!":
            raise Unclear(speech.ui("indian.no_show", problem=problem.problem)) from None
        raise Unclear(speech.ui("no_word", said=shown(answer))) from None
    assert not isinstance(action, Miss)
    return action


def read_groups(
    text: str, view: View, found: Sequence[Choice], speech: Speech, look: Look
) -> tuple[Part, ...]:
    """The grouping after `g` with these groups: cards or their numbers, a stroke between groups.

    :raises Unclear: if a card is not held, or the text is none.
    """
    by_number = {
        str(choice.number): choice.action.card for choice in found if choice.group == "discard"
    }
    left = [*view.hand]
    parts = []
    for text_of_part in re.split(r"[/|]", text):
        part = _part(text_of_part.strip(), by_number, speech)
        for card in part:
            if card not in left:
                raise Unclear(speech.ui("indian.not_held", card=speech.card(card)))
            left.remove(card)
        parts.append(part)
    return regrouped(parts, [group.cards for group in grouped(view, look).groups], view.hand)


def _part(text: str, by_number: dict[str, Card], speech: Speech) -> Part:
    said = re.split(r"[ ,]+", text)
    if all(word in by_number for word in said):
        return tuple(by_number[word] for word in said)
    try:
        return read(text)
    except ParseError:
        raise Unclear(speech.ui("indian.no_group", said=shown(text))) from None
