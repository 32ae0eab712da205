cimport cython
from speto.bits cimport i64
from speto.indian.deal cimport Deal, House
from speto.indian.judge cimport is_first_turn, may_take
from speto.indian.minds cimport Mind, ready
from speto.indian.past cimport Past
from speto.indian.playout cimport (
    Playout, brought, brought_in_pool, do, dropped_in_pool, play_on, set_out)
from speto.indian.pool cimport Pool
from speto.indian.sight cimport Sight
from speto.indian.tuned cimport pick, rate
from speto.indian.traces cimport Worlds
from speto.indian.worlds cimport advance, begin, lay_out
from speto.rng cimport Rng, start as start_stream

ctypedef unsigned long long u64

cdef i64 DISCARD, DRAW, DROP, SHOW, TAKE, TAKE_OPEN
cdef i64 FURTHER, MOST_WORLDS, ORDERS, WORTHWHILE

@cython.final
cdef class Search:
    cdef public Mind mind
    cdef public Worlds worlds
    cdef public Deal world
    cdef public Playout playout
    cdef public Rng rng
    cdef public i64 also
    cdef public Pool pool
    cdef public i64 width, horizon, burn, thin, fresh, stocks, least, caution
    cdef public i64 n, n_worlds, n_playouts, chosen, gain, rival, n_ends, ended
    cdef bint whole
    cdef i64[64] action, tries, sum, gained, ends
    cdef bint[64] live, further
    cdef i64[6] margin
    cdef double[64] squares
    cdef i64[384] feeds
    cdef int[65536] brought

cdef void list_actions(Search s, Sight sight, Past past) noexcept nogil
@cython.locals(_=i64, best=i64, i=i64, first=i64, n=i64)
cdef void list_best(Search s, Sight sight, Past past) noexcept nogil
@cython.locals(i=i64, seat=i64)
cdef void add_action(Search s, i64 action) noexcept nogil
cpdef i64 search(Search s, Sight sight, Past past, u64 seed, i64 playouts) noexcept nogil
cpdef void open_search(Search s, Sight sight, Past past, u64 seed) noexcept nogil
cpdef bint carry_on(Search s, Sight sight, Past past, i64 playouts) noexcept nogil
cdef void next_world(Search s, Sight sight, Past past, i64 number) noexcept nogil
@cython.locals(_=i64)
cpdef bint settle(Search s, Sight sight, Past past, i64 each) noexcept nogil
@cython.locals(best=i64, most=double, i=i64)
cdef i64 likely_better(Search s) noexcept nogil
@cython.locals(_=i64, i=i64, result=i64)
cdef void try_world(Search s, Sight sight, Past past) noexcept nogil
@cython.locals(seat=i64, horizon=i64, worth=i64, drop=i64)
cdef i64 try_action(Search s, Sight sight, Past past, i64 action, i64 i) noexcept nogil
@cython.locals(n=i64, total=double, k=i64)
cdef double apart(Search s, i64 i, i64 other) noexcept nogil
@cython.locals(n=i64, mean=double, total=double, k=i64, x=double)
cdef double apart_error(Search s, i64 i, i64 other) noexcept nogil
@cython.locals(best=i64, i=i64, behind=double, left=i64)
cdef i64 drop_behind(Search s) noexcept nogil
@cython.locals(most=double, i=i64, better=double, error=double, sure=bint)
cpdef i64 choose_best(Search s) noexcept nogil
cdef i64 asked_more(Search s, i64 i) noexcept nogil
@cython.locals(better=double)
cdef double surplus(Search s) noexcept nogil
