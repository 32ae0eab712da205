"""Every option of Indian Rummy, its choices and the two presets.

What must stay true: a `Rules` that exists makes sense; each field is read by some clause.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import IntEnum
from typing import Final

from speto.clause import RulesError
from speto.indian import codes
from speto.options import check_kinds, check_range, read_options, write_options

NAME: Final = "indian"
RULESET: Final = 1
SEATS: Final = (2, 3, 4, 5, 6)


class WildScope(IntEnum):
    """I-WILD-1, I-WILD-2: which cards are wild beside the printed jokers."""

    EXACT = codes.EXACT
    RANK = codes.SAME_RANK


class WildPick(IntEnum):
    """I-PICK-1: who may take a wild from the open pile."""

    FIRST_TURN_ONLY = codes.FIRST_TURN_ONLY
    NEVER = codes.NEVER
    FREE = codes.FREE


class ShowCheck(IntEnum):
    """I-SHOW-5: by which arrangement a Show is judged."""

    BEST = codes.BEST
    DECLARED = codes.DECLARED


class ScoreArrangement(IntEnum):
    """I-ARR-1: by which arrangement a loser's hand is counted."""

    BEST = codes.BEST
    DECLARED = codes.DECLARED


class NoPure(IntEnum):
    """I-SCORE-1: what a hand without a pure run costs."""

    FLAT = codes.FLAT
    SUM_CAPPED = codes.SUM_CAPPED


class OnePure(IntEnum):
    """I-SCORE-2: whether the pure run of a hand without a second run is free."""

    EXEMPT = codes.EXEMPT
    COUNT_ALL = codes.COUNT_ALL


class OnExhaust(IntEnum):
    """I-END-2: what happens when the stock is empty."""

    SETTLE = codes.SETTLE
    RESHUFFLE = codes.RESHUFFLE
    VOID = codes.VOID


class ExhaustPay(IntEnum):
    """I-PAY-2: what a loser pays when the stock ran out."""

    OWN_POINTS = 0
    DIFFERENCE = 1


class NextStarter(IntEnum):
    """I-DEAL-4: who starts the next deal."""

    ROTATE = 0
    WINNER = 1
    LOSER = 2


class Format(IntEnum):
    """I-POINTS-1, I-POOL-1, I-DEALS-1: what a match is."""

    POINTS = 0
    POOL = 1
    DEALS = 2


CHIPS: Final = 80
"""With so many chips a deal each seat begins a match of deals (I-MORE-27)."""
POOLS: Final[Mapping[int, Mapping[str, int]]] = {
    101: {"first_drop": 20, "middle_drop": 40, "cap": 80, "wrong_show": 80},
    201: {"first_drop": 25, "middle_drop": 50, "cap": 80, "wrong_show": 80},
    61: {"first_drop": 15, "middle_drop": 30, "cap": 60, "wrong_show": 60},
}
"""What each limit of a pool sets where the rules do not give it (I-POOL-3, I-MORE-26)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """One way to play Indian Rummy; the defaults are the preset `default`.

    Only `read_rules` lets one option set others (`implied`).

    :raises RulesError: if two options contradict each other or a number is out of range.
    """

    wild_scope: WildScope = WildScope.EXACT
    second_run_min: int = 3
    may_discard_taken: bool = False
    wild_pick: WildPick = WildPick.FIRST_TURN_ONLY
    first_drop: int = 20
    middle_drop: int = 40
    missed_turns: int = 3
    show_check: ShowCheck = ShowCheck.BEST
    score_arrangement: ScoreArrangement = ScoreArrangement.BEST
    no_pure: NoPure = NoPure.FLAT
    one_pure: OnePure = OnePure.EXEMPT
    cap: int = 80
    wrong_show: int = 80
    on_exhaust: OnExhaust = OnExhaust.SETTLE
    exhaust_pay: ExhaustPay = ExhaustPay.OWN_POINTS
    heaven: int = 40
    next_starter: NextStarter = NextStarter.ROTATE
    max_turns: int = 500
    format: Format = Format.POINTS
    pool_limit: int = 101
    rejoin: bool = True
    split: bool = True
    deals: int = 2
    point_value: int = 1

    def __post_init__(self) -> None:
        check_kinds(self)
        check_range(self, 0, 10_000, "first_drop", "middle_drop", "wrong_show", "heaven")
        check_range(self, 1, 10_000, "cap")
        check_range(self, 1, 1_000, "missed_turns", "max_turns", "deals")
        check_range(self, 1, 1_000_000, "point_value")
        if self.second_run_min not in (3, 4):
            problem = f"second_run_min={self.second_run_min}: write 3 or 4"
            raise RulesError(problem, "second_run_min", allowed="3, 4")
        if self.pool_limit not in POOLS:
            problem = f"pool_limit={self.pool_limit}: write 101, 201 or 61"
            raise RulesError(problem, "pool_limit", allowed="61, 101, 201")
        for low, high in (
            ("first_drop", "middle_drop"),
            ("heaven", "cap"),
            ("wrong_show", "cap"),
            ("middle_drop", "cap"),
        ):
            if getattr(self, low) > getattr(self, high):
                raise RulesError(
                    f"{low}={getattr(self, low)} and {high}={getattr(self, high)} contradict each"
                    f" other; {low} may not be above {high}",
                    low,
                    high,
                    ordered=True,
                )

    def __str__(self) -> str:
        return write_options(self, PRESETS, implied)


PRESETS: Final[dict[str, Rules]] = {
    "default": Rules(),
    "online": Rules(
        wild_scope=WildScope.RANK,
        show_check=ShowCheck.DECLARED,
        no_pure=NoPure.SUM_CAPPED,
        one_pure=OnePure.COUNT_ALL,
        on_exhaust=OnExhaust.RESHUFFLE,
        heaven=0,
    ),
}
FIELDS: Final = tuple(field.name for field in fields(Rules))


def implied(given: Mapping[str, object], preset: Rules) -> Mapping[str, object]:
    """The options that follow from those given on top of a preset.

    In a pool its limit sets drops, cap and wrong Show (I-POOL-3, I-MORE-26); a wrong Show and a
    heaven hand cost no more than the cap (I-MORE-30).
    """
    options: dict[str, object] = {}
    if given.get("format") is Format.POOL:
        limit = given.get("pool_limit", preset.pool_limit)
        options |= POOLS.get(limit, {}) if isinstance(limit, int) else {}
    cap = given.get("cap", options.get("cap", preset.cap))
    for name in ("wrong_show", "heaven"):
        points = options.get(name, getattr(preset, name))
        if isinstance(points, int) and isinstance(cap, int):
            options[name] = min(points, cap)
    return options


def read_rules(text: str) -> Rules:
    """Read a preset and what differs from it; what is not given may follow (`implied`).

    >>> read_rules("online,format=pool,pool_limit=61").cap
    60
    >>> str(read_rules("default,format=pool,pool_limit=61,first_drop=20,cap=60"))
    'default,first_drop=20,format=pool,pool_limit=61'

    :raises RulesError: if a preset, option or value does not exist, or options contradict.
    """
    return read_options(text, PRESETS, implied)
