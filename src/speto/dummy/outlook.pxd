cimport cython
from speto.bits cimport i64, quick_bit as bit, quick_lowest as lowest, quick_popcount as popcount
from speto.dummy.deal cimport Deal
from speto.dummy.melds cimport points_of, rank_of
from speto.dummy.sight cimport Sight

cdef i64 ACES, FULL, SPETOS, WHOLE, PAIR1, PAIR2, PAIR3

@cython.final
cdef class Weights:
    cdef public i64 sure, dead, late, danger, unborn, speto, loose, out, out_point, row, row_point
    cdef public i64 two, two_point, draw, draw_late, draw_seen, pick, born, born_late, feed, feed_point
    cdef public i64 feed_head, feed_speto, feed_small, feed_born, feed_after, lay, lay_late
    cdef public i64 open, stuff

@cython.final
cdef class Outlook:
    cdef public i64 seat, unseen, top, ways, used
    cdef i64[4] may, sure, odds, size
    cdef i64[16] way, cost
    cdef i64[4096] worth

cpdef void look(Outlook outlook, Sight sight) noexcept nogil
@cython.locals(hidden=i64, count=i64, seat=i64)
cdef void look_at(Outlook outlook, Sight sight, Deal seen) noexcept nogil
@cython.locals(left=i64)
cdef void guess(Outlook outlook, Deal deal, i64 seat, i64 hidden, i64 count) noexcept nogil
@cython.locals(hidden=i64, count=i64, other=i64)
cpdef void look_from(Outlook outlook, Deal deal, i64 seat) noexcept nogil
@cython.locals(other=i64)
cpdef void look_through(
    Outlook outlook, Deal deal, i64 seat, bint hands, bint top) noexcept nogil
@cython.locals(hidden=i64, seat=i64, count=i64, left=i64)
cpdef void forget(Outlook outlook, Deal deal, i64 cards) noexcept nogil
cdef i64 holds(Outlook outlook, i64 seat, i64 card) noexcept nogil
@cython.locals(near=i64, lanes=i64, fit=i64, two=i64)
cpdef i64 wanted(i64 cards) noexcept nogil
@cython.locals(hand=i64, cards=i64, cost=i64)
cdef void add_way(
    Outlook outlook, Deal deal, Weights weights, i64 card, i64 others) noexcept nogil
@cython.locals(others=i64, x=i64, y=i64)
cdef void list_ways(Outlook outlook, Deal deal, Weights weights, i64 card) noexcept nogil
@cython.locals(total=i64, reach=i64, seat=i64, step=i64, extra=i64, free=i64, i=i64, hand=i64,
               one=i64, chance=i64)
cpdef i64 feed(Outlook outlook, Deal deal, Weights weights, i64 card) noexcept nogil
@cython.locals(total=i64, seat=i64, x=i64, card=i64, cost=i64)
cpdef i64 exposed(Outlook outlook, Deal deal, Weights weights, i64 fit) noexcept nogil
