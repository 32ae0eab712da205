"""The command `speto arena`, but for its options.

What must stay true: whoever stops a run gets the figures of the deals that were finished; a player
that fails is one sentence on standard error and status 1.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

from speto.arena import gains, ladder, presets
from speto.arena.again import Stored, Verdict, played_again, stored_in
from speto.arena.cheats import entrant_apart, entrant_of
from speto.arena.contest import Contest, enter, enter_pairs
from speto.arena.file import File
from speto.arena.formats import ROUND
from speto.arena.jobs import play
from speto.arena.plot import check_plot, draw
from speto.arena.report import as_data, report
from speto.arena.results import results_of
from speto.arena.seeds import check_purpose, read_seed
from speto.arena.sums import Played
from speto.arena.table import Maker, PlayerFault
from speto.cards import ParseError

MOST_JOBS: Final = 256
DEALS: Final = 1000
STOPPED: Final = 130
"""The exit status of what ended by the interrupt key."""

T = TypeVar("T")


class Advance(Protocol):
    """Passes things on, of so many, and shows how far it is."""

    def __call__(self, results: Iterable[T], total: int) -> Iterator[T]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What the command was asked for; what is none was left out."""

    game: str | None = None
    players: str | None = None
    seats: int | None = None
    format: str = ROUND
    deals: int | None = None
    matches: int | None = None
    seed: str = "1"
    confirm: bool = False
    jobs: int = 1
    apart: bool = False
    rules: str | None = None
    out: Path | None = None
    replay: Path | None = None
    presets: bool = False
    ladder: bool = False
    cheats: bool = False
    plot: Path | None = None
    as_json: bool = False

    @property
    def make(self) -> Maker:
        """What makes the players."""
        return entrant_apart if self.apart else entrant_of


def run(asked: Asked, advance: Advance) -> int:
    """Play and print; the exit status.

    :raises ParseError: if the game, a level or a number is none.
    :raises RulesError: if the rules are none, or the players do not fit the seats.
    """
    if asked.jobs < 1:
        raise ParseError(f"--jobs {asked.jobs}: write a number from 1")
    if asked.jobs > MOST_JOBS:
        raise ParseError(f"--jobs {asked.jobs}: at most {MOST_JOBS} processes play at once")
    kinds = {
        "--presets": asked.presets,
        "--ladder": asked.ladder,
        "--cheats": asked.cheats,
        "--replay": asked.replay,
    }
    given = [name for name, value in kinds.items() if value]
    if len(given) > 1:
        raise ParseError(f"{' and '.join(given)} do not go together")
    if asked.plot and not asked.ladder:
        raise ParseError("--plot draws a ladder: say --ladder too")
    if asked.replay and asked != Asked(replay=asked.replay, jobs=asked.jobs, apart=asked.apart):
        raise ParseError("--replay: the file says what is played; beside it --jobs and --apart go")
    try:
        if asked.replay:
            return _replay(stored_in(asked.replay), asked, advance)
        return _play_all(asked, contests_of(asked), advance)
    except PlayerFault as fault:
        print(f"speto: {fault}", file=sys.stderr)
        return 1


def contests_of(asked: Asked) -> list[Contest]:
    """The contests that are asked for.

    :raises ParseError: if the game, a level or a number is none.
    :raises RulesError: if the rules are none, or the players do not fit the seats.
    """
    levels = []
    if asked.players is not None:
        levels = [level.strip() for level in asked.players.split(",")]
    if asked.deals is not None and asked.matches is not None:
        raise ParseError("--deals and --matches: write one of them")
    seed = read_seed(asked.seed)
    check_purpose(seed, confirm=asked.confirm)
    many = asked.deals if asked.matches is None else asked.matches
    shared: dict[str, Any] = {
        "rules": asked.rules,
        "seats": asked.seats,
        "format": asked.format,
        "deals": DEALS if many is None else many,
        "seed": seed,
        "matches": asked.matches is not None,
    }
    if asked.presets:
        return presets.tables(levels or ["simple"], game=asked.game, **shared)
    if asked.ladder:
        return enter_pairs(ladder.meetings(levels), game=asked.game, **shared)
    if asked.cheats:
        return enter_pairs(gains.trials(levels), game=asked.game, **shared)
    shared["rules"] = "default" if asked.rules is None else asked.rules
    game = "dummy" if asked.game is None else asked.game
    return [enter(game, levels or ["simple", "random"], **shared)]


def _play_all(asked: Asked, contests: list[Contest], advance: Advance) -> int:
    if asked.plot:
        check_plot(asked.plot)
    file = File(asked.out, contests) if asked.out else None
    packs: list[list[Played]] = file.packs if file else [[] for _ in contests]
    wanted = sum(contest.deals for contest in contests)
    stopped = False
    try:
        _pass(_all(contests, asked, packs, file), wanted - sum(map(len, packs)), advance)
    except KeyboardInterrupt:
        stopped = True
    finally:
        if file:
            file.close()
    met = [pair for pair in zip(contests, packs, strict=True) if pair[1]]
    if met:
        print(_written(asked, met))
        if asked.plot:
            draw(met, asked.plot)
    if stopped:
        what = "deals" if asked.matches is None else "matches"
        print(f"speto: stopped after {sum(map(len, packs))} of {wanted} {what}", file=sys.stderr)
    return STOPPED if stopped else 0


def _written(asked: Asked, met: Sequence[ladder.Meeting]) -> str:
    if asked.ladder:
        data: Any = ladder.as_data(met)
        return json.dumps(data, indent=2) if asked.as_json else ladder.as_markdown(met)
    found = [results_of(*pair) for pair in met]
    if asked.presets or asked.cheats:
        if asked.as_json:
            return json.dumps([as_data(results) for results in found], indent=2)
        return presets.as_markdown(found) if asked.presets else gains.as_markdown(found)
    return json.dumps(as_data(found[0]), indent=2) if asked.as_json else report(found[0])


def _all(
    contests: list[Contest], asked: Asked, packs: list[list[Played]], file: File | None
) -> Iterator[Played]:
    """Every pack of every contest that is not there yet, noted before it is passed on."""
    for number, (contest, done) in enumerate(zip(contests, packs, strict=True)):
        for played in play(contest, asked.jobs, asked.make, len(done)):
            if file:
                file.add(number, played)
            else:
                done.append(played)
            yield played


def _replay(stored: Stored, asked: Asked, advance: Advance) -> int:
    """Play a results file again and name the lines that do not hold."""
    for stranger in stored.strangers:
        print(f"speto: {stranger}", file=sys.stderr)
    wanted = len(stored.lines) - 1
    held = 0

    def told() -> Iterator[Verdict]:
        nonlocal held
        for verdict in played_again(stored, asked.jobs, asked.make):
            held += verdict.holds
            if not verdict.holds:
                print(f"line {verdict.line} is not what is played here")
            yield verdict

    try:
        _pass(told(), wanted, advance)
    except KeyboardInterrupt:
        print("speto: stopped", file=sys.stderr)
        return STOPPED
    print(f"{held} of {wanted} lines are played again byte for byte")
    return 0 if held == wanted and not stored.strangers else 1


def _pass(played: Iterator[T], many: int, advance: Advance) -> None:
    """Play all; however it ends, the bar and the processes end with it."""
    shown = advance(played, many)
    try:
        for _ in shown:
            pass
    finally:
        for stream in (shown, played):
            if isinstance(stream, Generator):
                stream.close()
