"""The pieces of a line: seats, cards, and what stands behind a name and a colon.

What must stay true: a name is found whole, also one with spaces; the longest name wins.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Final

from speto.cards import SUITS, Card, ParseError, parse_cards
from speto.score.wrong import Wrong

JOKER_WORD: Final = re.compile(r"\bjoker\b|\bjk\b|\N{PLAYING CARD BLACK JOKER}", re.I)
LETTERS: Final = str.maketrans(
    {**dict(zip("♣♦♥♠", SUITS, strict=True)), "\ufe0e": "", "\ufe0f": ""}
)
CARD: Final = re.compile(r"(?:10|[2-9tjqka])[cdhs]", re.I)
BEFORE_NAME: Final = re.compile(rf"(?:[-,\s]|{CARD.pattern}(?:@\S+)?)*", re.I)
NAME: Final = re.compile(r"[^,:@;\"]{1,40}")
NONE: Final = ("", "-", "none", "nobody")


class Words:
    """A text that is read piece by piece; `names` are those of the seats."""

    def __init__(self, text: str, names: tuple[str, ...], line: int) -> None:
        self.text = text.translate(LETTERS).strip()
        self.names = names
        self.line = line
        self.at = 0

    @property
    def rest(self) -> str:
        """What has not been read."""
        return self.text[self.at :].strip(" \t,")

    def wrong(self, key: str, /, **holes: str) -> Wrong:
        """Something wrong in this line."""
        return Wrong(key, line=self.line, soft=False, **holes)

    def skip(self, marks: str = " \t") -> None:
        """Go on to what is none of these."""
        while self.at < len(self.text) and self.text[self.at] in marks:
            self.at += 1

    def word(self) -> str:
        """The next word in lower case, or none; it is not yet read."""
        return (self.rest.split() or [""])[0].strip(",").lower()

    def take_word(self, word: str) -> None:
        """Read a word that `word` has told."""
        self.skip(" \t,")
        self.at += len(word)

    def seat(self) -> int:
        """The seat whose name or number comes next."""
        self.skip(" \t,")
        number, size = named(self.text[self.at :], self.names)
        if number < 0:
            raise self.wrong("seat", text=short(self.rest), names=", ".join(self.names))
        self.at += size
        self.skip(" \t:")
        return number

    def card(self) -> Card | None:
        """The card that comes next, if one does."""
        self.skip(" \t,")
        match = CARD.match(self.text, self.at)
        if not match:
            return None
        self.at = match.end()
        (card,) = parse_cards(match[0])
        return card

    def end(self) -> None:
        """See that nothing is left."""
        if self.rest:
            raise self.wrong("rest", text=short(self.rest))

    def shares(self) -> Iterator[tuple[int, str]]:
        """Each seat before a colon, with what stands behind it."""
        parts = self.text.split(":")
        if len(parts) == 1:
            raise self.wrong("owner", text=short(self.text), name=self.names[0])
        at = self.owner(parts[0])[0]
        for part in parts[1:-1]:
            owner, size = self.owner(part)
            yield at, part[: len(part.rstrip()) - size].strip(" \t,")
            at = owner
        yield at, parts[-1].strip(" \t,")

    def owner(self, part: str) -> tuple[int, int]:
        """The seat with whose name a part ends, and how long the name is."""
        part = part.rstrip()
        for start in range(len(part)):
            if start and part[start - 1] not in " \t,":
                continue
            number, size = named(part[start:], self.names)
            if number >= 0 and start + size == len(part):
                return number, size
        text = BEFORE_NAME.sub("", part, count=1) or part
        raise self.wrong("seat", text=short(text), names=", ".join(self.names))


def named(text: str, names: tuple[str, ...]) -> tuple[int, int]:
    """The seat whose name or number a text begins with, and its length; −1 if there is none.

    Numbers count from 1.

    >>> named("Auntie Nok 9c", ("Auntie", "Auntie Nok")), named("2: Kd", ("Nok", "Som"))
    ((1, 10), (1, 1))
    """
    numbers = [str(number) for number in range(1, len(names) + 1)]
    found = [
        (len(word), seat)
        for words in (names, numbers)
        for seat, word in enumerate(words)
        if text[: len(word)].lower() == word.lower()
        and text[len(word) :][:1] in (*tuple(" \t:,@"), "")
    ]
    if not found:
        return -1, 0
    size, seat = max(found)
    return seat, size


def short(text: str) -> str:
    """The beginning of a foreign text, fit to stand in a sentence."""
    text = " ".join(text.split())
    text = "".join(letter for letter in text if letter.isprintable())
    return text if len(text) <= 40 else text[:37] + "..."


def names_of(text: str, line: int, seats: Collection[int], key: str = "names") -> tuple[str, ...]:
    """The names of the seats, with commas between.

    :raises Wrong: if there cannot be so many (`key`), or one cannot be a name here.
    """
    names = tuple(" ".join(name.split()) for name in text.strip(" ,").split(","))
    if len(names) not in seats:
        raise Wrong(key, line=line, text=short(text))
    for name in names:
        if (
            not NAME.fullmatch(name)
            or name.isdecimal()
            or name.lower() in NONE
            or not name.isprintable()
        ):
            raise Wrong("name", line=line, name=short(name))
    if len({name.lower() for name in names}) < len(names):
        raise Wrong("name_twice", line=line)
    return names


def cards_of(text: str, line: int, *, jokers: bool = False) -> tuple[Card, ...]:
    """Cards with or without spaces or commas between; a dash is none."""
    plain = text.translate(LETTERS).replace(",", " ").strip()
    if plain.lower() in NONE:
        return ()
    try:
        cards = parse_cards(JOKER_WORD.sub("*", plain) if jokers else plain)
    except ParseError:
        key = "card_or_joker" if jokers else "card"
        raise Wrong(key, line=line, text=short(_first_wrong(plain))) from None
    if not jokers and any(not card.rank for card in cards):
        raise Wrong("joker", line=line)
    return cards


def _first_wrong(text: str) -> str:
    """The first piece that is no card."""
    while match := CARD.match(text := text.lstrip(" \t*")):
        text = text[match.end() :]
    return text.split()[0] if text.split() else text


def one_card(text: str, line: int, *, jokers: bool = False) -> Card:
    """Just one card."""
    cards = cards_of(text, line, jokers=jokers)
    if len(cards) != 1:
        raise Wrong("one_card", line=line, text=short(text))
    return cards[0]
