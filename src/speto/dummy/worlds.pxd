cimport cython
from speto.bits cimport i64, quick_bit as bit, quick_lowest as lowest, quick_popcount as popcount
from speto.dummy.belief cimport Belief, fit, halved, last_turn
from speto.dummy.deal cimport Deal, copy
from speto.dummy.melds cimport Moves
from speto.dummy.outlook cimport Outlook, Weights
from speto.dummy.sight cimport Sight
from speto.rng cimport Rng, below

cdef i64 MOST_GUESSES, FLOOR

@cython.locals(hidden=i64, at=i64, first=i64, seat=i64, i=i64, j=i64, card=i64, left=i64)
cpdef void draw_world(Deal world, Sight sight, Deal seen, Rng rng) noexcept nogil
@cython.locals(seat=i64, turn=i64)
cpdef void draw_likely(
    Deal world, Sight sight, Deal seen, Rng rng, Belief belief, Outlook outlook, Weights weights,
    Moves moves, i64 guesses) noexcept nogil
@cython.locals(known=i64, left=i64, rest=i64, count=i64, i=i64, j=i64, k=i64, best=i64, hand=i64,
               card=i64, total=i64)
cdef void draw_hand(
    Deal world, Deal seen, Rng rng, Belief belief, Outlook outlook, Weights weights, Moves moves,
    i64 seat, i64 turn, i64 guesses) noexcept nogil
