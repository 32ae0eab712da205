"""What a player says: the actions of Dummy, their words and their integers.

What must stay true: word, action and integer name one another without the state of a deal; a word
read and written again is the same word.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, assert_never

from speto.cards import (
    HIDDEN_TEXT,
    PACK,
    Card,
    ParseError,
    cards_in,
    mask_of,
    parse_card,
    parse_cards,
    shown,
    write_cards,
)
from speto.dummy import codes
from speto.dummy.melds import low_ace, runs_on


@dataclass(frozen=True, slots=True)
class Draw:
    """Take the top card of the stock; the card tells afterwards which it was."""

    card: Card | None = None

    def __str__(self) -> str:
        return f"+{self.card}" if self.card else "+"


@dataclass(frozen=True, slots=True)
class PickUp:
    """Take a row card and all newer ones, and lay the meld at once."""

    card: Card
    meld: tuple[Card, ...]

    def __str__(self) -> str:
        return f"^{self.card}={write_cards(self.meld)}"


@dataclass(frozen=True, slots=True)
class PickUpToLayOff:
    """Take a row card and all newer ones, and lay it off on the meld named by its lowest card."""

    card: Card
    onto: Card

    def __str__(self) -> str:
        return f"^{self.card}@{self.onto}"


@dataclass(frozen=True, slots=True)
class Meld:
    """Lay a set or a run from the hand."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return f"={write_cards(self.cards)}"


@dataclass(frozen=True, slots=True)
class LayOff:
    """Lay a card off on the meld named by its lowest card at that moment (D-WORD-1)."""

    card: Card
    onto: Card

    def __str__(self) -> str:
        return f">{self.card}@{self.onto}"


@dataclass(frozen=True, slots=True)
class Discard:
    """Throw a card to the end of the row."""

    card: Card

    def __str__(self) -> str:
        return f"-{self.card}"


@dataclass(frozen=True, slots=True)
class Knock:
    """Lay the last card face down."""

    card: Card

    def __str__(self) -> str:
        return f"#{self.card}"


@dataclass(frozen=True, slots=True)
class Decline:
    """Let the last chance go."""

    def __str__(self) -> str:
        return "."


Action = Draw | PickUp | PickUpToLayOff | Meld | LayOff | Discard | Knock | Decline

KINDS: Final[dict[type[Action], int]] = {
    Draw: codes.DRAW,
    PickUp: codes.PICK_UP,
    PickUpToLayOff: codes.PICK_UP_TO_LAY_OFF,
    Meld: codes.MELD,
    LayOff: codes.LAY_OFF,
    Discard: codes.DISCARD,
    Knock: codes.KNOCK,
    Decline: codes.DECLINE,
}
ACTIONS: Final = tuple(KINDS)


def spelled(mask: int) -> tuple[Card, ...]:
    """The cards of a meld, lowest first; an ace that stands low comes first (D-WORD-1).

    >>> write_cards(spelled(mask_of(parse_cards("2s 3s as"))))
    'As2s3s'
    """
    cards = cards_in(mask)
    if runs_on(mask) and low_ace(mask):
        return (cards[-1], *cards[:-1])
    return cards


def _number(card: Card) -> int:
    if card not in PACK:
        raise ParseError(f"{card!r} is no card of the pack")
    return card.number


def _bit(card: Card) -> int:
    return 1 << _number(card)


def _mask(cards: tuple[Card, ...]) -> int:
    mask = 0
    for card in cards:
        mask |= _bit(card)
    return mask


