cimport cython
from speto.bits cimport i64, quick_bit as bit, quick_lowest as lowest, quick_popcount as popcount

cdef i64 CLUBS, ENDS, LOOSE, LOW_PLACES, PURE_RUN, RANK, RUN, SET

cpdef i64 value(i64 card) noexcept nogil
@cython.locals(points=i64, cards=i64)
cpdef i64 points_of(i64 one, i64 two, i64 wild) noexcept nogil
@cython.locals(places=i64, rank=i64)
cpdef i64 column(i64 cards, i64 suit) noexcept nogil
@cython.locals(low=i64, window=i64, missed=i64)
cpdef bint spans(i64 places, i64 needed, i64 size) noexcept nogil
@cython.locals(size=i64, plain=i64, kind=i64)
cpdef i64 kind_of(i64 one, i64 two, i64 jokers, i64 wild) noexcept nogil
cpdef bint is_set(i64 one, i64 two, i64 plain, i64 wild) noexcept nogil
@cython.locals(suit=i64, mine=i64)
cpdef i64 run_of(i64 one, i64 two, i64 jokers, i64 plain, i64 wild, i64 size) noexcept nogil
@cython.locals(low=i64, window=i64)
cpdef bint natural_run(i64 places, i64 size) noexcept nogil
