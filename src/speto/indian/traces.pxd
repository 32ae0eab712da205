cimport cython
from speto.bits cimport i64, quick_bit as bit, quick_lowest as lowest, quick_popcount as popcount
from speto.indian.deal cimport Deal
from speto.indian.past cimport Past
from speto.indian.sight cimport Sight
from speto.rng cimport Rng, below

cdef i64 JOKER, NOT_TOLD, TUNED
cdef i64 ROOM, HELD, MEMORY, STEPS, SHARE

@cython.final
cdef class Worlds:
    cdef public i64 n_pool, one, two, jokers, heat, pull, memory, share
    cdef public bint told
    cdef i64[6] model
    cdef i64[106] pool
    cdef i64[6] true_one, true_two, true_jokers
    cdef i64[6] n, n_hidden, n_turns
    cdef i64[576] card, came, left, sure
    cdef i64[384] offered, took, thrown
    cdef double[384] fit
    cdef double[64] tried
    cdef i64[64] keep
    cdef double[256] powers

@cython.locals(card=i64, left=i64, _=i64)
cpdef void fill_pool(Worlds w, Sight sight) noexcept nogil
cdef void put_back(Worlds w, i64 card) noexcept nogil
@cython.locals(i=i64, card=i64)
cpdef i64 draw_one(Worlds w, Rng rng) noexcept nogil
@cython.locals(one=i64, two=i64, jokers=i64, i=i64, card=i64)
cpdef void deal_told(Worlds w, Sight sight, i64 seat) noexcept nogil
@cython.locals(i=i64)
cdef void take_out(Worlds w, i64 card) noexcept nogil
@cython.locals(known=i64, hidden=i64, turns=i64, draws=i64, i=i64, at=i64, thrown=i64, _=i64)
cpdef void recall(Worlds w, Sight sight, Past past, i64 seat) noexcept nogil
@cython.locals(i=i64, turns=i64)
cdef i64 begins(Worlds w, Past past, i64 seat) noexcept nogil
@cython.locals(known=i64)
cdef i64 sight_known(Deal seen, i64 seat) noexcept nogil
@cython.locals(i=i64)
cdef void add_card(Worlds w, i64 seat, i64 card, i64 came, i64 left, i64 sure) noexcept nogil
@cython.locals(i=i64)
cdef void throw_card(Worlds w, i64 seat, i64 card, i64 turn) noexcept nogil
@cython.locals(card=i64, copies=i64, _=i64)
cdef void add_known(Worlds w, Deal seen, i64 seat) noexcept nogil
@cython.locals(found=i64, i=i64)
cdef i64 count_sure(Worlds w, i64 seat, i64 card) noexcept nogil
@cython.locals(first=i64, last=i64, turn=i64, free=i64, i=i64, chosen=i64)
cpdef void assign(Worlds w, i64 seat, Rng rng) noexcept nogil
