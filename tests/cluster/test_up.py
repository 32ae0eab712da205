"""The whole site that one command brings up as plain processes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [pytest.mark.cluster, pytest.mark.once]

UP = (sys.executable, "-m", "tests.cluster.up")
ROOT = Path(__file__).parents[2]


def test_a_site_comes_up_and_is_played_at_through_a_kill() -> None:
    """PostgreSQL, Redis, two nodes, a worker and a door: a match goes on when a node is killed."""
    done = subprocess.run(
        (*UP, "--check"), cwd=ROOT, capture_output=True, text=True, check=False, timeout=240
    )
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    said = [line.split("  ")[0] for line in lines]
    assert said[:5] == ["PostgreSQL", "Redis", "node", "node", "worker"]
    assert lines[-1].endswith("both saw every row once")


def test_a_wrong_word_is_one_sentence() -> None:
    """What cannot be a number of nodes is refused, with no traceback."""
    done = subprocess.run(
        (*UP, "--nodes", "many"), cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2 and "invalid number value: 'many'" in done.stderr
    assert "Traceback" not in done.stderr
