"""What a player says: the actions of Indian Rummy, their words and their integers.

What must stay true: a word read and written again is the same word; an arrangement has one
spelling. The integer of a Show says where each card of the sorted hand belongs, so its word needs
the hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, assert_never

from speto.cards import (
    HIDDEN_TEXT,
    JOKER,
    PACK,
    Card,
    ParseError,
    parse_card,
    parse_cards,
    shown,
    write_cards,
)
from speto.indian import codes

Cards = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Draw:
    """Take the top card of the stock; the card tells afterwards which it was."""

    card: Card | None = None

    def __str__(self) -> str:
        return f"+{self.card}" if self.card else "+"


@dataclass(frozen=True, slots=True)
class TakeOpen:
    """Take the top card of the open pile."""

    def __str__(self) -> str:
        return "^"


@dataclass(frozen=True, slots=True)
class Discard:
    """Throw a card on the open pile."""

    card: Card

    def __str__(self) -> str:
        return f"-{self.card}"


@dataclass(frozen=True, slots=True)
class Show:
    """Lay the hand open in groups; what is in none is loose.

    Without a finishing card it claims a heaven hand, or declares an arrangement after a Show. Make
    one with `arranged_show`, which gives it its one spelling.
    """

    groups: tuple[Cards, ...]
    loose: Cards = ()
    finishing: Card | None = None

    def __str__(self) -> str:
        # three loose cards in one part would be read as a group
        pairs = [self.loose[i : i + 2] for i in range(0, len(self.loose), 2)]
        parts = [*self.groups, *pairs]
        finish = f"-{self.finishing}" if self.finishing else ""
        return f"!{'/'.join(map(write_cards, parts))}{finish}"

    @property
    def cards(self) -> Cards:
        """All cards it lays open, sorted."""
        finish = (self.finishing,) if self.finishing else ()
        return in_order([*(card for group in self.groups for card in group), *self.loose, *finish])


@dataclass(frozen=True, slots=True)
class Drop:
    """Give the deal up."""

    def __str__(self) -> str:
        return "x"


@dataclass(frozen=True, slots=True)
class Miss:
    """Let the time run out: the clock draws and discards (I-MORE-20)."""

    def __str__(self) -> str:
        return "~"


Action = Draw | TakeOpen | Discard | Show | Drop | Miss

ACTIONS: Final = (Draw, TakeOpen, Discard, Show, Drop, Miss)


def code_of(card: Card) -> int:
    """The code of a card: 0 to 51, a printed joker 52.

    :raises ParseError: if it is no card.
    """
    if card == JOKER:
        return codes.JOKER
    if card not in PACK:
        raise ParseError(f"{card!r} is no card of the pack")
    return card.number


def card_of(code: int) -> Card:
    """The card of a code."""
    return JOKER if code == codes.JOKER else PACK[code]


NOBODYS: Final = 63
"""The code of no card."""
WHOLE_PACK: Final = tuple(card for card in (*PACK, JOKER) for _ in range(2))
"""All 106 cards, sorted (I-DEAL-1)."""


def in_order(cards: Iterable[Card]) -> Cards:
    """Cards sorted: rank 2 to A, suits c d h s, printed jokers last."""
    return tuple(sorted(cards, key=code_of))


def spelled(cards: Iterable[Card]) -> Cards:
    """The cards of a group, lowest first; an ace that begins A-2-3 comes first.

    >>> write_cards(spelled(parse_cards("3s ** as 2s")))
    'As2s3s**'
    """
    group = in_order(cards)
    plain = [card for card in group if card.rank]
    ranks = {card.rank for card in plain}
    if (
        len({card.suit for card in plain}) == 1
        and len(ranks) == len(plain)
        and 14 in ranks
        and ranks & {2, 3}
        and not ranks & {12, 13}
    ):
        ace = plain[-1]
        return (ace, *(card for card in group if card != ace))
    return group


def arranged_show(parts: Iterable[Sequence[Card]], finishing: Card | None = None) -> Show:
    """The Show of these parts in its one spelling; parts of fewer than three cards are loose."""
    whole = list(parts)
    groups = sorted(
        (part for part in whole if len(part) >= 3), key=lambda part: sorted(map(code_of, part))
    )
    loose = [card for part in whole if len(part) < 3 for card in part]
    return Show(tuple(map(spelled, groups)), in_order(loose), finishing)


def hand_cards(one: int, two: int, jokers: int) -> Cards:
    """The cards of a hand, sorted."""
    cards: list[Card] = []
    while one:
        low = one & -one
        cards += [PACK[low.bit_length() - 1]] * (2 if two & low else 1)
        one ^= low
    return (*cards, *(JOKER,) * jokers)


def masks_of(cards: Iterable[Card]) -> tuple[int, int, int]:
    """A hand in integers: the cards held, those held twice, printed jokers.

    :raises ParseError: if a card stands three times, or there are three jokers.
    """
    one = two = jokers = 0
    for card in cards:
        code = code_of(card)
        mask = 0 if code == codes.JOKER else 1 << code
        if two & mask or (not mask and jokers == 2):
            raise ParseError(f"{card} stands three times; the two packs have it twice")
        two |= one & mask
        one |= mask
        jokers += not mask
    return one, two, jokers


def _labels(show: Show) -> int:
    if len(show.groups) > codes.GROUPS or len(show.cards) > codes.HAND + 1:
        raise ParseError("more cards than a hand has")
    owners: dict[int, list[int]] = {}
    parts: list[tuple[int, Sequence[Card]]] = [(0, show.loose), *enumerate(show.groups, 1)]
    if show.finishing:
        parts.append((codes.FINISHING, (show.finishing,)))
    for label, cards in parts:
        for card in cards:
            owners.setdefault(code_of(card), []).append(label)
    labels = shift = 0
    for code in sorted(owners):
        for label in sorted(owners[code]):
            labels |= label << shift
            shift += 3
    return labels


@lru_cache(maxsize=65536)
def encode(action: Action) -> int:
    """The integer of an action: kind << 58 | detail.

    A draw has no card: what is on top must not show in what may be done. A Show's says nothing of
    its cards but where they belong.

    :raises ParseError: if a card is none of the pack.
    """
    match action:
        case Draw():
            return codes.DRAW << 58
        case TakeOpen():
            return codes.TAKE_OPEN << 58
        case Discard(card):
            return codes.DISCARD << 58 | code_of(card)
        case Show():
            return codes.SHOW << 58 | _labels(action)
        case Drop():
            return codes.DROP << 58
        case Miss():
            return codes.MISS << 58
        case _:
            assert_never(action)


def unheld(action: Action) -> int:
    """The integer of an action of the same kind whose cards nobody can hold.

    For cards that no pack has, and Shows of more than a hand: phase and turn refuse them first.
    """
    match action:
        case Discard():
            return codes.DISCARD << 58 | NOBODYS
        case Show():
            last = codes.FINISHING if action.finishing else 1
            return codes.SHOW << 58 | last << 3 * (codes.HAND + 1)
        case _:
            return encode(action)


@lru_cache(maxsize=8192)
def decode(code: int, hand: tuple[int, int, int]) -> Action:
    """The action of an integer, said by a seat with that hand."""
    match code >> 58:
        case codes.DRAW:
            return Draw()
        case codes.TAKE_OPEN:
            return TakeOpen()
        case codes.DISCARD:
            return Discard(card_of(code & 63))
        case codes.SHOW:
            parts: list[list[Card]] = [[] for _ in range(codes.FINISHING + 1)]
            for i, card in enumerate(hand_cards(*hand)):
                parts[code >> 3 * i & 7].append(card)
            finish = parts[codes.FINISHING]
            loose = ([card] for card in parts[0])
            return arranged_show(
                [*parts[1 : codes.FINISHING], *loose], finish[0] if finish else None
            )
        case codes.DROP:
            return Drop()
        case kind:
            assert kind == codes.MISS, kind
            return Miss()


def decoder(hand: tuple[int, int, int]) -> Callable[[int], Action]:
    """What makes actions of the integers of a seat with that hand."""
    return lambda code: decode(code, hand)


def _read_show(rest: str) -> Show:
    body, dash, finish = rest.partition("-")
    parts = [parse_cards(part) for part in body.split("/")]
    cards = [card for part in parts for card in part]
    finishing = parse_card(finish) if dash else None
    masks_of([*cards, *([finishing] if finishing else [])])
    if len(cards) != codes.HAND:
        raise ParseError(
            f"{len(cards)} cards; a Show lays all 13, and the finishing card behind a -, as in"
            " !3h4h5h/9c9d9s/…-Kd"
        )
    return arranged_show(parts, finishing)


def parse(word: str) -> Action:
    """Read one word, case-blind; the groups of a Show and their cards may come in any order.

    >>> str(parse("-10H")), str(parse("!kc**kd/3h5h4h6h/7s8s*/9c9h9d-2D"))
    ('-Th', '!3h4h5h6h/7s8s**/9c9d9h/KcKd**-2d')

    :raises ParseError: if it is no word of Indian Rummy, with what would be right.
    """
    mark, rest = word[:1], word[1:]
    try:
        match mark:
            case "+":
                return Draw(parse_card(rest) if rest not in ("", HIDDEN_TEXT) else None)
            case "-":
                return Discard(parse_card(rest))
            case "!":
                return _read_show(rest)
            case "^" if not rest:
                return TakeOpen()
            case "x" | "X" if not rest:
                return Drop()
            case "~" if not rest:
                return Miss()
            case _:
                raise ParseError(
                    "a word is + draw, ^ take the open card, -Kd discard, x drop, ~ missed turn or"
                    " !3h4h5h/9c9d9s/…-Kd Show"
                )
    except ParseError as problem:
        raise problem.within(f"word {shown(word)}") from None
