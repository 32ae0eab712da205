cimport cython
from speto.bits cimport i64, quick_bit as bit, quick_popcount as popcount
from speto.indian.arrange cimport Arranger, fewest, prepare as prepare_arranger
from speto.indian.cover cimport worth as cards_worth
from speto.indian.deal cimport Deal
from speto.indian.distance cimport Distances, distance, prepare as prepare_distances
from speto.indian.near cimport gaps, lacks_pure, neighbors, pairs, reach
from speto.indian.table cimport (
    quick_get as get, quick_give_back as give_back, quick_put as put, quick_zeros as zeros)

ctypedef unsigned long long u64

cdef i64 EXACT, EXEMPT, JOKER, SUM_CAPPED
cdef i64 DOUBLE, GAP, N_WEIGHTS, NEXT, PAIR, POINTS, PURE, VALUE
cdef i64 UNCAPPED, ROWS, SALTS
cdef u64 MIX_ONE, MIX_TWO

@cython.final
cdef class Mind:
    cdef public Distances distances
    cdef public Arranger arranger, counter
    cdef public i64 wild, four, no_pure, one_pure, cap, coming, n, salt
    cdef public bint knows, wide, quick
    cdef i64[32] weights
    cdef i64[64] both
    cdef i64[40] drops
    cdef i64[6] their_one, their_two, their_jokers
    cdef i64[16] card, worth, away
    cdef i64 near, few, owed, help

@cython.locals(i=i64, at=i64)
cpdef void ready(Mind mind, Deal seen) noexcept nogil
cpdef bint has_few(Deal seen) noexcept nogil
@cython.locals(mixed=u64)
cdef i64 row_of(i64 one, i64 second) noexcept nogil
@cython.locals(second=i64, row=i64, found=i64)
cpdef i64 lacks(Mind mind, i64 one, i64 two, i64 jokers) noexcept nogil
@cython.locals(second=i64, row=i64, found=i64)
cpdef i64 points_in(Mind mind, i64 one, i64 two, i64 jokers) noexcept nogil
cpdef i64 with_card(Mind mind, i64 one, i64 two, i64 jokers, i64 card) noexcept nogil
@cython.locals(second=i64, row=i64, now=i64, found=i64, cards=i64, card=i64)
cpdef i64 helps(Mind mind, i64 one, i64 two, i64 jokers) noexcept nogil
@cython.locals(second=i64, row=i64, found=i64)
cpdef i64 owes(Mind mind, i64 one, i64 two, i64 jokers) noexcept nogil
@cython.locals(plain=i64, worth=i64)
cpdef i64 hand_worth(Mind mind, i64 one, i64 two, i64 jokers) noexcept nogil
