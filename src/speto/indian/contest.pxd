cimport cython
from speto.bits cimport i64, quick_bit as bit
from speto.indian.deal cimport Deal, House, start as start_deal
from speto.indian.judge cimport legal
from speto.indian.labels cimport Moves
from speto.indian.minds cimport Mind
from speto.indian.past cimport Past, forget, note
from speto.indian.play cimport shuffle
from speto.indian.playout cimport settled
from speto.indian.search cimport Search, search
from speto.indian.seeing cimport cheat, look_through
from speto.indian.sight cimport Sight, see
from speto.indian.simple cimport choose
from speto.indian.tuned cimport tuned
from speto.indian.turn cimport apply
from speto.rng cimport Rng, next_word, start as start_stream

ctypedef unsigned long long u64

cdef i64 DROP, OVER, SHOW, THINKS, TUNED

@cython.final
cdef class Entrant:
    cdef public i64 kind, decisions, dropped, playouts
    cdef public bint hands, coming
    cdef public Mind mind
    cdef public Search search
    cdef public Rng rng

@cython.final
cdef class Contest:
    cdef public Deal deal
    cdef public Sight sight
    cdef public Moves moves
    cdef public Past past
    cdef public Rng rng
    cdef public i64 turns, drops
    cdef i64[4096] margins

@cython.locals(seat=i64)
cdef i64 act(Contest contest, Entrant entrant) noexcept nogil
@cython.locals(last=i64, seed=u64, seat=i64)
cdef i64 act_thinking(Contest contest, Entrant entrant) noexcept nogil
@cython.locals(action=i64, mine=i64)
cpdef void play_deal(Contest contest, Entrant first, Entrant second, i64 seats) noexcept nogil
@cython.locals(k=i64, seat=i64)
cpdef void duel(
    Contest contest, Entrant first, Entrant second, i64 seed, i64 start, i64 n) noexcept nogil
