"""The whole site that one command brings up as plain processes."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from itertools import takewhile
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


def test_a_site_whose_node_was_killed_by_hand_ends_well() -> None:
    """As it says itself, a node may be killed; Ctrl-C then ends what is left."""
    with subprocess.Popen(UP, cwd=ROOT, stdout=subprocess.PIPE, text=True) as site:
        assert site.stdout
        told = list(takewhile(lambda line: not line.startswith("Ctrl-C"), site.stdout))
        node = next(line for line in told if line.startswith("node"))
        os.kill(int(node.split()[2].rstrip(",")), signal.SIGKILL)
        time.sleep(0.5)  # as one who looks what happens
        site.send_signal(signal.SIGINT)
        assert site.wait(60) == 0


def test_a_port_that_is_taken_is_one_sentence() -> None:
    """Where the door cannot be, that is said, and nothing is left running."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        words = (*UP, "--nodes", "1", "--port", str(port))
        done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    sentence = f"The door cannot be opened at port {port}: Address already in use.\n"
    assert (done.returncode, done.stderr) == (1, sentence)


def test_a_wrong_word_is_one_sentence() -> None:
    """What cannot be a number of nodes is refused, with no traceback."""
    done = subprocess.run(
        (*UP, "--nodes", "many"), cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2 and "invalid number value: 'many'" in done.stderr
    assert "Traceback" not in done.stderr
