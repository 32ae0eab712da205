"""What the README says to type can be typed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = ("README.md", "CONTRIBUTING.md", "ARCHITECTURE.md")
BLOCKS = re.findall(r"^```\n(.*?)^```", (ROOT / "README.md").read_text(), re.M | re.S)
LINES = [line for block in BLOCKS for line in block.splitlines()]
COMMANDS = [line.removeprefix(".venv/bin/speto ") for line in LINES if "bin/speto" in line]
TARGETS = [line.removeprefix("make ") for line in LINES if line.startswith("make ")]


def test_nothing_is_left_out() -> None:
    """Every line of the README's plain blocks is a command that a test below runs."""
    assert len(COMMANDS) + len(TARGETS) == len(LINES) > 5


@pytest.mark.parametrize("command", COMMANDS)
def test_commands(command: str, tmp_path: Path) -> None:
    """Each command ends well, with nobody at the keyboard."""
    done = subprocess.run(
        [sys.executable, "-m", "speto", *command.split()],
        cwd=ROOT,
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout


@pytest.mark.parametrize("target", TARGETS)
def test_targets(target: str) -> None:
    """Each target of make is there, and make knows how to reach it."""
    done = subprocess.run(
        ["make", "--dry-run", target], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("page", PAGES)
def test_paths(page: str) -> None:
    """Every file and folder that a page names or links is there."""
    text = (ROOT / page).read_text()
    named = set(re.findall(r"\]\(([^)#:]+)\)", text))
    named |= set(re.findall(r"`((?:src|tests|docs|bench)/[\w./-]+)`", text))
    missing = [path for path in sorted(named) if not (ROOT / path).exists()]
    assert not missing
