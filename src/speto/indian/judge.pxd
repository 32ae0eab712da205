cimport cython
from speto.bits cimport i64, quick_bit as bit, quick_lowest as lowest
from speto.indian.arrange cimport arrange, can_show, shows
from speto.indian.counting cimport ready
from speto.indian.deal cimport Deal, held, is_wild, top
from speto.indian.labels cimport (
    Moves, finishing_card, labels_of, number_groups, put, set_finish, split)

cdef i64 ACT, ALLOWED, DECLARE, DISCARD, DRAW, DROP, FINISHING, FIRST_TURN_ONLY, FREE, JOKER, MISS
cdef i64 OVER, SHOW, TAKE, TAKE_OPEN, TOOK
cdef i64 I_DROP_2, I_HEAVEN_2, I_MORE_17, I_PICK_1, I_SHOW_2, I_SHOW_6, I_TURN_1, I_TURN_2
cdef i64 T_HOLD, T_OVER

cpdef bint is_first_turn(Deal deal) noexcept nogil
cpdef bint may_take(Deal deal) noexcept nogil
cpdef bint may_discard(Deal deal, i64 card) noexcept nogil
@cython.locals(cards=i64)
cpdef i64 lowest_discard(Deal deal) noexcept nogil
@cython.locals(kind=i64)
cpdef i64 why_not(Deal deal, Moves moves, i64 action) noexcept nogil
cdef i64 why_not_discard(Deal deal, i64 card) noexcept nogil
@cython.locals(rest=i64)
cdef bint has_finish(i64 action) noexcept nogil
@cython.locals(finish=bint, seat=i64, fits=bint)
cdef i64 why_not_show(Deal deal, Moves moves, i64 action) noexcept nogil
cpdef i64 legal(Deal deal, Moves moves) noexcept nogil
@cython.locals(seat=i64)
cdef bint can_show_all(Deal deal, Moves moves) noexcept nogil
@cython.locals(seat=i64, cards=i64)
cdef void list_acts(Deal deal, Moves moves) noexcept nogil
@cython.locals(seat=i64, one=i64, two=i64, jokers=i64)
cdef void list_show(Deal deal, Moves moves, i64 finish) noexcept nogil
