"""Every rule of Thai Dummy that refuses, scores or decides, by its row of the rules canon.

What must stay true: a code is never used for another rule; the words stand in `locales/`.
"""

from __future__ import annotations

from typing import Final

from speto.clause import SHARED, Clause
from speto.dummy import codes

ZH: Final = "Chinese article on Dummy as played at GameIndy"
TH: Final = "Thai article “Cazii Dummy”"
TH2: Final = "Thai article “ดัมมี่ เล่นยังไงเรามีคำตอบ”"
ALL: Final = f"{TH}; {TH2}; {ZH}"
OWN: Final = "our decision where the sources are silent"

# players, pack, deal
DEAL_1: Final = Clause("D-DEAL-1", (), TH)
DEAL_2: Final = Clause("D-DEAL-2", (), ALL)
DEAL_3: Final = Clause("D-DEAL-3", (), f"{ALL}; the first card to the starter: {OWN}")
HEAD_1: Final = Clause("D-HEAD-1", (), ALL)
HEAD_2: Final = Clause("D-HEAD-2", ("head_value",), f"replace: {TH}; bonus: {ZH}")
HEAD_3: Final = Clause("D-HEAD-3", (), f"{TH}; {ZH}")
HEAD_4: Final = Clause("D-HEAD-4", (), f"follows from {TH}")
HEAD_5: Final = Clause("D-HEAD-5", ("first_turn_pickup",), f"{TH}; {TH2}")
ROW_1: Final = Clause("D-ROW-1", (), ALL)
# the turn
TURN_1: Final = Clause("D-TURN-1", (), ALL)
TURN_2: Final = Clause("D-TURN-2", (), f"{TH}; {ZH}")
TURN_3: Final = Clause("D-TURN-3", (), ZH)
TURN_4: Final = Clause("D-TURN-4", (), f"{TH}; {ZH}")
TURN_5: Final = Clause("D-TURN-5", (), ALL)
# the pick-up
PICK_1: Final = Clause("D-PICK-1", (), f"{TH}; {ZH}")
PICK_2: Final = Clause("D-PICK-2", ("pickup_for_layoff",), f"{TH}; {ZH}")
PICK_3: Final = Clause("D-PICK-3", ("pickup_needs_hand_card",), f"{TH}; {ZH}")
PICK_4: Final = Clause("D-PICK-4", (), f"{TH}; {ZH}")
PICK_5: Final = Clause("D-PICK-5", (), TH)
PICK_6: Final = Clause("D-PICK-6", ("pickup_for_layoff",), f"{TH}; {ZH}")
PICK_7: Final = Clause("D-PICK-7", (), f"{TH}; {ZH}")
MORE_4: Final = Clause("D-MORE-4", (), OWN)
MORE_15: Final = Clause("D-MORE-15", ("pickup_for_layoff",), OWN)
# being born, melds, lay-offs
BORN_1: Final = Clause("D-BORN-1", ("birth",), f"{TH}; {ZH}")
BORN_2: Final = Clause("D-BORN-2", (), f"{TH}; {ZH}")
BORN_3: Final = Clause("D-BORN-3", ("birth",), f"{TH}; {ZH}")
MELD_1: Final = Clause("D-MELD-1", (), ALL)
MELD_2: Final = Clause("D-MELD-2", ("ace_low_run",), ALL)
MELD_3: Final = Clause("D-MELD-3", ("ace_low_run",), ALL)
MELD_5: Final = Clause("D-MELD-5", (), ZH)
LAY_1: Final = Clause("D-LAY-1", ("birth",), f"{TH}; {ZH}")
LAY_2: Final = Clause("D-LAY-2", (), f"{TH}; {ZH}")
LAY_3: Final = Clause("D-LAY-3", ("layoff_own",), TH)
LAY_4: Final = Clause("D-LAY-4", (), TH)
LAY_5: Final = Clause("D-LAY-5", ("qka_fully_closed", "ace_low_run"), TH)
LAY_6: Final = Clause("D-LAY-6", (), ZH)
LAY_7: Final = Clause("D-LAY-7", (), f"{TH}; {TH2}")
# the knock
KNOCK_1: Final = Clause("D-KNOCK-1", (), ALL)
KNOCK_2: Final = Clause("D-KNOCK-2", (), f"{TH}; {ZH}")
KNOCK_3: Final = Clause("D-KNOCK-3", ("knock_value",), ALL)
KNOCK_4: Final = Clause("D-KNOCK-4", ("knock_special", "knock_value"), TH)
KNOCK_5: Final = Clause("D-KNOCK-5", (), f"follows from D-KNOCK-1; the own meld: {OWN}")
DARK_1: Final = Clause("D-DARK-1", ("dark_mult",), f"{TH}; {ZH}")
DARK_2: Final = Clause("D-DARK-2", ("dark_mult",), f"{TH}; {ZH}")
DARK_3: Final = Clause("D-DARK-3", ("multiplier_scope",), f"{ZH}; fines apart: {OWN}")
COLOR_1: Final = Clause("D-COLOR-1", ("color_knock", "color_mult"), ZH)
COLOR_2: Final = Clause("D-COLOR-2", ("color_includes_knock_card",), OWN)
COLOR_3: Final = Clause("D-COLOR-3", ("color_knock", "dark_mult", "color_mult"), ZH)
# the stock runs out
END_1: Final = Clause("D-END-1", (), ALL)
END_2: Final = Clause("D-END-2", ("stock_end",), f"{TH}; {TH2}; immediate: {ZH}")
END_3: Final = Clause("D-END-3", ("stock_end",), "follows from the fines of a discard")
# values and scoring
VAL_1: Final = Clause("D-VAL-1", (), ALL)
VAL_2: Final = Clause("D-VAL-2", (), ALL)
VAL_3: Final = Clause("D-VAL-3", (), ALL)
VAL_4: Final = Clause("D-VAL-4", (), ALL)
VAL_6: Final = Clause("D-VAL-6", ("ace_in_run",), TH2)
SCORE_1: Final = Clause("D-SCORE-1", (), ALL)
SCORE_2: Final = Clause("D-SCORE-2", (), ALL)
SCORE_3: Final = Clause("D-SCORE-3", (), f"{TH}; {ZH}")
UNBORN_1: Final = Clause("D-UNBORN-1", ("unborn_penalty",), TH)
UNBORN_2: Final = Clause("D-UNBORN-2", ("unborn_when",), f"on_knock: {TH}; always: {ZH}")
UNBORN_3: Final = Clause("D-UNBORN-3", ("unborn_penalty",), ZH)
UNBORN_4: Final = Clause("D-UNBORN-4", (), TH)
# fines
PEN_0: Final = Clause("D-PEN-0", ("fine", "fines_stack"), f"{TH}; {ZH}")
PEN_FULL: Final = Clause("D-PEN-FULL", ("full_discard", "fine"), f"{TH}; {ZH}")
PEN_LAY: Final = Clause("D-PEN-LAY", ("layoff_discard", "fine"), f"{TH}; {ZH}")
NEAR_1: Final = Clause("D-NEAR-1", ("ace_low_run",), TH)
NEAR_2: Final = Clause("D-NEAR-2", ("ace_low_run",), TH)
WIN_1: Final = Clause("D-WIN-1", ("feed_window",), f"{TH}; {ZH}")
WIN_2: Final = Clause("D-WIN-2", (), OWN)
PEN_HEAD: Final = Clause("D-PEN-HEAD", ("head_feed", "fine"), f"{TH}; {ZH}")
PEN_SPETO_0: Final = Clause("D-PEN-SPETO-0", ("speto_feed", "fine"), ZH)
PEN_SPETO_1: Final = Clause("D-PEN-SPETO-1", ("speto_feed", "fine"), f"{TH}; {ZH}")
PEN_SPETO_2: Final = Clause("D-PEN-SPETO-2", ("speto_feed", "fine"), f"{TH}; {ZH}")
PEN_AON: Final = Clause("D-PEN-AON", ("speto_feed", "fine"), TH)
PEN_STUFF: Final = Clause("D-PEN-STUFF", ("stuffed_speto",), ZH)
FOOL_1: Final = Clause("D-FOOL-1", ("fool_scope", "fine"), TH)
FOOL_2: Final = Clause("D-FOOL-2", ("fool_scope", "fine", "feed_window"), ZH)
FOOL_3: Final = Clause("D-FOOL-3", ("fool_reverse",), TH)
# the next deal, the match, the points
NEXT_1: Final = Clause("D-NEXT-1", ("next_starter",), f"{TH}; {TH2}")
NEXT_2: Final = Clause("D-NEXT-2", ("exhaustion_starter",), OWN)
MATCH_1: Final = Clause("D-MATCH-1", ("match_target",), f"{TH}; {TH2}")
MATCH_2: Final = Clause("D-MATCH-2", (), ZH)
MONEY_2: Final = Clause("D-MONEY-2", ("settlement", "point_value"), OWN)
MORE_17: Final = Clause("D-MORE-17", (), OWN)
MORE_18: Final = Clause("D-MORE-18", (), OWN)
MORE_19: Final = Clause("D-MORE-19", ("max_deals",), OWN)

CLAUSES: Final[tuple[Clause, ...]] = (
    *SHARED,
    *(value for value in list(globals().values()) if isinstance(value, Clause)),
)
FINES: Final = frozenset(
    (PEN_FULL, PEN_LAY, PEN_HEAD, PEN_SPETO_0, PEN_SPETO_1, PEN_SPETO_2, PEN_AON, PEN_STUFF)
) | {FOOL_1, FOOL_2}
"""The clauses by which points are lost to nobody."""
BY_CODE: Final = {clause.code: clause for clause in CLAUSES}
BY_NUMBER: Final = {
    getattr(codes, name): BY_CODE[name.replace("_", "-")]
    for name in vars(codes)
    if name.replace("_", "-") in BY_CODE
}
