"""Every rule of Indian Rummy that refuses, scores or decides, by its row of the rules canon.

What must stay true: a code is never used for another rule; the words stand in `locales/`.
"""

from __future__ import annotations

from typing import Final

from speto.clause import SHARED, Clause
from speto.indian import codes

ZH: Final = "Chinese article on Indian Rummy"
ROOMS: Final = "usual at online rooms"
ALL: Final = f"{ZH}; {ROOMS}"
OWN: Final = "our decision where the sources are silent"
AGREED: Final = f"{ROOMS}; {OWN}"

# players, pack, deal
DEAL_1: Final = Clause("I-DEAL-1", (), ALL)
DEAL_2: Final = Clause("I-DEAL-2", (), f"{ZH}; that nobody draws it: {OWN}")
DEAL_3: Final = Clause("I-DEAL-3", (), ALL)
MORE_19: Final = Clause("I-MORE-19", (), OWN)
DEAL_4: Final = Clause("I-DEAL-4", ("next_starter",), f"the first: {ZH}; the next: {OWN}")
MORE_14: Final = Clause("I-MORE-14", (), OWN)
MORE_28: Final = Clause("I-MORE-28", (), OWN)
# wild cards
WILD_1: Final = Clause("I-WILD-1", ("wild_scope",), f"exact: {ZH}; rank: {ROOMS}")
WILD_2: Final = Clause("I-WILD-2", ("wild_scope",), f"exact: {ZH}; rank: {ROOMS}")
WILD_3: Final = Clause("I-WILD-3", (), ALL)
WILD_4: Final = Clause("I-WILD-4", (), ZH)
WILD_5: Final = Clause("I-WILD-5", (), f"{ALL}; under both scopes: {OWN}")
WILD_6: Final = Clause("I-WILD-6", (), OWN)
# runs and sets
SEQ_1: Final = Clause("I-SEQ-1", (), ZH)
SEQ_2: Final = Clause("I-SEQ-2", (), ALL)
SEQ_3: Final = Clause("I-SEQ-3", (), ALL)
SEQ_4: Final = Clause("I-SEQ-4", (), ALL)
SET_1: Final = Clause("I-SET-1", (), ALL)
SET_2: Final = Clause("I-SET-2", (), ROOMS)
SET_3: Final = Clause("I-SET-3", (), f"{ZH}; with wild cards: {ROOMS}")
MORE_21: Final = Clause(
    "I-MORE-21", ("second_run_min",), f"3: {ZH}; 4: some online rooms; which run: {OWN}"
)
ARR_2: Final = Clause("I-ARR-2", (), "follows from I-SEQ-1")
# the turn
TURN_1: Final = Clause("I-TURN-1", (), ALL)
TURN_2: Final = Clause("I-TURN-2", ("may_discard_taken",), AGREED)
MORE_6: Final = Clause("I-MORE-6", (), OWN)
PICK_1: Final = Clause("I-PICK-1", ("wild_pick",), f"first_turn_only: {ZH}; free: {ROOMS}")
PICK_2: Final = Clause("I-PICK-2", ("wild_pick",), f"first_turn_only: {ZH}; never: {OWN}")
PICK_3: Final = Clause("I-PICK-3", (), "follows from I-PICK-1")
MORE_3: Final = Clause("I-MORE-3", (), OWN)
# drops and missed turns
DROP_1: Final = Clause("I-DROP-1", ("first_drop",), ALL)
DROP_2: Final = Clause("I-DROP-2", ("middle_drop",), f"{ALL}; not after taking a card: {OWN}")
DROP_3: Final = Clause("I-DROP-3", (), ROOMS)
MISS_1: Final = Clause("I-MISS-1", ("missed_turns",), AGREED)
MORE_20: Final = Clause("I-MORE-20", (), OWN)
# the Show
SHOW_1: Final = Clause("I-SHOW-1", (), f"{ALL}; wild cards left over: {OWN}")
SHOW_2: Final = Clause("I-SHOW-2", (), ROOMS)
SHOW_3: Final = Clause("I-SHOW-3", ("wrong_show",), f"{ALL}; the finishing card: {OWN}")
SHOW_4: Final = Clause("I-SHOW-4", (), "follows from I-SHOW-3")
SHOW_5: Final = Clause("I-SHOW-5", ("show_check",), f"best: {OWN}; declared: {ROOMS}")
SHOW_6: Final = Clause("I-SHOW-6", ("score_arrangement",), AGREED)
MORE_10: Final = Clause("I-MORE-10", (), OWN)
HEAVEN_1: Final = Clause("I-HEAVEN-1", ("heaven",), ZH)
HEAVEN_2: Final = Clause("I-HEAVEN-2", ("heaven",), OWN)
MORE_17: Final = Clause("I-MORE-17", ("heaven",), OWN)
MORE_1: Final = Clause("I-MORE-1", ("wrong_show",), OWN)
MORE_2: Final = Clause("I-MORE-2", (), OWN)
# the end of a deal
END_1: Final = Clause("I-END-1", (), ALL)
END_2: Final = Clause(
    "I-END-2", ("on_exhaust",), f"settle: {ZH}; reshuffle: {ROOMS}; what void takes back: {OWN}"
)
MORE_4: Final = Clause("I-MORE-4", (), OWN)
MORE_5: Final = Clause("I-MORE-5", (), AGREED)
MORE_22: Final = Clause("I-MORE-22", ("on_exhaust",), OWN)
PLAY_LIMIT: Final = Clause("I-PLAY-LIMIT", ("max_turns",), OWN)
TIE_1: Final = Clause("I-TIE-1", (), ALL)
TIE_2: Final = Clause("I-TIE-2", (), f"{ZH}; with points left and the shares: {OWN}")
# points
VAL_1: Final = Clause("I-VAL-1", (), ALL)
ARR_1: Final = Clause("I-ARR-1", ("score_arrangement",), f"best: {ZH}; declared: {ROOMS}")
SCORE_1: Final = Clause("I-SCORE-1", ("no_pure", "cap"), f"flat: {ZH}; sum_capped: {ROOMS}")
SCORE_2: Final = Clause("I-SCORE-2", ("one_pure",), f"exempt: {ZH}; count_all: {ROOMS}")
SCORE_3: Final = Clause("I-SCORE-3", (), ALL)
CAP_1: Final = Clause("I-CAP-1", ("cap",), ALL)
PAY_1: Final = Clause("I-PAY-1", ("point_value",), ALL)
PAY_2: Final = Clause("I-PAY-2", ("exhaust_pay",), OWN)
# the match
POINTS_1: Final = Clause("I-POINTS-1", ("format",), ROOMS)
POOL_1: Final = Clause("I-POOL-1", ("pool_limit",), ROOMS)
POOL_2: Final = Clause("I-POOL-2", ("rejoin",), f"{ROOMS}; how often: {OWN}")
POOL_3: Final = Clause("I-POOL-3", (), ROOMS)
POOL_4: Final = Clause("I-POOL-4", ("split",), ROOMS)
MORE_12: Final = Clause("I-MORE-12", (), OWN)
MORE_13: Final = Clause("I-MORE-13", (), OWN)
MORE_26: Final = Clause("I-MORE-26", ("point_value",), AGREED)
DEALS_1: Final = Clause("I-DEALS-1", ("deals",), ROOMS)
MORE_27: Final = Clause("I-MORE-27", ("point_value",), OWN)

CLAUSES: Final[tuple[Clause, ...]] = (
    *SHARED,
    *(value for value in list(globals().values()) if isinstance(value, Clause)),
)
BY_CODE: Final = {clause.code: clause for clause in CLAUSES}
BY_NUMBER: Final = {
    getattr(codes, name): BY_CODE[name.replace("_", "-")]
    for name in vars(codes)
    if name.replace("_", "-") in BY_CODE
}
