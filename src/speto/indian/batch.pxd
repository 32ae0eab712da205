cimport cython
from speto.bits cimport i64
from speto.indian.deal cimport Deal, start as start_deal
from speto.indian.judge cimport legal
from speto.indian.labels cimport Moves
from speto.indian.observation cimport observe
from speto.indian.play cimport shuffle
from speto.indian.receipts cimport received
from speto.indian.sight cimport Sight, see
from speto.indian.turn cimport apply
from speto.gil cimport quick_let_go as let_go, quick_take_back as take_back
from speto.rng cimport Rng, start as start_stream, u64

cdef i64 OVER

@cython.final
cdef class Lane:
    cdef Deal deal
    cdef Lane left, right
    cdef i64 at, number, n, chosen
    cdef i64[28] acts

@cython.final
cdef class Lanes:
    cdef Moves moves
    cdef Sight sight
    cdef Rng rng
    cdef Lane root
    cdef u64 seed
    cdef public i64 seats, size, first, ended, width
    cdef bint difference
    cdef public const i64[::1] choice
    cdef public i64[::1] seat, count, done, number
    cdef public i64[:, ::1] legal, observation, reward

@cython.locals(held=i64)
cpdef void reset(Lanes lanes) noexcept nogil
@cython.locals(seat=i64)
cdef void begin(Lanes lanes, Lane lane) noexcept nogil
cdef void deal_out(Lanes lanes, Deal deal, i64 number) noexcept nogil
@cython.locals(held=i64, wrong=i64)
cpdef i64 step(Lanes lanes) noexcept nogil
@cython.locals(at=i64)
cdef i64 choose_under(Lanes lanes, Lane lane) noexcept nogil
cdef void step_under(Lanes lanes, Lane lane) noexcept nogil
@cython.locals(seat=i64, over=bint)
cdef void act(Lanes lanes, Lane lane, Deal deal) noexcept nogil
@cython.locals(i=i64)
cdef void show(Lanes lanes, Lane lane) noexcept nogil
