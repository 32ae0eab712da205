"""Which computer player chose what in a deal, as tags of its record tell it.

    [Computers "-, sharp/1/9f3a12cd/400, simple/1"]
    [Chosen "random/1 31, sharp/1/9f3a12cd/100 40 44, - 52"]
    [Chance "0f3c…"]

`Computers` names the player of each seat, whose actions all were its own but for those in `Chosen`,
which are told by their index; `-` is a person or the clock. What must stay true: the tags have one
spelling; from them, the views and the chance each choice can be made again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from speto.cards import ParseError, shown
from speto.fair import luck_of, proof_in
from speto.games import State
from speto.players.signature import Signature, read_signature
from speto.record import Record, states

COMPUTERS: Final = "Computers"
CHOSEN: Final = "Chosen"
CHANCE: Final = "Chance"
NOBODY: Final = "-"
"""A person, or the clock."""
INDEX: Final = re.compile(r"0|[1-9][0-9]{0,4}")

Tags: TypeAlias = tuple[tuple[str, str], ...]


def tags_of(levels: Sequence[str | None], chosen: Mapping[int, str], state: State) -> Tags:
    """The tags of a deal where computers of these levels sit, and who chose which action.

    A level that has chosen nothing is told by its name alone; with no computer there are no tags.
    """
    acted = actors(state)
    sitters = []
    for seat, level in enumerate(levels):
        own = (who for at, who in sorted(chosen.items()) if acted[at] == seat)
        first = next((who for who in own if who.partition("/")[0] == level), None)
        sitters.append(first or level or NOBODY)
    others: dict[str, list[str]] = {}
    for at, seat in enumerate(acted):
        who, usual = chosen.get(at, NOBODY), sitters[seat] if "/" in sitters[seat] else NOBODY
        if who != usual:
            others.setdefault(who, []).append(str(at))
    tags: Tags = ()
    if any(levels):
        tags = ((COMPUTERS, ", ".join(sitters)),)
    if others:
        tags += ((CHOSEN, ", ".join(" ".join([who, *ats]) for who, ats in others.items())),)
    return tags


def actors(state: State) -> list[int]:
    """The seat of each action of a deal."""
    seats = [before.to_act for before in states(state)[:-1]]
    return [seat for seat in seats if seat is not None]


def choices_in(record: Record) -> dict[int, Signature]:
    """Which player chose each action that a record accounts for, by its index.

    :raises ParseError: if its tags are not right.
    """
    found: dict[int, Signature] = {}
    acted = actors(record.state)
    sitters = _sitters(record)
    for at, seat in enumerate(acted):
        who = sitters[seat]
        if who:
            found[at] = who
    for who, ats in _others(record, len(acted)):
        for at in ats:
            found.pop(at, None)
            if who:
                found[at] = who
    return found


def _sitters(record: Record) -> list[Signature | None]:
    text = record.tag(COMPUTERS)
    if text is None:
        return [None] * record.state.seats
    parts = text.split(", ")
    if len(parts) != record.state.seats:
        raise ParseError(f"the tag {COMPUTERS} names {len(parts)} of {record.state.seats} seats")
    # one that is told by its level alone accounts for nothing
    return [read_signature(part) if "/" in part else None for part in parts]


def _others(record: Record, n_acted: int) -> list[tuple[Signature | None, list[int]]]:
    text = record.tag(CHOSEN)
    found = []
    for part in [] if text is None else text.split(", "):
        who, *ats = part.split(" ")
        wrong = [at for at in ats if not INDEX.fullmatch(at) or int(at) >= n_acted]
        if wrong or not ats:
            raise ParseError(f"the tag {CHOSEN}: {shown(part)} names no action of this deal")
        found.append((None if who == NOBODY else read_signature(who), list(map(int, ats))))
    return found


def chance_in(record: Record) -> str | None:
    """What the chance of the computer players of a deal comes from, where its record tells it.

    :raises ParseError: if its tags are not right.
    """
    told, proof = record.tag(CHANCE), proof_in(record)
    if proof is None:
        return told
    luck = luck_of(proof.transcript, proof.seed)
    if told not in (None, luck):
        raise ParseError(f"the tag {CHANCE} is not what the seed of the deal gives")
    return luck
