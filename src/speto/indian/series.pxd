cimport cython
from speto.bits cimport i64
from speto.indian.deal cimport Deal, start as start_deal
from speto.indian.labels cimport Moves
from speto.indian.play cimport play_levels, shuffle
from speto.indian.receipts cimport received
from speto.indian.sight cimport Sight
from speto.gil cimport quick_let_go as let_go, quick_take_back as take_back
from speto.rng cimport Rng, start as start_stream, u64

@cython.final
cdef class Series:
    cdef Deal deal
    cdef Moves moves
    cdef Sight sight
    cdef Rng rng
    cdef u64 seed
    cdef i64 seats, first, simple
    cdef bint difference
    cdef public i64[:, ::1] points

@cython.locals(held=i64, actions=i64, row=i64)
cpdef i64 play(Series series, i64 begin, i64 end) noexcept nogil
@cython.locals(actions=i64, seat=i64)
cdef i64 play_one(Series series, Deal deal, i64 number, i64 row) noexcept nogil
