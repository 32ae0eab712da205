"""How much work the levels that think have where they run."""

import os
import subprocess
import sys

import pytest

import speto
from speto.players import LEVELS, player_of, sign
from speto.players.thinking import BUDGETS, LEAST, SLOWER


@pytest.mark.parametrize("level", BUDGETS)
@pytest.mark.parametrize("game", ["dummy", "indian"])
def test_a_level_thinks_less_where_the_core_is_not_compiled(level: str, game: str) -> None:
    """A signature tells what a level does here; one that was written elsewhere keeps its own."""
    whole = BUDGETS[level][game]
    here = whole if speto.compiled else max(LEAST, whole // SLOWER)
    own = sign(level, game)
    assert LEVELS[level]().playouts(game) == own.playouts == here
    assert player_of(own._replace(playouts=whole)).playouts(game) == whole


def test_the_plain_files_tell_of_less_work() -> None:
    """Uncompiled the same levels sign with less work, in the same order."""
    said = subprocess.run(
        [
            sys.executable,
            "-c",
            "from speto.players import sign\n"
            "print(*(sign(level, 'indian').playouts for level in ('sharp', 'strong', 'master')))",
        ],
        env={**os.environ, "SPETO_PURE": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    least, more, most = map(int, said.stdout.split())
    assert LEAST <= least < more < most < BUDGETS["master"]["indian"]
