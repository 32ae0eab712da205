cimport cython
from speto.bits cimport i64, quick_bit as bit
from speto.dummy.melds cimport ends, name_of

cdef i64 TAKE, NOTHING, NOBODY

@cython.final
cdef class House:
    cdef public i64 head_value, birth, knock_value, dark_mult, color_knock, color_mult
    cdef public i64 multiplier_scope, stock_end, ace_in_run, unborn_penalty, unborn_when, fine
    cdef public i64 full_discard, speto_feed, feed_window, stuffed_speto, fool_scope
    cdef public bint first_turn_pickup, pickup_needs_hand_card, pickup_for_layoff, ace_low_run
    cdef public bint layoff_own, qka_fully_closed, knock_special, color_includes_knock_card
    cdef public bint fines_stack, layoff_discard, head_feed

@cython.final
cdef class Deal:
    # what `legal` asks stands first and close together: it is what a processor fetches
    cdef public House house
    cdef public i64 phase, to_act, turn, took, born, n_melds, n_row, row_mask
    cdef public bint finishing, last
    cdef i64[4] hand
    cdef i64[56] row
    cdef i64[20] fits, name, meld
    cdef signed char[20] owner
    cdef public i64 born_before, next, drawn, taken_end, head, n_entries
    cdef public i64 seats, starter, direction, knocker, knock_card
    cdef public bint fool
    cdef i64[4] known, laid, score, fined, fool_card
    cdef signed char[52] stock
    cdef signed char[32] entry_seat, entry_clause
    cdef i64[32] entry_points, entry_cards

cpdef void copy(Deal into, Deal source) noexcept nogil
@cython.locals(size=i64, seat=i64, i=i64, k=i64)
cpdef void start(Deal deal, i64 seats, i64 starter, i64 direction) noexcept nogil
cpdef void set_meld(Deal deal, i64 at, i64 cards) noexcept nogil
cpdef i64 next_seat(Deal deal) noexcept nogil
cpdef i64 hand_size(i64 seats) noexcept nogil
