cimport cython
from speto.bits cimport i64, quick_bit as bit, quick_lowest as lowest, quick_popcount as popcount
from speto.indian.cover cimport Cover, worth

cdef i64 NEVER, PURE_RUN, RANK, RUN, SET

cdef class Layout(Cover):
    cdef public i64 n_groups, least_loose, least_wilds, least_groups
    cdef public i64 left_one, left_two, left_jokers
    cdef i64[8] way_cards, way_wilds, way_low, way_high
    cdef i64[8] laid_cards, laid_wilds, laid_low, laid_high
    cdef i64[8] group_kind, group_one, group_two, group_jokers

cpdef void start_laying(Layout a, i64 loose) noexcept nogil
cpdef bint is_laid(Layout a) noexcept nogil
cpdef i64 rows_of(i64 cards) noexcept nogil
cpdef i64 cards_of(i64 rows) noexcept nogil
cdef i64 both_ends(i64 rows) noexcept nogil
@cython.locals(cards=i64, place=i64)
cdef i64 stretch(i64 row, i64 size) noexcept nogil
@cython.locals(held=i64, row=i64, suit=i64, run=i64, need=i64, cards=i64)
cpdef void lay_pure(
    Layout a, i64 one, i64 two, i64 jokers, i64 size, bint complete, i64 points) noexcept nogil
@cython.locals(wilds=i64)
cpdef void lay_rest(Layout a, i64 one, i64 two, i64 jokers, i64 need, i64 n) noexcept nogil
@cython.locals(nibble=i64, c=i64, others=i64, cards=i64, missing=i64, group=i64, cost=i64)
cdef void lay(Layout a, i64 m1, i64 m2, i64 row, i64 wilds, i64 need, i64 loose, i64 used,
              i64 n) noexcept nogil
@cython.locals(cards=i64, gaps=i64, last=i64, q=i64, group=i64, size=i64, least=i64, missing=i64)
cdef void lay_runs(Layout a, i64 m1, i64 m2, i64 row, i64 c, i64 wilds, i64 need, i64 loose,
                   i64 used, i64 n) noexcept nogil
@cython.locals(i=i64)
cdef void lay_wilds(
    Layout a, i64 wilds, i64 need, i64 loose, i64 used, i64 n) noexcept nogil
@cython.locals(i=i64, cards=i64)
cpdef void hand_out(Layout a, i64 one, i64 two, i64 jokers) noexcept nogil
cdef void give(Layout a, i64 i, i64 card) noexcept nogil
@cython.locals(suit=i64, low=i64, high=i64, q=i64, size=i64, gaps=i64, before=i64)
cdef void give_own(Layout a, i64 i) noexcept nogil
@cython.locals(card=i64)
cdef void give_place(Layout a, i64 i, i64 row, i64 suit) noexcept nogil
@cython.locals(i=i64, j=i64)
cdef void sort_groups(Layout a) noexcept nogil
@cython.locals(kind=i64, one=i64, two=i64, jokers=i64)
cdef void swap(Layout a, i64 j) noexcept nogil
