"""The figures of a contest as a table for the eye and as JSON for programs.

What must stay true: the keys of the JSON are stable; docs/arena.md says what each figure means.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from speto.arena.cheats import signature
from speto.arena.contest import Contest
from speto.arena.formats import ROUND
from speto.arena.intervals import Estimate
from speto.arena.results import Entrant, Results
from speto.arena.seeds import TRYING, purpose_of


def as_data(results: Results) -> dict[str, Any]:
    """The figures as plain values."""
    contest = results.contest
    return {
        "game": contest.game,
        "rules": contest.rules,
        "seats": contest.seats,
        "format": contest.format,
        "matches": contest.matches,
        "seed": contest.seed,
        "seeds": purpose_of(contest.seed),
        "deals": results.packs,
        "asked": contest.deals,
        "seatings": [[contest.entrants[e] for e in seating] for seating in contest.seatings],
        "players": [
            {
                "name": entrant.name,
                "level": entrant.level,
                "signed": signature(entrant.level, contest.game),
                "cheat": entrant.cheat,
                "points": estimate_of(entrant.points),
                "wins": estimate_of(entrant.wins),
                "fair": short(entrant.fair),
                "rates": {mark: short(rate) for mark, rate in entrant.marks.items()},
                "fines": {code: short(rate) for code, rate in entrant.fines.items()},
                "decisions": entrant.decisions,
                "ms": entrant.ms._asdict(),
            }
            for entrant in results.entrants
        ],
        "differences": [
            {"of": line.first, "over": line.second, "points": estimate_of(line.points)}
            for line in results.differences
        ],
        "places": [
            {
                "place": line.place,
                "points": estimate_of(line.points),
                "worth": estimate_of(line.worth),
            }
            for line in results.places
        ],
        "length": estimate_of(results.length),
        "turns": estimate_of(results.turns),
        "most_turns": results.most_turns,
        "actions": estimate_of(results.actions),
        "endings": {name: short(share) for name, share in results.endings.items()},
    }


def short(value: float) -> float:
    """A figure as JSON has it, to six digits."""
    return float(f"{value:.6g}")


def estimate_of(estimate: Estimate) -> dict[str, float | None]:
    """An estimate as JSON has it."""
    return {
        name: None if value is None else short(value) for name, value in estimate._asdict().items()
    }


def several_of(contest: Contest) -> str:
    """What was played, as a plural."""
    return "matches" if contest.matches else "deals"


def signed(estimate: Estimate) -> str:
    """Points for the eye.

    >>> signed(Estimate(12.34, 10.04, 14.64))
    '+12.3 ± 2.3'
    """
    points = f"{estimate.mean:+.1f}"
    return points if estimate.half is None else f"{points} ± {estimate.half:.1f}"


def plain(estimate: Estimate) -> str:
    """A count for the eye."""
    return signed(estimate).removeprefix("+")


def percent(share: float) -> str:
    """A share for the eye.

    >>> percent(0.4567)
    '45.7 %'
    """
    return f"{100 * share:.1f} %"


def won(estimate: Estimate) -> str:
    """The share of deals or matches won for the eye; its interval need not lie evenly."""
    if estimate.low is None or estimate.high is None:
        return percent(estimate.mean)
    return f"{percent(estimate.mean)} ({100 * estimate.low:.1f}–{100 * estimate.high:.1f})"


def endings(shares: dict[str, float]) -> str:
    """How deals ended, the commonest first; not how none did.

    >>> endings({"show": 0.25, "last_one": 0.75, "void": 0.0})
    'last one 75.0 %, show 25.0 %'
    """
    order = sorted(filter(shares.get, shares), key=lambda name: -shares[name])
    return ", ".join(f"{name.replace('_', ' ')} {percent(shares[name])}" for name in order)


def columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows as lines with their columns under each other, the first column to the left.

    >>> columns([["a", "10"], ["bcd", "9"]])
    ['a    10', 'bcd   9']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.rjust(width) if at else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]


def _row(entrant: Entrant, *, cheats: bool) -> list[str]:
    milliseconds = ("-" if time is None else f"{time:.3g}" for time in entrant.ms)
    return [
        entrant.name,
        *([entrant.cheat or "-"] if cheats else []),
        signed(entrant.points),
        won(entrant.wins),
        *(f"{rate:.3f}" for rate in entrant.marks.values()),
        *milliseconds,
        f"{entrant.decisions:,}",
    ]


def _players(results: Results) -> list[str]:
    """The table of players; whether one cheats stands there if one does."""
    unit = results.contest.unit
    cheats = any(entrant.cheat for entrant in results.entrants)
    head = [
        "player",
        *(["cheat"] if cheats else []),
        f"points a {unit}",
        f"{several_of(results.contest)} won",
        *results.entrants[0].marks,
        *("ms mean", "p50", "p99", "most", "decisions"),
    ]
    return columns([head, *(_row(entrant, cheats=cheats) for entrant in results.entrants)])


def _fines(results: Results) -> list[str]:
    """The table of fines by their clauses, of those that somebody paid."""
    entrants = results.entrants
    paid = [code for code in entrants[0].fines if any(one.fines[code] for one in entrants)]
    if not paid:
        return []
    rows = [[code, *(f"{one.fines[code]:.3f}" for one in entrants)] for code in paid]
    return [*columns([["fines a deal", *(one.name for one in entrants)], *rows]), ""]


def title(results: Results) -> str:
    """What was played, in a line; what a seed is kept for is said beside it."""
    contest, seatings = results.contest, len(results.contest.seatings)
    played = f"{results.packs:,} {several_of(contest)}"
    several = f" × {seatings} seatings" if seatings > 1 else ""
    sides = "" if contest.format == ROUND else f", {contest.format}"
    purpose = purpose_of(contest.seed)
    kept = "" if purpose == TRYING else f" ({purpose})"
    return (
        f"{contest.game}, {contest.rules}, {contest.seats} seats{sides}:"
        f" {played}{several}, seed {contest.seed}{kept}"
    )


def report(results: Results) -> str:
    """The figures as a table."""
    unit = results.contest.unit
    lines = [
        title(results),
        "",
        *_players(results),
        "",
        *_fines(results),
        *(
            f"{line.first} is ahead of {line.second} by {signed(line.points)} points a {unit}"
            for line in results.differences
        ),
        *([f"a match has {plain(results.length)} deals"] if results.contest.matches else []),
        f"a deal has {plain(results.turns)} turns (at most {results.most_turns})"
        f" and {plain(results.actions)} actions",
        f"it ends by {endings(results.endings)}",
        "in order of play the seats are worth "
        + ", ".join(signed(line.worth) for line in results.places),
    ]
    return "\n".join(lines)
