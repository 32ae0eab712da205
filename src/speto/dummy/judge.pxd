cimport cython
from speto.bits cimport i64, quick_bit as bit, quick_lowest as lowest
from speto.dummy.deal cimport Deal
from speto.dummy.finish cimport can_finish
from speto.dummy.melds cimport (
    Moves, ends, is_meld, low_ace, melded, open_end, rank_of, runs_on)

cdef i64 ACES, CLUBS, FULL, DRAW, PICK_UP, MELD, LAY_OFF, DISCARD, KNOCK, DECLINE
cdef i64 PICK_UP_TO_LAY_OFF, ACT, LAST, OVER, DREW, BORN_BY_PICK_UP, NEXT_PLAYER_KNOCK_ONLY
cdef i64 ALLOWED, T_OVER, T_HOLD, D_TURN_1, D_TURN_2, D_TURN_5, D_KNOCK_1, D_KNOCK_2, D_HEAD_5
cdef i64 D_PICK_2, D_PICK_3, D_PICK_6, D_MORE_15, D_BORN_3, D_MELD_1, D_MELD_2, D_MELD_3
cdef i64 D_LAY_1, D_LAY_2, D_LAY_3, D_LAY_5, D_END_2

@cython.locals(i=i64)
cpdef void open_ends(Deal deal, Moves moves, i64 but) noexcept nogil
@cython.locals(onto=bint, need_meld=bint, meld=i64, fit=i64)
cpdef bint finishes(
    Deal deal, Moves moves, i64 kind, i64 at, i64 cards, i64 rest) noexcept nogil
cpdef bint can_knock(Deal deal, Moves moves) noexcept nogil
@cython.locals(i=i64)
cpdef i64 place_of(Deal deal, i64 index) noexcept nogil
@cython.locals(i=i64)
cpdef i64 meld_named(Deal deal, i64 name) noexcept nogil
cpdef bint is_born(Deal deal) noexcept nogil
cpdef bint was_born(Deal deal) noexcept nogil
cpdef bint dark_line(Deal deal) noexcept nogil
cpdef bint must_knock_now(Deal deal) noexcept nogil
@cython.locals(kind=i64, held=i64)
cpdef bint take_finishes(Deal deal, Moves moves, i64 action) noexcept nogil
@cython.locals(held=i64, i=i64)
cpdef i64 held_from(Deal deal, i64 at) noexcept nogil
@cython.locals(kind=i64, cards=i64, index=i64)
cpdef i64 why_not(Deal deal, Moves moves, i64 action) noexcept nogil
@cython.locals(at=i64, held=i64, clause=i64)
cdef i64 why_not_take(Deal deal, Moves moves, i64 kind, i64 index, i64 cards) noexcept nogil
@cython.locals(clause=i64)
cdef i64 why_not_pick_up(Deal deal, i64 index, i64 cards, i64 held) noexcept nogil
@cython.locals(hand=i64, at=i64, clause=i64)
cdef i64 why_not_act(Deal deal, Moves moves, i64 kind, i64 index, i64 cards) noexcept nogil
cdef i64 broken_line(Deal deal) noexcept nogil
cpdef i64 why_no_meld(i64 cards, bint ace_low) noexcept nogil
@cython.locals(meld=i64)
cpdef i64 why_no_fit(Deal deal, i64 at, i64 card) noexcept nogil
