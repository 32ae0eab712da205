cimport cython
from speto.bits cimport i64, quick_bit as bit

cdef i64 ACES, CARDS, EXACT, HAND, JOKER, NOTHING, RANK, RUNNING, TAKE

@cython.final
cdef class House:
    cdef public i64 wild_scope, second_run_min, wild_pick, first_drop, middle_drop, missed_turns
    cdef public i64 show_check, score_arrangement, no_pure, one_pure, cap, wrong_show
    cdef public i64 on_exhaust, heaven, max_turns
    cdef public bint may_discard_taken

@cython.final
cdef class Deal:
    cdef public House house
    cdef public i64 seats, starter, direction, turn, to_act, phase, took, ended, taken, shower
    cdef public i64 reshuffles, cut, wild, next, stock_end, n_pile
    cdef public i64 out, began, acted, opened, won, asked, n_entries
    cdef i64[6] one, two, jokers, known_one, known_two, known_jokers, missed, score
    cdef i64[6] counted_stage, counted_sum, counted_one, counted_two
    cdef signed char[106] stock, pile, pack
    cdef signed char[32] entry_seat, entry_clause
    cdef i64[32] entry_points, entry_one, entry_two

cpdef i64 wild_of(i64 cut, i64 wild_scope) noexcept nogil
cpdef bint is_wild(Deal deal, i64 card) noexcept nogil
cpdef i64 top(Deal deal) noexcept nogil
cpdef i64 hand_size(Deal deal, i64 seat) noexcept nogil
cpdef i64 held(Deal deal, i64 seat, i64 card) noexcept nogil
cpdef void gain(Deal deal, i64 seat, i64 card) noexcept nogil
cpdef void lose(Deal deal, i64 seat, i64 card) noexcept nogil
cpdef void learn(Deal deal, i64 seat, i64 card) noexcept nogil
cpdef bint is_in(Deal deal, i64 seat) noexcept nogil
@cython.locals(n=i64, seat=i64)
cpdef i64 seats_in(Deal deal) noexcept nogil
@cython.locals(_=i64)
cpdef i64 next_in(Deal deal, i64 seat) noexcept nogil
@cython.locals(seat=i64, i=i64)
cpdef void start(Deal deal, i64 seats, i64 starter, i64 direction) noexcept nogil
cpdef void copy(Deal into, Deal source) noexcept nogil
