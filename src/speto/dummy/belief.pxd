cimport cython
from speto.bits cimport i64, quick_bit as bit, quick_lowest as lowest, quick_popcount as popcount
from speto.dummy.deal cimport Deal, hand_size, start as start_deal
from speto.dummy.melds cimport Moves
from speto.dummy.moves cimport legal
from speto.dummy.outlook cimport Outlook, Weights, look_from
from speto.dummy.sight cimport Sight
from speto.dummy.tuned cimport weigh
from speto.dummy.turn cimport apply
from speto.rng cimport Rng, below

cdef i64 DISCARD, DRAW, FULL, NOBODY, MOST_ACTS, NEVER, WHOLE, FAR

@cython.final
cdef class Past:
    cdef public i64 n, seats, starter, direction, seat, leavers, taken, places, waver, cap
    cdef public bint whole
    cdef i64[512] act
    cdef i64[52] pack, seat_of, time_of, left, by, leaver, place
    cdef i64[4] last
    cdef i64[512] actor, hand_at, fit_at, new_hand, new_fit, rest

cpdef i64 halved(i64 times) noexcept nogil
@cython.locals(whole=i64, rest=i64)
cpdef i64 log2(i64 number) noexcept nogil
@cython.locals(at=i64, seat=i64, shown=i64, e=i64, kind=i64, i=i64)
cdef void unfold(Past past, Sight sight, Deal seen) noexcept nogil
@cython.locals(card=i64)
cdef void show(Past past, i64 fresh, i64 seat, i64 e) noexcept nogil
@cython.locals(seat=i64, held=i64, i=i64)
cdef bint reaches(Past past, Sight sight, Deal seen) noexcept nogil
@cython.locals(nth=i64, i=i64)
cdef void put(Past past, i64 card, i64 choices, Rng rng) noexcept nogil
cdef bint may_lie(Past past, i64 card, i64 at) noexcept nogil
@cython.locals(i=i64, hidden=i64, seat=i64, mine=i64, card=i64, k=i64, choices=i64, count=i64,
               nth=i64)
cdef void scatter(Past past, Sight sight, Deal seen, Rng rng) noexcept nogil
@cython.locals(end=i64, seat=i64, i=i64, e=i64, best=i64)
cdef bint recall(
    Past past, Deal deal, Outlook outlook, Weights weights, Moves moves, i64 seats,
    i64 spare) noexcept nogil
@cython.locals(total=i64, behind=i64, less=i64, i=i64)
cdef i64 surprise(
    Past past, Outlook outlook, Moves moves, i64 action, i64 best) noexcept nogil
@cython.locals(total=i64, e=i64)
cdef void keep(Past past, i64 seats) noexcept nogil
@cython.locals(seats=i64, e=i64)
cpdef void begin_guessing(
    Past past, Sight sight, Deal seen, Rng rng, Deal deal, Outlook outlook, Weights weights,
    Moves moves) noexcept nogil
@cython.locals(i=i64, j=i64, one=i64, two=i64, seats=i64, spare=i64, k=i64)
cpdef void guess_on(
    Past past, Rng rng, Deal deal, Outlook outlook, Weights weights, Moves moves,
    i64 steps) noexcept nogil
