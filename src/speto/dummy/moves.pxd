cimport cython
from speto.bits cimport i64, quick_bit as bit, quick_lowest as lowest
from speto.dummy.deal cimport Deal
from speto.dummy.judge cimport (
    finishes, can_knock, meld_named, must_knock_now, is_born, was_born, dark_line, take_finishes, why_no_fit)
from speto.dummy.melds cimport (
    Moves, add_melds, add_melds_with, melded, put)

cdef i64 FULL, DRAW, PICK_UP, MELD, LAY_OFF, DISCARD, KNOCK, DECLINE, PICK_UP_TO_LAY_OFF, ACT
cdef i64 LAST, OVER, PICKED, BORN_BY_PICK_UP, ALLOWED

cpdef i64 legal(Deal deal, Moves moves) noexcept nogil
@cython.locals(apt=i64, hand=i64, must=i64, held=i64, card=i64, i=i64, j=i64)
cdef void list_pick_ups(Deal deal, Moves moves) noexcept nogil
@cython.locals(card=i64, i=i64, j=i64)
cdef void list_pick_ups_to_lay_off(Deal deal, Moves moves) noexcept nogil
@cython.locals(hand=i64)
cdef void list_acts(Deal deal, Moves moves) noexcept nogil
@cython.locals(hand=i64, fit=i64, i=i64)
cdef void list_lays(Deal deal, Moves moves) noexcept nogil
@cython.locals(hand=i64, card=i64, action=i64, i=i64, ok=bint)
cdef void keep_finishing(Deal deal, Moves moves, i64 kept) noexcept nogil
@cython.locals(card=i64, n=i64)
cdef void list_each(Moves moves, i64 cards, i64 head) noexcept nogil
@cython.locals(i=i64, card=i64, hand=i64)
cpdef i64 timeout(Deal deal, Moves moves) noexcept nogil
