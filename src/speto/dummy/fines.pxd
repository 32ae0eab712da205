cimport cython
from speto.bits cimport i64, quick_bit as bit, quick_lowest as lowest, quick_popcount as popcount
from speto.dummy.deal cimport Deal, House
from speto.dummy.melds cimport is_meld, neighbours, rank_of

cdef i64 ACES, CLUBS, NOBODY, TWO_CLUBS, QUEEN_SPADES
cdef i64 FULL_ANY, FULL_OFF, SPETO_ANY, SPETO_OFF, WINDOW_ROUND
cdef i64 D_PEN_AON, D_PEN_FULL, D_PEN_LAY, D_PEN_SPETO_0, D_PEN_SPETO_1, D_PEN_SPETO_2

@cython.locals(others=i64)
cpdef bint pairs_in(i64 card, i64 row, bint ace_low) noexcept nogil
cpdef bint is_full(Deal deal, i64 card) noexcept nogil
cpdef i64 immediate_fine(Deal deal, i64 card, i64 n) noexcept nogil
@cython.locals(i=i64, fit=i64)
cpdef i64 table_ends(Deal deal) noexcept nogil
cpdef bint is_lay_off(Deal deal, i64 card) noexcept nogil
cpdef bint in_window(Deal deal, i64 place) noexcept nogil
@cython.locals(i=i64, earlier=i64)
cpdef i64 row_before(Deal deal, i64 at) noexcept nogil
cpdef i64 speto_near(i64 card, bint ace_low) noexcept nogil
@cython.locals(near=i64, clause=i64)
cpdef i64 speto_case(House house, i64 card, i64 speto, i64 row) noexcept nogil
@cython.locals(head=i64)
cpdef bint may_feed_head(Deal seen, i64 card, i64 unseen) noexcept nogil
@cython.locals(speto=i64)
cpdef i64 may_feed_speto(Deal seen, i64 card, i64 unseen) noexcept nogil
@cython.locals(both=i64, held=i64, must=i64, nib=i64, run=i64, low=i64)
cpdef bint may_meld(i64 card, i64 target, i64 row, i64 unseen, House house) noexcept nogil
