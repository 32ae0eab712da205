cimport cython
from speto.bits cimport i64
from speto.dummy.deal cimport Deal
from speto.dummy.rollout cimport Crew, begin, finish
from speto.gil cimport quick_let_go as let_go, quick_take_back as take_back
from speto.rng cimport u64

@cython.final
cdef class Series:
    cdef Deal deal
    cdef Crew crew
    cdef u64 seed
    cdef i64 seats, first
    cdef public i64[:, ::1] points

@cython.locals(held=i64, row=i64)
cpdef i64 play(Series series, i64 start, i64 end) noexcept nogil
@cython.locals(seat=i64)
cdef void write(Series series, Deal deal, i64 row) noexcept nogil
