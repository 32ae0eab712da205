cimport cython
from speto.bits cimport i64
from speto.dummy.deal cimport Deal, start as start_deal
from speto.dummy.moves cimport legal
from speto.dummy.melds cimport Moves
from speto.dummy.sight cimport Sight, see
from speto.dummy.simple cimport simple
from speto.dummy.turn cimport apply
from speto.rng cimport Rng, below, start as start_stream

cdef i64 OVER

@cython.final
cdef class Tally:
    cdef public i64 decisions
    cdef i64[4] points

@cython.locals(i=i64, j=i64, card=i64)
cpdef void shuffle(Deal deal, Rng rng) noexcept nogil
@cython.locals(n=i64)
cpdef i64 play_out(Deal deal, Moves moves, Rng rng) noexcept nogil
@cython.locals(n=i64, i=i64)
cpdef i64 play_levels(
    Deal deal, Moves moves, Sight sight, Rng rng, i64 thinkers) noexcept nogil
@cython.locals(seat=i64)
cpdef void count(Tally tally, Deal deal, i64 decisions) noexcept nogil
@cython.locals(k=i64, seat=i64)
cpdef void playouts(
    Deal deal, Moves moves, Rng rng, Tally tally, i64 seats, i64 n, i64 seed, i64 first) noexcept nogil
