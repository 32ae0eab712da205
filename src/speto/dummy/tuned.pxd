cimport cython
from speto.bits cimport i64, quick_lowest as lowest, quick_popcount as popcount
from speto.dummy.deal cimport Deal, hand_size
from speto.dummy.fines cimport immediate_fine, table_ends
from speto.dummy.finish cimport loose
from speto.dummy.judge cimport (
    can_knock, finishes, held_from, meld_named, open_ends, place_of, take_finishes)
from speto.dummy.melds cimport Moves, ends, points_of
from speto.dummy.outlook cimport Outlook, Weights, exposed, feed, wanted
from speto.dummy.turn cimport head_extra, lay_points

cdef i64 ACT, DECLINE, DISCARD, DRAW, FULL, IMMEDIATE, KNOCK, MELD, PICK_UP, SPETOS
cdef i64 KNOCKS, LAYS, WHOLE_TIME

cpdef i64 time_left(Deal deal) noexcept nogil
@cython.locals(least=i64, seat=i64)
cdef i64 alarm(Deal deal, Outlook outlook) noexcept nogil
@cython.locals(time=i64, gone=i64, out=i64, spetos=i64, points=i64, cost=i64, worth=i64, lack=i64,
               fit=i64)
cpdef i64 hand_worth(
    Deal deal, Outlook outlook, Weights weights, Moves moves, i64 hand, i64 row,
    bint born) noexcept nogil
cdef i64 laid_worth(Deal deal, i64 cards, i64 meld) noexcept nogil
@cython.locals(best=i64, x=i64, card=i64, worth=i64)
cdef i64 drawn_worth(
    Deal deal, Outlook outlook, Weights weights, Moves moves, i64 hand, bint born) noexcept nogil
@cython.locals(kind=i64, cards=i64, hand=i64, born=bint, time=i64, gone=i64, worth=i64, index=i64,
               meld=i64, at=i64, held=i64, row=i64, fit=i64)
cdef i64 take_worth(
    Deal deal, Outlook outlook, Weights weights, Moves moves, i64 action) noexcept nogil
@cython.locals(hand=i64, fines=i64, worth=i64, born=bint)
cpdef i64 throw_worth(
    Deal deal, Outlook outlook, Weights weights, Moves moves, i64 card) noexcept nogil
@cython.locals(kind=i64, cards=i64, meld=i64, old=i64, at=i64, worth=i64, fit=i64, gone=i64)
cdef i64 lay_worth(
    Deal deal, Outlook outlook, Weights weights, Moves moves, i64 action) noexcept nogil
@cython.locals(kind=i64, cards=i64, hand=i64, at=i64, meld=i64, worth=i64)
cdef i64 act_worth(
    Deal deal, Outlook outlook, Weights weights, Moves moves, i64 action,
    bint knocking) noexcept nogil
@cython.locals(acting=bint, knocking=bint, best=i64, i=i64)
cpdef i64 weigh(Deal deal, Outlook outlook, Weights weights, Moves moves) noexcept nogil
cpdef i64 tuned(Deal deal, Outlook outlook, Weights weights, Moves moves) noexcept nogil
