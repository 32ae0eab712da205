"""A player in a process of its own: sent views alone, the same player, gone when it should be."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

import speto
from speto.cards import ParseError, parse_cards
from speto.games import NAMES, View
from speto.players import player
from speto.players.apart import Apart, answer, asked, view_of
from tests.keyboard import run, says
from tests.levels import NOT_SLOW
from tests.test_faces import may_know, moments
from tests.test_workers import is_running

pytestmark = pytest.mark.once


def views(name: str, n: int = 10) -> list[View[Any]]:
    """Views of seats whose turn it is."""
    found: list[View[Any]] = []
    seed = 0
    while len(found) < n:
        met = moments(name, Random(seed))
        found += [state.view_for(state.to_act) for state in met if not state.over]
        seed += 1
    return found[:n]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("level", NOT_SLOW)
def test_a_player_apart_plays_as_here(level: str, name: str) -> None:
    """It says the same words from the same chance, and draws as much of it."""
    here, there = Random(5), Random(5)
    with Apart(level) as apart:
        for view in views(name):
            chosen = player(level).choose(view, here)
            assert apart.choose(view, there) == chosen
            assert there.getstate() == here.getstate()


@pytest.mark.parametrize("name", NAMES)
def test_what_is_sent_is_a_view_and_no_more(name: str) -> None:
    """The line is JSON on one line and holds no card that the seat may not know."""
    for seed in range(20):
        for state in moments(name, Random(seed)):
            if state.over:
                continue
            line = asked(state.view_for(state.to_act), Random(1))
            assert line.endswith("\n") and line.count("\n") == 1
            sent = json.loads(line)
            assert set(sent) == {"chance", "entries", "game", "log", "rules", "seat", "view"}
            told = f"{sent['view']} {sent['log']} {sent['entries']}"
            named = set(parse_cards("".join(re.findall(r"[2-9TJQKA][cdhs]", told))))
            assert named <= may_know(state, state.to_act)
            view, rng = view_of(line)
            assert view.words == state.view_for(state.to_act).words
            assert rng.getstate() == Random(1).getstate()


def test_there_is_nothing_to_ask_of_others() -> None:
    """Only the view of the seat to act is sent."""
    (view,) = views("dummy", 1)
    state = next(state for state in moments("dummy", Random(0)) if not state.over)
    other = next(seat for seat in range(view.seats) if seat != state.to_act)
    with pytest.raises(ValueError, match="not this seat's turn"):
        asked(state.view_for(other), Random(1))


def test_no_such_level() -> None:
    """A level that there is not is refused before a process is started."""
    with pytest.raises(ParseError, match="'clever' is no level"):
        Apart("clever")


def test_a_player_that_fails_is_told_of() -> None:
    """What is no view, and what raises, is answered in a sentence; the process goes on."""
    assert json.loads(answer("simple", "{}\n"))["failed"].startswith("raised KeyError")
    (view,) = views("dummy", 1)
    with Apart("simple") as apart:
        sent = apart._ask("nonsense\n")
        assert "raised JSONDecodeError" in sent["failed"]
        assert apart.choose(view, Random(1)) == player("simple").choose(view, Random(1))


def test_a_player_that_does_not_answer_is_given_up() -> None:
    """After its time whoever waits is told so, and the process is gone."""
    (view,) = views("dummy", 1)
    with Apart("simple", patience=0.2) as apart:
        os.kill(apart.pid, signal.SIGSTOP)
        with pytest.raises(TimeoutError, match=r"simple .* has not answered for 0.2 seconds"):
            apart.choose(view, Random(1))
        assert not is_running(apart.pid)


def test_a_player_whose_process_died_is_told_of() -> None:
    """Whoever asks one that was killed is told so."""
    (view,) = views("dummy", 1)
    with Apart("simple") as apart:
        os.kill(apart.pid, signal.SIGKILL)
        with pytest.raises(ChildProcessError, match="simple in its own process has ended"):
            for _ in range(3):
                apart.choose(view, Random(1))


STARTER = """
import time
from speto.players.apart import Apart
apart = Apart("simple")
print(apart.pid, flush=True)
time.sleep(60)
"""


def test_no_player_outlives_who_started_it() -> None:
    """When whoever started it is killed, the process ends by itself."""
    source = str(Path(speto.__file__).parents[1])
    starter = subprocess.Popen(
        [sys.executable, "-c", STARTER],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": source},
    )
    assert starter.stdout
    pid = int(starter.stdout.readline())
    assert is_running(pid)
    starter.kill()
    starter.wait()
    starter.stdout.close()
    deadline = time.monotonic() + 60
    while is_running(pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not is_running(pid)


def test_a_match_is_played_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`speto play --apart` plays what `speto play` plays."""
    texts = []
    arguments = ["--plain", "--warn", "never", "--seed", "3", "--level", "random"]
    for more in ((), ("--apart",)):
        folder = tmp_path / f"to{len(more)}"
        person = says(*["1"] * 6)
        run(monkeypatch, person, "play", "indian", "--records", str(folder), *arguments, *more)
        (file,) = folder.glob("*.deal")
        texts.append(file.read_text())
    assert texts[0] == texts[1]
