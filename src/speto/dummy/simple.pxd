cimport cython
from speto.bits cimport i64, quick_lowest as lowest, quick_popcount as popcount
from speto.dummy.deal cimport Deal, House, hand_size
from speto.dummy.fines cimport immediate_fine, may_feed_head, may_feed_speto
from speto.dummy.finish cimport loose
from speto.dummy.melds cimport Moves, ends, points_of, rank_of
from speto.dummy.judge cimport (
    can_knock, finishes, held_from, meld_named, open_ends, place_of, take_finishes)
from speto.dummy.sight cimport Sight

cdef i64 CLUBS, FULL, SPETOS, ACT, PICK_UP, PICK_UP_TO_LAY_OFF, MELD, DISCARD, KNOCK
cdef i64 KNOCKS, BORN, DRAWS, FEEDS

cpdef i64 stock_share(Deal seen) noexcept nogil
@cython.locals(b0=i64, b1=i64, b2=i64, b3=i64, pairs=i64)
cpdef i64 near_melds(i64 hand) noexcept nogil
@cython.locals(share=i64, out=i64, cost=i64, worth=i64)
cpdef i64 hand_worth(Deal seen, Moves moves, i64 hand, bint born) noexcept nogil
@cython.locals(others=i64, risk=i64, x=i64, y=i64)
cpdef i64 feed_risk(Sight sight, i64 card) noexcept nogil
@cython.locals(row=i64)
cdef i64 way_risk(Sight sight, i64 card, i64 others) noexcept nogil
cpdef bint lacks_speto(House house, i64 meld, i64 unseen) noexcept nogil
@cython.locals(i=i64, best=i64, worth=i64, most=i64, action=i64, acting=bint, knocking=bint)
cpdef i64 simple(Sight sight, Moves moves) noexcept nogil
@cython.locals(kind=i64, cards=i64, held=i64, worth=i64, index=i64, born=bint)
cpdef i64 take_worth(Sight sight, Deal seen, Moves moves, i64 action) noexcept nogil
@cython.locals(kind=i64, cards=i64, hand=i64, worth=i64, fines=i64)
cpdef i64 act_worth(
    Sight sight, Deal seen, Moves moves, i64 action, bint knocking) noexcept nogil
