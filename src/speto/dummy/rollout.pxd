cimport cython
from speto.bits cimport i64, quick_bit as bit, quick_popcount as popcount
from speto.dummy.deal cimport Deal, House, start as start_deal
from speto.dummy.fines cimport may_feed_head, may_feed_speto, may_meld
from speto.dummy.finish cimport loose
from speto.dummy.judge cimport can_knock, open_ends
from speto.dummy.melds cimport Moves, points_of
from speto.dummy.moves cimport legal
from speto.dummy.outlook cimport Outlook, Weights, look_from, look_through
from speto.dummy.play cimport shuffle
from speto.dummy.sight cimport Sight, see
from speto.dummy.simple cimport act_worth, hand_worth, simple, take_worth
from speto.dummy.tuned cimport tuned
from speto.dummy.turn cimport apply
from speto.rng cimport Rng, below, start as start_stream

cdef i64 ACT, DISCARD, DRAW, FULL, OVER, TUNED, HANDS, TOP, RIVAL, RANDOM
cdef i64 GIVES, GIVES_POINT, GIVES_MUCH, GIVES_BIRTH, SEEN, NEAR, LATE

@cython.final
cdef class Crew:
    cdef public Weights weights, rival
    cdef public Sight sight
    cdef public Outlook outlook
    cdef public Moves moves
    cdef public Rng rng
    cdef i64[4] policy
    cdef public i64 actions, sum, squares

@cython.locals(most=i64, other=i64, hand=i64, cost=i64)
cdef i64 fed(Deal deal, i64 seat, i64 card) noexcept nogil
@cython.locals(other=i64, out=i64)
cdef bint near_knock(Deal deal, Moves moves, i64 seat) noexcept nogil
@cython.locals(most=i64, x=i64, card=i64, worth=i64)
cdef i64 drawn_worth(Deal seen, Moves moves, i64 hand, bint born) noexcept nogil
@cython.locals(seat=i64, acting=bint, born=bint, others=i64, other=i64, knocking=bint, best=i64,
               most=i64, i=i64, action=i64, kind=i64, worth=i64, hand=i64)
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
