cimport cython
from speto.bits cimport i64, quick_bit as bit
from speto.dummy.deal cimport Deal, House, start as start_deal
from speto.dummy.judge cimport open_ends
from speto.dummy.melds cimport Moves
from speto.dummy.moves cimport legal
from speto.dummy.outlook cimport Outlook, Weights, look_from, look_through
from speto.dummy.play cimport shuffle
from speto.dummy.sight cimport Sight, see
from speto.dummy.simple cimport hand_worth, simple, take_worth
from speto.dummy.tuned cimport tuned
from speto.dummy.turn cimport apply
from speto.rng cimport Rng, below, start as start_stream

cdef i64 FULL, OVER, TAKE, TUNED, HANDS, TOP, RIVAL, RANDOM

@cython.final
cdef class Crew:
    cdef public Weights weights, rival
    cdef public Sight sight
    cdef public Outlook outlook
    cdef public Moves moves
    cdef public Rng rng
    cdef i64[4] policy
    cdef public i64 actions, sum, squares

@cython.locals(seat=i64, born=bint, hand=i64, plain=i64, most=i64, x=i64, card=i64, worth=i64,
               best=i64, i=i64, other=i64)
cpdef i64 simple_through(
    Sight sight, Deal seen, Moves moves, Deal deal, bint hands, bint top) noexcept nogil
@cython.locals(policy=i64)
cpdef i64 choose(Crew crew, Deal deal) noexcept nogil
cpdef void finish(Crew crew, Deal deal) noexcept nogil
@cython.locals(total=i64, other=i64)
cpdef i64 margin(Deal deal, i64 seat) noexcept nogil
cpdef void begin(Crew crew, Deal deal, i64 seats, i64 seed, i64 number) noexcept nogil
@cython.locals(number=i64, whole=i64, seating=i64, seat=i64)
cpdef void duel(
    Crew crew, Deal deal, i64 seats, i64 seed, i64 first, i64 count, i64 one,
    i64 two) noexcept nogil
