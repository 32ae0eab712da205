"""The open challenge: computer players that see cards which nobody may see, and are named for it.

What must stay true: one plays only where a single person sits, who has chosen it; its name says
what it sees wherever it is shown or kept; no player of the ladder comes to this.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

from speto.cards import ParseError, shown
from speto.games import State, game_of
from speto.players import LEVELS as HONEST
from speto.players import Signature, sign

VERSION: Final = 1
"""It rises when any of them plays differently."""
BASES: Final = ("simple", "tuned")
"""The levels that they play like, but for what they see."""
SEES: Final = {
    "top": "sees the top of the stock",
    "hands": "sees all hands",
    "both": "sees all hands and the top of the stock",
}
LEVELS: Final = tuple(f"{base}+{way}" for base in BASES for way in SEES)


def way_of(level: str | None) -> str:
    """What a level sees that it may not, as `SEES` has it; nothing if it is honest.

    >>> way_of("tuned+hands"), way_of("tuned")
    ('hands', '')
    """
    return level.partition("+")[2] if level in LEVELS and level is not None else ""


def check_level(level: str) -> None:
    """See that a level may be chosen by who sits alone against computers.

    :raises ParseError: if there is none of that name.
    """
    if level not in HONEST and level not in LEVELS:
        raise ParseError(
            f"{shown(level)} is no level; there are {', '.join(HONEST)},"
            f" and {', '.join(LEVELS)}, which see cards"
        )


def choose(level: str, state: State) -> Any:
    """What an open cheat does in a moment as it is; it leaves nothing to chance."""
    seat = state.to_act
    assert seat is not None and level in LEVELS, "the deal is over, or the level is honest"
    base, _, way = level.partition("+")
    through = import_module(f"speto.{game_of(state.rules).NAME}.through").through
    hands, top = way in ("hands", "both"), way in ("top", "both")
    return through(state, seat, hands=hands, top=top, tuned=base == "tuned")


def signed(level: str, game_name: str) -> Signature:
    """How records name the player that a level is now, honest or not.

    :raises ParseError: if there is no such level or game.

    >>> str(signed("simple+top", "dummy")), str(signed("simple", "dummy"))
    ('simple+top/1', 'simple/1')
    """
    check_level(level)
    if level not in LEVELS:
        return sign(level, game_name)
    return sign(level.partition("+")[0], game_name)._replace(level=level, version=VERSION)
