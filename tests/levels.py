"""The ladder of computer players for tests: those that think ahead get little work."""

from __future__ import annotations

from typing import Final

import pytest

from speto.players import LEVELS, Level, Signature, player_of, sign

WORK: Final = {"sharp": 16, "strong": 24, "master": 32}
"""So many play-outs a thinking player gets, who is the same with many."""
NOT_SLOW: Final = tuple(level for level in LEVELS if level not in ("strong", "master"))
"""The levels that are quick enough with all their work."""
EACH: Final = tuple(
    pytest.param(level, marks=pytest.mark.once) if level in WORK else level for level in LEVELS
)
"""Every level; those that think ahead are too slow to be tried uncompiled as well."""


def signed(level: str, name: str) -> Signature:
    """The signature of a level of a game, with little work if it thinks ahead."""
    signature = sign(level, name)
    return signature._replace(playouts=WORK.get(level, 0))


def quick(level: str, name: str) -> Level:
    """The player of a level of a game, with little work if it thinks ahead."""
    return player_of(signed(level, name))
