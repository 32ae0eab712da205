cimport cython
from speto.bits cimport i64, quick_bit as bit, quick_popcount as popcount

cdef i64 CLUBS, FULL, JOKER, THREES, HALVES, HIGHER, LOWEST

@cython.locals(rows=i64)
cpdef i64 lacks_pure(i64 one) noexcept nogil
cpdef i64 neighbors(i64 plain) noexcept nogil
cpdef i64 gaps(i64 plain) noexcept nogil
@cython.locals(halves=i64)
cpdef i64 pairs(i64 plain) noexcept nogil
cpdef i64 around(i64 card) noexcept nogil
cpdef i64 further(i64 card) noexcept nogil
@cython.locals(cards=i64)
cpdef i64 near_by(i64 card, i64 step, i64 back) noexcept nogil
@cython.locals(low=i64, high=i64, ranks=i64)
cpdef i64 reach(i64 plain) noexcept nogil
