cimport cython
from speto.bits cimport i64, quick_bit as bit, quick_popcount as popcount
from speto.dummy.deal cimport Deal
from speto.dummy.judge cimport open_ends
from speto.dummy.melds cimport Moves, melded, points_of
from speto.dummy.outlook cimport Outlook, Weights, look_from, wanted
from speto.dummy.tuned cimport hand_worth, throw_worth

cdef i64 NOBODY, SPETOS, TRAITS, WAVER, WHOLE

@cython.final
cdef class Belief:
    cdef i64[16] trait, number, hand, fit, share
    cdef i64[52] pool

cpdef i64 halved(i64 times) noexcept nogil
@cython.locals(whole=i64, rest=i64)
cpdef i64 log2(i64 number) noexcept nogil
@cython.locals(hand=i64, row=i64, length=i64, thrown=i64, mine=i64, total=i64, x=i64, card=i64,
               worth=i64, i=i64, steps=i64, one=i64)
cdef i64 throw_fit(
    Deal deal, Outlook outlook, Weights weights, Moves moves, i64 seat, i64 at) noexcept nogil
@cython.locals(hand=i64, mover=i64, before=i64, last=i64, older=i64, place=i64, thrower=i64,
               born=i64, lack=i64, two=i64, spread=i64, i=i64)
cpdef void describe(
    Belief belief, Deal deal, Outlook outlook, Weights weights, Moves moves, i64 seat,
    i64 turn) noexcept nogil
@cython.locals(total=i64, i=i64)
cpdef i64 fit(
    Belief belief, Deal deal, Outlook outlook, Weights weights, Moves moves, i64 seat,
    i64 turn) noexcept nogil
@cython.locals(behind=i64)
cpdef i64 last_turn(Deal deal, i64 seat) noexcept nogil
