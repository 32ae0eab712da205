cimport cython
from speto.bits cimport i64, quick_bit as bit
from speto.indian.counting cimport count_best, count_declared, is_show
from speto.indian.deal cimport Deal, gain, is_in, learn, lose, next_in, seats_in, top
from speto.indian.judge cimport is_first_turn, lowest_discard
from speto.indian.labels cimport Moves, finishing_card, split
from speto.indian.reshuffle cimport reshuffle

cdef i64 ACT, BY_HEAVEN, BY_LAST_ONE, BY_POINTS, BY_SHOW, BY_VOID, DECLARE, DECLARED
cdef i64 DISCARD, DRAW, DREW, DROP, FLAT, MISS, NO_PURE, NOTHING, ONE_PURE, OVER, SETTLE, SHOW
cdef i64 TAKE, TAKE_OPEN, TOOK, VOID
cdef i64 I_CAP_1, I_DROP_1, I_DROP_2, I_END_2, I_HEAVEN_1, I_MORE_22, I_SCORE_1
cdef i64 I_SCORE_2, I_SCORE_3, I_SHOW_3

@cython.locals(n=i64)
cdef void enter(
    Deal deal, i64 seat, i64 points, i64 clause, i64 one, i64 two) noexcept nogil
@cython.locals(kind=i64)
cpdef void apply(Deal deal, Moves moves, i64 action) noexcept nogil
cdef void draw(Deal deal) noexcept nogil
cdef void take_open(Deal deal) noexcept nogil
cdef void throw(Deal deal, i64 card) noexcept nogil
cdef void discard(Deal deal, Moves moves, i64 card) noexcept nogil
cdef void leave(Deal deal, i64 seat) noexcept nogil
@cython.locals(seat=i64)
cdef void drop(Deal deal, Moves moves, bint first) noexcept nogil
@cython.locals(seat=i64)
cdef void miss(Deal deal, Moves moves) noexcept nogil
@cython.locals(seat=i64, other=i64, last=i64)
cdef void show(Deal deal, Moves moves, i64 labels) noexcept nogil
cdef void end_turn(Deal deal, Moves moves) noexcept nogil
@cython.locals(seat=i64)
cdef void annul(Deal deal) noexcept nogil
@cython.locals(seat=i64)
cdef void settle(Deal deal, Moves moves) noexcept nogil
cdef void keep_count(Deal deal, Moves moves, i64 seat) noexcept nogil
cdef void ask_next(Deal deal) noexcept nogil
@cython.locals(seat=i64)
cdef void declare(Deal deal, Moves moves) noexcept nogil
cdef void keep_best(Deal deal, Moves moves) noexcept nogil
cdef void keep_declared(Deal deal, Moves moves) noexcept nogil
@cython.locals(seat=i64, fewest=i64)
cdef void enter_counts(Deal deal) noexcept nogil
@cython.locals(stage=i64, clause=i64, points=i64)
cdef i64 enter_count(Deal deal, i64 seat) noexcept nogil
