cimport cython
from speto.bits cimport i64, quick_bit as bit, quick_lowest as lowest, quick_popcount as popcount
from speto.indian.arrange cimport Arranger

cdef i64 FINISHING, GROUPS, JOKER, LOOSE

@cython.final
cdef class Moves:
    cdef public Arranger arranger
    cdef public i64 n, stage, sum, left_one, left_two
    cdef i64[128] acts
    cdef i64[8] part_one, part_two, part_jokers, kind

cpdef void put(Moves moves, i64 action) noexcept nogil
@cython.locals(i=i64, rest=i64, card=i64)
cpdef bint split(Moves moves, i64 one, i64 two, i64 jokers, i64 labels) noexcept nogil
cdef void add_to_part(Moves moves, i64 label, i64 card) noexcept nogil
@cython.locals(one=i64, jokers=i64, size=i64)
cpdef i64 finishing_card(Moves moves) noexcept nogil
@cython.locals(one_i=i64, two_i=i64, one_j=i64, two_j=i64, differing=i64, card=i64, more=bint)
cdef bint comes_before(Moves moves, i64 i, i64 j) noexcept nogil
@cython.locals(i=i64, j=i64, n=i64, place=i64)
cpdef void number_groups(Moves moves) noexcept nogil
@cython.locals(labels=i64, shift=i64, card=i64, copies=i64, label=i64)
cpdef i64 labels_of(Moves moves, i64 one, i64 two, i64 jokers) noexcept nogil
cdef i64 copies_in(Moves moves, i64 label, i64 card) noexcept nogil
cpdef void set_finish(Moves moves, i64 card) noexcept nogil
