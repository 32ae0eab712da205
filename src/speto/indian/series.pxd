cimport cython
from speto.bits cimport i64
from speto.indian.deal cimport Deal, start as start_deal
from speto.indian.judge cimport legal
from speto.indian.labels cimport Moves
from speto.indian.minds cimport Mind
from speto.indian.past cimport Past, forget, note
from speto.indian.play cimport play_levels, shuffle
from speto.indian.receipts cimport received
from speto.indian.sight cimport Sight, see
from speto.indian.simple cimport simple
from speto.indian.tuned cimport tuned
from speto.indian.turn cimport apply
from speto.gil cimport quick_let_go as let_go, quick_take_back as take_back
from speto.rng cimport Rng, below, start as start_stream, u64

cdef i64 OVER

@cython.final
cdef class Series:
    cdef Deal deal
    cdef Moves moves
    cdef Sight sight
    cdef Rng rng
    cdef Mind mind
    cdef Past past
    cdef u64 seed
    cdef i64 seats, first, simple, tuned
    cdef bint difference
    cdef public i64[:, ::1] points

@cython.locals(held=i64, actions=i64, row=i64)
cpdef i64 play(Series series, i64 begin, i64 end) noexcept nogil
@cython.locals(actions=i64, seat=i64)
cdef i64 play_one(Series series, Deal deal, i64 number, i64 row) noexcept nogil
@cython.locals(actions=i64, n=i64, action=i64)
cdef i64 play_remembering(Series series, Deal deal) noexcept nogil
