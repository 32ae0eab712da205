cimport cython
from speto.bits cimport i64, quick_popcount as popcount
from speto.indian.arrange cimport arrange, can_show, prepare
from speto.indian.deal cimport Deal
from speto.indian.labels cimport Moves, number_groups
from speto.indian.melds cimport kind_of, points_of

cdef i64 BEST, COMPLETE, COUNT_ALL, FLAT, GROUPS, LOOSE, NO_PURE, ONE_PURE, PURE_RUN, RUN

cpdef void ready(Deal deal, Moves moves) noexcept nogil
cpdef void count_best(Deal deal, Moves moves, i64 seat) noexcept nogil
@cython.locals(i=i64, pure=i64, runs=i64, long=bint)
cpdef void count_declared(Deal deal, Moves moves, i64 one, i64 two) noexcept nogil
cdef i64 part_size(Moves moves, i64 i) noexcept nogil
@cython.locals(i=i64, free=i64, most=i64, points=i64)
cdef void count_parts(Deal deal, Moves moves, i64 one, i64 two) noexcept nogil
@cython.locals(cards=i64, twice=i64)
cdef void take_away(Moves moves, i64 i) noexcept nogil
cpdef i64 owed(Deal deal, Moves moves) noexcept nogil
cpdef bint is_show(Deal deal, Moves moves, i64 one, i64 two, i64 jokers) noexcept nogil
