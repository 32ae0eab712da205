cimport cython
from speto.bits cimport i64, quick_bit as bit, quick_popcount as popcount
from speto.indian.places cimport Places, most_in_runs, pattern_of

cdef i64 ACES, CLUBS, HAND, RANK
cdef i64 RUNS, SETS

@cython.locals(length=i64, start=i64)
cpdef i64 run_of(i64 number) noexcept nogil
@cython.locals(suits=i64)
cpdef i64 set_of(i64 number) noexcept nogil
cpdef i64 less(i64 one, i64 two, i64 cards) noexcept nogil
@cython.locals(c=i64, d=i64, h=i64)
cpdef i64 most_left(Places table, i64 one, i64 two, i64 suit, i64 places) noexcept nogil
@cython.locals(run=i64, length=i64, filled=i64)
cpdef bint lay_runs(
    Places table, i64 one, i64 two, i64 some, i64 both, i64 places, i64 keep, i64 fill, i64 number,
    i64 due, bint long) noexcept nogil
@cython.locals(held=i64)
cpdef i64 most_beside(Places table, i64 one, i64 two, i64 places, i64 sets) noexcept nogil
@cython.locals(beside_three=i64, beside_four=i64, group=i64, left=i64, filled=i64, kept=i64)
cpdef bint lay_sets(
    Places table, i64 one, i64 two, i64 some, i64 both, i64 places, i64 keep, i64 fill, i64 number,
    i64 sets, bint long) noexcept nogil
@cython.locals(lacking=i64, number=i64, run=i64, missing=i64, cards=i64)
cpdef bint can_reach(
    Places table, i64 one, i64 two, i64 some, i64 both, i64 wild, i64 away, i64 keep, i64 fill,
    bint four) noexcept nogil
