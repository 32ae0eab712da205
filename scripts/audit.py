"""Asks whether anything that speto uses has a known hole: pip-audit for Python, npm for the client.

What must stay true: what could not be looked up is never taken for sound. Where a service cannot be
reached that is one sentence and a failure, but a success if SPETO_AUDIT_OFFLINE is set.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]
OFFLINE: Final = "SPETO_AUDIT_OFFLINE"
OWN: Final = "speto"
LONGEST: Final = 300.0
"""Seconds that a service may take for all its answers."""
PIP: Final = ("-m", "pip_audit", "--format", "json", "--progress-spinner", "off", "--timeout", "20")
NPM: Final = ("hatch_build.py", "npm", "audit", "--json")


class Verdict(NamedTuple):
    """What came of asking: how many packages were looked up, how many were not, and the holes."""

    looked_up: int
    left: int
    holes: list[str]


def of_pip(told: str) -> Verdict:
    """What pip-audit found.

    :raises ValueError: if it says nothing that can be read.
    """
    packages = [one for one in json.loads(told)["dependencies"] if one["name"] != OWN]
    asked = [one for one in packages if "skip_reason" not in one]
    holes = [
        f"{one['name']} {one['version']}: {hole['id']}, mended in "
        + (", ".join(hole["fix_versions"]) or "no version yet")
        for one in asked
        for hole in one["vulns"]
    ]
    return Verdict(len(asked), len(packages) - len(asked), holes)


def of_npm(told: str) -> Verdict:
    """What npm audit found.

    :raises ValueError: if it says nothing that can be read, or that it could not ask.
    """
    found = json.loads(told)
    if "vulnerabilities" not in found:
        raise ValueError(found.get("message", "it does not say why"))
    holes = [
        f"{name} {one['range']}: {one['severity']}"
        for name, one in found["vulnerabilities"].items()
    ]
    return Verdict(found["metadata"]["dependencies"]["total"], 0, holes)


def said_by(words: tuple[str, ...]) -> str:
    """What a program prints; that it found something is no failure, and what is late is nothing."""
    program = subprocess.Popen(
        (sys.executable, *words),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    with program:
        try:
            return program.communicate(timeout=LONGEST)[0]
        except subprocess.TimeoutExpired:
            os.killpg(program.pid, signal.SIGKILL)  # what it has started holds the pipe too
            return ""


def report(kind: str, words: tuple[str, ...], read: Callable[[str], Verdict]) -> int:
    """Ask one service, and tell what came of it; the status."""
    try:
        verdict = read(said_by(words))
    except (ValueError, KeyError, TypeError):
        verdict = Verdict(0, 0, [])
    for hole in verdict.holes:
        print(f"{kind}: {hole}")
    if verdict.holes:
        return 1
    if not verdict.looked_up or verdict.left:
        what = f"{verdict.left} packages were not" if verdict.looked_up else "nothing was"
        print(f"{kind}: the service that knows of holes does not answer; {what} looked up.")
        return 0 if _is_soft() else 1
    print(f"{kind}: {verdict.looked_up} packages looked up, no known hole.")
    return 0


def _is_soft() -> bool:
    return os.environ.get(OFFLINE, "") not in ("", "0")


def main() -> int:
    """Ask about both kinds of packages."""
    asked: tuple[tuple[str, tuple[str, ...], Callable[[str], Any]], ...] = (
        ("Python", PIP, of_pip),
        ("the web client", NPM, of_npm),
    )
    return max([report(*one) for one in asked])


if __name__ == "__main__":
    sys.exit(main())
