"""Every option of Thai Dummy, its choices and the three presets.

What must stay true: a `Rules` that exists makes sense; each field is read by some clause.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import IntEnum
from typing import Final

from speto.clause import RulesError
from speto.dummy import codes
from speto.options import check_kinds, check_range, read_options, write_options

NAME: Final = "dummy"
RULESET: Final = 1
SEATS: Final = (2, 3, 4)


class HeadValue(IntEnum):
    """D-HEAD-2: the head's 50 stands for its face, or is added to it."""

    REPLACE = codes.REPLACE
    BONUS = codes.BONUS


class Birth(IntEnum):
    """D-BORN-1: what makes a seat born."""

    PICKUP = codes.BORN_BY_PICK_UP
    ANY_MELD = codes.BORN_BY_ANY_MELD


class ColorKnock(IntEnum):
    """D-COLOR-1: whether a knock in one colour counts, and what a colour is."""

    OFF = codes.COLOR_OFF
    COLOR = codes.COLOR_COLOR
    SUIT = codes.COLOR_SUIT


class MultiplierScope(IntEnum):
    """D-DARK-3: what the dark and colour multipliers multiply."""

    POSITIVE = codes.SCOPE_POSITIVE
    TOTAL = codes.SCOPE_TOTAL
    KNOCK_ONLY = codes.SCOPE_KNOCK_ONLY


class StockEnd(IntEnum):
    """D-END-2: what happens when the stock is empty."""

    NEXT_PLAYER_KNOCK_ONLY = codes.NEXT_PLAYER_KNOCK_ONLY
    NEXT_PLAYER_PICKUP = codes.NEXT_PLAYER_PICKUP
    IMMEDIATE = codes.IMMEDIATE


class UnbornPenalty(IntEnum):
    """D-UNBORN-1, D-UNBORN-3: what an unborn hand costs beyond its value."""

    HAND_X2 = codes.HAND_X2
    MINUS50_THEN_X2 = codes.MINUS50_THEN_X2
    NONE = codes.UNBORN_NONE


class UnbornWhen(IntEnum):
    """D-UNBORN-2: when an unborn hand costs more."""

    ON_KNOCK = codes.ON_KNOCK
    ALWAYS = codes.ALWAYS


class FullDiscard(IntEnum):
    """D-PEN-FULL: which two row cards a discard may not form a meld with."""

    ANY = codes.FULL_ANY
    CONTIGUOUS = codes.FULL_CONTIGUOUS
    OFF = codes.FULL_OFF


class SpetoFeed(IntEnum):
    """D-PEN-SPETO-0: which cards that feed a speto are fined."""

    ANY = codes.SPETO_ANY
    S2_CASES = codes.SPETO_S2_CASES
    OFF = codes.SPETO_OFF


class FeedWindow(IntEnum):
    """D-WIN-1: how long a thrown card can be held against its thrower."""

    ROUND = codes.WINDOW_ROUND
    NEXT_TURN = codes.WINDOW_NEXT_TURN


class FoolScope(IntEnum):
    """D-FOOL-1, D-FOOL-2: who is a fool."""

    NEXT_PLAYER_SINGLE = codes.NEXT_PLAYER_SINGLE
    ROUND_ANY_PICKUP = codes.ROUND_ANY_PICKUP
    OFF = codes.FOOL_OFF


class FoolReverse(IntEnum):
    """D-FOOL-3: what a fool does to the direction of the next deal."""

    TOGGLE = 0
    NEXT_DEAL_ONLY = 1
    OFF = 2


class NextStarter(IntEnum):
    """D-NEXT-1: who starts the deal after a knock."""

    KNOCKER = 0
    ROTATE = 1


class ExhaustionStarter(IntEnum):
    """D-NEXT-2: who starts the deal after the stock ran out."""

    ROTATE = 0
    HIGHEST = 1


