cimport cython
from speto.bits cimport i64, quick_bit as bit
from speto.indian.deal cimport Deal, is_wild, top

cdef i64 DISCARD, DRAW, JOKER, TAKE_OPEN, KEPT, NOT_TOLD

@cython.final
cdef class Past:
    cdef public i64 n, throws
    cdef signed char[64] seat, offered, took, thrown
    cdef i64[6] threw

cpdef void forget(Past past) noexcept nogil
@cython.locals(i=i64)
cpdef void note_take(Past past, i64 seat, i64 offered, i64 took) noexcept nogil
cpdef void note_throw(Past past, i64 seat, i64 card) noexcept nogil
@cython.locals(kind=i64, offered=i64)
cpdef void note(Past past, Deal deal, i64 action) noexcept nogil
@cython.locals(i=i64)
cdef void forget_first(Past past) noexcept nogil
