cimport cython
from speto.bits cimport i64, quick_popcount as popcount
from speto.dummy.deal cimport Deal

cdef i64 FULL

@cython.final
cdef class Sight:
    cdef public Deal seen
    cdef public i64 seat, unseen
    cdef i64[4] size

@cython.locals(other=i64)
cpdef void see(Sight sight, Deal deal, i64 seat) noexcept nogil
@cython.locals(other=i64, i=i64)
cdef void show(Deal s, Deal deal, i64 seat) noexcept nogil