class Settlement(IntEnum):
    """D-MONEY-2: who pays whom when the match is over."""

    PAIRWISE = 0
    WINNER = 1
    NONE = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """One way to play Thai Dummy; the defaults are the preset `default`.

    :raises RulesError: if two options contradict each other or a number is out of range.
    """

    head_value: HeadValue = HeadValue.REPLACE
    first_turn_pickup: bool = True
    pickup_needs_hand_card: bool = True
    pickup_for_layoff: bool = False
    birth: Birth = Birth.PICKUP
    ace_low_run: bool = False
    layoff_own: bool = True
    qka_fully_closed: bool = False
    knock_value: int = 50
    knock_special: bool = True
    dark_mult: int = 2
    color_knock: ColorKnock = ColorKnock.COLOR
    color_mult: int = 2
    color_includes_knock_card: bool = False
    multiplier_scope: MultiplierScope = MultiplierScope.POSITIVE
    stock_end: StockEnd = StockEnd.NEXT_PLAYER_KNOCK_ONLY
    ace_in_run: int = 15
    unborn_penalty: UnbornPenalty = UnbornPenalty.HAND_X2
    unborn_when: UnbornWhen = UnbornWhen.ON_KNOCK
    fine: int = 50
    fines_stack: bool = True
    full_discard: FullDiscard = FullDiscard.ANY
    layoff_discard: bool = True
    head_feed: bool = True
    speto_feed: SpetoFeed = SpetoFeed.ANY
    feed_window: FeedWindow = FeedWindow.ROUND
    stuffed_speto: int = 50
    fool_scope: FoolScope = FoolScope.NEXT_PLAYER_SINGLE
    fool_reverse: FoolReverse = FoolReverse.TOGGLE
    next_starter: NextStarter = NextStarter.KNOCKER
    exhaustion_starter: ExhaustionStarter = ExhaustionStarter.ROTATE
    match_target: int = 500
    max_deals: int = 50
    settlement: Settlement = Settlement.PAIRWISE
    point_value: int = 1

    def __post_init__(self) -> None:
        check_kinds(self)
        check_range(self, 0, 10_000, "knock_value", "fine", "stuffed_speto")
        check_range(self, 0, 1_000_000, "match_target")
        check_range(self, 1, 100, "dark_mult", "color_mult")
        check_range(self, 1, 1_000, "max_deals")
        check_range(self, 1, 1_000_000, "point_value")
        if self.ace_in_run not in (10, 15):
            raise RulesError(
                f"ace_in_run={self.ace_in_run}: an ace in a run is worth 10 or 15",
                "ace_in_run",
                allowed="10, 15",
            )
        for first, second, wrong in (
            (
                "fool_reverse=off",
                "fool_scope=off",
                self.fool_scope is FoolScope.OFF and self.fool_reverse is not FoolReverse.OFF,
            ),
            (
                "color_includes_knock_card=false",
                "color_knock=off",
                self.color_knock is ColorKnock.OFF and self.color_includes_knock_card,
            ),
            (
                "unborn_when=on_knock",
                "unborn_penalty=none",
                self.unborn_penalty is UnbornPenalty.NONE and self.unborn_when is UnbornWhen.ALWAYS,
            ),
            ("knock_special=false", "knock_value=0", not self.knock_value and self.knock_special),
            (
                "point_value=1",
                "settlement=none",
                self.settlement is Settlement.NONE and self.point_value > 1,
            ),
        ):
            if wrong:
                name = first.partition("=")[0]
                raise RulesError(
                    f"{name} and {second} contradict each other; with {second} write {first}",
                    name,
                    second.partition("=")[0],
                )

    def __str__(self) -> str:
        return write_options(self, PRESETS)


PRESETS: Final[dict[str, Rules]] = {
    "default": Rules(),
    "thai_classic": Rules(
        color_knock=ColorKnock.OFF, speto_feed=SpetoFeed.S2_CASES, stuffed_speto=0
    ),
    "zh_online": Rules(
        head_value=HeadValue.BONUS,
        layoff_own=False,
        knock_special=False,
        stock_end=StockEnd.IMMEDIATE,
        unborn_penalty=UnbornPenalty.MINUS50_THEN_X2,
        unborn_when=UnbornWhen.ALWAYS,
        fool_scope=FoolScope.ROUND_ANY_PICKUP,
        fool_reverse=FoolReverse.OFF,
        match_target=0,
    ),
}
FIELDS: Final = tuple(field.name for field in fields(Rules))


def read_rules(text: str) -> Rules:
    """Read a preset and what differs from it.

    >>> read_rules("thai_classic,color_knock=suit,match_target=300").match_target
    300
    >>> str(read_rules("default,dark_mult=3"))
    'default,dark_mult=3'

    :raises RulesError: if a preset, option or value does not exist, or options contradict.
    """
    return read_options(text, PRESETS)
