cimport cython
from speto.bits cimport i64, quick_bit as bit, quick_lowest as lowest
from speto.dummy.deal cimport Deal, next_seat, set_meld
from speto.dummy.fines cimport (
    immediate_fine, in_window, row_before, speto_case, speto_near, table_ends)
from speto.dummy.melds cimport neighbours, points_of, runs_on
from speto.dummy.judge cimport dark_line, meld_named, place_of, was_born

cdef i64 ACES, CLUBS, FULL, RED, SPETOS
cdef i64 DRAW, PICK_UP, MELD, LAY_OFF, DISCARD, KNOCK, PICK_UP_TO_LAY_OFF
cdef i64 TAKE, ACT, LAST, OVER, NOTHING, DREW, PICKED, FINED, NOBODY
cdef i64 BONUS, COLOR_OFF, COLOR_SUIT, SCOPE_TOTAL, SCOPE_KNOCK_ONLY
cdef i64 NEXT_PLAYER_KNOCK_ONLY, IMMEDIATE, HAND_X2, MINUS50_THEN_X2, ALWAYS
cdef i64 NEXT_PLAYER_SINGLE, ROUND_ANY_PICKUP
cdef i64 D_SCORE_1, D_SCORE_2, D_HEAD_2, D_HEAD_3, D_KNOCK_3, D_KNOCK_4, D_DARK_1, D_DARK_2
cdef i64 D_COLOR_1, D_UNBORN_1, D_UNBORN_3, D_PEN_HEAD, D_PEN_STUFF
cdef i64 D_FOOL_1, D_FOOL_2

cdef void enter(Deal deal, i64 seat, i64 points, i64 clause, i64 cards) noexcept nogil
cdef void charge(Deal deal, i64 seat, i64 points, i64 clause, i64 cards) noexcept nogil
@cython.locals(place=i64)
cdef void charge_throw(Deal deal, i64 at, i64 clause) noexcept nogil
@cython.locals(kind=i64, index=i64, cards=i64)
cpdef void apply(Deal deal, i64 action) noexcept nogil
@cython.locals(card=i64)
cdef void draw(Deal deal) noexcept nogil
@cython.locals(i=i64, cards=i64)
cdef void take_row(Deal deal, i64 at) noexcept nogil
cdef void pick_up(Deal deal, i64 index, i64 cards) noexcept nogil
@cython.locals(i=i64, card=i64, near=i64, speto=i64, clause=i64)
cdef void charge_feeding(Deal deal, i64 cards) noexcept nogil
@cython.locals(i=i64, place=i64, thrown=bint)
cdef void mark_fools(Deal deal, i64 cards) noexcept nogil
cdef void lay_meld(Deal deal, i64 cards) noexcept nogil
@cython.locals(seat=i64, owner=i64)
cdef void lay_off(Deal deal, i64 at, i64 card) noexcept nogil
@cython.locals(points=i64)
cpdef i64 lay_points(Deal deal, i64 cards, i64 meld) noexcept nogil
@cython.locals(head=i64)
cpdef i64 head_extra(Deal deal, i64 cards, i64 meld) noexcept nogil
@cython.locals(extra=i64, clause=i64)
cdef void score_cards(Deal deal, i64 cards, i64 meld) noexcept nogil
@cython.locals(seat=i64, n=i64, clause=i64)
cdef void discard(Deal deal, i64 card) noexcept nogil
@cython.locals(seat=i64)
cdef void pass_turn(Deal deal) noexcept nogil
@cython.locals(seat=i64, other=i64, base=i64, knocked=i64, clause=i64)
cdef void knock(Deal deal, i64 card) noexcept nogil
@cython.locals(laid=i64)
cdef bint one_color(Deal deal, i64 card) noexcept nogil
@cython.locals(seat=i64, value=i64)
cpdef void settle(Deal deal) noexcept nogil
