"""The figures of a contest as a table for the eye and as JSON for programs.

What must stay true: the keys of the JSON are stable; docs/arena.md says what each figure means.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from speto.arena.intervals import Estimate
from speto.arena.results import Entrant, Results


def as_data(results: Results) -> dict[str, Any]:
    """The figures as plain values."""
    contest = results.contest
    return {
        "game": contest.game,
        "rules": contest.rules,
        "seats": contest.seats,
        "seed": contest.seed,
        "deals": results.deals,
        "asked": contest.deals,
        "seatings": [[contest.entrants[e] for e in seating] for seating in contest.seatings],
        "players": [
            {
                "name": entrant.name,
                "level": entrant.level,
                "points": _estimate(entrant.points),
                "wins": _estimate(entrant.wins),
                "fair": _short(entrant.fair),
                "rates": {mark: _short(rate) for mark, rate in entrant.marks.items()},
                "decisions": entrant.decisions,
                "ms": {"p50": entrant.p50, "p99": entrant.p99},
            }
            for entrant in results.entrants
        ],
        "differences": [
            {"of": line.first, "over": line.second, "points": _estimate(line.points)}
            for line in results.differences
        ],
        "places": [
            {
                "place": line.place,
                "points": _estimate(line.points),
                "worth": _estimate(line.worth),
            }
            for line in results.places
        ],
        "turns": _estimate(results.turns),
        "most_turns": results.most_turns,
        "actions": _estimate(results.actions),
        "endings": {name: _short(share) for name, share in results.endings.items()},
    }


def _short(value: float) -> float:
    return float(f"{value:.6g}")


def _estimate(estimate: Estimate) -> dict[str, float | None]:
    return {
        name: None if value is None else _short(value) for name, value in estimate._asdict().items()
    }


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
    """The share of deals won for the eye; its interval need not lie evenly."""
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


def _row(entrant: Entrant) -> list[str]:
    milliseconds = ("-" if time is None else f"{time:.3g}" for time in (entrant.p50, entrant.p99))
    return [
        entrant.name,
        signed(entrant.points),
        won(entrant.wins),
        *(f"{rate:.3f}" for rate in entrant.marks.values()),
        *milliseconds,
        f"{entrant.decisions:,}",
    ]


def report(results: Results) -> str:
    """The figures as a table."""
    contest = results.contest
    marks = list(results.entrants[0].marks)
    head = ["player", "points a deal", "deals won", *marks, "ms p50", "ms p99", "decisions"]
    seatings = len(contest.seatings)
    several = f" × {seatings} seatings" if seatings > 1 else ""
    lines = [
        f"{contest.game}, {contest.rules}, {contest.seats} seats:"
        f" {results.deals:,} deals{several}, seed {contest.seed}",
        "",
        *columns([head, *map(_row, results.entrants)]),
        "",
        *(
            f"{line.first} is ahead of {line.second} by {signed(line.points)} points a deal"
            for line in results.differences
        ),
        f"a deal has {plain(results.turns)} turns (at most {results.most_turns})"
        f" and {plain(results.actions)} actions",
        f"it ends by {endings(results.endings)}",
        "in order of play the seats are worth "
        + ", ".join(signed(line.worth) for line in results.places),
    ]
    return "\n".join(lines)