@lru_cache(maxsize=65536)
def encode(action: Action) -> int:
    """The integer of an action: kind << 58 | card index << 52 | cards.

    A draw has no card: what is on top must not show in what may be done.

    :raises ParseError: if a card is none of the pack.
    """
    match action:
        case Draw():
            return codes.DRAW << 58
        case PickUp(card, meld):
            return codes.PICK_UP << 58 | _number(card) << 52 | _mask(meld)
        case PickUpToLayOff(card, onto):
            return codes.PICK_UP_TO_LAY_OFF << 58 | _number(onto) << 52 | _bit(card)
        case Meld(cards):
            return codes.MELD << 58 | _mask(cards)
        case LayOff(card, onto):
            return codes.LAY_OFF << 58 | _number(onto) << 52 | _bit(card)
        case Discard(card):
            return codes.DISCARD << 58 | _bit(card)
        case Knock(card):
            return codes.KNOCK << 58 | _bit(card)
        case Decline():
            return codes.DECLINE << 58
        case _:
            assert_never(action)


def unheld(action: Action) -> int:
    """The integer of an action of the same kind with cards that are nowhere.

    For cards that no pack has: phase and turn refuse them first.
    """
    return KINDS[type(action)] << 58 | 63 << 52 | codes.FULL


@lru_cache(maxsize=65536)
def decode(code: int) -> Action:
    """The action of an integer that `encode` or the list of legal actions gave."""
    mask = code & codes.FULL
    other = PACK[code >> 52 & 63]
    match code >> 58:
        case codes.DRAW:
            return Draw()
        case codes.PICK_UP:
            return PickUp(other, spelled(mask))
        case codes.PICK_UP_TO_LAY_OFF:
            return PickUpToLayOff(cards_in(mask)[0], other)
        case codes.MELD:
            return Meld(spelled(mask))
        case codes.LAY_OFF:
            return LayOff(cards_in(mask)[0], other)
        case codes.DISCARD:
            return Discard(cards_in(mask)[0])
        case codes.KNOCK:
            return Knock(cards_in(mask)[0])
        case kind:
            assert kind == codes.DECLINE, kind
            return Decline()


def _read_meld(text: str) -> tuple[Card, ...]:
    cards = parse_cards(text)
    if not cards:
        raise ParseError("no cards; write those of the meld, as in =3d3h3s")
    for card in cards:
        if not card.rank:
            raise ParseError("Dummy is played without jokers")
        if cards.count(card) > 1:
            raise ParseError(f"{card} stands twice; the pack has it once")
    return spelled(mask_of(cards))


def _read_card(text: str) -> Card:
    card = parse_card(text)
    if not card.rank:
        raise ParseError("Dummy is played without jokers")
    return card


def parse(word: str) -> Action:
    """Read one word, case-blind; the cards of a meld may come in any order.

    >>> str(parse("^10h=qh10hjh")), str(parse(">6C@3c"))
    ('^Th=ThJhQh', '>6c@3c')

    :raises ParseError: if it is no word of Dummy, with what would be right.
    """
    mark, rest = word[:1], word[1:]
    try:
        match mark:
            case "+":
                return Draw(_read_card(rest) if rest not in ("", HIDDEN_TEXT) else None)
            case "^" if "@" in rest:
                card, _, onto = rest.partition("@")
                return PickUpToLayOff(_read_card(card), _read_card(onto))
            case "^":
                card, equals, meld = rest.partition("=")
                if not equals:
                    raise ParseError("no meld; write the row card and the meld, as in ^7c=7c8c9c")
                return PickUp(_read_card(card), _read_meld(meld))
            case "=":
                return Meld(_read_meld(rest))
            case ">":
                card, at, onto = rest.partition("@")
                if not at:
                    raise ParseError("no meld; write the card and the meld, as in >6c@3c")
                return LayOff(_read_card(card), _read_card(onto))
            case "-":
                return Discard(_read_card(rest))
            case "#":
                return Knock(_read_card(rest))
            case "." if not rest:
                return Decline()
            case _:
                raise ParseError(
                    "an action begins with + (draw) ^ (pick up) = (meld) > (lay off) - (discard)"
                    " # (knock), or is . (decline)"
                )
    except ParseError as problem:
        raise problem.within(f"word {shown(word)}") from None
