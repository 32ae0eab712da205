"""The load report as a page: its tables, its pictures, and what a million players would take.

What must stay true: every number on the page is a figure of the run, or is worked out from such
figures in front of the reader.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from math import ceil
from pathlib import Path
from typing import Any, Final

from speto import __version__

TEMPLATE: Final = Path(__file__).with_suffix(".md")
MILLION: Final = 1_000_000
SEATS: Final = 4
THINKS: Final = 5.0
"""Seconds that a person is taken to need for a move."""
FULL: Final = 0.6
"""What part of a core may be busy in a plan, so that a node's death finds room elsewhere."""


def machine() -> dict[str, Any]:
    """Where and when a run is made."""
    return {
        "machine_cores": os.cpu_count(),
        "machine": platform.machine(),
        "python": platform.python_version(),
        "version": __version__,
        "day": datetime.now(UTC).strftime("%-d %B %Y"),
    }


def page(found: Mapping[str, Any]) -> str:
    """The report as Markdown."""
    alone, paced = found["alone"], found["paced"]
    return TEMPLATE.read_text(encoding="utf-8").format(
        seconds=found["seconds"],
        **found["machine"],
        pace=paced[0]["tables"] / paced[0]["asked_per_second"],
        paced=_paced(paced),
        closed_tables=alone["tables"],
        alone_moves=alone["moves_per_second"],
        alone_cost=_cost(alone),
        several=_several(found["nodes"]),
        connections=alone["connections"],
        beside=_peers(alone, found["peers"]),
        **_plan(found),
    )


def _paced(rows: Sequence[Mapping[str, Any]]) -> str:
    head = ("sockets", "moves a second", "p50 ms", "p99 ms", "CPU µs a move", "memory MB")
    return _table(
        (*head, "come back in"),
        [
            (
                f"{row['connections']:,}",
                f"{row['moves_per_second']:,.0f}",
                row["ms_p50"],
                row["ms_p99"],
                f"{_cost(row):,.0f}",
                f"{row['server_rss_mb']:.0f}",
                f"{row['come_back']['seconds']} s ({row['come_back']['connections']:,})",
            )
            for row in rows
        ],
    )


def _several(rows: Sequence[Mapping[str, Any]]) -> str:
    head = ("nodes", "a table's players", "bus", "moves a second", "p50 ms", "p99 ms")
    return _table(
        (*head, "nodes' CPU µs a move", "engines'", "memory MB a node"),
        [
            (
                row["nodes"],
                row["sit"],
                row["bus"],
                f"{row['moves_per_second']:,.0f}",
                row["ms_p50"],
                row["ms_p99"],
                f"{_cost(row):,.0f}",
                f"{_engine_cost(row):,.0f}",
                f"{row['server_rss_mb']:.0f}",
            )
            for row in rows
        ],
    )


def _peers(ours: Mapping[str, Any], theirs: Sequence[Mapping[str, Any]]) -> str:
    if not theirs:
        return "Not measured in this run: Node, or what the peers are made of, is missing."
    rows = [("speto", "SQLite", ours), *((row["peer"], "nothing", row) for row in theirs)]
    return _table(
        (
            "server",
            "keeps",
            "moves a second",
            "moves a CPU second",
            "p50 ms",
            "p99 ms",
            "memory MB",
        ),
        [
            (
                name,
                keeps,
                f"{row['moves_per_second']:,.0f}",
                f"{row['moves_per_server_cpu_second']:,.0f}",
                row["ms_p50"],
                row["ms_p99"],
                f"{row['server_rss_mb']:.0f}",
            )
            for name, keeps, row in rows
        ],
    )


def _plan(found: Mapping[str, Any]) -> dict[str, Any]:
    """What a million players would take, from the figures."""
    several = _apart(found["nodes"])
    node = several[min(1, len(several) - 1)]
    least, most = found["paced"][0], found["paced"][-1]
    more = most["connections"] - least["connections"]
    kilobytes = 1000 * (most["server_rss_mb"] - least["server_rss_mb"]) / more
    moves = MILLION / SEATS / THINKS
    cores = moves * _cost(node) / 1e6
    planned = ceil(cores / FULL)
    back = most["come_back"]["connections"] / most["come_back"]["seconds"]
    return {
        "million_tables": MILLION // SEATS,
        "thinks": THINKS,
        "moves": moves,
        "node_cost": _cost(node),
        "nodes": node["nodes"],
        "bus": node["bus"],
        "cores": cores,
        "planned": planned,
        "full": FULL,
        "kilobytes": kilobytes,
        "least": least["connections"],
        "most": most["connections"],
        "memory": MILLION * kilobytes / 1e6,
        "engine_cost": _engine_cost(node),
        "engine_cores": moves * _engine_cost(node) / 1e6,
        "back": back,
        "minutes": MILLION / back / planned / 60,
        "first": 10_000 * SEATS * THINKS,
    }


def _apart(rows: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """One node, two, …, with every table spread over all of them."""
    return [
        row
        for row in rows
        if row["bus"] == "Redis" and (row["nodes"] == 1 or row["sit"] == "apart")
    ]


def _cost(row: Mapping[str, Any]) -> float:
    """Microseconds of the servers' CPU a move."""
    return float(1e6 * row["server_cpu_seconds"] / max(1, row["moves"]))


def _engine_cost(row: Mapping[str, Any]) -> float:
    """Microseconds of CPU a move of what the nodes share."""
    return float(1e6 * row["engine_cpu_seconds"] / max(1, row["moves"]))


def _table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    lines = [head, ["--:"] * len(head), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


def pictures(found: Mapping[str, Any], folder: Path) -> None:
    """Draw latency, memory and cost as SVG."""
    folder.mkdir(parents=True, exist_ok=True)
    paced = found["paced"]
    sockets = [row["connections"] for row in paced]
    _draw(
        folder / "load-latency.svg",
        "sockets",
        "milliseconds until a move is shown",
        {name: (sockets, [row[f"ms_{name}"] for row in paced]) for name in ("p50", "p99")},
    )
    memory = [row["server_rss_mb"] for row in paced]
    _draw(folder / "load-memory.svg", "sockets", "megabytes", {"one process": (sockets, memory)})
    several = _apart(found["nodes"])
    counts = [row["nodes"] for row in several]
    _draw(
        folder / "load-nodes.svg",
        "nodes",
        "µs of CPU a move",
        {
            "nodes": (counts, [_cost(row) for row in several]),
            "PostgreSQL and Redis": (counts, [_engine_cost(row) for row in several]),
        },
    )


def _draw(
    file: Path, across: str, up: str, lines: Mapping[str, tuple[list[float], list[float]]]
) -> None:
    import matplotlib as mpl
    from matplotlib.figure import Figure

    # the same figures give the same file
    with mpl.rc_context({"svg.hashsalt": "speto", "svg.fonttype": "none"}):
        figure = Figure(figsize=(6, 3.2), layout="constrained")
        axes = figure.subplots()
        for name, (xs, ys) in lines.items():
            axes.plot(xs, ys, marker="o", label=name)
        axes.set_xlabel(across)
        axes.set_ylabel(up)
        axes.set_ylim(bottom=0)
        axes.grid(visible=True, alpha=0.3)
        axes.legend()
        fresh = file.with_suffix(".part")
        figure.savefig(fresh, format="svg", metadata={"Date": None})
    fresh.replace(file)
