"""Counting lines of play: how many sequences of so many actions a moment allows.

    ; a comment
    id      two runs and a lay-off in hand
    position seats=2 act=0 hands=3c4c5c…/…
    perft   1 12
    perft   2 160
    perft   all 4711

Blocks are separated by blank lines. Instead of `position` a block may have `deal` with `pack=`,
and if need be `rules=`, `seats=`, `starter=` and `direction=`. A line `game indian` before it says
of which game it is; without one it is of `dummy`. `perft all` counts the lines that lead to the end
of the deal. What must stay true: the stock is known, so a draw is one action.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

from speto.cards import ParseError, parse_cards, shown
from speto.clause import RulesError
from speto.games import NAMES, Game, State, game

ALL: Final = "all"
WHOLE: Final = re.compile(r"[0-9]{1,18}")


@dataclass(frozen=True, slots=True)
class Count:
    """How many lines there must be of some depth; depth `None` means to the end of the deal."""

    depth: int | None
    lines: int
    place: str

    @property
    def name(self) -> str:
        """The depth as the file writes it."""
        return ALL if self.depth is None else str(self.depth)


@dataclass(slots=True)
class Block:
    """A moment, what it is called and what must be counted from it."""

    place: str
    name: str = ""
    game: str = ""
    state: State | None = None
    counts: list[Count] = field(default_factory=list)


def count(state: State, depth: int | None) -> int:
    """The number of sequences of exactly `depth` actions, or of those that end the deal.

    >>> from speto.cards import PACK
    >>> from speto.dummy import Rules, start
    >>> [count(start(Rules(), PACK, seats=2), depth) for depth in range(4)]
    [1, 5, 101, 521]
    """
    lines = 0
    ahead: list[tuple[State, int | None]] = [(state, depth)]
    while ahead:  # no recursion: a deal has up to two thousand actions
        state, depth = ahead.pop()
        if depth == 0:
            lines += 1
        elif state.over:
            lines += depth is None
        elif depth == 1:
            lines += len(state.legal)
        else:
            rest = None if depth is None else depth - 1
            ahead += [(state.apply(action), rest) for action in state.legal]
    return lines


def split(state: State, depth: int | None) -> list[tuple[str, int]]:
    """The same count by first action."""
    rest = None if depth is None else depth - 1
    return [(str(action), count(state.apply(action), rest)) for action in state.legal]


def read_blocks(text: str) -> list[Block]:
    """Read a file of blocks.

    :raises ParseError: at the first line that is not right, and what would be.
    """
    blocks: list[Block] = []
    inside = False
    for number, whole in enumerate(text.split("\n"), 1):
        line = whole.partition(";")[0].strip()
        if not line:
            inside = inside and bool(whole.strip())  # a comment alone does not end a block
            continue
        place = f"line {number}"
        if not inside:
            blocks.append(Block(place))
            inside = True
        _read_line(blocks[-1], line, place)
    for block in blocks:
        if block.state is None:
            raise ParseError("the block has neither position nor deal", place=block.place)
    if not blocks:
        raise ParseError("there is nothing to count; a block has id, position and perft lines")
    return blocks


def _read_line(block: Block, line: str, place: str) -> None:
    word, *rest = line.split(None, 1)
    text = rest[0] if rest else ""
    try:
        if not line.isprintable():
            raise ParseError(f"{shown(line)} holds a control character")
        if word == "id" and text and not block.name:
            block.name = text
        elif word == "game" and text and not block.game and block.state is None:
            block.game = game(text).NAME
        elif word in READERS and block.state is None:
            block.state = READERS[word](game(block.game or NAMES[0]), text)
        elif word == "perft":
            block.counts.append(_read_count(text, place))
        elif word == "game" and block.state is not None:
            raise ParseError("game stands behind what it is of; write it before position or deal")
        elif word in ("id", "game", *READERS):
            raise ParseError(f"{word} stands twice, or empty; between blocks stands a blank line")
        else:
            raise ParseError(
                f"{shown(word)} begins no line; there are id, game, position, deal and perft"
            )
    except (ParseError, RulesError) as problem:
        raise ParseError(str(problem), place=place) from None


def _read_count(text: str, place: str) -> Count:
    depth, lines = [*text.split(), "", ""][:2]
    if len(text.split()) != 2 or not WHOLE.fullmatch(lines):
        raise ParseError("write depth and number of lines, as in perft 2 160 or perft all 40")
    if depth == ALL:
        return Count(None, int(lines), place)
    if not re.fullmatch(r"[0-9]{1,3}", depth):
        raise ParseError(f"{shown(depth)} is no depth; write a number or {ALL}")
    return Count(int(depth), int(lines), place)


def _read_position(module: Game, text: str) -> State:
    return module.State.read(text)


def _read_deal(module: Game, text: str) -> State:
    fields = {"rules": "default", "seats": "4", "starter": "0", "direction": "1"}
    for part in text.split():
        key, equals, value = part.partition("=")
        if key not in (*fields, "pack") or not equals:
            raise ParseError(
                f"{shown(part)} is no part of a deal; there are rules, seats, starter, direction"
                " and pack"
            )
        fields[key] = value
    if "pack" not in fields:
        raise ParseError("pack= is missing from the deal")
    for key in ("seats", "starter", "direction"):
        if not re.fullmatch(r"-?[0-9]{1,3}", fields[key]):
            raise ParseError(f"{key}: write a whole number")
    return module.start(
        module.read_rules(fields["rules"]),
        parse_cards(fields["pack"]),
        seats=int(fields["seats"]),
        starter=int(fields["starter"]),
        direction=int(fields["direction"]),
    )


READERS: Final[dict[str, Callable[[Game, str], State]]] = {
    "position": _read_position,
    "deal": _read_deal,
}


def report(blocks: list[Block], file: str, deepest: int | None) -> Iterator[tuple[bool, list[str]]]:
    """For each count not deeper than asked: whether it is right, and the lines that say so.

    A wrong one shows the position and the count by first action.
    """
    for block in blocks:
        assert block.state is not None
        name = block.name or f"block of {block.place}"
        for wanted in block.counts:
            if deepest is not None and (wanted.depth is None or wanted.depth > deepest):
                continue
            found = count(block.state, wanted.depth)
            head = f"{name}: perft {wanted.name}"
            if found == wanted.lines:
                yield True, [f"{head} {found} ok"]
                continue
            lines = [f"{file}: {wanted.place}: {head} is {found}, not {wanted.lines}"]
            lines.append(f"  {block.state}")
            if wanted.depth != 0:
                lines += [f"  {word:<12} {n}" for word, n in split(block.state, wanted.depth)]
            yield False, lines
