"""A dashboard for Grafana over all that a server counts, made from the figures themselves.

What must stay true: deploy/grafana.json is a function of `metrics` alone, so that a test can tell a
stale one; each figure is on it. `python -m speto.server.dashboard deploy` writes it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from speto.server.bus import Counts
from speto.server.far import FarCounts
from speto.server.folder import put
from speto.server.metrics import Metrics

FILE: Final = "grafana.json"
COLUMNS: Final = 3
WIDTH: Final = 24 // COLUMNS
HEIGHT: Final = 8
SOURCE: Final = {"type": "prometheus", "uid": "${source}"}
OWN: Final = "speto_"
AUTO: Final = "__auto"
"""A legend of the labels that differ."""
NODES: Final = '{instance=~"$node"}'
SHARES: Final = {"p50": 0.5, "p95": 0.95, "p99": 0.99}
OF_PROCESS: Final = {
    "process_cpu_seconds_total": ("Processor time a second", "percentunit"),
    "process_resident_memory_bytes": ("Memory", "bytes"),
    "process_open_fds": ("Open files and sockets", "short"),
}

Part = dict[str, Any]


class Figure(NamedTuple):
    """One thing that is counted."""

    name: str
    kind: str
    words: str


def figures() -> list[Figure]:
    """All that a node counts, in the order in which it is told."""
    metrics = Metrics()
    metrics.count_bus(Counts())
    metrics.count_far(FarCounts(), lambda: 0)
    found = []
    for family in metrics.registry.collect():
        if family.name.startswith(OWN):
            name = f"{family.name}_total" if family.type == "counter" else family.name
            found.append(Figure(name, family.type, family.documentation))
    return found


def dashboard() -> Part:
    """The whole dashboard."""
    panels = []
    for place, (title, unit, targets) in enumerate(_drawn()):
        row, column = divmod(place, COLUMNS)
        panels.append(
            {
                "id": place + 1,
                "type": "timeseries",
                "title": title,
                "datasource": SOURCE,
                "gridPos": {"h": HEIGHT, "w": WIDTH, "x": column * WIDTH, "y": row * HEIGHT},
                "fieldConfig": {"defaults": {"unit": unit, "min": 0}, "overrides": []},
                "targets": [
                    {
                        "refId": chr(ord("A") + number),
                        "datasource": SOURCE,
                        "expr": asked,
                        "legendFormat": legend,
                    }
                    for number, (asked, legend) in enumerate(targets)
                ],
            }
        )
    return {
        "uid": "speto",
        "title": "speto",
        "schemaVersion": 39,
        "version": 1,
        "editable": True,
        "refresh": "10s",
        "time": {"from": "now-1h", "to": "now"},
        "templating": {
            "list": [
                {"name": "source", "label": "Source", "type": "datasource", "query": "prometheus"},
                {
                    "name": "node",
                    "label": "Node",
                    "type": "query",
                    "datasource": SOURCE,
                    "query": "label_values(speto_connections, instance)",
                    "refresh": 2,
                    "multi": True,
                    "includeAll": True,
                    "current": {"text": "All", "value": "$__all"},
                },
            ]
        },
        "panels": panels,
    }


def _drawn() -> Iterator[tuple[str, str, list[tuple[str, str]]]]:
    """The panels: a title, a unit, and what is asked with its legend."""
    for one in figures():
        if one.kind == "histogram":
            rate = f"sum by (le) (rate({one.name}_bucket{NODES}[$__rate_interval]))"
            asked = [(f"histogram_quantile({much}, {rate})", name) for name, much in SHARES.items()]
            yield one.words, "s" if one.name.endswith("_seconds") else "short", asked
        elif one.kind == "counter":
            yield f"{one.words}, a second", "short", [(_rate(one.name), AUTO)]
        else:
            yield one.words, "short", [(f"{one.name}{NODES}", AUTO)]
    for name, (title, unit) in OF_PROCESS.items():
        yield title, unit, [(_rate(name) if name.endswith("_total") else f"{name}{NODES}", AUTO)]


def _rate(name: str) -> str:
    return f"rate({name}{NODES}[$__rate_interval])"


def written() -> str:
    """The dashboard as it stands in the file."""
    return json.dumps(dashboard(), indent=1, ensure_ascii=False) + "\n"


def write(into: Path) -> None:
    """Write the file, whole."""
    put(into, FILE, written().encode())


if __name__ == "__main__":
    write(Path(sys.argv[1]))
