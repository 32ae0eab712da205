cimport cython
from speto.bits cimport i64, quick_bit as bit, quick_popcount as popcount
from speto.indian.deal cimport Deal

cdef i64 JOKER, TOOK

@cython.final
cdef class Sight:
    cdef public Deal seen
    cdef public i64 seat, gone_one, gone_two, gone_jokers
    cdef i64[6] size

@cython.locals(other=i64)
cpdef void see(Sight sight, Deal deal, i64 seat) noexcept nogil
@cython.locals(other=i64, i=i64, open_hand=bint)
cdef void show(Deal s, Deal deal, i64 seat) noexcept nogil
@cython.locals(other=i64, i=i64, open_hand=bint, one=i64, two=i64)
cdef void find_gone(Sight sight, Deal s) noexcept nogil
cdef void count_gone(Sight sight, i64 card) noexcept nogil
