"""Each choice of a computer player in a record made again, from its view alone.

What must stay true: the player gets the view of its seat and the chance that the record tells, and
nothing else, but for an open cheat, which gets the deal itself and is said to; what a record does
not account for, or what this program plays differently, is never counted as made again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from speto import challenge
from speto.archive import read_file
from speto.cards import ParseError
from speto.games import State, View
from speto.players import LEVELS, Signature, player_of, sign
from speto.players.played import actors, chance_in, choices_in
from speto.players.signature import drawn
from speto.record import Record, states


class Choice(NamedTuple):
    """A choice that a record accounts for: by whom, what was said, and what came of asking again.

    `now` is what the player says of the same view; none if it cannot be asked.
    """

    seat: int
    at: int
    who: Signature
    said: str
    now: str | None

    @property
    def agrees(self) -> bool:
        """Whether the player says again what was said."""
        return self.said == self.now


class Paper(NamedTuple):
    """The deals of a file; or what is wrong with it."""

    file: Path
    deals: Sequence[Record] = ()
    problem: str | None = None

    @property
    def size(self) -> int:
        """How many actions there are in it."""
        return sum(len(actors(deal.state)) for deal in self.deals)


class Audited(NamedTuple):
    """What came of a file: lines that say it, the choices made again, and whether all were."""

    lines: tuple[str, ...]
    asked: int
    agreed: int
    holds: bool


def read_paper(file: Path) -> Paper:
    """Read a file of records; what is wrong with it is told, not raised."""
    try:
        return Paper(file, read_file(file))
    except ParseError as problem:
        return Paper(file, problem=str(problem))
    except OSError as problem:
        return Paper(file, problem=f"{file}: {problem.strerror}")


def audit(paper: Paper) -> Iterator[Audited | None]:
    """None after each action of a file, and in the end what came of it."""
    if paper.problem:
        yield Audited((paper.problem,), 0, 0, False)
        return
    lines: list[str] = []
    asked = agreed = 0
    holds = True
    for number, deal in enumerate(paper.deals, 1):
        place = f"{paper.file}: deal {number}"
        found: list[Choice] = []
        try:
            for choice in choices_again(deal):
                if choice:
                    found.append(choice)
                yield None
        except ParseError as problem:
            lines.append(f"{place}: {problem}")
            holds = False
            continue
        asked += len(found)
        agreed += sum(choice.agrees for choice in found)
        lines += _told(place, found, deal)
    if not asked and holds:
        lines.append(f"{paper.file}: no choice of a computer player is accounted for in it")
    yield Audited(tuple(lines), asked, agreed, holds and 0 < asked == agreed)


def choices_again(record: Record) -> Iterator[Choice | None]:
    """Each action of a deal: the choice, made again; none where no computer player chose.

    :raises ParseError: if the record does not tell who chose, or by what chance.
    """
    chosen = choices_in(record)
    chance = chance_in(record) if chosen else None
    if chosen and chance is None:
        raise ParseError("what its computer players left to chance is not told; a tag Chance does")
    for at, (before, after) in enumerate(pairwise(states(record.state))):
        who, seat = chosen.get(at), before.to_act
        if who is None or seat is None:
            yield None
            continue
        now = None
        if _is_known(who, record.game):
            said = _asked(who, before, seat, Random(drawn(chance or "", at)))
            # of a draw the pack says which card it was
            now = said if before.why_not(said) else before.apply(said).action
        yield Choice(seat, at, who, str(after.action), None if now is None else str(now))


def _is_known(who: Signature, game: str) -> bool:
    """Whether this program has the player of that version, with those weights."""
    if who.level in challenge.LEVELS:
        return challenge.signed(who.level, game) == who
    if who.level not in LEVELS:
        return False
    own = sign(who.level, game)
    return own._replace(playouts=who.playouts) == who and bool(own.playouts) == bool(who.playouts)


def _asked(who: Signature, state: State, seat: int, rng: Random) -> Any:
    if who.level in challenge.LEVELS:
        return challenge.choose(who.level, state)
    view: View[Any] = state.view_for(seat)
    return player_of(who).choose(view, rng)


def _told(place: str, choices: Sequence[Choice], deal: Record) -> Iterator[str]:
    """A line for each player of a deal, and one for each choice that it does not make again."""
    for seat in range(deal.state.seats):
        for who in dict.fromkeys(choice.who for choice in choices if choice.seat == seat):
            own = [choice for choice in choices if (choice.seat, choice.who) == (seat, who)]
            agreed = sum(choice.agrees for choice in own)
            line = f"{place}, seat {seat}: {who}: {agreed} of {len(own)} choices made again"
            if who.level in challenge.LEVELS:
                sees = challenge.SEES[challenge.way_of(who.level)]
                line += f", not from its view: an open cheat, which {sees}"
            if all(choice.now is None for choice in own):
                line = f"{place}, seat {seat}: {who} is no player of this program"
                if who.level in LEVELS or who.level in challenge.LEVELS:
                    line += f", whose {who.level} is {challenge.signed(who.level, deal.game)}"
            yield line
            for choice in own:
                if choice.now is not None and not choice.agrees:
                    yield (
                        f"{place}, seat {seat}, action {choice.at}:"
                        f" {choice.said} was said, {choice.now} is what {who} says"
                    )
