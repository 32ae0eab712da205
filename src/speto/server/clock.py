"""The clocks of a table: how long a turn may take, and what a bank of time gives beyond it.

What must stay true: all of it follows from the moments at which rows were written; nothing here
looks at a clock.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

ENTROPY_MS: Final = 2_000
BETWEEN_MS: Final = 20_000
REJOIN_MS: Final = 20_000
COMPUTER_MS: Final = 60_000
"""After so long the rules play for a computer that has not answered."""


class Clock(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How long a turn may take, in milliseconds; without `turn` there is no clock.

    What a turn takes longer goes off the seat's `bank`, which is full when a deal begins and gets
    `credit` back for each turn. After `lost_turns` turns missed in a row the seat is played on.
    """

    name: str
    turn: int | None
    bank: int
    credit: int
    lost_turns: int

    def lost(self, missed: int) -> bool:
        """Whether a seat is waited for no more that has missed so many turns in a row."""
        return 0 < self.lost_turns <= missed


PRESETS: Final[dict[str, Clock]] = {
    clock.name: clock
    for clock in (
        Clock(name="none", turn=None, bank=0, credit=0, lost_turns=0),
        Clock(name="calm", turn=60_000, bank=180_000, credit=5_000, lost_turns=3),
        Clock(name="normal", turn=30_000, bank=60_000, credit=3_000, lost_turns=2),
        Clock(name="fast", turn=15_000, bank=30_000, credit=2_000, lost_turns=2),
        Clock(name="blitz", turn=7_000, bank=15_000, credit=1_000, lost_turns=2),
    )
}


def usual(persons: int) -> Clock:
    """The clock of a table whose owner chose none: no clock for one person alone.

    >>> usual(1).name, usual(2).name
    ('none', 'normal')
    """
    return PRESETS["normal" if persons > 1 else "none"]


def ends(clock: Clock, began: int, bank: int) -> int | None:
    """When a turn that began then has used up its time and the whole bank.

    >>> ends(PRESETS["blitz"], 1_000, 500)
    8500
    """
    return None if clock.turn is None else began + clock.turn + bank


def bank_after(clock: Clock, bank: int, used: int) -> int:
    """The bank after a turn that took so long; it is never more than it was at first.

    >>> bank_after(PRESETS["blitz"], 15_000, 9_500), bank_after(PRESETS["blitz"], 15_000, 3_000)
    (13500, 15000)
    """
    if clock.turn is None:
        return bank
    left = max(0, bank - max(0, used - clock.turn))
    return min(clock.bank, left + clock.credit)
