"""What the matches of all games share: beginning one, following its deals, sharing out a pot.

What must stay true: a match that is read from its deals is the one that was played; what is shared
out is all given.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from speto.games import Match, State, game_of

__all__ = ["Match", "NoMatch", "begin", "check_deals", "follow", "share", "turn_order"]

OVER: Final = "the match was over before this deal"


class NoMatch(ValueError):
    """Deals that are no match: which one, counted from 0, and what is wrong with it."""

    def __init__(self, deal: int, problem: str) -> None:
        super().__init__(f"deal {deal + 1}: {problem}")
        self.deal = deal
        self.problem = problem


def turn_order(starter: int, direction: int, seats: int) -> list[int]:
    """All seats in turn order from the starter.

    >>> turn_order(1, -1, 4)
    [1, 0, 3, 2]
    """
    return [(starter + direction * n) % seats for n in range(seats)]


def share(pot: int, seats: Sequence[int]) -> dict[int, int]:
    """What each of these seats gets of a pot; what is left over goes one each, the first first.

    >>> share(50, (3, 0, 1))
    {3: 17, 0: 17, 1: 16}
    """
    each, odd = divmod(pot, len(seats))
    return {seat: each + (place < odd) for place, seat in enumerate(seats)}


def begin(rules: Any, *, seats: int, starter: int, direction: int = 1) -> Match:
    """A match before its first deal, of the game whose rules these are."""
    return game_of(rules).begin(rules, seats=seats, starter=starter, direction=direction)


def follow(deals: Sequence[State], names: Sequence[Sequence[str]] = ()) -> Match:
    """The match that these deals make up; the last one may be unfinished.

    `names` are those of the seats of each deal. They tell who plays where somebody is out, and who
    has come back.

    :raises NoMatch: at the first deal that cannot stand where it does.
    """
    first = deals[0]
    match = begin(first.rules, seats=first.seats, starter=first.starter, direction=first.direction)
    for number, deal in enumerate(deals):
        if names:
            match = _with_those_back(match, names[0], names[number])
        problem = _problem(match, deal, names, number)
        if problem:
            raise NoMatch(number, problem)
        if deal.over:
            match = match.after(deal)
        elif number + 1 < len(deals):
            raise NoMatch(number, "only the last deal may be unfinished")
    return match


def _with_those_back(match: Match, seated: Sequence[str], names: Sequence[str]) -> Match:
    """The match with those who may rejoin and sit in the next deal."""
    for seat in match.may_rejoin:
        here = [seated[other] for other in match.playing]
        if list(names).count(seated[seat]) > here.count(seated[seat]):
            match = match.rejoin(seat)
    return match


def _problem(match: Match, deal: State, names: Sequence[Sequence[str]], number: int) -> str | None:
    """Why a deal cannot follow in a match."""
    games = game_of(match.rules).NAME, game_of(deal.rules).NAME
    if match.over and games[0] == games[1]:
        return OVER  # and so no next deal to compare it with
    out = len(match.playing) < match.seats
    seats, found = str(len(match.playing)), str(deal.seats)
    if out and names:
        seats = ", ".join(names[0][seat] for seat in match.playing)
        found = ", ".join(names[number])
    for tag, right, wrong in (
        ("Game", *games),
        ("Rules", str(match.rules), str(deal.rules)),
        ("Seats", seats, found),
        ("Starter", str(match.starter), str(deal.starter)),
        ("Direction", str(match.direction), str(deal.direction)),
    ):
        if right != wrong:
            return f"{tag} must be {right} after the deals before, not {wrong}"
    return None


def check_deals(
    deals: Sequence[State], names: Sequence[Sequence[str]] = ()
) -> tuple[int, str] | None:
    """What is wrong with deals that are said to be one match: which deal, and what it must be."""
    try:
        follow(deals, names)
    except NoMatch as problem:
        return problem.deal, problem.problem
    return None
