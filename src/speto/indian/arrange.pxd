cimport cython
from speto.bits cimport i64, quick_bit as bit
from speto.indian.cover cimport complete, complete_discarding, dearest, threes, worth
from speto.indian.layout cimport (
    Layout, cards_of, hand_out, is_laid, lay_pure, lay_rest, rows_of, start_laying)

cdef i64 COMPLETE, EXEMPT, FLAT, JOKER, NEVER, NO_PURE, ONE_PURE

@cython.final
cdef class Arranger(Layout):
    cdef public i64 no_pure, one_pure, cap, points, sum, stage, discard

cpdef void prepare(
    Arranger a, i64 wild, i64 second_run_min, i64 no_pure, i64 one_pure, i64 cap) noexcept nogil
cpdef i64 fewest(Arranger a, i64 one, i64 two, i64 jokers) noexcept nogil
cpdef i64 fewest_discarding(Arranger a, i64 one, i64 two, i64 jokers) noexcept nogil
cpdef bint can_show(Arranger a, i64 one, i64 two, i64 jokers) noexcept nogil
@cython.locals(found=i64, cards=i64, card=i64)
cpdef i64 shows(Arranger a, i64 one, i64 two, i64 jokers) noexcept nogil
@cython.locals(size=i64, points=i64)
cpdef void arrange(Arranger a, i64 one, i64 two, i64 jokers) noexcept nogil
@cython.locals(best=i64, least=i64, chosen=i64, card=i64, rank=i64, left=i64)
cpdef void arrange_discarding(Arranger a, i64 one, i64 two, i64 jokers) noexcept nogil
@cython.locals(points=i64)
cdef i64 without_pure(Arranger a, i64 one, i64 two, bint discarding) noexcept nogil
cdef i64 with_pure(Arranger a, i64 one, i64 two, bint discarding) noexcept nogil
@cython.locals(rows=i64, low=i64, most=i64, c=i64, run=i64, points=i64)
cdef i64 free_points(Arranger a, i64 one, i64 two, bint discarding) noexcept nogil
cdef void arrange_without(
    Arranger a, i64 one, i64 two, i64 jokers, i64 card) noexcept nogil
@cython.locals(found=i64)
cdef void weigh(Arranger a, i64 one, i64 two, i64 jokers) noexcept nogil
