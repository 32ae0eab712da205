"""The command `speto arena`, but for its options.

What must stay true: whoever stops a run gets the figures of the deals that were finished; a player
that fails is one sentence on standard error and status 1.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import Final

from speto.arena.contest import Contest, enter
from speto.arena.jobs import play
from speto.arena.pack import Played, PlayerFault
from speto.arena.presets import as_markdown, tables
from speto.arena.report import as_data, report
from speto.arena.results import Results, results_of
from speto.cards import ParseError

MOST_JOBS: Final = 256
STOPPED: Final = 130
"""The exit status of what ended by the interrupt key."""

Advance = Callable[[Iterable[Played], int], Iterator[Played]]
"""Passes packs on, of so many, and shows how far it is."""


def run(
    *,
    game: str | None,
    players: str | None,
    seats: int | None,
    deals: int,
    seed: int,
    jobs: int,
    rules: str | None,
    as_json: bool,
    presets: bool,
    advance: Advance,
) -> int:
    """Play and print; the exit status.

    :raises ParseError: if the game, a level or a number is none.
    :raises RulesError: if the rules are none, or the players do not fit the seats.
    """
    if jobs < 1:
        raise ParseError(f"--jobs {jobs}: write a number from 1")
    if jobs > MOST_JOBS:
        raise ParseError(f"--jobs {jobs}: at most {MOST_JOBS} processes play at the same time")
    levels = [level.strip() for level in players.split(",")] if players is not None else []
    if presets:
        contests = tables(
            levels or ["simple"], game=game, rules=rules, seats=seats, deals=deals, seed=seed
        )
    else:
        contests = [
            enter(
                "dummy" if game is None else game,
                levels or ["simple", "random"],
                rules="default" if rules is None else rules,
                seats=seats,
                deals=deals,
                seed=seed,
            )
        ]
    packs: list[list[Played]] = [[] for _ in contests]
    status = 0
    try:
        _play(contests, jobs, packs, advance)
    except KeyboardInterrupt:
        status = STOPPED
    except PlayerFault as fault:
        print(f"speto: {fault}", file=sys.stderr)
        return 1
    found = [results_of(*pair) for pair in zip(contests, packs, strict=True) if pair[1]]
    if found:
        print(_written(found, as_json=as_json, presets=presets))
    if status:
        done = sum(map(len, packs))
        print(f"speto: stopped after {done} of {len(contests) * deals} deals", file=sys.stderr)
    return status


def _written(found: list[Results], *, as_json: bool, presets: bool) -> str:
    if presets:
        data = [as_data(results) for results in found]
        return json.dumps(data, indent=2) if as_json else as_markdown(found)
    return json.dumps(as_data(found[0]), indent=2) if as_json else report(found[0])


def _all(contests: list[Contest], jobs: int, packs: list[list[Played]]) -> Iterator[Played]:
    """Every pack of every contest, noted under its contest before it is passed on."""
    for contest, done in zip(contests, packs, strict=True):
        for pack in play(contest, jobs):
            done.append(pack)
            yield pack


def _play(contests: list[Contest], jobs: int, packs: list[list[Played]], advance: Advance) -> None:
    """Play all; however it ends, the bar and the processes end with it."""
    played = _all(contests, jobs, packs)
    shown = advance(played, sum(contest.deals for contest in contests))
    try:
        for _ in shown:
            pass
    finally:
        for stream in (shown, played):
            if isinstance(stream, Generator):
                stream.close()
