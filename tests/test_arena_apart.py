"""`speto arena --apart` plays what the arena plays, by players that are sent views alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from speto.arena.cheats import Cheat, entrant_apart
from speto.games import NAMES
from speto.players.apart import Apart
from tests.test_arena import arena

pytestmark = pytest.mark.once


def test_a_cheat_stays_with_the_cards() -> None:
    """Only honest players are put into processes."""
    assert isinstance(entrant_apart("tuned"), Apart)
    assert entrant_apart("simple+hands") == Cheat("simple", "hands")


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("jobs", [1, 2])
def test_the_same_is_played(game: str, jobs: int, tmp_path: Path) -> None:
    """A results file of players apart has the bytes of one without, and holds played again so."""
    files = [tmp_path / "here", tmp_path / "apart"]
    for file, apart in zip(files, (False, True), strict=True):
        asked = {"game": game, "players": "random,simple+top", "jobs": jobs, "out": file}
        assert arena(apart=apart, **asked) == 0
    assert files[0].read_bytes() == files[1].read_bytes()
    assert arena(replay=files[0], apart=True) == 0
